"""Define the functions that learners write besides an algorithm, each as one formula, for comparisons and edits.

They check nothing. The functions in ``losses`` and ``kernels`` check their arguments and take stacks; a test compares
both.
"""

from math import sqrt

import numpy as np
from numpy.linalg import norm


def hinge_loss(z):
    """Return max(0, 1 − z) at each margin z."""
    return np.maximum(0, 1 - z)


def log_loss(z):
    """Return log(1 + e^−z) at each margin z."""
    return np.logaddexp(0, -z)


def squared_hinge_pull(z):
    """Return 2·max(0, 1 − z), minus the slope of the squared hinge loss max(0, 1 − z)², at each margin z."""
    return 2 * np.maximum(0, 1 - z)


def objective(w, X, y, lam, b=0.0):
    """Return λ/2·‖w‖² + 1/m·Σ_i max(0, 1 − y_i·(⟨w, x_i⟩ + b))."""
    return lam / 2 * (w @ w) + np.mean(np.maximum(0, 1 - y * (X @ w + b)))


def kernel_objective(beta, K, y, lam):
    """Return λ/2·βᵀKβ + 1/m·Σ_i max(0, 1 − y_i·(Kβ)_i)."""
    return lam / 2 * (beta @ K @ beta) + np.mean(np.maximum(0, 1 - y * (K @ beta)))


def subgradient(w, x, y, lam):
    """Return λ·w − y·x where y·⟨w, x⟩ < 1, else λ·w."""
    return lam * w - (y * (w @ x) < 1) * y * x


def projected(w, lam):
    """Return min{1, (1/√λ)/‖w‖}·w, and 0 for w = 0."""
    return min(1, 1 / sqrt(lam) / norm(w)) * w if norm(w) > 0 else w


def log_projected(w, lam):
    """Return min{1, √(c/λ)/‖w‖}·w with c = max z/(1 + e^z) = 0.2785, and 0 for w = 0."""
    return min(1, sqrt(0.27846454276107374 / lam) / norm(w)) * w if norm(w) > 0 else w


def rbf(X, Z, gamma):
    """Return exp(−γ·‖x − z‖²) for each row x of X and each row z of Z."""
    return np.exp(-gamma * ((X[:, None] - Z) ** 2).sum(axis=2))


def slack(u, v, X, y, lam):
    """Return f(u) − f(v) − ⟨u − v, g⟩ − λ/2·‖u − v‖² with the mean subgradient g at v; strong convexity: it is ≥ 0."""
    rise = objective(u, X, y, lam) - objective(v, X, y, lam)
    tangent = (u - v) @ np.mean([subgradient(v, x, label, lam) for x, label in zip(X, y)], axis=0)
    return rise - tangent - lam / 2 * norm(u - v) ** 2


FUNCTIONS = {
    function.__name__: function
    for function in (hinge_loss, log_loss, squared_hinge_pull, objective, kernel_objective, subgradient, projected,
                     log_projected, rbf, slack)
}  # fmt: skip
