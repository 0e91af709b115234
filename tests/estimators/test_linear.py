"""Compare the linear estimators with the algorithms that they run, and with other solvers of the same problem."""

import tracemalloc
from copy import deepcopy

import numpy as np
import pytest
from conftest import SETS
from scipy import sparse
from scipy.optimize import minimize
from sklearn.exceptions import ConvergenceWarning
from sklearn.svm import LinearSVC, LinearSVR

from pegasos_edu import (
    biased,
    last,
    logistic,
    minibatch,
    multiclass,
    objective,
    regression,
    run,
    scaled,
    summed,
)
from pegasos_edu.datasets import blobs, sparse_text
from pegasos_edu.estimators import KernelPegasosClassifier, PegasosClassifier, PegasosRegressor
from pegasos_edu.losses import insensitive_loss
from pegasos_edu.runs.draws import SAMPLINGS, make_draws
from pegasos_edu.theory.optimum import optimum

X, y = SETS["noisy in 20 dimensions"]
M = len(y)
PLAIN = {"bias": "none", "average": "none", "lam": 0.01, "max_iter": 7, "tol": None}


# The weights are those of the algorithms


@pytest.mark.parametrize("rows", [X, sparse.csr_array(X), sparse.csr_matrix(X)])
@pytest.mark.parametrize("sampling", SAMPLINGS)
@pytest.mark.parametrize("compile", [False, True])
def test_weights_are_those_of_the_run(rows, sampling, compile):
    model = PegasosClassifier(**PLAIN, sampling=sampling, random_state=3, compile=compile).fit(rows, y)
    steps = run(summed, rows, y, lam=0.01, T=7 * M, seed=3, sampling=sampling)
    np.testing.assert_allclose(model.coef_[0], last(steps).w, rtol=1e-12)
    assert model.t_ == 7 * M and model.n_iter_ == 7 and not model.intercept_.any()


@pytest.mark.parametrize(
    ("settings", "algorithm", "options"),
    [
        ({"project": True}, scaled, {"project": True}),
        ({"batch_size": 8}, minibatch, {"k": 8}),
        ({"batch_size": 8, "project": True}, minibatch, {"k": 8, "project": True}),
        ({"loss": "log"}, logistic, {}),
        ({"loss": "log", "project": True}, logistic, {"project": True}),
    ],
)
def test_settings_choose_the_algorithm(settings, algorithm, options):
    model = PegasosClassifier(**PLAIN, **settings).fit(X, y)
    T = 7 * M // options.get("k", 1)
    expected = last(run(algorithm, X, y, lam=0.01, T=T, sampling="epochs", **options)).w
    np.testing.assert_allclose(model.coef_[0], expected, rtol=1e-10)


def test_regression_and_several_classes_are_algorithms_too():
    numbers = np.arange(M) % 3
    together = PegasosClassifier(**PLAIN, multi_class="crammer_singer").fit(X, numbers)
    expected = last(run(multiclass, X, numbers, lam=0.01, T=7 * M, sampling="epochs")).w
    np.testing.assert_allclose(together.coef_, expected, rtol=1e-10)
    values = X @ np.arange(20.0)
    model = PegasosRegressor(0.5, **PLAIN).fit(X, values)
    expected = last(run(regression, X, values, lam=0.01, T=7 * M, sampling="epochs", epsilon=0.5)).w
    np.testing.assert_allclose(model.coef_, expected, rtol=1e-10)


def test_the_augmented_bias_is_a_constant_feature_without_a_copy():
    model = PegasosClassifier(lam=0.01, bias_scale=3.0).fit(X, y)
    wide = PegasosClassifier(lam=0.01, bias="none").fit(np.hstack([X, np.full((M, 1), 3.0)]), y)
    np.testing.assert_allclose(model.coef_, wide.coef_[:, :-1], rtol=1e-12)
    np.testing.assert_allclose(model.intercept_, 3 * wide.coef_[:, -1], rtol=1e-12)


# The objective is close to certified optima and to other solvers


