"""Test that no lower bound is above the minimum, and that no fit ends far from the minimum without a warning."""

import warnings

import numpy as np
import pytest
from samples import thirteen
from scipy import sparse
from sklearn.exceptions import ConvergenceWarning
from sklearn.svm import LinearSVC, LinearSVR

from pegasos_edu import kernel_objective, objective
from pegasos_edu.datasets import moons, sparse_text
from pegasos_edu.estimators import KernelPegasosClassifier, PegasosClassifier, PegasosRegressor
from pegasos_edu.kernels import rbf
from pegasos_edu.losses import insensitive_loss, multiclass_loss
from pegasos_edu.theory import kernel_optimum, optimum, optimum_with_bias

ROUNDING = 1e-9
SETTINGS = [
    {"solver": "dual"},
    {"solver": "pegasos"},
    {"solver": "pegasos", "sampling": "uniform"},
    {"solver": "pegasos", "sampling": "cyclic", "average": "none"},
    {"batch_size": 3, "average": "all"},
    {"project": True, "sampling": "permutation"},
    {"loss": "log"},
    {"loss": "log", "batch_size": 2, "project": True},
]


def problem(seed):
    """Return a random problem: a few examples, some of them twice, empty or opposite, of any scale, and its λ."""
    rng = np.random.default_rng(seed)
    m, d = rng.integers(4, 30), rng.integers(1, 40)
    X = rng.normal(size=(m, d)) * 10.0 ** rng.uniform(-2, 2)
    y = np.where(X @ rng.normal(size=d) + rng.normal(size=m) * rng.uniform(0, 3) > 0, 1, -1)
    X[0], X[1], y[:2] = X[2], 0, (-1, 1)
    return X, y, 10.0 ** rng.uniform(-4, 1) * np.square(X).sum(axis=1).mean()


@pytest.mark.filterwarnings("ignore")  # many of these fits end far from the optimum
@pytest.mark.parametrize("settings", SETTINGS)
def test_no_bound_is_above_the_minimum_in_25_problems(settings):
    gaps = []
    for seed in range(25):
        X, y, lam = problem(seed)
        rows = sparse.csr_array(X) if seed % 3 == 0 else X
        best = optimum(X, y, lam, settings.get("loss", "hinge"))
        model = PegasosClassifier(**settings, lam=lam, bias="none", max_iter=60, tol=1e-3).fit(rows, y)
        f, bound = model.objective_[0], model.objective_[0] - model.gap_[0]
        assert f == pytest.approx(objective(model.coef_[0], X, y, lam, settings.get("loss", "hinge")), rel=1e-9)
        assert bound <= best.value * (1 + ROUNDING) and f >= (best.value - best.gap) * (1 - ROUNDING)
        gaps.append(model.gap_[0] / f)
    assert 0 < np.median(gaps) < 0.1


@pytest.mark.filterwarnings("ignore")
def test_nor_with_weights():
    for seed in range(25):
        X, y, lam = problem(seed)
        counts = np.random.default_rng(seed).integers(1, 5, size=len(y))
        best = optimum(X.repeat(counts, axis=0), y.repeat(counts), lam)
        model = PegasosClassifier(lam=lam, bias="none", max_iter=60).fit(X, y, sample_weight=counts)
        assert model.objective_ - model.gap_ <= best.value * (1 + ROUNDING)
        assert model.objective_ >= (best.value - best.gap) * (1 - ROUNDING)


@pytest.mark.filterwarnings("ignore")
def test_nor_with_a_bias_without_penalty():
    for seed in range(10):
        X, y, lam = problem(seed)
        best = optimum_with_bias(X, y, lam)
        model = PegasosClassifier(lam=lam, bias="search", max_iter=60, tol=0.05).fit(X, y)
        f = objective(model.coef_[0], X, y, lam, b=model.intercept_[0])
        assert model.objective_[0] == pytest.approx(f, rel=1e-9)
        assert model.objective_ - model.gap_ <= best.value * (1 + ROUNDING)


