"""Subgradients of the objective: of all examples, of one, of a mini-batch."""

import numpy as np

from pegasos_edu.losses import LOSSES
from pegasos_edu.validation import check_choice, check_data, check_lam, check_vectors


def subgradients(w, X, y, lam, loss="hinge"):
    """∇_i = λ·w + loss′(y_i·⟨w, x_i⟩)·y_i·x_i for each example i, what a step that draws i goes against.

    Their mean is a subgradient of f at w: the one that `subgradient` returns [MPB11 sec. 2].

    Parameters
    ----------
    w : array, (d,)
    X : array, (m, d)
    y : array, (m,), of −1 and +1
    lam : float, > 0
    loss : {"hinge", "log"}
        Where the hinge has its kink, at margin 1, the slope 0 is taken, as in Pegasos.

    Returns
    -------
    ndarray, (m, d)

    Raises
    ------
    ValueError
        For anything that is not as described.
    """
    X, y = check_data(X, y, sparse=False)
    w, lam = check_vectors("w", w, X.shape[1], stack=False), check_lam(lam)
    slope = LOSSES[check_choice("loss", loss, LOSSES)].slope
    return lam * w + (slope(y * (X @ w)) * y)[:, None] * X


def subgradient(w, X, y, lam, A=None, loss="hinge"):
    """The subgradient of f(w; A) = λ/2·‖w‖² + 1/|A|·Σ_{i ∈ A} loss(y_i·⟨w, x_i⟩) [MPB11 eq. 5].

    Parameters
    ----------
    A : sequence of int, optional
        The mini-batch; all examples if left out.
    w, X, y, lam, loss
        As for `subgradients`.

    Returns
    -------
    ndarray, (d,)
    """
    each = subgradients(w, X, y, lam, loss)
    return (each if A is None else each[np.asarray(A)]).mean(axis=0)
