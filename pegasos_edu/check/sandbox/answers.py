"""Check the types, lengths and shapes of the results of a hand-in, since a hostile program may have written them."""

import os
import re
import sys
from pathlib import Path

import numpy as np

from pegasos_edu.check.failures import Failed, SourceLine
from pegasos_edu.check.programs import MAX_YIELDED, Fields, Parameter, Unreadable
from pegasos_edu.check.worker.server import PREFIX

KINDS = ("exception", "time", "input", "exit", "borrowed", "unwritten", "shape")
KINDS_OF_NAMES = ("function", "value", "borrowed")
MAX_WORDS, MAX_NUMBERS, MAX_NAMES, LONGEST_NAME = 400, 200_000, 1_000, 200
# Where this machine keeps its files; the longest names first, because one may begin with another.
_PLACES = {str(Path(__file__).resolve().parents[3]), sys.prefix, sys.base_prefix, os.path.expanduser("~"), *sys.path}
_PLACES = sorted((place for place in _PLACES if os.path.isabs(place) and len(place) > 1), key=len, reverse=True)
# These patterns find parts of a text that change from run to run, or from machine to machine.
_VARYING = re.compile(rf"(?:{'|'.join(map(re.escape, _PLACES))})(?:[/\\]|(?!\w))| at 0x[0-9a-f]+")
_WORD, _FOLDER = re.compile(r"[^\s'\"]+"), re.compile(rf"{PREFIX}\w+[/\\]?")


def invalid_answer():
    """Return the failure of a program whose results cannot come from its functions."""
    return Failed("exception", "its results cannot have come from its functions")


def of_form(value, form):
    """Return a value that has a form (a type, a tuple of forms, or a list of one form), or raise `invalid_answer`."""
    if isinstance(form, type):
        fits = isinstance(value, form)
    elif isinstance(form, list):
        fits = isinstance(value, list) and all(of_form(part, form[0]) is part for part in value)
    else:
        fits = isinstance(value, tuple) and len(value) == len(form)
        fits = fits and all(of_form(part, other) is part for part, other in zip(value, form))
    if not fits:
        raise invalid_answer()
    return value


def text(value, most=MAX_WORDS):
    """Return a text in which all characters can be shown."""
    value = _VARYING.sub("", _WORD.sub(_without_folder, of_form(value, str)[: 4 * most]))
    shown = "".join(letter if letter.isprintable() or letter == "\n" else " " for letter in value)
    return shown if len(shown) <= most else shown[: most - 3] + "..."


def _without_folder(word):
    """Return a word without the path of the folder of a hand-in."""
    *_, end = [0, *(match.end() for match in _FOLDER.finditer(word[0]))]
    return word[0][end:]


def call(message):
    """Return the name and the arguments of a function that a program asks the grader to call; None for an answer."""
    if not (isinstance(message, tuple) and message[:1] == ("call",)):
        return None
    _, name, args, kwargs = of_form(message, (str, str, tuple, dict))
    return name, args, kwargs


def answer(message):
    """Return what a program answered, or raise the `Failed` that it reports."""
    if isinstance(message, tuple) and len(message) == 2 and isinstance(message[0], str) and message[0] == "answer":
        return message[1]
    what, kind, words, line = of_form(message, (str, str, str, object))
    if what != "failed" or kind not in KINDS:
        raise invalid_answer()
    if line is not None:
        number, content = of_form(line, (int, str))
        line = SourceLine(max(0, min(number, 10**6)), text(content, 200))
    raise Failed(kind, text(words), line if kind != "time" else None)  # a time limit may stop a program at any line


def definitions(value):
    """Return the names that are defined, each with its kind and, for functions, its attributes."""
    if len(of_form(value, dict)) > MAX_NAMES:
        raise Failed("shape", f"it defines more than {MAX_NAMES:,} names")
    known = {}
    for name, definition in zip(names(tuple(value)), value.values()):
        if len(name) > LONGEST_NAME:
            continue
        kind, attributes = of_form(definition, (str, object))
        if kind not in KINDS_OF_NAMES:
            raise invalid_answer()
        known[name] = kind, None if attributes is None else _attributes(attributes)
    return known


def names(value):
    """Return a tuple of names."""
    if not isinstance(value, tuple) or not all(isinstance(name, str) and name.isidentifier() for name in value):
        raise invalid_answer()
    return value


def one_of(given, key):
    """Return the array with this key in a dictionary of arguments."""
    if type(key) not in (int, str) or not isinstance(given.get(key), np.ndarray):
        raise invalid_answer()
    return given[key]


def change(given, key, content):
    """Change an array in a dictionary of arguments in place, as the program changed its copy."""
    array = one_of(given, key)
    if not isinstance(content, np.ndarray) or content.shape != array.shape or content.dtype != array.dtype:
        raise Failed("shape", "it changes the shape or the type of an array that it was given")
    array[...] = content


def _attributes(value):
    """Return the attributes of a function, which are those of a `check.programs.Program`; None if they are too long."""
    name, parameters, *flags, source = of_form(value, (str, [(str, bool)], bool, bool, bool, str))
    if any(len(parameter) > LONGEST_NAME for parameter in names(tuple(name for name, _ in parameters))):
        return None
    return text(name), [Parameter(*pair) for pair in parameters[:100]], *flags, text(source, 100_000)


def returned(value):
    """Return the result of a call in the form of `check.programs.plain_value`."""
    if value is None:
        return None
    if isinstance(value, Unreadable):
        return Unreadable(text(value.kind))
    if type(value) is tuple and len(value) <= MAX_YIELDED:
        return tuple(returned(part) for part in value)
    if isinstance(value, dict):
        return Fields({text(key): returned(part) for key, part in value.items()})
    if isinstance(value, (np.ndarray, np.floating)) and value.dtype == float and value.size <= MAX_NUMBERS:
        return np.asarray(value)
    raise invalid_answer()
