"""Measure estimators with their default settings and threads, at λ = 1/m, and draw a picture."""

import math
import statistics
import subprocess
import sys
from pathlib import Path

import numpy as np
from measuring import gaussian, measure, seconds, table
from samples import MADE, reviews, sample
from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.linear_model import SGDClassifier
from sklearn.model_selection import GridSearchCV, train_test_split
from sklearn.pipeline import make_pipeline
from sklearn.svm import LinearSVC
from tqdm import tqdm

from pegasos_edu import objective
from pegasos_edu.common import palette
from pegasos_edu.common.files import whole_file
from pegasos_edu.datasets import breast_cancer
from pegasos_edu.estimators import PegasosClassifier
from pegasos_edu.plots import Picture, figure

LAMS = [1e-5, 1e-4, 1e-3, 1e-2]
SOLVERS = {
    "Pegasos": {"marker": "o", "color": palette.VERMILION},
    "LinearSVC": {"marker": "^", "mfc": "white", "color": palette.BLUE},
}
SPLITS = 5  # how often the examples are split into two parts, to compare accuracies


def data(folder):
    """Yield name, X and y."""
    for name in MADE:
        yield sample(name, folder)
    yield "breast cancer", *breast_cancer()[:2]
    yield "16,000 × 54 (made)", *gaussian(16_000, 54, np.random.default_rng(0))


def models(m):
    """Return a dict: the name of a model -> a function that makes the model for a seed."""
    return {
        "Pegasos": lambda seed: PegasosClassifier(random_state=seed),
        "SGD": lambda seed: SGDClassifier(alpha=1 / m, random_state=seed),
        "LinearSVC": lambda seed: LinearSVC(random_state=seed),
    }


def f(model, X, y):
    """Return the objective that was reached; the bias has no penalty, as in SGDClassifier."""
    return float(objective(model.coef_[0], X, y, 1 / len(y), b=float(model.intercept_[0])))


def beside(X, y, rounds):
    """Return the seconds of each model, and the objectives and passes that it reached, as medians over seeds."""
    seeds, reached = iter(range(10**6)), {name: [] for name in models(1)}

    def fit(name, make):
        model = make(next(seeds))
        taken = seconds(model.fit, X, y)
        reached[name].append((f(model, X, y), np.max(model.n_iter_)))
        return taken

    tasks = [(name, lambda name=name, make=make: fit(name, make)) for name, make in models(len(y)).items()]
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
from pegasos_edu.estimators import PegasosClassifier
name, X, y = [one for one in defaults.data({folder!r}) if one[0] == {name!r}][0]
fits = []
for seed in range(4):
    start = time.perf_counter()
    PegasosClassifier(random_state=seed).fit(X, y)
    fits.append(time.perf_counter() - start)
print(fits[0] - min(fits[1:]), "numba" in sys.modules)
"""


def first(name, folder):
    """Return how much longer the first fit of a process takes than the next ones, and whether it loaded Numba."""
    code = FIRST.format(here=str(Path(__file__).parent), folder=folder, name=name)
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    more, loaded = done.stdout.split()
    return float(more), "yes" if loaded == "True" else "no"


def drawn(ratios):
    """Draw the picture of the README: the time of a fit compared with SGDClassifier, for each data set."""
    picture, ax = figure(width=6.5, height=2.6)
    names = list(ratios)[::-1]
    for solver, style in SOLVERS.items():
        ax.plot([ratios[name][solver] for name in names], names, ls="", ms=8, label=solver, **style)
    ax.axvline(1, color=palette.INK, lw=1, label="SGDClassifier")
    ax.set_xscale("log")
    ticks = [0.2, 0.5, 1, 2, 5]
    ax.set_xticks(ticks, map(str, ticks))
    ax.minorticks_off()
    ax.set_xlim(0.15, 5)
    ax.set_xlabel("time of a fit with defaults, beside SGDClassifier's")
    ax.grid(axis="y", color=palette.LIGHT_GREY)
    ax.legend(loc="upper left", bbox_to_anchor=(1.0, 1.0), frameon=False)
    with whole_file(Path(__file__).parent / "defaults.svg") as file:
        file.write(Picture(picture, "Times beside SGDClassifier's.").svg())


def main(rounds, folder):
    rows, ratios, points = [], [], {}
    for name, X, y in tqdm(list(data(folder)), desc="defaults"):
        PegasosClassifier(compile=True).fit(X, y)  # from here on the process is warm
        times, reached = beside(X, y, rounds)
        ours, theirs, sigmas = accuracies(X, y)
        more, loaded = first(name, folder)
        ratios.append(times["Pegasos"] / times["SGD"])
        points[name] = {solver: times[solver] / times["SGD"] for solver in SOLVERS}
        milliseconds = [f"{1e3 * times[model]:.1f}" for model in times]
        passes = [f"{reached[model][1]:.0f}" for model in ("Pegasos", "SGD")]
        objectives = f"{reached['Pegasos'][0] / reached['SGD'][0]:.3f}"
        cells = [
            f"{ratios[-1]:.2f}",
            objectives,
            f"{ours:.2%}",
            f"{theirs:.2%}",
            f"{sigmas:+.1f}",
            f"{more:.2f}",
            loaded,
        ]
        rows.append((name, [*milliseconds, *passes, *cells]))
    columns = [
        "ms: Pegasos",
        "SGD",
        "LinearSVC",
        "passes: Pegasos",
        "SGD",
        "**time, Pegasos / SGD**",
        "f, Pegasos / SGD",
    ]
    columns += ["accuracy: Pegasos", "SGD", "apart, in standard errors", "first fit, s more", "Numba loaded"]
    mean = statistics.geometric_mean(ratios)
    table("defaults, λ = 1/m", columns, [*rows, ("geometric mean", [""] * 5 + [f"{mean:.2f}"] + [""] * 6)])
    drawn(points)
    times = searches(folder, min(rounds, 5))
    cells = [f"{times['Pegasos']:.2f}", f"{times['SGD']:.2f}", f"{times['Pegasos'] / times['SGD']:.2f}"]
    table("four λ, five folds", ["s: Pegasos", "SGD", "ratio"], [("reviews", cells)])
