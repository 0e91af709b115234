"""Test what the report says about the commonest slips; `test_wrong_programs.py` tests every entry of the catalogue."""

import numpy as np
import pytest
from verdicts import mistakes_of

from pegasos_edu.check import check
from pegasos_edu.misconceptions import by_id

SLIPS = []


def slip(task, words):
    """Add a program, with the identifier that its report names, or with words of its report."""

    def add(program):
        SLIPS.append(pytest.param(task, program, words, id=program.__name__))
        return program

    return add


@slip("hinge", "condition-below-zero")
def step_below_zero(w, x, y, eta, lam):
    if y * (w @ x) < 0:
        return (1 - eta * lam) * w + eta * y * x
    return (1 - eta * lam) * w


@slip("hinge", "nothing-is-added")
def all_steps_below_zero(X, y, lam, draws):
    w = np.zeros(X.shape[1])
    for t, i in enumerate(draws, 1):
        w *= 1 - 1 / t
        if y[i] * (w @ X[i]) < 0:
            w += y[i] * X[i] / (lam * t)
    return w


@slip("hinge", "condition-at-or-below-zero")
def step_of_another_prediction(w, x, y, eta, lam):
    return (1 - eta * lam) * w + (eta * y * x if np.sign(w @ x) != y else 0)


@slip("hinge", "score-after-shrinking")
def path_that_shrinks_first(X, y, lam, draws):
    path = [np.zeros(X.shape[1])]
    for t, i in enumerate(draws, 1):
        shrunk = (1 - 1 / t) * path[-1]
        path.append(shrunk + (y[i] * (X[i] @ shrunk) < 1) * y[i] * X[i] / (lam * t))
    return path


@slip("hinge", "counter-of-passes")
def eta_of_a_pass(X, y, lam, draws):
    w, epoch = np.zeros(X.shape[1]), 0
    for n, i in enumerate(draws):
        if n % len(X) == 0:
            epoch += 1
            eta = 1 / (lam * epoch)
        w = w - eta * (lam * w - (y[i] * X[i] if y[i] * (w @ X[i]) < 1 else 0))
        yield w


@slip("kernelized", "label-of-the-drawn-example")
def kernel_with_the_label_of_the_drawn_one(K, y, lam, draws):
    alpha = np.zeros(len(y))
    for t, i in enumerate(draws, 1):
        score = y[i] * (alpha @ K[i]) / (lam * (t - 1)) if t > 1 else 0
        if y[i] * score < 1:
            alpha[i] += 1
    return alpha


@slip("kernelized", "only-the-drawn-coefficient-shrinks")
def kernel_that_shrinks_one(K, y, lam, draws):
    beta = np.zeros(len(y))
    for t, i in enumerate(draws, 1):
        margin = y[i] * (K[i] @ beta)
        beta[i] = (1 - 1 / t) * beta[i]
        if margin < 1:
            beta[i] += y[i] / (lam * t)
    return beta


@slip("hinge", "only-the-first-step")
def returns_in_the_loop(X, y, lam, draws):
    w = np.zeros(X.shape[1])
    for t, i in enumerate(draws, 1):
        w = (1 - 1 / t) * w + (y[i] * (w @ X[i]) < 1) * y[i] * X[i] / (lam * t)
        return w


@slip("hinge", "old-w-returned")
def step_that_returns_the_old_w(w, x, y, eta, lam):
    new = (1 - eta * lam) * w + (y * (w @ x) < 1) * eta * y * x  # noqa: F841  that is the slip
    return w


@slip("projected", "returned None")
def nothing_for_a_short_w(w, lam):
    if np.linalg.norm(w) > 1 / np.sqrt(lam):
        return w / np.linalg.norm(w) / np.sqrt(lam)


@slip("log_loss", "overflow")
def overflows(z):
    return np.log(1 + np.exp(-z))


# NumPy beginners


@slip("hinge_loss", "Python's max and min compare")
def loss_by_max(z):
    return max(0, 1 - z)


@slip("hinge_loss", "np.max and np.min compare")
def loss_by_np_max(z):
    return np.max(0, 1 - z)


@slip("hinge_loss", "condition is about a whole array")
def loss_by_if(z):
    if z < 1:
        return 1 - z
    return 0 * z


@slip("objective", "the penalty is a vector instead of a number")
def objective_with_a_vector_for_the_penalty(w, X, y, lam, b=0.0):
    return lam * w + np.mean(np.maximum(0, 1 - y * (X @ w + b)))


@slip("objective", "their shapes do not fit")
def objective_with_a_star(w, X, y, lam):
    return lam / 2 * w @ w + np.maximum(0, 1 - y * (X * w)).mean()


@slip("hinge", "multiplied entry by entry")
def step_with_a_star(w, x, y, eta, lam):
    if y * (w * x) < 1:
        return (1 - eta * lam) * w + eta * y * x
    return (1 - eta * lam) * w


@slip("hinge", "A column of shape (6, 1)")
def step_with_a_column(w, x, y, eta, lam):
    return (1 - eta * lam) * w + eta * y * x.reshape(-1, 1) * (y * (w @ x) < 1)


@slip("minibatch", "data-changed-in-place")
def step_that_changes_its_batch(w, X, y, eta, lam):
    X *= y[:, None]
    return (1 - eta * lam) * w + eta / len(y) * X[X @ w < 1].sum(axis=0)


@slip("hinge", "data-changed-in-place")
def steps_that_change_the_data(X, y, lam, draws):
    w = np.zeros(X.shape[1])
    for t, i in enumerate(draws, 1):
        x = X[i]
        hit = y[i] * (w @ x) < 1
        x *= y[i] / (lam * t)
        w = (1 - 1 / t) * w + hit * x
    return w


@pytest.mark.parametrize(("task", "program", "words"), SLIPS)
def test_a_common_slip_is_named_or_explained(task, program, words):
    report = check(program, task)
    assert not report.passed
    if words in by_id():
        assert mistakes_of(report) == [{words}], report
    else:
        assert words in str(report)
