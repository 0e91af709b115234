"""What scikit-learn asks of an estimator, and what its tools do with one."""

import pickle
import warnings

import numpy as np
import pytest
from sklearn.base import clone
from sklearn.datasets import load_iris
from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.feature_selection import SelectKBest
from sklearn.model_selection import GridSearchCV, train_test_split
from sklearn.multiclass import OneVsOneClassifier, OneVsRestClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import Normalizer, StandardScaler
from sklearn.svm import LinearSVC
from sklearn.utils.estimator_checks import parametrize_with_checks

from pegasos_edu.estimators import KernelPegasosClassifier, PegasosClassifier, PegasosRegressor

ESTIMATORS = [
    PegasosClassifier(),
    PegasosClassifier("log", max_iter=10),
    PegasosClassifier("log", batch_size=3, project=True, max_iter=5),
    PegasosClassifier(multi_class="crammer_singer", max_iter=20),
    PegasosClassifier(project=True, compile=True),
    PegasosRegressor(),
    PegasosRegressor(bias="search", max_iter=8),
    KernelPegasosClassifier(),
    KernelPegasosClassifier(kernel="poly", max_iter=10),
    KernelPegasosClassifier(kernel="precomputed"),
]


@pytest.mark.filterwarnings("ignore")  # checks fit on purpose to data that call for a warning
@parametrize_with_checks(ESTIMATORS)
def test_scikit_learn_has_nothing_to_complain_of(estimator, check):
    check(estimator)


@pytest.fixture(scope="module")
def iris():
    X, y = load_iris(return_X_y=True)
    return StandardScaler().fit_transform(X), np.array(["setosa", "versicolor", "virginica"])[y]


@pytest.mark.parametrize("loss", ["hinge", "log"])
def test_several_classes_are_those_of_one_vs_rest(iris, loss):
    X, y = iris
    model = PegasosClassifier(loss).fit(X, y)
    rest = OneVsRestClassifier(PegasosClassifier(loss)).fit(X, y)
    np.testing.assert_array_equal(model.coef_, np.vstack([one.coef_ for one in rest.estimators_]))
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
    parts = train_test_split(texts, labels, train_size=0.8, random_state=0)

    def accuracy(model):
        pipeline = make_pipeline(TfidfVectorizer(), SelectKBest(k=1000), Normalizer(), model)
        return pipeline.fit(parts[0], parts[2]).score(parts[1], parts[3])

    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert abs(accuracy(PegasosClassifier()) - accuracy(LinearSVC())) <= 0.005