@pytest.mark.parametrize("loss", ["hinge", "log"])
@pytest.mark.parametrize("settings", [{}, {"project": True}, {"batch_size": 4, "max_iter": 800}, {"average": "none"}])
def test_the_objective_comes_near_its_certified_minimum(loss, settings):
    settings = {"lam": 0.1, "bias": "none", "max_iter": 200, "tol": None} | settings
    model = PegasosClassifier(loss, **settings).fit(X, y)
    best = optimum(X, y, 0.1, loss)
    assert objective(model.coef_[0], X, y, 0.1, loss) <= best.value * 1.005


def test_regression_comes_near_the_minimum_of_its_objective():
    values = X @ np.linspace(-1, 1, 20) + np.sin(np.arange(M))
    model = PegasosRegressor(0.2, lam=0.1, bias="none", max_iter=300, tol=None).fit(X, values)

    def f(w):
        return 0.05 * w @ w + insensitive_loss(values, X @ w, 0.2).mean()

    best = LinearSVR(epsilon=0.2, C=1 / (0.1 * M), fit_intercept=False, max_iter=100_000).fit(X, values)
    assert f(model.coef_) <= f(best.coef_) * 1.002


def test_crammer_singer_comes_near_linear_svc():
    rng = np.random.default_rng(0)
    numbers = (X[:, :3] + 0.5 * rng.normal(size=(M, 3))).argmax(axis=1)
    model = PegasosClassifier(lam=0.05, multi_class="crammer_singer", bias="none", max_iter=300, tol=None).fit(
        X, numbers
    )
    other = LinearSVC(C=1 / (0.05 * M), multi_class="crammer_singer", fit_intercept=False, max_iter=100_000)
    np.testing.assert_allclose(model.coef_, other.fit(X, numbers).coef_, atol=0.02)


def test_class_weights_weigh_the_losses():
    rare = np.where(X[:, 0] + 0.5 * np.random.default_rng(0).normal(size=M) > 1.3, 1, -1)
    c = np.where(rare == 1, 5.0, 0.5)

    def f(w, loss=lambda z: np.log1p(np.exp(-z))):
        return 0.05 * w @ w + (c * loss(rare * (X @ w))).mean()

    best = minimize(f, np.zeros(20)).fun
    for sampling in ("epochs", "uniform"):
        settings = {"lam": 0.1, "bias": "none", "max_iter": 400, "sampling": sampling, "tol": None}
        model = PegasosClassifier("log", class_weight={1: 5.0, -1: 0.5}, **settings).fit(X, rare)
        assert f(model.coef_[0]) <= best * 1.002
        unweighted = PegasosClassifier("log", **settings).fit(X, rare)
        assert f(unweighted.coef_[0]) > best * 1.02


# Bias


def test_the_outer_search_finds_the_bias_that_is_not_penalised():
    data, labels, _ = blobs(400, offset=3.0)
    model = PegasosClassifier(lam=0.01, bias="search", max_iter=60).fit(data, labels)

    def smallest(b):  # another solver computes J(b): λ/2·‖w‖² + mean hinge loss at a given bias, smoothed a little
        def f(w):
            z = labels * (data @ w + b)
            return 0.005 * w @ w + np.logaddexp(0, 500 * (1 - z)).mean() / 500

        return minimize(f, model.coef_[0], method="BFGS").fun

    bias = model.intercept_[0]
    values = [smallest(b) for b in (bias - 1, bias, bias + 1)]
    assert values[1] < min(values[0], values[2])
    assert model.score(data, labels) > PegasosClassifier(lam=0.01, bias="none").fit(data, labels).score(data, labels)
    (tried,) = model.search_
    assert 8 < len(tried) < 41 and min(tried, key=lambda tried_model: tried_model.objective).b == bias
    w = last(run(biased, data, labels, lam=0.01, T=60 * 400, sampling="epochs", b=float(bias))).w
    np.testing.assert_allclose(w, model.coef_[0], atol=0.2)


