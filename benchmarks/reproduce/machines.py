"""Find the least objective of a linear or Gaussian machine, and run Pegasos or SDCA until they come near to it.

A kernel of more than ``CACHE`` megabytes is never stored as a whole: rows are computed in blocks when they are needed,
and the last used ones are kept.
"""

from collections.abc import Callable
from dataclasses import replace
from itertools import islice
from typing import NamedTuple

import numpy as np
from least import Least, ascend, certified, least_by_rows, unheard
from sklearn.utils import gen_batches

from pegasos_edu.algorithms import dual_ascent, kernelized_cached, summed
from pegasos_edu.algorithms.step_types import copied
from pegasos_edu.common.sparse_rows import rows_of
from pegasos_edu.estimators import PegasosClassifier
from pegasos_edu.estimators.certificate import hinge
from pegasos_edu.estimators.gram import BLOCK, GramRows, Kernel
from pegasos_edu.estimators.solver import Solver
from pegasos_edu.fast.averaging import mean_of
from pegasos_edu.fast.backends import backend
from pegasos_edu.fast.loops import initial_step, notes_for
from pegasos_edu.losses import objective as linear_objective
from pegasos_edu.runs.draws import passes
from pegasos_edu.theory.optimum import MAX_SIZE, optimum

CACHE = 1_500  # megabytes
GOAL = 0.01  # the gap of a certificate, as a share of ε
LONG_RUN = 200  # passes, where there is no certificate


class Machine(NamedTuple):
    """Hold a problem, the methods that solve it, and the scores that weights give to new examples."""

    solver: Solver
    least: Callable  # takes ε and a function of words; returns a `Least`
    scores: Callable  # takes weights (n, …); returns the scores of all test examples, (n, …)
    pegasos: Callable  # takes a seed; yields f and the weights after each pass of m draws, without end
    sdca: Callable  # the same


class Reached(NamedTuple):
    """Record where a method was when it came close, or at its last step."""

    steps: int
    passes: int
    gap: float  # f minus the lower bound of min f
    weights: np.ndarray
    is_near: bool


# Until it is near


def until_near(method, m, least, epsilon, most, tell=unheard):
    """Run a method until f ≤ min f + ε.

    Parameters
    ----------
    method : iterable of f and the weights, after each pass
    m : int
        Steps of a pass.
    least : Least
    epsilon : float, > 0
    most : int
        The largest number of passes.
    tell : function of words

    Returns
    -------
    Reached
    """
    for n, (f, weights) in enumerate(islice(method, most), 1):
        gap = float(f - least.bound)
        tell(f"pass {n}, {gap:.2g} above the least, {epsilon:.2g} wanted")
        reached = Reached(n * m, n, gap, weights, gap <= epsilon)
        if reached.is_near:
            break
    return reached


def errors(machine, z, *weights):
    """Return the share of test examples on the wrong side for each weight vector; a score of 0 is on neither side."""
    return [float(np.mean(scores * z <= 0)) for scores in machine.scores(np.stack(weights))]


USUAL = 25  # passes that are expected, when it is decided whether to load Numba


def _pegasos(solver, weights, seed):
    """Run Pegasos as in the paper: independent draws, the last iterate; yield f and the weights after each pass."""
    done, n = None, 0
    while True:
        done, n = replace(solver, seed=[seed, n]).fit(done), n + 1
        yield solver.objective(done.descents[0], solver.targets[0]), weights(copied(done.descents[0].step))


# Linear


def linear(given, lam):
    """Return the linear machine without a bias.

    Parameters
    ----------
    given : Given
    lam : float, > 0

    Returns
    -------
    Machine
    """
    X, y = _in_rows(given.X), given.y
    solver = Solver(summed, X, [y], lam, hinge(), sampling="uniform")
    return Machine(
        solver,
        least=lambda epsilon, tell: _least_linear(X, y, lam, tell),
        scores=lambda weights: (given.Z @ weights.T).T,
        pegasos=lambda seed: _pegasos(solver, lambda step: step.w, seed),
        sdca=lambda seed: _linear_sdca(X, y, lam, seed),
    )


