"""Programs of learners, read: in which shape one is written, and what it does on given draws, step by step.

submission = read(program, "hinge")
submission.shape            # "a function that runs all steps and returns w"
submission.follow(probe)    # a Trace: the draws, the states, what came back, what was asked of chance
"""

from pegasos_edu.boxes import ALGORITHMS
from pegasos_edu.boxes.inputs import Batches, Classes, Gram, Targets
from pegasos_edu.runs.run import signature
from pegasos_edu.submissions.afar import Afar
from pegasos_edu.submissions.shapes import shaped
from pegasos_edu.submissions.submission import Task
from pegasos_edu.submissions.tasks import FUNCTIONS
from pegasos_edu.submissions.trial import SECONDS


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
    if task not in ALGORITHMS and task not in FUNCTIONS:
        names = ", ".join([*ALGORITHMS, *FUNCTIONS])
        raise ValueError(f"task must be the name of a box or a function, got {task!r}; take one of {names}.")
    facts = task_of(task) if task in ALGORITHMS else None
    if isinstance(submission, Afar):
        return submission.read(task, facts, order, seconds)
    return shaped(submission, facts, order, seconds)


def task_of(name):
    """What a box is about."""
    of_X, of_y, of_draws, _ = signature(ALGORITHMS[name])
    of_data = of_X is Gram, of_draws is Batches, of_y is Classes, of_y is Targets
    return Task(name, *of_data, has_bias=name == "free_bias", is_dual=name == "dual_ascent")