def test_the_bias_of_a_regression_is_found():
    values = X[:, 0] + 7
    model = PegasosRegressor(0.1, lam=0.01, bias="search").fit(X, values)
    assert model.intercept_[0] == pytest.approx(7, abs=0.05) and model.score(X, values) > 0.98
    far = PegasosRegressor(0.1, lam=0.01, bias="search").fit(X, values + 1e6)
    assert far.intercept_[0] == pytest.approx(1e6 + 7, abs=0.05) and far.score(X, values + 1e6) > 0.98


# Fits that continue other fits: partial_fit, warm_start, tol, history


def test_partial_fit_goes_on_where_it_stopped():
    model = PegasosClassifier(**PLAIN)
    for half in (slice(0, 100), slice(100, 200)):
        model.partial_fit(X[half], y[half], classes=[-1, 1])
    orders = [make_draws("epochs", 100, 100, 0), make_draws("epochs", 100, 100, [0, 100]) + 100]
    np.testing.assert_allclose(
        model.coef_[0], last(run(summed, X, y, lam=0.01, draws=np.concatenate(orders))).w, rtol=1e-12
    )
    assert model.t_ == 200 and model.n_iter_ == 1


def test_a_stream_of_several_classes_may_begin_without_the_last():
    numbers = X[:, :3].argmax(axis=1)
    model = PegasosClassifier(multi_class="crammer_singer", lam=0.1, bias="none")
    few = numbers < 2
    assert model.partial_fit(X[few], numbers[few], classes=[0, 1, 2]).coef_.shape == (3, 20)
    for _ in range(60):
        model.partial_fit(X, numbers)
    assert model.score(X, numbers) > 0.85


def test_warm_start_goes_on_and_with_another_lambda_too():
    model = PegasosClassifier(lam=0.1, bias="none", warm_start=True, max_iter=100, tol=None).fit(X, y)
    assert model.fit(X, y).t_ == 200 * M
    start = objective(model.coef_[0], X, y, 0.05)
    model.set_params(lam=0.05, max_iter=100).fit(X, y)
    best = optimum(X, y, 0.05).value
    assert objective(model.coef_[0], X, y, 0.05) - best < 0.7 * (start - best)
    with pytest.raises(ValueError, match="warm_start=True must go on with the classes"):
        model.fit(X, y + 1)
    with pytest.raises(ValueError, match="X has 3 features, but PegasosClassifier is expecting 20"):
        model.fit(X[:, :3], y)
    assert model.score(X, y) > 0.8  # the refused call has changed nothing
    model.set_params(class_weight={-1: 50.0, 1: 50.0}, max_iter=3_000).fit(X, y)
    assert objective(model.coef_[0], X, y, 0.05 / 50) <= optimum(X, y, 0.05 / 50).value * 1.1


@pytest.mark.parametrize(
    ("change", "name"), [({"loss": "log"}, "loss"), ({"bias": "none"}, "bias"), ({"average": "all"}, "average")]
)
def test_what_went_on_with_other_settings_would_be_neither_is_refused(change, name):
    warm = PegasosClassifier(lam=0.1, warm_start=True, max_iter=2, tol=None).fit(X, y).set_params(**change)
    with pytest.raises(ValueError, match=f"fitting must go on with the settings it began with, got another .*{name}"):
        warm.fit(X, y)
    with pytest.raises(ValueError, match="begin anew, with fit and warm_start=False"):
        warm.partial_fit(X, y)
    assert warm.set_params(warm_start=False).fit(X, y).t_ == 2 * M


@pytest.mark.parametrize("solver", ["pegasos", "dual"])
def test_a_fit_ends_within_its_tolerance_or_says_how_far_it_is(solver):
    model = PegasosClassifier(solver=solver, lam=0.1, bias="none", tol=0.02, max_iter=500).fit(X, y)
    f, best = objective(model.coef_[0], X, y, 0.1), optimum(X, y, 0.1).value
    assert 1 < model.n_iter_ < 100 and model.objective_[0] == pytest.approx(f, rel=1e-12)
    assert f - model.gap_[0] <= best * (1 + 1e-9) and model.gap_[0] <= 0.02 * f
    said = "After 3 epochs the objective is [0-9.]+, and its minimum is known to be at least 0.[0-9]+: the gap is "
    with pytest.warns(ConvergenceWarning, match=said):
        PegasosClassifier(solver=solver, lam=0.001, bias="none", tol=1e-3, max_iter=3).fit(X, y)


