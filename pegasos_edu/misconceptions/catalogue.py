"""Read the catalogue of mistakes in programs of Pegasos, and of correct conventions.

Each file of ``catalogue/`` holds one subject. Each entry is a table, and the name of the table is the identifier of the
entry:

============  ==========================================================================================
``title``     a clause such as "the score is computed after w has shrunk"; for a convention, words to follow "with"
``says``      what such a program does, in a sentence that begins with "It"
``tempting``  why people write it
``effect``    the effect on the steps, the objective and accuracy
``hints``     for a mistake a question, and a stronger hint; neither contains the right line
``of_log``    texts that replace the others for the log loss, where no margin is violated
``part``      the part of a program under which a report tells the entry: one of `PARTS`
``edits``     pairs [pattern, replacement] as in ``edits.py``, which make such a program: one list for every task
              whose source has all patterns, or a table with a list for each name of a task, or for ``any``
``tasks``     the names of its tasks, if its edits also fit other tasks
``shape``     "step" or "all", if the entry is only for programs of one step, or only for programs of all steps
``keeps``     what α holds in such a program, if not counts: "signed counts" or "coefficients"
``column``    true, if such a program gives X a column of ones, whose weight is the bias
``taught``    for a convention the lesson that teaches it
``learns``    for the free bias: for each task, the algorithm with which a program that learns a bias is compared
============  ==========================================================================================
"""

import ast
import re
import tomllib
from functools import cache
from pathlib import Path
from typing import NamedTuple

from pegasos_edu.algorithms.variants import function_of
from pegasos_edu.misconceptions.edits import (
    START,
    STEP,
    YIELD,
    NotFound,
    edited,
    edited_line,
    in_batches,
    meaning,
    parsed,
)
from pegasos_edu.misconceptions.reference_tasks import ASKED, task

FOLDER = Path(__file__).with_name("catalogue")
SUBJECTS = ("counting", "steps", "draws", "kernels", "bias", "scale", "batches", "projection", "log_loss", "dual",
            "functions", "convexity", "conventions")  # fmt: skip
PARTS = ("draws", "labels", "start", "step size", "score", "condition", "weight", "shrinking", "addition", "division",
         "bias", "projection", "output", "loss", "kernel", "dual", "convexity")  # fmt: skip
OUTSIDE_A_STEP = ("draws", "start", "step size", "output")  # one step takes them as arguments


class CatalogueEntry(NamedTuple):
    """Hold a misconception, or a correct convention; the top of this file explains the fields."""

    id: str
    title: str
    says: str
    tempting: str
    effect: str
    hints: tuple
    part: str
    edits: dict
    tasks: tuple = ASKED
    shape: str = ""
    keeps: str = ""
    column: bool = False
    taught: str = ""
    learns: dict = {}
    of_log: dict = {}
    is_convention: bool = False

    def __hash__(self):
        return hash(self.id)

    @property
    def heading(self):
        """Return the title as a heading: with a capital letter, unless it begins with a symbol such as w."""
        first = self.title.split()[0]
        is_word = first.isalpha() and (len(first) > 1 or first == "a")
        return self.title[0].upper() + self.title[1:] if is_word else self.title

    def edits_for(self, name):
        """Return the edits that make a program for a task, None if the entry is not for this task."""
        return _edits_for(self.id, name)

    def fits(self, shape):
        """Return whether a program of a shape, "step" or "all", can contain this entry."""
        if shape == "step" and not self.shape:
            return self.part not in OUTSIDE_A_STEP
        return self.shape in ("", shape)


@cache
def subjects():
    """Return the whole catalogue as a dict: title of a subject -> its entries."""
    return dict(_read(FOLDER / f"{name}.toml", name == "conventions") for name in SUBJECTS)


def _read(path, is_convention):
    tables = tomllib.loads(path.read_text("utf-8"))
    title = tables.pop("title")
    return title, tuple(_entry(name, table, is_convention) for name, table in tables.items())


def _entry(name, table, is_convention):
    edits = table.pop("edits", [])
    edits = edits if isinstance(edits, dict) else {"any": edits}
    edits = {task_name: tuple(map(tuple, pairs)) for names, pairs in edits.items() for task_name in names.split()}
    tasks = tuple(table.pop("tasks").split()) if "tasks" in table else ASKED
    hints = tuple(table.pop("hints", ()))
    return CatalogueEntry(name, edits=edits, tasks=tasks, hints=hints, is_convention=is_convention, **table)


@cache
def parts():
    """Return the texts about the parts of a program, in the order of the algorithm: title, measured and right."""
    return tomllib.loads((FOLDER / "parts.toml").read_text("utf-8"))


