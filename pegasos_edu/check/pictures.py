"""Show the right program and a learner's program side by side in the player, both in the learner's conventions."""

import re
from typing import NamedTuple

import numpy as np

from pegasos_edu.algorithms import ALGORITHMS, free_bias, minibatch
from pegasos_edu.algorithms.step_types import BatchStep, BiasStep, LinearStep
from pegasos_edu.algorithms.variants import function_of
from pegasos_edu.check import building, building_kernel
from pegasos_edu.check.building import LAM, LONGEST, M
from pegasos_edu.check.formulas import Unwritable
from pegasos_edu.check.parts.findings import CONVENTION
from pegasos_edu.check.parts.reporting import titles_of
from pegasos_edu.datasets import moons
from pegasos_edu.kernels import linear
from pegasos_edu.misconceptions import by_id, texts, wrong_program
from pegasos_edu.misconceptions import task as task_of
from pegasos_edu.misconceptions.edits import source_of
from pegasos_edu.player.recorded import recorded
from pegasos_edu.runs.draws import make_draws

K, SHORTEST = 4, 60  # k, and the fewest steps of a run on two moons
PSEUDOCODE = re.compile(r"\s+# .*$")
NEAR = 1e-5  # two states are the same if their entries differ by less than this part of the largest one


class Scene(NamedTuple):
    """Hold what the player shows: a right and a wrong program, on which data, and the first step that differs."""

    programs: tuple
    X: np.ndarray
    y: np.ndarray
    options: dict
    first: int
    title: str

    @property
    def moment(self):
        """Return the step and the line at which the player begins."""
        return [self.first, 0]

    def runs(self):
        """Return the runs of both programs."""
        with np.errstate(all="ignore"):
            return [recorded(program, self.X, self.y, **self.options) for program in self.programs]

    def records(self, runs):
        """Return the records of both runs; that of the learner's program has a title of its own."""
        with np.errstate(all="ignore"):
            right, wrong = (shown.record for shown in runs)
        return [right, wrong | {"algorithm": "the program", "title": self.title}]


def side_by_side(report):
    """Return a player of the right program and the learner's; the errors are those of `scene_of`."""
    from pegasos_edu.player import StepPlayer, compare

    scene = scene_of(report)
    runs = scene.runs()
    both = compare(*map(StepPlayer, runs))
    both.recorded, both.moment = scene.records(runs), scene.moment
    return both


def scene_of(report):
    """Return the right program and the learner's on the same draws, at the first step that differs.

    A program whose parts are known, or whose mistakes stand in the catalogue, is built from the lines of the algorithm
    and played on two moons. For any other program the player shows the states that it left during the check. Raise a
    ValueError if no steps differ, or they cannot be drawn.
    """
    if report.passed or report.observation is None:
        raise ValueError(f"play needs a program whose steps differ, got a report on {report.task} without such steps.")
    return _built(report) or _as_observed(report)


# Programs on two moons


def _built(report):
    """Return the scene on two moons; None if the program cannot be built, or no step differs there."""
    judgement, demanded = report.judgement, _demanded(report)
    try:
        if judgement.alternatives:
            programs = _of_entries(report)
        elif judgement.is_explained and (judgement.mistakes or demanded):
            programs = built_pair(judgement)
        else:
            return None
    except Unwritable:
        return None
    programs = (demanded or programs[0], programs[1])
    titles = titles_of(judgement, texts(report.task))
    mistakes = "these mistakes" if len(titles) > 1 else "this mistake"
    title = f"A program with {mistakes} on two moons: {'; '.join(titles)}."
    title = title if titles else "Another program than the one that the task asks for, on two moons."
    return _on_moons(task_of(report.task), programs, title, has_column=report.observation.has_bias)


def _demanded(report):
    """Return the algorithm with the conventions that the check demands; None if none of them is missing."""
    entries = [by_id()[identifier] for identifier in report.content["demanded"]]
    if not entries or any(entry.column or not entry.edits_for(report.task) for entry in entries):
        return None
    return wrong_program(report.task, *(entry.id for entry in entries))


