"""Measure how close each way to draw and to average comes to the optimum, at λ = 1/m."""

import statistics
from itertools import product

import numpy as np
from measuring import table
from samples import MADE, least, sample
from tqdm import tqdm

from pegasos_edu import objective, summed
from pegasos_edu.datasets import breast_cancer, digits, moons
from pegasos_edu.estimators.solver import Solver
from pegasos_edu.theory import optimum

EPOCHS = (5, 10, 20, 50)
SEEDS = (0, 1, 2)
MOMENTS = {"1": 1, "2": 2, "8": 8, "every": np.inf}
AVERAGED = 10  # epochs of the fits that compare numbers of moments


def problems(folder):
    """Yield name, X, y, λ = 1/m and the certified optimum."""
    for name in MADE:
        title, X, y = sample(name, folder)
        yield title, X, y, 1 / len(y), least(name, folder, 1 / len(y))
    for load in (breast_cancer, digits, moons):
        X, y, _ = load()
        yield load.__name__.replace("_", " "), X, y, 1 / len(y), optimum(X, y, 1 / len(y)).value


def gap(X, y, lam, f, epochs, sampling="epochs", average="tail", **settings):
    """Return the median of f(w)/f* − 1 over the seeds."""
    y = y.astype(float)
    settings = {"max_iter": epochs, "sampling": sampling, "average": average, "compile": True, **settings}
    fits = (Solver(summed, X, [y], lam, None, seed=seed, **settings).fit() for seed in SEEDS)
    return f"{statistics.median(objective(fit.descents[0].w, X, y, lam) / f - 1 for fit in fits):.2%}"


def main(rounds, folder):
    ways, moments = [], []
    for name, *problem in tqdm(list(problems(folder)), desc="averages"):
        for sampling, average in product(("epochs", "uniform"), ("none", "all", "tail")):
            cells = [gap(*problem, epochs, sampling, average) for epochs in EPOCHS]
            ways.append((f"{name}, {sampling}, {average}", cells))
        each = [
            gap(*problem, AVERAGED, moments=lambda X, size, steps, n=n: int(min(n, steps))) for n in MOMENTS.values()
        ]
        moments.append((name, each))
    table("f(w)/f* − 1 at λ = 1/m", [f"{epochs} epochs" for epochs in EPOCHS], ways)
    table(f"iterates of a pass, after {AVERAGED} epochs", list(MOMENTS), moments)
