"""Compute what a step did to the weights: what it added, whether it projected, whether the boundary moved.

All functions are written in the small language of `browser/language.py`, so that a page computes the same.
"""

from math import sqrt
from typing import NamedTuple

import numpy as np
from numpy.linalg import norm

from pegasos_edu.losses import LOSSES
from pegasos_edu.trace.questions import USUAL

NEAR, ALIKE = 1e-9, 1e-6  # relative to the longer w; vectors this near differ only by rounding and look the same


class Change(NamedTuple):
    """Record what a step did to the weights."""

    gain: int  # 1 if the step added the examples drawn, −1 if it subtracted them, else 0
    projected: bool
    factor: float  # c, where w_{t+1} = c·w_t; 1 if w_t = 0
    added: float  # g, where the step added g·x
    is_along: bool  # whether such a g exists; this is unknown for a batch or a kernel
    is_shrunk: bool  # whether the step shrank w before it added the examples drawn; unknown for a kernel
    had_line: bool  # whether there was a boundary before the step
    has_line: bool  # whether there is a boundary after the step
    is_turned: bool  # whether these two boundaries differ
    keeps_b: bool


def slopes(loss, margins):
    """Return the slope of a loss at each margin."""  # a page uses the function in js/losses.js
    return LOSSES[loss].slope(margins)


def is_to_add(question, answer, loss, margins):
    """Return whether a step adds something, judged by the last comparison in its lines and by its answer."""
    if np.any([question == usual for usual in USUAL]):
        return answer == "yes" or (answer == "" and np.any(margins < 1))
    return loss == "log" and question == ""


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


def kernel_change(gain, old, new, had_line, has_line):
    """Return the change from the coefficients β of a kernel run to the next ones."""
    factor, is_multiple = _factor(old, new)
    return Change(gain, False, factor, 0.0, False, False, had_line, has_line, not is_multiple, True)


def linear_change(step, run, rows, y, is_met, old, new, old_b, new_b):
    """Return the change from the weights before a step to those after it.

    rows (k, d) and y (k,) are the examples drawn; is_met is what `is_to_add` returned.
    """
    factor, is_multiple = _factor(old, new)
    shrinking = 1.0 if step.is_dual else 1 - run.lam * step.eta
    projected = run.projects and abs(norm(new) * sqrt(run.lam) - 1) < NEAR  # in all other cases w never has this length
    whole = full_addition(step, run, y)
    if step.is_batch:
        total = (-slopes(run.loss, y * step.scored) * y) @ rows * (step.eta / len(y))
        _, c, is_shrunk = _addition(run, total, old, new, shrinking, projected, 1.0)
        added, is_along = 0.0, False
    else:
        added, c, is_along = _addition(run, rows[0], old, new, shrinking, projected, whole)
        is_shrunk = is_along
    is_whole = is_along and abs(added - whole) <= ALIKE * abs(whole)
    adds = is_met or step.is_dual or is_whole or not is_multiple
    rest = new - (shrinking if is_multiple or step.is_dual else min(max(factor, 0), 1)) * old
    gain = _gain(step, run, rows, y, rest) if adds and _size(rest) > NEAR * _larger(old, new) else 0
    _, is_same_line = _factor(np.append(old, old_b), np.append(new, new_b))
    return Change(
        gain, projected, factor, added, is_along, is_shrunk and np.any(old) and 0 < c < 1,
        np.any(old), np.any(new), not is_same_line, old_b == new_b,
    )  # fmt: skip


def _size(v):
    return max(v.max(), -v.min())


def _larger(old, new):
    return max(_size(old), _size(new))


def _factor(old, new):
    """Return c, and whether new equals c·old. If old is 0, c is 1."""
    square = old @ old
    c = new @ old / square if square > 0 else 1.0
    return c, _size(new - c * old) <= NEAR * _larger(old, new)


def _gain(step, run, rows, y, rest):
    """Return 1 if the loss of the drawn examples falls in the direction `rest`, −1 if it grows."""
    pull = -slopes(run.loss, y * step.scored)
    if not np.any(pull):
        pull = pull + 1
    return -1 if (pull * y) @ (rows @ rest) < 0 else 1


def _addition(run, x, old, new, shrinking, projected, whole):
    """Return g and c with w_{t+1} = c·w_t + g·x, and whether they exist. Here c is 1 or shrinks w."""
    if projected:
        both = shrinking * old + whole * x
        scale, is_multiple = _factor(both, new)
        return whole, shrinking, is_multiple and scale > 0 and norm(both) * sqrt(run.lam) >= 1 - NEAR
    square = x @ x
    best, factor, is_along = 0.0, 1.0, False
    for c in [shrinking, 1.0]:
        rest = new - c * old
        g = rest @ x / square if square > 0 else 0.0
        is_nearer = not is_along or abs(g - whole) < abs(best - whole)
        if is_nearer and _size(rest - g * x) <= ALIKE * _larger(old, new):
            best, factor, is_along = g, c, True
    return best, factor, is_along
