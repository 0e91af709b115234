"""Run a learner's program on the probes, and record every state that it leaves.

A program has ``is_generator`` and ``call``, as ``calling/programs.py`` describes them, and a shape ``kind``, ``roles``,
``notes`` and ``arguments``, as in ``check/shapes.py``.
"""

from math import isfinite

import numpy as np

from pegasos_edu.check.calling.failures import Failed
from pegasos_edu.check.parts import cases
from pegasos_edu.check.parts.measured_steps import Basis, ProgramRun, length
from pegasos_edu.check.parts.returned import described, places_in, state_in, wrong_value

SHORT = 0.2  # seconds for a call that need not end


class Observation:
    """Record what a program did.

    Attributes
    ----------
    kind
        The shape of the program, "step" or "all".
    runs
        The `ProgramRun` of each case.
    has_bias
        Whether its states have a bias, or one step leaves the α of its example.
    changed
        The roles of the arguments that it changed in place, sorted.
    notes
        Clauses.
    failed
        Why the first of the runs that ended too early did so; None if none did.
    more
        A function that runs the program in another case, from a start, and returns a `ProgramRun`; None if it fails.
    """

    def __init__(self, kind, runs, has_bias, changed, notes, failed, more):
        self.kind, self.runs, self.has_bias, self.changed = kind, runs, has_bias, changed
        self.notes, self.failed, self.more = notes, failed, more

    def as_products(self):
        """Return this observation with a·w instead of each w and the number a beside it."""

        def more(case, start):
            run = self.more(case, start)
            return run and _products(run)

        runs = [_products(run) for run in self.runs]
        notes = self.notes + ["the number beside the array was read as a, so that w is a·v"]
        return Observation(self.kind, runs, False, self.changed, notes, self.failed, more)


class DrawsByItself(Failed):
    """Signal that a program does something else when it is called again."""


def observe(program, shape, task, form):
    """Run a program on the task of an algorithm, and return its `Observation`.

    `form` holds the names of the arguments of one step, of the array and of the number that it returns. Raise `Failed`
    if the program cannot be run in the first case, or if nothing that it returns holds a state.
    """
    return observer(program, shape, task, form).observed()


def observer(program, shape, task, form):
    """Return the observer of a program."""
    return (_OneStep if shape.kind == "step" else _AllSteps)(program, shape, task, form)


class _Observer:
    """Call one program, and record what it changes in place."""

    def __init__(self, program, shape, task, form):
        self.program, self.shape, self.task = program, shape, task
        _, self.array, self.number = form or ((), "w", "")
        self.changed, self.failed, self.has_bias, self.notes, self._arrays = [], None, False, [], []

    def call(self, values, seconds=None):
        """Return the outcomes of calls; values are arguments by roles, or a function of the outcomes so far."""
        all_values = values if callable(values) else lambda _: values
        outcomes = self.program.call(lambda outcomes: map(self.shape.arguments, all_values(outcomes)), seconds)
        roles = dict(self.shape.roles)
        self.changed += [roles[name] for outcome in outcomes for name in outcome.changed]
        return outcomes

    def observation(self, runs):
        if not any([run.states for run in runs]):
            raise self.failed
        changed = sorted(set(self.changed))
        notes = list(self.shape.notes) + self.notes
        return Observation(self.shape.kind, runs, self.has_bias, changed, notes, self.failed, self.more)

    def arrays(self, case):
        """Return X, y, the draws and, for a kernel, K as arrays."""
        for known, arrays in self._arrays:
            if known is case:
                return arrays
        K = np.array(case.gram, dtype=float) if self.task.is_kernel else None
        self._arrays.append((case, (np.array(case.X, dtype=float), np.array(case.y), np.array(case.draws), K)))
        return self._arrays[-1][1]

    def note_end(self, outcomes):
        """Remember why the last of some calls failed, if it did; return whether it did."""
        failed = outcomes[-1].failed if outcomes else None
        self.failed = self.failed or failed
        return failed is not None


