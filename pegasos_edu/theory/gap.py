"""The dual of the hinge loss, and the duality gap: how far a run can still be from the optimum, without knowing it.

For any α with 0 ≤ α_i·y_i ≤ 1, and w(α) = 1/(λm)·Σ_i α_i·x_i,

    D(α) = 1/m·Σ_i α_i·y_i − λ/2·‖w(α)‖² ≤ min f ≤ f(w)      for every w          [SZ13 eq. 2, sec. 6.1]

so that f(w) − D(α) bounds what is left to gain. Source: [SZ13] as in ``algorithms/dual.py``.
"""

import numpy as np

from pegasos_edu.common.validation import check_data, check_lam, check_positive, check_size, check_vectors
from pegasos_edu.losses import objective

ROUNDING = 1e-9  # by which α·y may leave [0, 1]: it is put back


def weights_of(alpha, X, lam):
    """w(α) = 1/(λm)·Σ_i α_i·x_i, from which a step of `dual_ascent` differs by rounding [SZ13 sec. 1].

    Parameters
    ----------
    alpha : array, (m,) or (n, m)
        Dual variables, or a stack of them.
    X : array or SciPy sparse matrix, (m, d)
    lam : float, > 0

    Returns
    -------
    ndarray, (d,), or (n, d) for a stack.
    """
    X, _ = check_data(X, np.ones(np.shape(X)[0]))
    return _weights(check_vectors("alpha", alpha, X.shape[0]), X, check_lam(lam))


def dual_value(alpha, X, y, lam):
    """D(α) = 1/m·Σ_i α_i·y_i − λ/2·‖w(α)‖²: never above the minimum of f for the hinge loss [SZ13 eq. 2].

    Parameters
    ----------
    alpha : array, (m,) or (n, m)
        Dual variables with 0 ≤ α_i·y_i ≤ 1, or a stack of them: ``step.alpha`` of `dual_ascent`.
    X : array or SciPy sparse matrix, (m, d)
    y : array, (m,), of −1 and +1
    lam : float, > 0

    Returns
    -------
    float, or array (n,) for a stack.

    Raises
    ------
    ValueError
        For anything that is not as described: beyond these bounds on α, D is −∞.
    """
    X, y, lam, alpha = _checked(alpha, X, y, lam)
    return _dual(alpha, _weights(alpha, X, lam), y, lam)


def duality_gap(alpha, X, y, lam, w=None):
    """f(w) − D(α), 0 at the optimum alone and else above: f(w) lies no farther above its minimum than that.

    Parameters
    ----------
    alpha, X, y, lam
        As for `dual_value`.
    w : array, (d,), or (n, d) for a stack, optional
        Any weights, such as those of another solver; w(α) if left out.

    Returns
    -------
    float, or array (n,) for a stack.

    Raises
    ------
    ValueError
        As `dual_value` does.
    """
    X, y, lam, alpha = _checked(alpha, X, y, lam)
    of_alpha = _weights(alpha, X, lam)
    f = objective(of_alpha if w is None else w, X, y, lam)
    return np.maximum(0.0, f - _dual(alpha, of_alpha, y, lam))[()]  # less than 0 is rounding


def until_gap(run, epsilon, every=None):
    """The steps of a run, up to the first look that finds a duality gap of at most ε: a rule when to stop.

    It needs to know nothing of the optimum: at the last step f(w) ≤ min f + ε. A look costs two products with X, as
    much as two passes.

    Parameters
    ----------
    run : Run of `dual_ascent`
        Its T is the most steps that are taken.
    epsilon : float, > 0
        ε, the gap that is small enough.
    every : int, optional
        Steps between two looks; m, a pass, if left out.

    Yields
    ------
    DualStep
        Sharing arrays, as those of the run do.

    Raises
    ------
    ValueError
        For a run of another algorithm, or numbers that are not as described.
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
            "step of dual_ascent, or alpha*y where yours has no signs."
        )
    return X, y, check_lam(lam), np.clip(pulls, 0, 1) * y


def _weights(alpha, X, lam):
    return (X.T @ alpha.T).T / (lam * X.shape[0])


def _dual(alpha, w, y, lam):
    return ((alpha * y).mean(axis=-1) - lam / 2 * (w * w).sum(axis=-1))[()]
