"""Test the bias without a penalty: the best bias for given scores, and the certified optimum of w and b."""

import warnings

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import sparse

from pegasos_edu import objective
from pegasos_edu.datasets import blobs
from pegasos_edu.losses import hinge_loss
from pegasos_edu.theory import best_bias, optimum_with_bias

# The best bias


def test_the_best_bias_by_hand():
    # kinks 1 − 0 = 1, 1 − 3 = −2 and −1 − 1 = −2: with two positive examples the minimum lies between −2 and 1
    assert best_bias([0.0, 3.0, 1.0], [1, 1, -1]) == -0.5
    assert best_bias([0.0, 3.0], [1, 1]) == 1 and best_bias([0.0, 3.0], [-1, -1]) == -4  # all margins are at least 1


@given(st.lists(st.tuples(st.floats(-5, 5), st.sampled_from([-1, 1])), min_size=1, max_size=12))
def test_no_other_bias_is_better_and_the_classes_balance(examples):
    scores, y = np.array(examples, dtype=float).T
    b = best_bias(scores, y)
    others = np.concatenate([y - scores, b + np.linspace(-3, 3, 13)])
    value = hinge_loss(y * (scores + b)).sum()
    assert value <= hinge_loss(y * (scores + others[:, None])).sum(axis=1).min() + 1e-9
    low, high = np.sort(np.append(y - scores, [-np.inf, np.inf]))[[np.sum(y > 0), np.sum(y > 0) + 1]]
    if high - low > 1e-6:  # no margin of exactly 1 at b
        violated = y * (scores + b) < 1 - 1e-9
        assert not np.isfinite([low, high]).all() or y[violated].sum() == 0


# The optimum of both


@pytest.mark.parametrize("lam", [1e-4, 1e-2, 1.0])
def test_the_gap_is_closed_on_the_small_sets(lam, data):
    X, y = data
    best = optimum_with_bias(X, y, lam)
    assert 0 <= best.gap < 1e-8
    assert best.value == pytest.approx(objective(best.w, X, y, lam, b=best.b), rel=1e-12)


@pytest.mark.parametrize("offset", [0.0, 5.0, 1e4])
def test_a_shift_of_the_data_changes_the_bias_and_nothing_else(offset):
    plain, shifted = (optimum_with_bias(*blobs(offset=far)[:2], 0.01) for far in (0.0, offset))
    assert shifted.value == pytest.approx(plain.value, abs=1e-8)
    np.testing.assert_allclose(shifted.w, plain.w, atol=1e-4)
    assert shifted.b == pytest.approx(plain.b - offset * plain.w.sum(), abs=1e-3 * (1 + offset))


def test_one_class_costs_nothing_and_where_no_w_helps_the_larger_class_decides():
    X = np.ones((4, 2))
    assert optimum_with_bias(X, np.ones(4), 1.0)[1:3] == (1.0, 0.0)
    alike = optimum_with_bias(X, [1, 1, 1, -1], 0.01)
    assert not alike.w.any() and (alike.b, alike.value) == (1.0, 0.5) and alike.gap < 1e-8


def test_the_certificate_is_tight_where_the_best_w_is_zero():
    X, y = np.array([[1.0], [1], [1], [-1], [-1], [2], [-2]]), np.array([1, 1, -1, 1, -1, 1, 1])
    best = optimum_with_bias(X, y, 0.1)  # two negative examples: f(0, 1) = 2·2/7
    assert best.value == pytest.approx(4 / 7, rel=1e-15) and best.gap < 1e-8 and not best.w.any()


@given(
    st.integers(0, 10**6),
    st.integers(2, 25),
    st.integers(1, 5),
    st.floats(-5, 3),
    st.sampled_from([0.5, 0.2, 0.05]),
    st.booleans(),
)
@settings(deadline=None)
def test_no_point_is_below_the_bound_on_random_problems(seed, m, d, exponent, share, whole):
    rng, lam = np.random.default_rng(seed), 10.0**exponent
    X, y = 3 * rng.normal(size=(m, d)), np.where(rng.random(m) < share, 1, -1)
    X = np.round(X) if whole else X  # with equal rows and ties
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)  # of a gap a little above 1e-8
        best = optimum_with_bias(X, y, lam)
    assert 0 <= best.gap < 1e-6
    near = best.w + rng.normal(size=(50, d)) * 10.0 ** rng.uniform(-6, 0, size=(50, 1))
    for w in (np.zeros(d), *near):
        assert objective(w, X, y, lam, b=best_bias(X @ w, y)) >= best.value - best.gap - 1e-12


def test_sparse_rows_are_refused():
    with pytest.raises(ValueError, match="dense"):
        optimum_with_bias(sparse.eye_array(4).tocsr(), [1, -1, 1, -1], 0.1)


@pytest.mark.parametrize("offset", [2.0**20, 2.0**30, 2.0**40])
def test_the_certificate_holds_far_from_the_origin_where_scores_lose_digits(offset):
    X = np.round(np.random.default_rng(0).normal(size=(40, 3)) * 4) / 4  # sums of multiples of ¼ are exact
    y = np.where(X[:, 0] > 0.2, 1, -1)
    near = optimum_with_bias(X, y, 0.01)
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        far = optimum_with_bias(X + offset, y, 0.01)
    assert abs(far.value - near.value) <= far.gap + near.gap
    assert bool(told) == (far.gap > 1e-8)
