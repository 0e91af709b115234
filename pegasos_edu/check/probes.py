"""Hold the cases on which a program is tried as arrays, with the start of a program of one step.

``parts/cases.py`` chooses the data; ``misconceptions`` and the player need arrays.
"""

from functools import cache
from typing import Any, NamedTuple

import numpy as np

from pegasos_edu.algorithms import step_types
from pegasos_edu.check.parts import cases
from pegasos_edu.check.parts.tasks import Task
from pegasos_edu.misconceptions import task as task_of

K = 3  # examples in a mini-batch
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
    plain: Any = None  # the same case without arrays

    @property
    def column(self):
        """Return the same case with a column of ones."""
        return self._replace(X=np.column_stack([self.X, np.ones(len(self.X))]))


def as_arrays(plain, **start):
    """Return a plain case with arrays."""
    of = np.array(plain.X), np.array(plain.y), plain.lam, np.array(plain.draws)
    return Case(plain.name, *of, plain.first, start, plain)


@cache
def facts_of(name, has_bias=False):
    """Return the facts about a task that the measurement needs."""
    about = task_of(name)
    return Task(name, name == "logistic", about.is_batch, about.step.has_bias, about.step.has_bias or has_bias,
                about.step.is_kernel)  # fmt: skip


@cache
def probes(name):
    """Return the test cases for a program of all steps."""
    return tuple(as_arrays(case) for case in cases.whole_runs(facts_of(name)))


@cache
def chain(name):
    """Return the test case in which a program of one step is called again and again."""
    return as_arrays(cases.chain(facts_of(name)))


@cache
def states(name):
    """Return the cases, each of a single step, on which a program for one step of an algorithm is tried."""
    kind = task_of(name).step
    if kind is step_types.DualStep:
        return tuple(_of_dual())
    chosen = cases.chosen_states(facts_of(name), kind is step_types.ScaledStep)
    return tuple(as_arrays(state.case, **_start(state, kind)) for state in chosen)


def _start(state, kind):
    w, t, lam = np.array(state.w), state.case.first, state.case.lam
    if kind is step_types.KernelStep:
        return {"alpha": w, "eta": 1 / (lam * (t - 1)) if t > 1 else 0.0}
    if kind is step_types.ScaledStep:
        return {"v": w / state.a, "a": state.a, "nu": float(np.linalg.norm(w))}
    return {"w": w, "b": state.b} if kind is step_types.BiasStep else {"w": w}


# The states of steps of dual coordinate ascent

_MARGINS = 0.5, -1.0, 2.0, 1.0, 0.0
_W = np.array([1.0, -0.5, 0.25, 0.0])
_X = np.array([1.0, 0.5, 1.0, 0.5])  # ⟨w, x⟩ = 1 exactly
_X_0 = np.array([0.5, 1.0, 0.0, 2.0])  # ⟨w, x⟩ = 0 exactly
_TIMES = (2, 0.3), (3, 0.5), (5, 0.3), (10, 0.05), (2, 2.0)  # t and λ


def _of_dual():
    """Yield states with α·y of 0, 0.3 and 1 at every margin."""
    for n, (z, y) in enumerate((z, y) for z in _MARGINS for y in (1, -1)):
        _, lam = _TIMES[n % len(_TIMES)]
        share = (0.3, 0.0, 1.0)[n % 3]
        X = np.array([y * z * _X if z else y * _X_0, _X_0])
        alpha = np.array([y * share, 0.5])
        words = f"a margin of {z:g}, y = {y:+d}, α·y = {share:g}, λ = {lam:g}"
        yield Case(words, X, np.array([y, 1]), lam, np.array([0]), 1, {"w": _W, "alpha": alpha})
