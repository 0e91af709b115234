"""Describe where a program first differs from the algorithm, with its value and the right one."""

from typing import Any, NamedTuple

import numpy as np

from pegasos_edu.algorithms import step_types
from pegasos_edu.check.comparison import TOLERANCE

CLOSE = 10 * TOLERANCE


class FirstDifference(NamedTuple):
    """Describe the first state, or value, that differs."""

    case: str  # the data, or the call
    t: int | None  # the step, from 1; None for a call
    drawn: Any  # the examples that the step drew
    quantity: str
    expected: Any
    got: Any
    words: tuple = ()  # sentences about what the program did there


def brief(value):
    """Return a number, or an array, in few digits."""
    if value is None:
        return "nothing"
    if np.ndim(value) == 0:
        value = float(value)
        if not np.isfinite(value):
            return "NaN" if np.isnan(value) else "infinity" if value > 0 else "−infinity"
        return "0" if abs(value) < 1e-12 else f"{value:.4g}".replace("-", "−")
    flat = np.ravel(value)
    return "(" + ", ".join(brief(one) for one in flat[:6]) + (", …" if len(flat) > 6 else "") + ")"


def of_runs(search, conventions):
    """Return the first difference of the runs in a `RunSearch` from the right program with some conventions."""
    agreement = search.agreement(conventions)
    run, t = search.observation.runs[agreement.run], agreement.t
    is_chosen = search.observation.kind == "step" and bool(run.case.start)
    if t > len(run.states) or agreement.expected is None:
        return _of_an_end(run, t)
    got, expected = run.states[t - 1], agreement.expected
    drawn = run.case.draws[t - 1]
    words = [f"This compares it with the algorithm in another convention: {entry.title}." for entry in conventions]
    words += _words(search, run, t, got, expected)
    quantity = agreement.form or _quantity(search)
    if is_chosen:
        return FirstDifference(run.case.name, None, None, f"{quantity} =", expected, got, tuple(words))
    return FirstDifference(run.case.name, t, drawn, quantity, expected, got, tuple(words))


def _of_an_end(run, t):
    if run.ended:
        words = f"It fails in step {t}: {run.ended.words}."
    else:
        words = f"It returns {len(run.states)} states for {len(run.case.draws)} draws."
    return FirstDifference(run.case.name, t, run.case.draws[min(t, len(run.case.draws)) - 1], "", None, None, (words,))


def _quantity(search):
    if search.observation.has_bias:
        return "(w, b)"
    return "(w, α)" if search.task.step is step_types.DualStep and search.observation.kind == "step" else "w"


def _words(search, run, t, got, expected):
    if got.shape != expected.shape or not np.isfinite(got).all():
        return []
    if search.task.step.is_kernel:
        return _of_counts(run, t, got, expected)
    if search.observation.has_bias or search.task.step not in (
        step_types.LinearStep,
        step_types.BatchStep,
        step_types.ScaledStep,
    ):
        return []
    return _of_weights(run, t, got, expected)


def _before(run, t):
    if t > 1:
        return run.states[t - 2]
    start = run.case.start
    return start["w"] if "w" in start else start["a"] * start["v"] if "v" in start else np.zeros_like(run.states[0])


def _of_weights(run, t, got, expected):
    """Return sentences about a step that leaves s·w + Σ c_i·x_i."""
    before, drawn = _before(run, t), np.atleast_1d(run.case.draws[t - 1])
    rows = run.case.X[drawn]
    if len(rows) + 1 > rows.shape[1]:  # then every vector is such a sum
        return []
    fit, right = _fit(before, got, rows), _fit(before, expected, rows)
    if fit is None or right is None:
        return []
    words = []
    if abs(fit[0] - right[0]) > CLOSE:
        words.append(f"It multiplies w by {brief(fit[0])} instead of {brief(right[0])}.")
    margins = run.case.y[drawn] * (rows @ before)
    for i, c, wanted, margin in zip(drawn, fit[1], right[1], margins):
        if abs(c - wanted) > CLOSE * max(1.0, abs(wanted)):
            x = "x" if run.case.start and len(drawn) == 1 else f"x_{i}"
            words.append(f"It adds {_times(c, x)} instead of {_times(wanted, x)}; the margin is {brief(margin)}.")
    return words


def _times(c, x):
    return "nothing" if abs(c) < CLOSE else f"{brief(c)}·{x}"


def _fit(before, after, rows):
    """Return s and the c_i with after = s·before + Σ c_i·x_i; None if no such numbers exist, or if several do.

    If w is 0, s counts as 0.
    """
    has_w = bool(np.abs(before).max(initial=0.0) > 0)
    parts = np.vstack([before, rows] if has_w else [rows]).T
    found, _, rank, _ = np.linalg.lstsq(parts, after, rcond=None)
    if rank < parts.shape[1]:
        return None
    if np.abs(parts @ found - after).max(initial=0.0) > CLOSE * max(1.0, np.abs(after).max(initial=0.0)):
        return None
    return (found[0], found[1:]) if has_w else (0.0, found)


def _of_counts(run, t, got, expected):
    before = run.states[t - 2] if t > 1 else run.case.start.get("alpha", np.zeros_like(got))
    j = int(np.argmax(np.abs(got - expected) > CLOSE))
    return [f"α[{j}] changes by {brief(got[j] - before[j])} instead of {brief(expected[j] - before[j])}; "
            f"example {brief(run.case.draws[t - 1])} was drawn."]  # fmt: skip


def of_calls(search, descriptions):
    """Describe the first call of a `CallSearch` that returns a wrong value."""
    agreement = search.agreement(())
    n = agreement.run
    got, expected, arguments = search.values[n], agreement.expected, search.arguments[n]
    if got.shape != expected.shape:
        shape = "a single number" if expected.ndim == 0 else f"an array of shape {expected.shape}"
        words = f"It returns {_shape(got)}, where {shape} is right."
        return FirstDifference(descriptions[n], None, None, "", expected, got, (words,))
    if expected.ndim == 0 or not ("z" in arguments or "Z" in arguments):
        return FirstDifference(descriptions[n], None, None, "", expected, got)
    place = next(place for place in np.ndindex(expected.shape) if not _close(got[place], expected[place]))
    at = f"for z = {brief(arguments['z'][place])}" if "z" in arguments else (
        f"for x = {brief(arguments['X'][place[0]])} and z = {brief(arguments['Z'][place[1]])}")  # fmt: skip
    return FirstDifference(descriptions[n], None, None, at, expected[place], got[place])


def _shape(value):
    return f"an array of shape {value.shape}" if value.ndim else "a single number"


def _close(a, b):
    return np.isfinite(a) and np.isfinite(b) and abs(a - b) <= CLOSE * max(1.0, abs(b)) or (a == b)
