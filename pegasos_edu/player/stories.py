"""What happened in a step, in plain words: why the boundary moved, or did not."""

import numpy as np

from pegasos_edu.recording.numbers import beside_one, rounded

START = ["Start.", "No example has been looked at: w = 0, every score is 0, and there is no boundary yet."]


def drawn_in(step):
    """The example that a step drew, or the list of them."""
    drawn = step.drawn.tolist()
    return drawn if step.is_batch else drawn[0]


def story(y, names, loss, ball, t, step, b, event, after):
    """Why the boundary moved in a step, which left the bias b, or did not."""
    drawn = drawn_in(step)
    who = f"{len(drawn)} examples" if step.is_batch else f"example {drawn} ({names[int(y[drawn] > 0)]})"
    before, after = y[drawn] * (step.scores if step.is_batch else step.score), y[drawn] * after[drawn]
    what = (_of_many if step.is_batch else _of_one)(y[drawn], before, after, event, loss, b)
    if "p" in event:
        what += f" Then w was longer than 1/√λ = {ball:.3g}, and was pulled back onto the ball."
    return [f"Step {t} looks at {who}.", what]


def _of_one(y, before, after, event, loss, b):
    said = f"Its margin y·score is {_three_digits(before)}, "
    if loss == "log":
        said += "and the log loss pulls at any margin: "
    else:
        said += "below 1: " if before < 1 else "not below 1: "
        said += "yet " if (before < 1) != ("m" in event) else ""
    to = "towards" if (after > before) == (y > 0) else "away from"
    return said + (
        f"w moves {to} it, and its margin becomes {_three_digits(after)}."
        if "m" in event
        else _without_addition(before, after, b)
    )


def _of_many(y, before, after, event, loss, b):
    if loss == "log":
        said = f"Their mean margin is {_three_digits(before.mean())}, and the log loss pulls at all: "
        end = f"w moves, and their mean margin becomes {_three_digits(after.mean())}."
    else:
        count, left = int(np.sum(before < 1)), int(np.sum(after < 1))
        said = f"{count or 'None'} of them {'have' if count > 1 else 'has'} a margin below 1: "
        end = f"w moves, and now {left or 'none'} of them {'have' if left > 1 else 'has'} one."
    return said + (end if "m" in event else _without_addition(before, after, b))


def _without_addition(before, after, b):
    """What a step without an addition did; shrinking changes a margin unless it is 0, or of b alone."""
    if np.allclose(before, after, rtol=1e-9, atol=0) and np.any(before):
        return "w stays as it is."
    if b:
        return "w only shrinks, and b stays: the boundary moves away from the origin, and the margin band widens."
    return "w only shrinks, so the boundary stands still, and the margin band widens."


def _three_digits(value):
    """Three digits, more where it would round to a margin of 1 that it is not."""
    text = beside_one(float(value)) or (f"{value:.0f}" if 1e3 <= abs(value) < 1e6 else f"{value:.3g}")
    return (str(rounded(float(value))) if text in ("1", "-1") else text).replace("-", "−")
