"""The mean of the iterates, kept up while an algorithm is walked."""

from typing import NamedTuple

import numpy as np

# The j-th iterate weighs j·(j + 1)·…, so many factors. Those of the tail grow like j⁶, so that the last half has 99 %
# of the weight (polynomial-decay averaging: Shamir, Zhang, ICML 2013); powers from 3 to 12 differ little.
AVERAGES = {"none": -1, "all": 0, "tail": 6}


class Mean(NamedTuple):
    """A weighted sum of iterates w = s·v, and what it is to be divided by."""

    total: np.ndarray  # as v
    counts: np.ndarray  # (2,): how many iterates, and the sum of their weights
    power: int  # one of AVERAGES; below 0 nothing is collected

    @property
    def w(self):
        """The mean."""
        return self.total / self.counts[1]


def mean_of(average, v):
    """A mean of nothing yet, of iterates that are shaped like v."""
    return Mean(np.zeros_like(v, dtype=np.float64), np.zeros(2), AVERAGES[average])


def collect(mean, s, v):
    """Let w = s·v enter the mean."""
    if mean.power < 0:
        return
    add_scaled(mean.total, s * next_weight(mean.counts, mean.power), v)


def next_weight(counts, power):
    """The weight of the next iterate, counted in."""
    counts[0] += 1
    weight = 1.0
    for n in range(power):
        weight *= counts[0] + n
    counts[1] += weight
    return weight


def add_scaled(total, c, v):
    """total ← total + c·v, in place."""
    total += c * v
