"""The dual value, the duality gap, and what stops by it."""

import numpy as np
import pytest
from conftest import SETS, noisy
from hypothesis import given
from hypothesis import strategies as st
from scipy import sparse

from pegasos_edu import dual_ascent, hinge, last, objective, run, stack
from pegasos_edu.theory import dual_value, duality_gap, optimum, until_gap, weights_of

X3, Y3 = np.array([[1.0, 2.0], [2.0, 1.0]]), np.array([1, -1])


def test_by_hand():
    alpha = np.array([0.2, -0.36])  # λ·m = 1: w = (−0.52, 0.04), margins −0.44 and 1
    assert np.allclose(weights_of(alpha, X3, 0.5), [-0.52, 0.04])
    assert dual_value(alpha, X3, Y3, 0.5) == pytest.approx(0.28 - 0.25 * 0.272)
    assert duality_gap(alpha, X3, Y3, 0.5) == pytest.approx(0.5 * 0.272 + 1.44 / 2 - 0.28)


def test_at_zero_the_gap_is_f(data):
    X, y = data
    assert dual_value(np.zeros(len(y)), X, y, 0.1) == 0 and duality_gap(np.zeros(len(y)), X, y, 0.1) == 1


@pytest.mark.parametrize("lam", [0.3, 0.01])
def test_no_dual_value_is_above_any_objective(data, lam):
    X, y = data
    rng = np.random.default_rng(0)
    alphas, ws = rng.random((40, len(y))) * y, rng.normal(size=(40, X.shape[1]))
    best = optimum(X, y, lam)
    assert dual_value(alphas, X, y, lam).max() <= best.value
    assert best.value - best.gap <= objective(ws, X, y, lam).min()
    gaps = duality_gap(alphas, X, y, lam, ws)
    assert np.allclose(gaps, objective(ws, X, y, lam) - dual_value(alphas, X, y, lam))
    assert np.all(gaps >= objective(ws, X, y, lam) - best.value)


@pytest.mark.slow
@pytest.mark.parametrize("sampling", ["uniform", "epochs", "permutation", "cyclic"])
def test_the_gap_falls_to_0_and_the_end_is_the_optimum(data, sampling):
    X, y = data
    best, lam = optimum(X, y, 0.1), 0.1
    step = last(run(dual_ascent, X, y, lam=lam, T=300 * len(y), sampling=sampling))
    assert duality_gap(step.alpha, X, y, lam) < 1e-5
    assert objective(step.w, X, y, lam) == pytest.approx(best.value, abs=1e-5)
    assert np.allclose(step.w, best.w, atol=np.sqrt(2 * 1e-5 / lam))  # f is λ-strongly convex


def test_the_dual_never_falls_though_the_objective_and_the_gap_may_rise():
    X, y = noisy()
    steps = stack(run(dual_ascent, X, y, lam=0.01, T=600))
    values, gaps = dual_value(steps.alpha, X, y, 0.01), duality_gap(steps.alpha, X, y, 0.01)
    assert np.all(np.diff(values) >= -1e-14)
    assert np.any(np.diff(objective(steps.w, X, y, 0.01)) > 1e-3) and np.any(np.diff(gaps) > 1e-3)


@given(st.integers(0, 10_000), st.sampled_from([1e-3, 0.1, 1.0]))
def test_the_gap_certifies_what_is_left(seed, lam):
    rng = np.random.default_rng(seed)
    X, y = rng.normal(size=(12, 3)) * (rng.random((12, 3)) < 0.7), rng.choice([-1, 1], 12)
    least = optimum(X, y, lam)
    for step in run(dual_ascent, X, y, lam=lam, T=30, seed=seed):
        gap, left = duality_gap(step.alpha, X, y, lam), objective(step.w, X, y, lam) - least.value
        assert left <= gap + 1e-9 and gap >= 0
        assert dual_value(step.alpha, X, y, lam) <= least.value + 1e-12


@pytest.mark.parametrize("epsilon", [0.1, 1e-3, 1e-5])
def test_a_run_stops_within_epsilon(data, epsilon):
    X, y = data
    whole = run(dual_ascent, X, y, lam=0.05, T=1000 * len(y), sampling="epochs")
    steps = stack(until_gap(whole, epsilon))
    gaps = duality_gap(steps.alpha[len(y) - 1 :: len(y)], X, y, 0.05)
    assert len(steps.t) < len(whole) and len(steps.t) % len(y) == 0
    assert gaps[-1] <= epsilon and np.all(gaps[:-1] > epsilon)
    assert objective(steps.w[-1], X, y, 0.05) <= optimum(X, y, 0.05).value + epsilon


def test_looks_come_as_often_as_asked_for_and_t_is_the_end():
    X, y = SETS["toy"]
    often = last(until_gap(run(dual_ascent, X, y, lam=0.1, T=3000), 0.05, every=1))
    seldom = last(until_gap(run(dual_ascent, X, y, lam=0.1, T=3000), 0.05, every=250))
    assert often.t <= seldom.t and seldom.t % 250 == 0
    assert len(list(until_gap(run(dual_ascent, X, y, lam=0.1, T=20), 1e-12))) == 20


def test_sparse_rows_give_the_same():
    X, y = noisy()
    steps = stack(run(dual_ascent, X, y, lam=0.1, T=50))
    rows = sparse.csr_array(X)
    assert np.allclose(duality_gap(steps.alpha, X, y, 0.1), duality_gap(steps.alpha, rows, y, 0.1), rtol=1e-12)
    assert np.allclose(weights_of(steps.alpha, rows, 0.1), steps.w)


def test_what_is_no_dual_variable_is_refused():
    X, y = SETS["toy"]
    with pytest.raises(ValueError, match="alpha must have alpha.y between 0 and 1, got -1 to"):
        duality_gap(np.ones(len(y)), X, y, 0.1)
    with pytest.raises(ValueError, match="alpha must have shape"):
        dual_value(np.ones(3), X, y, 0.1)
    with pytest.raises(ValueError, match="run must be of an algorithm that keeps dual variables, got LinearSteps"):
        list(until_gap(run(hinge, X, y, lam=0.1, T=5), 0.1))
    for epsilon in (0, -1, np.nan):
        with pytest.raises(ValueError, match="epsilon must be"):
            until_gap(run(dual_ascent, X, y, lam=0.1, T=5), epsilon)
