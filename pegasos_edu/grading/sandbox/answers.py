"""Check the kinds, lengths and shapes of what comes back from a hand-in, since anybody may have made it up."""

import re
from collections import namedtuple
from pathlib import Path

import numpy as np

from pegasos_edu.boxes.steps import STEPS
from pegasos_edu.check.failures import Failed, Line
from pegasos_edu.check.programs import MAX_YIELDED, Fields, Parameter, Unreadable
from pegasos_edu.child import wire
from pegasos_edu.child.server import PREFIX

KINDS = ("exception", "time", "input", "exit", "borrowed", "unwritten", "shape")
NAMED = ("function", "value", "borrowed")
MAX_WORDS, MAX_NUMBERS = 400, 200_000
# What differs from run to run, or from machine to machine.
_OWN = re.compile(
    rf"[^\s'\"]*{PREFIX}\w+[/\\]?|{re.escape(str(Path(__file__).resolve().parents[3]))}[/\\]?| at 0x[0-9a-f]+"
)
_STEPS = {kind.__name__: kind for kind in STEPS}


def odd():
    """Return the failure of a program whose answer it cannot have given by itself."""
    return Failed("exception", "what came back from it cannot have come from its functions")


def text(value, most=MAX_WORDS):
    """Words, in characters that can be shown."""
    if not isinstance(value, str):
        raise odd()
    value = _OWN.sub("", value[: 4 * most])
    shown = "".join(one if one.isprintable() or one == "\n" else " " for one in value)
    return shown if len(shown) <= most else shown[: most - 3] + "..."


def line(value):
    """Return the line of a program at which it fails."""
    if value is None:
        return None
    if not (isinstance(value, tuple) and len(value) == 2 and type(value[0]) is int and 0 <= value[0] < 10**6):
        raise odd()
    return Line(value[0], text(value[1], 200))


def answer(value):
    """Return what a program answered.

    Raises
    ------
    Failed
        If it says that it failed, or something that cannot be understood.
    """
    if isinstance(value, tuple) and len(value) == 2 and isinstance(value[0], str) and value[0] == "answer":
        return value[1]
    raise failure(value)


def failure(value):
    """Return the failure of which a program tells."""
    what, kind, words, at = parts(value, 4)
    if not isinstance(what, str) or what != "failed" or not isinstance(kind, str) or kind not in KINDS:
        raise odd()
    return Failed(kind, text(words), line(at) if kind != "time" else None)  # where it was stopped is chance


def parts(value, number):
    """A tuple of so many parts."""
    if not isinstance(value, tuple) or len(value) != number:
        raise odd()
    return value


def series(value, number):
    """Return what came of so many calls: pairs, fewer if one failed, and the failure as it was sent."""
    pairs, failed = parts(value, 2)
    if not isinstance(pairs, list) or (len(pairs) >= number if failed is not None else len(pairs) != number):
        raise odd()
    return [parts(one, 2) for one in pairs], failed


def definitions(value):
    """Return names with their kinds and what is known of them."""
    if not isinstance(value, dict) or len(value) > 10_000:
        raise odd()
    found = {}
    for name, (kind, known) in zip(names(tuple(value)), (parts(one, 2) for one in value.values())):
        if not isinstance(kind, str) or kind not in NAMED:
            raise odd()
        found[name] = kind, known and about(known)
    return found


def names(value):
    """Return a tuple of names."""
    if not isinstance(value, tuple) or not all(isinstance(one, str) and one.isidentifier() for one in value):
        raise odd()
    return value


def about(value):
    """Return what is known of a function, as `check.programs.Program` holds it."""
    name, parameters, *flags, source = parts(value, 6)
    if not isinstance(parameters, list) or len(parameters) > 100 or not all(type(flag) is bool for flag in flags):
        raise odd()
    pairs = [parts(one, 2) for one in parameters]
    if not all(isinstance(one, str) and one.isidentifier() and type(has) is bool for one, has in pairs):
        raise odd()
    return text(name), [Parameter(*pair) for pair in pairs], *flags, text(source, 100_000)


def returned(found):
    """Return what a call returned, in the form that `check.programs.plain` gives it."""
    if found is None:
        return None
    if isinstance(found, tuple) and not hasattr(found, "_fields") and len(found) <= MAX_YIELDED:
        return tuple(returned(one) for one in found)
    if isinstance(found, dict):
        return Fields({text(key): returned(one) for key, one in found.items()})
    if isinstance(found, wire.Step) and found.kind == "Unreadable" and len(found.values) == 1:
        return Unreadable(text(found.values[0]))
    if isinstance(found, (np.ndarray, np.floating)) and found.dtype == float and found.size <= MAX_NUMBERS:
        return np.asarray(found)
    raise odd()


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
