"""What if? Some of the catalogue's misconceptions, those that are worth playing beside the right box."""

from typing import NamedTuple

from pegasos_edu.misconceptions import MISCONCEPTIONS
from pegasos_edu.misconceptions.entries import Entry, made

CHOSEN = {
    "hinge": (
        "λ left out of the step size", "a constant step size", "√t in the place of t", "nothing shrinks",
        "w grows where it should shrink", "the step size left out of the addition", "the label lost in the addition",
        "the sign of the addition", "the perceptron's condition", "the label left out of the condition",
        "adds in every round", "the weights brought to length 1", "the ball of radius 1",
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
    def box(self):
        """The box that has it."""
        return made(self.entry, self.task)

    def words(self):
        """What the page says of it, for JSON."""
        entry = self.entry
        return {"key": self.key, "box": self.task, "name": entry.name, "says": entry.says, "effect": entry.effect}


def edits(chosen=None):
    """The misconceptions that a page offers.

    Parameters
    ----------
    chosen : dict of str to sequence of str, optional
        Names of boxes, and for each the names of misconceptions; `CHOSEN` if left out.

    Returns
    -------
    list of Edit
    """
    by_name = {entry.name: entry for entry in MISCONCEPTIONS}
    chosen = CHOSEN if chosen is None else chosen
    return [Edit(task, by_name[name]) for task, names in chosen.items() for name in names]
