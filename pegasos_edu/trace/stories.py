"""Describe in words what happened in a step: why the boundary moved, or why it did not.

All functions are written in the small language of `browser/language.py`, so that a page says the same.
"""

from math import sqrt
from typing import NamedTuple

import numpy as np

from pegasos_edu.trace.changes import Change, full_addition
from pegasos_edu.trace.numbers import beside_one, rounded
from pegasos_edu.trace.questions import USUAL

SMALL = 15  # from this margin on, the log loss is below 1e-6


class StepSummary(NamedTuple):
    """Hold all that the sentences of a step depend on; y, scores and after have an entry for each example drawn."""

    t: int
    drawn: object  # the example drawn, or a list of them
    name: str  # of the class of the first example
    y: np.ndarray  # the labels
    scores: np.ndarray  # before the step
    after: np.ndarray  # the margins after the step
    change: Change
    question: str  # how its lines compare the margin, if not as Pegasos does; else ""
    answer: str  # "yes" or "no"; "" if the same line follows either way
    b: float  # the bias after the step
    alpha: float  # of the example drawn, after the step; for a kernel or the dual
    delta: float  # the change of this α, for the dual
    whole: float  # the value that `full_addition` returns
    is_batch: bool
    is_kernel: bool
    is_dual: bool
    loss: str  # "hinge" or "log"
    picture: str  # "plane", "curves" or "images"
    radius: float  # 1/√λ
    is_zero: bool  # whether w = 0 after the step


def summary_of(step, t, drawn, run, y, name, change, after, question, answer, b, is_zero):
    """Return the `StepSummary` of a step: what came before it, what it changed, and what its lines asked.

    y holds the labels of the examples drawn; name is the class of the first one; after holds the margins
    that the step left, and b the bias.
    """
    is_usual = np.any([question == usual for usual in USUAL])
    return StepSummary(
        t, drawn, name, y, step.scored, after, change, "" if is_usual else question, "" if is_usual else answer, b,
        step.alpha[step.i] if step.is_kernel or step.is_dual else 0.0, step.delta if step.is_dual else 0.0,
        full_addition(step, run, y), step.is_batch, step.is_kernel, step.is_dual, run.loss, run.picture,
        1 / sqrt(run.lam), is_zero,
    )  # fmt: skip


def opening(picture, b, f):
    """Return the sentences before the first step; f is the objective at this point."""
    zero = "every α is 0" if picture == "curves" else "w = 0"
    line = "" if picture == "images" else " There is no boundary yet."
    return [
        "Start.",
        f"No example has been drawn yet: {zero}, so every score is {_number(b)}, and f = {_number(f)}.{line}",
    ]


def describe_step(step):
    """Return two sentences: which examples a step drew, and what happened."""
    who = (
        f"{len(step.drawn)} examples"
        if step.is_batch
        else f"example {step.drawn} ({_named(step)}y = {_label(step.y[0])})"
    )
    what = _of_many(step) if step.is_batch else _of_one(step)
    return [f"Step {step.t} draws {who}.", what]


def _named(step):
    """Return the name of the class, unless it says what y says."""
    return "" if step.name == "−1" or step.name == "+1" else f"{step.name}, "


def _of_one(step):
    margin = step.y[0] * step.scores[0]
    is_apart = step.question != "" or step.loss == "log"  # then what was asked is another sentence
    said = f"Its margin{' is ' if is_apart else ', '}{_number(margin)}{'' if is_apart else ','}{_why(step, margin)}"
    if not step.change.adds:
        return said + (_stays(step) if step.is_dual else _without_addition(step))
    return said + f"{_gained(step)}, and the margin becomes {_number(step.after[0])}.{_boundary(step)}"


def _why(step, margin):
    """Return what the lines asked about the margin, or whether the margin is below 1."""
    if step.question != "":
        return f". This program asks whether {step.question}{_answered(step)}, so "
    if step.loss == "log":
        is_small = (step.y * step.scores).min() > SMALL
        otherwise = "but here it is too small to matter:" if is_small else "yet"
        return f"; the log loss is never 0, {'so' if step.change.adds else otherwise} "
    if step.is_dual and not _moves(step) and margin != 1 and abs(margin - 1) <= 1e-9:
        return " is 1 up to rounding, so "
    is_below = margin < 1
    as_usual = not is_below or _moves(step) if step.is_dual else is_below == step.change.adds
    return f" is {'below' if is_below else 'not below'} 1, {'so' if as_usual else 'yet'} "


def _answered(step):
    return "" if step.answer == "" else f": {step.answer}"


def _gained(step):
    if step.is_kernel:
        grown = step.change.added
        does = "stays" if grown == 0 else "grows to" if grown > 0 else "falls to"
        return f"its α {does} {_number(step.alpha)}{', but others change' if grown == 0 else ''}"
    if step.is_dual:
        return f"its α goes to {_number(step.alpha)}, {_part(step)}"
    return _shrunk(step) + _part(step) + _pulled(step)


def _shrunk(step):
    return "w shrinks, " if step.change.is_shrunk else ""


