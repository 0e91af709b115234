"""Compare a learner's program with the algorithm, and say which of its parts are right."""

import contextlib

import numpy as np

from pegasos_edu.algorithms.step_types import DualStep
from pegasos_edu.check import calls, difference_words
from pegasos_edu.check.comparison import RunSearch, single_mistakes
from pegasos_edu.check.failures import Failed
from pegasos_edu.check.observing import observe
from pegasos_edu.check.parts.judging import Comparison, judged
from pegasos_edu.check.parts.reporting import report_of
from pegasos_edu.check.probes import facts_of
from pegasos_edu.check.programs import LocalProgram, Program
from pegasos_edu.check.report import Report, as_notes, changed_in_place
from pegasos_edu.check.running import SECONDS
from pegasos_edu.check.shapes import adapter_after, any_step, readings, shape_of, step_roles
from pegasos_edu.misconceptions import TASKS, texts
from pegasos_edu.misconceptions import task as task_of
def check(submission, task, *, seconds=SECONDS, conventions=None):
    """Compare a program with the algorithm; say whether it is right, or where it first goes wrong and why.

    The program runs on small data with given draws, and every state that it leaves is compared with that of the
    algorithm. Accuracy does not count, because it hides most mistakes.

    Parameters
    ----------
    submission : callable, or class
        One step, ``step(w, x, y, eta, lam)``, for other algorithms with the parameters that a lesson gives; all steps,
        ``(X, y, lam, draws)``, as a generator or as a function that returns its last state or all of them; or, for
        losses, objectives and kernels, the function. A class must read the draws from a parameter, or from
        ``self.draws``.
    task : str
        The name of the algorithm or the function that it should be.
    seconds : float
        How long it may compute.
    conventions : sequence of str, optional
        The identifiers of the conventions that it must follow, and no others: () for the algorithm as it is printed.
        ``≤ at the margin`` always passes, because there both are subgradients. By default any convention passes.

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
        about = task_of(task)
        shape = shape_of(program, about)
        with np.errstate(all="ignore"):  # warnings that wrong programs cause
            return _checked(program, shape, about, None if conventions is None else tuple(conventions))
    except Failed as failed:
        return Report(task, failed=failed)


def _checked(program, shape, about, required):
    """Return the report on a program, as it was read first, or else in another way in which it is right."""
    try:
        report = (_check_algorithm if about.is_algorithm else _check_function)(program, shape, about, required)
    except Failed as failed:
        raise adapter_after(failed, program, about, shape) from None
    if report.failed:
        report.failed = adapter_after(report.failed, program, about, shape)
    if not report.passed:
        for other in readings(shape):
            with contextlib.suppress(Failed):
                another = _check_algorithm(program, other, about, required)
                if another.passed:
                    return another
    return report


def _check_function(program, shape, about, required):
    search, descriptions, changed = calls.search_of_calls(program, shape, about)
    found = _compared(search, lambda: difference_words.of_calls(search, descriptions))
    notes = (*as_notes(shape.notes), *changed_in_place(changed, "values"))
    return _report(about, found, required, notes=notes)


def _compared(search, words):
    """Return the judgement on a program that is compared with single entries of the catalogue."""
    right, wrong = search.right(), search.single()
    found = Comparison(*([[entry.id for entry in known.entries] for known in group] for group in (right, wrong)))
    if not found.passed:
        found.words = words()
    return found


def _report(about, judgement, required, **more):
    content = report_of(judgement, texts(about.name), about.name, required=required)
    return Report(about.name, content, judgement=judgement, **more)


def _check_algorithm(program, shape, about, required):
    observation = _observe_either_shape(program, shape, about)
    data = observation.changed & {"X", "x", "y", "K", "draws"}
    notes = (*as_notes(observation.notes), *changed_in_place(data, "data"))
    if not data and observation.changed & {"w", "v"}:
        notes += ("It changes w in place: a list of all w would hold the last w many times.",)
    judgement = _judged(observation, about)
    ended = next((run.ended for run in observation.runs if run.ended), None)
    if ended and not (judgement.is_explained or judgement.alternatives):
        return Report(about.name, failed=ended, judgement=judgement, notes=notes, observation=observation)
    if data and not judgement.alternatives and not judgement.mistakes:  # the code that runs next gets the changed data
        judgement = Comparison([], [["data-changed-in-place"]])
    return _report(about, judgement, required, notes=notes, observation=observation)


def _judged(observation, about):
    if about.step is DualStep:
        search = RunSearch(about.name, observation)
        return _compared(search, lambda: difference_words.of_runs(search))

    def more(case, start):
        run = observation.more(case, start)
        return None if run is None else run.plain(observation.has_bias)

    def search(judgement):
        return single_mistakes(about, observation, judgement)

    facts = facts_of(about.name, observation.has_bias)
    return judged(facts, observation.plain_runs(), observation.kind == "step", more, search)


def _observe_either_shape(program, shape, about):
    """Return the observation. A program with ``*args`` that does not run with the data may be one step."""
    try:
        return observe(program, shape, about)
    except Failed as failed:
        if not program.takes_any or not step_roles(about):
            raise
        try:
            return observe(program, any_step(about), about)
        except Failed:
            raise failed from None
