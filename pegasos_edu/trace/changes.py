"""Compute what a step did to the weights: what it added, whether it projected, whether the boundary moved.

All functions are written in the small language of `browser/language.py`, so that a page computes the same.
"""

from math import sqrt
from typing import NamedTuple

import numpy as np
from numpy.linalg import norm

from pegasos_edu.losses import LOSSES

NEAR = 1e-9  # relative to the longer w; vectors this near differ only by rounding
ALIKE = 1e-6  # relative to what a step added; it is g·x up to rounding
APART = 1e-3  # vectors whose directions differ by more show g: an error of ALIKE changes g by less than ALIKE/APART


class Change(NamedTuple):
    """Record what a step did to the weights."""

    adds: bool  # whether the step did more than scale w
    projected: bool
    factor: float  # c, where w_{t+1} = c·w_t; 1 if w_t = 0
    added: float  # g, where the step added g·x, or g times what a batch usually adds; for a kernel the change of α
    is_along: bool  # whether the states show such a g; unknown for a kernel
    is_shrunk: bool  # whether the step shrank w before it added the examples drawn; unknown for a kernel
    had_line: bool  # whether there was a boundary before the step
    has_line: bool  # whether there is a boundary after the step
    is_turned: bool  # whether these two boundaries differ
    keeps_b: bool


def slopes(loss, margins):
    """Return the slope of a loss at each margin."""  # a page uses the function in js/losses.js
    return LOSSES[loss].slope(margins)


def is_to_add(answer, loss, margins):
    """Return whether a step adds something, judged by the answer to the last comparison in its lines or by the loss."""
    return answer == "yes" or (answer == "" and (loss == "log" or np.any(margins < 1)))


def full_addition(step, run, y):
    """Return the factor of x in the usual step: η·y, for the log loss η·y·p, for a dual step Δα/(λ·m).

    y holds the labels of the examples drawn.
    """
    if step.is_dual:
        return step.delta / (run.lam * run.m)
    p = -slopes("log", y * step.scored)[0] if run.loss == "log" else 1.0
    return step.eta * y[0] * p


def has_both_signs(scores):
    """Return whether a boundary separates some examples."""
    return scores.min() < -NEAR and scores.max() > NEAR


def kernel_change(grown, adds, old, new, had_line, has_line):
    """Return the change from the coefficients β of a kernel run to the next ones.

    grown is by how much the α of the example drawn grew; adds says whether any α changed.
    """
    factor, is_multiple = _factor(old, new)
    return Change(adds, False, factor, grown, False, False, had_line, has_line, not is_multiple, True)


def linear_change(step, run, rows, y, is_met, old, new, old_b, new_b):
    """Return the change from the weights before a step to those after it.

    rows (k, d) and y (k,) are the examples drawn; is_met is what `is_to_add` returned.
    """
    factor, is_multiple = _factor(old, new)
    shrinking = 1.0 if step.is_dual else 1 - run.lam * step.eta
    projected = run.projects and abs(norm(new) * sqrt(run.lam) - 1) < NEAR  # in all other cases w never has this length
    if step.is_batch:
        x, whole = (-slopes(run.loss, y * step.scored) * y) @ rows * (step.eta / len(y)), 1.0
    else:
        x, whole = rows[0], full_addition(step, run, y)
    is_line = len(old) == 1 or len(rows) > 1 and np.all([_is_parallel(v, x) for v in rows])
    is_unclear = is_line or np.any(old) and _is_parallel(old, x)
    if projected:
        added, c, is_along = _projected_addition(run, x, old, new, shrinking, whole, is_unclear)
    else:
        added, c, is_along = _addition(x, old, new, shrinking, whole, is_unclear)
    rounding = NEAR * _larger(old, new)
    is_other = _size(new - shrinking * old) > rounding and _size(new - old) > rounding
    _, is_same_line = _factor(np.append(old, old_b), np.append(new, new_b))
    return Change(
        not is_multiple or np.any(x) and (is_met or step.is_dual) and is_other,
        projected,
        factor,
        added,
        is_along,
        is_along and 0 < c < 1 and (1 - c) * _size(old) > rounding,
        np.any(old),
        np.any(new),
        not is_same_line,
        old_b == new_b,
    )


def _size(v):
    return max(v.max(), -v.min())


def _larger(old, new):
    return max(_size(old), _size(new))


def _factor(old, new):
    """Return c, and whether new equals c·old. If old is 0, c is 1."""
    square = old @ old
    c = new @ old / square if square > 0 else 1.0
    return c, _size(new - c * old) <= NEAR * _larger(old, new)


def _is_parallel(v, x):
    square = x @ x
    return square > 0 and _size(v - (v @ x / square) * x) <= APART * _size(v)


def _projected_addition(run, x, old, new, shrinking, whole, is_unclear):
    """Return g and c of the usual step, and whether w_{t+1} is its projection, and hardly that of another step."""
    both = shrinking * old + whole * x
    scale, is_multiple = _factor(both, new)
    return whole, shrinking, not is_unclear and is_multiple and scale > 0 and norm(both) * sqrt(run.lam) >= 1 - NEAR


def _addition(x, old, new, shrinking, whole, is_unclear):
    """Return g and c with w_{t+1} = c·w_t + g·x, and whether the states show them. Here c is 1 or shrinks w.

    If w_t or all rows of a batch are parallel to x, another c or other examples leave the same w_{t+1}, with another
    g. That is unclear, and then only the usual step counts.
    """
    best, factor, is_along, square = 0.0, 1.0, False, x @ x
    for c in [shrinking, 1.0]:
        rest = new - c * old
        g = rest @ x / square if square > 0 else 0.0
        is_usual = c == shrinking and abs(g - whole) <= ALIKE * abs(whole)
        is_nearer = not is_along or abs(g - whole) < abs(best - whole)
        size = min(_size(rest), _size(old)) if np.any(old) else _size(rest)
        if is_nearer and (is_usual or not is_unclear) and _size(rest - g * x) <= ALIKE * size:
            best, factor, is_along = g, c, True
    return best, factor, is_along
