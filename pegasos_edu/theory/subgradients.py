"""Compute subgradients of the objective, and their variance over mini-batches."""

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

MAX_BATCHES = 100_000


def subgradients(w, X, y, lam, loss="hinge"):
    """Return ∇_i = λ·w + loss′(y_i·⟨w, x_i⟩)·y_i·x_i for each example i [MPB11 eq. 4].

    Their mean is the subgradient of f that `subgradient` returns.

    Parameters
    ----------
    w : array, (d,)
    X : array, (m, d)
    y : array, (m,), of −1 and +1
    lam : float, > 0
    loss : {"hinge", "log"}
        At its kink, margin 1, the hinge loss has the slope 0, as in Pegasos.

    Returns
    -------
    ndarray, (m, d)
    """
    X, y = check_data(X, y, sparse=False)
    w, lam = check_vectors("w", w, X.shape[1], stack=False), check_lam(lam)
    return unchecked_subgradients(w, X, y, lam, check_choice("loss", loss, LOSSES))


def unchecked_subgradients(w, X, y, lam, loss):
    """Return `subgradients` without checking the arguments."""
    return lam * w + (LOSSES[loss].slope(y * (X @ w)) * y)[:, None] * X


def subgradient(w, X, y, lam, A=None, loss="hinge"):
    """Return the subgradient of f(w; A) = λ/2·‖w‖² + 1/|A|·Σ_{i ∈ A} loss(y_i·⟨w, x_i⟩) [MPB11 eq. 8].

    Parameters
    ----------
    w, X, y, lam, loss
        As for `subgradients`.
    A : sequence of int, optional
        The mini-batch; by default all examples.

    Returns
    -------
    ndarray, (d,)
    """
    each = subgradients(w, X, y, lam, loss)
    return (each if A is None else each[check_draws(A, len(each), name="A")]).mean(axis=0)


def every_batch(m, k, replace=False):
    """Return all mini-batches of k out of m examples, each of which a step draws with the same probability.

    Parameters
    ----------
    m, k : int
    replace : bool
        If true, all m^k sequences of k draws; otherwise all subsets [MPB11 sec. 2.3].

    Returns
    -------
    ndarray of int, (n, k)

    Raises
    ------
    ValueError
        If k > m without replacement, or there are more than 100,000 mini-batches.
    """
    m, k, replace = _check_sizes(m, k, replace)
    n = m ** min(k, MAX_BATCHES.bit_length()) if replace else comb(m, k)  # enough to exceed MAX_BATCHES if m > 1
    if n > MAX_BATCHES:
        raise ValueError(
            f"m and k must make at most {MAX_BATCHES:,} mini-batches, because all are listed, got m={m}, k={k}; "
            "take fewer examples, or draw some at random: run(minibatch, ..., k=k).draws."
        )
    return np.array(list(product(range(m), repeat=k) if replace else combinations(range(m), k)))


def variance_factor(m, k, replace=False):
    """Return the variance for mini-batches of k divided by the variance for one example: (m − k)/(k·(m − 1)).

    The variance is the mean of ‖∇_A − g‖² over all batches A, where g is the mean of all ∇_i.

    Parameters
    ----------
    m, k : int
        With k ≤ m unless `replace` is true.
    replace : bool
        If true, the draws are independent and the factor is 1/k.

    Returns
    -------
    float
    """
    m, k, replace = _check_sizes(m, k, replace)
    return 1 / k if replace or k == 1 else (m - k) / (k * (m - 1))


def _check_sizes(m, k, replace):
    m, k, replace = check_size("m", m), check_size("k", k), check_bool("replace", replace)
    if k > m and not replace:
        raise ValueError(f"k must be at most the number of examples, {m}, got {k}; give k={m} for all of them.")
    return m, k, replace
