"""What a catalogue of misconceptions holds, and the wrong program that is made of an entry."""

from functools import cache
from typing import NamedTuple

from pegasos_edu.boxes.variants import variant
from pegasos_edu.submissions.tasks import TASKS


class Entry(NamedTuple):
    """A misconception, or a legitimate convention, and how to make a program that has it."""

    name: str  # what a teacher would call it
    says: str  # what such a program does, in a sentence
    tempting: str  # why one writes that
    effect: str  # what it does to the steps, to objective and accuracy
    hints: tuple  # a question that makes one look, and a stronger one; the line itself is the last
    where: str  # to what part of a step it belongs: a key of `places.PLACES`
    changes: dict = {}  # name of the task -> pairs (old, new) of text in its source
    programs: dict = {}  # name of the task -> function of the same signature, where no edit of a line makes it
    is_convention: bool = False  # right in itself: another algorithm, or the same told otherwise

    def __hash__(self):
        return hash(self.name)


def tasks(entry):
    """The names of what the entry applies to."""
    return [*entry.changes, *entry.programs]


@cache
def _edited(task, changes, name):
    return variant(TASKS[task], *changes, name=name)


def made(entry, task):
    """The program that has the misconception: the source of the task with a small edit, or a program beside it."""
    if task in entry.programs:
        return entry.programs[task]
    return _edited(task, tuple(entry.changes[task]), f"{task}_wrong")


@cache
def joined(entries, task):
    """The program that has several misconceptions at once, or None where their edits do not fit together."""
    changes = [pair for entry in entries for pair in entry.changes.get(task, ())]
    if any(task in entry.programs for entry in entries):
        return None
    try:
        return _edited(task, tuple(changes), f"{task}_wrong")
    except ValueError:
        return None
