"""What is asked in a round of Spot the bug: a box, data and draws, a misconception that shows there, three others."""

from functools import partial
from typing import NamedTuple

import numpy as np

from pegasos_edu import datasets
from pegasos_edu.boxes import ALGORITHMS
from pegasos_edu.boxes.inputs import Batches, Gram
from pegasos_edu.kernels import rbf
from pegasos_edu.losses import objective_of_scores
from pegasos_edu.misconceptions import MISCONCEPTIONS
from pegasos_edu.misconceptions.effects import HELD
from pegasos_edu.misconceptions.entries import made, tasks
from pegasos_edu.runs.draws import make_draws
from pegasos_edu.runs.run import LOSS_OF, signature

BOXES = "hinge", "minibatch", "logistic", "scaled", "kernelized", "free_bias"
SETS = "toy", "moons"
M, T, K, LAM, GAMMA = 24, 48, 4, 0.1, 2.0  # two passes, so that what goes wrong from pass to pass shows
CHOICES = 4
PROJECTED = 0.4  # of the rounds in which the box can project
SEEN = 0.01  # the share of its size by which a number must differ, and log10 of an objective, to be seen
HIGHEST = 1e4  # of an objective that is still drawn beside the right one


class Given(NamedTuple):
    """What both programs are run on."""

    task: str
    data: str
    X: np.ndarray
    y: np.ndarray
    names: tuple
    draws: np.ndarray
    project: bool

    @property
    def is_kernel(self):
        """Whether the box takes a Gram matrix."""
        return signature(ALGORITHMS[self.task])[0] is Gram

    @property
    def options(self):
        """Of the programs."""
        return {"project": True} if self.project else {}

    @property
    def kernel(self):
        """The kernel of a kernel box."""
        return partial(rbf, gamma=GAMMA) if self.is_kernel else None


class Trace(NamedTuple):
    """What is seen of a program, after each round."""

    weights: np.ndarray  # (T, n) w and b, or the coefficients of a kernel run
    f: np.ndarray  # (T,)
    accuracy: np.ndarray  # (T,)


class Question(NamedTuple):
    """Misconceptions that show, and that can be told apart, the one that is asked for first."""

    given: Given
    entries: list  # of Entry
    traces: list  # of Trace: of the right program, and then of each misconception
    order: list  # in which they are offered


def question(rng, level, avoided=()):
    """The first question that the numbers of a generator give.

    Parameters
    ----------
    rng : numpy.random.Generator
    level : {1, 2, 3}
        What will be shown.
    avoided : set of str
        The names of misconceptions that are not to be asked for, while there are others.

    Returns
    -------
    Question
    """
    while True:
        given = _given(rng)
        right, found, traces = _trace(ALGORITHMS[given.task], given), [], []
        for entry in _candidates(rng, given, level):
            if found or entry.name not in avoided:
                trace = _trace(made(entry, given.task), given)
                if trace and all(_seen(trace, other, level) for other in (right, *traces)):
                    found, traces = [*found, entry], [*traces, trace]
            if len(found) == CHOICES:
                return Question(given, found, [right, *traces], rng.permutation(CHOICES).tolist())
        avoided = ()  # or boxes would be drawn without end where all were asked for


def _given(rng):
    """A box, data, and draws."""
    task, data = BOXES[rng.integers(len(BOXES))], SETS[rng.integers(len(SETS))]
    X, y, names = getattr(datasets, data)(m=M, seed=int(rng.integers(100)))
    X.setflags(write=False)
    _, _, of_draws, options = signature(ALGORITHMS[task])
    draws = make_draws("uniform", M, T, int(rng.integers(10_000)), K if of_draws is Batches else None)
    return Given(task, data, X, y, names, draws, bool("project" in options and rng.random() < PROJECTED))


def _candidates(rng, given, level):
    """What can go wrong with a box, in the order in which it is tried; two of the same place come close together.

    Where lines are shown, only what is wrong in a line of the box: a program of its own would not look like the box.
    """
    known = [entry for entry in MISCONCEPTIONS if _fits(entry, given, level)]
    first, *others = (known[n] for n in rng.permutation(len(known)))
    near = [entry for entry in others if entry.where == first.where][:1]
    return [first, *near, *(entry for entry in others if entry not in near)]


def _fits(entry, given, level):
    """Whether it can be asked for: what goes wrong in a projection only where both programs project."""
    task = given.task
    if task not in (entry.changes if level == 1 else tasks(entry)) or (given.is_kernel and entry.name in HELD):
        return False
    if given.project:
        return "project" in signature(made(entry, task))[3]
    return entry.where != "project"


def _trace(program, given):
    """What is seen of a program; None where it does not come through, or too far off to be drawn."""
    X = given.kernel(given.X, given.X) if given.is_kernel else given.X
    draws = given.draws if given.draws.ndim == 2 else given.draws.tolist()
    loss = LOSS_OF.get(signature(ALGORITHMS[given.task])[1], "hinge")
    weights, f, accuracy = [], [], []
    with np.errstate(all="ignore"):
        try:
            for step in program(X, given.y, LAM, draws, **given.options):
                w, b = (step.beta(given.y), 0.0) if step.is_kernel else (step.w, step.b if step.has_bias else 0.0)
                scores = X @ w + b
                square = w @ X @ w if step.is_kernel else w @ w
                weights.append(np.append(w, b))
                f.append(objective_of_scores(square, scores, given.y, LAM, loss))
                accuracy.append((scores * given.y > 0).mean())
        except (ArithmeticError, ValueError, IndexError):  # a wrong program may come to an end of its own
            return None
    weights, f = np.array(weights), np.array(f)
    if len(f) != T or not (np.isfinite(weights).all() and (f < HIGHEST).all() and weights.any()):
        return None
    return Trace(weights, f, np.array(accuracy))


def parting(one, other):
    """The first round after which the weights differ so that it is seen; None if there is none."""
    sizes = np.maximum(np.abs(one.weights), np.abs(other.weights)).max(axis=1)
    apart = np.abs(one.weights - other.weights).max(axis=1) > SEEN * sizes
    return int(apart.argmax()) + 1 if apart.any() else None


def _seen(one, other, level):
    """Whether two programs can be told apart by what a level shows; the objective on the whole scale of its curve."""
    if level < 3:
        return parting(one, other) is not None
    return bool(np.abs(np.log10(one.f) - np.log10(other.f)).max() > 5 * SEEN)
