"""The program of a hand-in, in its own process: its cells are run, its functions called, read and followed."""

import importlib
import inspect
import itertools
import sys
import types
from contextlib import contextmanager
from typing import NamedTuple

import numpy as np

from pegasos_edu.child import wire
from pegasos_edu.child.cells import Skipped, code_of
from pegasos_edu.child.stand_ins import LOOKING, PACKAGE, StandIn
from pegasos_edu.submissions.all_steps import fit_of
from pegasos_edu.submissions.shapes import shaped
from pegasos_edu.submissions.submission import Task
from pegasos_edu.submissions.trial import Failed, Guard, Line
from pegasos_edu.submissions.unwritten import hole_of

MODULE = "hand_in"  # the name of its module: what stands under `if __name__ == "__main__"` is not run
MAX_STEPS = 20_000  # of a generator that is called
_ANSWERS = tuple(f"{PACKAGE}.{room}" for room in ("boxes", "losses", "kernels"))
_FIELDS = ("t", "i", "eta", "score", "scores")  # of a generator's steps that are looked at


class Probe(NamedTuple):
    """Data, λ and draws."""

    X: np.ndarray
    y: np.ndarray
    lam: float
    draws: np.ndarray
    b: float


class Program:
    """What the cells define, and what is asked of it: each public method is a question."""

    def __init__(self, seconds, cell_seconds):
        self._module = types.ModuleType(MODULE)
        sys.modules[MODULE] = self._module
        self._seconds, self._readings = seconds, []
        self._names = vars(self._module)
        self._cells = Guard(_is_theirs, [self._names], cell_seconds)
        self._calls = Guard(_is_theirs, [self._names], seconds)

    def cell(self, number, source):
        """Run a cell."""
        try:
            code = code_of(source, number)
        except Skipped as skipped:
            raise Failed("exception", str(skipped)) from None
        except SyntaxError as error:
            at = Line(error.lineno or 1, (error.text or "").strip())
            raise Failed("exception", f"it is no Python that can be read: {error.msg}", at) from None
        except Exception as error:  # characters that no text has, or brackets without an end
            raise Failed("exception", f"it is no Python that can be read: {error}") from None
        self._cells.call(exec, code, self._names)

    def names(self):
        """Pairs of each name that is defined, and its kind; of functions with their parameters."""
        found = {}
        for name, value in list(self._names.items()):
            if isinstance(name, str) and not name.startswith("_") and not _is_foreign(name, value):
                kind = _kind(name, value)
                found[name] = (kind, _parameters(value) if kind == "function" else None)
        return found

    def printed(self):
        """The beginning of what was printed."""
        return self._cells.printed.text + self._calls.printed.text

    def value(self, name):
        """What a name stands for, if it is a plain value."""
        return self._packable(lambda: self._names[name])

    def call(self, name, args, kwargs):
        """What a function returns."""
        args, kwargs = self._own(args), self._own(kwargs)
        with _refused(()):
            return self._packable(lambda: self._called(name)(*args, **kwargs))

    def hole(self, name):
        """What is not written yet."""
        if isinstance(self._names[name], StandIn):
            return None
        found = self._calls.call(hole_of, self._names[name])
        return found and tuple(found)

    def read(self, name, task, order, seconds, refused):
        """Read a program; the answer is its number, and what is known of it."""
        task = None if task is None else Task(*task)
        with _refused(refused):
            found = shaped(self._called(name), task, order, min(seconds, self._seconds))
        self._readings.append((found, refused))
        known = {} if task is None else {"takes_draws": found.takes_draws, "can_project": found.can_project}
        about = {"takes_options": found.takes_options, **known}
        return len(self._readings) - 1, about, *self._said(found)

    def follow(self, number, probe, project):
        """What a program does on a probe."""
        found, refused = self._readings[number]
        found.project = project
        with _refused(refused):
            trace = found.follow(Probe(**probe))
        requests = [tuple(request) for request in trace.requests]
        fields = {name: trace.fields[name] for name in _FIELDS if name in trace.fields}
        plain = trace._replace(fields={name: one for name, one in fields.items() if _is_plain(one)}, requests=requests)
        return tuple(plain), *self._said(found)

    def ask(self, number, args, kwargs):
        """What a function that has been read returns."""
        found, refused = self._readings[number]
        with _refused(refused):
            value = found.call(*args, **kwargs)
        return self._packable(lambda: value), *self._said(found)

    def labels(self, number):
        """The pairs of labels that a program takes too."""
        found, refused = self._readings[number]
        with _refused(refused):
            return tuple(found.encodes_labels()), *self._said(found)

    @staticmethod
    def _said(found):
        return found.shape, list(found.notes)

    def _called(self, name):
        found = self._names[name]
        if isinstance(found, StandIn):
            home = found.__module__.split(".")[0]
            raise Failed(
                "borrowed", f"it is {found.__name__} of {home}, and no program of its own: that gets no points"
            )
        return found

    def _own(self, value):
        """Arguments, in which a name stands for a function of the package or of the hand-in."""
        if isinstance(value, (list, dict)):
            pairs = value.items() if isinstance(value, dict) else enumerate(value)
            found = {key: self._own(one) for key, one in pairs}
            return found if isinstance(value, dict) else list(found.values())
        return found_of(value, self._names)

    def _packable(self, function):
        """What a function returns, as a value that can be sent; a generator is walked to its end."""

        def plain():
            value = function()
            if inspect.isgenerator(value):
                steps = [wire.unpacked(*wire.packed(step)) for step in itertools.islice(value, MAX_STEPS + 1)]
                if len(steps) > MAX_STEPS:
                    raise Failed("time", f"it yielded more than {MAX_STEPS} steps and was stopped")
                return wire.Steps(steps)
            wire.packed(value)
            return value

        try:
            return self._calls.call(plain)
        except Failed as failed:
            if failed.line is None and failed.kind == "exception" and failed.words.startswith("it raised TypeError: "):
                said = failed.words.removeprefix("it raised TypeError: ")
                raise Failed("shape", f"it returned what cannot be looked at: {said}") from None
            raise


