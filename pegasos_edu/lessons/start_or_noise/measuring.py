"""Measure what all runs share, and what differs between them, and store both.

f(mean of w over the runs) − f* is what all runs share: no average over more runs would remove it. What a single run has
above f(mean of w), in the mean, is what differs between the runs. The sum of both is the mean of f(w) − f*.
"""

import json
from itertools import product
from pathlib import Path

import numpy as np
from tqdm import tqdm

from pegasos_edu.algorithms import minibatch
from pegasos_edu.datasets import digits
from pegasos_edu.losses import objective
from pegasos_edu.runs import run, stack
from pegasos_edu.theory import optimum

STORED = Path(__file__).with_name("measured.json")
SEEDS, T = range(500), 3000
MOMENTS = np.unique(np.geomspace(1, T, 40).round().astype(int))  # the steps at which both parts are measured
FLOOR = 50  # a shared part below a 50th of the other is hidden by the noise of the mean of 500 runs
AVERAGES = ("last", "all", "half")
PROBLEMS = {"0.1": ((1, 10, 100), (False, True)), "0.001": ((1,), (False, True))}  # λ, and its batches and balls


def averages(w):
    """Return, from w after each step, what is kept after the steps `MOMENTS` in each way of averaging."""
    sums = np.vstack([np.zeros(w.shape[1]), np.cumsum(w, axis=0)])
    halves = (sums[MOMENTS] - sums[MOMENTS // 2]) / (MOMENTS - MOMENTS // 2)[:, None]
    return {"last": w[MOMENTS - 1], "all": sums[MOMENTS] / MOMENTS[:, None], "half": halves}


def parts(runs, X, y, lam):
    """Return what all runs share and what differs between them, for w of the shape (runs, moments, d)."""
    of_mean = objective(runs.mean(axis=0), X, y, lam)
    each = np.array([objective(w, X, y, lam) for w in runs])
    return of_mean - optimum(X, y, lam).value, each.mean(axis=0) - of_mean


def measured(lam, k, ball, seeds=SEEDS):
    """Return both parts for each way of averaging, from runs on the digits 3 and 8 with batches of k."""
    X, y, _ = digits((3, 8))
    curves = {name: [] for name in AVERAGES}
    for seed in seeds:
        w = stack(run(minibatch, X, y, lam=lam, T=T, k=k, seed=seed, project=ball, progress=False)).w
        for name, values in averages(w).items():
            curves[name].append(values)
    return {name: parts(np.array(values), X, y, lam) for name, values in curves.items()}


def store():
    """Measure all problems, and store both parts in three digits; this takes about a quarter of an hour."""
    stored = {"moments": MOMENTS.tolist(), "seeds": len(SEEDS)}
    for lam, (batches, balls) in PROBLEMS.items():
        stored[lam] = {}
        for k, ball in tqdm(list(product(batches, balls)), desc=f"λ = {lam}"):
            for name, (shared, differing) in measured(float(lam), k, ball).items():
                pair = {"shared": _short(shared), "differing": _short(differing)}
                stored[lam][f"{k} {'ball' if ball else 'free'} {name}"] = pair
    STORED.write_text(json.dumps(stored), "utf-8")


def _short(values):
    return [float(f"{value:.3g}") for value in values]


if __name__ == "__main__":
    store()
