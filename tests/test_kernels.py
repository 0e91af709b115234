"""Compare Gram matrices with the definitions of the kernels, one pair at a time."""

from math import exp, sqrt

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pegasos_edu import kernelized_cached, last, run
from pegasos_edu.datasets import fashion_mnist
from pegasos_edu.kernels import MAX_ROWS, linear, median_distance, polynomial, rbf

RNG = np.random.default_rng(0)
X, Z = RNG.normal(size=(6, 3)), RNG.normal(size=(4, 3))

CASES = {
    "linear": (linear, lambda x, z: x @ z),
    "polynomial": (lambda X, Z=None: polynomial(X, Z, degree=2, gamma=0.5, coef0=2), lambda x, z: (x @ z / 2 + 2) ** 2),
    "polynomial with its defaults": (polynomial, lambda x, z: (x @ z + 1) ** 3),
    "rbf": (lambda X, Z=None: rbf(X, Z, gamma=0.7), lambda x, z: exp(-0.7 * sum((x - z) ** 2))),
}


@pytest.mark.parametrize(("gram", "kernel"), CASES.values(), ids=CASES)
def test_each_entry_is_the_kernel_of_its_pair(gram, kernel):
    np.testing.assert_allclose(gram(X, Z), [[kernel(x, z) for z in Z] for x in X], rtol=1e-13)
    np.testing.assert_array_equal(gram(X), gram(X, X))


@pytest.mark.parametrize(("gram", "kernel"), CASES.values(), ids=CASES)
def test_a_gram_matrix_is_symmetric_and_has_no_negative_eigenvalue(gram, kernel):
    K = gram(X)
    np.testing.assert_allclose(K, K.T, rtol=1e-15)
    assert np.linalg.eigvalsh(K).min() > -1e-12


def test_rbf_of_a_point_with_itself_is_exactly_one_however_far_from_the_origin():
    assert np.diag(rbf(X + 1e8, gamma=1.0)).tolist() == [1.0] * 6


@pytest.mark.parametrize("gamma", [0, -1, float("nan"), "scale"])
def test_gamma_must_be_positive(gamma):
    with pytest.raises(ValueError, match="gamma must be a finite number above 0"):
        rbf(X, gamma=gamma)


@pytest.mark.parametrize("coef0", [float("nan"), float("inf"), "a"])
def test_coef0_must_be_a_number(coef0):
    with pytest.raises(ValueError, match="coef0 must be a finite number"):
        polynomial(X, coef0=coef0)


def test_points_must_have_the_same_features():
    with pytest.raises(ValueError, match="same number of columns, got 3 and 2"):
        linear(X, Z[:, :2])
    assert linear(np.ones((1, 300)), np.ones((2, 300))).tolist() == [[300, 300]]


# A first choice of the width


def test_the_median_distance_by_hand():
    """Take distances 5, 5 and 6; then 1, 1, 1, 2, 2 and 3 on a line, whose median lies between 1 and 2."""
    assert median_distance([[0, 0], [3, 4], [6, 0]]) == 5
    assert median_distance([[0], [1], [2], [3]]) == 1.5
    assert median_distance([[1, 1], [2, 2]]) == pytest.approx(sqrt(2), rel=1e-15)


@given(factor=st.floats(1e-6, 1e6), shift=st.floats(-10, 10), seed=st.integers(0, 99))
def test_the_median_distance_goes_with_the_unit_and_not_with_place_or_order(factor, shift, seed):
    moved = factor * (np.random.default_rng(seed).permutation(X) + shift)
    assert median_distance(moved) == pytest.approx(factor * median_distance(X), rel=1e-9)


def test_half_of_all_pairs_are_nearer_than_the_median_distance():
    """Check that half of the kernel values are above exp(−1/2) if σ is the median distance."""
    points = RNG.normal(size=(101, 5))
    K = rbf(points, gamma=1 / (2 * median_distance(points) ** 2))
    assert np.mean(K[np.triu_indices(101, 1)] > exp(-0.5)) == pytest.approx(0.5, abs=1e-3)


def test_of_many_rows_the_same_few_stand_for_all():
    many = np.random.default_rng(1).normal(size=(2 * MAX_ROWS, 2))
    assert median_distance(many) == median_distance(many)
    assert median_distance(many) == pytest.approx(2 * sqrt(np.log(2)), rel=0.03)  # since ‖x − z‖² is 2·χ²(2)


@pytest.mark.parametrize("rows", [[[1.0, 2.0]], [[1.0]] * 5, [[0.0]] * 4 + [[1.0]]], ids=["one", "copies", "mostly"])
def test_without_pairs_that_differ_there_is_no_width(rows):
    with pytest.raises(ValueError, match=f"got a median distance of 0 in {len(rows)} rows; remove repeated rows"):
        median_distance(rows)


def judged(X, y, sigma):
    """Return K of the even examples, the scores of the odd examples, and the accuracies on both."""
    K, K_new = (rbf(rows, X[::2], gamma=1 / (2 * sigma**2)) for rows in (X[::2], X[1::2]))
    beta = last(run(kernelized_cached, K, y[::2], lam=0.01, T=3000)).beta(y[::2])
    right = [np.mean(np.where(A @ beta > 0, 1, -1) == b) for A, b in ((K, y[::2]), (K_new, y[1::2]))]
    return K, K_new @ beta, *right


def test_a_narrow_kernel_knows_no_new_image_and_the_median_distance_repairs_it(data_folder):
    """Take Fashion-MNIST with pixels from 0 to 255 as in lesson 08, with σ = 0.5 and with the median distance."""
    X, y, _ = fashion_mnist(("Pullover", "Coat"), folder=data_folder)
    assert len(y) == 180
    K, scores, seen, new = judged(255 * X, y, sigma=0.5)
    assert np.array_equal(K, np.eye(90)) and not scores.any()
    assert seen == 1 and new == np.mean(y[1::2] == -1)
    K, scores, seen, new = judged(255 * X, y, sigma=median_distance(255 * X[::2]))
    assert seen > 0.8 and new > 0.8 and np.abs(scores).min() > 1e-6


@pytest.mark.parametrize(("size", "options"), [(1e200, {"degree": 1}), (1.0, {"degree": 10**12})])
def test_a_kernel_that_is_infinite_is_refused(size, options):
    X = size * np.array([[1.0, 20.0], [-1.0, 2.0]])
    with pytest.raises(ValueError, match="X and Z must give finite values of the kernel, got infinity or NaN from"):
        polynomial(X, **options)
    with pytest.raises(ValueError, match="X and Z must give finite values"):
        linear([[1e200, 1.0]])