def test_partial_fit_after_a_search_or_with_a_history_begun_late():
    with pytest.raises(ValueError, match="fitting must go on with the settings it began with, got another bias"):
        PegasosClassifier(lam=0.1, bias="search").fit(X, y).set_params(bias="augmented").partial_fit(X, y)
    late = PegasosClassifier(lam=0.1).partial_fit(X, y, classes=[-1, 1]).set_params(history=True).partial_fit(X, y)
    assert len(late.history_) == 1
    model = PegasosClassifier(lam=0.1, history=True).fit(X, y).set_params(history=False).fit(X, y)
    assert not hasattr(model, "history_")


def test_what_is_refused_changes_nothing():
    model = PegasosClassifier(lam=0.1)
    with pytest.raises(ValueError, match="name all classes in the first call"):
        model.partial_fit(X, np.arange(M) % 3, classes=[0, 1])
    model.partial_fit(X, np.arange(M) % 3, classes=[0, 1, 2])
    with pytest.raises(ValueError, match="X and lam must keep"):
        model.set_params(lam=1e-200).fit(X, y)
    assert list(model.classes_) == [0, 1, 2]


@pytest.mark.parametrize("model", [PegasosClassifier, PegasosRegressor, KernelPegasosClassifier])
def test_an_interrupted_fit_leaves_the_estimator_as_it_was(model, monkeypatch):
    fitted = model(lam=0.1).fit(X, y)
    before, scores = dict(vars(fitted)), fitted.predict(X)

    def interrupted(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr("pegasos_edu.estimators.solver.Descent.w", property(interrupted))  # a fit reads it last
    for other, labels in ((X[:50, :3], y[:50]), (X, np.where(y > 0, 7, 9))):
        with pytest.raises(KeyboardInterrupt):
            fitted.fit(other, labels)
        assert vars(fitted) == before
    monkeypatch.undo()
    assert np.array_equal(fitted.predict(X), scores)


@pytest.mark.parametrize(
    "settings", [{}, {"compile": True}, {"warm_start": True, "max_iter": 2}, {"batch_size": 3}, {"project": True}]
)
def test_after_an_interrupted_pass_the_next_one_goes_on_as_if_it_had_not_been(settings, monkeypatch):
    model = PegasosClassifier(lam=0.1, tol=None, **settings)
    model.partial_fit(X, y, classes=[-1, 1])
    other, again = deepcopy(model), model.fit if model.warm_start else model.partial_fit
    monkeypatch.setattr(type(model), "_attributes", lambda *_: {}["interrupted"])  # when all steps are taken
    with pytest.raises(KeyError, match="interrupted"):
        again(X[::-1], y[::-1])
    monkeypatch.undo()
    for tried_model in (model, other):
        getattr(tried_model, again.__name__)(X[::-1], y[::-1])
    assert np.array_equal(model.coef_, other.coef_) and model.t_ == other.t_


def test_history_holds_the_weights_after_each_pass_and_their_objective():
    model = PegasosClassifier(lam=0.1, bias="none", history=True, max_iter=9, tol=None).fit(X, y)
    assert [snapshot.t for snapshot in model.history_] == [M * n for n in range(1, 10)]
    for snapshot in model.history_:
        assert snapshot.objective[0] == pytest.approx(objective(snapshot.coef[0], X, y, 0.1), rel=1e-12)
    np.testing.assert_array_equal(model.history_[-1].coef, model.coef_)
    three = PegasosClassifier(lam=0.1, history=True, max_iter=2, tol=None).fit(X, np.arange(M) % 3)
    assert three.history_[0].coef.shape == (3, 20) and three.history_[0].objective.shape == (3,)


def test_probabilities_are_those_of_the_log_loss_in_the_order_of_the_classes():
    model = PegasosClassifier("log", lam=0.01).fit(X, np.where(y > 0, "a", "b"))
    p = model.predict_proba(X)
    np.testing.assert_allclose(p[:, 1], 1 / (1 + np.exp(-model.decision_function(X))))
    assert np.array_equal(model.classes_[p.argmax(axis=1)], model.predict(X)) and list(model.classes_) == ["a", "b"]
    three = PegasosClassifier("log", lam=0.01).fit(X, np.arange(M) % 3).predict_proba(X)
    np.testing.assert_allclose(three.sum(axis=1), 1)
    assert not hasattr(PegasosClassifier(), "predict_proba") and not hasattr(PegasosClassifier(), "predict_log_proba")


def test_logarithms_of_probabilities_are_finite_where_the_probabilities_are_0():
    for labels in (y, np.arange(M) % 3):
        model = PegasosClassifier("log", lam=0.01).fit(X, labels)
        np.testing.assert_allclose(np.exp(model.predict_log_proba(X)), model.predict_proba(X))
        far = model.predict_log_proba(1e6 * X)
        assert np.isfinite(far).all() and (model.predict_proba(1e6 * X) == 0).any() and far.min() < -1000


# Any data


@pytest.mark.slow
def test_empty_rows_and_columns_of_zeros_do_no_harm():
    data = np.hstack([X, np.zeros((M, 2))])
    data[:10] = 0
    for rows in (data, sparse.csr_array(data)):
        for settings in ({}, {"project": True}, {"batch_size": 3, "project": True}, {"loss": "log", "project": True}):
            model = PegasosClassifier(bias="none", max_iter=5, tol=None, **settings).fit(rows, y)
            assert np.isfinite(model.coef_).all() and not model.coef_[0, -2:].any()
    with pytest.raises(ValueError, match="at least 2 classes"):
        PegasosClassifier().fit(data, np.ones(M))
    assert not PegasosClassifier(bias="none", lam=0.1).fit(np.zeros((4, 2)), [0, 1, 0, 1]).coef_.any()


def test_fitting_takes_little_memory_beside_the_data():
    rows = sparse_text(4_000, 60_000).X
    dense = np.random.default_rng(0).normal(size=(20_000, 100))
    for data, d in ((rows, 60_000), (dense, 100)):
        labels = np.arange(data.shape[0]) % 2
        for bias in ("none", "augmented"):
            model = PegasosClassifier(bias=bias, max_iter=2, lam=0.1, tol=None, compile=True)
            model.fit(data[:100], labels[:100])  # Numba takes memory for itself only once
            tracemalloc.start()
            model.fit(data, labels)
            peak = tracemalloc.get_traced_memory()[1]
            tracemalloc.stop()
            assert peak < 8 * (8 * d + 12 * len(labels)) + 200_000


# Bad input


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"lam": -1}, "lam must be a finite number above 0, got -1"),
        ({"batch_size": 2.5}, "batch_size must be a whole number"),
        ({"average": True}, "average must be one of"),
        ({"bias_scale": 0}, "bias_scale must be a finite number above 0"),
        (
            {"tol": -1.0},
            "tol must be at least 0, got -1.0; 0.01 stops within 1 % of the minimum, and None makes all passes",
        ),
        ({"random_state": -1}, "seed must be a whole number of at least 0, got -1"),
        ({"class_weight": {-1: -1.0, 1: 1.0}}, "class_weight must be None, 'balanced' or a dict with a finite weight"),
        ({"class_weight": {-1: 0, 1: 0}}, "class_weight must give some example a weight above 0"),
        ({"batch_size": 300, "sampling": "uniform"}, "batch_size must be at most the number of examples, 200, got 300"),
        ({"bias_scale": 1e149}, "X and lam must keep R/lam"),
        (
            {"class_weight": {-1: 1e308, 1: 1e308}},
            "class_weight must be None, 'balanced' or a dict with a finite weight",
        ),
        ({"bias": "search", "loss": "log"}, "bias='search' must come with loss='hinge'"),
        ({"bias": "search", "history": True}, "bias='search' must start anew"),
        ({"multi_class": "crammer_singer", "batch_size": 2}, "multi_class='crammer_singer' must come with"),
    ],
)
def test_settings_that_cannot_be_are_refused_in_words(settings, message):
    with pytest.raises(ValueError, match=message):
        PegasosClassifier(**settings).fit(X, y)


