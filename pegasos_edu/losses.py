"""Compute the losses, the objective of Pegasos, the projection of Pegasos; convert between λ and C.

With the margin z = y·⟨w, x⟩, or z = y·(⟨w, x⟩ + b) if there is a bias b, the objective is

    f(w) = λ/2·‖w‖² + 1/m · Σ_i loss(z_i)                                [MPB11 eq. 1; eq. 23]
"""

import math
from collections.abc import Callable
from math import sqrt
from typing import NamedTuple

import numpy as np
from numpy.linalg import norm

from pegasos_edu.common.validation import (
    check_choice,
    check_data,
    check_gram,
    check_lam,
    check_number,
    check_positive,
    check_size,
    check_vectors,
)


def hinge_loss(z):
    """Return max(0, 1 − z) at each margin z."""
    return np.maximum(0.0, 1.0 - np.asarray(z, dtype=float))


def hinge_slope(z):
    """Return the subgradient of the hinge loss that Pegasos uses: −1 where z < 1, else 0."""
    return -(np.asarray(z, dtype=float) < 1.0).astype(float)


def log_loss(z):
    """Return log(1 + e^−z) at each margin z, without overflow."""
    return np.logaddexp(0.0, -np.asarray(z, dtype=float))


def log_slope(z):
    """Return −1/(1 + e^z), the derivative of the log loss, without overflow."""
    return -np.exp(-np.logaddexp(0.0, np.asarray(z, dtype=float)))


def insensitive_loss(y, score, epsilon):
    """Return max(0, |y − score| − ε) for each target and score."""
    return np.maximum(0.0, np.abs(np.asarray(y, dtype=float) - score) - epsilon)


def multiclass_loss(y, scores):
    """Return max_r δ(r, y) − z_y + z_r for classes y (m,) and scores z (m, n), with δ = 0 at r = y, else 1."""
    rows = np.arange(len(y))
    raised = np.asarray(scores, dtype=float) + 1.0
    raised[rows, y] -= 1.0
    return raised.max(axis=1) - raised[rows, y]


class Loss(NamedTuple):
    """Hold a loss as a function of the margin, and its slope (a subgradient where it has a kink)."""

    value: Callable
    slope: Callable


LOSSES = {"hinge": Loss(hinge_loss, hinge_slope), "log": Loss(log_loss, log_slope)}


def objective(w, X, y, lam, loss="hinge", b=0.0):
    """Return f(w) = λ/2·‖w‖² + 1/m·Σ_i loss(y_i·⟨w, x_i⟩) [MPB11 eq. 1], or f(w, b) with b unpenalised [eq. 23].

    Parameters
    ----------
    w : array, (d,) or (n, d)
        One weight vector, or a stack of them.
    X : array or SciPy sparse matrix, (m, d)
    y : array, (m,), of −1 and +1
    lam : float, > 0
    loss : {"hinge", "log"}
    b : float, or array (n,) for a stack
        The bias: margins are y_i·(⟨w, x_i⟩ + b).

    Returns
    -------
    float, or array (n,) for a stack.

    Raises
    ------
    ValueError
        If an argument is not as described, or contains NaN or infinity.
    """
    X, y = check_data(X, y)
    w = check_vectors("w", w, X.shape[1])
    return _objective(w, lambda w: (w * w).sum(axis=-1), X, y, lam, loss, _check_bias(b, w))


def kernel_objective(beta, K, y, lam, loss="hinge"):
    """Return f(w) for w = Σ_j β_j·φ(x_j): λ/2·βᵀKβ + 1/m·Σ_i loss(y_i·(Kβ)_i) [MPB11 eq. 19].

    Parameters
    ----------
    beta : array, (m,) or (n, m)
        Coefficients, or a stack of them; ``step.beta(y)`` for a step of a kernel algorithm. They are
        not the counts α of MPB11 Fig. 3, but β_j = α_j·y_j/(λt).
    K : array, (m, m)
        The Gram matrix.
    y, lam, loss
        As for `objective`.

    Returns
    -------
    float, or array (n,) for a stack.

    Raises
    ------
    ValueError
        If an argument is not as described, or contains NaN or infinity.
    """
    K, y = check_gram(K, y)
    beta = check_vectors("beta", beta, K.shape[1])
    return _objective(beta, lambda beta: ((beta @ K) * beta).sum(axis=-1), K, y, lam, loss)


