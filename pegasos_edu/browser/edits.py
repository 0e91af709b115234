"""Choose the misconceptions that a page offers to compare with the correct program."""

from typing import NamedTuple

from pegasos_edu.misconceptions import CatalogueEntry, by_id, wrong_program

CHOSEN = {
    "hinge": (
        "step-size-without-lambda", "step-size-constant", "step-size-root-t", "nothing-shrinks",
        "grows-instead-of-shrinking", "step-size-left-out", "addition-without-label", "addition-subtracted",
        "condition-at-or-below-zero", "condition-below-zero", "condition-without-label", "adds-always",
        "long-w-to-length-one", "radius-one", "always-on-the-sphere",
    ),
    "logistic": (
        "nothing-shrinks", "exponent-with-the-wrong-sign", "adds-only-where-hinge-is-violated", "weight-missing",
    ),
    "minibatch": ("divided-by-number-of-violators", "sum-over-batch", "condition-at-or-below-zero"),
    "kernelized": (
        "no-labels-in-the-sum", "no-scale-in-the-kernel-score", "count-set-to-one", "condition-at-or-below-zero",
    ),
    "dual_ascent": ("lambda-without-m", "alpha-without-bounds", "bounds-on-the-change"),
}  # fmt: skip


class Edit(NamedTuple):
    """Describe a misconception in an algorithm."""

    task: str  # the name of the algorithm
    entry: CatalogueEntry

    @property
    def key(self):
        """Return the name of the wrong program in the page."""
        return f"{self.task}: {self.entry.id}"

    @property
    def algorithm(self):
        """Return the wrong program."""
        return wrong_program(self.task, self.entry.id)


def edits(algorithms=tuple(CHOSEN)):
    """Return the misconceptions that a page offers.

    Parameters
    ----------
    algorithms : sequence of str, optional
        Names of algorithms; by default those in `CHOSEN`.

    Returns
    -------
    list of Edit
    """
    return [Edit(task, by_id()[identifier]) for task in algorithms for identifier in CHOSEN.get(task, ())]
