"""What if? Some of the catalogue's misconceptions, those that are worth playing beside the right box."""

import re
from typing import NamedTuple

from pegasos_edu.misconceptions import MISCONCEPTIONS
from pegasos_edu.misconceptions.entries import Entry, made

CHOSEN = {
    "hinge": (
        "λ left out of the step size", "a constant step size", "√t in the place of t", "nothing shrinks",
        "w grows where it should shrink", "the step size left out of the addition", "the label lost in the addition",
        "the sign of the addition", "the perceptron's condition", "the label left out of the condition",
        "adds in every round", "the weights brought to length 1", "the ball of radius 1",
        "only scores strictly on the wrong side", "always brought to the length 1/√λ",
    ),
    "logistic": (
        "nothing shrinks", "the sign of the exponent", "adds only where the hinge is violated",
        "the same pull for every example",
    ),
    "minibatch": (
        "divided by the number of violators", "the sum in the place of the mean", "the perceptron's condition",
    ),
    "kernelized": (
        "no labels in the sum", "no scale in the score", "the count set to 1", "the perceptron's condition",
    ),
    "dual_ascent": ("λ without m", "α without bounds", "bounds on the change, not on α"),
}  # fmt: skip


class Edit(NamedTuple):
    """A misconception, and the box that has it."""

    task: str  # the name of the right box
    entry: Entry

    @property
    def key(self):
        """What the page calls it."""
        return f"{self.task}: {self.entry.name}"

    @property
    def slug(self):
        """What an address calls it."""
        return short(self.entry.name)

    @property
    def box(self):
        """The box that has it."""
        return made(self.entry, self.task)

    def words(self):
        """What the page says of it, for JSON."""
        entry = self.entry
        return {"key": self.key, "box": self.task, "name": entry.name, "says": entry.says, "effect": entry.effect}


def edits(boxes=tuple(CHOSEN)):
    """The misconceptions that a page offers.

    Parameters
    ----------
    boxes : sequence of str, optional
        Names of boxes; those of `CHOSEN` if left out.

    Returns
    -------
    list of Edit
    """
    by_name = {entry.name: entry for entry in MISCONCEPTIONS}
    return [Edit(task, by_name[name]) for task in boxes for name in CHOSEN.get(task, ())]


def short(name):
    """A name in small letters, digits and hyphens: that of "shrinks by 1 − λ" is shrinks-by-1-lambda."""
    for sign, word in (("√", "sqrt-"), ("λ", "lambda"), ("η", "eta"), ("α", "alpha"), ("'", "")):
        name = name.replace(sign, word)
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")