class _AllSteps(_Observer):
    """Observe a program that takes all steps."""

    _places, _shows_start, _is_wide, _ones_stand_first = None, True, False, None

    def observed(self):
        chosen = cases.whole_runs(self.task)
        self._refuse_chance(chosen[0])
        return self.observation([self.run(case) for case in chosen])

    def more(self, case, start):
        """Return the run in another case; None if it fails there."""
        try:
            return self.run(case)
        except Failed:
            return None

    def _refuse_chance(self, case):
        outcomes = self.call([self._values(case)] * 2)
        failed = outcomes[-1].failed
        if failed and failed.kind == "time":
            raise failed
        if not failed and not _equal(outcomes[0].value, outcomes[1].value):
            raise DrawsByItself("shape", "it returns something else when it is called again with the same arguments")

    def run(self, case):
        """Return the run in a case."""
        self._size = case.m if self.task.is_kernel else len(case.X[0])
        outcome = self.call([self._values(case)])[0]
        if outcome.failed and (self.program.is_generator or outcome.failed.kind == "time"):
            raise outcome.failed
        if outcome.failed:
            return self._prefixes(case)
        value, T = outcome.value, len(case.draws)
        if self._state(value) is None and _length(value) in (T - 1, T, T + 1):
            return self._listed(case, value)
        if self.program.is_generator or self._state(value) is None:
            raise self._not_a_state(value, T)
        self._find_places(value)
        return self._prefixes(case, self._pair(value))

    def _values(self, case, n=None):
        X, y, draws, K = self.arrays(case)
        draws = draws if n is None else draws[:n]
        k = draws.shape[1] if len(draws.shape) > 1 else 1
        return {"X": X, "K": K, "y": y, "lam": case.lam, "draws": draws, "T": len(draws), "epochs": 1, "k": k}

    def _state(self, value):
        """Return the state in a value; one number more than in w is the bias, the weight of a column of ones."""
        places = self._places or [None] * len(self._sizes())
        states = [state_in(value, size, self.task.asks_bias, at) for size, at in zip(self._sizes(), places)]
        if states[0] is None and states[1:] and states[1] is not None:
            wide, self._is_wide = states[1][0], True
            return wide[:-1], wide[-1]
        return states[0]

    def _find_places(self, value):
        """Remember where in a tuple the state is: in other cases another part of it might have the size of w."""
        if isinstance(value, tuple) and self._places is None:
            has_scale = self.task.name == "scaled"
            self._places = [places_in(value, size, self.task.asks_bias, has_scale) for size in self._sizes()]

    def _sizes(self):
        return [self._size] if self.task.is_kernel else [self._size, self._size + 1]

    def _pair(self, value):
        state = self._state(value)
        if state is None:
            raise self._not_a_state(value)
        w, b = state
        if b is None and self.task.asks_bias:
            raise Failed("shape", f"it returned {described(value)} and no b; return both, (w, b)")
        self.has_bias = self.has_bias or b is not None
        return w, b or 0.0

    def _not_a_state(self, value, T=None):
        parts = value if isinstance(value, tuple) else ()
        if T and len(parts) > 3 and all([self._state(part) is not None for part in parts]):
            words = f"it returned {len(parts)} states for {T} steps; return the last state, or one after each step"
            if self.program.is_generator:
                words = f"it yielded {len(parts)} times in {T} steps; yield once in every step"
            return Failed("shape", f"{words}, also when nothing is added")
        letter = "α" if self.task.is_kernel else "w"
        are_arrays = len(parts) == self._size and all([getattr(part, "size", 0) == 1 for part in parts])
        more = f". Each entry of {letter} should be a number" if are_arrays else _about_matrix(value, self._size)
        state = f"{letter}, an array of shape ({self._size},){', and b' if self.task.asks_bias else ''}"
        return wrong_value(value, f"{state}, or yield it after each step", more)

    def _prefixes(self, case, last=None):
        """Return the run of a program that returns its last state: call it with no draws, one draw, two draws, …"""
        T, start = len(case.draws), self._start(case)
        outcomes = self.call([self._values(case, n) for n in range(1, T if last is not None else T + 1)])
        ended = self.note_end(outcomes)
        states = [self._pair(outcome.value) for outcome in outcomes if not outcome.failed]
        return self._run_of(case, start, states + ([last] if last is not None and not ended else []), ended)

    def _start(self, case):
        """Return the state after no draws; None if the program does not show it.

        A mean of no weights is NaN, and a loop until a number of draws is reached never ends. So only the first case is
        tried, for a short time, before the others.
        """
        if not self._shows_start:
            return None
        first = self.call([self._values(case, 0)], SHORT)[0]
        state = None if first.failed else self._state(first.value)
        self._shows_start = state is not None and all([isfinite(a) for a in state[0] + [state[1] or 0.0]])
        return self._pair(first.value) if self._shows_start else None

    def _listed(self, case, values):
        """Return the run of a program that returns all its states, with the start or without."""
        if len(values):
            self._find_places(values[0])
        states = [self._pair(value) for value in values]
        start = states.pop(0) if len(states) == len(case.draws) + 1 else None
        is_one_array = len(states) > 1 and all([state == states[0] for state in states])
        if is_one_array and any(states[0][0]) and not self.program.is_generator:
            words = "if it appends one array again and again and changes it in place, append a copy, w.copy()"
            raise Failed("shape", f"all states that it returns are equal; {words}")
        return self._run_of(case, start, states)

    def _run_of(self, case, start, states, ended=False):
        """Return the run of some states; the start is None if the program does not show it."""
        if self._is_wide:
            start, states = self._with_bias_last(case, start, states)
        return ProgramRun(case, states, start, start is not None, ended)

    def _with_bias_last(self, case, start, states):
        """Return the start and the states of a w with d + 1 numbers, in which the weight of the ones is read as b."""
        if self._ones_stand_first is None:
            self._ones_stand_first = _ones_stand_first(case, start, states)
            place = "first" if self._ones_stand_first else "last"
            self.notes = [f"the {place} of the d + 1 numbers was read as b, the weight of a column of ones"]
        if not self._ones_stand_first:
            return start, states
        turned = [(w[1:] + [b], w[0]) for w, b in ([start] if start else []) + states]
        return (turned[0], turned[1:]) if start else (None, turned)


