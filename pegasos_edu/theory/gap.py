"""Compute the dual objective of the hinge loss and the duality gap, which bounds the distance from the optimum.

For any α with 0 ≤ α_i·y_i ≤ 1, and w(α) = 1/(λm)·Σ_i α_i·x_i,

    D(α) = 1/m·Σ_i α_i·y_i − λ/2·‖w(α)‖² ≤ min f ≤ f(w)      for every w          [SSZ13 eq. 2, sec. 6.1]

[SSZ13] is cited in ``algorithms/dual.py``.
"""

import numpy as np

from pegasos_edu.common.validation import check_data, check_lam, check_positive, check_size, check_vectors
from pegasos_edu.losses import objective

ROUNDING = 1e-9  # α·y may lie outside [0, 1] by this much


def dual_value(alpha, X, y, lam):
    """Return D(α) = 1/m·Σ_i α_i·y_i − λ/2·‖w(α)‖², a lower bound on f for the hinge loss [SSZ13 eq. 2].

    Parameters
    ----------
    alpha : array, (m,) or (n, m)
        Dual variables with 0 ≤ α_i·y_i ≤ 1, such as ``step.alpha`` of `dual_ascent`, or a stack of them.
    X : array or SciPy sparse matrix, (m, d)
    y : array, (m,), of −1 and +1
    lam : float, > 0

    Returns
    -------
    float, or array (n,) for a stack
    """
    X, y, lam, alpha = _checked(alpha, X, y, lam)
    return _dual(alpha, _weights(alpha, X, lam), y, lam)


def duality_gap(alpha, X, y, lam, w=None):
    """Return f(w) − D(α), an upper bound on f(w) − min f, which is 0 at the optimum.

    Parameters
    ----------
    alpha, X, y, lam
        As for `dual_value`.
    w : array, (d,), or (n, d) for a stack, optional
        Any weights, such as the result of another solver; by default w(α).

    Returns
    -------
    float, or array (n,) for a stack
    """
    X, y, lam, alpha = _checked(alpha, X, y, lam)
    of_alpha = _weights(alpha, X, lam)
    f = objective(of_alpha if w is None else w, X, y, lam)
    return np.maximum(0.0, f - _dual(alpha, of_alpha, y, lam))[()]  # a negative gap is a rounding error


def until_gap(run, epsilon, every=None):
    """Yield the steps of a run until its duality gap is at most ε, so that f(w) ≤ min f + ε.

    Parameters
    ----------
    run : Run
        A run of `dual_ascent`; its T is the largest number of steps.
    epsilon : float, > 0
        ε.
    every : int, optional
        Number of steps between two computations of the gap; by default m. One computation costs as much as two passes.

    Yields
    ------
    DualStep
    """
    epsilon = check_positive("epsilon", epsilon)
    every = check_size("every", len(run.y) if every is None else every)
    return _until(run, epsilon, every)


def _until(run, epsilon, every):
    for step in run:
        if not step.is_dual:
            raise ValueError(
                f"run must be of an algorithm that keeps dual variables, got {type(step).__name__}s; take dual_ascent."
            )
        yield step
        if step.t % every == 0 and duality_gap(step.alpha, run.X, run.y, run.lam) <= epsilon:
            return


def _checked(alpha, X, y, lam):
    X, y = check_data(X, y)
    alpha = check_vectors("alpha", alpha, len(y))
    pulls = alpha * y
    if pulls.min() < -ROUNDING or pulls.max() > 1 + ROUNDING:
        raise ValueError(
            f"alpha must have alpha*y between 0 and 1, got {pulls.min():.4g} to {pulls.max():.4g}; take the alpha of a "
            "step of dual_ascent, or alpha*y if your alpha has no signs."
        )
    return X, y, check_lam(lam), np.clip(pulls, 0, 1) * y


def _weights(alpha, X, lam):
    return (X.T @ alpha.T).T / (lam * X.shape[0])


def _dual(alpha, w, y, lam):
    return ((alpha * y).mean(axis=-1) - lam / 2 * (w * w).sum(axis=-1))[()]
