"""The catalogue: what goes wrong in programs of Pegasos, and what is merely another convention.

Each module holds one subject, its most frequent mistakes first; its title is the first line of its text.
"""

from pegasos_edu.misconceptions import (
    batches,
    bias,
    counting,
    draws,
    gram,
    kernel_forms,
    log_loss,
    objectives,
    other_answers,
    projection,
    scaling,
    steps,
    subgradients,
)
from pegasos_edu.misconceptions.conventions import CONVENTIONS
from pegasos_edu.misconceptions.entries import tasks

SUBJECTS = {
    subject.__doc__: subject.ENTRIES
    for subject in (
        counting, steps, draws, kernel_forms, bias, scaling, batches, projection, log_loss, other_answers,
        objectives, subgradients, gram,
    )
}  # fmt: skip
MISCONCEPTIONS = tuple(entry for entries in SUBJECTS.values() for entry in entries)

__all__ = ["CONVENTIONS", "MISCONCEPTIONS", "SUBJECTS", "of"]


def of(task):
    """The misconceptions and then the conventions that apply to a task."""
    return tuple(entry for entry in MISCONCEPTIONS + CONVENTIONS if task in tasks(entry))
