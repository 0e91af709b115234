"""Test dual ascent as a solver: its draws, its settings, and that another fit goes on from it."""

import numpy as np
import pytest
from conftest import SETS
from scipy import sparse
from sklearn.exceptions import ConvergenceWarning
from sklearn.svm import LinearSVC

from pegasos_edu import dual_ascent, last, run
from pegasos_edu.estimators import PegasosClassifier
from pegasos_edu.fast.compiling import compiled_shrink
from pegasos_edu.fast.shrinking import shrink
from pegasos_edu.theory import duality_gap, optimum

X, y = SETS["noisy in 20 dimensions"]
PLAIN = {"solver": "dual", "lam": 0.01, "bias": "none", "average": "none"}


def step_of(model):
    return model._fit.descents[0].step


@pytest.mark.parametrize("compile", [False, True])
@pytest.mark.parametrize("rows", [X, sparse.csr_array(X)])
def test_the_first_pass_is_that_of_the_algorithm(rows, compile):
    model = PegasosClassifier(**PLAIN, max_iter=1, tol=None, compile=compile).fit(rows, y)
    expected = last(run(dual_ascent, rows, y, lam=0.01, T=200, sampling="epochs"))
    np.testing.assert_allclose(model.coef_[0], expected.w, rtol=1e-9)
    np.testing.assert_allclose(step_of(model).alpha, expected.alpha, rtol=1e-9, atol=1e-12)
    assert model.t_ == 200 and model.n_iter_ == 1


def test_the_gap_is_that_of_the_dual_variables():
    model = PegasosClassifier(**PLAIN, tol=1e-6, max_iter=10_000, compile=True).fit(X, y)
    assert model.gap_[0] == pytest.approx(duality_gap(step_of(model).alpha, X, y, 0.01), rel=1e-6, abs=1e-12)
    best = optimum(X, y, 0.01)
    np.testing.assert_allclose(model.coef_[0], best.w, atol=1e-2 * np.linalg.norm(best.w))
    svc = LinearSVC(loss="hinge", C=1 / (0.01 * 200), fit_intercept=False, tol=1e-8, max_iter=100_000).fit(X, y)
    np.testing.assert_allclose(model.coef_, svc.coef_, atol=1e-2 * np.linalg.norm(best.w))


def test_examples_that_can_change_no_more_are_left_out_until_the_gap_is_measured():
    rows, labels = noisy_plane()
    model = PegasosClassifier(**PLAIN, tol=1e-4, max_iter=500, compile=True).fit(rows, labels)
    every = run(dual_ascent, rows, labels, lam=0.01, T=4_000 * model.n_iter_, sampling="epochs", progress=False)
    without = duality_gap(last(every).alpha, rows, labels, 0.01)
    assert model.gap_[0] <= 1e-4 * model.objective_[0] < without  # as many draws of all examples leave more


def noisy_plane():
    rng = np.random.default_rng(0)
    rows = rng.normal(size=(4_000, 5))
    return rows, np.where(rows[:, 0] + 0.3 * rng.normal(size=4_000) > 0, 1, -1)


def test_the_mean_of_the_weights_is_nearer_than_the_last_ones():
    rows, labels = noisy_plane()
    few = {"lam": 1e-4, "max_iter": 10, "tol": None, "compile": True}
    last_one, mean = (
        PegasosClassifier(**PLAIN | few | {"average": name}).fit(rows, labels) for name in ("none", "tail")
    )
    np.testing.assert_array_equal(step_of(last_one).alpha, step_of(mean).alpha)
    best = optimum(rows, labels, 1e-4).value
    assert mean.objective_[0] - best < 0.5 * (last_one.objective_[0] - best)


def test_without_a_tolerance_no_example_is_left_out_for_ever():
    rows, labels = noisy_plane()
    for lam in (1e-2, 1e-4):
        model = PegasosClassifier(**PLAIN | {"lam": lam, "max_iter": 300, "tol": None, "compile": True}).fit(
            rows, labels
        )
        assert model.gap_[0] <= 1e-4 * model.objective_[0]


@pytest.mark.parametrize("function", [shrink, compiled_shrink()])
def test_shrinking_keeps_what_is_within_the_limits(function):
    y, alpha = np.array([1.0, -1, 1, -1, 1]), np.array([0.0, -1, 0.5, 0, 1])
    draws, slack = np.arange(5), np.array([-0.2, 0.9, 0.1, -0.8, 0.3])
    notes, kept = np.stack([y * (1 - slack), np.zeros(5)], axis=1), np.empty(5, dtype=np.int64)
    n, low, high, gap = function(draws, y, alpha, notes, -0.5, 0.6, kept)
    assert kept[:n].tolist() == [0, 2, 4]  # of 1 and 3 the slack is beyond the limits
    assert (low, high) == (0.0, pytest.approx(0.1))  # of 2, the only one that can still move both ways
    assert gap == pytest.approx(0.1 * 0.5)


def test_the_estimator_takes_it_if_asked_and_says_which_settings_it_cannot_have():
    assert not step_of(PegasosClassifier(lam=0.1).fit(X, y)).is_dual
    assert step_of(PegasosClassifier(solver="dual", lam=0.1).fit(X, y)).is_dual
    for others, name in (
        ({"sampling": "uniform"}, "sampling"),
        ({"multi_class": "crammer_singer"}, "multi_class"),
        ({"loss": "log"}, "loss"),
        ({"bias": "search"}, "bias"),
        ({"class_weight": {1: 2}}, "weights"),
    ):
        with pytest.raises(ValueError, match=f"solver='dual' must come without weights .*got another {name}"):
            PegasosClassifier(solver="dual", lam=0.1, **others).fit(X, y)


def test_a_warning_recommends_it_only_where_it_is_possible():
    short = {"lam": 1e-3, "max_iter": 2, "tol": 1e-6}
    for others, is_possible in (({}, True), ({"batch_size": 2}, False), ({"class_weight": {1: 2}}, False)):
        with pytest.warns(ConvergenceWarning) as caught:
            PegasosClassifier(**short | others).fit(X, y)
        assert any("solver='dual'" in str(warning.message) for warning in caught) == is_possible


def test_a_stream_goes_on_from_its_weights_by_steps_of_pegasos():
    model = PegasosClassifier(**PLAIN, tol=1e-3).fit(X, y)
    w, t = model.coef_[0].copy(), model.t_
    model.partial_fit(X[:1], y[:1])
    eta = 1 / (0.01 * (t + 1))
    expected = (1 - eta * 0.01) * w + (eta * y[0] * X[0] if y[0] * (w @ X[0]) < 1 else 0)
    np.testing.assert_allclose(model.coef_[0], expected, rtol=1e-9)
    assert model.t_ == t + 1 and not hasattr(model, "gap_")


def test_several_classes_are_certified_one_by_one():
    numbers = X[:, :3].argmax(axis=1)
    model = PegasosClassifier(solver="dual", lam=0.01, tol=0.01).fit(X, numbers)
    assert model.gap_.shape == model.objective_.shape == (3,) and (model.gap_ <= 0.01 * model.objective_).all()
