"""Run the cells of a hand-in, and call its functions, inside its own process."""

import inspect
import itertools
import sys
import types

import numpy as np

from pegasos_edu.check.calling.failures import Failed, SourceLine
from pegasos_edu.check.calling.missing_parts import missing_in
from pegasos_edu.check.calling.programs import LocalProgram, is_theirs
from pegasos_edu.check.calling.running import Prints, run
from pegasos_edu.check.worker import wire
from pegasos_edu.check.worker.cells import NotPython, statements
from pegasos_edu.check.worker.stand_ins import PACKAGE, Checking, StandIn
from pegasos_edu.common.time_limit import TimeLimit

MODULE = "hand_in"  # the name of a hand-in's module; code under `if __name__ == "__main__"` does not run
MAX_STEPS = 20_000  # the most steps that a generator may yield
_ANSWERS = tuple(f"{PACKAGE}.{room}" for room in ("algorithms", "losses", "kernels"))  # what learners have to write


def failure_message(failed):
    """Return a `Failed` in the form in which it is sent."""
    return "failed", failed.kind, failed.words, failed.line and tuple(failed.line)


class Cells:
    """Hold the names that the cells define. Each public method answers a question of the grader.

    `call_outside` takes the name of a function that is not in this process and its arguments, and returns what `result`
    returns.
    """

    def __init__(self, seconds, cell_seconds, call_outside):
        self._module = types.ModuleType(MODULE)
        sys.modules[MODULE] = self._module
        self._names = vars(self._module)
        self._seconds, self._cell_seconds = seconds, cell_seconds
        self._prints, self._called, self._limit = Prints(), None, None
        self._call_outside, self._put_in, self._replaced = call_outside, {}, {}

    def cell(self, number, source):
        """Run a cell; if a statement fails, the later ones still run."""
        limit, failures = TimeLimit(self._cell_seconds), []
        for compiled in _read(statements, source, number):
            try:
                code = _read(compiled)
                run(exec, code, self._names, is_theirs=is_theirs, seconds=self._cell_seconds, prints=self._prints)
            except Failed as failed:
                failures.append(failed)
                if failed.kind == "time" or limit.is_up:
                    break
        if failures:
            raise failures[0]

    def put_in(self, names):
        """Replace functions of the hand-in by functions outside of this process; without names, restore its own."""
        for name in self._put_in:
            self._names.pop(name, None)
        self._names.update(self._replaced)
        self._replaced = {name: self._names[name] for name in names if name in self._names}
        self._put_in = {name: _outside(name, self._call_outside) for name in names}
        self._names.update(self._put_in)

    def names(self):
        """Return for each defined name its kind ("function", "value" or "borrowed") and the result of `_about`."""
        globals_ = {
            name: value
            for name, value in list(self._names.items())
            if isinstance(name, str) and not name.startswith("_") and not _is_imported(name, value)
        }
        return {name: (_kind(name, value), self._about(name, value)) for name, value in globals_.items()}

    def _about(self, name, value):
        """Return the attributes that a function has as a `check.calling.programs.Program`, or None."""
        if _kind(name, value) != "function":
            return None
        try:
            program = self._run(LocalProgram, value)
        except Failed:
            return None
        parameters = [tuple(parameter) for parameter in program.parameters]
        return program.name, parameters, program.takes_any, program.is_generator, program.is_class, program.source

    def printed(self):
        """Return the beginning of what the cells printed."""
        return self._prints.text

    def value(self, name):
        """Return the value of a name, if it can be sent."""
        return self._sendable(lambda: self._names[name])

    def missing(self, name):
        """Return a text that says which part of a function is not written yet."""
        return self._run(missing_in, self._own(name))

    def begin(self, name, seconds):
        """Begin a series of calls of a function that share one time limit; None for the usual limit."""
        seconds = min(seconds or self._seconds, self._seconds)
        self._called, self._limit = self._run(LocalProgram, self._own(name), seconds), TimeLimit(seconds)

    def call(self, arguments):
        """Call the function with named arguments; return the plain result and the names of changed arguments."""
        if self._limit.is_up:
            raise Failed("time", f"it ran for more than {self._seconds:g} seconds and was stopped")
        with Checking():
            (outcome,) = self._called.call(lambda _: iter([arguments]))
        if outcome.failed:
            raise outcome.failed
        return outcome.value, outcome.changed

    def result(self, name, args, kwargs):
        """Return the `outcome` of a function; a generator runs to its end."""
        args = [self._argument(value) for value in args]
        kwargs = {key: self._argument(value) for key, value in kwargs.items()}
        with Checking():
            return outcome(lambda *_, **__: self._sendable(lambda: self._own(name)(*args, **kwargs)), args, kwargs)

    def _argument(self, value):
        return self._names[value.name] if isinstance(value, wire.Named) else value

    def _run(self, function, *args):
        return run(function, *args, is_theirs=is_theirs, seconds=self._seconds)

    def _own(self, name):
        value = self._names[name]
        if _kind(name, value) == "borrowed" or isinstance(value, StandIn):
            package = value.__module__.split(".")[0]
            raise Failed("borrowed", f"it is {value.__name__} of {package}, not your own; that gets no points")
        return value

    def _sendable(self, function):
        """Return the result of a function as a value that can be sent; a generator runs to its end."""

        def sendable():
            value = function()
            if not inspect.isgenerator(value):
                return _packed(value) and value
            steps = [wire.unpacked(*_packed(step), wire.VALUES) for step in itertools.islice(value, MAX_STEPS + 1)]
            if len(steps) > MAX_STEPS:
                raise Failed("time", f"it yields more than {MAX_STEPS:,} steps")
            return wire.Steps(steps)

        return self._run(sendable)


