"""What the defaults follow from: how near to the optimum each way to draw and to average comes, at λ = 1/m."""

import statistics
from itertools import product

import numpy as np
from measuring import table
from samples import MADE, least, sample
from tqdm import tqdm

from pegasos_edu import objective
from pegasos_edu.datasets import breast_cancer, digits, moons
from pegasos_edu.estimators import PegasosClassifier
from pegasos_edu.estimators.descent import Descent
from pegasos_edu.theory.optimum import optimum

EPOCHS = (5, 10, 20, 50)
SEEDS = (0, 1, 2)
MOMENTS = {"1": 1, "2": 2, "8": 8, "every": np.inf}
AVERAGED = 10  # epochs, where the numbers of moments are compared


def problems(folder):
    """Name, X, y, λ = 1/m and the certified optimum."""
    for name in MADE:
        title, X, y = sample(name, folder)
        yield title, X, y, 1 / len(y), least(name, folder, 1 / len(y))
    for made in (breast_cancer, digits, moons):
        X, y, _ = made()
        yield made.__name__.replace("_", " "), X, y, 1 / len(y), optimum(X, y, 1 / len(y)).value


def gap(X, y, lam, f, **settings):
    """f(w)/f* − 1, the median of the seeds."""
    gaps = []
    for seed in SEEDS:
        model = PegasosClassifier(lam=lam, bias="none", random_state=seed, compile=True, **settings).fit(X, y)
        gaps.append(objective(model.coef_[0], X, y, lam) / f - 1)
    return f"{statistics.median(gaps):.2%}"


def each_moment(problem, moments):
    """The gap where so many iterates of a pass enter the average, whatever that costs."""
    chosen, Descent._moments = Descent._moments, lambda descent, X, steps: int(min(moments, steps))
    try:
        return gap(*problem, max_iter=AVERAGED)
    finally:
        Descent._moments = chosen


def main(rounds, folder):
    ways, moments = [], []
    for name, *problem in tqdm(list(problems(folder)), desc="defaults"):
        for sampling, average in product(("epochs", "uniform"), ("none", "all", "tail")):
            settings = {"sampling": sampling, "average": average}
            cells = [gap(*problem, max_iter=epochs, **settings) for epochs in EPOCHS]
            ways.append((f"{name}, {sampling}, {average}", cells))
        moments.append((name, [each_moment(problem, n) for n in MOMENTS.values()]))
    table("f(w)/f* − 1 at λ = 1/m", [f"{epochs} epochs" for epochs in EPOCHS], ways)
    table(f"iterates of a pass, after {AVERAGED} epochs", list(MOMENTS), moments)