def found_of(value, names):
    """What was sent as something else than it is: functions, generators of random numbers, sparse matrices, steps."""
    if isinstance(value, wire.Named):
        return getattr(importlib.import_module(value.module), value.name) if value.module else names[value.name]
    if isinstance(value, wire.Generator):
        bits = getattr(np.random, value.state["bit_generator"])()
        bits.state = value.state
        return np.random.Generator(bits)
    if isinstance(value, wire.Sparse):
        from scipy.sparse import csr_array

        return csr_array((value.data, value.indices, value.indptr), shape=value.shape)
    return value


def _is_theirs(file):
    return file.startswith("<cell ")


def _is_foreign(name, value):
    """Whether a name was only imported: a module, or what has this name elsewhere too, and is nobody's task."""
    if isinstance(value, types.ModuleType):
        return True
    is_own = getattr(value, "__module__", MODULE) == MODULE
    return not is_own and getattr(value, "__name__", None) == name and not _is_answer(value)


def _is_answer(value):
    """Whether it is what a learner could be asked to write."""
    home = getattr(value, "__module__", None)
    is_named = isinstance(value, (StandIn, types.FunctionType)) and isinstance(home, str)
    return is_named and home.startswith(_ANSWERS)


def _kind(name, value):
    if _is_answer(value) and value.__name__ == name:
        return "borrowed"
    if isinstance(value, type) or fit_of(value) is not None:
        return "class"
    return "function" if callable(value) else "value"


def _parameters(function):
    """Of each its name, its kind, and whether it may be left out; None where that cannot be told."""
    try:
        parameters = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):
        return None
    return [(one.name, int(one.kind), one.default is not one.empty) for one in parameters]


def _is_plain(value):
    try:
        wire.packed(value)
    except Exception:  # whatever a learner puts into a step
        return False
    return True


@contextmanager
def _refused(names):
    """While a program is looked at, what makes steps is refused; so are these functions, by module and name.

    The code of a function is exchanged, so that it is refused under any name by which the program has it.
    """
    found = (getattr(sys.modules.get(module), name, None) for module, name in names)
    held = [(function, function.__code__) for function in found if isinstance(function, types.FunctionType)]
    LOOKING.is_on = True
    for function, _ in held:
        function.__code__ = _borrowed.__code__.replace(co_name=function.__name__)
    try:
        yield
    finally:
        LOOKING.is_on = False
        for function, code in held:
            function.__code__ = code


def _borrowed(*_, **__):
    from sys import _getframe  # it runs among the names of another module

    from pegasos_edu.submissions.trial import Borrowed

    raise Borrowed(f"{_getframe().f_code.co_name} of pegasos_edu")
