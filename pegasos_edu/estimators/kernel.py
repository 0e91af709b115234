"""The kernel estimator."""

import numpy as np
from sklearn.base import ClassifierMixin
from sklearn.metrics.pairwise import pairwise_kernels
from sklearn.utils import gen_batches
from sklearn.utils.validation import check_is_fitted, validate_data

from pegasos_edu.algorithms import kernelized_cached
from pegasos_edu.estimators.base import FLOATS, Pegasos, checked_classes, one_against_rest, signs, warn_of_lam
from pegasos_edu.fitting import Descent
from pegasos_edu.gram import BLOCK, GramRows
from pegasos_edu.losses import hinge_loss
from pegasos_edu.validation import check_choice, check_number, check_positive, check_radius, check_size

KERNELS = ("linear", "poly", "rbf", "precomputed")


class KernelPegasosClassifier(ClassifierMixin, Pegasos):
    """Support vector classification with a kernel by Pegasos, without a bias.

    Minimises f(w) = λ/2·‖w‖² + 1/m·Σ_i max(0, 1 − y_i·⟨w, φ(x_i)⟩), w = Σ_j β_j·φ(x_j), by the box
    `kernelized_cached` [MPB11 sec. 4]. More than two classes are each set against the rest.

    Parameters
    ----------
    kernel : {"rbf", "linear", "poly", "precomputed"} or callable
        exp(−γ·‖x − z‖²), ⟨x, z⟩, (γ·⟨x, z⟩ + coef0)^degree; "precomputed" takes Gram matrices in X's
        place; a callable takes X (n, d) and Z (m, d) and returns (n, m), such as
        ``functools.partial(pegasos_edu.kernels.rbf, gamma=2.0)``.
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

    def fit(self, X, y):
        """Fit to examples X (m, d), dense or sparse, or their Gram matrix (m, m), and labels y (m,) of any kind."""
        self._check_settings()
        X, y = validate_data(self, X, y, accept_sparse=self._takes_sparse(), dtype=FLOATS, order="C")
        self.classes_, numbers = checked_classes(y, self)
        targets = one_against_rest(numbers, len(self.classes_))
        self._prepare(X)
        K = self._gram(X)
        self.t_, self.n_iter_ = 0, 0
        self._choose_lam(auto=1 / len(y))
        radius, steps = self._radius(X), self.max_iter * len(y)
        check_radius(X, radius, self.lam_, steps)
        warn_of_lam(radius, self.lam_, steps)
        self._descents = [
            Descent(
                kernelized_cached,
                K,
                target,
                self.lam_,
                (),
                self.average,
                factors=lambda step, y=target: (step.eta, step.alpha * y),
            )
            for target in targets
        ]
        compile = False if isinstance(K, GramRows) else self.compile  # rows on demand are made in Python
        self._go_on(K, targets, self.lam_, self.max_iter, compile)
        beta = np.vstack([descent.w for descent in self._descents])
        del self._descents
        self.support_ = np.flatnonzero(beta.any(axis=0))
        self.support_vectors_ = X[self.support_] if self.kernel != "precomputed" else np.empty((0, X.shape[1]))
        self.dual_coef_ = np.ascontiguousarray(beta[:, self.support_])
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

    def _prepare(self, X):
        """γ, and the mean of the rows: distances from there are exact in float32 too."""
        if self.kernel == "precomputed" and X.shape[0] != X.shape[1]:
            raise ValueError(
                f"X must be the square Gram matrix (m, m) for kernel='precomputed', got shape {X.shape}; "
                "give the kernel of all pairs of examples, or another kernel."
            )
        self._gamma = self.gamma
        if self.gamma == "scale":
            spread = X.var() if isinstance(X, np.ndarray) else X.multiply(X).mean() - X.mean() ** 2
            self._gamma = 1 / (X.shape[1] * spread) if spread > 0 else 1.0
        elif self.gamma == "auto":
            self._gamma = 1 / X.shape[1]
        self._centre = X.mean(axis=0) if isinstance(X, np.ndarray) else None

    def _gram(self, X):
        """The Gram matrix of the examples, or its rows on demand."""
        m = X.shape[0]
        if self.kernel == "precomputed":
            return np.ascontiguousarray(X)
        if 8 * m * m <= self.cache_size * 2**20:
            return self._values(X, X)
        return GramRows(lambda wanted: self._values(X[wanted], X), m, self.cache_size)

    def _values(self, X, Z):
        """K(x, z) for the rows of X and of Z."""
        if callable(self.kernel):
            values = np.asarray(self.kernel(X, Z), dtype=np.float64)
            if values.shape != (X.shape[0], Z.shape[0]):
                raise ValueError(
                    f"kernel must return shape ({X.shape[0]}, {Z.shape[0]}) for so many rows, got {values.shape}; "
                    "it takes two matrices, not two rows."
                )
            return values
        if self.kernel == "rbf" and isinstance(X, np.ndarray) and isinstance(Z, np.ndarray):
            return rbf(X - self._centre, None if X is Z else Z - self._centre, self._gamma)
        return pairwise_kernels(
            X, Z, metric=self.kernel, filter_params=True, gamma=self._gamma, degree=self.degree, coef0=self.coef0
        )

    def _radius(self, X):
        """R = max ‖φ(x)‖."""
        if self.kernel == "precomputed":
            return np.sqrt(np.abs(X).max())
        if self.kernel == "rbf":
            return 1.0
        diagonal = (self._values(X[i : i + 1], X[i : i + 1])[0, 0] for i in range(X.shape[0]))
        return np.sqrt(max(abs(value) for value in diagonal))

    def _walk(self, descent, X, y, order, walk):
        if not isinstance(X, GramRows):
            descent.go(X, y, order, walk)
            return
        for part in np.array_split(order, -(-len(order) // BLOCK)):
            step = descent.step
            X.prepare(part[y[part] * step.eta * step.s[part] < 1].tolist())  # those that violate the margin now
            descent.go(X, y, part, walk, moments=1)

    def _objective(self, descent, X, y, weights):
        step = descent.step
        z = step.eta * step.s  # Kβ of the last step; that of an average would cost all m² kernel values
        return self.lam_ / 2 * (step.beta(y) @ z) + hinge_loss(y * z).mean()

    def decision_function(self, X):
        """Σ_j β_j·K(x_j, x) for each row: (m,) for two classes, positive for the second; else (m, n_classes)."""
        check_is_fitted(self)
        X = validate_data(self, X, reset=False, accept_sparse=self._takes_sparse(), dtype=FLOATS, order="C")
        if self.kernel == "precomputed":
            z = X[:, self.support_] @ self.dual_coef_.T
        else:
            parts = gen_batches(X.shape[0], 1000)
            z = np.vstack([self._values(X[part], self.support_vectors_) @ self.dual_coef_.T for part in parts])
        return z.ravel() if z.shape[1] == 1 else z

    def predict(self, X):
        """The class of each row."""
        check_is_fitted(self)
        return self.classes_[signs(self.decision_function(X))]

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = self.kernel != "precomputed"
        tags.input_tags.pairwise = self.kernel == "precomputed"
        return tags


def rbf(X, Z, gamma):
    """exp(−γ·‖x − z‖²) through matrix products, in the precision of X; Z is X if None."""
    squares = np.einsum("ij,ij->i", X, X)
    K = X @ (X if Z is None else Z).T
    K *= -2
    K += squares[:, None]
    K += squares if Z is None else np.einsum("ij,ij->i", Z, Z)
    np.maximum(K, 0, out=K)
    K *= -gamma
    return np.exp(K, out=K)
