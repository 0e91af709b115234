"""Measure estimators with their default settings and threads, at λ = 1/m, and draw a picture.

Dual ascent is no default: it has solver="dual" and tol=0.01. All minimise the hinge loss, so LinearSVC has
loss="hinge"; SGDClassifier does not penalise its bias, the others do.
"""

import math
import statistics
import subprocess
import sys
from pathlib import Path

import numpy as np
from measuring import gaussian, measure, seconds, table
from samples import reviews, sample
from sklearn.datasets import load_digits, make_classification, make_regression
from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.linear_model import SGDClassifier, SGDRegressor
from sklearn.model_selection import GridSearchCV, train_test_split
from sklearn.pipeline import make_pipeline
from sklearn.svm import LinearSVC
from tqdm import tqdm

from pegasos_edu import objective
from pegasos_edu.common import palette
from pegasos_edu.common.files import whole_file
from pegasos_edu.datasets import breast_cancer
from pegasos_edu.estimators import PegasosClassifier, PegasosRegressor
from pegasos_edu.losses import insensitive_loss
from pegasos_edu.plots import Picture, figure
from pegasos_edu.plots.axes import legend_below

LAMS = [1e-5, 1e-4, 1e-3, 1e-2]
SOLVERS = {
    "Pegasos": {"marker": "o", "color": palette.VERMILION, "label": "Pegasos, default"},
    "dual": {"marker": "o", "mfc": "white", "color": palette.VERMILION, "label": "dual ascent, within 1 %"},
    "LinearSVC": {"marker": "^", "mfc": "white", "color": palette.BLUE, "label": "LinearSVC, hinge loss"},
}
COMPARED = list(SOLVERS)
TOLERANCES = (0.3, 0.2, 0.1, 0.05)
COUNTED = 6  # the first data sets: all but those on which a fit ends with a warning
SPLITS = 5  # how often the examples are split into two parts, to compare accuracies


def data(folder):
    """Yield name, X and y."""
    for name in ("a8a", "w8a", "sentiment", "MNIST"):
        yield sample(name, folder)
    yield "breast cancer", *breast_cancer()[:2]
    yield "16,000 × 54 (made)", *gaussian(16_000, 54, np.random.default_rng(0))
    X, y = make_classification(300, 500, n_informative=20, random_state=2)
    yield "300 × 500 (made)", X, 2 * y - 1
    X, y = make_classification(1_000, 20, random_state=0)
    yield "columns of other scales (made)", X * 10.0 ** np.linspace(-2, 3, 20), 2 * y - 1


def models(m):
    """Return a dict: the name of a model -> a function that makes the model for a seed."""
    return {
        "Pegasos": lambda seed: PegasosClassifier(random_state=seed),
        "dual": lambda seed: PegasosClassifier(solver="dual", tol=0.01, random_state=seed),
        "SGD": lambda seed: SGDClassifier(alpha=1 / m, random_state=seed),
        "LinearSVC": lambda seed: LinearSVC(loss="hinge", random_state=seed),
    }


def f(model, X, y):
    """Return the objective that was reached; the bias has no penalty, as in SGDClassifier."""
    return float(objective(model.coef_[0], X, y, 1 / len(y), b=float(model.intercept_[0])))


def f_of_classes(model, X, y):
    """Return the mean objective of each class against the rest."""
    signs, b = np.where(y[:, None] == model.classes_, 1, -1), model.intercept_
    return float(np.mean([objective(w, X, signs[:, n], 1 / len(y), b=b[n]) for n, w in enumerate(model.coef_)]))


def f_of_log_loss(model, X, y):
    return float(objective(model.coef_[0], X, y, 1 / len(y), "log", b=float(model.intercept_[0])))


def f_of_regression(model, X, y):
    w = model.coef_.ravel()
    return float(w @ w / (2 * len(y)) + insensitive_loss(y, model.predict(X), model.epsilon).mean())


