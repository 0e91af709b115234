"""What happened in a step, in plain words: why the boundary moved, or did not.

`opening`, `told` and what they call is written in the small language of `browser/language.py`: the page without a kernel
says the very same, by these functions.
"""

from typing import NamedTuple

import numpy as np

from pegasos_edu.losses import LOSSES
from pegasos_edu.trace.numbers import beside_one, rounded
from pegasos_edu.trace.questions import USUAL


class Change(NamedTuple):
    """What a step did to the weights."""

    gain: int  # 1 where it added what it looked at, −1 where it took that away, 0 where it did neither
    projected: bool
    factor: float  # c, where w_{t+1} = c·w_t; 1 where w_t = 0
    added: float  # g, where it added g·x, and
    is_along: bool  # whether it did; not known of a batch or a kernel
    had_line: bool  # whether there was a boundary before
    has_line: bool  # and whether there is one after
    is_turned: bool  # whether that is another one
    keeps_b: bool


class Tale(NamedTuple):
    """What there is to tell of a step. Of a mini-batch y, before and after have an entry for each example, else one."""

    t: int
    drawn: object  # the example drawn, or the list of them
    name: str  # what its label stands for; of no use in a batch
    y: np.ndarray  # the labels
    scores: np.ndarray  # before the step
    after: np.ndarray  # the margins after the step
    change: Change
    asked: str  # the comparison of a margin in its lines, where that is not the one of Pegasos; else ""
    answer: str  # what came out: "yes", "no", or "" where the line goes on either way
    b: float  # the bias that it left
    alpha: float  # of the example drawn; of a kernel or the dual
    delta: float  # what that α changed by; of the dual
    whole: float  # η·y, of the log loss η·y·p, of the dual Δα/(λ·m)
    is_batch: bool
    is_kernel: bool
    is_dual: bool
    loss: str  # "hinge" or "log"
    seen: str  # what the picture shows: "plane", "curves", "images"
    radius: float  # 1/√λ
    is_zero: bool  # whether it left w = 0


def drawn_in(step):
    """The example that a step drew, or the list of them."""
    drawn = step.drawn.tolist()
    return drawn if step.is_batch else drawn[0]


def whole_part(step, run, loss):
    """How often a step of an algorithm adds its first example: η·y, of the log loss η·y·p, of the dual Δα/(λ·m)."""
    y = run.y[step.drawn[0]]
    if step.is_dual:
        return float(step.delta / (run.lam * len(run.y)))
    p = -float(LOSSES[loss].slope(y * step.scored[0])) if loss == "log" else 1.0
    return float(step.eta * y * p)


def tale(step, t, run, names, loss, seen, change, after, said):
    """What there is to tell of a step of a run.

    Parameters
    ----------
    step : a step, the t-th
    run : Run
    names : pair of str
        What −1 and +1 stand for.
    loss, seen, change, after
        As in `Tale`.
    said : pair of str
        What the step asked last, and the answer: see `recording.questions`.

    Returns
    -------
    Tale
    """
    y, first = run.y[step.drawn], step.drawn[0]
    alpha = float(step.alpha[first]) if step.is_kernel or step.is_dual else 0.0
    delta = float(step.delta) if step.is_dual else 0.0
    asked, answer = ("", "") if said[0] in USUAL else said
    return Tale(
        t, drawn_in(step), names[int(y[0] > 0)], y, np.asarray(step.scored, dtype=float), after, change, asked, answer,
        run.bias(step), alpha, delta, whole_part(step, run, loss), step.is_batch, step.is_kernel, step.is_dual, loss,
        seen, run.lam**-0.5, not np.any(step.alpha if step.is_kernel else step.w),
    )  # fmt: skip


# In the small language from here on.


def opening(seen, b, f):
    """Before the first step, with the objective there."""
    zero = "every α is 0" if seen == "curves" else "w = 0"
    line = "" if seen == "images" else " There is no boundary yet."
    return [
        "Start.",
        f"No example has been looked at: {zero}, so every score is {_number(b)}, and f = {_number(f)}.{line}",
    ]