def built_pair(judgement):
    """Return the right program in the conventions that were found, and the program with all parts that were found.

    Raise `Unwritable` if a part has no Python.
    """
    identification, findings, start = judgement.identification, judgement.findings, _start_of(judgement)
    conventions = [finding for finding in findings if finding.status == CONVENTION]
    pairs = ((identification.base, conventions), (identification.model, findings))
    if identification.task.is_kernel:
        base, sources = building_kernel.BASE, [building_kernel.source_for(*pair, start[0]) for pair in pairs]
    else:
        base = building.base_of(identification.model)
        sources = [building.source_for(*pair, base, start, judgement.sign_of_b) for pair in pairs]
    right, wrong = _without_other_pseudocode(source_of(ALGORITHMS[base]), sources)
    if right == source_of(ALGORITHMS[base]):
        return ALGORITHMS[base], _function(wrong, base, f"{base}_wrong")
    return _function(right, base, base), _function(wrong, base, f"{base}_wrong")


def _without_other_pseudocode(original, sources):
    """Return sources without the pseudocode of the lines that are others in the right program's conventions.

    A remark above such a line goes with it.
    """
    known, right, gone = original.split("\n"), sources[0].split("\n"), set()
    for line, below in zip(right, [*right[1:], ""]):
        is_remark = line.lstrip().startswith("#")
        comment = PSEUDOCODE.search(line)
        if comment and (below if is_remark else line) not in known:
            gone.add(comment[0].strip())
    return ["\n".join(_without(gone, source.split("\n"))) for source in sources]


def _without(gone, lines):
    """Yield lines without some comments."""
    for line in lines:
        comment = PSEUDOCODE.search(line)
        kept = line[: comment.start()] if comment and comment[0].strip() in gone else line
        if kept or not comment:
            yield kept


def _function(source, base, name):
    has_bias = "yield BiasStep(" in source  # a class of steps that not every module knows
    return function_of(
        source.replace(f"def {base}(", f"def {name}("), name, free_bias if has_bias else ALGORITHMS[base]
    )


def _start_of(judgement):
    """Return the entries of w and b before the first step as two numbers; 0 if the entries differ."""
    if not any(finding.part == "start" for finding in judgement.findings):
        return 0.0, 0.0
    step = judgement.identification.steps[0]
    return (step.before[0], step.b) if len(set(step.before)) == 1 else (0.0, 0.0)


def _of_entries(report):
    """Return programs with and without the mistakes of the catalogue that explain the learner's program."""
    task, entries = report.task, [by_id()[key] for key in report.judgement.alternatives[0] if key in by_id()]
    free = next((entry for entry in entries if task in entry.learns), None)
    if free:
        task, entries = free.learns[task], [entry for entry in entries if entry is not free]
    entries = [entry for entry in entries if entry.part not in ("draws", "start") or entry.edits_for(task)]
    if any(entry.column or not entry.edits_for(task) for entry in entries):
        raise Unwritable("an entry has no edits for the algorithm.")
    conventions = [entry.id for entry in entries if entry.is_convention]
    try:
        return (
            wrong_program(task, *conventions) if conventions else ALGORITHMS[task],
            wrong_program(task, *(entry.id for entry in entries)),
        )
    except ValueError as error:  # the mistakes cannot be combined, or belong to another algorithm
        raise Unwritable(str(error)) from None


def _on_moons(task, programs, title, has_column=False):
    """Return the scene of two programs on two moons; None if no step differs."""
    X, y, _ = moons(m=M)
    if has_column and task.is_batch:  # there is no step of a mini-batch that holds b
        X = np.column_stack([X, np.ones(len(y))])
    draws = make_draws("uniform", len(y), LONGEST, 0, K if task.is_batch else None)
    of_X = linear(X, X) if task.step.is_kernel else X
    states = [_states(program, of_X, y, LAM, draws) for program in programs]
    first = _first_difference(*states)
    if first is None:
        return None
    options = {"lam": LAM, "draws": draws[: min(max(SHORTEST, first + 10), *map(len, states))]}
    if task.step.is_kernel:
        options["kernel"] = linear
    return Scene(programs, X, y, options, first, title)


