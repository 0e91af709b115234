"""Test programs that are not finished: the report names the missing line, and judges nothing."""

import linecache
import re

import numpy as np
import pytest

from pegasos_edu.check import check

UNWRITTEN = {}


def unwritten(task):
    """Return a decorator that adds a program, in which a comment marks the first line that is missing."""

    def put(program):
        UNWRITTEN[program] = task
        return program

    return put


@unwritten("hinge")
def nothing_but_a_hole(w, x, y, eta, lam):
    # shrink w; if the margin is below 1, add the example
    ...  # HERE


@unwritten("objective")
def several_holes(w, X, y, lam):
    penalty = ...  # HERE
    margins = y * (X @ w)
    losses = np.maximum(0, ... - margins)
    return penalty + losses.mean()


@unwritten("hinge")
def a_hole_in_a_branch(w, x, y, eta, lam):
    if y * (w @ x) < 1:
        ...  # HERE
    return (1 - eta * lam) * w


@unwritten("subgradient")
def passed(w, x, y, lam):
    """The subgradient."""
    pass  # HERE


@unwritten("hinge")
class Machine:
    def fit(self, X, y, lam, draws):
        self.w = np.zeros(X.shape[1])
        self.walk(X, y, lam, draws)

    def walk(self, X, y, lam, draws):
        for _ in draws:
            ...  # HERE


def _margin(w, x, y):
    return ...  # HERE


@unwritten("hinge")
def a_hole_in_a_helper(w, x, y, eta, lam):
    return (1 - eta * lam) * w + (eta * y * x if _margin(w, x, y) < 1 else 0)


def indexed(w, x, y, eta, lam):
    """Use an index that is not a missing part."""
    return (1 - eta * lam) * w[...] + (y * (w @ x) < 1) * eta * y * x[...]


@pytest.mark.parametrize("program", UNWRITTEN, ids=lambda program: program.__name__)
def test_the_line_that_is_missing_is_told(program):
    report = check(program, UNWRITTEN[program])
    assert report.is_unwritten and not report.named and not report.difference
    assert "HERE" in linecache.getline(__file__, int(re.search(r"line (\d+) still holds", report.verdict)[1]))


def test_a_docstring_alone_is_not_written_yet():
    def only_words(w, lam):
        """The projection."""

    assert check(only_words, "projected").is_unwritten


def test_an_index_is_no_hole():
    assert check(indexed, "hinge").passed


def test_a_hole_in_a_function_that_is_called_is_told_with_its_name():
    assert check(a_hole_in_a_helper, "hinge").verdict.endswith("still holds `...` (in _margin).")
