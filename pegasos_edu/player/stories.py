"""What happened in a step, in plain words: why the boundary moved, or did not."""

from typing import NamedTuple

import numpy as np

from pegasos_edu.recording.numbers import beside_one, rounded


def drawn_in(step):
    """The example that a step drew, or the list of them."""
    drawn = step.drawn.tolist()
    return drawn if step.is_batch else drawn[0]


class Change(NamedTuple):
    """What a step did, beside what it says itself."""

    b: float  # the bias that it left
    gain: int  # 1 where it added what it looked at, −1 where it took that away, 0 where it did neither
    projected: bool
    margins: np.ndarray  # of the examples drawn, after the step


class Teller:
    """Tells of the steps of a run.

    Parameters
    ----------
    run : Run
    names : pair of str
        What −1 and +1 stand for.
    loss : {"hinge", "log"}
    seen : {"plane", "curves", "images"}
        What the picture shows.
    """

    def __init__(self, run, names, loss, seen):
        self.run, self.y, self.names, self.loss, self.seen = run, run.y, names, loss, seen

    def start(self, f):
        """Before the first step, with the objective there."""
        zero = "every α is 0" if self.seen == "curves" else "w = 0"
        line = "" if self.seen == "images" else " There is no boundary yet."
        scores = f"every score is {_number(self.run.b)}"
        return ["Start.", f"No example has been looked at: {zero}, so {scores}, and f = {_number(f)}.{line}"]

    def step(self, t, step, change):
        """Who was looked at in a step, and what happened."""
        drawn = drawn_in(step)
        who = f"{len(drawn)} examples" if step.is_batch else f"example {drawn} ({self.who(drawn)})"
        what = (self._of_many if step.is_batch else self._of_one)(step, change)
        if change.projected:
            ball = _number(self.run.lam**-0.5)
            what += f" Then w was longer than 1/√λ = {ball}, and was pulled back onto the ball."
        return [f"Step {t} looks at {who}.", what]

    def who(self, i):
        """The name and the label of an example."""
        return f"{self.names[int(self.y[i] > 0)]}, y = {_label(self.y[i])}"

    def _of_one(self, step, change):
        y, score, after = self.y[step.i], float(step.score), change.margins[0]
        product = f"{_label(y)}·{_number(score) if score >= 0 else f'({_number(score)})'}"
        said = f"Its margin y·score = {product} = {_number(y * score)}"
        if self.loss == "log":
            said += "; the log loss pulls at any margin, so "
        else:
            said += " is below 1, " if y * score < 1 else " is not below 1, "
            as_usual = y * score >= 1 or _moves(step) if step.is_dual else (y * score < 1) == bool(change.gain)
            said += "so " if as_usual else "yet "
        if step.is_dual and not change.gain:
            return said + _stays(step, y)
        if not change.gain:
            return said + self._without_addition(y * score, after, change)
        moves = "" if self.seen == "images" else " The boundary moves."
        return said + f"{self._gained(step, change)}, and its margin becomes {_number(after)}.{moves}"

    def _gained(self, step, change):
        if step.is_kernel:
            return f"its α {'grows' if change.gain > 0 else 'falls'} to {_number(step.alpha[step.i])}"
        if step.is_dual:
            return f"its α goes to {_number(step.alpha[step.i])}, Δα/(λ·m)·x is added to w"
        part = "a part of η·y·x" if self.loss == "log" else "η·y·x"
        return f"{part} is {_verb(change)} w"

    def _of_many(self, step, change):
        before, after = self.y[step.drawn] * step.scores, change.margins
        if self.loss == "log":
            said = f"Their mean margin y·score is {_number(before.mean())}, and the log loss pulls at all, so "
            done = f"a part of each is {_verb(change)} w, and their mean margin becomes {_number(after.mean())}."
        else:
            count, left = int(np.sum(before < 1)), int(np.sum(after < 1))
            said = f"{_how_many(count).capitalize()} a margin y·score below 1, so "
            who = "what was looked at is" if count == 0 else "it is" if count == 1 else "they are"
            done = f"{who} {_verb(change)} w, and now {_how_many(left)} one."
        return said + (done if change.gain else self._without_addition(before, after, change))

    def _without_addition(self, before, after, change):
        """What a step without an addition did; shrinking changes a margin unless it is 0, or of b alone."""
        what = "all stays as it is" if self.seen == "curves" else "w stays as it is"
        if np.allclose(before, after, rtol=1e-9, atol=0) and np.any(before):
            return f"{what}."
        if self.seen == "images":
            return "w only shrinks: every score comes nearer to 0, and none changes its sign."
        shrinks = "no α changes, and η shrinks" if self.seen == "curves" else "w only shrinks"
        if change.b:
            return "w only shrinks, and b stays: the boundary moves away from the origin, and the band widens."
        return f"{shrinks}: the boundary stays, and the band of scores from −1 to 1 widens."


def _moves(step):
    """Whether a step changed its α by more than rounding."""
    return abs(step.delta) > 1e-9


def _stays(step, y):
    """Why a step on a dual variable left w alone: α has come to where it cannot go on, or is at its best."""
    pull = y * step.alpha[step.i]
    if _moves(step):
        return f"its α goes to {_number(step.alpha[step.i])}, and w stays as it is, for x is 0."
    bound = {0.0: "0, the least that it may be", 1.0: "1, the most that it may be"}
    return f"w stays as it is: y·α is {bound.get(float(pull), 'the best that it can be')}."


def _label(y):
    return "1" if y > 0 else "−1"


def _verb(change):
    return "added to" if change.gain > 0 else "taken away from"


def _how_many(count):
    return f"{count or 'none'} of them {'have' if count > 1 else 'has'}"


def _number(value):
    """Three digits, more where it would round to a margin of 1 that it is not, and no −0."""
    value = float(value) or 0.0
    text = beside_one(value) or (f"{value:.0f}" if 1e3 <= abs(value) < 1e6 else f"{value:.3g}")
    return (str(rounded(value)) if text in ("1", "-1") else text).replace("-", "−")