@cache
def policy():
    """Return what counts as a convention, and what as a mistake: what, verdict, because and, if there is one, entry."""
    return tomllib.loads((FOLDER / "policy.toml").read_text("utf-8"))


@cache
def by_id():
    """Return all entries as a dict: identifier -> entry."""
    return {entry.id: entry for entries in subjects().values() for entry in entries}


@cache
def entries(name):
    """Return the entries for a task: its misconceptions, and then its conventions."""
    return tuple(entry for entry in by_id().values() if entry.edits_for(name) is not None)


@cache
def _edits_for(identifier, name):
    entry, asked = by_id()[identifier], task(name)
    if name in entry.edits:
        return entry.edits[name]
    if name not in entry.tasks or "any" not in entry.edits:
        return None
    pairs = entry.edits["any"]
    if asked.is_batch:
        pairs = tuple((in_batches(pattern), in_batches(text) if text else text) for pattern, text in pairs)
    return pairs if _stand(pairs, name) else None


def _stand(pairs, name):
    """Return whether each pattern is in the source of the task or is added by an earlier edit."""
    added = set()
    for pattern, replacement in pairs:
        if pattern in (STEP, YIELD):
            if not task(name).is_algorithm:
                return False
        elif pattern != START and meaning(pattern, replacement) not in _meanings(name) | added:
            return False
        added |= _within(parsed(replacement))
    return True


@cache
def _meanings(name):
    return _within(ast.parse(task(name).source).body)


def _within(node):
    """Return the meanings of all expressions in a piece of source, and of up to three statements in a row."""
    meanings = set()
    for inner in (inner for part in (node if isinstance(node, list) else [node]) for inner in ast.walk(part)):
        if isinstance(inner, ast.expr):
            meanings.add(ast.dump(inner))
        for value in (getattr(inner, field, None) for field in ("body", "orelse")):
            if isinstance(value, list):
                meanings |= _runs(value)
    return meanings | (_runs(node) if isinstance(node, list) else set())


def _runs(statements):
    return {"; ".join(map(ast.dump, statements[k : k + n])) for n in (1, 2, 3) for k in range(len(statements) - n + 1)}


@cache
def wrong_program(name, *identifiers):
    """Return a program for a task that has one misconception, or several.

    Parameters
    ----------
    name : str
        The name of the task.
    *identifiers : str
        The identifiers of entries.

    Returns
    -------
    function
        It has a readable source, and the signature of the right program.

    Raises
    ------
    ValueError
        If an entry is not for the task, or the edits of one remove what another edits.
    """
    asked, chosen = task(name), [entry for entry in entries(name) if entry.id in identifiers]
    if missing := set(identifiers) - {entry.id for entry in chosen}:
        raise ValueError(
            f"{', '.join(sorted(missing))} must be for {name}, got other entries; take some of entries({name!r})."
        )
    pairs = [pair for entry in _ordered(chosen, name) for pair in entry.edits_for(name)]
    try:
        source = edited(asked.source, pairs).replace(f"def {name}(", f"def {name}_wrong(")
    except NotFound as error:
        raise ValueError(f"{', '.join(identifiers)} cannot be put together for {name}: {error}") from None
    return function_of(source, f"{name}_wrong", asked.reference)


def _ordered(chosen, name):
    """Return entries in an order in which no edit adds code that an earlier edit should have replaced."""
    sought = {entry.id: {meaning(*pair) for pair in entry.edits_for(name) if pair[0][0] != "@"} for entry in chosen}

    def additions(entry):
        added = set().union(*(_within(parsed(text)) for _, text in entry.edits_for(name)))
        return sum(bool(added & sought[other.id]) for other in chosen if other is not entry)

    return sorted(chosen, key=additions, reverse=True)


@cache
def texts(name):
    """Return the texts of all entries for reports on a task: identifier -> a dict of texts."""
    shown = ("title", "says", "tempting", "effect", "hints", "taught", "part", "is_convention")
    is_log = task(name).is_log
    return {entry.id: {field: getattr(entry, field) for field in shown} | (entry.of_log if is_log else {})
            | {"line": first_line(entry.id, name)} for entry in by_id().values()}  # fmt: skip


def first_line(identifier, name):
    """Return the first line of a task's source that an entry edits, with its pseudocode; "" if it edits none."""
    source, lines = task(name).source, task(name).source.split("\n")
    numbers = (edited_line(source, *pair) for pair in by_id()[identifier].edits_for(name) or ())
    return next((re.sub(r"\s{2,}#", "   #", lines[number - 1].strip()) for number in numbers if number), "")
