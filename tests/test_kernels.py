"""Gram matrices against their definitions, one pair at a time."""

from math import exp

import numpy as np
import pytest

from pegasos_edu.kernels import linear, polynomial, rbf

RNG = np.random.default_rng(0)
X, Z = RNG.normal(size=(6, 3)), RNG.normal(size=(4, 3))

CASES = {
    "linear": (linear, lambda x, z: x @ z),
    "polynomial": (lambda X, Z=None: polynomial(X, Z, degree=2, gamma=0.5, coef0=2), lambda x, z: (x @ z / 2 + 2) ** 2),
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
