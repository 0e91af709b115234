"""Measure the processor time to within 1 % and 0.1 % of the optimum, without a bias, on one thread.

No peer knows how far it is from the optimum. So each solver makes the fewest passes of GRID after which the weights of
three seeds are near it, as if it knew. Dual ascent is also measured as a user runs it, without this knowledge: it stops
when it has proved that it is near ("certified").
"""

from collections.abc import Callable
from functools import partial
from itertools import product
from statistics import geometric_mean, median
from typing import Any, NamedTuple

import numpy as np
from measuring import in_turns, processor_seconds, table
from samples import MADE, least, sample, thirteen
from sklearn.datasets import load_digits, make_regression
from sklearn.linear_model import LogisticRegression, SGDClassifier, SGDRegressor
from sklearn.svm import LinearSVC, LinearSVR
from sklearn.svm._base import _fit_liblinear
from tqdm import tqdm

from pegasos_edu import C_from_lam, objective
from pegasos_edu.estimators import PegasosClassifier, PegasosRegressor
from pegasos_edu.losses import insensitive_loss
from pegasos_edu.theory.optimum import optimum

LAMS = (1e-2, 1e-3, 1e-4)
GAPS = (0.01, 0.001)
GRID = (1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128, 192, 256)
SEEDS = (0, 1, 2)
LONGEST = 0.3  # seconds of one fit after which no more passes are tried
SOLVERS = ("dual ascent", "Pegasos", "SGD", "LIBLINEAR")
PEERS, CERTIFIED = SOLVERS[2:], "certified"
OURS = (*SOLVERS[:2], CERTIFIED)


class Problem(NamedTuple):
    """Hold data, λ, and what solves the problem."""

    X: Any
    y: Any
    lam: float
    f: Callable  # (w, X, y, λ) -> the objective, for the coef_ of a model
    least: float  # the minimum of f
    solvers: dict  # name -> functions (passes, seed) -> model; the fastest of them counts


def pegasos(model, lam, *values, **settings):
    """Return a function (passes, seed) -> Pegasos or dual ascent."""
    plain = {"lam": lam, "bias": "none", "compile": True, "tol": None, **settings}
    return lambda passes, seed: model(*values, **plain, max_iter=passes, random_state=seed)


