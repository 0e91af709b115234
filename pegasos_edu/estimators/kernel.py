"""The kernel estimator."""

from typing import Any, NamedTuple

import numpy as np
from sklearn.base import ClassifierMixin
from sklearn.metrics.pairwise import pairwise_kernels
from sklearn.utils import gen_batches
from sklearn.utils.extmath import row_norms
from sklearn.utils.validation import check_is_fitted

from pegasos_edu.algorithms import kernelized_cached
from pegasos_edu.common.validation import (
    check_choice,
    check_not_huge,
    check_number,
    check_positive,
    check_radius,
    check_size,
    excerpt,
    is_symmetric,
)
from pegasos_edu.estimators.base import (
    Pegasos,
    all_or_nothing,
    canonical,
    checked_classes,
    one_against_rest,
    signs,
    validated,
    warn_of_lam,
)
from pegasos_edu.estimators.fitting import Problem, fit
from pegasos_edu.estimators.gram import BLOCK, GramRows
from pegasos_edu.fast.averaging import AVERAGES, collect
from pegasos_edu.losses import hinge_loss

KERNELS = ("linear", "poly", "rbf", "precomputed")


class Kernel(NamedTuple):
    """A kernel with its parameters: K(x, z) for the rows of two matrices."""

    kind: Any  # as `kernel` of the estimator
    gamma: float
    degree: int
    coef0: float
    centre: np.ndarray | None  # of the examples; from there norms are small beside distances

    def __call__(self, X, Z):
        """(n, m) for X (n, d) and Z (m, d)."""
        if callable(self.kind):
            return self._called(X, Z)
        if self.kind == "rbf" and self.centre is not None:
            return rbf(X - self.centre, None if X is Z else Z - self.centre, self.gamma)
        return pairwise_kernels(
            X, Z, metric=self.kind, filter_params=True, gamma=self.gamma, degree=self.degree, coef0=self.coef0
        )

    def _called(self, X, Z):
        values = self.kind(X, Z)
        values = np.asarray(values.toarray() if hasattr(values, "toarray") else values, dtype=np.float64)
        if values.shape != (X.shape[0], Z.shape[0]) or not np.isfinite(values).all():
            raise ValueError(
                f"kernel must return finite numbers of shape ({X.shape[0]}, {Z.shape[0]}) for so many rows, got "
                f"{excerpt(values)} of shape {values.shape}; it takes two matrices, not two rows."
            )
        return values

    def radius(self, X):
        """R = max ‖φ(x)‖."""
        if self.kind == "rbf":
            return 1.0
        with np.errstate(over="ignore"):
            if self.kind == "precomputed":
                return float(np.sqrt(np.abs(X).max()))
            diagonal = (self(X[i : i + 1], X[i : i + 1])[0, 0] for i in range(X.shape[0]))
            return float(np.sqrt(max(abs(float(value)) for value in diagonal)))


