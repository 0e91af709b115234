"""Fitting: a box walked pass by pass, with an average of its iterates on the way."""

import numpy as np

from pegasos_edu.compiling import compiled_loop, is_installed
from pegasos_edu.inputs import Augmented
from pegasos_edu.loops import before, looped

# The running mean of iterates w_1, w_2, …, w_n in which w_j weighs about j^power, for each kind of average.
# With power 3 the last half has 94 % of the weight (polynomial-decay averaging: Shamir, Zhang, ICML 2013).
AVERAGES = {"none": None, "all": 0, "tail": 3}

# At most so many iterates of a pass enter the average: 8 do as well as all (benchmarks/to_optimum.py).
MOMENTS = 8

# From so many steps on, loading Numba and the compiled box (about a second) takes less time than it saves.
WORTH = 300_000


def _weights(step):
    return step.w


class Descent:
    """A box on its way: what its last step left, and the average so far.

    Parameters
    ----------
    box, X, y, lam
        As for the box.
    options : tuple
        What the box takes beyond its draws.
    average : {"none", "all", "tail"}
    weights : function of a step
        The vector that is averaged.
    """

    def __init__(self, box, X, y, lam, options=(), average="none", weights=_weights):
        self.box, self.lam, self.options, self.average, self.weights = box, lam, options, average, weights
        self.step, self.mean, self.n = before(box, X, y), None, 0

    def go(self, X, y, draws, walk, moments=None):
        """One step for each draw; at so many moments the iterate enters the average."""
        power = AVERAGES[self.average]
        if moments is None:
            moments = 1 if power is None else self._moments(X, len(draws))
        for part in np.array_split(draws, moments):
            self.step = walk(X, y, self.lam, part, self.step, *self.options)
            if power is not None:
                self._collect(self.weights(self.step), power)

    def _moments(self, X, steps):
        """Few where a look at all of w costs much beside the steps, as with many rare words."""
        size = self.weights(self.step).size
        return int(np.clip(entries(X) / (10 * size), 1, min(MOMENTS, steps)))

    def _collect(self, w, power):
        self.n += 1
        if self.mean is None:
            self.mean = np.zeros_like(w)
        self.mean += (power + 1) / (self.n + power) * (w - self.mean)

    @property
    def w(self):
        """The average, or what the last step left where there is none."""
        return self.weights(self.step) if self.mean is None else self.mean

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
        self.mean, self.n = None, 0


def entries(X):
    """How many entries X has, those that are stored if it is sparse."""
    X = X.rows if isinstance(X, Augmented) else X
    return X.nnz if hasattr(X, "nnz") else X.shape[0] * X.shape[1]


def walker(box, steps, compile):
    """The loop of a box, compiled if that is wanted, or is left open and worth it for so many steps."""
    if compile == "auto":
        compile = steps >= WORTH and is_installed()
    return compiled_loop(box) if compile else looped(box)
