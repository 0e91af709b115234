"""What the projection did: a log of a run, made from its steps and not from the code that projects."""

from math import sqrt
from typing import NamedTuple

import numpy as np

from pegasos_edu.losses import LOSSES
from pegasos_edu.runs.run import Run
from pegasos_edu.theory.subgradients import unchecked_subgradients

TOLERANCE = 1e-9  # a norm that changed by less, beside ‖w_t‖ and the length of the step, was not cut


class Projections(NamedTuple):
    """What became of w in each round, between the step against the subgradient and the end of the round.

    The step leads from w_t to w_{t+½} = w_t − η_t·∇_t, the projection from there to w_{t+1}.
    """

    t: np.ndarray  # (T,) round, 1 ... T
    before: np.ndarray  # (T,) ‖w_{t+½}‖
    after: np.ndarray  # (T,) ‖w_{t+1}‖
    factor: np.ndarray  # (T,) what w_{t+½} was multiplied by, 1 where it was left alone
    fired: np.ndarray  # (T,) of bool: whether the factor is another than 1


def projections(run):
    """The log of the projection in each round of a run [MPB11 eq. 6].

    Parameters
    ----------
    run : Run
        Of `hinge`, `logistic`, `minibatch`, `logistic_minibatch` or `scaled`, or of a variant of these that projects
        otherwise; without ``project=True`` no round fires.

    Returns
    -------
    Projections

    Raises
    ------
    ValueError
        Where a round is no step against the subgradient that is then multiplied by a number.
    """
    _check_run(run)
    w, rows = np.zeros(run.X.shape[1]), []
    for step in run:
        move = step.eta * _subgradient(w, run, step.drawn)
        half, size, w = w - move, _norm(w) + _norm(move), np.array(step.w)
        before, after = _norm(half), _norm(w)
        fired = before > 0 and abs(after - before) > TOLERANCE * size
        factor = after / before if fired else 1.0
        if _norm(w - factor * half) > 1e-6 * size:
            raise ValueError(
                "run must multiply w_t - eta_t * gradient_t by a number in every round, got another direction in round "
                f"{step.t}; take an algorithm of the hinge or log loss, or a variant of it that changes the projection only."
            )
        rows.append((step.t, before, after, factor, fired))
    return Projections(*map(np.array, zip(*rows)))


def _check_run(run):
    if not isinstance(run, Run):
        raise ValueError(f"run must be what run(...) returns, got {type(run).__name__}; give that itself.")
    if run.is_kernel_run or run.loss not in LOSSES:
        raise ValueError(
            f"run must be of an algorithm with one vector w and the hinge or the log loss, got {run.algorithm.__name__}; "
            "take hinge or minibatch."
        )


def _subgradient(w, run, A):
    """∇_t, from the rows that step t looked at."""
    X = run.X[A]
    rows = X.toarray() if hasattr(X, "toarray") else X
    return unchecked_subgradients(w, rows, run.y[A], run.lam, run.loss).mean(axis=0)


def _norm(v):
    return sqrt(v.dot(v))
