"""Test the dual value, the duality gap, and runs that stop when the gap is small."""

import numpy as np
import pytest
from conftest import SETS
from hypothesis import given
from hypothesis import strategies as st

from pegasos_edu import dual_ascent, hinge, objective, run, stack
from pegasos_edu.theory import dual_value, duality_gap, optimum, until_gap

X3, Y3 = np.array([[1.0, 2.0], [2.0, 1.0]]), np.array([1, -1])


def test_by_hand():
    alpha = np.array([0.2, -0.36])  # λ·m = 1: w = (−0.52, 0.04), margins −0.44 and 1
    assert dual_value(alpha, X3, Y3, 0.5) == pytest.approx(0.28 - 0.25 * 0.272)
    assert duality_gap(alpha, X3, Y3, 0.5) == pytest.approx(0.5 * 0.272 + 1.44 / 2 - 0.28)


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
