"""Provide the data sets on which claims are tried, with what most claims need of them."""

from functools import cache

import numpy as np

from pegasos_edu.datasets import breast_cancer, digits, moons
from pegasos_edu.losses import objective
from pegasos_edu.runs import run, stack
from pegasos_edu.theory import optimum

THREES, FOURS = "digits 3 and 8", "digits 4 and 9"
IMAGES = THREES, FOURS
TUMOURS, MOONS, WIDE = "tumours", "moons", "more features than examples"


class TriedData:
    """Hold a data set by its name, and compute what claims compare.

    Attributes
    ----------
    name, X, y
    """

    def __init__(self, name, X, y):
        self.name, self.X, self.y, self._optima = name, X, y, {}

    def __len__(self):
        return len(self.y)

    def f(self, w, lam, loss="hinge"):
        """Return the objective of one w, or of each of several."""
        return objective(w, self.X, self.y, lam, loss)

    def optimum(self, lam, loss="hinge"):
        """Return the certified optimum; it is computed once for each λ and loss."""
        if (lam, loss) not in self._optima:
            self._optima[lam, loss] = optimum(self.X, self.y, lam, loss)
        return self._optima[lam, loss]

    def above(self, w, lam, loss="hinge"):
        """Return f(w) − f* of one w, or of each of several."""
        return self.f(w, lam, loss) - self.optimum(lam, loss).value

    def steps(self, algorithm, lam, T, seed, **options):
        """Return the stacked steps of a run."""
        return stack(run(algorithm, self.X, self.y, lam=lam, T=T, seed=seed, **options))

    def halves(self, seed):
        """Return two random halves of the examples as data sets, such as one to learn from and one to be tested on."""
        order = np.random.default_rng(seed).permutation(len(self))
        parts = order[: len(self) // 2], order[len(self) // 2 :]
        return [TriedData(self.name, self.X[part], self.y[part]) for part in parts]


def _wide():
    """Return 60 examples of 300 features, as in texts or genes: two classes that differ in ten of the features."""
    rng = np.random.default_rng(0)
    y = np.where(np.arange(60) % 2 == 0, 1, -1)
    X = rng.normal(size=(60, 300))
    X[:, :10] += 0.6 * y[:, None]
    return X / np.sqrt(300), y


@cache
def data_set(name):
    """Return the `TriedData` with a name of `NAMES`."""
    X, y = {
        THREES: lambda: digits((3, 8))[:2],
        FOURS: lambda: digits((4, 9))[:2],
        TUMOURS: lambda: breast_cancer()[:2],
        MOONS: lambda: moons()[:2],
        WIDE: _wide,
    }[name]()
    return TriedData(name, X, y)


NAMES = (THREES, FOURS, TUMOURS, MOONS, WIDE)
