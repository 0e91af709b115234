"""Measure one step of each algorithm in plain Python, and of scikit-learn's SGDClassifier in the same run.

    python benchmarks/steps.py

Prints two tables in Markdown, with microseconds per step: one for four shapes of data, and one of `summed` against the
number of columns, with 75 non-zeros in a row. Everything is measured in turns, so that a machine that becomes slower
affects all alike; a figure is the median over the rounds. Ratios within one run can be trusted; single figures depend
on the machine. A step with a margin below 1 costs about twice as much as another one; the last row of the first table
gives the share of such steps.
"""

import argparse
import time
import warnings

import numpy as np
from measuring import LAM, SPARSE, measure, shapes, table, walk
from sklearn.linear_model import SGDClassifier

from pegasos_edu import ALGORITHMS, run, summed
from pegasos_edu.algorithms.inputs import Classes, Gram, Rows
from pegasos_edu.datasets import sparse_text


def violations(X, y, T):
    """Return the share of steps that add an example, which cost more than the others."""
    return np.mean([y[step.i] * step.score < 1 for step in run(summed, X, y, lam=LAM, T=T, progress=False)])


def sgd(X, y, epochs):
    """Return the seconds an update takes in scikit-learn's SGD for the same objective."""
    model = SGDClassifier(alpha=LAM, fit_intercept=False, max_iter=epochs, tol=None, random_state=0)
    start = time.perf_counter()
    model.fit(X, y)
    return (time.perf_counter() - start) / (epochs * len(y))


def candidates(data, T):
    """Yield (name, column) and a function that measures it once."""
    for column, (X, y) in data.items():
        for name, algorithm in ALGORITHMS.items():
            kind = next(iter(algorithm.__annotations__.values()))
            labels = (y + 1) // 2 if algorithm.__annotations__.get("y") is Classes else y
            if kind is Gram:
                if column != SPARSE:
                    yield (name, column), lambda algorithm=algorithm, K=X @ X.T, y=labels: walk(algorithm, K, y, T)
            elif kind is Rows or column != SPARSE:
                yield (name, column), lambda algorithm=algorithm, X=X, y=labels: walk(algorithm, X, y, T)
        epochs = max(1, 20 * T // len(y))
        yield ("SGDClassifier", column), lambda X=X, y=y, epochs=epochs: sgd(X, y, epochs)


def main():
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--rounds", type=int, default=9, help="measurements of each (default: %(default)s)")
    options.add_argument("--steps", type=int, default=20_000, help="steps in each (default: %(default)s)")
    arguments = options.parse_args()
    warnings.simplefilter("ignore")  # SGDClassifier warns when it stops after the given epochs

    data = shapes(1_000)
    medians = measure(list(candidates(data, arguments.steps)), arguments.rounds)
    names = [*ALGORITHMS, "SGDClassifier"]
    cells = [(name, [f"{1e6 * medians[name, c]:.2f}" if (name, c) in medians else "" for c in data]) for name in names]
    cells.append(("share of violations", [f"{violations(*xy, arguments.steps):.0%}" for xy in data.values()]))
    table("µs a step, m = 1,000", list(data), cells)

    widths = (1_000, 10_000, 100_000, 1_000_000)
    texts = {d: sparse_text(1_000, d)[:2] for d in widths}
    tasks = [(d, lambda d=d: walk(summed, *texts[d], arguments.steps)) for d in widths]
    medians = measure(tasks, arguments.rounds)
    rows = [
        ("µs a step", [f"{1e6 * medians[d]:.2f}" for d in widths]),
        ("ratio to the first", [f"{medians[d] / medians[widths[0]]:.2f}" for d in widths]),
    ]
    table("summed, 75 non-zeros a row", [f"d = {d:,}" for d in widths], rows)


if __name__ == "__main__":
    main()
