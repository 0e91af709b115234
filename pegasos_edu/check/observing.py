"""Run a learner's program on the probes, and record every state that it leaves."""

from typing import Any, NamedTuple

import numpy as np

from pegasos_edu.algorithms import step_types
from pegasos_edu.check.adapters import adapter_for
from pegasos_edu.check.failures import Failed
from pegasos_edu.check.parts.measuring import Run
from pegasos_edu.check.probes import Case, as_arrays, chain, probes, states
from pegasos_edu.check.shapes import STEP_FORMS, places_in, state_in, wrong_value


SHORT = 0.2  # seconds for a call that need not end


class ObservedRun(NamedTuple):
    """Record what a program did in one case."""

    case: Case
    states: list  # after each step, a row of numbers: w, or w and b; counts; w and the α of the example
    start: np.ndarray | None = None  # before the first step, if the program shows it
    ended: Failed | None = None  # the reason if there are fewer states than steps

    def plain(self, has_bias):
        """Return the run as lists, for the measurement; the last number of a state with a bias is the bias."""
        start = self.case.start
        if start:
            w = start["a"] * start["v"] if "a" in start else start["alpha" if "alpha" in start else "w"]
            start = (w.tolist(), float(start.get("b", 0.0)))
        elif self.start is not None:
            start = _pair(self.start, has_bias)
        return Run(self.case.plain, [_pair(state, has_bias) for state in self.states], start or None,
                   self.start is not None, self.ended is not None)  # fmt: skip


def _pair(state, has_bias):
    row = np.asarray(state, dtype=float).tolist()
    return (row[:-1], row[-1]) if has_bias else (row, 0.0)


class Observation(NamedTuple):
    """Record what a program did in all cases."""

    kind: str  # the shape of the program, "step" or "all"
    runs: tuple  # of ObservedRun
    has_bias: bool = False  # says whether the last number of each state is a bias
    changed: frozenset = frozenset()  # the roles of the arguments that it changed in place
    notes: tuple = ()
    more: Any = None  # a function that runs the program in another plain case, from a start, and returns an ObservedRun

    def plain_runs(self):
        """Return all runs as lists."""
        return [run.plain(self.has_bias) for run in self.runs]


def observe(program, shape, task):
    """Run a `Program` that has a given `Shape` on the task of an algorithm, and return its `Observation`.

    Raise `Failed` if the program cannot be run in the first case, or if nothing that it returns holds a state.
    """
    observer = _OneStep if shape.kind == "step" else _AllSteps
    return observer(program, shape, task).observed()


class _Observer:
    """Call one program, and record what it changes in place."""

    def __init__(self, program, shape, task):
        self.program, self.shape, self.task = program, shape, task
        self.changed, self.notes = set(), list(shape.notes)

    def call(self, values, seconds=None):
        """Return the outcomes of calls; values are arguments by roles, or a function of the outcomes so far."""
        values = values if callable(values) else lambda _, values=values: values
        outcomes = self.program.call(lambda outcomes: map(self.shape.arguments, values(outcomes)), seconds)
        for outcome in outcomes:
            self.changed |= {self.shape.roles[name] for name in outcome.changed}
        return outcomes

    def observation(self, runs, has_bias=False):
        if not any(run.states for run in runs):
            raise next(run.ended for run in runs if run.ended)
        notes = tuple(dict.fromkeys(self.notes))
        return Observation(self.shape.kind, tuple(runs), has_bias, frozenset(self.changed), notes, self.more)


