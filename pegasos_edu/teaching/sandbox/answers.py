"""Check the kinds, lengths and shapes of what comes back from a hand-in, since anybody may have made it up."""

import re
from pathlib import Path

import numpy as np

from pegasos_edu.check.failures import Failed, Line
from pegasos_edu.check.programs import MAX_YIELDED, Fields, Parameter, Unreadable
from pegasos_edu.teaching.worker.server import PREFIX

KINDS = ("exception", "time", "input", "exit", "borrowed", "unwritten", "shape")
NAMED = ("function", "value", "borrowed")
MAX_WORDS, MAX_NUMBERS, MAX_NAMES = 400, 200_000, 1_000
# What differs from run to run, or from machine to machine.
_OWN = re.compile(
    rf"[^\s'\"]*{PREFIX}\w+[/\\]?|{re.escape(str(Path(__file__).resolve().parents[3]))}[/\\]?| at 0x[0-9a-f]+"
)


def odd():
    """Return the failure of a program whose answer it cannot have given by itself."""
    return Failed("exception", "what came back from it cannot have come from its functions")


def formed(value, form):
    """Return a value of a certain form, or raise `odd`.

    Parameters
    ----------
    value : object
    form : type, list or tuple
        A type; a list of one form, for lists of it; or a tuple of forms, for tuples of these.
    """
    if isinstance(form, type):
        fits = isinstance(value, form)
    elif isinstance(form, list):
        fits = isinstance(value, list) and all(formed(one, form[0]) is one for one in value)
    else:
        fits = isinstance(value, tuple) and len(value) == len(form)
        fits = fits and all(formed(one, other) is one for one, other in zip(value, form))
    if not fits:
        raise odd()
    return value


def text(value, most=MAX_WORDS):
    """Return words in characters that can be shown."""
    value = _OWN.sub("", formed(value, str)[: 4 * most])
    shown = "".join(one if one.isprintable() or one == "\n" else " " for one in value)
    return shown if len(shown) <= most else shown[: most - 3] + "..."


def line(value):
    """Return the line of a program at which it fails."""
    if value is None:
        return None
    number, words = formed(value, (int, str))
    return Line(max(0, min(number, 10**6)), text(words, 200))


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
    """Return the failure that a program reports."""
    what, kind, words, at = formed(value, (str, str, str, object))
    if what != "failed" or kind not in KINDS:
        raise odd()
    return Failed(kind, text(words), line(at) if kind != "time" else None)  # it is stopped at any line


def definitions(value):
    """Return names with their kinds and what is known of them."""
    if len(formed(value, dict)) > MAX_NAMES:
        raise Failed("shape", f"it defines more than {MAX_NAMES:,} names")
    found = {}
    for name, one in zip(names(tuple(value)), value.values()):
        kind, known = formed(one, (str, object))
        if kind not in NAMED:
            raise odd()
        found[name] = kind, known if known is None else about(known)
    return found


def names(value):
    """Return a tuple of names."""
    if not isinstance(value, tuple) or not all(isinstance(one, str) and one.isidentifier() for one in value):
        raise odd()
    return value


def about(value):
    """Return what is known of a function, as `check.programs.Program` holds it."""
    name, parameters, *flags, source = formed(value, (str, [(str, bool)], bool, bool, bool, str))
    names(tuple(name for name, _ in parameters))
    return text(name), [Parameter(*pair) for pair in parameters[:100]], *flags, text(source, 100_000)


def returned(found):
    """Return what a call returned, in the form that `check.programs.plain` gives it."""
    if found is None:
        return None
    if isinstance(found, Unreadable):
        return Unreadable(text(found.kind))
    if type(found) is tuple and len(found) <= MAX_YIELDED:
        return tuple(returned(one) for one in found)
    if isinstance(found, dict):
        return Fields({text(key): returned(one) for key, one in found.items()})
    if isinstance(found, (np.ndarray, np.floating)) and found.dtype == float and found.size <= MAX_NUMBERS:
        return np.asarray(found)
    raise odd()
