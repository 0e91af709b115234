"""Compute means of the iterates while an algorithm runs."""

from typing import NamedTuple

import numpy as np

# The numbers of factors in the weight j·(j + 1)·… of the j-th iterate. For "tail" it grows like j⁶, so that the last
# half has 99 % of the weight (polynomial-decay averaging: Shamir, Zhang, ICML 2013); powers from 3 to 12 differ little.
AVERAGES = {"none": -1, "all": 0, "tail": 6}


class Mean(NamedTuple):
    """Hold a weighted sum of iterates w = s·v, and the sum of their weights."""

    total: np.ndarray  # shaped like v
    counts: np.ndarray  # (2,): the number of iterates, and the sum of their weights
    power: int  # one of AVERAGES; below 0 nothing is collected

    @property
    def w(self):
        """Return the mean."""
        return self.total / self.counts[1]


def mean_of(average, v):
    """Return an empty mean of iterates that are shaped like v."""
    return Mean(np.zeros_like(v, dtype=np.float64), np.zeros(2), AVERAGES[average])


def collect(mean, s, v):
    """Add the iterate w = s·v to the mean, in place."""
    if mean.power >= 0:
        mean.counts[0] += 1
        weight = 1.0
        for n in range(mean.power):
            weight *= mean.counts[0] + n
        mean.counts[1] += weight
        add_scaled(mean.total, s * weight, v)


def add_scaled(total, c, v):
    """Add c·v to the array `total`."""
    total += c * v
