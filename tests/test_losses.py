"""Test the values and slopes of the losses, and the objective in all its forms."""

import tracemalloc

import numpy as np
import pytest
from scipy import sparse

from pegasos_edu import C_from_lam, free_bias, hinge, kernel_objective, lam_from_C, objective, run, stack
from pegasos_edu.losses import (
    LOSSES,
    example_subgradient,
    hinge_loss,
    hinge_slope,
    log_loss,
    log_slope,
    objective_of_scores,
    projected,
)
from pegasos_edu.theory import subgradients


def test_hinge_values_and_slopes_around_the_kink():
    z = np.array([-2.0, 0.0, 0.5, 1.0, 1.5])
    assert hinge_loss(z).tolist() == [3, 1, 0.5, 0, 0]
    assert hinge_slope(z).tolist() == [-1, -1, -1, 0, 0]


def test_log_values_and_slopes_against_their_formulas_where_these_do_not_overflow():
    z = np.linspace(-30, 30, 121)
    np.testing.assert_allclose(log_loss(z), np.log1p(np.exp(-z)), rtol=1e-14)
    np.testing.assert_allclose(log_slope(z), -1 / (1 + np.exp(z)), rtol=1e-13)


def test_the_log_loss_never_overflows():
    z = np.array([-1e308, -1e4, -800.0, 800.0, 1e4, 1e308])
    np.testing.assert_array_equal(log_loss(z), [1e308, 1e4, 800, 0, 0, 0])
    np.testing.assert_array_equal(log_slope(z), [-1, -1, -1, 0, 0, 0])


@pytest.mark.parametrize("name", LOSSES)
def test_slopes_are_subgradients(name):
    value, slope = LOSSES[name]
    z = np.linspace(-4, 4, 81)
    u, v = np.meshgrid(z, z)
    assert np.all(value(u) >= value(v) + slope(v) * (u - v) - 1e-12)


@pytest.mark.parametrize("name", LOSSES)
def test_objective_is_its_definition_summed_one_by_one(name, data):
    X, y = data
    w, lam = np.linspace(-1, 2, X.shape[1]), 0.3
    losses = [LOSSES[name].value(label * sum(a * b for a, b in zip(w, x))) for x, label in zip(X, y)]
    expected = lam / 2 * sum(a * a for a in w) + sum(losses) / len(losses)
    assert objective(w, X, y, lam, name) == pytest.approx(expected, rel=1e-13)
    assert objective(w, sparse.csr_array(X), y, lam, name) == pytest.approx(expected, rel=1e-13)


def test_a_stack_has_the_objective_of_each_of_its_vectors(data):
    X, y = data
    w = stack(run(hinge, X, y, lam=0.1, T=30)).w
    np.testing.assert_allclose(objective(w, X, y, 0.1), [objective(v, X, y, 0.1) for v in w], rtol=1e-13)


def test_a_large_stack_goes_in_pieces():
    X, y = np.ones((500_000, 1)), np.ones(500_000)
    w = np.arange(40.0)
    tracemalloc.start()
    values = objective(w[:, None], X, y, 2.0)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert values.tolist() == (w**2 + np.maximum(0, 1 - w)).tolist()
    assert peak < 100e6  # all margins at once would need 160 MB of memory, and their losses another 160 MB


@pytest.mark.parametrize("name", LOSSES)
def test_a_bias_is_the_weight_of_a_constant_feature_without_its_penalty(name, data):
    X, y = data
    w, lam = np.linspace(-1, 2, X.shape[1]), 0.3
    for b in (-0.7, 0, np.float64(1.2)):
        augmented = objective(np.append(w, b), np.column_stack([X, np.ones(len(y))]), y, lam, name)
        assert objective(w, X, y, lam, name, b) == pytest.approx(augmented - lam / 2 * b**2, rel=1e-13)
        assert objective(w, sparse.csr_array(X), y, lam, name, b) == pytest.approx(augmented - lam / 2 * b**2)


def test_a_stack_takes_a_bias_for_each_of_its_vectors(data):
    X, y = data
    steps = stack(run(free_bias, X, y, lam=0.1, T=30))
    each = [objective(w, X, y, 0.1, b=b) for w, b in zip(steps.w, steps.b)]
    np.testing.assert_allclose(objective(steps.w, X, y, 0.1, b=steps.b), each, rtol=1e-12)
    np.testing.assert_allclose(objective(steps.w, X, y, 0.1, b=2.0)[3], objective(steps.w[3], X, y, 0.1, b=2.0))


