"""Read the steps of a run: the last, some or all of them, their mean, and the first difference between two runs."""

import math
from collections import deque
from typing import Any, NamedTuple

import numpy as np

from pegasos_edu.algorithms.step_types import STEPS, copied
from pegasos_edu.common.validation import check_choice, check_not_negative, check_size, excerpt


def last(steps):
    """Return the last step, with copies of its arrays."""
    return copied(_some(deque(steps, maxlen=1))[0])


def _some(steps):
    if not steps:
        raise ValueError("steps must hold at least one step, got none; give a run with T of at least 1.")
    return steps


def _not_shared(steps):
    """Yield the steps; raise an error if they were collected while the algorithm changed their arrays."""
    if isinstance(steps, (list, tuple)) and len(steps) > 1:
        first, second = steps[0], steps[1]
        if any(isinstance(x, np.ndarray) and x is y for x, y in zip(first, second)):
            raise ValueError(
                "steps must not share arrays, got a list of steps that do, so all of them hold the last values; "
                "give the run itself, or [copied(step) for step in run(...)]."
            )
    return steps


def stack(steps):
    """Return all steps as one step, whose fields have a leading time axis: ``stack(run(...)).w`` is (T, d)."""
    kept, step = [], None
    for step in _not_shared(steps):
        kept.append([x.copy() if isinstance(x, np.ndarray) else x for x in step])  # faster than `copied`
    return type(step)(*map(_column, zip(*_some(kept))))


def _column(values):
    """Return the values of one field as an array with a leading time axis."""
    if np.ndim(values[0]) == 0 or len({np.shape(value) for value in values}) > 1:
        return np.array(values)
    return np.concatenate(values).reshape(len(values), *np.shape(values[0]))  # faster than np.array(values)


def snapshots(steps, at=None, per_decade=20):
    """Return some steps as one, like `stack`: the steps t in `at` (by default log-spaced steps), and the last step.

    Parameters
    ----------
    steps : iterable of steps
        Only the chosen steps are stored, so that 1,000,000 steps fit in memory.
    at : sequence of int, optional
        The steps t to keep.
    per_decade : int
        The number of steps to keep between t and 10·t if `at` is not given.

    Returns
    -------
    A step whose fields have a leading axis; ``.t`` holds the numbers of the steps.
    """
    per_decade = check_size("per_decade", per_decade)
    wanted = None if at is None else _steps_wanted(at)
    return stack(_chosen(_not_shared(steps), wanted, per_decade))


def _steps_wanted(at):
    times = np.atleast_1d(np.asarray(at))
    if times.dtype.kind not in "iu" or times.min(initial=1) < 1:
        raise ValueError(
            f"at must hold steps t, whole numbers of at least 1, got {excerpt(at)}; "
            "give, for example, [1, 10, 100] or np.geomspace(1, 1000, 10).astype(int)."
        )
    return set(times.ravel().tolist())


def _chosen(steps, wanted, per_decade):
    latest, step, kept = -1, None, True
    for step in steps:
        if wanted is not None:
            kept = step.t in wanted
        else:  # `number` says in which of the parts of all decades t lies; the first t of each part is kept
            number = math.floor(per_decade * math.log10(step.t))
            kept, latest = number > latest, number
        if kept:
            yield step
    if not kept:
        yield step


def average(steps, part="all"):
    """Return the mean of the iterates w_2 ... w_{T+1} that the steps leave, or of the last half of them.

    The paper's average w̄ of w_1 ... w_T [MPB11 Cor. 1] differs from it by w_{T+1}/T, since w_1 = 0.

    Parameters
    ----------
    steps : Run of a linear algorithm, or list of copied steps
    part : {"all", "half"}
        "half" leaves out the first ⌊T/2⌋ steps.

    Returns
    -------
    ndarray, (d,)
    """
    check_choice("part", part, ("all", "half"))
    if not hasattr(steps, "__len__") or isinstance(steps, STEPS):
        raise ValueError(
            f"steps must have a length, which shows where the last half begins, got {type(steps).__name__}; "
            "give the run itself, or a list."
        )
    skip = len(steps) // 2 if part == "half" else 0
    total, n = 0.0, 0
    for number, step in enumerate(_some(_not_shared(steps)), start=1):
        if number > skip:
            total, n = total + _weights(step), n + 1
    return total / n


def _weights(step):
    if not isinstance(step, STEPS) or step.is_kernel:
        raise ValueError(
            f"steps must have a w, got {type(step).__name__}; a kernel run has no w to average; "
            "average step.beta(y) instead."
        )
    return step.w


class StepDifference(NamedTuple):
    """Hold the step and the field in which two runs first differ, and both values."""

    t: int
    field: str
    a: Any
    b: Any


def first_difference(a, b, rtol=1e-9):
    """Return the first step and field in which two runs differ; None if they do not differ.

    The function compares w and the fields that the steps of both runs have.

    Parameters
    ----------
    a, b : iterables of steps
        A run that ends sooner differs in the field "t", with None for its value.
    rtol : float
        Two values count as equal if they differ by at most rtol times the larger one (for arrays, times the largest
        entry). For scores below 1, the limit is rtol itself. For Δα of `dual_ascent`, it is rtol times the largest α.

    Returns
    -------
    StepDifference or None
    """
    check_not_negative("rtol", rtol, "1e-9 is the default")
    a, b = iter(_not_shared(a)), iter(_not_shared(b))
    for t, left in enumerate(a, start=1):
        right = next(b, None)
        if right is None:
            return StepDifference(t, "t", left.t, None)
        for name in _common(left, right):
            x, y = getattr(left, name), getattr(right, name)
            if not _same(x, y, rtol, _floor(name, left)):
                return StepDifference(t, name, np.copy(x)[()], np.copy(y)[()])  # [()]: a scalar, not a 0-d array
    right = next(b, None)
    return None if right is None else StepDifference(right.t, "t", None, right.t)


def _common(left, right):
    names = [name for name in left._fields if name in right._fields]
    if "w" not in names and not (left.is_kernel or right.is_kernel):
        names.append("w")
    return names


def _floor(name, step):
    """Return the size by which rtol is multiplied if the values of a field are smaller."""
    if name == "delta":
        return np.abs(step.alpha).max()
    return 1.0 if name.startswith("score") else 0.0


def _same(x, y, rtol, floor):
    x, y = np.asarray(x, dtype=float), np.asarray(y, dtype=float)
    if x.shape != y.shape:
        return False
    size = max(floor, np.abs(x).max(initial=0.0), np.abs(y).max(initial=0.0))
    return bool(np.all(np.abs(x - y) <= rtol * size))