@pytest.mark.filterwarnings("ignore")
def test_nor_of_a_regression_or_of_several_classes():
    for seed in range(25):
        X, y, lam = problem(seed)
        values, C = X[:, 0] + y, 1 / (lam * len(y))
        model = PegasosRegressor(0.2, lam=lam, bias="none", max_iter=60, tol=0.01).fit(X, values)
        w = LinearSVR(epsilon=0.2, C=C, fit_intercept=False, max_iter=10_000, tol=1e-9).fit(X, values).coef_
        f = lam / 2 * w @ w + insensitive_loss(values, X @ w, 0.2).mean()
        assert model.objective_ - model.gap_ <= f * (1 + ROUNDING) + ROUNDING
        numbers = np.arange(len(y)) % 3
        settings = {"bias": "none", "multi_class": "crammer_singer", "max_iter": 60, "tol": 0.01}
        model = PegasosClassifier(lam=lam, **settings).fit(X, numbers)
        other = LinearSVC(C=C, fit_intercept=False, multi_class="crammer_singer", max_iter=10_000, tol=1e-9)
        w = other.fit(X, numbers).coef_
        f = lam / 2 * np.square(w).sum() + multiclass_loss(numbers, X @ w.T).mean()
        assert model.objective_ - model.gap_ <= f * (1 + ROUNDING)


@pytest.mark.parametrize("settings", [{}, {"sampling": "uniform"}, {"cache_size": 0.05}])
def test_a_kernel_has_a_certificate_too(settings):
    X, y, _ = moons(200)
    K = rbf(X, gamma=2.0)
    model = KernelPegasosClassifier(gamma=2.0, lam=0.01, tol=0.05, max_iter=500, **settings).fit(X, y)
    beta = np.zeros(200)
    beta[model.support_] = model.dual_coef_[0]
    f, best = kernel_objective(beta, K, y, 0.01), kernel_optimum(K, y, 0.01).value
    assert model.objective_[0] == pytest.approx(f, rel=1e-9)
    assert f - model.gap_[0] <= best * (1 + ROUNDING) and model.gap_[0] <= 0.05 * f and model.n_iter_ < 500


def sampled():
    """Yield thirty problems of six kinds."""
    for seed in range(5):
        rng = np.random.default_rng(seed)
        X, signs = rng.normal(size=(120, 6)), np.arange(120) % 2
        wide = rng.normal(size=(40, 200))
        yield f"d > m {seed}", wide, wide[:, 0] > 0
        yield f"separable {seed}", X + 6 * signs[:, None], signs
        yield f"one class rare {seed}", X, np.arange(120) < 2
        yield f"columns of other scales {seed}", X * 10.0 ** rng.integers(-4, 4, size=6), X[:, 0] > 0
        yield f"duplicates {seed}", X[rng.integers(4, size=120)], signs
        yield f"sparse text {seed}", *sparse_text(200, 400, nnz=10, seed=seed)[:2]


DATA = {name: values for name, *values in [*thirteen(), *sampled()]}


@pytest.mark.parametrize("settings", [{}, {"tol": 0.01}, {"solver": "pegasos"}, {"lam": 1e-3}, {"lam": 1e-6}])
@pytest.mark.parametrize("name", DATA)
def test_no_fit_ends_far_from_the_minimum_without_a_warning(name, settings):
    X, y = DATA[name][0], np.where(DATA[name][1] > 0, 1, -1)
    model = PegasosClassifier(**settings, bias="none", compile=True)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        model.fit(X, y)
    messages = [str(warning.message) for warning in caught if issubclass(warning.category, ConvergenceWarning)]
    said = any("the gap is" in message for message in messages)
    assert said == (model.gap_[0] > model.tol * model.objective_[0])
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of λ that is small for the squared norms of the rows
        best = optimum(X, y, model.lam_)
    rounding = best.gap + ROUNDING * best.value
    assert best.value - rounding <= model.objective_[0] and model.objective_[0] - model.gap_[0] <= best.value + rounding
