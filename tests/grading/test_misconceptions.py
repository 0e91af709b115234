"""The catalogue: each entry makes a program that differs, has words, and does not say what another one says."""

from itertools import combinations

import numpy as np
import pytest

from pegasos_edu.boxes import ALGORITHMS
from pegasos_edu.boxes.inputs import Batches, Classes, Gram, Targets
from pegasos_edu.grading.entries import TASKS, made, tasks
from pegasos_edu.grading.misconceptions import CONVENTIONS, MISCONCEPTIONS, of
from pegasos_edu.runs.run import signature

ENTRIES = MISCONCEPTIONS + CONVENTIONS
PLACES = {
    "choose", "t", "eta", "score", "condition", "shrink", "add", "project", "scale", "bias", "start", "output", "loss",
    "kernel", "labels",
}  # fmt: skip
PAIRS = [(entry, task) for entry in ENTRIES for task in tasks(entry)]
HINTS_MAY_HOLD = {"y", "w", "a", "b", "1", "x", "score"}

# Two names for what no steps can tell apart; all others must differ.
SAME = [
    {"the perceptron's condition", "the loss cut to a whole number"},
    {"the condition turned round", "only scores strictly on the wrong side"},
    {"labels collapsed to one", "the label of the drawn example in the sum"},
]


def _random(seed, lam, size=1.5):
    """Six examples, some entries 0, each drawn several times."""
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(6, 3)) * (rng.random((6, 3)) < 0.8) * size
    y = np.array([1, -1, 1, -1, -1, 1])
    return X, y, lam, np.concatenate([rng.permutation(6) for _ in range(10)])


def _built(lam):
    """With one λ or another, margins of exactly 1, in (0, 1) and in [1, t/(t − 1)), and repeats."""
    X = np.array([[0.5, 0, 0], [1, 0.25, 0], [-0.5, 1, 0.5], [0, 0, -1.0], [0.25, 0.5, 0]])
    return X, np.array([1, 1, -1, -1, 1]), lam, np.array([0, 0, 1, 0, 2, 2, 3, 4, 4, 1, 0, 3, 2, 4, 1, 1, 0, 0, 2, 3])


def _long():
    """Many rounds: a score after shrinking shows late."""
    rng = np.random.default_rng(7)
    X, y = rng.normal(size=(30, 3)), rng.choice([-1, 1], 30)
    X += y[:, None] * [1, 0.5, 0]
    return X, y, 0.05, rng.integers(30, size=600)


PROBES = [
    _random(0, 0.1),
    _random(1, 0.3),
    _random(2, 0.7),
    _random(3, 0.4, 6.0),
    *(_built(lam) for lam in (0.125, 0.25, 1.25)),
    _long(),
]


def _answers(X, y, kind):
    """The y that a box takes."""
    if kind is Targets:
        return np.round(X @ [1, -1, 0.5] + y, 2)
    return (y + 1) // 2 + (X[:, 1] > 0) if kind is Classes else y


def steps_of(program, task, probe, **options):
    """What a program leaves in each round, in one array; a program that ends early ends with NaN."""
    box = ALGORITHMS[task]
    first, of_y, of_draws, _ = signature(box)
    X, y, lam, draws = probe
    X, y = X.copy(), _answers(X, y, of_y)
    data = X @ X.T if first is Gram else X
    draws = draws[: len(draws) // 4 * 4].reshape(-1, 4) if of_draws is Batches else draws.tolist()
    with np.errstate(all="ignore"):
        steps = [_state(step) for step in program(data, y, lam, draws, **options)]
    assert np.array_equal(data, X @ X.T if first is Gram else probe[0]), "the data must stay"
    return np.array(steps + [np.full_like(steps[0], np.nan)] * (len(draws) - len(steps))).ravel()


def _state(step):
    if step.is_kernel:
        return np.array(step.alpha, dtype=float)
    return np.append(np.ravel(step.w), step.b if step.has_bias else [])


def values_of(program, task):
    """What a function gives, in one array."""
    z = np.array([-7.0, -1.5, -1, -0.3, 0, 0.2, 0.5, 1, 1.25, 3])
    X, y, lam, _ = _random(3, 0.3)
    if task in ("hinge_loss", "log_loss", "hinge_slope", "log_slope"):
        return np.ravel(program(z))
    w = np.random.default_rng(4).normal(size=(5, 3)) * [[0], [1], [0.1], [3], [0.3]]
    if task == "objective":
        given = [{"b": b, "loss": loss} for b in (0.0, 0.7) for loss in ("hinge", "log")]
        return np.concatenate(
            [np.append(program(w, X, y, lam, **more), program(w[1], X, y, lam, **more)) for more in given]
        )
    if task == "kernel_objective":
        beta = np.random.default_rng(5).normal(size=(4, 6))
        return np.append(program(beta, X @ X.T, y, lam), program(beta[0], X @ X.T, y, lam, loss="log"))
    given = {"linear": [{}], "rbf": [{"gamma": 0.5}, {"gamma": 2.0}],
             "polynomial": [{"degree": 2, "gamma": 0.5, "coef0": 2.0}, {}]}  # fmt: skip
    return np.concatenate([np.ravel(program(*data, **more)) for data in ((X,), (X[:2], X)) for more in given[task]])


def behaviour(program, task):
    """All that can be seen of a program."""
    if task not in ALGORITHMS:
        return values_of(program, task)
    given = [{}, {"b": 0.5}] if task == "biased" else [{}]
    return np.concatenate([steps_of(program, task, probe, **more) for probe in PROBES for more in given])


def differ(a, b):
    """Whether two behaviours are different beyond rounding."""
    with np.errstate(all="ignore"):
        return not np.allclose(a, b, rtol=1e-7, atol=1e-9, equal_nan=True)


def alike(task):
    """The sets of two names that have the same behaviour on a task."""
    seen = [(entry.name, behaviour(made(entry, task), task)) for entry in of(task)]
    return [{left, right} for (left, a), (right, b) in combinations(seen, 2) if not differ(a, b)]


@pytest.mark.parametrize(("entry", "task"), PAIRS, ids=lambda one: getattr(one, "name", one))
def test_each_entry_makes_a_program_that_differs(entry, task):
    assert differ(behaviour(made(entry, task), task), behaviour(TASKS[task], task))


@pytest.mark.parametrize("task", TASKS)
def test_no_two_entries_of_a_task_are_the_same_unless_that_is_known(task):
    assert [pair for pair in alike(task) if pair not in SAME] == []
