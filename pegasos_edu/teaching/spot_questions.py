"""Choose the question of a round of Spot the bug: an algorithm, data, draws, and four visible misconceptions."""

from functools import cache, partial
from typing import NamedTuple

import numpy as np

from pegasos_edu import datasets
from pegasos_edu.algorithms import ALGORITHMS
from pegasos_edu.algorithms.inputs import Batches
from pegasos_edu.kernels import rbf
from pegasos_edu.losses import objective_of_scores
from pegasos_edu.misconceptions import entries, task, wrong_program
from pegasos_edu.misconceptions.edits import source_of
from pegasos_edu.runs.draws import make_draws
from pegasos_edu.runs.run import LOSS_OF, signature

SETS = "toy", "moons"
M, T, K, LAM, GAMMA = 24, 48, 4, 0.1, 2.0  # two passes, so that mistakes from one pass to the next are visible
CHOICES = 4
PROJECTED = 0.4  # share of the rounds with an algorithm that can project
VISIBLE = 0.01  # the smallest relative difference of two weights that counts as visible
HIGHEST = 1e4  # the highest objective that fits on one scale with the right program


class Setting(NamedTuple):
    """Hold the data, the draws and the options of both programs."""

    task: str
    data: str
    X: np.ndarray
    y: np.ndarray
    names: tuple
    draws: np.ndarray
    project: bool

    @property
    def step(self):
        """Return the class of the algorithm's steps, which says how the weights are stored."""
        return task(self.task).step

    @property
    def options(self):
        """Return the options of both programs."""
        return {"project": True} if self.project else {}

    @property
    def kernel(self):
        """Return the kernel; None for a linear algorithm."""
        return partial(rbf, gamma=GAMMA) if self.step.is_kernel else None


class Trace(NamedTuple):
    """Hold the weights, the objective and the accuracy of a program after each step."""

    weights: np.ndarray  # (T, n) w and b, or the coefficients of a kernel run
    f: np.ndarray  # (T,)
    accuracy: np.ndarray  # (T,)


class Question(NamedTuple):
    """Hold visible misconceptions that differ from each other; the first one is the answer."""

    setting: Setting
    entries: list  # instances of `CatalogueEntry`
    traces: list  # a `Trace` of the right program, then one for each misconception
    order: list  # the order in which the choices are shown


def question(rng, level, avoided=(), algorithm=None):
    """Draw settings from a generator of random numbers, and return the first `Question` that works.

    The `level` says how much will be shown. A misconception in `avoided` is the answer only if no other is left.
    Without an `algorithm`, one is drawn.
    """
    while True:
        setting = _setting(rng, algorithm)
        right, chosen, traces = _trace(ALGORITHMS[setting.task], setting), [], []
        for entry in _candidates(rng, setting, level):
            if chosen or entry.id not in avoided:
                trace = _trace(wrong_program(setting.task, entry.id), setting)
                if trace and all(_differ(trace, other, level) for other in (right, *traces)):
                    chosen, traces = [*chosen, entry], [*traces, trace]
            if len(chosen) == CHOICES:
                return Question(setting, chosen, [right, *traces], rng.permutation(CHOICES).tolist())
        avoided = ()  # without this line, the loop would not end if all misconceptions were avoided


@cache
def tasks():
    """Return the algorithms with misconceptions, except the dual ones, whose misconceptions are mostly about α."""
    return [name for name in ALGORITHMS if entries(name) and not task(name).step.is_dual]


def _setting(rng, algorithm):
    """Choose an algorithm, unless it is given, data and draws."""
    possible = tasks()
    drawn, data = possible[rng.integers(len(possible))], SETS[rng.integers(len(SETS))]
    name = algorithm or drawn
    X, y, names = getattr(datasets, data)(m=M, seed=int(rng.integers(100)))
    X.setflags(write=False)
    _, _, of_draws, options = signature(ALGORITHMS[name])
    draws = make_draws("uniform", M, T, int(rng.integers(10_000)), K if of_draws is Batches else None)
    return Setting(name, data, X, y, names, draws, bool("project" in options and rng.random() < PROJECTED))


def _candidates(rng, setting, level):
    """Return the fitting misconceptions in random order; if possible, the first two concern the same part of a step."""
    known = [entry for entry in entries(setting.task) if _fits(entry, setting, level)]
    first, *others = (known[n] for n in rng.permutation(len(known)))
    near = [entry for entry in others if entry.part == first.part][:1]
    return [first, *near, *(entry for entry in others if entry not in near)]


def _fits(entry, setting, level):
    """Return whether a misconception can be a choice.

    A misconception about the projection fits only if both programs project. Where the lines are shown, a program with
    fewer lines does not fit, since it would give the answer away.
    """
    edits = entry.edits_for(setting.task)
    if entry.is_convention or not entry.fits("all") or not edits or entry.column or entry.keeps:
        return False
    if level == 1 and _lines(wrong_program(setting.task, entry.id)) < _lines(ALGORITHMS[setting.task]):
        return False
    return setting.project or entry.part != "projection" and all(pattern != "project" for pattern, _ in edits)


def _lines(program):
    return source_of(program).count("\n")


def _trace(program, setting):
    """Return the `Trace` of a program; None if the program fails, or its objective is too high to be drawn."""
    X = setting.kernel(setting.X, setting.X) if setting.step.is_kernel else setting.X
    draws = setting.draws if setting.draws.ndim == 2 else setting.draws.tolist()
    loss = LOSS_OF.get(signature(ALGORITHMS[setting.task])[1], "hinge")
    weights, f, accuracy = [], [], []
    with np.errstate(all="ignore"):
        try:
            for step in program(X, setting.y, LAM, draws, **setting.options):
                w, b = (step.beta(setting.y), 0.0) if step.is_kernel else (step.w, step.b if step.has_bias else 0.0)
                scores = X @ w + b
                square = w @ X @ w if step.is_kernel else w @ w
                weights.append(np.append(w, b))
                f.append(objective_of_scores(square, scores, setting.y, LAM, loss))
                accuracy.append((scores * setting.y > 0).mean())
        except (ArithmeticError, ValueError, IndexError):  # a wrong program may fail
            return None
    weights, f = np.array(weights), np.array(f)
    if len(f) != T or not (np.isfinite(weights).all() and (f < HIGHEST).all() and weights.any()):
        return None
    return Trace(weights, f, np.array(accuracy))


def first_difference(trace, other):
    """Return the first step after which the weights differ visibly; None if there is none."""
    sizes = np.maximum(np.abs(trace.weights), np.abs(other.weights)).max(axis=1)
    apart = np.abs(trace.weights - other.weights).max(axis=1) > VISIBLE * sizes
    return int(apart.argmax()) + 1 if apart.any() else None


def _differ(trace, other, level):
    """Return whether two programs differ visibly at a level."""
    if level < 3:
        return first_difference(trace, other) is not None
    return bool(np.abs(np.log10(trace.f) - np.log10(other.f)).max() > 5 * VISIBLE)
