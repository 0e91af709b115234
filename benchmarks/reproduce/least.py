"""Find the least objective of a kernel machine whose Gram matrix may not fit into memory, with a certificate."""

from typing import NamedTuple

import numpy as np

from pegasos_edu.estimators.gram import BLOCK, GramRows
from pegasos_edu.losses import hinge_loss


class Least(NamedTuple):
    """Hold what is known about min f."""

    value: float  # f of the best weights that were found
    gap: float | None  # min f lies in [value − gap, value]; None where nothing is certain
    weights: np.ndarray  # the best weights

    @property
    def bound(self):
        """Return a lower bound on min f; the value itself if nothing is certain."""
        return self.value - (self.gap or 0.0)


def unheard(words):
    """Ignore a progress message."""


def least_by_rows(K, y, lam, goal, passes=300, tell=unheard):
    """Return min f for a Gram matrix with K(x, x) = 1, with its duality gap; K is read row by row.

    It maximises the dual of ``theory/optimum.py`` over one a_i after the other, in random order. If the others stay
    fixed, the best a_i is a_i + λm·(1 − y_i·score_i), clipped to [0, 1].

    Parameters
    ----------
    K : array, (m, m), or GramRows
    y : array, (m,), of −1 and +1
    lam : float, > 0
    goal : float, > 0
        The gap that is small enough.
    passes : int
        The largest number of passes.
    tell : function of words

    Returns
    -------
    Least
    """
    m, rng = len(y), np.random.default_rng(0)
    a, scores = np.zeros(m), np.zeros(m)
    best = Least(1.0, 1.0, np.zeros(m))  # at w = 0, where D is 0
    for n in range(passes):
        for part in np.array_split(rng.permutation(m), -(-m // BLOCK)):
            ascend(K, y, lam * m, a, scores, part[_moves(y, lam * m, a, scores, part) != 0])
        best = min(best, certified(y, lam, a, scores), key=lambda least: least.gap)
        tell(f"dual ascent, pass {n + 1}: within {best.gap:.2g}, {goal:.2g} wanted")
        if best.gap <= goal:
            break
    return best


def _moves(y, lam_m, a, scores, some):
    """Return how far the a_i of some examples are from the best ones."""
    return np.clip(a[some] + lam_m * (1 - y[some] * scores[some]), 0, 1) - a[some]


def ascend(K, y, lam_m, a, scores, some):
    """Set some a_i, one by one, to their best values, and update the scores, as `dual_ascent` does with a kernel.

    Parameters
    ----------
    K : array, (m, m), or GramRows
        With K(x, x) = 1.
    y : array, (m,), of −1 and +1
    lam_m : float, > 0
        λ·m.
    a, scores : array, (m,)
        Changed in place.
    some : array of int, (n,)
        The i in their order.
    """
    if isinstance(K, GramRows):
        K.prepare(some[_moves(y, lam_m, a, scores, some) != 0].tolist())
    for i in some.tolist():
        move = min(1.0, max(0.0, a[i] + lam_m * (1 - y[i] * scores[i]))) - a[i]
        if move:
            a[i] += move
            scores += move * y[i] / lam_m * K[i]


def certified(y, lam, a, scores):
    """Return f and the gap f − D at w(a), whose scores are given, as a `Least`."""
    squared = (a * y) @ scores / (lam * len(y))
    value = lam / 2 * squared + hinge_loss(y * scores).mean()
    gap = value - (a.mean() - lam / 2 * squared)
    return Least(float(value), max(0.0, float(gap)), a * y / (lam * len(y)))
