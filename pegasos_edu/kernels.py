"""Gram matrices: K[i, j] = K(x_i, z_j) for the rows x_i of X and z_j of Z (Z = X if left out)."""

import numpy as np
from scipy.spatial.distance import cdist

from pegasos_edu.validation import check_matrix, check_number, check_positive, check_size


def _rows(X, Z):
    X = check_matrix("X", X)
    Z = X if Z is None else check_matrix("Z", Z)
    if X.shape[1] != Z.shape[1]:
        raise ValueError(
            f"X and Z must have the same number of columns, got {X.shape[1]} and {Z.shape[1]}; "
            "give the features of both in the same way."
        )
    return X, Z


def linear(X, Z=None):
    """⟨x, z⟩."""
    X, Z = _rows(X, Z)
    return X @ Z.T


def polynomial(X, Z=None, *, degree=3, gamma=1.0, coef0=1.0):
    """(γ·⟨x, z⟩ + c₀)^degree."""
    X, Z = _rows(X, Z)
    return (check_positive("gamma", gamma) * (X @ Z.T) + check_number("coef0", coef0)) ** check_size("degree", degree)


def rbf(X, Z=None, *, gamma):
    """exp(−γ·‖x − z‖²); a width σ in exp(−‖x − z‖²/(2σ²)) means γ = 1/(2σ²)."""
    X, Z = _rows(X, Z)
    return np.exp(-check_positive("gamma", gamma) * cdist(X, Z, "sqeuclidean"))