def others(folder):
    """Yield a name, X, y, two models for a seed, and their objective, for the other losses and for several classes."""
    X, y = load_digits(return_X_y=True)
    alpha = {"alpha": 1 / len(y)}
    yield "digits, 10 classes", X / 16, y, {
        "Pegasos": lambda seed: PegasosClassifier(random_state=seed),
        "SGD": lambda seed: SGDClassifier(**alpha, random_state=seed),
    }, f_of_classes  # fmt: skip
    title, X, y = sample("a8a", folder)
    of_log = {"alpha": 1 / len(y)}
    yield f"{title}, log loss", X, y, {
        "Pegasos": lambda seed: PegasosClassifier("log", random_state=seed),
        "SGD": lambda seed: SGDClassifier("log_loss", **of_log, random_state=seed),
    }, f_of_log_loss  # fmt: skip
    for noise, kind in ((100, "noisy"), (10, "nearly exact")):
        X, y = make_regression(2_000, 20, noise=noise, random_state=0)
        pair = {
            "Pegasos": lambda seed: PegasosRegressor(random_state=seed),
            "SGD": lambda seed: SGDRegressor("epsilon_insensitive", alpha=1 / 2_000, random_state=seed),
        }
        yield f"regression (made), {kind}", X, y / y.std(), pair, f_of_regression


def beside(X, y, rounds, models, f):
    """Return the seconds of each model, and the objectives and passes that it reached, as medians over seeds."""
    seeds, reached = iter(range(10**6)), {name: [] for name in models}

    def fit(name, make):
        model = make(next(seeds))
        taken = seconds(model.fit, X, y)
        reached[name].append((f(model, X, y), np.max(model.n_iter_)))
        return taken

    tasks = [(name, lambda name=name, make=make: fit(name, make)) for name, make in models.items()]
    times = measure(tasks, rounds)
    return times, {name: [statistics.median(each) for each in zip(*values)] for name, values in reached.items()}


def accuracies(X, y):
    """Return the accuracies of Pegasos and of SGDClassifier on a third of the examples, and their difference."""
    right = {"Pegasos": [], "SGD": []}
    for seed in range(SPLITS):
        X_fit, X_new, y_fit, y_new = train_test_split(X, y, test_size=1 / 3, random_state=seed)
        for name, hits in right.items():
            hits.append(models(len(y_fit))[name](seed).fit(X_fit, y_fit).predict(X_new) == y_new)
    ours, theirs = (np.concatenate(hits) for hits in right.values())
    apart = ours.astype(int) - theirs
    error = apart.std() * math.sqrt(SPLITS / len(apart))  # as if all splits had the same examples
    return ours.mean(), theirs.mean(), apart.mean() / error if error else 0.0


def searches(folder, rounds):
    """Return the seconds of a search over four λ with five folds, with the TF-IDF of texts."""
    try:
        texts, y = reviews(folder)
    except (FileNotFoundError, TypeError):
        _, texts, y = sample("sentiment", None)

    def search(model, name):
        steps = [TfidfVectorizer(), model] if isinstance(texts, list) else [model]
        names = {f"{type(model).__name__.lower()}__{name}": LAMS}
        return seconds(GridSearchCV(make_pipeline(*steps), names).fit, texts, y)

    tasks = [
        ("Pegasos", lambda: search(PegasosClassifier(), "lam")),
        ("SGD", lambda: search(SGDClassifier(random_state=0), "alpha")),
    ]
    return measure(tasks, rounds)


FIRST = """
import sys, time, warnings
warnings.simplefilter("ignore")
sys.path.insert(0, {here!r})
import defaults
X, y = [values for name, *values in defaults.data({folder!r}) if name == {name!r}][0]
for solver in ("Pegasos", "SGD"):
    model = defaults.models(len(y))[solver](0)
    start = time.perf_counter()
    model.fit(X, y)
    print(time.perf_counter() - start)
print("numba" in sys.modules)
"""


def first(name, folder):
    """Return the seconds of the first fits of a process, by Pegasos and by SGD, and whether Numba was loaded."""
    code = FIRST.format(here=str(Path(__file__).parent), folder=folder, name=name)
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    ours, theirs, loaded = done.stdout.split()
    return float(ours), float(theirs), "yes" if loaded == "True" else "no"


