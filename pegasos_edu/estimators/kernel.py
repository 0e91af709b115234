"""Classify with a kernel."""

import numpy as np
from sklearn.base import ClassifierMixin
from sklearn.utils import gen_batches
from sklearn.utils.validation import check_is_fitted

from pegasos_edu.algorithms import kernelized_cached
from pegasos_edu.common.sparse_rows import rows_of
from pegasos_edu.common.validation import (
    check_choice,
    check_number,
    check_positive,
    check_radius,
    check_size,
    is_symmetric,
)
from pegasos_edu.estimators.base import (
    FLOATS,
    DenseTargets,
    Pegasos,
    all_or_nothing,
    certified,
    check_input,
    check_scores,
    is_auto,
    warn_about_lam,
)
from pegasos_edu.estimators.certificate import hinge
from pegasos_edu.estimators.class_labels import check_classes, one_against_rest, signs
from pegasos_edu.estimators.gram import GramRows, Kernel
from pegasos_edu.estimators.solver import Solver

KERNELS = ("linear", "poly", "rbf", "precomputed")


class KernelPegasosClassifier(DenseTargets, ClassifierMixin, Pegasos):
    """Fit a support vector classifier with a kernel by Pegasos, without a bias.

    It minimises f(w) = λ/2·‖w‖² + 1/m·Σ_i max(0, 1 − y_i·⟨w, φ(x_i)⟩), w = Σ_j β_j·φ(x_j), by the algorithm
    `kernelized_cached` [MPB11 sec. 4]. With more than two classes, each is fitted against the rest.

    Parameters
    ----------
    kernel : {"rbf", "linear", "poly", "precomputed"} or callable
        exp(−γ·‖x − z‖²), ⟨x, z⟩, (γ·⟨x, z⟩ + coef0)^degree; "precomputed" takes Gram matrices of an inner
        product instead of X (only their symmetry is checked); a callable takes X (n, d) and
        Z (m, d) and returns (n, m), such as ``functools.partial(pegasos_edu.kernels.rbf, gamma=2.0)``.
    gamma : {"scale", "auto"} or float, > 0
        γ, as in SVC: 1/(d·var(X)), 1/d, or the number.
    degree : int
        The degree of the polynomial kernel.
    coef0 : float
        The constant of the polynomial kernel.
    lam : float, > 0, or "auto"
        λ, the regularisation. SVC's C is 1/(λ·m); "auto" is 1/m, which is C = 1.
    max_iter, sampling, average, tol, random_state, compile, verbose
        As in `PegasosClassifier`; the average is taken over β.
    cache_size : float, > 0
        Megabytes for kernel values. If all m² values fit, they are computed at once; otherwise rows are
        computed when they are needed, and the rows used last are kept.

    Attributes
    ----------
    support_ : array, (s,)
        The examples with β ≠ 0.
    support_vectors_ : array or sparse matrix, (s, d)
        The rows of these examples; empty for a precomputed kernel.
    dual_coef_ : array, (1, s) or (n_classes, s)
        The β of these examples.
    classes_ : array, (n_classes,)
    lam_ : float
        The λ that was used.
    n_iter_, t_ : int
        The numbers of passes and of steps.
    objective_, gap_ : array, (1,) or (n_classes,)
        As in `PegasosClassifier`, with a `tol`.

    Raises
    ------
    ValueError
        If settings or data are not as described.

    Warns
    -----
    ConvergenceWarning, UserWarning
        As in `PegasosClassifier`.

    Examples
    --------
    >>> from pegasos_edu.datasets import moons
    >>> from pegasos_edu.estimators import KernelPegasosClassifier
    >>> X, y, names = moons()
    >>> KernelPegasosClassifier(gamma=2.0, lam=0.001).fit(X, y).score(X, y) > 0.95
    True
    """

    def __init__(
        self,
        kernel="rbf",
        *,
        gamma="scale",
        degree=3,
        coef0=0.0,
        lam="auto",
        max_iter=50,
        sampling="epochs",
        average="tail",
        tol=None,
        random_state=0,
        cache_size=500,
        compile="auto",
        verbose=False,
    ):
        self.kernel = kernel
        self.gamma = gamma
        self.degree = degree
        self.coef0 = coef0
        self.lam = lam
        self.max_iter = max_iter
        self.sampling = sampling
        self.average = average
        self.tol = tol
        self.random_state = random_state
        self.cache_size = cache_size
        self.compile = compile
        self.verbose = verbose

    @all_or_nothing
    def fit(self, X, y):
        """Fit to examples X (m, d), dense or sparse, or their Gram matrix (m, m), and labels y (m,) of any kind."""
        self._check_settings()
        X, y = check_input(self, X, y, accept_sparse=self._takes_sparse(), order="C")
        classes, numbers = check_classes(y, self)
        targets = one_against_rest(numbers, len(classes))
        kernel = self._kernel_of(X)
        lam = 1 / len(y) if is_auto(self.lam) else float(self.lam)
        radius, steps = kernel.radius(X), int(self.max_iter) * len(y)
        check_radius(X, radius, lam, steps)
        warn_about_lam(radius, lam, steps)
        K = self._gram(kernel, X)
        fit = Solver(kernelized_cached, K, targets, lam, hinge(), **self._passes(self.max_iter)).fit()
        beta = np.vstack([descent.w * y for descent, y in zip(fit.descents, targets)])
        support = np.flatnonzero(beta.any(axis=0))
        vectors = np.empty((0, X.shape[1])) if kernel.kind == "precomputed" else X[support]
        self.classes_, self._kernel, self.lam_, self.t_, self.n_iter_ = classes, kernel, lam, fit.t, fit.n_iter
        self.support_, self.support_vectors_ = support, vectors
        self.dual_coef_ = np.ascontiguousarray(beta[:, support])
        for name in ("objective_", "gap_"):
            vars(self).pop(name, None)
        vars(self).update(certified(fit, self.tol, ""))
        return self

    def _check_settings(self):
        super()._check_settings()
        if not callable(self.kernel):
            check_choice("kernel", self.kernel, KERNELS)
        if isinstance(self.gamma, str):
            check_choice("gamma", self.gamma, ("scale", "auto"))
        else:
            check_positive("gamma", self.gamma)
        check_size("degree", self.degree)
        check_number("coef0", self.coef0)
        check_positive("cache_size", self.cache_size)

    def _takes_sparse(self):
        return False if self.kernel == "precomputed" else "csr"

    def _kernel_of(self, X):
        """Return the kernel with the settings of this fit."""
        if self.kernel == "precomputed" and X.shape[0] != X.shape[1]:
            raise ValueError(
                f"X must be the square Gram matrix (m, m) for kernel='precomputed', got shape {X.shape}; "
                "give the kernel of all pairs of examples, or another kernel."
            )
        if self.kernel == "precomputed" and not is_symmetric(X):
            raise ValueError(
                "X must be symmetric for kernel='precomputed', got X != X.T; give the kernel of all pairs of "
                "examples, such as pegasos_edu.kernels.rbf(X, gamma=1.0)."
            )
        centre = X.mean(axis=0) if isinstance(X, np.ndarray) else None
        return Kernel(self.kernel, self._gamma_of(X), int(self.degree), float(self.coef0), centre)

    def _gamma_of(self, X):
        if self.gamma == "auto":
            return 1 / X.shape[1]
        if self.gamma != "scale" or self.kernel not in ("rbf", "poly"):
            return self.gamma if isinstance(self.gamma, str) else float(self.gamma)
        with np.errstate(over="ignore", invalid="ignore"):
            spread = float(X.var() if isinstance(X, np.ndarray) else X.multiply(X).mean() - X.mean() ** 2)
        if not np.isfinite(spread):
            raise ValueError(
                f"X must have a finite variance for gamma='scale', got entries up to {abs(X).max():.3g}; "
                "scale the features, or give a number for gamma."
            )
        return 1 / (X.shape[1] * spread) if spread > 0 else 1.0

    def _gram(self, kernel, X):
        """Return the Gram matrix of the examples, or its rows on demand."""
        m = X.shape[0]
        if kernel.kind == "precomputed":
            return np.ascontiguousarray(X)
        if 8 * m * m <= float(self.cache_size) * 2**20:
            return kernel(X, X)
        return GramRows(lambda rows: kernel(X[rows], X), m, float(self.cache_size))

    def decision_function(self, X):
        """Return Σ_j β_j·K(x_j, x) for each row: (m,) for two classes, positive for the second; else (m, n_classes)."""
        check_is_fitted(self, "dual_coef_")
        X = check_input(self, X, reset=False, accept_sparse=self._takes_sparse(), order="C")
        z = check_scores(self._scores, X)
        return z.ravel() if z.shape[1] == 1 else z

    def _scores(self, X):
        """Return Σ_j β_j·K(x_j, x), (m, n)."""
        if self._kernel.kind == "precomputed":
            return X[:, self.support_] @ self.dual_coef_.T
        vectors = self.support_vectors_
        if hasattr(vectors, "tocsr"):
            vectors = rows_of("support_vectors_", vectors, FLOATS)
        parts = gen_batches(X.shape[0], 1000)
        return np.vstack([self._kernel(X[part], vectors) @ self.dual_coef_.T for part in parts])

    def predict(self, X):
        """Return the class of each row."""
        check_is_fitted(self, "dual_coef_")
        return self.classes_[signs(self.decision_function(X))]

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = self.kernel != "precomputed"
        tags.input_tags.pairwise = self.kernel == "precomputed"
        return tags
