"""State claims of the lessons, each once, as a function of a data set, λ and seeds."""

from functools import cache
from importlib import import_module
from pathlib import Path
from typing import NamedTuple

import numpy as np

from pegasos_edu.lessons.elsewhere.data_sets import NAMES, data_set

SEEDS = range(300, 330)
LARGEST = 1e4  # a larger ratio is one to a number that rounding makes
MOST = 0.8  # a claim holds in a cell if it holds for so many of the seeds


class TriedCell(NamedTuple):
    """Hold what was measured with one data set and one λ.

    ``holding`` of ``count`` seeds agree with the claim; ``median`` is that of the measured numbers.
    """

    data: str
    lam: float
    holding: int
    count: int
    median: float

    @property
    def holds(self):
        return self.holding >= MOST * self.count

    @property
    def fails(self):
        """Return whether so few seeds agree that the opposite holds."""
        return self.holding <= (1 - MOST) * self.count


class TriedClaim:
    """State a claim that rests on data or chance.

    Attributes
    ----------
    id
        The number of the lesson and a few words, such as "03/sorted-is-far".
    says
        The claim in a sentence, without its condition.
    lams
        The λ with which it is tried.
    least
        The claim holds for a seed if the number that `measure` returns for it is above this one.
    shown
        How a number is written, such as "{:g} times".
    condition
        A function of the name of a data set and λ: whether the lesson claims it there. The sentence in the lesson says
        the same condition in words; where the claim is made everywhere, there is none.
    measure
        The function of a `TriedData`, λ and seeds; it returns a number for each seed, or a single one if it uses none.
    """

    def __init__(self, id, says, lams, least, shown, condition, measure):
        self.id, self.says, self.lams, self.least, self.shown = id, says, lams, least, shown
        self.condition, self.measure = condition, measure

    def cells(self, seeds=SEEDS, names=NAMES, lams=None):
        """Return the `TriedCell` of each data set with each λ, measured now."""
        return [self._cell(name, lam, seeds) for name in names for lam in lams or self.lams]

    def _cell(self, name, lam, seeds):
        values = np.minimum(np.atleast_1d(self.measure(data_set(name), lam, seeds)), LARGEST)
        median = float(f"{np.median(values):.2g}")  # so that rounding on another processor does not show
        return TriedCell(name, lam, int(np.sum(values > self.least)), len(values), median)

    def words(self, cell):
        """Return what was measured in a cell, in words."""
        shown = self.shown.format(cell.median)
        return f"{shown} ({cell.holding} of {cell.count})" if cell.count > 1 else shown

    def is_made(self, cell):
        """Return whether the lesson makes the claim for a data set with a λ."""
        return self.condition(cell.data, cell.lam)


def claim(id, says, *, lams, least=1.0, shown="{:g} times", condition=lambda name, lam: True):
    """Return a decorator that states a claim, which a function measures; `TriedClaim` explains the parameters."""

    def stated(measure):
        return TriedClaim(id, says, lams, least, shown, condition, measure)

    return stated


@cache
def claims():
    """Return all claims by their identifiers, in the order of the lessons."""
    names = sorted(path.stem for path in Path(__file__).parent.glob("lesson_*.py"))
    modules = [import_module(f"{__package__}.{name}") for name in names]
    values = [value for module in modules for value in vars(module).values() if isinstance(value, TriedClaim)]
    return {claim.id: claim for claim in values}