def tolerances(folder, rounds):
    """Return for each tolerance how long Pegasos takes beside SGD, as a geometric mean over the data sets."""
    ratios = {tol: [] for tol in TOLERANCES}
    for _, X, y in list(data(folder))[:COUNTED]:
        some = {tol: lambda seed, tol=tol: PegasosClassifier(tol=tol, random_state=seed) for tol in TOLERANCES}
        times, _ = beside(X, y, rounds, some | {"SGD": models(len(y))["SGD"]}, f)
        for tol, values in ratios.items():
            values.append(times[tol] / times["SGD"])
    return [(f"tol={tol:g}", [f"{statistics.geometric_mean(values):.2f}"]) for tol, values in ratios.items()]


def drawn(ratios):
    """Draw the picture of the README: the time of a fit compared with SGDClassifier, for each data set."""
    picture, ax = figure(width=6.5, height=3.4)
    names = list(ratios)[::-1]
    for solver, style in SOLVERS.items():
        ax.plot([ratios[name][solver] for name in names], names, ls="", ms=8, **style)
    ax.axvline(1, color=palette.INK, lw=1, label="SGDClassifier")
    ax.set_xscale("log")
    ticks = [0.1, 0.2, 0.5, 1, 2, 5, 10, 20]
    ax.set_xticks(ticks, map(str, ticks))
    ax.minorticks_off()
    ax.set_xlim(0.08, 25)
    ax.set_xlabel("time of a fit, beside SGDClassifier's")
    ax.grid(axis="y", color=palette.LIGHT_GREY)
    legend_below(ax)
    with whole_file(Path(__file__).parent / "defaults.svg") as file:
        file.write(Picture(picture, "Times beside SGDClassifier's.").svg())


def written(times, reached):
    """Return the times, the passes and the objectives beside the smallest of them, and the ratio to SGDClassifier."""
    lowest = min(value for value, _ in reached.values())
    cells = [f"{1e3 * taken:.1f}" for taken in times.values()]
    cells += [f"{passes:.0f}" for _, passes in reached.values()]
    return [*cells, *(f"{value / lowest:.3f}" for value, _ in reached.values())], times["Pegasos"] / times["SGD"]


def headings(names):
    return [
        *(f"ms: {name}" for name in names),
        *(f"passes: {name}" for name in names),
        *(f"f: {name}" for name in names),
    ]


def main(rounds, folder):
    rows, held_out, points = [], [], {}
    for name, X, y in tqdm(list(data(folder)), desc="defaults"):
        for solver in ("pegasos", "dual"):
            PegasosClassifier(solver=solver, compile=True).fit(X, y)  # from here on the process is warm
        times, reached = beside(X, y, rounds, models(len(y)), f)
        cells, _ = written(times, reached)
        points[name] = {solver: times[solver] / times["SGD"] for solver in times}
        rows.append((name, [*cells, *(f"{points[name][solver]:.2f}" for solver in COMPARED)]))
        ours, theirs, sigmas = accuracies(X, y)
        *taken, loaded = first(name, folder)
        cells = [f"{1e3 * each:.0f}" for each in taken]
        held_out.append((name, [f"{ours:.2%}", f"{theirs:.2%}", f"{sigmas:+.1f}", *cells, loaded]))
    means = [statistics.geometric_mean(of[solver] for of in points.values()) for solver in COMPARED]
    rows.append(("geometric mean", [""] * (len(rows[0][1]) - len(means)) + [f"{mean:.2f}" for mean in means]))
    ratios = [f"**time, {solver} / SGD**" for solver in COMPARED]
    table("hinge loss, λ = 1/m", [*headings(models(1)), *ratios], rows)
    columns = ["accuracy: Pegasos", "SGD", "apart, in standard errors", "first fit, ms: Pegasos", "SGD", "Numba loaded"]
    table("held out", columns, held_out)
    drawn(points)
    rows = []
    for name, X, y, pair, value in others(folder):
        cells, ratio = written(*beside(X, y, rounds, pair, value))
        rows.append((name, [*cells, f"{ratio:.2f}"]))
    table("other losses, λ = 1/m", [*headings(pair), "**time, Pegasos / SGD**"], rows)
    table("geometric mean of the first six data sets", ["time, Pegasos / SGD"], tolerances(folder, rounds))
    times = searches(folder, min(rounds, 5))
    cells = [f"{times['Pegasos']:.2f}", f"{times['SGD']:.2f}", f"{times['Pegasos'] / times['SGD']:.2f}"]
    table("four λ, five folds", ["s: Pegasos", "SGD", "ratio"], [("reviews", cells)])