def _part(step):
    """Return what was added to w, in letters if every algorithm of this kind adds it."""
    added, whole = step.change.added, step.whole
    if not step.change.is_along:
        return "w changes"
    if abs(added - whole) <= 1e-6 * abs(whole):
        return f"{'Δα/(λ·m)' if step.is_dual else 'a part of η·y' if step.loss == 'log' else 'η·y'}·x is added to w"
    if abs(added + whole) <= 1e-6 * abs(whole) and step.loss == "hinge" and not step.is_dual:
        return "η·y·x is subtracted from w"
    size = "" if abs(abs(added) - 1) <= 1e-6 else f"{_number(abs(added))}·"
    return f"{size}x is {'added to' if added > 0 else 'subtracted from'} w"


def _pulled(step):
    """Return what the projection did after an addition."""
    if not step.change.projected:
        return ""
    if not step.change.is_along:
        return f", and is scaled to the length 1/√λ = {_number(step.radius)}"
    return f", which is then longer than 1/√λ = {_number(step.radius)} and is projected onto the ball"


def _boundary(step):
    """Return what happened to the boundary if more than the length of w changed. Images have no boundary."""
    had, has = step.change.had_line, step.change.has_line
    if step.picture == "images" or not had and not has:
        return ""
    if step.picture == "curves" and had != has:
        return " Now the boundary separates some examples." if has else " Now all examples are on one side of it."
    if not had:
        return " Now there is a boundary."
    if not has:
        return " There is no longer a boundary."
    if step.change.is_turned:
        return " The boundary moves."
    return f" The boundary stays{', but its two sides are exchanged' if step.change.factor < 0 else ''}."


def _of_many(step):
    before, after = step.y * step.scores, step.after
    if step.loss == "log":
        said = f"Their mean margin y·score is {_number(before.mean())}{_why(step, before.mean())}"
        now = f"and their mean margin becomes {_number(after.mean())}."
    else:
        count, left = int(np.sum(before < 1)), int(np.sum(after < 1))
        as_usual = (count > 0) == step.change.adds
        said = f"{_how_many(count).capitalize()} a margin y·score below 1"
        asked = f". This program asks where {step.question}, so "
        said += asked if step.question != "" else ", so " if as_usual else ", yet "
        now = f"and now {_how_many(left)} one."
    return said + (f"{_sum(step)}{_pulled(step)}, {now}" if step.change.adds else _without_addition(step))


def _sum(step):
    """Return what a batch added to w, if the program asks as Pegasos does: of the hinge loss, the violators.

    If the sum of the batch seems to be subtracted, other examples may have been added instead.
    """
    if not step.change.is_along or step.change.added < 0 or step.question != "":
        return "w changes"
    is_single = int(np.sum(step.y * step.scores < 1)) == 1
    who = "a part of each is" if step.loss == "log" else "it is" if is_single else "they are"
    return f"{_shrunk(step)}{who} added to w"


def _without_addition(step):
    """Return what happened in a step that added nothing."""
    factor, had = step.change.factor, step.change.had_line
    is_curve, is_image = step.picture == "curves", step.picture == "images"
    if step.is_zero:
        line = "" if is_image else ", and there is no longer a boundary" if had else ", and there is still no boundary"
        return f"{'every α' if is_curve else 'w'} {'becomes' if had else 'stays'} 0{line}."
    if not step.change.keeps_b:
        return f"w is multiplied by {_number(factor)}, and b becomes {_number(step.b)}."
    if abs(factor - 1) <= 1e-9:
        return f"{'nothing changes' if is_curve else 'w stays as it is'}."
    if factor < 0 or factor > 1:
        return f"{'η' if is_curve else 'w'} is multiplied by {_number(factor)}{_sides(step)}."
    if is_curve:
        line = "the boundary stays, and " if had else ""
        return f"no α changes, and η shrinks: {line}every score moves towards 0."
    if step.b != 0:
        line = "" if is_image else ", so the boundary moves away from the origin, and the band widens"
        return f"w only shrinks, and b stays{line}."
    if is_image:
        return "w only shrinks: every score moves towards 0, and none changes its sign."
    return "w only shrinks: the boundary stays, and the band widens."


def _sides(step):
    """Return what a negative factor does."""
    return ": every score changes its sign" if step.change.factor < 0 and step.b == 0 else ""


def _moves(step):
    """Return whether a step changed its α by more than rounding."""
    return abs(step.delta) > 1e-9


def _stays(step):
    """Return why a step on a dual variable did not change w: α is at a bound, or already optimal."""
    pull, margin = step.y[0] * step.alpha, step.y[0] * step.scores[0]
    if _moves(step):
        return f"its α goes to {_number(step.alpha)}, and w stays as it is, because x is 0."
    if pull == 0 and margin >= 1:
        return "w stays as it is: y·α is at its lower bound, 0."
    if pull == 1 and margin < 1 + 1e-9:
        return "w stays as it is: y·α is at its upper bound, 1."
    if abs(margin - 1) <= 1e-9:
        return "w stays as it is: y·α is already optimal."
    return f"w stays as it is, and y·α stays {_number(pull)}."


def _label(y):
    return "1" if y > 0 else "−1"


def _how_many(count):
    return f"{count if count > 0 else 'none'} of them {'have' if count > 1 else 'has'}"


def _number(value):
    """Return a number with three digits, or with more if it would wrongly be rounded to a margin of 1."""
    value = 0.0 if value == 0 else float(value)
    said = beside_one(value)
    if said is None:
        said = f"{value:.0f}" if 1e3 <= abs(value) < 1e6 else f"{value:.3g}"
    if said == "1" or said == "-1":
        said = str(rounded(value))
    return said.replace("-", "−")