def _linear_sdca(X, y, lam, seed):
    """Run `dual_ascent` with independent draws; yield f and the weights after each pass."""
    step, m = initial_step(dual_ascent, X, y), len(y)
    mean, loop = mean_of("none", step.w), backend(dual_ascent, X, "auto", USUAL * m).loop
    for draws in passes("uniform", m, seed):
        step = loop(X, y, lam, draws, np.array([m]), step, mean, notes_for(step, draws))
        yield linear_objective(step.w, X, y, lam), step.w.copy()


def _in_rows(X):
    return np.ascontiguousarray(X, dtype=np.float64) if isinstance(X, np.ndarray) else rows_of("X", X)


def _least_linear(X, y, lam, tell):
    """Return the certified optimum if the problem is small enough, otherwise the result of a long run."""
    if min(X.shape) <= MAX_SIZE:
        tell("the certified optimum")
        return Least(*(best := optimum(X, y, lam))[1:], best.w)
    tell(f"a run of {LONG_RUN} passes")
    model = PegasosClassifier(lam=lam, bias="none", max_iter=LONG_RUN, tol=None).fit(X, y)
    w = model.coef_[0]
    return Least(float(linear_objective(w, X, y, lam)), None, w)


# Gaussian


def gaussian(given, lam, gamma, megabytes=CACHE):
    """Return the machine with the kernel exp(−γ·‖x − z‖²), without a bias.

    Parameters
    ----------
    given : Given
    lam, gamma : float, > 0
    megabytes : float
        Room for kernel values.

    Returns
    -------
    Machine
    """
    X, y = given.X, given.y
    m = X.shape[0]
    kernel = Kernel("rbf", gamma, 3, 0.0, X.mean(axis=0) if isinstance(X, np.ndarray) else None)
    if 8 * m * m <= megabytes * 2**20:
        K = _whole(kernel, X)
    else:
        K = _by_rows(kernel, X, megabytes)
    solver = Solver(kernelized_cached, K, [y], lam, hinge(), sampling="uniform")
    return Machine(
        solver,
        least=lambda epsilon, tell: least_by_rows(K, y, lam, GOAL * epsilon, tell=tell),
        scores=lambda beta: _kernel_scores(kernel, given, beta),
        pegasos=lambda seed: _pegasos(solver, lambda step: step.beta(y), seed),
        sdca=lambda seed: _kernel_sdca(K, y, lam, seed),
    )


def _kernel_sdca(K, y, lam, seed):
    """Run `dual_ascent` on scores with independent draws; yield f and the weights after each pass."""
    m = len(y)
    a, scores = np.zeros(m), np.zeros(m)
    for draws in passes("uniform", m, seed):
        for part in np.array_split(draws, -(-m // BLOCK)):
            ascend(K, y, lam * m, a, scores, part)
        certificate = certified(y, lam, a, scores)
        yield certificate.value, certificate.weights


def _whole(kernel, X):
    """Return K, computed in blocks, so that there is never a second copy."""
    m = X.shape[0]
    K = np.empty((m, m))
    for part in gen_batches(m, BLOCK):
        K[part] = kernel(X[part], X)
    return K


def _by_rows(kernel, X, megabytes):
    return GramRows(lambda wanted: kernel(X[wanted], X), X.shape[0], megabytes)


def _kernel_scores(kernel, given, beta):
    """Return Σ_j β_j·K(x_j, z) for each z, for a stack of β (n, m)."""
    support = np.flatnonzero(beta.any(axis=0))
    vectors, beta = given.X[support], beta[:, support]
    parts = gen_batches(given.Z.shape[0], BLOCK)
    return np.hstack([beta @ kernel(given.Z[part], vectors).T for part in parts])