@pytest.mark.parametrize(("w", "b", "words"), [
    ([1.0], [0.5, 0.5], r"a number, got shape \(2,\)"), ([1.0], [0.5], r"a number, got shape \(1,\)"),
    ([[1.0], [2.0]], [0.5], r"a number or have shape \(2,\), got shape \(1,\)"), ([1.0], "x", ""), ([1.0], np.nan, ""),
])  # fmt: skip
def test_a_bias_that_is_no_number_for_each_vector_is_refused(w, b, words):
    with pytest.raises(ValueError, match=f"b must be {words}"):
        objective(w, [[1.0], [2.0]], [1, -1], 0.1, b=b)


@pytest.mark.parametrize("name", LOSSES)
def test_the_kernel_form_is_the_linear_form_with_w_the_sum_of_beta_x(name, data):
    X, y = data
    beta = np.random.default_rng(0).normal(size=(3, len(y)))
    linear = objective(beta @ X, X, y, 0.1, name)
    np.testing.assert_allclose(kernel_objective(beta, X @ X.T, y, 0.1, name), linear, rtol=1e-11)
    assert kernel_objective(beta[0], X @ X.T, y, 0.1, name) == pytest.approx(linear[0], rel=1e-11)


@pytest.mark.parametrize(
    "convert", [lambda: lam_from_C(0, 5), lambda: lam_from_C(1e-320, 1), lambda: lam_from_C(1e308, 100),
                lambda: C_from_lam(0, 5), lambda: C_from_lam(0.1, 0), lambda: C_from_lam(1e-320, 1)],
)  # fmt: skip
def test_lam_and_C_are_refused_where_they_have_no_counterpart(convert):
    with pytest.raises(ValueError, match="must (be|leave)"):
        convert()


def test_lam_and_C_make_one_objective_a_multiple_of_the_other(data):
    X, y = data
    lam = 0.07
    C = C_from_lam(lam, len(y))
    assert lam_from_C(C, len(y)) == pytest.approx(lam, rel=1e-15)
    ratios = [
        (0.5 * w @ w + C * hinge_loss(y * (X @ w)).sum()) / objective(w, X, y, lam)
        for w in np.random.default_rng(0).normal(size=(5, X.shape[1]))
    ]
    np.testing.assert_allclose(ratios, 1 / lam, rtol=1e-13)


@pytest.mark.parametrize("loss", LOSSES)
def test_the_objective_of_known_scores_is_the_objective(loss):
    X, y = np.array([[1.0, 2.0], [-1.0, 0.5]]), np.array([1.0, -1.0])
    stack = np.array([[0.5, -1.0], [0.0, 0.0], [2.0, 1.0]])
    of_scores = objective_of_scores((stack**2).sum(axis=1), stack @ X.T, y, 0.1, loss)
    np.testing.assert_allclose(of_scores, objective(stack, X, y, 0.1, loss), rtol=1e-15)
    assert objective_of_scores(0.0, np.zeros(2), y, 0.1, loss) == objective(np.zeros(2), X, y, 0.1, loss)


def test_an_objective_that_is_infinite_is_refused():
    for call in (
        lambda: objective([1e200], [[1.0]], [1], 0.1),
        lambda: objective([1e140], [[1e170]], [-1], 0.1),
        lambda: kernel_objective([1e100], [[1e200]], [-1], 1.0),
    ):
        with pytest.raises(ValueError, match="w and X must leave f finite, got entries of w up to 1e\\+"):
            call()


def test_the_subgradient_of_an_example_is_the_row_of_all_of_them():
    X, y, lam = np.array([[0.5, -1], [2, 0.25], [-1, 3.0], [4, 0]]), np.array([1, -1, -1, 1]), 0.3
    for w in (np.zeros(2), np.array([0.25, 0.5]), np.array([-2, 1.0])):
        each = [example_subgradient(w, x, label, lam) for x, label in zip(X, y)]
        np.testing.assert_array_equal(each, subgradients(w, X, y, lam))


def test_the_projection_is_onto_the_ball_and_leaves_it_alone():
    rng = np.random.default_rng(0)
    for lam in (0.01, 1, 5):
        for w in rng.normal(size=(20, 3)) * 3:
            v = projected(w, lam)
            assert np.linalg.norm(v) <= lam**-0.5 * (1 + 1e-12)
            assert np.array_equal(v, w) if np.linalg.norm(w) < lam**-0.5 else np.allclose(np.cross(v, w), 0)
            inside = rng.normal(size=3)
            inside *= lam**-0.5 / max(1, np.linalg.norm(inside))
            assert np.linalg.norm(w - v) <= np.linalg.norm(w - inside) + 1e-12
    assert not projected(np.zeros(3), 1).any()


@pytest.mark.parametrize("call", [lambda: projected([1.0, np.nan], 1), lambda: projected([1.0], 0),
                                  lambda: example_subgradient([1.0], [1.0, 2.0], 1, 1),
                                  lambda: example_subgradient([1.0], [1.0], 0, 1)])  # fmt: skip
def test_the_parts_of_a_step_say_what_they_take(call):
    with pytest.raises(ValueError, match="must"):
        call()
