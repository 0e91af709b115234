"""What each misconception does to objective and accuracy: measured, and written down for teachers."""

import math
from functools import cache
from itertools import islice
from statistics import median
from typing import NamedTuple

import numpy as np

from pegasos_edu import datasets, kernels
from pegasos_edu.basics.progress import bar
from pegasos_edu.boxes import ALGORITHMS, hinge, logistic
from pegasos_edu.boxes.inputs import Batches, Classes, Gram, Outcomes, Targets
from pegasos_edu.boxes.variants import variant
from pegasos_edu.losses import insensitive_loss, multiclass_loss, objective_of_scores
from pegasos_edu.misconceptions import CONVENTIONS, SUBJECTS
from pegasos_edu.misconceptions.entries import made, tasks
from pegasos_edu.runs.draws import make_draws
from pegasos_edu.runs.run import signature
from pegasos_edu.submissions.tasks import TASKS

SETS = "toy", "moons", "digits"
LAM, PASSES, SEEDS, BATCH, BIAS = 0.1, 2.5, range(3), 5, 0.3
SMALL = 60  # examples of the data set for a report
# Programs whose α holds other things than counts, and the β that they mean
HELD = dict.fromkeys(
    (
        "only the drawn coefficient shrinks",
        "only the drawn coefficient shrinks, and only on a violation",
        "coefficients that shrink",
    ),
    lambda step, y: step.alpha * y,
) | {"signed counts": lambda step, y: step.eta * step.alpha}


class Effect(NamedTuple):
    """A program beside the right one, after the same draws."""

    f_right: float
    f_wrong: float
    accuracy_right: float
    accuracy_wrong: float
    first: float | None = None  # the first round that leaves other weights, infinity if none; None without rounds


class Data(NamedTuple):
    """What a task is measured on."""

    X: np.ndarray  # (m, d) examples, or a Gram matrix
    y: np.ndarray
    lam: float
    draws: np.ndarray
    options: dict


@cache
def _examples(name, m=None):
    """X, y of a data set, and the numbers of four classes."""
    if name == "digits":
        (X, y, _), (Z, z, _) = datasets.digits(), datasets.digits((5, 9))
        return X, y, np.vstack([X, Z]), np.concatenate([y > 0, 2 + (z > 0)])
    X, y, _ = getattr(datasets, name)(**{"m": m} if m else {})
    return X, y, X, (y > 0) + 2 * (X[:, 0] > np.median(X[:, 0]))


@cache
def _gram(name, m):
    X = _examples(name, m)[0]
    return kernels.rbf(X, gamma=0.5 / kernels.median_distance(X) ** 2)


@cache
def _data(task, name, seed, m=None):
    """Examples, labels and draws for a box."""
    of_X, of_y, of_draws, _ = signature(ALGORITHMS[task])
    X, y, Z, classes = _examples(name, m)
    X, y = (Z, classes.astype(int)) if of_y is Classes else (X, y)
    T = int(PASSES * len(y))
    draws = make_draws("uniform", len(y), T, seed, BATCH if of_draws is Batches else None)
    data = _gram(name, m) if of_X is Gram else X
    return Data(data, y, LAM, draws, {"b": BIAS} if task == "biased" else {})


def _walk(program, data):
    """The last step, and the weights that each step leaves, (T, n)."""
    draws = data.draws if data.draws.ndim == 2 else data.draws.tolist()
    weights = []
    with np.errstate(all="ignore"):
        for step in program(data.X, data.y, data.lam, draws, **data.options):
            weights.append(_weights(step))
    return step, np.array(weights)


def _weights(step):
    return step.alpha.copy() if step.is_kernel else np.append(step.w, step.b if step.has_bias else 0.0)


@cache
def _right(task, name, seed, m=None):
    """The same of the box itself, and its objective and accuracy."""
    data = _data(task, name, seed, m)
    step, weights = _walk(ALGORITHMS[task], data)
    return step, weights, _measured(task, data, step)


def _measured(task, data, step, held=None):
    """Objective and accuracy of what a step leaves."""
    of_y = signature(ALGORITHMS[task])[1]
    with np.errstate(all="ignore"):
        if step.is_kernel:
            beta = held(step, data.y) if held else step.beta(data.y)
            return _of_scores(beta @ data.X @ beta, data.X @ beta, data)
        w, b = step.w, step.b if step.has_bias else data.options.get("b", 0.0)
        scores = data.X @ w.T + b
        if of_y is Classes:
            f = data.lam / 2 * (w * w).sum() + multiclass_loss(data.y, scores).mean()
            return f, (scores.argmax(axis=1) == data.y).mean()
        if of_y is Targets:
            return data.lam / 2 * (w @ w) + insensitive_loss(data.y, scores, 0.1).mean(), _accuracy(scores, data.y)
        return _of_scores(w @ w, scores, data, "log" if of_y is Outcomes else "hinge")


