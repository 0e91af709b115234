"""Measure the time of an update against the numbers of rows, columns and non-zeros, alone and in a whole fit."""

import numpy as np
from measuring import LAM, gaussian, loop, measure, seconds, table

from pegasos_edu.datasets import sparse_text
from pegasos_edu.estimators import PegasosClassifier
from pegasos_edu.runs.draws import make_draws

ENTRIES = 20_000_000  # entries of X that each measurement touches
FEWEST = 20_000  # the fewest updates in a measurement


def dense(m, d):
    return gaussian(m, d, np.random.default_rng(0))


def sparse(d, nnz):
    return sparse_text(1_000, d, nnz=nnz)[:2]


PROBLEMS = {
    "rows, d = 20": {f"{m:,}": (dense, m, 20) for m in (1_000, 10_000, 100_000, 1_000_000)},
    "columns, m = 1,000": {f"{d:,}": (dense, 1_000, d) for d in (10, 100, 1_000, 10_000)},
    "non-zeros of 50,000 columns": {f"{n}": (sparse, 50_000, n) for n in (10, 30, 100, 300)},
    "columns at 75 non-zeros": {f"{d:,}": (sparse, d, 75) for d in (1_000, 10_000, 100_000, 1_000_000)},
}


def tasks(column, make, *shape):
    """Return functions that measure the seconds an update takes, in a whole fit and in the compiled algorithm."""
    X, y = make(*shape)
    m = len(y)
    updates = max(FEWEST, ENTRIES // (getattr(X, "nnz", X.size) // m))
    epochs = max(1, updates // m)
    T = epochs * m
    model = PegasosClassifier(lam=LAM, bias="none", average="none", max_iter=epochs, tol=None, compile=True)
    yield (column, "fit"), lambda: seconds(model.fit, X, y) / T
    draws, labels = make_draws("epochs", m, T, seed=0), y.astype(float)
    yield (column, "algorithm"), lambda: seconds(loop, X, labels, draws) / T


def main(rounds, folder):
    for title, columns in PROBLEMS.items():
        medians = measure([task for column, of in columns.items() for task in tasks(column, *of)], rounds)
        first = medians[next(iter(columns)), "fit"]
        rows = [
            ("ns an update", [f"{1e9 * medians[column, 'fit']:.0f}" for column in columns]),
            ("of these in the algorithm", [f"{1e9 * medians[column, 'algorithm']:.0f}" for column in columns]),
            ("ratio to the first", [f"{medians[column, 'fit'] / first:.2f}" for column in columns]),
        ]
        table(title, list(columns), rows)