class _AllSteps(_Observer):
    """Observe a program that takes all steps."""

    def observed(self):
        self._has_bias, self._places, self._shows_start = False, (None, None), True
        cases = probes(self.task.name)
        self._refuse_chance(cases[0])
        runs = [self._run(case) for case in cases]
        return self.observation(runs, self._has_bias)

    def more(self, plain, start):
        """Return the run in another case; None if it fails there."""
        try:
            return self._run(as_arrays(plain))
        except Failed:
            return None

    def _refuse_chance(self, case):
        outcomes = self.call([self._values(case)] * 2)
        if (failed := outcomes[-1].failed) and failed.kind == "time":
            raise failed
        if not failed and not _equal(*(one.value for one in outcomes)):
            words = "it returns something else when it is called again with the same arguments"
            raise Failed("shape", words, adapter=adapter_for(self.program, self.task))

    def _run(self, case):
        self._size = len(case.y) if self.task.step.is_kernel else case.X.shape[1]
        (outcome,) = self.call([self._values(case)])
        if outcome.failed and (self.program.is_generator or outcome.failed.kind == "time"):
            raise outcome.failed
        if outcome.failed:
            return self._prefixes(case)
        value, T = outcome.value, len(case.draws)
        if self._state(value) is None and _length(value) in (T - 1, T, T + 1):
            return self._listed(case, value)
        if self.program.is_generator or self._state(value) is None:
            raise self._not_a_state(value)
        self._find_places(value)
        return self._prefixes(case, self._vector(value))

    def _values(self, case, n=None):
        K_or_X = {"K": case.X @ case.X.T} if self.task.step.is_kernel else {"X": case.X}
        draws = case.draws[:n]
        k = {"k": draws.shape[1]} if draws.ndim > 1 else {}
        return K_or_X | {"y": case.y, "lam": case.lam, "draws": draws, "T": len(draws), "epochs": 1} | k

    def _state(self, value):
        """Return the state in a value; one number more than in w is the bias, the weight of a column of ones."""
        has_bias = self.task.step.has_bias
        found = [state_in(value, size, has_bias, at) for size, at in zip(self._sizes(), self._places)]
        if found[0] is None and found[1:] and found[1] is not None:
            wide = found[1].w
            return found[1]._replace(w=wide[:-1], b=float(wide[-1]))
        return found[0]

    def _find_places(self, value):
        """Remember where in a tuple the state is: in other cases another part of it might have the size of w."""
        if isinstance(value, tuple) and self._places == (None, None):
            self._places = tuple(places_in(value, size, self.task.step.has_bias) for size in self._sizes())

    def _sizes(self):
        return (self._size,) if self.task.step.is_kernel else (self._size, self._size + 1)

    def _vector(self, value):
        found = self._state(value)
        if found is None:
            raise self._not_a_state(value)
        if found.b is None:
            return found.w
        self._has_bias = True
        return np.append(found.w, found.b)

    def _not_a_state(self, value):
        wanted = "α, an array" if self.task.step.is_kernel else "w, an array"
        return wrong_value(value, f"{wanted} of shape ({self._size},), or yield it after each step")

    def _prefixes(self, case, last=None):
        """Return the run of a program that returns its last state: call it with no draws, one draw, two draws, …"""
        T, start = len(case.draws), self._start(case)
        outcomes = self.call([self._values(case, n) for n in range(1, T if last is not None else T + 1)])
        ended = outcomes[-1].failed if outcomes else None
        found = [self._vector(one.value) for one in outcomes if not one.failed]
        return ObservedRun(case, found + ([last] if last is not None and not ended else []), start, ended)

    def _start(self, case):
        """Return the state after no draws; None if the program does not show it.

        A mean of no weights is NaN, and a loop until a number of draws is reached never ends. So only the first case is
        tried, for a short time, before the others.
        """
        if not self._shows_start:
            return None
        (first,) = self.call([self._values(case, 0)], SHORT)
        found = None if first.failed else self._state(first.value)
        self._shows_start = found is not None and bool(np.isfinite(found.w).all())
        return self._vector(first.value) if self._shows_start else None

    def _listed(self, case, values):
        """Return the run of a program that returns all its states, with the start or without."""
        if len(values):
            self._find_places(values[0])
        found = [self._vector(value) for value in values]
        has_start = len(found) == len(case.draws) + 1
        is_one_array = len(found) > 1 and all(np.array_equal(one, found[0]) for one in found)
        if is_one_array and found[0].any() and not self.program.is_generator:
            raise Failed("shape", "all states that it returns are equal; if it appends one array again and again and "
                         "changes it in place, append a copy, w.copy()")  # fmt: skip
        return ObservedRun(case, found[has_start:], found[0] if has_start else None)


