"""Pose puzzles: a learner gets a wrong program that looks right, and hands in data that show that it is wrong."""

import ast
import html
from functools import cache
from typing import NamedTuple

import numpy as np

from pegasos_edu.check.calling.failures import Failed
from pegasos_edu.check.parts.exposing import Puzzle, exposed
from pegasos_edu.check.plain_source import plain_source
from pegasos_edu.check.report import Report
from pegasos_edu.common.micropython import for_micropython
from pegasos_edu.misconceptions import by_id, entries, task, wrong_program
from pegasos_edu.misconceptions.edits import source_of

# The puzzles of the lessons: the task and the mistake.
PUZZLES = {
    "01": ("objective", "loss-of-the-mean-margin"),
    "02": ("subgradient", "pull-up-to-margin-zero"),
    "03": ("hinge", "score-after-shrinking"),
    "04": ("logistic", "exponent-without-label"),
    "05": ("minibatch", "divided-by-number-of-violators"),
    "06": ("projected", "cut-entry-by-entry"),
    "07": ("scaled", "score-without-the-scale"),
    "08": ("kernelized", "count-set-to-one"),
    "09": ("free_bias", "bias-left-out-of-the-margin"),
}
# The tasks whose arguments a learner can hand in.
EXPOSABLE = ("objective", "subgradient", "projected", "rbf", "hinge", "logistic", "minibatch", "scaled", "kernelized",
             "free_bias")  # fmt: skip
TOO_LATE = ("scale-reset-without-the-vector",)  # the scale is reset only after more steps than may be handed in


class WrongProgram(NamedTuple):
    """Hold the wrong program of a puzzle as it is shown. It can end a notebook cell, or be printed."""

    name: str
    task: str
    source: str

    def __repr__(self):
        return self.source.rstrip("\n")

    def _repr_html_(self):
        return f'<pre class="puzzle" tabindex="0">{html.escape(self.source)}</pre>'


class Exposure(Report):
    """Report on the data of `expose`; ``passed`` says whether the program differs from the algorithm on them."""

    @property
    def sizes(self):
        """Return how many examples, features and steps the data hold, as a dict."""
        return dict(self.content.get("sizes", {}))

    @property
    def left_out(self):
        """Return in words each example, feature and step that can be left out alone while the difference remains."""
        return tuple(self.content.get("left_out", ()))

    @property
    def how_small(self):
        """Return how small the data are, as the message of an assert; the verdict if they show no difference."""
        return self.content.get("how_small", self.verdict)

    @property
    def is_small(self):
        """Return whether the data show the difference, and nothing can be left out."""
        return self.passed and not self.left_out


def puzzle(name):
    """Return a program that looks right and is wrong, for `expose`.

    Parameters
    ----------
    name : str
        The number of a lesson, such as "05", or a task and the identifier of a mistake in the catalogue, such as
        "minibatch/sum-over-batch".

    Returns
    -------
    WrongProgram
        Its ``source`` has no comments, since these would say what is right.
    """
    asked, wrong = task(_named(name)[0]), wrong_program(*_named(name))
    return WrongProgram(name, asked.name, _stripped(source_of(wrong), asked.name))


def expose(name, *values, **named):
    """Judge whether data show that the program of a puzzle is wrong, and say in which step, by how much and why.

    Both programs run on the data. Every statement of the report is measured, so it also says which example, feature or
    step can be left out while the difference remains.

    Parameters
    ----------
    name : str
        The name of a `puzzle`.
    *values, **named
        What the program takes, in its order, by name or in one tuple: for most programs X, y, lam and draws. X is a
        list of rows, y holds −1 and +1, and draws the examples of each step, counted from 0; for mini-batches, each
        step has a list. At most 8 examples, 6 features, 16 steps and 4 examples in a batch; numbers of at most 1e6.

    Returns
    -------
    Exposure

    Raises
    ------
    ValueError
        If there is no such puzzle, or the data are not what the program takes.
    """
    task_name = _named(name)[0]
    try:
        with np.errstate(all="ignore"):  # warnings that wrong programs cause
            return Exposure(task_name, exposed(_compiled(name), values, named))
    except Failed as failed:
        return Exposure(task_name, failed=failed)


def _named(name):
    """Return the task and the mistake of a puzzle."""
    if isinstance(name, str) and name in PUZZLES:
        return PUZZLES[name]
    task_name, _, mistake = str(name).partition("/")
    if mistake not in exposable(task_name):
        raise ValueError(
            f"name must be the number of a lesson, {', '.join(PUZZLES)}, or a task and a mistake that data can show, "
            f"such as 'minibatch/sum-over-batch', got {name!r}; take a task from {', '.join(EXPOSABLE)}."
        )
    return task_name, mistake


@cache
def exposable(name):
    """Return the identifiers of the mistakes in a task that data can show; those of options, such as b, are none."""
    if name not in EXPOSABLE:
        return ()
    right = _stripped(task(name).source, name)
    mistakes = [entry.id for entry in entries(name) if not entry.is_convention and entry.id not in TOO_LATE]
    sources = {mistake: _stripped(source_of(wrong_program(name, mistake)), name) for mistake in mistakes}
    options = {argument.arg for argument in ast.parse(task(name).source).body[0].args.args} - {*_parameters(right)}
    options |= {True}  # an edit switches an option on in this way
    return tuple(mistake for mistake, source in sources.items() if source != right and not options & _names_in(source))


def _stripped(source, name):
    """Return a source as learners see it."""
    return plain_source(source, "program", task(name).step)


def _names_in(source):
    """Return the names and the truth values in a source."""
    nodes = list(ast.walk(ast.parse(source)))
    values = {node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, bool)}
    return {node.id for node in nodes if isinstance(node, ast.Name)} | values


@cache
def _compiled(name):
    return Puzzle(**_facts(name), names={})


def puzzle_in_page(name):
    """Return a puzzle as values for JSON: the arguments of a `Puzzle` but ``names``."""
    facts = _facts(name)
    sources = {program: for_micropython(facts[program], with_arrays=True) for program in ("right", "wrong")}
    return facts | sources


@cache
def _facts(name):
    task_name, mistake = _named(name)
    asked = task(task_name)
    step = asked.step
    right = plain_source(asked.source, "right", step)
    return {
        "task": task_name,
        "parameters": [*_parameters(right)],
        "is_run": asked.is_algorithm,
        "is_batch": asked.is_batch,
        "is_kernel": bool(step) and step.is_kernel,
        "has_bias": bool(step) and step.has_bias,
        "is_log": task_name == "logistic",
        "right": right,
        "wrong": puzzle(name).source,
        "part": by_id()[mistake].part,
    }


def _parameters(source):
    start = source.index("(") + 1
    return [parameter.strip() for parameter in source[start : source.index(")")].split(",")]
