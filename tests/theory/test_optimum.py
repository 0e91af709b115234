"""Compare the certified optimum with closed forms, other vectors, and a slow method."""

import sys

import numpy as np
import pytest
from scipy import sparse

from pegasos_edu import objective
from pegasos_edu.datasets import breast_cancer, digits, sparse_text
from pegasos_edu.losses import LOSSES
from pegasos_edu.theory import kernel_optimum, optimum

module = sys.modules["pegasos_edu.theory.optimum"]
LAMBDAS = [1e-4, 1e-2, 1.0]


@pytest.mark.parametrize("loss", LOSSES)
@pytest.mark.parametrize("lam", LAMBDAS)
def test_the_gap_is_closed_on_the_small_sets(loss, lam, data):
    X, y = data
    for rows in (X, sparse.csr_array(X)):
        best = optimum(rows, y, lam, loss)
        assert 0 <= best.gap < 1e-8
        assert best.value == pytest.approx(objective(best.w, X, y, lam, loss), rel=1e-12)


@pytest.mark.parametrize("loss", LOSSES)
@pytest.mark.parametrize("make", [breast_cancer, digits, lambda: sparse_text(m=300, d=5_000)])
def test_the_gap_is_closed_on_larger_sets(loss, make):
    X, y, _ = make()
    assert optimum(X, y, 1 / len(y), loss).gap < 1e-8


@pytest.mark.parametrize(("R", "lam"), [(1.0, 0.01), (3.0, 0.5), (0.5, 2.0), (0.1, 0.01)])
def test_one_example_has_a_closed_form(R, lam):
    norm = min(1 / R, R / lam)  # the loss is either 0 or has its largest slope
    assert optimum([[R]], [1], lam).w == pytest.approx([norm], rel=1e-4)
    assert optimum([[R]], [1], lam).value == pytest.approx(lam / 2 * norm**2 + max(0, 1 - R * norm), abs=1e-9)


def bits(copies, seed):
    """Return rows of few values. Most rows occur several times: many a are optimal, and some matrices are singular."""
    rng = np.random.default_rng(seed)
    X = np.tile(rng.integers(3, size=(12, 5 * copies)), (copies, 1)).astype(float)
    return X, rng.choice([-1, 1], 12 * copies)


@pytest.mark.parametrize("ratio", [1e4, 1e6, 1e8])
@pytest.mark.parametrize("copies", [1, 3, 7])
def test_the_gap_is_far_below_the_limit_that_warns(copies, ratio):
    """Take λ down to 1e-8·max ‖x‖²; the rounding of a processor must never decide whether there is a warning."""
    for X, y in (bits(copies, 0), bits(copies, 1), breast_cancer()[:2]):
        best = optimum(X, y, (X * X).sum(axis=1).max() / ratio)
        assert best.gap < 1e-9


def test_a_gap_that_stays_open_is_said():
    X, y, _ = breast_cancer()
    with pytest.warns(RuntimeWarning, match="bring the features to one scale, or enlarge lam"):
        best = optimum(X * np.logspace(-6, 6, 30), y, 1e-12)
    assert best.gap > 1e-8 and best.value <= 1


@pytest.mark.parametrize("loss", LOSSES)
def test_the_gap_is_the_distance_of_the_primal_from_the_dual_value(loss, monkeypatch):
    """Take a solver that stops too soon, at w = 0 and a = 1/2, where f and the dual value are known."""
    X, y = np.array([[1.0, 0.0], [0.0, 2.0]]), np.array([1, -1])
    half = np.full(2, 0.5)
    monkeypatch.setattr(module, "interior_point", lambda Z, lam: (np.zeros(2), half))
    monkeypatch.setattr(module, "newton", lambda Z, lam: (np.zeros(2), half))
    lam = 0.5
    w = half * y @ X / (lam * 2)  # (1/2, −1)
    dual = (0.5 if loss == "hinge" else np.log(2)) - lam / 2 * (w @ w)
    with pytest.warns(RuntimeWarning, match="duality gap"):
        best = optimum(X, y, lam, loss)
    assert best.value == pytest.approx(1.0 if loss == "hinge" else np.log(2))
    assert best.gap == pytest.approx(best.value - dual)


@pytest.mark.parametrize("loss", LOSSES)
@pytest.mark.parametrize("size", [1e-9, 1e-3, 1e6, 1e9])
def test_scaling_the_data_and_lam_together_scales_w_alone(size, loss, data):
    X, y = data
    plain, other = optimum(X, y, 0.01, loss), optimum(size * X, y, 0.01 * size**2, loss)
    assert other.value == pytest.approx(plain.value, abs=1e-8) and other.gap < 1e-8
    np.testing.assert_allclose(other.w * size, plain.w, atol=1e-3 * np.linalg.norm(plain.w) + 1e-6)


def test_bad_input_is_refused():
    with pytest.raises(ValueError, match="y must hold -1 and"):
        optimum(np.ones((2, 1)), [0, 1], 0.1)
    with pytest.raises(ValueError, match="divide X by its largest entry, 1e"):
        optimum(np.full((2, 1), 1e200), [-1, 1], 0.1)
    with pytest.raises(ValueError, match="loss must be one of"):
        optimum(np.ones((2, 1)), [-1, 1], 0.1, "squared")
    with pytest.raises(ValueError, match="at most 5000 rows or at most 5000 columns"):
        optimum(sparse.eye_array(6_000).tocsr(), np.ones(6_000), 0.1)


# With a kernel


@pytest.mark.parametrize("loss", ["hinge", "log"])
@pytest.mark.parametrize("lam", [1e-3, 0.1])
def test_the_optimum_with_a_linear_kernel_is_the_linear_one(data, lam, loss):
    X, y = data
    plain, curved = optimum(X, y, lam, loss), kernel_optimum(X @ X.T, y, lam, loss)
    assert np.isclose(plain.value, curved.value, rtol=1e-8)
    assert np.allclose(X.T @ curved.beta, plain.w, rtol=1e-3, atol=1e-4 * max(1, np.abs(plain.w).max()))


def test_a_kernel_of_zeros_and_one_that_is_no_inner_product():
    assert kernel_optimum(np.zeros((3, 3)), [1, -1, 1], 0.1).value == 1
    with pytest.raises(ValueError, match="K must have no negative eigenvalues, got -1"):
        kernel_optimum(np.array([[0.0, 1], [1, 0]]), [1, -1], 0.1)


def test_a_small_eigenvalue_beside_a_large_one_is_no_zero():
    best = kernel_optimum(np.diag([1e14, 1.0]), [1, -1], 1e-2)
    assert best.value == pytest.approx(0.005, abs=1e-9) and best.gap < 1e-9


def test_where_digits_run_out_in_a_gram_matrix_the_gap_is_that_of_all_of_it():
    with pytest.warns(RuntimeWarning, match="too small for more digits"):
        best = kernel_optimum(np.diag([1e17, 1.0]), [1, -1], 1e-2)
    assert best.value - best.gap <= 0.005 <= best.value


@pytest.mark.parametrize("loss", LOSSES)
@pytest.mark.parametrize("size", [1e-160, 1e-170, 1e-310])
def test_features_near_0_leave_f_at_its_value_for_0(size, loss):
    best = optimum(size * np.eye(2), [1, -1], 0.1, loss)
    assert best.value == pytest.approx(LOSSES[loss].value(0.0)) and best.gap < 1e-9