class KernelPegasosClassifier(ClassifierMixin, Pegasos):
    """Support vector classification with a kernel by Pegasos, without a bias.

    Minimises f(w) = λ/2·‖w‖² + 1/m·Σ_i max(0, 1 − y_i·⟨w, φ(x_i)⟩), w = Σ_j β_j·φ(x_j), by the algorithm
    `kernelized_cached` [MPB11 sec. 4]. More than two classes are each set against the rest.

    Parameters
    ----------
    kernel : {"rbf", "linear", "poly", "precomputed"} or callable
        exp(−γ·‖x − z‖²), ⟨x, z⟩, (γ·⟨x, z⟩ + coef0)^degree; "precomputed" takes Gram matrices in X's
        place, of an inner product (only their symmetry is looked at); a callable takes X (n, d) and
        Z (m, d) and returns (n, m), such as ``functools.partial(pegasos_edu.kernels.rbf, gamma=2.0)``.
    gamma : {"scale", "auto"} or float, > 0
        γ, as in SVC: 1/(d·var(X)), 1/d, or the number.
    degree, coef0
        Of the polynomial.
    lam : float, > 0, or "auto"
        λ, the regularisation. SVC's C is 1/(λ·m); "auto" is 1/m, which is C = 1.
    max_iter, sampling, average, tol, random_state, compile, verbose
        As in `PegasosClassifier`; β is what is averaged.
    cache_size : float, > 0
        Megabytes for kernel values. Where all m² fit, they are computed at once; else row by row when
        needed, the last used being kept.

    Attributes
    ----------
    support_ : array, (s,)
        The examples with β ≠ 0.
    support_vectors_ : array or sparse matrix, (s, d)
        Their rows; empty for a precomputed kernel.
    dual_coef_ : array, (1, s) or (n_classes, s)
        Their β.
    classes_ : array, (n_classes,)
    lam_ : float
        λ as it was used.
    n_iter_, t_ : int
        Passes and steps.

    Raises
    ------
    ValueError
        For settings or data that are not as described.

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
        X, y = validated(self, X, y, accept_sparse=self._takes_sparse(), order="C")
        X = canonical(X)
        classes, numbers = checked_classes(y, self)
        targets = one_against_rest(numbers, len(classes))
        kernel = self._chosen(X)
        lam = self._lam(1 / len(y))
        radius, steps = kernel.radius(X), self.max_iter * len(y)
        check_radius(X, radius, lam, steps)
        warn_of_lam(radius, lam, steps)
        found, beta = self._walked(self._gram(kernel, X), targets, lam)
        support = np.flatnonzero(beta.any(axis=0))
        learnt = {"classes_": classes, "_kernel": kernel, "lam_": lam, "t_": found.t, "n_iter_": found.n_iter}
        learnt |= {"support_": support, "dual_coef_": np.ascontiguousarray(beta[:, support])}
        none = np.empty((0, X.shape[1]))
        self.__dict__ |= learnt | {"support_vectors_": none if kernel.kind == "precomputed" else X[support]}
        return self

    def _walked(self, K, targets, lam):
        """The fit, and β of each target, (n, m)."""
        problem = Problem(
            kernelized_cached, (), K, targets, targets, lam,
            losses=lambda z, y: hinge_loss(y * z),
            scored=lambda descent, K, gear: descent.step.eta * descent.step.s,  # of the last step: a mean costs all K
            squared_norm=lambda descent, y, scores: (descent.step.beta(y) * scores).sum(),
        )  # fmt: skip
        plan = self._plan(self.max_iter)
        if isinstance(K, GramRows):  # rows on demand are made in Python
            problem, plan = problem._replace(around=in_blocks), plan._replace(compile=False)
        found = fit(problem, plan)
        return found, np.vstack([descent.w * y for descent, y in zip(found.descents, targets)])

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

    def _chosen(self, X):
        """The kernel as it is used, whatever the settings become later."""
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
        return Kernel(self.kernel, self._chosen_gamma(X), self.degree, self.coef0, centre)

    def _chosen_gamma(self, X):
        if self.gamma == "auto":
            return 1 / X.shape[1]
        if self.gamma != "scale" or self.kernel not in ("rbf", "poly"):
            return self.gamma
        with np.errstate(over="ignore", invalid="ignore"):
            spread = float(X.var() if isinstance(X, np.ndarray) else X.multiply(X).mean() - X.mean() ** 2)
        if not np.isfinite(spread):
            raise ValueError(
                f"X must have a finite variance for gamma='scale', got entries up to {abs(X).max():.3g}; "
                "scale the features, or give a number for gamma."
            )
        return 1 / (X.shape[1] * spread) if spread > 0 else 1.0

    def _gram(self, kernel, X):
        """The Gram matrix of the examples, or its rows on demand."""
        m = X.shape[0]
        if kernel.kind == "precomputed":
            return np.ascontiguousarray(X)
        if 8 * m * m <= self.cache_size * 2**20:
            return kernel(X, X)
        return GramRows(lambda wanted: kernel(X[wanted], X), m, self.cache_size)

    def decision_function(self, X):
        """Σ_j β_j·K(x_j, x) for each row: (m,) for two classes, positive for the second; else (m, n_classes)."""
        check_is_fitted(self, "dual_coef_")
        X = validated(self, X, reset=False, accept_sparse=self._takes_sparse(), order="C")
        X = canonical(X)
        if self._kernel.kind == "precomputed":
            z = X[:, self.support_] @ self.dual_coef_.T
        else:
            parts = gen_batches(X.shape[0], 1000)
            z = np.vstack([self._kernel(X[part], self.support_vectors_) @ self.dual_coef_.T for part in parts])
        return z.ravel() if z.shape[1] == 1 else z

    def predict(self, X):
        """The class of each row."""
        check_is_fitted(self, "dual_coef_")
        return self.classes_[signs(self.decision_function(X))]

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = self.kernel != "precomputed"
        tags.input_tags.pairwise = self.kernel == "precomputed"
        return tags


def in_blocks(walk):
    """The loop in short pieces, before each of which those rows are made whose margin is violated then."""

    def walk_in_blocks(K, y, lam, draws, ends, step, mean):
        nothing, start = mean._replace(power=AVERAGES["none"]), 0
        for end in ends:
            for part in np.array_split(draws[start:end], -(-(end - start) // BLOCK)):
                K.prepare(part[y[part] * step.eta * step.s[part] < 1].tolist())
                step = walk(K, y, lam, part, [len(part)], step, nothing)
            collect(mean, *step.kept)
            start = end
        return step

    return walk_in_blocks


def rbf(X, Z, gamma):
    """exp(−γ·‖x − z‖²) through matrix products, in the precision of X where that is enough; Z is X if None."""
    Z = X if Z is None else Z
    if X.dtype == np.float32 and gamma * max(row_norms(X, squared=True).max(), row_norms(Z, squared=True).max()) > 50:
        X, Z = X.astype(np.float64), Z.astype(np.float64) if Z is not X else None  # ‖x‖² would swallow ‖x − z‖²
        return rbf(X, Z, gamma)
    squares = row_norms(X, squared=True)
    check_not_huge("X", squares)
    K = X @ Z.T
    K *= -2
    K += squares[:, None]
    K += squares if Z is X else row_norms(Z, squared=True)
    np.maximum(K, 0, out=K)
    K *= -gamma
    return np.exp(K, out=K)
