"""Call a learner's function, and convert what it returns to arrays of floats.

`LocalProgram` calls it in this process; a program in another process has the same attributes and methods (`Program`).
"""

import copy
import inspect
import sysconfig
from decimal import Decimal
from functools import cached_property
from numbers import Real
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from pegasos_edu.check.calling.classes import as_function, reads_draws
from pegasos_edu.check.calling.failures import Failed
from pegasos_edu.check.calling.kinds import kind_of
from pegasos_edu.check.calling.missing_parts import missing_in
from pegasos_edu.check.calling.running import SECONDS, run

MAX_YIELDED = 20_000
_OTHERS = tuple(
    {
        *(sysconfig.get_path(name) for name in ("stdlib", "purelib", "platlib")),
        "<frozen",
        str(Path(__file__).parents[1]),
    }
)


class Parameter(NamedTuple):
    """Describe a parameter of a function."""

    name: str
    has_default: bool


class CallOutcome(NamedTuple):
    """Hold the result of one call."""

    value: Any  # as `plain_value` returns it; None if the call failed
    failed: Failed | None = None
    changed: tuple = ()  # the names of the arguments that it changed in place


class Unreadable(NamedTuple):
    """Stand for a value without numbers that could be compared."""

    kind: str  # the name of its type


class Fields(dict):
    """Hold the parts of a step by their names."""


class Program:
    """Call a learner's function or class.

    Attributes
    ----------
    name : str
    parameters : list of Parameter
        The parameters of the function, or of the constructor of the class.
    takes_any : bool
        Whether it takes ``*args``, so that its parameters have no names.
    is_generator, is_class : bool
    source : str
        The source; "" if it cannot be read.
    """

    name, parameters, takes_any, is_generator, is_class, source = "", (), False, False, False, ""

    def missing(self):
        """Say what is not written yet; return "" if nothing is missing."""
        raise NotImplementedError

    def call(self, calls, seconds=None):
        """Call the function several times.

        Parameters
        ----------
        calls : callable
            It takes the list of outcomes so far, and yields the arguments of the next call by name, so a call can
            depend on the outcomes before. The function gets copies of the arguments, in this order if the program
            `takes_any`.
        seconds : float, optional
            How long all these calls may compute; less than usual, if it does not matter whether they end.

        Returns
        -------
        list of CallOutcome
            It ends with the first call that fails.
        """
        raise NotImplementedError


class LocalProgram(Program):
    """Call a function in this process."""

    def __init__(self, function, seconds=SECONDS):
        self.seconds, self._original = seconds, function
        self.is_class = isinstance(function, type) and not reads_draws(function)
        self.function = as_function(function) if isinstance(function, type) and not self.is_class else function
        self.name = getattr(function, "__name__", type(function).__name__)
        self.is_generator = inspect.isgeneratorfunction(inspect.unwrap(function))
        self.parameters, self.takes_any, self._by_place = _parameters(self.function)

    @cached_property
    def source(self):
        return _source(inspect.unwrap(self._original))

    def missing(self):
        return missing_in(self._original)

    def call(self, calls, seconds=None):
        outcomes = []
        try:
            run(self._call_all, calls, outcomes, is_theirs=is_theirs, seconds=seconds or self.seconds)
        except Failed as failure:
            outcomes.append(CallOutcome(None, failure))
        return outcomes

    def _call_all(self, calls, outcomes):
        for arguments in calls(outcomes):
            copies = copy.deepcopy(arguments)
            value = plain_value(self._called_with(copies))
            changed = tuple(name for name, before in arguments.items() if not _same(before, copies[name]))
            outcomes.append(CallOutcome(value, None, changed))

    def _called_with(self, copies):
        if self.takes_any:
            return self.function(*copies.values())
        by_place = [copies[name] for name in self._by_place if name in copies]
        return self.function(*by_place, **{name: copy for name, copy in copies.items() if name not in self._by_place})


def is_theirs(file):
    """Return whether a file, named as in a code object, is a learner's, not one of a library or of this package."""
    return not file.startswith(_OTHERS)


def _parameters(function):
    """Return the named parameters, whether there are ``*args`` instead, and the names of positional-only parameters."""
    try:
        parameters = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):
        return [], True, ()
    named = [
        Parameter(parameter.name, parameter.default is not parameter.empty)
        for parameter in parameters
        if parameter.kind not in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD)
    ]
    takes_any = not named and any(parameter.kind is parameter.VAR_POSITIONAL for parameter in parameters)
    return named, takes_any, [parameter.name for parameter in parameters if parameter.kind is parameter.POSITIONAL_ONLY]


def _source(function):
    """Return the source; for a class, that of its methods, because a class from a notebook has no other source."""
    if isinstance(function, type):
        return "\n".join(_source(method) for method in vars(function).values() if inspect.isfunction(method))
    try:
        return inspect.getsource(function)
    except (OSError, TypeError):
        return ""


def _same(before, after):
    if isinstance(before, np.ndarray):
        return before.shape == np.shape(after) and np.array_equal(before, after, equal_nan=True)
    return True


def plain_value(value):
    """Return a value as a new array of floats, or as a tuple or `Fields` of such arrays; else as `Unreadable`.

    A generator runs to its end, and each value is copied at once, because the program may change it later.
    """
    if value is None:
        return None
    if inspect.isgenerator(value):
        return _all_yielded(value)
    if hasattr(value, "_fields") and isinstance(value, tuple):
        names = [*value._fields, *(name for name in ("w",) if hasattr(value, name) and name not in value._fields)]
        return Fields({name: plain_value(getattr(value, name)) for name in names})
    if isinstance(value, (tuple, list)):
        return _of_sequence(value)
    if hasattr(value, "toarray"):
        value = value.toarray()
    if isinstance(value, (dict, str, bytes, set)):
        return Unreadable(kind_of(value))
    array = _array(value)
    if array is None and hasattr(value, "w"):
        return Fields(w=plain_value(value.w), **({"b": plain_value(value.b)} if hasattr(value, "b") else {}))
    return Unreadable(type(value).__name__) if array is None else array


def _all_yielded(generator):
    steps = []
    for step in generator:
        steps.append(plain_value(step))
        if len(steps) > MAX_YIELDED:
            raise Failed("time", f"it yields more than {MAX_YIELDED:,} steps")
    return tuple(steps)


def _of_sequence(values):
    """Return a list of numbers as an array, and other sequences as a tuple."""
    if isinstance(values, list) and all(isinstance(entry, (Real, Decimal)) or _is_single(entry) for entry in values):
        return np.array(values, dtype=float)
    return tuple(plain_value(entry) for entry in values)


def _is_single(value):
    return isinstance(value, np.ndarray) and not value.shape


def _array(value):
    try:
        array = np.array(value, dtype=float)
    except Exception:  # a learner may return anything
        return None
    return array
