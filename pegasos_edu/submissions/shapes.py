"""In which shape a program is written. What is known of the task is told: no box is needed here."""

import inspect

from pegasos_edu.submissions.all_steps import Class, Whole, fit_of
from pegasos_edu.submissions.functions import Plain
from pegasos_edu.submissions.generators import Generator
from pegasos_edu.submissions.homes import plain_function
from pegasos_edu.submissions.one_step import Step
from pegasos_edu.submissions.roles import is_step
from pegasos_edu.submissions.submission import kind_of
from pegasos_edu.submissions.trial import Failed


def shaped(submission, task, order, seconds):
    """A program, read.

    Parameters
    ----------
    submission : callable
    task : Task or None
        What the box is about; None for a function that makes no steps.
    order : sequence of str or None
        What its parameters are.
    seconds : float
        How long one call may take.

    Returns
    -------
    Submission

    Raises
    ------
    Failed
        Where it is no such program, or does not get through a short trial.
    """
    _check_callable(submission)
    if task is None:
        return Plain(submission, seconds)
    found = _kind(submission, order, task)(submission, task, order, seconds)
    found.try_out()
    return found


def _check_callable(submission):
    if submission is None or submission is Ellipsis:
        raise Failed("unwritten", "there is nothing here; give a function or a class")
    if not callable(submission) and fit_of(submission) is None:
        raise Failed("shape", f"it is {kind_of(submission)}; give a function or a class, without calling it")


def _kind(submission, order, task):
    if fit_of(submission) is not None:
        return Class
    if isinstance(submission, type):
        raise Failed("shape", f"class {submission.__name__} has no method fit; give it one, or say train")
    function = plain_function(submission)
    if function is None:
        raise Failed("shape", "it is written in no Python that could be watched; give a function of your own")
    if inspect.isgeneratorfunction(function):
        return Generator
    names = list(order or inspect.signature(submission).parameters)
    return Step if is_step(names, task.is_batch, task.is_dual) else Whole
