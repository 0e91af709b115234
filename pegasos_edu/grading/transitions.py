"""What a step of a program really did, in words: read off the weights before and after it by least squares."""

from typing import NamedTuple

import numpy as np

CLOSE = 1e-6


class Move(NamedTuple):
    """w ← s·w + c·x, as far as it is one."""

    s: float | None  # None where w was 0, so that nobody can tell
    c: np.ndarray  # (k,) one for each example
    fits: bool  # whether that is all


def move(before, after, rows):
    """The shrink factor and what was added of the rows, by least squares.

    Parameters
    ----------
    before, after : array, (d,)
    rows : array, (k, d)

    Returns
    -------
    Move
    """
    has_w = bool(np.abs(before).max(initial=0.0) > 0)
    parts = np.vstack([before, rows] if has_w else [rows]).T
    found, *_ = np.linalg.lstsq(parts, after, rcond=None)
    off = np.abs(parts @ found - after).max(initial=0.0)
    fits = bool(off <= CLOSE * max(1.0, np.abs(after).max(initial=0.0)))
    return Move(float(found[0]) if has_w else None, found[1:] if has_w else found, fits)


def brief(value):
    """A number, or an array, in few digits."""
    if value is None:
        return "nothing"
    if isinstance(value, str):
        return value
    if np.ndim(value) == 0:
        return f"{float(value):.4g}".replace("-", "−")
    flat = np.ravel(value)
    return "(" + ", ".join(brief(one) for one in flat[:6]) + (", …" if len(flat) > 6 else "") + ")"


def told(probe, t, drawn, before, after, expected, score):
    """What step t did to w, and what the box does, in sentences.

    Parameters
    ----------
    probe : Probe
    t : int
        From 1.
    drawn : int or array, (k,)
        The examples that the step looked at.
    before, after, expected : array, (d,)
        w before the step, after it, and after the step of the box from the same w.
    score : float or array, (k,)
        Of the drawn examples, before the step.

    Returns
    -------
    list of str
    """
    drawn = np.asarray(drawn)
    rows = np.atleast_2d(probe.X[drawn])
    if len(rows) + 1 > rows.shape[1]:  # then anything is a sum of these
        return []
    names = [f"x_{i}" for i in np.atleast_1d(drawn)]
    got, right = move(before, after, rows), move(before, expected, rows)
    if not got.fits:
        return [
            _untouched(before, after, rows)
            or _elsewhere(probe, before, after, drawn)
            or "What it leaves is no sum of the old w and of what it drew."
        ]
    eta, words = 1 / (probe.lam * t), []
    shrinks = [("keeps", 1.0), ("1 − η", 1 - eta), ("1 − λ", 1 - probe.lam), ("1 − 2·η·λ", 1 - 2 * eta * probe.lam)]
    if got.s is not None and right.s is not None and abs(got.s - right.s) > CLOSE:
        words.append(f"It multiplies w by {brief(got.s)}, where it is {brief(right.s)} in the box.")
        known = next((name for name, value in shrinks if abs(value - got.s) < CLOSE < abs(got.s)), None)
        if known == "keeps":
            words.append("So w does not shrink.")
        elif known:
            words.append(f"That is {known}.")
        elif got.s < 1:
            words.append(_as_if(1 / (1 - got.s), t))
    margins = np.atleast_1d(probe.y[drawn] * score)
    for name, c, wanted, margin in zip(names, got.c, right.c, margins):
        if abs(c - wanted) <= CLOSE * max(1.0, abs(wanted)):
            continue
        margin_says = f"the margin is {brief(margin)}"
        if abs(wanted) <= CLOSE:
            words.append(f"It adds {brief(c)}·{name}, where nothing is added: {margin_says}.")
        elif abs(c) <= CLOSE:
            words.append(f"It adds nothing of {name}, where {brief(wanted)}·{name} is added: {margin_says}.")
        else:
            words.append(
                f"It adds {brief(c)}·{name}, where {brief(wanted)}·{name} is added: {brief(c / wanted)} times as much."
            )
    return [word for word in words if word]


def _as_if(stood, t):
    """At which t such a factor would be right."""
    if abs(stood - round(stood)) < 1e-3 and round(stood) != t and stood < 1e6:
        return f"That is 1 − 1/{round(stood)}, as if t stood at {round(stood)} in step {t}."
    return ""


def _untouched(before, after, rows):
    """Whether w was left alone where the examples are 0."""
    where = ~rows.any(axis=0) & (before != 0)
    if not where.any() or not np.array_equal(before[where], after[where]):
        return ""
    return (
        f"It leaves w alone where what it drew is 0, as in entry {int(np.flatnonzero(where)[0])}: it shrinks there too."
    )


def _elsewhere(probe, before, after, drawn):
    """Whether it looked at another example than the one that was drawn."""
    for i, x in enumerate(probe.X):
        if i not in np.atleast_1d(drawn) and move(before, after, x[None]).fits:
            return f"It adds {brief(move(before, after, x[None]).c[0])}·x_{i}, though example {drawn} was drawn."
    return ""


def order_told(draws, m):
    """In which order a program looked at the examples, where that is no order of chance; "" else."""
    indices = np.array([-1 if i is None else int(np.ravel(i)[0]) for i in draws])
    if len(indices) > 2 and np.array_equal(indices, np.arange(len(indices)) % m):
        return f"It looked at the examples in the order in which they are stored: {', '.join(map(str, indices[:4]))}, …"
    return ""


def told_of_counts(t, drawn, before, after, expected):
    """What step t did to the counts α, and what the box does."""
    words = []
    for j in np.flatnonzero(np.abs(after - expected) > CLOSE):
        grew, wanted = after[j] - before[j], expected[j] - before[j]
        words.append(
            f"α[{j}] changes by {brief(grew)}, where it changes by {brief(wanted)}; example {brief(drawn)} was drawn."
        )
    return words[:3] + (["And so do others."] if len(words) > 3 else [])
