"""Measure a learner's program, and say which of its parts are right."""

import numpy as np

from pegasos_edu.check.calling.failures import Failed
from pegasos_edu.check.calling.programs import LocalProgram, Program
from pegasos_edu.check.calling.running import SECONDS
from pegasos_edu.check.known import knowledge
from pegasos_edu.check.parts.checking import checked
from pegasos_edu.check.report import Report
from pegasos_edu.check.shapes import adapter_after, any_step, readings, shape_of, step_roles
from pegasos_edu.misconceptions import TASKS
from pegasos_edu.misconceptions import task as task_of


def check(submission, task, *, seconds=SECONDS, conventions=None):
    """Measure the parts of a program, and say which of them are right, which are conventions, and which are mistakes.

    The program runs on small data with given draws. Every state that it leaves is measured: by what w was multiplied,
    what was added, and what happened to the bias. Accuracy does not count, because it hides most mistakes.

    Parameters
    ----------
    submission : callable, or class
        One step, ``step(w, x, y, eta, lam)``, for other algorithms with the parameters that a lesson gives; all steps,
        ``(X, y, lam, draws)``, as a generator or as a function that returns its last state or all of them; or, for
        losses, objectives and kernels, the function. A class must read the draws from a parameter, or from
        ``self.draws``.
    task : str
        The name of the algorithm or the function that it should be, such as "hinge" or "objective".
    seconds : float
        How long it may compute.
    conventions : sequence of str, optional
        The identifiers of the conventions that it must follow, and no others: () for the algorithm as it is
        printed. ``y·score <= 1`` instead of ``< 1`` always passes: at a margin of exactly 1, both lead to a
        subgradient. By default any convention passes.

    Returns
    -------
    Report
        It also says if a ``...`` stands for something still to be written, or if the program raises an exception.

    Raises
    ------
    ValueError
        If there is no such task, or the submission cannot be called.
    """
    if task not in TASKS:
        raise ValueError(f"task must be one of {', '.join(TASKS)}; got {task!r}.")
    if not isinstance(submission, Program) and not callable(submission):
        raise ValueError(f"submission must be a function or a class, got {submission!r}; pass it without calling it.")
    program = submission if isinstance(submission, Program) else LocalProgram(submission, seconds)
    try:
        if missing := program.missing():
            raise Failed("unwritten", missing)
        asked = task_of(task)
        shape = shape_of(program, asked)
        with np.errstate(all="ignore"):  # warnings that wrong programs cause
            return _checked(program, shape, asked, None if conventions is None else tuple(conventions))
    except Failed as failed:
        return Report(task, failed=failed)


def _checked(program, shape, task, required):
    """Return the report on a program; if it cannot be run, the report may show how to wrap it: an adapter."""
    instead = any_step(task) if program.takes_any and task.is_algorithm and step_roles(task) else None
    try:
        outcome = checked(program, shape, [*readings(shape)], knowledge(task.name), required, instead)
    except Failed as failed:
        raise adapter_after(failed, program, task, shape) from None
    failed = outcome.failed and adapter_after(outcome.failed, program, task, shape)
    more = {"notes": tuple(outcome.notes), "judgement": outcome.judgement, "observation": outcome.observation}
    return Report(task.name, **({"failed": failed} if failed else {"content": outcome.content}), **more)
