"""What comes back of a hand-in, taken for what anybody may have made up: kinds, lengths and shapes are looked at."""

import re
from collections import namedtuple
from pathlib import Path

import numpy as np

from pegasos_edu.boxes.steps import STEPS
from pegasos_edu.child import wire
from pegasos_edu.child.server import PREFIX
from pegasos_edu.submissions.chance import Request
from pegasos_edu.submissions.submission import Trace
from pegasos_edu.submissions.trial import Failed, Line

KINDS = ("time", "exception", "exit", "input", "shape", "none", "numbers", "recursion", "unwritten", "borrowed")
MAX_WORDS, MAX_NOTES, MAX_ROUNDS, MAX_NUMBERS = 400, 30, 4_000, 200_000
_MOST = 10**300  # of a whole number, that it can be a float too
# What differs from run to run, or from machine to machine.
_OWN = re.compile(
    rf"[^\s'\"]*{PREFIX}\w+[/\\]?|{re.escape(str(Path(__file__).resolve().parents[3]))}[/\\]?| at 0x[0-9a-f]+"
)
_STEPS = {kind.__name__: kind for kind in STEPS}


def odd(what="what came back of it is nothing that its program could have said"):
    """An answer that is none."""
    return Failed("exception", what)


def text(value, most=MAX_WORDS):
    """Words, in characters that can be shown."""
    if not isinstance(value, str):
        raise odd()
    value = _OWN.sub("", value[: 4 * most])
    shown = "".join(one if one.isprintable() or one == "\n" else " " for one in value)
    return shown if len(shown) <= most else shown[: most - 3] + "..."


def line(value):
    """The line of a program at which it fails."""
    if value is None:
        return None
    if not (isinstance(value, tuple) and len(value) == 2 and type(value[0]) is int and 0 <= value[0] < 10**6):
        raise odd()
    return Line(value[0], text(value[1], 200))


def answer(value):
    """What a program answered.

    Raises
    ------
    Failed
        Where it says that it failed, or says nothing that can be understood.
    """
    what, *rest = value if isinstance(value, tuple) and value else (None,)
    if isinstance(what, str) and what == "answer" and len(rest) == 1:
        return rest[0]
    if isinstance(what, str) and what == "failed" and len(rest) == 3 and isinstance(rest[0], str) and rest[0] in KINDS:
        at = line(rest[2]) if rest[0] != "time" else None  # where it was stopped is chance
        raise Failed(rest[0], text(rest[1]), at)
    raise odd()


def parts(value, number):
    """A tuple of so many parts."""
    if not isinstance(value, tuple) or len(value) != number:
        raise odd()
    return value


def notes(value):
    """What was noticed."""
    if not isinstance(value, list) or len(value) > MAX_NOTES:
        raise odd()
    return [text(one) for one in value]


def plain(value):
    """A value as numbers, arrays, texts, and tuples, lists and steps of these."""
    if isinstance(value, wire.Steps):
        return iter([plain(one) for one in value.steps])
    if isinstance(value, wire.Step):
        return _step(value)
    if isinstance(value, wire.Sparse):
        return _sparse(value)
    if isinstance(value, (wire.Named, wire.Generator)):
        raise odd()
    if isinstance(value, (list, tuple)):
        return type(value)(plain(one) for one in value)
    if isinstance(value, dict):
        return {key: plain(one) for key, one in value.items()}
    return value


def _step(value):
    kind, values = _STEPS.get(value.kind), [plain(one) for one in value.values]
    if kind is None or kind._fields != value.names:
        kind = namedtuple("Step", value.names, rename=True)
    return kind(*values)


def _sparse(value):
    from scipy.sparse import csr_array

    try:
        found = csr_array((value.data, value.indices, value.indptr), shape=value.shape)
        found.check_format(full_check=True)
    except Exception:  # whatever SciPy says of numbers that are no matrix
        raise odd() from None
    return found


# A program that was followed


def trace(value, probe):
    """What a program did on a probe.

    Parameters
    ----------
    value : tuple
        Of what the fields of a `Trace` are.
    probe : Probe
    """
    draws, states, biases, fields, returned, requests = parts(value, 6)
    m = len(probe.y)
    draws = [_drawn(one, m) for one in _rounds(draws)]
    states = [_numbers(one) for one in _rounds(states)]
    if len({one.shape for one in states}) > 1:
        raise odd()
    biases = None if biases is None else [None if one is None else _number(one) for one in _rounds(biases)]
    if biases is not None and len(biases) != len(states):
        raise odd()
    if not isinstance(fields, dict) or not all(isinstance(one, list) for one in fields.values()):
        raise odd()
    fields = {name: [plain(one) for one in _rounds(found)] for name, found in fields.items()}
    if any(len(found) < len(states) for found in fields.values()):
        raise odd()
    return Trace(draws, states, biases, fields, _returned(returned), [_request(one, m) for one in _rounds(requests)])


def _rounds(value):
    if not isinstance(value, list) or len(value) > MAX_ROUNDS:
        raise odd()
    return value


def _drawn(value, m):
    if value is None:
        return None
    found = np.asarray(value) if isinstance(value, (int, np.integer, np.ndarray)) else np.array("")
    if found.dtype.kind not in "iu" or found.ndim > 1 or not found.size or found.size > MAX_NUMBERS:
        raise odd()
    if found.min() < -m or found.max() >= m:
        raise odd("the steps that it tells of look at examples that there are not")
    return value if found.ndim else int(found)


def _numbers(value):
    if not isinstance(value, np.ndarray) or value.dtype.kind not in "fiub" or value.size > MAX_NUMBERS:
        raise odd()
    return value


def _number(value):
    if (
        isinstance(value, bool)
        or not isinstance(value, (int, float, np.integer, np.floating))
        or not -_MOST < value < _MOST
    ):
        if not isinstance(value, (float, np.floating)):
            raise odd()
    return value


def _returned(value):
    if value is None:
        return None
    if isinstance(value, tuple):
        vector, bias = parts(value, 2)
        return _numbers(vector), _number(bias)
    return _numbers(value)


def _request(value, m):
    kind, low, high, size, round_, served, clock = parts(value, 7)
    is_size = size is None or (isinstance(size, tuple) and all(type(n) is int for n in size))
    is_served = isinstance(served, tuple) and all(isinstance(i, (int, np.integer)) and -m <= i < m for i in served)
    if not is_size or not is_served or type(round_) is not int or type(clock) is not int:
        raise odd()
    ends = [None if one is None else _number(one) for one in (low, high)]
    return Request(text(kind, 20), *ends, size, round_, served, clock)
