"""A program whose steps cannot be seen: what is left is the objective that it comes to, beside the optimum."""

import numpy as np

from pegasos_edu import datasets
from pegasos_edu.boxes import ALGORITHMS
from pegasos_edu.grading.probes import K, Probe
from pegasos_edu.grading.report import Report
from pegasos_edu.grading.walks import is_batch, is_kernel
from pegasos_edu.losses import LOSSES, kernel_objective, objective
from pegasos_edu.runs import last
from pegasos_edu.runs.draws import make_draws
from pegasos_edu.runs.run import LOSS_OF, signature
from pegasos_edu.submissions.trial import Failed
from pegasos_edu.theory.optimum import kernel_optimum, optimum

LAM, PASSES, SEEDS, M = 0.1, 10, (0, 1, 2), 40
SLACK = 1.5  # how much farther from f* than the worst of our runs a right program may end, by chance


def judged(read_as, task, submission, about):
    """The report on a program by its results alone.

    Parameters
    ----------
    read_as : Submission
    task : str
    submission : object
    about : dict
        What is known of it.

    Returns
    -------
    Report

    Raises
    ------
    Failed
        Where its results say nothing, as for several classes.
    """
    loss = LOSS_OF.get(signature(ALGORITHMS[task])[1], "hinge")
    if loss not in LOSSES:
        words = "its rounds could not be seen; give it the draws as a parameter, or yield a step in each round"
        raise Failed("shape", words)
    X, y, _ = datasets.blobs(m=M)
    f_star = (kernel_optimum(X @ X.T, y, LAM, loss) if is_kernel(task) else optimum(X, y, LAM, loss)).value
    theirs, ours = [], []
    for seed in SEEDS:
        probe = _probe(task, X, y, seed)
        theirs.append(_f(task, probe, read_as.follow(probe).returned, loss))
        ours.append(_f(task, probe, _of_box(task, probe), loss))
    passed = bool(np.isfinite(theirs).all() and max(theirs) - f_star <= SLACK * (max(ours) - f_star))
    words = (
        "Its rounds could not be compared one by one, so that it is judged by where it ends: "
        f"after {PASSES} passes over {M} examples f is {min(theirs):.3f} to {max(theirs):.3f} in {len(SEEDS)} runs. "
        f"The minimum is {f_star:.3f}; the box ends at {min(ours):.3f} to {max(ours):.3f}."
    )
    return Report(task, submission, **about, passed=passed, judged=(words,))


def _probe(task, X, y, seed):
    k = K if is_batch(task) else None
    return Probe("by results", X, y, LAM, make_draws("uniform", len(y), PASSES * len(y), seed, k))


def _of_box(task, probe):
    X = probe.X @ probe.X.T if is_kernel(task) else probe.X
    draws = probe.draws if probe.draws.ndim == 2 else probe.draws.tolist()
    step = last(ALGORITHMS[task](X, probe.y, probe.lam, draws))
    return step.beta(probe.y) if is_kernel(task) else step.w


def _f(task, probe, returned, loss):
    """The objective of what came back: the weights, or counts that stand for them."""
    w = np.asarray(returned[0] if isinstance(returned, tuple) else returned, dtype=float)
    if not is_kernel(task):
        return objective(w, probe.X, probe.y, probe.lam, loss) if np.isfinite(w).all() else np.inf
    eta = 1 / (probe.lam * len(probe.draws))
    readings = (eta * w * probe.y, eta * w, w)  # counts, signed counts, coefficients
    return min(kernel_objective(beta, probe.X @ probe.X.T, probe.y, probe.lam, loss) for beta in readings)
