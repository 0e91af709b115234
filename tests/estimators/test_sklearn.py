"""Test what scikit-learn requires of an estimator, and what its tools do with it."""

import pickle
from functools import partial

import numpy as np
import pytest
from conftest import noisy
from scipy.optimize import minimize
from sklearn import config_context
from sklearn.base import clone
from sklearn.calibration import CalibratedClassifierCV
from sklearn.datasets import load_iris, make_blobs
from sklearn.ensemble import AdaBoostClassifier
from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.feature_selection import SelectKBest
from sklearn.model_selection import GridSearchCV, train_test_split
from sklearn.multiclass import OneVsOneClassifier, OneVsRestClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import Normalizer, StandardScaler
from sklearn.svm import LinearSVC
from sklearn.utils.estimator_checks import parametrize_with_checks

from pegasos_edu.estimators import KernelPegasosClassifier, PegasosClassifier, PegasosRegressor

WHOLE = [  # each class, and the one setting that takes another form of X
    PegasosClassifier(),
    PegasosRegressor(),
    KernelPegasosClassifier(),
    KernelPegasosClassifier(kernel="precomputed", max_iter=10),
]
SETTINGS = [
    PegasosClassifier("log", batch_size=3, project=True, compile=True, max_iter=5),
    PegasosClassifier(multi_class="crammer_singer", max_iter=20),
    PegasosRegressor(bias="search", max_iter=8),
]


# A weight of 2 and an example that stands there twice have the same objective, but other draws.
DRAWN = "the weights of steps that were drawn differ; test_a_weight_counts_as_so_many_examples compares objectives"


def drawn(estimator):
    return {f"check_sample_weight_equivalence_on_{form}_data": DRAWN for form in ("dense", "sparse")}


@pytest.mark.filterwarnings("ignore")  # some checks use data that cause a warning
@parametrize_with_checks(WHOLE, expected_failed_checks=drawn)
def test_scikit_learn_has_nothing_to_complain_of(estimator, check):
    check(estimator)


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")
@parametrize_with_checks(SETTINGS, expected_failed_checks=drawn)
def test_nor_of_other_settings(estimator, check):
    check(estimator)


def test_the_heavy_class_is_always_named_after_enough_passes():
    """Repeat scikit-learn's check_class_weight_classifiers; its own 1,000 passes leave f at 500 times its minimum."""
    X, y = make_blobs(50, centers=2, random_state=0, cluster_std=20)
    settings = {"class_weight": {0: 1000, 1: 1e-4}, "max_iter": 30_000, "tol": None, "compile": True}
    model = PegasosClassifier(project=True, **settings).fit(X, y)
    assert not model.predict(X).any() and np.linalg.norm(model.coef_) < 10


def test_with_class_weights_the_ball_has_the_radius_of_the_largest_optimum():
    """Take equal examples, of which no margin exceeds 1: then ‖w*‖ is as large as it can be, sqrt(c̄/λ)."""
    lam, c = 0.02, 8.0
    y = np.tile([-1, 1], 10)
    X = y[:, None] * np.sqrt(lam / c)
    settings = {"bias": "none", "class_weight": {-1: c, 1: c}, "project": True}
    model = PegasosClassifier(lam=lam, **settings).fit(X, y)
    assert model.coef_.item() == pytest.approx(np.sqrt(c / lam), rel=0.01)


@pytest.mark.parametrize("model", [PegasosClassifier(), PegasosRegressor(), KernelPegasosClassifier()])
def test_masked_values_are_refused_where_scikit_learn_takes_what_is_under_the_mask(model):
    X, y = noisy()
    for given in ((np.ma.masked_greater(X, 1), y), (X, np.ma.masked_equal(y, 1))):
        with pytest.raises(ValueError, match="[Xy] must have no masked values"):
            model.fit(*given)


@pytest.mark.parametrize("sampling", ["epochs", "uniform"])
def test_weights_of_classes_count_in_batches_too(sampling):
    X = noisy()[0]
    y = np.where(X[:, 0] + 0.5 * np.random.default_rng(0).normal(size=200) > 1.3, 1, -1)
    c = np.where(y == 1, 5.0, 0.5)

    def f(w):
        return 0.05 * w @ w + (c * np.logaddexp(0, -y * (X @ w))).mean()

    settings = {"lam": 0.1, "bias": "none", "max_iter": 400, "sampling": sampling, "batch_size": 4, "tol": None}
    model = PegasosClassifier("log", class_weight={1: 5.0, -1: 0.5}, **settings).fit(X, y)
    assert f(model.coef_[0]) <= minimize(f, np.zeros(20)).fun * 1.005


@pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")
@pytest.mark.parametrize("model", [PegasosClassifier, PegasosRegressor, partial(PegasosClassifier, "log")])
def test_a_weight_counts_as_so_many_examples(model):
    """Compare f of the repeated examples for a fit to them, a fit with weights, and a fit that knows no weights."""
    X, y = noisy()
    counts = np.where(np.arange(200) % 4 == 0, 6, np.arange(200) % 2)
    rows, labels = X.repeat(counts, axis=0), y.repeat(counts)
    settings = {"lam": 0.02, "bias": "none", "max_iter": 400, "tol": None}
    regresses = model is PegasosRegressor
    loss = (
        (lambda z: np.maximum(0, abs(z - labels) - 0.1))
        if regresses
        else (
            (lambda z: np.maximum(0, 1 - labels * z))
            if model is PegasosClassifier
            else (lambda z: np.logaddexp(0, -labels * z))
        )
    )

    def f(fitted):
        w = fitted.coef_.ravel()
        return 0.01 * w @ w + loss(rows @ w).mean()

    repeated, without = f(model(**settings).fit(rows, labels)), f(model(**settings).fit(X, y))
    for weights in (counts, counts / 1000):
        weighted = f(model(**settings).fit(X, y, sample_weight=weights))
        assert abs(weighted - repeated) < 0.003 * repeated < 0.1 * (without - repeated)


