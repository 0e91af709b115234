"""What a program of ours does on given draws: its states, in each of the forms in which a learner may keep them."""

from functools import cache
from typing import NamedTuple

import numpy as np

from pegasos_edu.boxes import ALGORITHMS
from pegasos_edu.boxes.inputs import Batches, Gram
from pegasos_edu.boxes.steps import copied
from pegasos_edu.runs.run import signature

# What a state may hold: the name of each form, and how it follows from a step.
LINEAR = {"w": lambda step, X, y: step.w}
KERNEL = {
    "the counts α": lambda step, X, y: step.alpha,
    "the signed counts α·y": lambda step, X, y: step.alpha * y,
    "the coefficients η·α·y of w": lambda step, X, y: step.eta * step.alpha * y,
    "η·α": lambda step, X, y: step.eta * step.alpha,
    "w itself": lambda step, X, y: (step.eta * step.alpha * y) @ X,
}


@cache
def is_kernel(task):
    """Whether the box takes a Gram matrix."""
    return signature(ALGORITHMS[task])[0] is Gram


def is_batch(task):
    """Whether a step of the box looks at several examples."""
    return signature(ALGORITHMS[task])[2] is Batches


class Walk(NamedTuple):
    """The steps of a program, and its states in every form."""

    steps: list
    states: dict  # form -> (T, ...)
    biases: np.ndarray | None  # (T,)


def forms(task):
    """The forms of a state for a task: name -> function of a step, X and y."""
    return KERNEL if is_kernel(task) else LINEAR


def walk(program, task, probe, draws, **options):
    """Walk a program that has the shape of a box.

    Parameters
    ----------
    program : generator function
        The box, or one with a misconception.
    task : str
        The name of the box.
    probe : Probe
    draws : sequence
        Those that the submission took, which need not be those of the probe.
    **options
        Of the box.

    Returns
    -------
    Walk
        Up to where the program raises, or ends.
    """
    if task == "biased":
        options["b"] = probe.b
    return _walk(program, task, _Known(probe), hashable(draws), tuple(options.items()))


def hashable(draws):
    """Draws as a tuple, of ints or of tuples of these."""
    if isinstance(draws, tuple):
        return draws
    return tuple(int(i) if np.ndim(i) == 0 else tuple(np.asarray(i).tolist()) for i in draws)


class _Known:
    """A probe, to be found again in the cache by its name and numbers."""

    def __init__(self, probe):
        self.probe = probe
        self.key = probe.name, probe.X.tobytes(), probe.y.tobytes(), probe.lam

    def __hash__(self):
        return hash(self.key)

    def __eq__(self, other):
        return self.key == other.key


@cache
def _walk(program, task, known, draws, options):
    probe, steps = known.probe, []
    X = probe.X @ probe.X.T if is_kernel(task) else probe.X
    rows = [np.array(A) for A in draws] if isinstance(draws[0], tuple) else draws  # the last of a pass may be short
    with np.errstate(all="ignore"):
        try:
            for step in program(X, probe.y, probe.lam, rows, **dict(options)):
                steps.append(copied(step))
        except Exception:  # a wrong program may come to an end of its own, and two edits may not go together
            pass
        states = {
            name: np.array([form(step, probe.X, probe.y) for step in steps]) for name, form in forms(task).items()
        }
    biases = np.array([step.b for step in steps]) if steps and steps[0].has_bias else None
    return Walk(steps, states, biases)


def same(a, b, rtol):
    """Whether two states are equal, up to rtol times the largest entry."""
    a, b = np.asarray(a, dtype=float), np.asarray(b, dtype=float)
    if a.shape != b.shape:
        return False
    if not (np.isfinite(a).all() and np.isfinite(b).all()):
        return bool(np.array_equal(np.isfinite(a), np.isfinite(b)))
    return bool(np.abs(a - b).max(initial=0.0) <= rtol * max(1.0, np.abs(b).max(initial=0.0)))


def parting(states, walked, rtol):
    """The first round, from 0, in which states differ from those walked; None if they do not."""
    for t, (one, other) in enumerate(zip(states, walked)):
        if not same(one, other, rtol):
            return t
    return None