class _OneStep(_Observer):
    """Observe a program that takes one step: at chosen states, and along the probes."""

    def observed(self):
        chosen = states(self.task.name)
        outcomes = self.call([self._values(case, case.start, case.first, case.draws[0]) for case in chosen])
        if outcomes[-1].failed:
            raise outcomes[-1].failed
        runs = [self._single(case, outcome) for case, outcome in zip(chosen, outcomes)]
        runs.append(self._along(chain(self.task.name)))
        return self.observation(runs, self.task.step is step_types.BiasStep)

    def _single(self, case, outcome):
        return ObservedRun(case, [self._read(outcome.value, case.start, case.draws[0])[0]])

    def more(self, plain, start):
        """Return the run of a single step from a start; None if it fails there."""
        w, b = start
        array, number = self._form.array, self._form.number
        state = {array: np.array(w)} | ({number: b} if number == "b" else {})
        if number == "a":
            state = {"a": plain.scale_of_w, "v": np.array(w) / plain.scale_of_w}
        case = as_arrays(plain, **state)
        try:
            (outcome,) = self.call([self._values(case, case.start, case.first, case.draws[0])])
            return None if outcome.failed else self._single(case, outcome)
        except Failed:
            return None

    @property
    def _form(self):
        return STEP_FORMS[self.task.step]

    def _along(self, case):
        """Return the run of steps on a probe, each from the state that the step before it left."""
        found, w = [], np.zeros(case.X.shape[1])
        zeros = {"w": w, "v": w, "alpha": np.zeros(len(case.y)), "a": 1.0, "b": 0.0}

        def calls(outcomes):
            state = {name: zeros[name] for name in (self._form.array, self._form.number) if name}
            for t, drawn in enumerate(case.draws, 1):
                yield self._values(case, state, t, drawn)
                row, state = self._read(outcomes[-1].value, state, drawn)
                found.append(row)

        return ObservedRun(case, found, ended=self.call(calls)[-1].failed)

    def _values(self, case, state, t, drawn):
        """Return the arguments of a step by their roles."""
        values = state | step_arguments(self.task, case, t, drawn)
        if self._form.number == "alpha":
            values["alpha"] = float(state["alpha"][drawn])
        return values

    def _read(self, value, state, drawn):
        """Return the row of numbers to be compared, and the state for the next step."""
        array, number = self._form.array, self._form.number
        found = state_in(value, len(state[array]), has_bias=False)
        if found is None or number and found.b is None:
            raise self._not_a_state(value, len(state[array]))
        w, b = found
        left = {array: w} | ({number: b} if number else {})
        if number == "alpha":
            left["alpha"] = state["alpha"].copy()
            left["alpha"][drawn] = b
        return b * w if number == "a" else np.append(w, b) if number else w, left

    def _not_a_state(self, value, size):
        wanted = {"b": "w and b", "a": "a and v", "alpha": "w and the new α"}.get(
            self._form.number, f"{'α' if self.task.step.is_kernel else 'w'}, an array of shape ({size},)")  # fmt: skip
        is_matrix = isinstance(value, np.ndarray) and value.shape == (size, size)
        more = f". A column of shape ({size}, 1) and a row of shape ({size},) make a matrix when they are added"
        return wrong_value(value, wanted, more if is_matrix else "")


def step_arguments(task, case, t, drawn):
    """Return the arguments of a step by their roles, without the state before it."""
    X, y = case.X[drawn], case.y[drawn]
    values = {"X": X, "x": X, "y": y, "eta": 1 / (case.lam * t), "lam": case.lam, "t": t, "m": len(case.y)}
    if task.step.is_kernel:
        values |= {"K": case.X @ case.X.T, "y": case.y, "i": int(drawn)}
    return values


def _equal(a, b):
    """Return whether two values hold the same numbers."""
    if isinstance(a, tuple) and isinstance(b, tuple):
        return len(a) == len(b) and all(map(_equal, a, b))
    if isinstance(a, np.ndarray) and isinstance(b, np.ndarray):
        return np.array_equal(a, b, equal_nan=True)
    return not isinstance(a, dict) or all(_equal(a[name], b.get(name)) for name in a)


def _length(value):
    """Return how many states a value can hold; 0 if the value is not a sequence."""
    return len(value) if isinstance(value, tuple) or np.ndim(value) > 0 and isinstance(value, np.ndarray) else 0