def _of_scores(square, scores, data, loss="hinge"):
    return objective_of_scores(square, scores, data.y, data.lam, loss), _accuracy(scores, data.y)


def _accuracy(scores, y):
    """The share of scores on the right side; 0 is on none."""
    return (scores * y > 0).mean()


def _of_box(entry, task, name, seed, m=None):
    _, right, (f_right, accuracy_right) = _right(task, name, seed, m)
    data = _data(task, name, seed, m)
    step, wrong = _walk(made(entry, task), data)
    f, accuracy = _measured(task, data, step, HELD.get(entry.name))
    return Effect(f_right, f, accuracy_right, accuracy, _first_difference(right, wrong))


def _first_difference(right, wrong):
    """The first round that leaves other weights."""
    T = len(wrong)
    with np.errstate(all="ignore"):
        same = (np.abs(wrong - right[:T]) <= 1e-12 + 1e-9 * np.abs(right[:T])).all(axis=1)
    if same.all():
        return T + 1 if T < len(right) else math.inf
    return int(same.argmin()) + 1


_descent = variant(
    logistic,
    ("project=False", "slope=None"),
    ("p = exp(-np.logaddexp(0, y[i] * score))", "p = -slope(y[i] * score)"),
    ("if project and norm(w) > 0", "if False"),
    name="descent",
)


@cache
def _by_slope(slope, loss, name, seed, m):
    """Objective and accuracy after steps against a slope."""
    data = _data("hinge", name, seed, m)
    w = _walk(_descent, data._replace(options={"slope": slope}))[0].w
    with np.errstate(all="ignore"):
        return _of_scores(w @ w, data.X @ w, data, loss)


def _of_slope(entry, task, name, seed, m=None):
    loss = "hinge" if task == "hinge_slope" else "log"
    return _beside(*(_by_slope(slope, loss, name, seed, m) for slope in (TASKS[task], made(entry, task))))


def _beside(right, wrong):
    return Effect(right[0], wrong[0], right[1], wrong[1])


@cache
def _by_kernel(kernel, task, name, seed, m):
    """Objective and accuracy of Pegasos with a kernel; the objective is that of the kernel itself."""
    X = _examples(name, m)[0]
    options = {"linear": {}, "polynomial": {"gamma": 0.5}, "rbf": {"gamma": 0.5 / kernels.median_distance(X) ** 2}}
    data = _data("kernelized", name, seed, m)._replace(X=kernel(X, **options[task]))
    return _measured("kernelized", data, _walk(ALGORITHMS["kernelized"], data)[0])


_against = variant(
    hinge,
    ("project=False", "gradient=None, cut=None"),
    ("if y[i] * score < 1:", "if gradient:"),
    ("(1 - eta * lam) * w + (eta * y[i]) * X[i]", "w - eta * gradient(w, X[i], y[i], lam)"),
    ("else:", "elif y[i] * score < 1:"),
    (
        "(1 - eta * lam) * w  ",
        "(1 - eta * lam) * w + (eta * y[i]) * X[i]\n        else:\n            w = (1 - eta * lam) * w  ",
    ),
    ("if project and norm(w) > 0", "if cut"),
    ("w = min(1, 1 / sqrt(lam) / norm(w)) * w", "w = cut(w, lam)"),
    name="against",
)


@cache
def _with(function, task, name, seed, m):
    """Objective and accuracy after steps of which one part is this function."""
    data = _data("hinge", name, seed, m)._replace(
        options={{"subgradient": "gradient", "projected": "cut"}[task]: function}
    )
    return _measured("hinge", data, _walk(_against, data)[0])


def _of_part(entry, task, name, seed, m=None):
    return _beside(*(_with(function, task, name, seed, m) for function in (TASKS[task], made(entry, task))))


def _of_kernel(entry, task, name, seed, m=None):
    return _beside(*(_by_kernel(kernel, task, name, seed, m) for kernel in (TASKS[task], made(entry, task))))


def _of_value(entry, task, name, seed, m=None):
    """What is reported for the weights that the right box ends at."""
    box = {"kernel_objective": "kernelized", "log_loss": "logistic"}.get(task, "hinge")
    data, (step, _, (_, accuracy)) = _data(box, name, seed, m), _right(box, name, seed, m)
    given = (step.beta(data.y) if task == "kernel_objective" else step.w, data.X, data.y, data.lam)
    values = []
    for function in (TASKS[task], made(entry, task)):
        if task in ("hinge_loss", "log_loss"):
            w, X, y, lam = given
            values.append(lam / 2 * (w @ w) + function(y * (X @ w)).mean())
        else:
            values.append(float(function(*given, **{"b": BIAS} if task == "objective" else {})))
    return Effect(*values, accuracy, accuracy)