def test_float32_that_overflows_is_refused_and_other_float32_is_not_warned_of():
    assert PegasosClassifier().fit(X.astype(np.float32), y).score(X, y) > 0.8
    with pytest.raises(ValueError, match="X and lam must keep R/lam"), np.errstate(over="ignore"):
        PegasosClassifier(lam=0.1).fit((X * 1e20).astype(np.float32), y)


def test_regression_refuses_a_negative_epsilon_and_targets_whose_squares_are_infinite():
    with pytest.raises(ValueError, match="epsilon must be at least 0, got -0.1"):
        PegasosRegressor(-0.1).fit(X, y)
    for bias in ("search", "augmented"):
        with pytest.raises(ValueError, match=r"y must hold numbers of at most 1e150 in size, got 1e\+200; divide y by"):
            PegasosRegressor(bias=bias).fit(X, 1e200 * y)


def test_a_lambda_far_too_small_or_too_large_is_warned_of():
    with pytest.warns(ConvergenceWarning, match="lam=1e-08 is far too small for 10000 steps"):
        PegasosClassifier(lam=1e-8, max_iter=50, tol=None).fit(X, y)
    with pytest.warns(ConvergenceWarning, match="lam=0.001, divided by the mean class weight 1e.05, is far too small"):
        PegasosClassifier(lam=1e-3, class_weight={-1: 1e5, 1: 1e5}, max_iter=50, tol=None).fit(X, y)
    with pytest.warns(UserWarning, match="lam=1000 is above the largest"):
        model = PegasosClassifier(lam=1000, bias="none", max_iter=100).fit(X, y)
    np.testing.assert_allclose(model.coef_[0], y @ X / (1000 * M), rtol=0.2, atol=1e-5)


