"""A program beside the box: in the player, and as curves of the objective."""

import numpy as np

from pegasos_edu.boxes import ALGORITHMS
from pegasos_edu.boxes.inputs import Classes, Targets
from pegasos_edu.boxes.steps import BatchStep, LinearStep
from pegasos_edu.datasets import moons
from pegasos_edu.grading.probes import K, Probe
from pegasos_edu.grading.walks import is_batch, is_kernel, parting, walk
from pegasos_edu.kernels import linear
from pegasos_edu.runs.draws import make_draws
from pegasos_edu.runs.run import signature

SHORTEST, LONGEST = 60, 400  # steps on the moons


def side_by_side(report):
    """The box and the program in the player, on the same draws, at the first step that differs.

    A misconception that has a name is played on two moons, line by line; of another program what its steps left.

    Parameters
    ----------
    report : Report

    Returns
    -------
    Comparison

    Raises
    ------
    ValueError
        Where there are no steps that differ.
    """
    from pegasos_edu.player import compare, play

    if report.seen is None or report.difference is None:
        raise ValueError(f"play needs steps that differ, got a report on {report.task} without any; read its text.")
    program, X, y, options, t = _on_moons(report) or _as_seen(report)
    both = compare(*(play(one, X, y, **options) for one in (ALGORITHMS[report.task], program)))
    both.view.moment = [t, 0]
    return both


def _on_moons(report):
    """The program that has a name, on data that can be seen; None without a name, or where it does nothing wrong."""
    X, y, _ = moons(m=60)
    task, k = report.task, K if is_batch(report.task) else None
    of_y = signature(ALGORITHMS[task])[1]
    if report.program is None or of_y in (Targets, Classes):
        return None
    probe = Probe("moons", X, y, 0.05, make_draws("uniform", len(y), LONGEST, 0, k))
    walks = [walk(program, task, probe, probe.draws) for program in (ALGORITHMS[task], report.program)]
    form = next(iter(walks[0].states))
    t = parting(walks[1].states[form], walks[0].states[form], 1e-9)
    if t is None or len(walks[1].steps) < len(probe.draws):
        return None
    kernel = {"kernel": linear} if is_kernel(task) else {}
    draws = probe.draws[: max(SHORTEST, t + 10)]
    return report.program, X, y, {"lam": probe.lam, "draws": draws} | kernel, t + 1


def _as_seen(report):
    """The program, or one that leaves what the submission left, on the data on which it was tried."""
    if is_kernel(report.task):
        raise ValueError("play needs a program with a name, to show a kernel's curves, got none; read its text.")
    probe, states = report.seen.probe, report.seen.states
    program = report.program or (_batches if is_batch(report.task) else _weights)(states)
    return program, probe.X, probe.y, {"lam": probe.lam, "draws": np.array(report.seen.draws)}, report.difference.t


def _weights(states):
    def your_program(X, y, lam, draws):
        """What your program left after each step."""
        w = np.zeros(X.shape[1])
        for t, i in enumerate(draws, 1):
            eta, score = 1 / (lam * t), w @ X[i]
            w = states[t - 1]  # as your program left it
            yield LinearStep(t, i, eta, score, w)

    return your_program


def _batches(states):
    def your_program(X, y, lam, draws):
        """What your program left after each step."""
        w = np.zeros(X.shape[1])
        for t, A in enumerate(draws, 1):
            eta, scores = 1 / (lam * t), X[A] @ w
            w = states[t - 1]  # as your program left it
            yield BatchStep(t, A, eta, scores, w)

    your_program.__annotations__ = ALGORITHMS["minibatch"].__annotations__
    return your_program


def objectives(report):
    """The objective of the box and of the program after each step, on the data on which they are played.

    Parameters
    ----------
    report : Report

    Returns
    -------
    Picture

    Raises
    ------
    ValueError
        Where there are no steps that differ.
    """
    from pegasos_edu.show import Picture, figure
    from pegasos_edu.show.plots import objective_curves

    records = side_by_side(report).view.records
    drawn, ax = figure(width=5)
    curves = {name: np.array(record["values"]) for name, record in zip(("the box", "the program"), records)}
    objective_curves(np.arange(1, len(records[0]["values"]) + 1), curves, ax=ax)
    ends = " and ".join(f"{values[-1]:.3g} ({name})" for name, values in curves.items())
    return Picture(drawn, f"The objective against the steps, of {report.task} and of the program: at the end {ends}.")
