"""Test from both sides how exact a program must be: rounding is no mistake, and a hundred-thousandth is one."""

import numpy as np
import pytest

from pegasos_edu.check import check

THOUSANDTH = 1e-3


def hinge(X, y, lam, draws, eta=1.0, keep=1.0, threshold=1.0, dtype=float, slack=0.0, late=None):
    """Return the last w; the parts of each step, or only of step `late`, are multiplied by factors near 1."""
    X, w, radius = X.astype(dtype), np.zeros(X.shape[1], dtype), dtype(1 / lam**0.5)
    for t, i in enumerate(draws, 1):
        size = dtype(1 / (lam * t)) * dtype(eta if late in (None, t) else 1)
        margin = y[i] * (w @ X[i])
        w = dtype((1 - 1 / t) * keep) * w
        if margin < threshold:
            w = w + size * y[i] * X[i]
        norm = np.linalg.norm(w)
        w = w * dtype(min(1.0, radius / (norm + slack))) if norm else w
    return w


def free_bias(X, y, lam, draws, eta=1.0, dtype=float):
    w, b = np.zeros(X.shape[1], dtype), dtype(0)
    for t, i in enumerate(draws, 1):
        violated = y[i] * (w @ X[i].astype(dtype) + b) < 1
        w = dtype(1 - 1 / t) * w + violated * dtype(1 / (lam * t)) * y[i] * X[i].astype(dtype)
        b = dtype(b + violated * dtype(eta / (lam * t)) * y[i])
    return w, b


def minibatch(X, y, lam, draws, eta=1.0, dtype=float):
    X, w = X.astype(dtype), np.zeros(X.shape[1], dtype)
    for t, A in enumerate(draws, 1):
        V = A[y[A] * (X[A] @ w) < 1]
        w = dtype(1 - 1 / t) * w + dtype(eta / (lam * t * len(A))) * (y[V].astype(dtype) @ X[V])
    return w


def logistic(X, y, lam, draws, eta=1.0, dtype=float):
    X, w = X.astype(dtype), np.zeros(X.shape[1], dtype)
    for t, i in enumerate(draws, 1):
        p = dtype(1) / (1 + np.exp(y[i] * (w @ X[i])))
        w = dtype(1 - 1 / t) * w + dtype(eta / (lam * t)) * dtype(p) * y[i] * X[i]
    return w


def kernelized(K, y, lam, draws, eta=1.0, dtype=float):
    """Return the coefficients of w, which shrink."""
    K, beta = K.astype(dtype), np.zeros(len(y), dtype)
    for t, i in enumerate(draws, 1):
        violated = y[i] * (beta @ K[i]) < 1
        beta = dtype(1 - 1 / t) * beta
        beta[i] += violated * dtype(eta / (lam * t)) * y[i]
    return beta


def changed(program, **more):
    """Return a program with other arguments."""
    if program is kernelized:
        return lambda K, y, lam, draws: program(K, y, lam, draws, **more)
    return lambda X, y, lam, draws: program(X, y, lam, draws, **more)


PROGRAMS = [hinge, free_bias, minibatch, logistic, kernelized]


@pytest.mark.parametrize("dtype", [np.float64, np.float32])
@pytest.mark.parametrize("program", PROGRAMS)
def test_a_right_program_passes_in_both_precisions(program, dtype):
    report = check(changed(program, dtype=dtype), program.__name__)
    assert report.passed, report


@pytest.mark.parametrize("off", [1e-7, -1e-7])
@pytest.mark.parametrize("program", PROGRAMS)
def test_a_program_that_is_off_by_a_ten_millionth_passes(program, off):
    assert check(changed(program, eta=1 + off), program.__name__).passed


@pytest.mark.parametrize("off", [1e-5, 3e-4, THOUSANDTH])
@pytest.mark.parametrize("program", PROGRAMS)
def test_a_hundred_thousandth_or_more_in_what_is_added_does_not_pass(program, off):
    for factor in (1 + off, 1 - off):
        assert not check(changed(program, eta=factor), program.__name__).passed, factor


@pytest.mark.parametrize("program", PROGRAMS)
def test_a_factor_just_above_1_is_not_called_1(program):
    assert "(1 + 0.0003)" in check(changed(program, eta=1.0003), program.__name__).verdict


@pytest.mark.parametrize(
    "more",
    [{"keep": 1 + THOUSANDTH}, {"eta": 1 + THOUSANDTH, "late": 5}, {"threshold": 1.05}, {"threshold": 0.95}],
    ids=str,
)
def test_another_factor_or_threshold_does_not_pass(more):
    assert not check(changed(hinge, **more), "hinge").passed


def test_an_epsilon_that_avoids_a_division_by_zero_passes():
    assert check(changed(hinge, slack=1e-10), "hinge").passed
