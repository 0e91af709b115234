"""Hold the cases on which a program is tried as arrays, with the start of a program of one step."""

from functools import cache
from typing import NamedTuple

import numpy as np

from pegasos_edu.algorithms import step_types
from pegasos_edu.check.known import knowledge
from pegasos_edu.check.parts import cases
from pegasos_edu.misconceptions import task as task_of

EDGE = cases.EDGE


class Case(NamedTuple):
    """Hold data, λ and draws, and where a run begins."""

    name: str
    X: np.ndarray  # (m, d) examples; if there is a kernel, K is X Xᵀ
    y: np.ndarray  # (m,) −1 and +1
    lam: float
    draws: np.ndarray  # (T,) or (T, k)
    first: int = 1  # the number of the first step
    start: dict = {}  # start values that differ from those of the algorithm

    @property
    def column(self):
        """Return the same case with a column of ones."""
        return self._replace(X=np.column_stack([self.X, np.ones(len(self.X))]))


def as_arrays(plain, **start):
    """Return a plain case with arrays."""
    of = np.array(plain.X), np.array(plain.y), plain.lam, np.array(plain.draws)
    return Case(plain.name, *of, plain.first, start)


def facts_of(name):
    """Return the facts about a task."""
    return knowledge(name).facts


@cache
def probes(name):
    """Return the test cases for a program of all steps."""
    return tuple(as_arrays(case) for case in cases.whole_runs(facts_of(name)))


@cache
def states(name):
    """Return the cases, each of a single step, on which a program for one step of an algorithm is tried."""
    kind = task_of(name).step
    chosen = cases.chosen_states(facts_of(name), kind is step_types.ScaledStep)
    return tuple(as_arrays(state.case, **_start(state, kind)) for state in chosen)


def _start(state, kind):
    if kind is step_types.DualStep:
        return {"w": np.array(state.w), "alpha": np.array([state.b, 0.5])}
    w, t, lam = np.array(state.w), state.case.first, state.case.lam
    if kind is step_types.KernelStep:
        return {"alpha": w, "eta": 1 / (lam * (t - 1)) if t > 1 else 0.0}
    if kind is step_types.ScaledStep:
        return {"v": w / state.a, "a": state.a, "nu": float(np.linalg.norm(w))}
    return {"w": w, "b": state.b} if kind is step_types.BiasStep else {"w": w}