def test_partial_fit_asks_for_all_classes_at_first():
    with pytest.raises(ValueError, match="classes must be passed on the first call to partial_fit"):
        PegasosClassifier().partial_fit(X, y)
    model = PegasosClassifier().partial_fit(X, y, classes=[-1, 1])
    with pytest.raises(ValueError, match=r"y must hold the classes of the first call, \[-1  1\], got \[2\] as well"):
        model.partial_fit(X, np.where(y > 0, 2, -1))
    with pytest.raises(ValueError, match="classes must be those of the first call"):
        model.partial_fit(X, y, classes=[-1, 1, 2])
    with pytest.raises(
        ValueError, match="class_weight must be None in partial_fit, got 'balanced'.*give a sample_weight"
    ):
        PegasosClassifier(class_weight="balanced").partial_fit(X, y, classes=[-1, 1])
    assert not hasattr(PegasosClassifier(bias="search"), "partial_fit")


def test_a_batch_of_one_class_is_no_problem_once_the_classes_are_known():
    model = PegasosClassifier(lam=0.1).partial_fit(X[y > 0], y[y > 0], classes=[-1, 1])
    assert model.partial_fit(X[y < 0], y[y < 0]).score(X, y) > 0.6


@pytest.mark.parametrize("model", [PegasosClassifier, PegasosRegressor, KernelPegasosClassifier])
@pytest.mark.parametrize("form", ["csr", "csc"])
def test_a_sparse_matrix_that_points_outside_itself_is_refused(model, form):
    outside = sparse.csr_array(X).asformat(form)
    fitted = model(lam=0.1).fit(outside, y)
    outside.indices[7] = 10**6
    for name in {"fit", "partial_fit", "score"} & set(dir(model)):
        with pytest.raises(ValueError, match="X must be a consistent sparse matrix, got one where indices"):
            getattr(fitted, name)(outside, y)
