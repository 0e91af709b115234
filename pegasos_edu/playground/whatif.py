"""What if it were done otherwise: the misconceptions that the page offers, as programs beside the boxes."""

import re

from pegasos_edu.misconceptions import of
from pegasos_edu.misconceptions.entries import made

# By box, the names of those that show something worth seeing in a picture.
OFFERED = {
    "hinge": (
        "the perceptron's condition", "nothing shrinks", "shrinks only on a violation", "a constant step size",
        "√t in the place of t", "the step size left out of the addition", "the sign of the addition",
        "adds in every round", "shrinks after adding", "always brought to the length 1/√λ", "the same draw in every round",
    ),
    "logistic": ("nothing shrinks", "adds only where the hinge is violated", "the sign of the exponent"),
    "minibatch": ("the sum in the place of the mean", "divided by the number of violators", "w moves within the batch"),
    "free_bias": ("the bias left out of the margin", "the bias never updated", "η left out of the step on the bias"),
    "kernelized": (
        "no labels in the sum", "the label of the drawn example in the sum", "the count set to 1", "no scale in the score",
    ),
    "dual_ascent": ("α without bounds", "w left behind", "w shrinks as in Pegasos"),
}  # fmt: skip


def offered(box):
    """The misconceptions offered for a box, by a short name that an address can hold.

    Parameters
    ----------
    box : str

    Returns
    -------
    dict of str to Entry
    """
    found = {entry.name: entry for entry in of(box)}
    return {short(name): found[name] for name in OFFERED.get(box, ()) if box in found[name].changes}


def short(name):
    """A name in small letters, digits and hyphens: 1/√λ is 1-sqrt-lambda."""
    for sign, word in (("√", "sqrt-"), ("λ", "lambda"), ("η", "eta"), ("α", "alpha"), ("'", "")):
        name = name.replace(sign, word)
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")


def program(box, name):
    """The wrong program: the source of the box with a small edit."""
    return made(offered(box)[name], box)