def sgd(model, loss, lam, m, **settings):
    """Return three functions (passes, seed) -> SGD: without a mean, with the mean of all w, and of the last half."""
    plain = {"alpha": lam, "fit_intercept": False, "tol": None, **settings}
    for mean in (lambda passes: False, lambda passes: True, lambda passes: passes * m // 2):
        yield lambda passes, seed, mean=mean: model(
            loss, **plain, max_iter=passes, average=mean(passes), random_state=seed
        )


def liblinear(model, lam, m, **settings):
    """Return a function (passes, seed) -> a model of LIBLINEAR, which makes exactly these passes."""
    plain = {"C": C_from_lam(lam, m), "fit_intercept": False, "tol": 1e-12, **settings}
    return lambda passes, seed: model(**plain, max_iter=passes, random_state=seed)


def hinge(X, y, lam, f_least, f=lambda w, *problem: objective(w[0], *problem)):
    """Return the problem of a support vector machine."""
    return Problem(X, y, lam, f, f_least, {
        "dual ascent": [pegasos(PegasosClassifier, lam, solver="dual")],
        "Pegasos": [pegasos(PegasosClassifier, lam)],
        "SGD": [*sgd(SGDClassifier, "hinge", lam, len(y))],
        "LIBLINEAR": [liblinear(LinearSVC, lam, len(y), loss="hinge")],
    })  # fmt: skip


def of_classes(X, numbers, lam):
    """Return the problem of each class against the rest; f is the mean over the classes."""
    signs = [np.where(numbers == n, 1, -1) for n in np.unique(numbers)]

    def f(w, *_):
        return np.mean([objective(weights, X, y, lam) for weights, y in zip(w, signs)])

    return hinge(X, numbers, lam, np.mean([optimum(X, y, lam).value for y in signs]), f)


def of_log_loss(X, y, lam):
    """Return the problem of logistic regression."""
    return Problem(X, y, lam, lambda w, *_: objective(w[0], X, y, lam, "log"), optimum(X, y, lam, "log").value, {
        "Pegasos": [pegasos(PegasosClassifier, lam, "log")],
        "SGD": [*sgd(SGDClassifier, "log_loss", lam, len(y))],
        "LIBLINEAR": [liblinear(LogisticRegression, lam, len(y), solver="liblinear", dual=True)],
    })  # fmt: skip


def of_regression(X, y, lam):
    """Return the problem of support vector regression with ε = 0.1; its minimum is that of many passes of LIBLINEAR."""

    def f(w, *_):
        return lam / 2 * np.square(w).sum() + insensitive_loss(y, X @ w.ravel(), 0.1).mean()

    svr = liblinear(LinearSVR, lam, len(y), epsilon=0.1)
    return Problem(X, y, lam, f, f(svr(100_000, 0).fit(X, y).coef_), {
        "Pegasos": [pegasos(PegasosRegressor, lam, 0.1)],
        "SGD": [*sgd(SGDRegressor, "epsilon_insensitive", lam, len(y), epsilon=0.1)],
        "LIBLINEAR": [svr],
    })  # fmt: skip


def problems(folder):
    """Yield a title and a function without arguments that makes the problem."""
    for name, lam in product(MADE, (*LAMS, None)):
        title, X, y = sample(name, folder)
        value = lam or 1 / len(y)
        if lam is None and value in LAMS:
            continue
        label = f"{title}, λ = {f'{lam:g}' if lam else '1/m'}"
        yield label, lambda X=X, y=y, value=value, name=name: hinge(X, y, value, least(name, folder, value))
    for name, X, y in thirteen():
        signs, lam = np.where(y > 0, 1, -1), 1 / len(y)
        yield name, lambda X=X, y=signs, lam=lam: hinge(X, y, lam, optimum(X, y, lam).value)
    X, digits = load_digits(return_X_y=True)
    yield "digits, 10 classes", lambda: of_classes(X / 16, digits, 1 / len(digits))
    title, rows, labels = sample("a8a", folder)
    yield f"{title}, λ = 0.0001, log loss", lambda: of_log_loss(rows, labels, 1e-4)
    Z, values = make_regression(2_000, 20, noise=100, random_state=0)
    yield "regression (made)", lambda: of_regression(Z, values / values.std(), 1 / len(values))


class Enough(NamedTuple):
    """Hold the fewest passes after which the weights of all seeds are near the optimum, and the longest time of one."""

    passes: int
    seconds: float


def enough(make, problem, gaps, longest=LONGEST):
    """Return a dict: a gap that is reached -> the `Enough` of a solver."""
    X, y, lam, f, f_least, _ = problem
    enough = {}
    make(1, 0).fit(X, y)  # loads or compiles its code
    for passes in GRID:
        worst, taken = 0, 0
        for seed in SEEDS:
            model = make(passes, seed)
            taken = max(taken, processor_seconds(model.fit, X, y))
            worst = max(worst, f(model.coef_, X, y, lam) / f_least - 1)
            if worst > max(gaps):
                break
        enough |= {gap: Enough(passes, taken) for gap in gaps if worst <= gap and gap not in enough}
        if len(enough) == len(gaps) or taken > longest:
            break
    return enough


class Cell(NamedTuple):
    """Hold what was measured of a solver to a gap."""

    passes: int
    times: list  # one in each round
    above: float  # f/f* − 1 at the end, for the seed of the times


def race(problem, rounds):
    """Return for each gap a dict: a solver that reaches it -> its Cell; all take turns."""
    X, y, lam, f, f_least, solvers = problem
    models = {}
    for name, some in solvers.items():
        reached_by = [(enough(make, problem, GAPS), make) for make in some]
        for gap in GAPS:
            if reached := [(of[gap], make) for of, make in reached_by if gap in of]:
                few, make = min(reached, key=lambda pair: pair[0].seconds)
                models[name, gap] = make(few.passes, 0)
    if "dual ascent" in solvers:
        for gap in GAPS:
            models[CERTIFIED, gap] = solvers["dual ascent"][0](10_000, 0).set_params(tol=gap)
    times = in_turns([(key, partial(processor_seconds, model.fit, X, y)) for key, model in models.items()], rounds)
    cells = {gap: {} for gap in GAPS}
    for (name, gap), model in models.items():
        above = f(model.coef_, X, y, lam) / f_least - 1
        cells[gap][name] = Cell(np.max(model.n_iter_), times[name, gap], above)
    return cells


def fastest(cells, names):
    """Return the name that takes the shortest time, or None."""
    return min((name for name in names if name in cells), key=lambda name: median(cells[name].times), default=None)


def ratio(cells, names, other):
    """Return the median over the rounds of the ratio of the times, for the fastest of the names, if both are there."""
    name = fastest(cells, names)
    if name is None or other not in cells:
        return None
    return median(mine / theirs for mine, theirs in zip(cells[name].times, cells[other].times))


COMPARED = {
    f"{title} / {peer}": (names, peer)
    for title, names in (("our fastest", OURS), ("certified", (CERTIFIED,)))
    for peer in PEERS
}


def written(cells):
    """Return the milliseconds and passes of each solver, f of the certified fit, and the ratios."""
    for name in (*SOLVERS, CERTIFIED):
        yield f"{1e3 * median(cells[name].times):.1f} ({cells[name].passes})" if name in cells else "–"
    yield f"{cells[CERTIFIED].above:.2%}" if CERTIFIED in cells else "–"
    for names, peer in COMPARED.values():
        value = ratio(cells, names, peer)
        yield "–" if value is None else f"{value:.2f}" + " **behind**" * (value > 1)


def summary(rows):
    """Return for each comparison the geometric mean of the ratios, the cells that are behind, and the worst cell."""
    for title, (names, peer) in COMPARED.items():
        known = {label: value for label, cells in rows.items() if (value := ratio(cells, names, peer))}
        worst = max(known, key=known.get)
        behind = sum(value > 1 for value in known.values())
        mean = f"{geometric_mean(known.values()):.2f}"
        yield title, [mean, f"{behind} of {len(known)}", f"{known[worst]:.2f}: {worst}"]


def solver_of(model, X, y):
    """Return the `Solver` that the model makes after all checks of its settings and data."""
    rows = []
    model._solve = lambda solver, *_, **__: rows.append(solver)
    model.fit(X, y)
    return rows[0]


def without_checks(folder, rounds, gap=0.01, lam=1e-3):
    """Return the rows of a table of fits from which the checks of the input are taken, on both sides."""
    for name in ("a8a", "w8a", "sentiment"):
        title, X, y = sample(name, folder)
        problem = hinge(X, y, lam, least(name, folder, lam))
        passes = enough(problem.solvers["LIBLINEAR"][0], problem, [gap])[gap].passes
        ours = solver_of(problem.solvers["dual ascent"][0](10_000, 0).set_params(tol=gap), X, y).fit
        C = C_from_lam(lam, len(y))
        theirs = partial(_fit_liblinear, X, y, C, False, 1, None, "l2", True, 0, passes, 1e-12, 0, loss="hinge")
        times = in_turns([(fit, partial(processor_seconds, fit)) for fit in (ours, theirs)], rounds)
        ratios = [mine / other for mine, other in zip(*times.values())]
        yield (
            f"{title}, λ = {lam:g}, {gap:.1%}",
            [
                *(f"{1e3 * median(each):.1f}" for each in times.values()),
                f"{median(ratios):.2f}",
            ],
        )


def main(rounds, folder):
    rows = {}
    for label, make in tqdm(list(problems(folder)), desc="optimum"):
        rows |= {f"{label}, {gap:.1%}": cells for gap, cells in race(make(), rounds).items()}
    for gap in GAPS:
        some = {label: cells for label, cells in rows.items() if label.endswith(f"{gap:.1%}")}
        table(f"time to {gap:.1%}", ["geometric mean", "cells behind", "the worst cell"], summary(some))
    columns = ["certified dual ascent, ms", "LIBLINEAR, ms", "ratio"]
    table("without the checks of the input", columns, without_checks(folder, rounds))
    columns = [*SOLVERS, CERTIFIED, "its f is above f* by", *COMPARED]
    print("<details><summary>All cells: ms (passes)</summary>\n")
    table("problem, to the gap", columns, [(label, list(written(cells))) for label, cells in rows.items()])
    print("</details>")