class _OneStep(_Observer):
    """Observe a program that takes one step: at chosen states, and along the probes."""

    @property
    def takes_index(self):
        """Return whether it takes all examples and the index of those that are drawn."""
        return "i" in dict(self.shape.roles).values()

    def observed(self):
        gives_eta = "eta" in dict(self.shape.roles).values()
        chosen = cases.chosen_states(self.task, self.number == "a", gives_eta)
        starts = [self._state_of(state.case, state.w, state.b) for state in chosen]
        outcomes = self.call([self._values(state.case, start, state.case.first, state.case.draws[0])
                              for state, start in zip(chosen, starts)])  # fmt: skip
        if outcomes[-1].failed:
            raise outcomes[-1].failed
        self.has_bias = self.number in ("b", "alpha")
        runs = [
            self._single(state.case, (state.w, state.b), start, outcome)
            for state, start, outcome in zip(chosen, starts, outcomes)
        ]
        return self.observation([*runs, self.run(cases.chain(self.task, gives_eta))])

    def more(self, case, start):
        """Return the run of a single step from a start; None if it fails there."""
        given = self._state_of(case, *start)
        try:
            outcome = self.call([self._values(case, given, case.first, case.draws[0])])[0]
            return None if outcome.failed else self._single(case, start, given, outcome)
        except Failed:
            return None

    def _single(self, case, start, given, outcome):
        return ProgramRun(case, [self._read(outcome.value, given, case.draws[0])[0]], start, True)

    def _state_of(self, case, w, b):
        """Return the state before a step by the names of its parts."""
        w = np.array(w, dtype=float)
        if self.number == "a":
            a = case.scale_of_w or 1.0
            return {"a": a, "v": w / a}
        if self.number == "alpha":
            return {"w": w, "alpha": np.array([b] + [0.0] * (case.m - 1))}
        return {self.array: w, "b": b}

    def run(self, case):
        """Return the run of steps in a case, each from the state that the step before it left."""
        states, size = [], case.m if self.task.is_kernel else len(case.X[0])

        def calls(outcomes):
            state = self._state_of(case, [0.0] * size, 0.0)
            for t, drawn in enumerate(case.draws, 1):
                yield self._values(case, state, t, drawn)
                row, state = self._read(outcomes[-1].value, state, drawn)
                states.append(row)

        return ProgramRun(case, states, None, False, self.note_end(self.call(calls)))

    def _values(self, case, state, t, drawn):
        """Return the arguments of a step by their roles."""
        X, y, _, K = self.arrays(case)
        if not self.takes_index:
            X, y = X[drawn], y[drawn]
        i, eta = np.array(drawn) if self.task.is_batch else drawn, 1 / (case.lam * t)
        values = {"X": X, "x": X, "y": y, "K": K, "i": i, "t": t, "lam": case.lam, "eta": eta, "m": case.m}
        values.update(state)
        if self.number == "alpha" and not self.takes_index:
            values["alpha"] = float(state["alpha"][drawn])
        return values

    def _read(self, value, state, drawn):
        """Return the state after a step as a pair of a list w and a number, and the state for the next step."""
        size = len(state[self.array])
        if self.number == "alpha" and self.takes_index and isinstance(value, tuple):  # it may return all α
            value = tuple([np.array(part[drawn]) if _is_like(part, state["alpha"]) else part for part in value])
        after = state_in(value, size, False)
        if after is None or self.number and after[1] is None:
            raise self._not_a_state(value, size)
        w, b = after
        left = {self.array: np.array(w, dtype=float)}
        if self.number == "alpha":
            left["alpha"] = state["alpha"].copy()
            left["alpha"][drawn] = b
        else:
            left[self.number or "b"] = b or 0.0
        return ([b * a for a in w] if self.number == "a" else w, 0.0 if self.number == "a" else b or 0.0), left

    def _not_a_state(self, value, size):
        words = {"b": "w and b", "a": "a and v", "alpha": "w and the new α"}
        of_two = [words[self.number]] if self.number in words else []
        letter = "α" if self.task.is_kernel else "w"
        wanted = of_two[0] if of_two else f"{letter}, an array of shape ({size},)"
        return wrong_value(value, wanted, _about_matrix(value, size))


