"""Test settings and data of unusual types: they count as what they mean, or are refused with what to do."""

import re
from fractions import Fraction

import numpy as np
import pytest
from scipy import sparse

from pegasos_edu.datasets import moons
from pegasos_edu.estimators import KernelPegasosClassifier, PegasosClassifier, PegasosRegressor

X, y, _ = moons(60)
MODELS = [PegasosClassifier, PegasosRegressor, KernelPegasosClassifier]
NUMBERS = {
    PegasosClassifier: {"lam": 0.25, "tol": 0.5, "bias_scale": 2.0, "max_iter": 50, "batch_size": 3, "random_state": 3},
    PegasosRegressor: {"lam": 0.25, "epsilon": 0.125, "bias_scale": 100.0, "max_iter": 50},
    KernelPegasosClassifier: {"lam": 0.25, "gamma": 0.5, "coef0": 1.0, "cache_size": 100.0, "degree": 3, "max_iter": 9},
}


@pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")
@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize(
    "types", [(np.float16, np.int8), (np.float32, np.uint8), (np.longdouble, np.int64), (Fraction, int)]
)
def test_numbers_of_any_type_count_as_those_of_python(model, types):
    settings = {name: types[isinstance(value, int)](value) for name, value in NUMBERS[model].items()}
    others = {"kernel": "poly"} if model is KernelPegasosClassifier else {"compile": True}
    for rows in (X, 100 * X):  # products with the latter overflow in 16 bits
        expected = model(**NUMBERS[model], **others).fit(rows, y)
        fit = model(**settings, **others).fit(rows, y)
        np.testing.assert_array_equal(fit.predict(rows), expected.predict(rows))
        assert fit.get_params() == {**expected.get_params(), **settings}


def test_weights_of_classes_too():
    weights = {-1: np.float16(0.5), 1: np.float32(2)}
    fit, expected = (PegasosClassifier(class_weight=w).fit(X, y) for w in (weights, {-1: 0.5, 1: 2.0}))
    np.testing.assert_array_equal(fit.coef_, expected.coef_)


@pytest.mark.parametrize("model", [PegasosClassifier, KernelPegasosClassifier])
@pytest.mark.parametrize("labels", [np.where(y > 0, b"yes", b"no"), np.where(y > 0, b"yes", b"?").astype(object)])
def test_labels_of_bytes_are_turned_into_words_by_the_caller(model, labels):
    with pytest.raises(
        ValueError, match=r"y must hold words or numbers, not bytes, got .*; turn bytes into words: y.astype"
    ):
        model().fit(X, labels)
    assert set(model().fit(X, labels.astype(str)).classes_) <= {"yes", "no", "?"}


def test_labels_of_several_kinds_are_still_told_from_bytes():
    with pytest.raises(ValueError, match="y must hold labels of one kind, got .*; fill in missing labels"):
        PegasosClassifier().fit(X, np.where(y > 0, None, "no"))


@pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")
@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("settings", [{"max_iter": 40}, {"max_iter": 5}, {"max_iter": 7, "tol": None}])
def test_the_bar_counts_the_epochs_of_n_iter(model, settings, capsys, monkeypatch):
    monkeypatch.setenv("TQDM_DISABLE", "0")
    fitted = model(verbose=True, **settings).fit(X, y)
    assert epochs(capsys) == f"{fitted.n_iter_}/{settings['max_iter']}"


@pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")
def test_where_a_fit_goes_on_the_bar_counts_the_epochs_of_this_fit(capsys, monkeypatch):
    monkeypatch.setenv("TQDM_DISABLE", "0")
    model = PegasosClassifier(max_iter=6, tol=None, verbose=True, warm_start=True)
    model.fit(X, y).fit(X, y)
    assert epochs(capsys) == "6/6" and model.n_iter_ == 6 and model.t_ == 12 * 60
    model.partial_fit(X, y)
    assert epochs(capsys) == "1/1" and model.n_iter_ == 1 and model.t_ == 13 * 60


def epochs(capsys):
    return re.findall(r"(\d+/\d+) ", capsys.readouterr().err)[-1]


@pytest.mark.filterwarnings("ignore::UserWarning")  # no margin reaches 1
@pytest.mark.parametrize("model", MODELS)
def test_a_sparse_matrix_without_stored_values_is_one_of_zeros(model):
    nothing = sparse.csr_array((60, 2))
    fit, expected = (
        model(max_iter=7, gamma=1.0).fit(rows, y)
        if model is KernelPegasosClassifier
        else model(max_iter=7).fit(rows, y)
        for rows in (nothing, np.zeros((60, 2)))
    )
    np.testing.assert_allclose(fit.predict(nothing), expected.predict(np.zeros((60, 2))))


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize(
    "rows", [np.zeros((60, 2), "M8[s]"), np.zeros((60, 2), "m8[s]"), np.zeros(60, "f8,f8"), (row for row in X)]
)
def test_what_is_no_array_of_numbers_is_a_value_error_and_for_scikit_learn_a_type_error(model, rows):
    with pytest.raises(ValueError, match="X and y must be arrays of real numbers, got another kind") as error:
        model().fit(rows, y)
    assert isinstance(error.value, TypeError)


@pytest.mark.parametrize("model", [PegasosClassifier, KernelPegasosClassifier])
def test_scores_that_no_float_can_hold_are_refused(model):
    settings = {"kernel": "poly"} if model is KernelPegasosClassifier else {}
    fitted = model(**settings).fit(X, y)
    with pytest.raises(ValueError, match="X must leave the scores finite, got entries up to 1e\\+308; scale X"):
        fitted.predict(1e308 * np.array([[-1.0, 1.0], [1.0, 1.0]]))


def test_a_kernel_of_the_caller_returns_a_sound_matrix_of_numbers():
    outside = sparse.csr_array(np.eye(60))
    outside.indptr[1:-1], outside.indptr[-1] = 10**7, 0
    for values, message in (
        (outside, "the kernel must be a consistent sparse matrix"),
        (np.full((60, 60), 10**400), "the kernel must hold real numbers"),
        (np.full((60, 60), 1e300), "the kernel must hold numbers of at most 1e150"),
    ):
        with pytest.raises(ValueError, match=message):
            KernelPegasosClassifier(lambda A, B, K=values: K if len(A) == 60 else np.ones((1, 1))).fit(X, y)


@pytest.mark.parametrize("model", MODELS)
def test_targets_and_support_vectors_that_store_no_sound_matrix_are_refused(model):
    outside = sparse.csr_array(np.ones((60, 1)))
    outside.indptr[1:-1], outside.indptr[-1] = 10**7, 0
    fitted = model().fit(sparse.csr_array(X), y)
    with pytest.raises(ValueError, match="y must be a dense array, got an object of type csr_array"):
        fitted.score(X, outside)
    if model is KernelPegasosClassifier:
        fitted.support_vectors_.indptr[-1] = 0
        with pytest.raises(ValueError, match="support_vectors_ must be a consistent sparse matrix"):
            fitted.predict(X)
