"""Subgradients of the objective: of all examples, of one, of a mini-batch; and how much chance there is in them."""

from itertools import combinations, product
from math import comb

import numpy as np

from pegasos_edu.common.validation import (
    check_bool,
    check_choice,
    check_data,
    check_draws,
    check_lam,
    check_size,
    check_vectors,
)
from pegasos_edu.losses import LOSSES

MAX_BATCHES = 100_000  # mini-batches that are listed at once


def subgradients(w, X, y, lam, loss="hinge"):
    """∇_i = λ·w + loss′(y_i·⟨w, x_i⟩)·y_i·x_i for each example i, what a step that draws i goes against [MPB11 eq. 4].

    Their mean is a subgradient of f at w: the one that `subgradient` returns.

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
    return unchecked_subgradients(w, X, y, lam, check_choice("loss", loss, LOSSES))


def unchecked_subgradients(w, X, y, lam, loss):
    """`subgradients` of what has been checked already, as the data of a run have: for one call a step."""
    return lam * w + (LOSSES[loss].slope(y * (X @ w)) * y)[:, None] * X


def subgradient(w, X, y, lam, A=None, loss="hinge"):
    """The subgradient of f(w; A) = λ/2·‖w‖² + 1/|A|·Σ_{i ∈ A} loss(y_i·⟨w, x_i⟩) [MPB11 eq. 8].

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
    return (each if A is None else each[check_draws(A, len(each), name="A")]).mean(axis=0)


def every_batch(m, k, replace=False):
    """All mini-batches of k out of m examples: each of them is equally likely in a step.

    Parameters
    ----------
    m, k : int
    replace : bool
        An example may come more than once, and the order counts: the m^k ways to draw k times. Otherwise the
        subsets, of which there are m over k [MPB11 sec. 2.3].

    Returns
    -------
    ndarray of int, (n, k)

    Raises
    ------
    ValueError
        Where k is above m without replacement, or there are more than 100,000 of them.
    """
    m, k, replace = _check_sizes(m, k, replace)
    n = m ** min(k, MAX_BATCHES.bit_length()) if replace else comb(m, k)  # a power this high is too much, or 1
    if n > MAX_BATCHES:
        raise ValueError(
            f"m and k must make at most {MAX_BATCHES:,} mini-batches, to list them all, got m={m}, k={k}; "
            "take fewer examples, or draw some at random: run(minibatch, ..., k=k).draws."
        )
    return np.array(list(product(range(m), repeat=k) if replace else combinations(range(m), k)))


def variance_factor(m, k, replace=False):
    """How many times the variance of one example's ∇_i a mini-batch of k has: (m − k)/(k·(m − 1)).

    The variance is the mean of ‖∇_A − g‖² over all batches, with g the mean of all ∇_i.

    Parameters
    ----------
    m, k : int
    replace : bool
        For k independent draws: 1/k.

    Returns
    -------
    float

    Raises
    ------
    ValueError
        Where k is above m without replacement.
    """
    m, k, replace = _check_sizes(m, k, replace)
    return 1 / k if replace or k == 1 else (m - k) / (k * (m - 1))


def _check_sizes(m, k, replace):
    m, k, replace = check_size("m", m), check_size("k", k), check_bool("replace", replace)
    if k > m and not replace:
        raise ValueError(f"k must be at most the number of examples, {m}, got {k}; give k={m} for all of them.")
    return m, k, replace