def told(tale):
    """Who was looked at in a step, and what happened."""
    who = (
        f"{len(tale.drawn)} examples"
        if tale.is_batch
        else f"example {tale.drawn} ({tale.name}, y = {_label(tale.y[0])})"
    )
    what = _of_many(tale) if tale.is_batch else _of_one(tale)
    return [f"Step {tale.t} looks at {who}.", what]


def _of_one(tale):
    y, score = tale.y[0], tale.scores[0]
    factor = _number(score) if score >= 0 else f"({_number(score)})"
    said = f"Its margin y·score = {_label(y)}·{factor} = {_number(y * score)}" + _why(tale, y * score)
    if tale.change.gain == 0:
        return said + (_stays(tale) if tale.is_dual else _without_addition(tale))
    return said + f"{_gained(tale)}, and its margin becomes {_number(tale.after[0])}.{_boundary(tale)}"


def _why(tale, margin):
    """What the lines asked of the margin, or what it is by itself."""
    if tale.asked != "":
        return f". This program asks whether {tale.asked}{_answered(tale)}, so "
    if tale.loss == "log":
        return f"; the log loss always pulls, {'so' if tale.change.gain != 0 else 'but here too little to be seen:'} "
    if tale.is_dual and not _moves(tale) and margin != 1 and abs(margin - 1) <= 1e-9:
        return " is 1 but for rounding, so "
    is_below = margin < 1
    as_usual = not is_below or _moves(tale) if tale.is_dual else is_below == (tale.change.gain != 0)
    return f" is {'below' if is_below else 'not below'} 1, {'so' if as_usual else 'yet'} "


def _answered(tale):
    return "" if tale.answer == "" else f": {tale.answer}"


def _gained(tale):
    if tale.is_kernel:
        return f"its α {'grows' if tale.change.gain > 0 else 'falls'} to {_number(tale.alpha)}"
    if tale.is_dual:
        return f"its α goes to {_number(tale.alpha)}, {_part(tale)}"
    return _part(tale) + _pulled(tale)


def _part(tale):
    """What was added to w, by its letters where it is what an algorithm adds."""
    added, whole = tale.change.added, tale.whole
    if not tale.change.is_along:
        return "w changes"
    if abs(added - whole) <= 1e-6 * abs(whole):
        return f"{'Δα/(λ·m)' if tale.is_dual else 'a part of η·y' if tale.loss == 'log' else 'η·y'}·x is added to w"
    if abs(added + whole) <= 1e-6 * abs(whole) and tale.loss == "hinge" and not tale.is_dual:
        return "η·y·x is taken away from w"
    size = "" if abs(abs(added) - 1) <= 1e-6 else f"{_number(abs(added))}·"
    return f"{size}x is {'added to' if added > 0 else 'taken away from'} w"


def _pulled(tale):
    """What the projection did to a w that something was added to."""
    if not tale.change.projected:
        return ""
    if not tale.change.is_along and not tale.is_batch:
        return f", and is brought to the length 1/√λ = {_number(tale.radius)}"
    return f", which is then longer than 1/√λ = {_number(tale.radius)} and is pulled back onto the ball"


def _boundary(tale):
    """What became of the boundary where more than the length of w changed; images have none."""
    had, has = tale.change.had_line, tale.change.has_line
    if tale.seen == "images" or not had and not has:
        return ""
    if tale.seen == "curves" and had != has:
        return " Now the boundary runs between the examples." if has else " Now all examples are on one side of it."
    if not had:
        return " Now there is a boundary."
    if not has:
        return " There is no boundary any more."
    if tale.change.is_turned:
        return " The boundary moves."
    return f" The boundary stays{', but its two sides change places' if tale.change.factor < 0 else ''}."


