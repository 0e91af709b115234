"""Compare the kernel estimator with its algorithm and with SVC, and test it with little memory."""

from functools import partial

import numpy as np
import pytest
from conftest import SETS
from scipy import sparse
from sklearn.metrics.pairwise import rbf_kernel
from sklearn.svm import SVC

from pegasos_edu import kernel_objective, kernelized, kernels, last, run
from pegasos_edu.datasets import moons
from pegasos_edu.estimators import KernelPegasosClassifier
from pegasos_edu.estimators.gram import rbf

X, y = SETS["moons"]
K = kernels.rbf(X, gamma=2.0)
PLAIN = {"gamma": 2.0, "lam": 0.001, "average": "none", "max_iter": 10}


@pytest.mark.parametrize("compile", [False, True])
@pytest.mark.parametrize("cache_size", [500, 0.05])  # the whole matrix, or the last 32 rows
def test_beta_is_that_of_the_algorithm(compile, cache_size):
    model = KernelPegasosClassifier(**PLAIN, compile=compile, cache_size=cache_size).fit(X, y)
    beta = last(run(kernelized, K, y, lam=0.001, T=10 * len(y), sampling="epochs")).beta(y)
    assert np.array_equal(model.support_, np.flatnonzero(beta))
    np.testing.assert_allclose(model.dual_coef_[0], beta[model.support_], rtol=1e-12)
    np.testing.assert_array_equal(model.support_vectors_, X[model.support_])
    np.testing.assert_allclose(model.decision_function(X), K @ beta, rtol=1e-9, atol=1e-9)


@pytest.mark.parametrize(
    ("settings", "gram"),
    [
        ({"kernel": "linear"}, kernels.linear(X)),
        ({"kernel": "poly", "gamma": 0.5, "degree": 2, "coef0": 1.0}, kernels.polynomial(X, degree=2, gamma=0.5)),
        ({"kernel": "rbf", "gamma": 2.0}, K),
        ({"kernel": "rbf", "gamma": "scale"}, rbf_kernel(X, gamma=1 / (2 * X.var()))),
        ({"kernel": "rbf", "gamma": "auto"}, rbf_kernel(X, gamma=0.5)),
        ({"kernel": partial(kernels.rbf, gamma=2.0)}, K),
    ],
)
def test_each_kernel_is_its_gram_matrix_precomputed_dense_or_sparse(settings, gram):
    common = {"lam": 0.01, "max_iter": 20}
    expected = KernelPegasosClassifier("precomputed", **common).fit(gram, y)
    forms = [X] if callable(settings["kernel"]) else [X, sparse.csr_array(X)]
    for form in forms:
        model = KernelPegasosClassifier(**settings, **common).fit(form, y)
        np.testing.assert_allclose(model.decision_function(form), expected.decision_function(gram), atol=1e-6)


def test_the_objective_and_the_accuracy_come_near_those_of_svc():
    model = KernelPegasosClassifier(gamma=2.0, lam=0.01, max_iter=300).fit(X, y)
    beta = np.zeros(len(y))
    beta[model.support_] = model.dual_coef_[0]
    rng = np.random.default_rng(0)
    best = kernel_objective(beta, K, y, 0.01)
    for _ in range(50):  # no nearby point is lower: f is convex
        assert kernel_objective(beta + rng.normal(size=len(y)) * 1e-2, K, y, 0.01) > best * 0.999
    assert abs(model.score(X, y) - SVC(C=1 / (0.01 * len(y)), gamma=2.0).fit(X, y).score(X, y)) <= 0.015


def test_tol_stops():
    model = KernelPegasosClassifier(gamma=2.0, lam=0.01, tol=1e-2, max_iter=500).fit(X, y)
    assert 5 < model.n_iter_ < 200


def test_float32_is_computed_in_float32_and_is_as_exact_far_from_the_origin():
    near = rbf(X - X.mean(axis=0), None, 2.0)
    np.testing.assert_allclose(near, K, atol=1e-12)
    far = (X + 100).astype(np.float32)
    model = KernelPegasosClassifier(gamma=2.0, lam=0.01).fit(far, y)
    assert model._kernel(far, far).dtype == np.float32
    np.testing.assert_allclose(model._kernel(far, far), kernels.rbf(far, gamma=2.0), atol=1e-5)


@pytest.mark.parametrize("average", ["none", "tail"])
def test_the_room_for_rows_changes_nothing(average):
    data, labels, _ = moons(1_000, seed=1)
    scores = [
        KernelPegasosClassifier(gamma=2.0, lam=1e-3, max_iter=2, average=average, cache_size=size)
        .fit(data, labels)
        .decision_function(data)
        for size in (500, 1)
    ]
    np.testing.assert_allclose(*scores, rtol=1e-9, atol=1e-9)


def test_a_column_twice_in_a_sparse_row_is_summed():
    rows = sparse.csr_array(X)
    twice = sparse.csr_array((np.repeat(rows.data / 2, 2), np.repeat(rows.indices, 2), rows.indptr * 2), shape=X.shape)
    first, two = (KernelPegasosClassifier(gamma=2.0).fit(form, y).decision_function(form) for form in (rows, twice))
    np.testing.assert_allclose(first, two, rtol=1e-9, atol=1e-9)


def test_the_kernel_of_the_fit_stays_whatever_is_set_later():
    model = KernelPegasosClassifier(gamma=2.0).fit(X, y)
    before = model.decision_function(X)
    np.testing.assert_array_equal(model.set_params(kernel="linear", gamma=9.0).decision_function(X), before)


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"kernel": "sigmoid"}, "kernel must be one of 'linear', 'poly', 'rbf', 'precomputed', got 'sigmoid'"),
        ({"gamma": "wide"}, "gamma must be one of 'scale', 'auto', got 'wide'"),
        ({"kernel": "precomputed"}, r"X must be the square Gram matrix \(m, m\) for kernel='precomputed', got shape"),
        ({"kernel": lambda x, z: 1.0}, r"kernel must return finite numbers of shape \(1, 1\) .* of shape \(\)"),
    ],
)
def test_settings_that_cannot_be_are_refused_in_words(settings, message):
    with pytest.raises(ValueError, match=message):
        KernelPegasosClassifier(**settings).fit(X, y)


@pytest.mark.parametrize(
    ("settings", "scale", "message"),
    [
        ({}, 1e200, "X must have a finite variance for gamma='scale', got entries up to"),
        ({"kernel": "poly"}, 1e160, "X must have a finite variance|X and lam must keep R/lam"),
        ({"kernel": "linear"}, 1e160, "X and lam must keep R/lam"),
        ({"kernel": lambda x, z: np.full((len(x), len(z)), np.nan)}, 1.0, "kernel must return finite numbers"),
    ],
)
def test_what_would_overflow_is_refused_in_words(settings, scale, message):
    with pytest.raises(ValueError, match=message):
        KernelPegasosClassifier(**settings).fit(X * scale, y)


def test_what_would_leave_nan_behind_is_refused():
    with pytest.raises(ValueError, match="X must be symmetric for kernel='precomputed', got X != X.T"):
        KernelPegasosClassifier("precomputed").fit(np.triu(np.ones((4, 4))), [0, 1, 0, 1])
    with pytest.raises(ValueError, match="X must hold numbers of at most 1e150"), np.errstate(over="ignore"):
        KernelPegasosClassifier("rbf", gamma=1.0).fit([[1e160], [-1e160]], [0, 1])
