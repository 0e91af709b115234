"""Compute Gram matrices: K[i, j] = K(x_i, z_j) for the rows x_i of X and z_j of Z (by default Z = X)."""

import numpy as np

from pegasos_edu.common.validation import check_matrix, check_number, check_positive, check_size

MAX_ROWS = 2_000  # `median_distance` computes the distances between all pairs of at most this many rows


def _rows(X, Z):
    X = check_matrix("X", X)
    Z = X if Z is None else check_matrix("Z", Z)
    if X.shape[1] != Z.shape[1]:
        raise ValueError(
            f"X and Z must have the same number of columns, got {X.shape[1]} and {Z.shape[1]}; "
            "give the features of both in the same way."
        )
    return X, Z


def _finite(K, X, Z):
    if not np.isfinite(K).all():
        largest = max(abs(X).max(), abs(Z).max())
        raise ValueError(
            f"X and Z must give finite values of the kernel, got infinity or NaN from entries up to {largest:.3g}; "
            "divide X and Z by this number, or take a lower degree, gamma or coef0."
        )
    return K


def linear(X, Z=None):
    """Return ⟨x, z⟩."""
    X, Z = _rows(X, Z)
    with np.errstate(over="ignore", invalid="ignore"):
        return _finite(X @ Z.T, X, Z)


def polynomial(X, Z=None, *, degree=3, gamma=1.0, coef0=1.0):
    """Return (γ·⟨x, z⟩ + c₀)^degree."""
    X, Z = _rows(X, Z)
    gamma, coef0, degree = check_positive("gamma", gamma), check_number("coef0", coef0), check_size("degree", degree)
    with np.errstate(over="ignore", invalid="ignore"):
        return _finite((gamma * (X @ Z.T) + coef0) ** degree, X, Z)


def rbf(X, Z=None, *, gamma):
    """Return exp(−γ·‖x − z‖²); for exp(−‖x − z‖²/(2σ²)) with a width σ, take γ = 1/(2σ²)."""
    from scipy.spatial.distance import cdist  # takes long to load

    X, Z = _rows(X, Z)
    return np.exp(-check_positive("gamma", gamma) * cdist(X, Z, "sqeuclidean"))


def median_distance(X):
    """Return the median distance between two rows of X: a first choice for the width σ of the RBF kernel, γ = 1/(2σ²).

    Parameters
    ----------
    X : array, (m, d)
        If X has more than 2,000 rows, always the same 2,000 rows are used.

    Returns
    -------
    float, > 0

    Raises
    ------
    ValueError
        If at least half of the pairs are copies of each other, or there is no pair.
    """
    from scipy.spatial.distance import pdist

    X = check_matrix("X", X)
    if len(X) > MAX_ROWS:
        X = X[np.random.default_rng(0).choice(len(X), MAX_ROWS, replace=False)]
    median = np.median(pdist(X)) if len(X) > 1 else 0.0
    if median == 0:
        raise ValueError(
            f"most rows of X must differ from each other, got a median distance of 0 in {len(X)} "
            "rows; remove repeated rows, or choose gamma yourself."
        )
    return float(median)
