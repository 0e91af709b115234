"""Programs of learners, read: in which shape one is written, and what it does on given draws, step by step.

submission = read(program, "hinge")
submission.shape            # "a function that runs all steps and returns w"
submission.follow(probe)    # a Trace: the draws, the states, what came back, what was asked of chance
"""

import inspect

from pegasos_edu.boxes import ALGORITHMS
from pegasos_edu.submissions.all_steps import Class, Whole, fit_of
from pegasos_edu.submissions.functions import Plain
from pegasos_edu.submissions.generators import Generator
from pegasos_edu.submissions.homes import plain_function
from pegasos_edu.submissions.one_step import Step
from pegasos_edu.submissions.roles import is_step
from pegasos_edu.submissions.submission import kind_of, task_of
from pegasos_edu.submissions.tasks import FUNCTIONS
from pegasos_edu.submissions.trial import SECONDS, Failed


def read(submission, task, order=None, seconds=SECONDS):
    """Find out in which shape a program is written.

    Parameters
    ----------
    submission : callable
        A generator (X, y, lam, draws) that yields a step in each round; a function for one step; a function that runs
        all steps; a class with ``fit``, or an object of one; for losses, objectives and kernels a function.
    task : str
        The name of a box, of a loss, an objective or a kernel.
    order : sequence of str, optional
        What its parameters are, one after the other, where their names do not say it: ("w", "x", "y", "eta", "lam")
        for one step, with "t" in the place of "eta", "X" for all data; ("X", "y", "lam", "T") for all steps, with
        "k", "draws", "rng", "passes" and others.
    seconds : float
        How long one call may take.

    Returns
    -------
    Submission

    Raises
    ------
    Failed
        Where it is no such program, or does not get through a short trial.
    ValueError
        Where there is no such task.
    """
    if task in FUNCTIONS:
        return _checked_callable(submission) and Plain(submission, task, seconds)
    if task not in ALGORITHMS:
        names = ", ".join([*ALGORITHMS, *FUNCTIONS])
        raise ValueError(f"task must be the name of a box or a function, got {task!r}; take one of {names}.")
    _checked_callable(submission)
    of_task = task_of(task)
    kind = _kind(submission, order, of_task.is_batch)
    found = kind(submission, of_task, order, seconds)
    found.try_out()
    return found


def _checked_callable(submission):
    if submission is None or submission is Ellipsis:
        raise Failed("unwritten", "there is nothing here; give a function or a class")
    if not callable(submission) and fit_of(submission) is None:
        raise Failed("shape", f"it is {kind_of(submission)}; give a function or a class, without calling it")
    return True


def _kind(submission, order, is_batch):
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
    return Step if is_step(names, is_batch) else Whole