def _about_matrix(value, size):
    """Return a sentence about a square matrix, and "" about any other value."""
    is_matrix = isinstance(value, np.ndarray) and value.shape == (size, size)
    words = f". A column of shape ({size}, 1) and a row of shape ({size},) make a matrix when they are added"
    return words if is_matrix else ""


def _products(run):
    """Return a run with b·w instead of each state (w, b)."""
    start, *states = [([b * a for a in w], 0.0) for w, b in [run.start] + run.states]
    return ProgramRun(run.case, states, start, run.has_shown_start, run.ended)


def _ones_stand_first(case, start, states):
    """Return whether the last d of d + 1 numbers, and not the first d, are combinations of examples and the start.

    The states hold the last number as b. None is returned if no state tells.
    """
    rows = case.X
    for n, (w, b) in enumerate(states):
        if case.m >= len(w):  # every w is a combination of so many examples
            rows = [case.X[i] for i in _drawn(case.draws[: n + 1])]
        if len(rows) >= len(w):
            return None
        fits = []
        for first in (0, 1):
            part, of_start = [(v + [number])[first : first + len(w)] for v, number in ((w, b), start or ([], 0.0))]
            distance = Basis(rows + ([of_start] if any(of_start) else [])).coordinates(part)[1]
            fits.append(distance <= 1e-4 * length(part))
        if fits[0] != fits[1]:
            return fits[1]
    return None


def _drawn(draws):
    """Return all examples in some draws, each once."""
    return set([i for drawn in draws for i in (drawn if isinstance(drawn, (list, tuple)) else [drawn])])


def _is_like(value, array):
    return isinstance(value, np.ndarray) and value.shape == array.shape


def _equal(a, b):
    """Return whether two values hold the same numbers."""
    if isinstance(a, tuple) and isinstance(b, tuple):
        return len(a) == len(b) and all([_equal(part, other) for part, other in zip(a, b)])
    if isinstance(a, np.ndarray) and isinstance(b, np.ndarray):
        pairs = zip(a.ravel().tolist(), b.ravel().tolist())
        return a.shape == b.shape and all([p == q or p != p and q != q for p, q in pairs])
    return not isinstance(a, dict) or all([_equal(a[name], b.get(name)) for name in a])


def _length(value):
    """Return how many states a value can hold; 0 if the value is not a sequence."""
    return len(value) if isinstance(value, tuple) or isinstance(value, np.ndarray) and value.shape else 0
