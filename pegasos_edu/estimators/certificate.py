"""Certify how near a fit is to the optimum, by lower bounds on the objective.

A step adds a·x to the sum of which w is a multiple; a is the pull of its example. Each mean of pulls is a dual point:
for every score z, target y, and pull or mean of pulls a

    loss(z, y) ≥ worth(a, y) − a·z,

so that for weights c_i and any a, w(a) = 1/(λm)·Σ_i c_i·a_i·x_i,

    f(w) ≥ D(a) = 1/m·Σ_i c_i·worth(a_i, y_i) − λ/2·‖w(a)‖²     for every w        [SSZ13 eq. 2 for the hinge loss]

The share of the steps on an example that added it is such a mean, for any order of the draws. [SSZ13] is cited in
``algorithms/dual.py``.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from scipy.special import entr

from pegasos_edu.losses import LOSSES, insensitive_loss, multiclass_loss


class DualLoss(NamedTuple):
    """Hold a loss as a function of scores and targets, with its pulls and their worth."""

    value: Callable  # (z, y) -> (m,)
    pull: Callable  # (z, y) -> a: (m,), or (m, n) for n classes; z is the score of a step, with its bias
    worth: Callable  # (a, y) -> (m,)


def hinge(b=0.0):
    """Return the hinge loss for a given bias."""
    loss, slope = LOSSES["hinge"]
    return DualLoss(
        lambda z, y: loss(y * (z + b)),
        lambda z, y: -y * slope(y * z),
        lambda a, y: a * (y - b),
    )


def _entropy(a, y):
    p = np.clip(a * y, 0, 1)
    return entr(p) + entr(1 - p)


LOG = DualLoss(lambda z, y: LOSSES["log"].value(y * z), lambda z, y: -y * LOSSES["log"].slope(y * z), _entropy)


def insensitive(epsilon):
    """Return the loss of a regression."""
    return DualLoss(
        lambda z, y: insensitive_loss(y, z, epsilon),
        lambda z, y: np.sign(y - z) * (abs(y - z) > epsilon),
        lambda a, y: a * y - epsilon * abs(a),
    )


def _multiclass_pull(z, y):
    classes = np.arange(z.shape[1])
    chosen = (z + (classes != y[:, None])).argmax(axis=1)
    return (classes == y[:, None]).astype(float) - (classes == chosen[:, None])


MULTICLASS = DualLoss(lambda z, y: multiclass_loss(y, z), _multiclass_pull, lambda a, y: a[np.arange(len(y)), y])


class DualPoint(NamedTuple):
    """Hold a point of the dual problem."""

    a: Any  # (m,) or (m, n)
    u: Any  # w(a), or its scores for a kernel
    worth: float  # 1/m·Σ_i c_i·worth(a_i, y_i)


class Certificate:
    """Collect the pulls of the steps for one target, and keep the best lower bound that they give.

    Parameters
    ----------
    problem : Solver
    y : array
        The target.
    """

    def __init__(self, problem, y):
        self.problem, self.y = problem, y
        shape = [problem.X.shape[0]] + ([] if problem.classes is None else [len(problem.classes)])
        self.best = self._point(np.zeros(shape))
        self._begin()

    def _begin(self):
        self.total, self.drawn = np.zeros_like(self.best.a), np.zeros(len(self.best.a))

    def add(self, draws, notes):
        """Add the pulls of these draws, computed from the scores that their steps noted."""
        draws, m = draws.ravel(), len(self.drawn)
        pulls = self.problem.loss.pull(notes if self.total.ndim > 1 else notes.ravel(), self.y[draws])
        sums = [np.bincount(draws, some, m) for some in np.atleast_2d(pulls.T)]
        self.total += np.stack(sums, axis=-1).reshape(self.total.shape)
        self.drawn += np.bincount(draws, minlength=m)

    def bound(self):
        """Return the best lower bound, after a line search towards the shares since the last call."""
        shares = self.total.T / np.maximum(1, self.drawn)
        fresh = np.where(self.drawn > 0, shares, self.best.a.T).T
        fresh = self._point(self._balanced(fresh) if self.problem.is_bias_free else fresh)
        self.best = self._between(self.best, fresh)
        self._begin()
        return self.best.worth - self.problem.lam / 2 * self._product(self.best, self.best)

    def _balanced(self, a):
        """Return a with smaller pulls on the heavier side: if Σ_i c_i·a_i = 0, D(a) is the same for every bias."""
        up, down = (float((self.problem.c * np.maximum(0, side)).sum()) for side in (a, -a))
        return a * np.where(a > 0, min(1.0, down / up if up else 0.0), min(1.0, up / down if down else 0.0))

    def _point(self, a):
        return DualPoint(a, self.problem.combined(a), self.problem.worth(a, self.y))

    def _product(self, p, q):
        """Return ⟨w(p), w(q)⟩."""
        return float((p.u * q.u).sum() if not self.problem.is_kernel else self.problem.coefficients(p.a) @ q.u)

    def _between(self, p, q):
        """Return the best point between two points as if the worth were linear: it is concave, so D is no smaller."""
        at_p, across, lam = self._product(p, p), self._product(p, q), self.problem.lam
        slope = q.worth - p.worth + lam * (at_p - across)
        bend = lam * (at_p - 2 * across + self._product(q, q))
        r = float(slope > 0) if bend <= 0 else min(1.0, max(0.0, slope / bend))
        return DualPoint(*[(1 - r) * mine + r * other for mine, other in zip(p, q)])
