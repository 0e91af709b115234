"""Show the algorithm and a learner's program side by side in the player."""

import numpy as np

from pegasos_edu.algorithms import free_bias, minibatch
from pegasos_edu.algorithms.step_types import BatchStep, BiasStep, LinearStep
from pegasos_edu.check.comparison import same
from pegasos_edu.check.probes import K
from pegasos_edu.datasets import moons
from pegasos_edu.kernels import linear
from pegasos_edu.misconceptions import task as task_of
from pegasos_edu.misconceptions import wrong_program
from pegasos_edu.runs.draws import make_draws

LAM, SHORTEST, LONGEST = 0.05, 60, 400  # λ, the fewest and the most steps of a run on two moons


def side_by_side(report):
    """Return the algorithm and the program on the same draws, at the first step that differs.

    A known mistake is played on two moons, with the lines of a program that makes it. For any other program the player
    shows the states that it left during the check. Raise a ValueError if no steps differ, or they cannot be drawn.
    """
    from pegasos_edu.player import compare, play

    if report.passed or report.observation is None:
        raise ValueError(f"play needs a program whose steps differ, got a report on {report.task} without such steps.")
    programs, X, y, options, t, title = _on_moons(report) or _as_observed(report)
    with np.errstate(all="ignore"):
        both = compare(*(play(program, X, y, **options) for program in programs))
        right, wrong = both.records
    both.view.records = [right, wrong | {"algorithm": "the program", "title": title}]
    both.view.moment = [t, 0]
    return both


def _on_moons(report):
    """Return the arguments of the player for a known mistake; None if no step differs on two moons."""
    if not report.named or any(entry.column for entry in report.named[0]):
        return None
    about, mistakes = task_of(report.task), [entry for entry in report.named[0] if entry.edits_for(report.task)]
    try:
        wrong = wrong_program(report.task, *(entry.id for entry in mistakes))
    except ValueError:  # the mistakes cannot be combined, or belong to another algorithm
        return None
    X, y, _ = moons(m=60)
    draws = make_draws("uniform", len(y), LONGEST, 0, K if about.is_batch else None)
    of_X = linear(X, X) if about.step.is_kernel else X
    states = [_states(program, of_X, y, LAM, draws) for program in (about.reference, wrong)]
    t = _first_difference(*states)
    if t is None:
        return None
    options = {"lam": LAM, "draws": draws[: min(max(SHORTEST, t + 10), len(states[1]))]}
    if about.step.is_kernel:
        options["kernel"] = linear
    titles = "; ".join(entry.title for entry in mistakes if not entry.is_convention)
    return (about.reference, wrong), X, y, options, t, f"A program with this mistake on two moons: {titles}."


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
    return next((t for t, pair in enumerate(zip(right, wrong), 1) if not same(*pair)), None)


def _as_observed(report):
    """Return the arguments of the player for the first run in which the states differ."""
    about, has_bias = task_of(report.task), report.observation.has_bias
    if about.step.is_kernel:
        raise ValueError("play draws a program with a kernel only for a known mistake, got another; read the report.")
    right = free_bias if has_bias and about.step is LinearStep else about.reference
    for run in (run for run in report.observation.runs if len(run.states) > 1):
        case, size = run.case, run.case.X.shape[1] + has_bias
        states = _finite([state[:size] for state in run.states])  # without the α of a step of dual ascent
        t = _first_difference(_states(right, case.X, case.y, case.lam, case.draws), states)
        if t is not None:
            options = {"lam": case.lam, "draws": case.draws[: len(states)]}
            left = (_batches if about.is_batch else _biased if has_bias else _weights)(states)
            return (right, left), case.X, case.y, options, t, f"Your program on the data of the check ({case.name})."
    raise ValueError(f"play needs steps that differ, got none that can be drawn; read the report on {report.task}.")


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