def _read(function, *args):
    """Call a function that reads a source, and raise `Failed` if Python cannot read the source."""
    try:
        return function(*args)
    except NotPython as other:
        raise Failed("exception", str(other)) from None
    except SyntaxError as error:
        line = SourceLine(error.lineno or 1, (error.text or "").strip())
        raise Failed("exception", f"SyntaxError: {error.msg}", line) from None
    except Exception as error:  # invalid characters, or brackets that are not closed
        raise Failed("exception", f"Python cannot read it: {error}") from None


def _packed(value):
    try:
        return wire.packed(value, wire.VALUES)
    except TypeError as error:
        raise Failed("shape", f"it returned a value that cannot be compared: {error}") from None


def _is_imported(name, value):
    """Return whether a name is only imported: a module, or an object that has the same name in its own module."""
    if isinstance(value, types.ModuleType):
        return True
    is_own = getattr(value, "__module__", MODULE) == MODULE
    return not is_own and getattr(value, "__name__", None) == name and not _is_answer(value)


def _is_answer(value):
    """Return whether an assignment could ask a learner to write the value."""
    return isinstance(value, StandIn) and value.__module__.startswith(_ANSWERS)


def _kind(name, value):
    if _is_answer(value) and value.__name__ == name:
        return "borrowed"
    return "function" if callable(value) else "value"


# Calls from one process to another, which behave as if the function were here


def outcome(function, args, kwargs):
    """Return the result of a function, which argument it is (or None), and the arguments that it changed in place.

    Arguments have their places or names as keys. A result that is an argument itself is not returned again.
    """
    given = dict(enumerate(args)) | kwargs
    before = {key: array.tobytes() for key, array in given.items() if isinstance(array, np.ndarray)}
    value = function(*args, **kwargs)
    changed = [(key, given[key]) for key, old in before.items() if given[key].tobytes() != old]
    place = next((key for key in before if given[key] is value), None)
    return None if place is not None else value, place, changed


def _outside(name, call_outside):
    """Return a function that is called outside of this process, and behaves as if it were here."""

    def stand_in(*args, **kwargs):
        value, place, changed = call_outside(name, args, kwargs)
        given = dict(enumerate(args)) | kwargs
        for key, content in changed:
            given[key][...] = content
        return value if place is None else given[place]

    stand_in.__name__ = stand_in.__qualname__ = name
    stand_in.__module__ = MODULE
    return stand_in