def test_equal_weights_change_nothing_and_zeros_are_refused():
    X, y = noisy()
    for model in (PegasosClassifier(), PegasosRegressor(max_iter=5, tol=None)):
        equal = clone(model).fit(X, y, sample_weight=np.full(200, 0.3))
        np.testing.assert_array_equal(equal.coef_, model.fit(X, y).coef_)
        with pytest.raises(ValueError, match="Sample weights must contain at least one non-zero number"):
            model.fit(X, y, sample_weight=np.zeros(200))


def test_a_stream_with_weights_draws_the_heavy_examples_more_often():
    X, y = noisy()
    heavy = PegasosClassifier(lam=0.1)
    for _ in range(20):
        heavy.partial_fit(X, y, classes=[-1, 1], sample_weight=np.where(y > 0, 1.0, 0.0))
    assert (heavy.predict(X) == 1).mean() > 0.95  # negative examples are never drawn


@pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")
def test_boosting_calibration_and_routed_weights():
    X, y = noisy()
    boosted = AdaBoostClassifier(PegasosClassifier("log", lam=0.01), n_estimators=5, random_state=0).fit(X, y)
    assert len(boosted.estimators_) > 1 and boosted.score(X, y) > 0.8
    weights = np.where(y > 0, 9.0, 1.0)
    calibrated = CalibratedClassifierCV(PegasosClassifier(lam=0.01), cv=3).fit(X, y, sample_weight=weights)
    plain = CalibratedClassifierCV(PegasosClassifier(lam=0.01), cv=3).fit(X, y)
    assert (calibrated.predict(X) == 1).sum() > (plain.predict(X) == 1).sum() + 5
    with config_context(enable_metadata_routing=True):
        pipeline = make_pipeline(
            StandardScaler().set_fit_request(sample_weight=False),
            PegasosClassifier(lam=0.01).set_fit_request(sample_weight=True),
        )
        routed = pipeline.fit(X, y, sample_weight=weights)
    assert (routed.predict(X) == 1).sum() > (pipeline.fit(X, y).predict(X) == 1).sum() + 5


@pytest.fixture(scope="module")
def iris():
    X, y = load_iris(return_X_y=True)
    return StandardScaler().fit_transform(X), np.array(["setosa", "versicolor", "virginica"])[y]


@pytest.mark.parametrize("loss", ["hinge", "log"])
def test_several_classes_are_those_of_one_vs_rest(iris, loss):
    X, y = iris
    model = PegasosClassifier(loss).fit(X, y)
    rest = OneVsRestClassifier(PegasosClassifier(loss)).fit(X, y)
    np.testing.assert_array_equal(model.coef_, np.vstack([estimator.coef_ for estimator in rest.estimators_]))
    np.testing.assert_array_equal(model.predict(X), rest.predict(X))
    assert model.coef_.shape == (3, 4) and model.score(X, y) > 0.9


def test_the_kernel_estimator_too(iris):
    X, y = iris
    model = KernelPegasosClassifier().fit(X, y)
    np.testing.assert_array_equal(model.predict(X), OneVsRestClassifier(KernelPegasosClassifier()).fit(X, y).predict(X))
    assert OneVsOneClassifier(KernelPegasosClassifier()).fit(X, y).score(X, y) > 0.95


@pytest.mark.parametrize("model", [PegasosClassifier("log", class_weight="balanced"), KernelPegasosClassifier()])
def test_clones_and_pickles_give_the_same_again(iris, model):
    X, y = iris
    fitted = clone(model).fit(X, y)
    for other in (clone(fitted).fit(X, y), pickle.loads(pickle.dumps(fitted))):
        np.testing.assert_array_equal(fitted.decision_function(X), other.decision_function(X))


def test_a_search_over_lambda_in_a_pipeline(iris):
    X, y = iris
    search = GridSearchCV(
        make_pipeline(StandardScaler(), PegasosClassifier()), {"pegasosclassifier__lam": [1e-3, 1e-2, 0.1]}, cv=3
    )
    assert search.fit(X, y).best_score_ > 0.9


def test_the_pipeline_of_a_course_does_as_well_as_linear_svc(data_folder):
    text = (data_folder / "sentiment_5000.txt").read_text("utf-8")
    lines = [line.split(maxsplit=3) for line in text.split("\n") if line]
    texts, labels = [line[3] for line in lines], [line[1] for line in lines]
    hits = {"ours": [], "theirs": []}
    for seed in range(3):  # 1,000 texts each: one split alone says little
        fit, new, y_fit, y_new = train_test_split(texts, labels, train_size=0.8, random_state=seed)
        for name, model in (("ours", PegasosClassifier()), ("theirs", LinearSVC())):
            pipeline = make_pipeline(TfidfVectorizer(), SelectKBest(k=1000), Normalizer(), model)
            hits[name].append(np.sum(pipeline.fit(fit, y_fit).predict(new) == y_new))
    assert abs(hits["ours"][0] - hits["theirs"][0]) <= 5
    assert sum(hits["ours"]) >= sum(hits["theirs"]) - 15
