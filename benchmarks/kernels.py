"""Measure the time to the accuracy of SVC on 2,000 held-out examples, with an RBF kernel and its Gram matrix."""

import numpy as np
from measuring import measure, seconds, table
from samples import sample
from sklearn.datasets import make_moons
from sklearn.svm import SVC
from tqdm import tqdm

from pegasos_edu import lam_from_C
from pegasos_edu.estimators import KernelPegasosClassifier

SIZES, HELD_OUT = (1_000, 5_000), 2_000
COSTS = (1, 10, 100)
GRID = (1, 2, 3, 5, 10, 20, 50)
SEEDS = (0, 1)
TOLERATED = 0.005  # Pegasos may have this much less accuracy than SVC
LONG = 5  # seconds; if SVC takes longer, only three rounds are measured


def problems(folder):
    """Yield name, X, y and γ."""
    name, X, y = sample("MNIST", folder)
    yield name, X.astype(np.float32), y, 0.02
    name, X, y = sample("a8a", folder)
    yield name, X.toarray(), y, 0.05
    yield "moons", *make_moons(SIZES[-1] + HELD_OUT, noise=0.3, random_state=0), 10.0


def parts(X, y):
    """Return the examples to learn from, for each size, and the held-out ones."""
    order = np.random.default_rng(0).permutation(len(y))[: SIZES[-1] + HELD_OUT]
    X, y = X[order], y[order]
    for m in SIZES:
        yield m, X[:m], y[:m], X[-HELD_OUT:], y[-HELD_OUT:]


def pegasos(C, gamma, m, epochs, seed):
    return KernelPegasosClassifier(
        gamma=gamma, lam=lam_from_C(C, m), max_iter=epochs, random_state=seed, cache_size=500, compile=True
    )


def enough(C, gamma, data, accuracy):
    """Return the fewest epochs that come close to SVC's accuracy with each seed, and the accuracy."""
    X, y, Z, z = data
    for epochs in GRID:
        worst = min(pegasos(C, gamma, len(y), epochs, seed).fit(X, y).score(Z, z) for seed in SEEDS)
        if worst >= accuracy - TOLERATED:
            return epochs, worst
    return None, worst


def row(C, gamma, data, rounds):
    """Return the cells of the table for one problem."""
    X, y, Z, z = data
    svc = SVC(C=C, gamma=gamma)
    taken = seconds(svc.fit, X, y)
    accuracy = svc.score(Z, z)
    epochs, reached = enough(C, gamma, data, accuracy)
    ours = pegasos(C, gamma, len(y), epochs or GRID[-1], 0)
    tasks = [(model, lambda model=model: seconds(model.fit, X, y)) for model in (svc, ours)]
    medians = measure(tasks, rounds if taken <= LONG else min(3, rounds))
    return [
        f"{accuracy:.2%}",
        f"{reached:.2%}",
        str(epochs) if epochs else f"> {GRID[-1]}",
        f"{medians[svc]:.3f}",
        f"{medians[ours]:.3f}",
        f"{medians[svc] / medians[ours]:.1f}" if epochs else "-",
    ]


def main(rounds, folder):
    rows = []
    for name, X, y, gamma in tqdm(list(problems(folder)), desc="kernels"):
        for m, *data in parts(X, y):
            for C in COSTS:
                rows.append((f"{name}, m = {m:,}, C = {C}", row(C, gamma, data, rounds)))
    columns = ["accuracy, SVC", "Pegasos", "epochs", "s, SVC", "s, Pegasos", "SVC / Pegasos"]
    table(f"RBF, {HELD_OUT:,} held out", columns, rows)
