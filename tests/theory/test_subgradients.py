"""Compare subgradients with their definition, finite differences and the algorithms' steps; test mini-batches."""

from math import comb

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pegasos_edu import hinge, logistic, objective, run
from pegasos_edu.datasets import moons
from pegasos_edu.losses import LOSSES
from pegasos_edu.theory import every_batch, subgradient, subgradients, variance_factor

LAM = 0.1
X, y, _ = moons(12)
W = np.array([0.4, -1.2])  # the margins lie on both sides of 1, and none is equal to 1


def test_by_hand():
    """Take margins of 1, where the slope is 0, and −1. The subgradients are λw = (½, ½) and λw − y·x."""
    rows, labels, w = [[1.0, 0.0], [2.0, -1.0]], [1, -1], [1.0, 1.0]
    np.testing.assert_array_equal(subgradients(w, rows, labels, 0.5), [[0.5, 0.5], [2.5, -0.5]])
    np.testing.assert_array_equal(subgradient(w, rows, labels, 0.5), [1.5, 0.0])
    np.testing.assert_array_equal(subgradient(w, rows, labels, 0.5, A=[1]), [2.5, -0.5])
    np.testing.assert_array_equal(subgradient(w, rows, labels, 0.5, A=[1, 1, 0]), np.array([5.5, -0.5]) / 3)


@pytest.mark.parametrize("loss", LOSSES)
def test_the_plane_and_even_the_parabola_of_a_subgradient_is_nowhere_above_f(loss, data):
    """f(u) ≥ f(w) + ⟨g, u − w⟩ + λ/2·‖u − w‖² for every u."""
    rows, labels = data
    rng = np.random.default_rng(0)
    for w in (np.zeros(rows.shape[1]), rng.normal(size=rows.shape[1])):
        u = w + rng.normal(size=(500, len(w))) * rng.choice([1e-3, 1.0, 30.0], size=(500, 1))
        rise = objective(u, rows, labels, LAM, loss) - objective(w, rows, labels, LAM, loss)
        bound = (u - w) @ subgradient(w, rows, labels, LAM, loss=loss) + LAM / 2 * ((u - w) ** 2).sum(axis=1)
        assert np.all(rise >= bound - 1e-9 * (1 + np.abs(rise)))


@pytest.mark.parametrize(("algorithm", "loss"), [(hinge, "hinge"), (logistic, "log")])
def test_a_step_of_the_algorithm_goes_against_the_subgradient_of_its_example(algorithm, loss, data):
    w = np.zeros(data[0].shape[1])
    for step in run(algorithm, *data, lam=LAM, T=30):
        expected = w - step.eta * subgradient(w, *data, LAM, A=[step.i], loss=loss)
        np.testing.assert_allclose(step.w, expected, rtol=0, atol=1e-12)
        w = step.w


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"w": [1.0, 2.0, 3.0]}, r"w must have shape \(2,\)"),
        ({"w": np.zeros((3, 2))}, r"w must have shape \(2,\)"),
        ({"lam": 0}, "lam must be a finite number above 0"),
        ({"y": np.zeros(12)}, "y must hold -1 and \\+1"),
        ({"loss": "squared"}, "loss must be one of 'hinge', 'log'"),
    ],
)
def test_what_is_not_as_described_is_refused(change, message):
    for function in (subgradients, subgradient):
        with pytest.raises(ValueError, match=message):
            function(**({"w": W, "X": X, "y": y, "lam": LAM} | change))


# Mini-batches


@given(st.integers(1, 8), st.integers(1, 8))
def test_every_subset_is_there_once(m, k):
    k = min(m, k)
    batches = every_batch(m, k)
    assert batches.shape == (comb(m, k), k)
    assert len({frozenset(batch) for batch in batches.tolist()}) == len(batches)
    assert all(len(set(batch)) == k and 0 <= min(batch) and max(batch) < m for batch in batches.tolist())


@pytest.mark.parametrize(("k", "replace"), [*((k, False) for k in range(1, 13)), *((k, True) for k in range(1, 5))])
def test_the_variance_over_the_mini_batches_is_the_factor_times_that_of_one_example(k, replace):
    each = subgradients(W, X, y, LAM)
    single, many = (
        ((each[batches].mean(axis=1) - each.mean(axis=0)) ** 2).sum(axis=1).mean()
        for batches in (every_batch(12, 1), every_batch(12, k, replace))
    )
    assert many / single == pytest.approx(variance_factor(12, k, replace), abs=1e-14)


@given(st.integers(2, 10_000), st.data())
def test_the_factor_falls_from_1_to_0_and_is_below_that_with_replacement(m, data):
    k = data.draw(st.integers(2, m))
    assert variance_factor(m, 1) == variance_factor(m, 1, replace=True) == 1
    assert 0 <= variance_factor(m, k) < variance_factor(m, k - 1)
    assert variance_factor(m, k) < variance_factor(m, k, replace=True) == 1 / k
    assert variance_factor(m, m) == 0


@pytest.mark.parametrize("function", [every_batch, variance_factor])
@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((3, 4), "k must be at most the number of examples, 3, got 4"),
        ((0, 1), "m must be a whole number of at least 1"),
        ((3, 1.5), "k must be a whole number of at least 1"),
        ((3, 2, "yes"), "replace must be True or False"),
    ],
)
def test_sizes_that_are_none_are_refused(function, arguments, message):
    with pytest.raises(ValueError, match=message):
        function(*arguments)


@pytest.mark.parametrize("arguments", [(30, 15), (20_000, 10_000), (12, 5, True), (2, 10**7, True)])
def test_too_many_mini_batches_are_refused_in_words(arguments):
    with pytest.raises(ValueError, match="m and k must make at most 100,000 mini-batches, .* take fewer examples"):
        every_batch(*arguments)