def objective_of_scores(squared_norm, scores, y, lam, loss="hinge"):
    """Return f(w) = λ/2·‖w‖² + 1/m·Σ_i loss(y_i·score_i) from ‖w‖² and the scores, without checks.

    Parameters
    ----------
    squared_norm : float, or array (n,) for a stack
        ‖w‖².
    scores : array, (m,) or (n, m)
    y, lam, loss
        As for `objective`.

    Returns
    -------
    float, or array (n,) for a stack.
    """
    return 0.5 * lam * squared_norm + LOSSES[loss].value(y * scores).mean(axis=-1)


def _check_bias(b, w):
    """Return b as a number, or for a stack of n vectors as an array of n numbers."""
    if np.ndim(b) == 0:
        return check_number("b", b)
    if w.ndim == 1 or np.shape(b) != w.shape[:1]:
        takes = "" if w.ndim == 1 else f" or have shape ({len(w)},)"
        raise ValueError(f"b must be a number{takes}, got shape {np.shape(b)}; give one for each w of a stack.")
    return check_vectors("b", b, len(w), stack=False)


def _objective(w, squared_norm, X, y, lam, loss, b=0.0):
    """Return f, after checking that it is finite."""
    lam, loss = check_lam(lam), check_choice("loss", loss, LOSSES)
    with np.errstate(over="ignore", invalid="ignore"):
        f = _of_weights(w, squared_norm(w), X, y, lam, loss, b)
    if not np.isfinite(f).all():
        raise ValueError(
            f"w and X must leave f finite, got entries of w up to {abs(w).max():.3g} and of X up to {abs(X).max():.3g}"
            "; divide the entries that are too large."
        )
    return f


def _of_weights(w, squared_norm, X, y, lam, loss, b):
    """Return f from the scores ⟨w, x_i⟩ + b; a stack is computed in pieces, which keeps memory at about 16 MB."""
    if w.ndim == 1:
        return objective_of_scores(squared_norm, X @ w + b, y, lam, loss)
    b, rows = np.broadcast_to(b, len(w)), max(1, 2_000_000 // len(y))
    pieces = (slice(n, n + rows) for n in range(0, len(w), rows))
    return np.concatenate(
        [objective_of_scores(squared_norm[part], (X @ w[part].T + b[part]).T, y, lam, loss) for part in pieces]
    )


def example_subgradient(w, x, y, lam):
    """Return the subgradient of λ/2·‖w‖² + max{0, 1 − y·⟨w, x⟩} that a step on one example uses [MPB11 eq. 4].

    Parameters
    ----------
    w, x : array, (d,)
    y : −1 or +1
    lam : float, > 0

    Returns
    -------
    ndarray, (d,)
    """
    (x,), (y,) = check_data([x], [y], sparse=False)
    w, lam = check_vectors("w", w, len(x), stack=False), check_lam(lam)
    if y * (w @ x) < 1:  # if y·⟨w, x⟩ < 1
        return lam * w - y * x  #   ∇ = λ·w − y·x
    return lam * w  # else: ∇ = λ·w


def projected(w, lam):
    """Return min{1, (1/√λ)/‖w‖}·w, the point of the ball of radius 1/√λ that is nearest to w [MPB11 sec. 2.2].

    Parameters
    ----------
    w : array, (d,)
    lam : float, > 0

    Returns
    -------
    ndarray, (d,)
    """
    w, lam = check_vectors("w", w, np.size(w), stack=False), check_lam(lam)
    if norm(w) > 0:  # if ‖w‖ > 0
        w = min(1, 1 / sqrt(lam) / norm(w)) * w  #   w = min{1, (1/√λ) / ‖w‖}·w
    return w


def C_from_lam(lam, m):
    """Return C = 1/(λm), for which 1/2·‖w‖² + C·Σ_i loss_i has the same minimiser as f [MPB11 eq. 14]."""
    return _counterpart("lam", lam, m)


def lam_from_C(C, m):
    """Return λ = 1/(Cm), for which f has the same minimiser as 1/2·‖w‖² + C·Σ_i loss_i [MPB11 eq. 14]."""
    return _counterpart("C", C, m)


def _counterpart(name, value, m):
    inverse = 1 / check_positive(name, value) / check_size("m", m)
    if not (inverse > 0 and math.isfinite(inverse) and math.isfinite(1 / inverse)):
        raise ValueError(
            f"{name} must leave 1/({name}*m) finite and above 0, got {name}={value!r}, m={m}; take 1e-8 to 1e8."
        )
    return inverse
