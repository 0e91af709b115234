"""What happened in a step, in plain words: why the boundary moved, or did not.

`opening`, `told` and what they call is written in the small language of `live/language.py`: the page without a kernel
says the very same, by these functions.
"""

from typing import NamedTuple

import numpy as np

from pegasos_edu.recording.numbers import beside_one, rounded


class Tale(NamedTuple):
    """What there is to tell of a step. Of a mini-batch y, before and after have an entry for each example, else one."""

    t: int
    drawn: object  # the example drawn, or the list of them
    name: str  # what its label stands for; of no use in a batch
    y: np.ndarray  # the labels
    scores: np.ndarray  # before the step
    after: np.ndarray  # the margins after the step
    gain: int  # 1 where it added what it looked at, −1 where it took that away, 0 where it did neither
    projected: bool
    b: float  # the bias that it left
    alpha: float  # of the example drawn; of a kernel or the dual
    delta: float  # what that α changed by; of the dual
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


def tale(step, t, run, names, loss, seen, gain, projected, after):
    """What there is to tell of a step of a run.

    Parameters
    ----------
    step : a step, the t-th
    run : Run
    names : pair of str
        What −1 and +1 stand for.
    loss, seen, gain, projected, after
        As in `Tale`.

    Returns
    -------
    Tale
    """
    y, first = run.y[step.drawn], step.drawn[0]
    alpha = float(step.alpha[first]) if step.is_kernel or step.is_dual else 0.0
    delta = float(step.delta) if step.is_dual else 0.0
    return Tale(
        t, drawn_in(step), names[int(y[0] > 0)], y, np.asarray(step.scored, dtype=float), after, gain, projected,
        run.bias(step), alpha, delta, step.is_batch, step.is_kernel, step.is_dual, loss, seen, run.lam**-0.5,
        not np.any(step.alpha if step.is_kernel else step.w),
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
    if tale.projected and tale.gain == 0:
        what += f" Then w was longer than 1/√λ = {_number(tale.radius)}, and was pulled back onto the ball."
    return [f"Step {tale.t} looks at {who}.", what]


def _of_one(tale):
    y, score = tale.y[0], tale.scores[0]
    factor = _number(score) if score >= 0 else f"({_number(score)})"
    said = f"Its margin y·score = {_label(y)}·{factor} = {_number(y * score)}"
    if tale.loss == "log":
        said += "; the log loss pulls at any margin, so "
    else:
        is_below = y * score < 1
        as_usual = not is_below or _moves(tale) if tale.is_dual else is_below == (tale.gain != 0)
        said += " is below 1, " if is_below else " is not below 1, "
        said += "so " if as_usual else "yet "
    if tale.gain == 0:
        return said + (_stays(tale) if tale.is_dual else _without_addition(tale))
    moves = "" if tale.seen == "images" else " The boundary moves."
    return said + f"{_gained(tale)}, and its margin becomes {_number(tale.after[0])}.{moves}"


def _gained(tale):
    if tale.is_kernel:
        return f"its α {'grows' if tale.gain > 0 else 'falls'} to {_number(tale.alpha)}"
    if tale.is_dual:
        return f"its α goes to {_number(tale.alpha)}, Δα/(λ·m)·x is added to w"
    part = "a part of η·y·x" if tale.loss == "log" else "η·y·x"
    return f"{part} is {_verb(tale)} w{_pulled(tale)}"


def _pulled(tale):
    """What the projection did to a w that something was added to."""
    if not tale.projected:
        return ""
    return f", which is then longer than 1/√λ = {_number(tale.radius)} and is pulled back onto the ball"


def _of_many(tale):
    before, after = tale.y * tale.scores, tale.after
    if tale.loss == "log":
        said = f"Their mean margin y·score is {_number(before.mean())}, and the log loss pulls at all, so "
        done = (
            f"a part of each is {_verb(tale)} w{_pulled(tale)}, and their mean margin becomes {_number(after.mean())}."
        )
    else:
        count, left = int(np.sum(before < 1)), int(np.sum(after < 1))
        said = f"{_how_many(count).capitalize()} a margin y·score below 1, so "
        who = "what was looked at is" if count == 0 else "it is" if count == 1 else "they are"
        done = f"{who} {_verb(tale)} w{_pulled(tale)}, and now {_how_many(left)} one."
    return said + (_without_addition(tale) if tale.gain == 0 else done)


def _without_addition(tale):
    """What a step without an addition did; shrinking changes a margin unless it is 0, or of b alone."""
    if tale.is_zero:
        line = "" if tale.seen == "images" or tale.b != 0 else ", and there is still no boundary"
        return f"{'every α' if tale.seen == 'curves' else 'w'} stays 0{line}."
    what = "all stays as it is" if tale.seen == "curves" else "w stays as it is"
    before = tale.y * tale.scores
    if np.all(np.abs(before - tale.after) <= 1e-9 * np.abs(tale.after)) and np.any(before):
        return f"{what}."
    if tale.seen == "images":
        return "w only shrinks: every score comes nearer to 0, and none changes its sign."
    shrinks = "no α changes, and η shrinks" if tale.seen == "curves" else "w only shrinks"
    if tale.b != 0:
        return "w only shrinks, and b stays: the boundary moves away from the origin, and the band widens."
    return f"{shrinks}: the boundary stays, and the band of scores from −1 to 1 widens."


def _moves(tale):
    """Whether a step changed its α by more than rounding."""
    return abs(tale.delta) > 1e-9


def _stays(tale):
    """Why a step on a dual variable left w alone: α has come to where it cannot go on, or is at its best."""
    pull = tale.y[0] * tale.alpha
    if _moves(tale):
        return f"its α goes to {_number(tale.alpha)}, and w stays as it is, for x is 0."
    at_bound = "1, the most that it may be" if pull == 1 else "the best that it can be"
    return f"w stays as it is: y·α is {'0, the least that it may be' if pull == 0 else at_bound}."


def _label(y):
    return "1" if y > 0 else "−1"


def _verb(tale):
    return "added to" if tale.gain > 0 else "taken away from"


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