def _states(program, X, y, lam, draws):
    """Return the states after each step, up to the first state that the player cannot draw."""
    states = []
    with np.errstate(all="ignore"):
        try:
            for step in program(X.copy(), y.copy(), lam, draws if draws.ndim > 1 else draws.tolist()):
                state = step.alpha if step.is_kernel else step.w
                states.append(np.append(state, step.b) if step.has_bias else state.copy())
        except (ArithmeticError, IndexError, ValueError):  # a wrong program may fail
            pass
    return _finite(states)


def _finite(states):
    return states[: next((n for n, state in enumerate(states) if not np.isfinite(state).all()), len(states))]


def _first_difference(right, wrong):
    return next((t for t, pair in enumerate(zip(right, wrong), 1) if not _are_same(*pair)), None)


def _are_same(right, wrong):
    return np.abs(right - wrong).max() <= NEAR * max(1e-3, np.abs(right).max())


# The states that a program left during the check


def _as_observed(report):
    """Return the scene of the first run in which the states differ."""
    task, has_bias = task_of(report.task), report.observation.has_bias
    if task.step.is_kernel or task.step.is_dual or (task.is_batch and has_bias):
        raise ValueError(
            f"play draws such a program only for a known mistake, got another; read the report on {task.name}."
        )
    right = _demanded(report) or _right_program(report)
    right = right or (free_bias if has_bias and not task.step.has_bias else task.reference)
    for run in (run for run in report.observation.runs if run.case.is_run and len(run.states) > 1):
        case = run.case
        X, y, draws = np.array(case.X, dtype=float), np.array(case.y), np.array(case.draws)
        states = _finite([np.array(w + [b] if has_bias else w) for w, b in run.states])
        first = _first_difference(_states(right, X, y, case.lam, draws), states)
        if first is not None:
            options = {"lam": case.lam, "draws": draws[: len(states)]}
            left = (_batches if task.is_batch else _biased if has_bias else _weights)(states)
            return Scene((right, left), X, y, options, first, f"Your program on the data of the check ({case.name}).")
    raise ValueError(f"play needs steps that differ, got none that can be drawn; read the report on {report.task}.")


def _right_program(report):
    """Return the right program in the conventions that were found; None if it cannot be built."""
    try:
        return built_pair(report.judgement)[0] if report.judgement.findings else None
    except Unwritable:
        return None


def _weights(states):
    def your_program(X, y, lam, draws):
        """Show the state that your program left after each step."""
        w = np.zeros(X.shape[1])
        for t, i in enumerate(draws, 1):
            eta, score = 1 / (lam * t), w @ X[i]
            w = states[t - 1]  # as your program left it
            yield LinearStep(t, i, eta, score, w)

    return your_program


def _biased(states):
    def your_program(X, y, lam, draws):
        """Show the state that your program left after each step."""
        w, b = np.zeros(X.shape[1]), 0.0
        for t, i in enumerate(draws, 1):
            eta, score = 1 / (lam * t), w @ X[i] + b
            w, b = states[t - 1][:-1], states[t - 1][-1]  # as your program left them
            yield BiasStep(t, i, eta, score, b, w)

    return your_program


def _batches(states):
    def your_program(X, y, lam, draws):
        """Show the state that your program left after each step."""
        w = np.zeros(X.shape[1])
        for t, A in enumerate(draws, 1):
            eta, scores = 1 / (lam * t), X[A] @ w
            w = states[t - 1]  # as your program left it
            yield BatchStep(t, A, eta, scores, w)

    your_program.__annotations__ = minibatch.__annotations__
    return your_program
