"""Compare a learner's program with the algorithm, and name the misconception."""

import numpy as np

from pegasos_edu.check import calls, difference_words
from pegasos_edu.check.comparison import BALL, FEWER, TOLERANCE, RunSearch
from pegasos_edu.check.failures import Failed
from pegasos_edu.check.observing import observe
from pegasos_edu.check.programs import LocalProgram, Program
from pegasos_edu.check.report import Report, as_notes, changed_in_place
from pegasos_edu.check.running import SECONDS
from pegasos_edu.check.shapes import any_step, shape_of, step_roles
from pegasos_edu.misconceptions import TASKS, by_id
from pegasos_edu.misconceptions import task as task_of

FREE = "at-the-margin-too"  # a convention that is always allowed: at the margin both are subgradients
ELSEWHERE = "it starts at w"  # the beginning of a note on a program whose first w is not 0
BIAS = "free-bias"


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
            report = (_check_algorithm if about.is_algorithm else _check_function)(program, shape, about)
    except Failed as failed:
        return Report(task, failed=failed)
    return report if conventions is None else _with_conventions(report, tuple(by_id()[one] for one in conventions))


def _with_conventions(report, required):
    """Return the report. It does not pass if the program follows other conventions than the required conventions."""
    follows = [one for one in report.conventions if one.id != FREE]
    starts_at_0 = not any(note.lower().startswith(ELSEWHERE) for note in report.notes)
    if report.passed and not (set(follows) == set(required) and starts_at_0):
        report.passed, report.required = False, required
    return report


def _check_function(program, shape, about):
    search, descriptions, changed = calls.search_of_calls(program, shape, about)
    notes = (*as_notes(shape.notes), *changed_in_place(changed, "values"))
    if right := search.right():
        return Report(about.name, True, right[0].entries, notes=notes)
    difference = difference_words.of_calls(search, descriptions)
    return Report(about.name, named=_distinct_mistakes(search.wrong(), ()), difference=difference, notes=notes)


def _check_algorithm(program, shape, about):
    observation = _observe_either_shape(program, shape, about)
    name, conventions = about.name, ()
    if observation.has_bias and not about.step.has_bias:
        observation = _without_a_number(observation, about)
    if observation.has_bias and (with_bias := _with_bias(name)):
        name, conventions = with_bias, (by_id()[BIAS],)
    observation, of_start = _with_start(observation, name)
    report = _report_on(RunSearch(name, observation), (*conventions, *of_start))
    data = observation.changed & {"X", "x", "y", "K", "draws"}
    report.task, report.observation = about.name, observation
    report.notes = (*as_notes(observation.notes), *changed_in_place(data, "data"))
    if not data and observation.changed & {"w", "v"}:
        report.notes += ("It changes w in place: a list of all w would hold the last w many times.",)
    if data and not (report.named or report.failed):  # the code that runs next gets the changed data
        report.passed, report.named = False, ((by_id()["data-changed-in-place"],),)
    return report


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


def _with_bias(name):
    """Return the name of the algorithm that also learns a bias; None if the catalogue has no such algorithm."""
    return by_id()[BIAS].learns.get(name)


def _without_a_number(observation, about):
    """Return the observation without the number next to w, if this is not a bias but a counter, a draw or a loss."""
    alone = observation._replace(
        runs=tuple(run._replace(states=[state[:-1] for state in run.states],
                                start=None if run.start is None else run.start[:-1]) for run in observation.runs),
        has_bias=False, notes=(*observation.notes, "the number beside w was not compared"),
    )  # fmt: skip
    counters = (lambda run: range(len(run.states)), lambda run: range(1, len(run.states) + 1),
                lambda run: run.case.draws.reshape(len(run.case.draws), -1)[:, 0])  # fmt: skip
    if any(all(state[-1] == number for run in observation.runs for state, number in zip(run.states, numbers(run)))
           for numbers in counters):  # fmt: skip
        return alone
    search = RunSearch(_with_bias(about.name) or about.name, observation)
    is_bias = search.right() or search.single() or not RunSearch(about.name, alone).right()
    return observation if is_bias else alone


def _with_start(observation, name):
    """Return the observation and the convention of its start; a start outside the ball only becomes a note."""
    starts = [(run.start, run.case.lam) for run in observation.runs if run.start is not None and run.start.any()]
    if not starts or observation.kind == "step" or by_id()[BALL].edits_for(name) is None:
        return observation, ()
    if not all(np.isfinite(start).all() for start, _ in starts):
        raise Failed("shape", f"with no draws it returns {difference_words.brief(starts[0][0])} instead of w = 0")
    if all(np.linalg.norm(start) <= (1 + TOLERANCE) / np.sqrt(lam) for start, lam in starts):
        return observation, (by_id()[BALL],)
    note = f"{ELSEWHERE} = {difference_words.brief(starts[0][0])} instead of at 0"
    runs = tuple(run._replace(start=None) for run in observation.runs)
    return observation._replace(runs=runs, notes=(*observation.notes, note)), ()


def _report_on(search, conventions=()):
    """Return the report on the first reading of an observation that is right, or else has a known mistake."""
    if any(len(run.states) < len(run.case.draws) and not run.ended for run in search.observation.runs):
        conventions = (*conventions, by_id()[FEWER])
    readings = [(search, conventions), *_other_readings(search, conventions)]
    for one, own in readings:
        if right := one.right():
            return Report("", True, _with_others(right[0].entries, own))
    failed = next((run.ended for run in search.observation.runs if run.ended), None)
    is_thorough = not failed or failed.is_arithmetic  # an error says more than a pair of mistakes that would raise it
    for one, own in readings:
        if wrong := one.wrong() if one is search and is_thorough else one.single():
            followed = tuple(entry for entry in wrong[0].entries if entry.is_convention)
            return Report("", named=_distinct_mistakes(wrong, own), difference=difference_words.of_runs(one, followed))
    if failed:
        return Report("", failed=failed)
    return Report("", difference=difference_words.of_runs(search, search.nearest_right()))


def _other_readings(search, conventions):
    """Yield other ways to read the observation: its states come one step late, or its bias is not returned."""
    if late := _one_step_late(search.observation):
        yield RunSearch(search.task.name, late), (*conventions, by_id()[FEWER])
    if search.observation.kind == "all" and (with_bias := _with_bias(search.task.name)):
        yield RunSearch(with_bias, search.observation), (*conventions, by_id()[BIAS])


def _one_step_late(observation):
    """Return the observation without the first state of each run if this state is the start, and None otherwise."""
    runs = observation.runs
    if observation.kind == "step" or any(run.ended or len(run.states) < 2 or run.states[0].any() for run in runs):
        return None
    return observation._replace(runs=tuple(run._replace(states=run.states[1:]) for run in runs))


def _distinct_mistakes(wrong, conventions):
    """Return each set of mistakes once, with the conventions of the first program that has it."""
    sets = {}
    for known in wrong:
        mistakes = frozenset(entry for entry in known.entries if not entry.is_convention)
        sets.setdefault(mistakes, _with_others(known.entries, conventions))
    return tuple(sets.values())


def _with_others(entries, conventions):
    """Return entries and the other conventions; the bias is not free if it is the weight of a column."""
    is_column = any(entry.column for entry in entries)
    return (*entries, *(one for one in conventions if not (is_column and one.column)))