def _of_many(tale):
    before, after = tale.y * tale.scores, tale.after
    if tale.loss == "log":
        said = f"Their mean margin y·score is {_number(before.mean())}{_why(tale, before.mean())}"
        done = f"a part of each is {_verb(tale)} w{_pulled(tale)}, and their mean margin becomes "
        done += f"{_number(after.mean())}."
    else:
        count, left = int(np.sum(before < 1)), int(np.sum(after < 1))
        as_usual = (count > 0) == (tale.change.gain != 0)
        said = f"{_how_many(count).capitalize()} a margin y·score below 1"
        asked = f". This program asks where {tale.asked}, so "
        said += asked if tale.asked != "" else ", so " if as_usual else ", yet "
        who = "it is" if count == 1 else "they are"
        part = "w changes" if count == 0 or tale.asked != "" else f"{who} {_verb(tale)} w"
        done = f"{part}{_pulled(tale)}, and now {_how_many(left)} one."
    return said + (_without_addition(tale) if tale.change.gain == 0 else done)


def _without_addition(tale):
    """What a step without an addition did."""
    factor, had = tale.change.factor, tale.change.had_line
    is_curve, is_image = tale.seen == "curves", tale.seen == "images"
    if tale.is_zero:
        line = "" if is_image else ", and there is no boundary any more" if had else ", and there is still no boundary"
        return f"{'every α' if is_curve else 'w'} {'becomes' if had else 'stays'} 0{line}."
    if not tale.change.keeps_b:
        return f"w is multiplied by {_number(factor)}, and b becomes {_number(tale.b)}."
    if abs(factor - 1) <= 1e-9:
        return f"{'all stays' if is_curve else 'w stays'} as it is."
    if factor < 0 or factor > 1:
        return f"{'η' if is_curve else 'w'} is multiplied by {_number(factor)}{_sides(tale)}."
    if is_curve:
        line = "the boundary stays, and " if had else ""
        return f"no α changes, and η shrinks: {line}every score comes nearer to 0."
    if is_image:
        return "w only shrinks: every score comes nearer to 0, and none changes its sign."
    if tale.b != 0:
        return "w only shrinks, and b stays: the boundary moves away from the origin, and the band widens."
    return "w only shrinks: the boundary stays, and the band of scores from −1 to 1 widens."


def _sides(tale):
    """What a factor below 0 does."""
    return ": every score changes its sign" if tale.change.factor < 0 and tale.b == 0 else ""


def _moves(tale):
    """Whether a step changed its α by more than rounding."""
    return abs(tale.delta) > 1e-9


def _stays(tale):
    """Why a step on a dual variable left w alone: α has come to where it cannot go on, or is at its best."""
    pull, margin = tale.y[0] * tale.alpha, tale.y[0] * tale.scores[0]
    if _moves(tale):
        return f"its α goes to {_number(tale.alpha)}, and w stays as it is, for x is 0."
    if pull == 0 and margin >= 1:
        return "w stays as it is: y·α is 0, the least that it may be."
    if pull == 1 and margin < 1 + 1e-9:
        return "w stays as it is: y·α is 1, the most that it may be."
    if abs(margin - 1) <= 1e-9:
        return "w stays as it is: y·α is the best that it can be."
    return f"w stays as it is, and y·α stays {_number(pull)}."


def _label(y):
    return "1" if y > 0 else "−1"


def _verb(tale):
    return "added to" if tale.change.gain > 0 else "taken away from"


def _how_many(count):
    return f"{count if count > 0 else 'none'} of them {'have' if count > 1 else 'has'}"


def _number(value):
    """Three digits, more where it would round to a margin of 1 that it is not, and no −0."""
    value = 0.0 if value == 0 else float(value)
    said = beside_one(value)
    if said is None:
        said = f"{value:.0f}" if 1e3 <= abs(value) < 1e6 else f"{value:.3g}"
    if said == "1" or said == "-1":
        said = str(rounded(value))
    return said.replace("-", "−")