def _way(task):
    """How the effect on a task is measured."""
    if task in ALGORITHMS:
        return _of_box
    if task in ("subgradient", "projected"):
        return _of_part
    if task in ("linear", "polynomial", "rbf"):
        return _of_kernel
    return _of_slope if task.endswith("slope") else _of_value


def effect_of(entry, task):
    """Objective and accuracy without and with a misconception, on a small data set.

    Parameters
    ----------
    entry : Entry
    task : str
        One that the entry applies to.

    Returns
    -------
    Effect
    """
    return _way(task)(entry, task, "toy", 0, SMALL)


def measured(entry):
    """The effects of an entry on the first task that it applies to: for each data set a list, one for each seed."""
    task = tasks(entry)[0]
    return {name: [_way(task)(entry, task, name, seed) for seed in SEEDS] for name in SETS}


# The page

HEAD = """# What goes wrong in programs of Pegasos

For teachers, to read before a course: what learners write, why it is tempting to write it, what it does, and how soon
it shows. This page is made by `pegasos-edu misconceptions` from the catalogue that names the mistakes in reports.

**Accuracy hides most of them; the objective shows many; the steps show all.** A program can be compared with the right
one only on the same draws.

How to read the tables: three data sets, toy, moons and digits (3 against 8), all with λ = {lam}; {passes} passes of
random draws, batches of {batch}, a bias of {bias} where one is given; the median of {seeds} seeds; the first of the
tasks that are named at the end of each entry. A cell holds how many times the objective is that of the right program,
and the accuracy in percent, on the data themselves; a score of 0 is a wrong one. The last column is the round that
leaves other weights for the first time, on toy, moons and digits. For a loss or an objective, a cell compares the
values that are reported for the same weights; for a slope or a kernel, what training with it leads to. Several classes
are four: two digits more, or the halves of a class. With kernels the width is the median distance of two examples.

| the right program | toy | moons | digits |
|---|---|---|---|
{right}

In this table a cell holds the objective itself, and the accuracy in percent.
"""


def page(progress=None):
    """The catalogue as a page of Markdown, with numbers."""
    subjects = SUBJECTS | {"Conventions that are right in themselves": CONVENTIONS}
    entries = [entry for part in subjects.values() for entry in part]
    done = bar(entries, len(entries), "misconception", progress, long=1)
    rows = iter([row(entry) for entry in done])
    parts = [_head()]
    for title, part in subjects.items():
        table = "| | toy | moons | digits | first seen in round |\n|---|---|---|---|---|\n"
        parts += [f"## {title}\n", table + "\n".join(islice(rows, len(part))) + "\n", *map(words, part)]
    return "\n".join(parts)


def _head():
    """What the tables hold, and the numbers of the right programs."""
    rows = []
    for task in ALGORITHMS:
        ends = ([_right(task, name, seed)[-1] for seed in SEEDS] for name in SETS)
        cells = (f"{median(f for f, _ in runs):.3g} · {100 * median(a for _, a in runs):.0f}" for runs in ends)
        rows.append(f"| {task} | {' | '.join(cells)} |")
    return HEAD.format(lam=LAM, passes=PASSES, batch=BATCH, bias=BIAS, seeds=len(SEEDS), right="\n".join(rows))


def row(entry):
    """The line of an entry in the table of its subject."""
    effects = measured(entry)
    cells = [f"{_ratio(runs)} · {100 * median(e.accuracy_wrong for e in runs):.0f}" for runs in effects.values()]
    soon = ", ".join(_round(runs) for runs in effects.values()) if tasks(entry)[0] in ALGORITHMS else ""
    return f"| {entry.name} | {' | '.join(cells)} | {soon} |"


def _round(runs):
    """When a difference is seen first."""
    first = median(e.first for e in runs)
    return "never" if first == math.inf else f"{first:.0f}"


def _ratio(runs):
    """How many times the objective is the right one, in few digits."""
    ratios = [e.f_wrong / e.f_right for e in runs]
    ratio = median(ratios) if np.isfinite(ratios).all() else np.inf
    if abs(ratio) > 1e6:
        return "> 10^6" if ratio > 0 else "< −10^6"
    return f"{ratio:.0f}" if abs(ratio) >= 100 else f"{ratio:#.3g}".replace("-", "−")


def words(entry):
    """What is said of an entry."""
    applies = ", ".join(f"`{task}`" for task in tasks(entry)) if set(tasks(entry)) != set(ALGORITHMS) else "all boxes"
    return (
        f"### {entry.name}\n\n{entry.says}\n\n*Why it is tempting.* {entry.tempting}\n\n"
        f"*What it does.* {entry.effect}\n\n*To ask.* {' '.join(entry.hints)}\n\nIn {applies}.\n"
    )
