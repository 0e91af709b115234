"""Fitting: a box walked pass by pass, with an average of its iterates on the way."""

import warnings
from math import prod

import numpy as np
from scipy.linalg.blas import daxpy

from pegasos_edu.boxes.inputs import Augmented
from pegasos_edu.fast.compiling import compiled_loop, is_installed
from pegasos_edu.fast.loops import before, looped

# The weight of the j-th iterate in each kind of average. That of the tail grows like j⁶, so that the last half has
# 99 % of it (polynomial-decay averaging: Shamir, Zhang, ICML 2013); powers from 3 to 12 differ little.
AVERAGES = {"none": None, "all": lambda j: 1.0, "tail": lambda j: float(prod(range(j, j + 6)))}

# Of each pass one iterate enters the average, or one for every so many steps, but no more than 8: these do as well
# as all (benchmarks/defaults.py).
MOMENTS, APART = 8, 250

# From so many steps on, loading Numba and the compiled box (about a second) takes less time than it saves.
WORTH = 300_000


def factors(step):
    """s and v, for which w = s·v."""
    if not hasattr(step, "v"):
        return 1.0, step.w
    return (step.a if hasattr(step, "a") else step.eta), step.v


class Descent:
    """A box on its way: what its last step left, and the average so far.

    Parameters
    ----------
    box, X, y, lam
        As for the box.
    options : tuple
        What the box takes beyond its draws.
    average : {"none", "all", "tail"}
    factors : function of a step
        s and v, for which w = s·v: what is averaged.
    """

    def __init__(self, box, X, y, lam, options=(), average="none", factors=factors):
        self.box, self.lam, self.options, self.average, self.factors = box, lam, options, average, factors
        self.step, self.n = before(box, X, y), 0
        self._sum, self._total = None, 0.0

    def go(self, X, y, draws, walk):
        """One step for each draw; at some moments the iterate enters the average."""
        weight = AVERAGES[self.average]
        for part in np.array_split(draws, 1 if weight is None else self._moments(X, len(draws))):
            self.step = walk(X, y, self.lam, part, self.step, *self.options)
            if weight is not None:
                self.n += 1
                self._collect(weight(self.n))

    def _moments(self, X, steps):
        """Few where a look at all of w costs much beside the steps: in short passes, and with many rare words."""
        size = self.factors(self.step)[1].size
        return int(np.clip(min(entries(X) / (5 * size), steps / APART), 1, MOMENTS))

    def _collect(self, weight):
        """Add weight·w to the sum, in one sweep over v."""
        s, v = self.factors(self.step)
        if self._sum is None:
            self._sum = np.zeros_like(v)
        daxpy(v.ravel(), self._sum.ravel(), a=weight * s)
        self._total += weight

    @property
    def w(self):
        """The average, or what the last step left where there is none."""
        if self._sum is not None:
            return self._sum / self._total
        s, v = self.factors(self.step)
        return s * v

    def carry_over(self, lam):
        """Go on with another λ from the same w, at the round t where 1/(λt) is what it was; averages begin anew."""
        if self.step.t == 0 or lam == self.lam:
            self.lam = lam
            return
        t = max(1, round(self.step.t * self.lam / lam))
        eta = 1 / (lam * t)
        if "v" in self.step._fields and "a" not in self.step._fields:  # w = η·v
            self.step = self.step._replace(v=self.step.v * (self.step.eta / eta))
        self.step, self.lam = self.step._replace(t=t, eta=eta), lam
        self.n, self._sum, self._total = 0, None, 0.0


def entries(X):
    """How many entries X has, those that are stored if it is sparse."""
    X = X.rows if isinstance(X, Augmented) else X
    return X.nnz if hasattr(X, "nnz") else X.shape[0] * X.shape[1]


def walker(box, steps, compile):
    """The loop of a box, compiled if that is wanted, or is left open and worth it for so many steps."""
    if compile == "auto":
        return _compiled_if_it_works(box) if steps >= WORTH and is_installed() else looped(box)
    return compiled_loop(box) if compile else looped(box)


def _compiled_if_it_works(box):
    try:
        return compiled_loop(box)
    except ImportError as error:  # such as a Numba that is older than the installed NumPy
        warnings.warn(f"{error} This fit goes on in plain Python.", RuntimeWarning, stacklevel=2)
        return looped(box)
