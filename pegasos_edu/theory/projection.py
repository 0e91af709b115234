"""Measure what the projection does in each step of a run, from the steps alone."""

from typing import NamedTuple

import numpy as np
from numpy.linalg import norm

from pegasos_edu.losses import LOSSES
from pegasos_edu.runs.run import Run
from pegasos_edu.theory.subgradients import unchecked_subgradients

TOLERANCE = 1e-9  # a larger relative change of a norm counts as a projection


class Projections(NamedTuple):
    """Hold the norms before and after the projection of each step.

    A step goes from w_t to w_{t+½} = w_t − η_t·∇_t, and the projection goes from there to w_{t+1}.
    """

    t: np.ndarray  # (T,) step, 1 ... T
    before: np.ndarray  # (T,) ‖w_{t+½}‖
    after: np.ndarray  # (T,) ‖w_{t+1}‖
    factor: np.ndarray  # (T,) by which w_{t+½} was multiplied
    fired: np.ndarray  # (T,) of bool: whether the factor differs from 1


def projections(run):
    """Return what the projection did in each step of a run [MPB11 eq. 6].

    Parameters
    ----------
    run : Run
        A run of an algorithm with one vector w and the hinge or log loss, such as `hinge`, `minibatch` or `scaled`, or
        of a variant with another projection.

    Returns
    -------
    Projections

    Raises
    ------
    ValueError
        If a step does not multiply w_t − η_t·∇_t by a number.
    """
    _check_run(run)
    w, rows = np.zeros(run.X.shape[1]), []
    for step in run:
        move = step.eta * _subgradient(w, run, step.drawn)
        half, size, w = w - move, norm(w) + norm(move), np.array(step.w)
        before, after = norm(half), norm(w)
        fired = before > 0 and abs(after - before) > TOLERANCE * size
        factor = after / before if fired else 1.0
        if norm(w - factor * half) > 1e-6 * size:
            raise ValueError(
                "run must multiply w_t - eta_t * gradient_t by a number in every step, got another direction in step "
                f"{step.t}; take an algorithm of the hinge or log loss, or a variant that only changes its projection."
            )
        rows.append((step.t, before, after, factor, fired))
    return Projections(*map(np.array, zip(*rows)))


def _check_run(run):
    if not isinstance(run, Run):
        raise ValueError(f"run must be what run(...) returns, got {type(run).__name__}; give this result itself.")
    if run.is_kernel_run or run.loss not in LOSSES:
        raise ValueError(
            "run must be of an algorithm with one vector w and the hinge or the log loss, got "
            f"{run.algorithm.__name__}; take hinge or minibatch."
        )


def _subgradient(w, run, A):
    """Return ∇_t for the rows that step t drew."""
    X = run.X[A]
    rows = X.toarray() if hasattr(X, "toarray") else X
    return unchecked_subgradients(w, rows, run.y[A], run.lam, run.loss).mean(axis=0)
