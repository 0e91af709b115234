"""Measure the effect of each misconception on objective and accuracy, and write the page for teachers."""

import math
import sys
from functools import cache
from itertools import islice
from statistics import median
from typing import NamedTuple

import numpy as np

from pegasos_edu import datasets, kernels
from pegasos_edu.algorithms.inputs import Gram, Outcomes
from pegasos_edu.common.files import whole_file
from pegasos_edu.common.progress import bar
from pegasos_edu.losses import objective_of_scores
from pegasos_edu.misconceptions.catalogue import SUBJECTS, parts, policy, subjects, wrong_program
from pegasos_edu.misconceptions.reference_tasks import ASKED, task
from pegasos_edu.runs.draws import make_draws
from pegasos_edu.runs.run import signature

SETS = "toy", "moons", "digits"
LAM, PASSES, SEEDS, BATCH = 0.1, 2.5, range(3), 5
SMALL = 60  # the number of examples in the data set for a report
# The coefficients β of w, for kernel programs that store something other than counts in α.
COEFFICIENTS = {
    "signed counts": lambda step, y: step.eta * step.alpha,
    "coefficients": lambda step, y: step.alpha * y,
}


class Effect(NamedTuple):
    """Compare a wrong program with the right one, after the same draws."""

    f_right: float
    f_wrong: float
    accuracy_right: float
    accuracy_wrong: float
    first: float | None = None  # the first step after which the weights differ, or infinity; None for a function


class Data(NamedTuple):
    """Hold examples, or a Gram matrix, with labels and draws."""

    X: np.ndarray
    y: np.ndarray
    draws: np.ndarray


class TrainedProgram(NamedTuple):
    """Hold the weights that each step of a program leaves, and the objective and the accuracy of the last ones."""

    weights: np.ndarray  # (T, n) w and b, or the coefficients β
    f: float
    accuracy: float


# Programs of all steps


@cache
def _data(name, seed, data, m):
    """Return the data on which the program of a task is run."""
    asked = task(name)
    X, y, _ = getattr(datasets, data)(**{"m": m} if m else {})
    if signature(asked.reference)[0] is Gram:
        X = kernels.rbf(X, gamma=0.5 / kernels.median_distance(X) ** 2)
    return Data(X, y, make_draws("uniform", len(y), int(PASSES * len(y)), seed, BATCH if asked.is_batch else None))


def _trained(name, program, data, keeps="", has_column=False):
    """Run a program for a task, and measure its last weights."""
    X = np.column_stack([data.X, np.ones(len(data.y))]) if has_column else data.X.copy()
    draws = data.draws if data.draws.ndim == 2 else data.draws.tolist()
    with np.errstate(all="ignore"):
        steps = program(X, data.y.copy(), LAM, draws)
        weights = np.array([_weights(step, data.y, keeps, has_column) for step in steps])
    return TrainedProgram(weights, *_measured(name, data, weights[-1]))


def _weights(step, y, keeps, has_column):
    """Return β for a step with a kernel; for any other step return w and the bias, 0 if it has none."""
    if step.is_kernel:
        return COEFFICIENTS[keeps](step, y) if keeps else step.beta(y)
    return step.w.copy() if has_column else np.append(step.w, step.b if step.has_bias else 0.0)


def _measured(name, data, weights):
    """Return objective and accuracy; a score of 0 counts as wrong."""
    of_X, of_y, *_ = signature(task(name).reference)
    loss = "log" if of_y is Outcomes else "hinge"
    with np.errstate(all="ignore"):
        if of_X is Gram:
            scores = data.X @ weights
            square = weights @ scores
        else:
            scores = data.X @ weights[:-1] + weights[-1]
            square = weights[:-1] @ weights[:-1]
        return objective_of_scores(square, scores, data.y, LAM, loss), (scores * data.y > 0).mean()


@cache
def _right(name, seed, data, m=None):
    return _trained(name, task(name).reference, _data(name, seed, data, m))


def _of_steps(entry, name, seed, data, m):
    right = _right(name, seed, data, m)
    wrong = _trained(name, wrong_program(name, entry.id), _data(name, seed, data, m), entry.keeps, entry.column)
    return _compared(right, wrong)._replace(first=_first_difference(right.weights, wrong.weights))


def _compared(right, wrong):
    return Effect(right.f, wrong.f, right.accuracy, wrong.accuracy)


def _first_difference(right, wrong):
    """Return the first step after which the weights differ."""
    T = min(len(right), len(wrong))
    with np.errstate(all="ignore"):
        same = (np.abs(wrong[:T] - right[:T]) <= 1e-12 + 1e-9 * np.abs(right[:T])).all(axis=1)
    if same.all():
        return math.inf if len(wrong) == len(right) else T + 1
    return int(same.argmin()) + 1


# Functions: the results of training with them, or their values for the weights of the right program


def _of_a_part(entry, name, seed, data, m):
    """Return the effect on steps of hinge that use the function of the task."""
    of_data = _data("hinge", seed, data, m)
    return _compared(*(_with_part(name, function, of_data) for function in _both(entry, name)))


def _with_part(name, function, data):
    w = np.zeros(data.X.shape[1])
    pull, shortened = task("subgradient").reference, lambda w, lam: w
    if name == "subgradient":
        pull = function
    else:
        shortened = function
    with np.errstate(all="ignore"):
        for t, i in enumerate(data.draws, 1):
            w = shortened(w - 1 / (LAM * t) * pull(w, data.X[i], data.y[i], LAM), LAM)
    return TrainedProgram(w, *_measured("hinge", data, np.append(w, 0.0)))


def _of_a_kernel(entry, name, seed, data, m):
    """Return the effect on steps with the kernel of the task. The objective is measured with the same kernel."""
    X, y, _ = getattr(datasets, data)(**{"m": m} if m else {})
    gamma = 0.5 / kernels.median_distance(X) ** 2
    of_data = _data("kernelized", seed, data, m)
    with np.errstate(all="ignore"):
        grams = [kernel(X, X, gamma) for kernel in _both(entry, name)]
    return _compared(*(_trained("kernelized", task("kernelized").reference, of_data._replace(X=K)) for K in grams))


def _of_a_value(entry, name, seed, data, m):
    """Return the effect on the value of a loss or an objective for the last weights of the right program."""
    trained = {"kernel_objective": "kernelized", "log_loss": "logistic"}.get(name, "hinge")
    (X, y, _), right = _data(trained, seed, data, m), _right(trained, seed, data, m)
    weights = right.weights[-1]
    with np.errstate(all="ignore"):
        if name == "kernel_objective":
            values = [function(weights, X, y, LAM) for function in _both(entry, name)]
        elif name == "objective":  # with a bias, because a mistake can be there
            values = [function(weights[:-1], X, y, LAM, 0.3) for function in _both(entry, name)]
        else:
            w = weights[:-1]
            values = [LAM / 2 * (w @ w) + np.mean(function(y * (X @ w))) for function in _both(entry, name)]
    f, wrong = (value if np.ndim(value) == 0 else math.nan for value in values)  # a wrong function may return an array
    return Effect(f, wrong, right.accuracy, right.accuracy)


def _both(entry, name):
    return task(name).reference, wrong_program(name, entry.id)


def _effect(entry, name, seed, data, m=None):
    if task(name).is_algorithm:
        return _of_steps(entry, name, seed, data, m)
    ways = dict.fromkeys(("subgradient", "projected", "log_projected"), _of_a_part) | {"rbf": _of_a_kernel}
    ways |= dict.fromkeys(("slack", "squared_hinge_pull"), lambda *_: None)  # no algorithm uses them
    return ways.get(name, _of_a_value)(entry, name, seed, data, m)


def effect_of(entry, name):
    """Return the `Effect` of an entry on a task on a small data set; None if there is no effect, or no number."""
    return _effect(entry, name, 0, "toy", SMALL) if entry.edits_for(name) else None


def tasks_of(entry):
    """Return the names of the tasks that an entry is for."""
    return [name for name in ASKED if entry.edits_for(name) is not None]


def measured(entry):
    """Return the effects of an entry on the first of its tasks: for each data set a list, one for each seed."""
    name = tasks_of(entry)[0]
    return {data: [_effect(entry, name, seed, data) for seed in SEEDS] for data in SETS}


# The page

HEAD = """# Common mistakes in programs of Pegasos

This page lists the parts of a program in the order of the algorithm. For each part it says what the checker measures,
what is right, which conventions it accepts, and which mistakes it knows by name; for each mistake, what the program
does, why that is tempting, what the effect is, and in which step the effect first shows. It is for teachers, to read
before a course. `python -m pegasos_edu.misconceptions.effects` writes it from the same catalogue from which the checker
takes its words.

**Accuracy hides most mistakes, the objective shows many of them, and the steps show all of them.** Two programs can be
compared step by step only if they use the same draws.

## What is measured

A program may follow several conventions and contain several mistakes at once: each part is measured on its own, and
the report tells all of them. If a part has none of the readings below, the report gives the formula that was measured,
such as “w is multiplied by 1 − 0.9/t”, or, if there is no such formula, the first step that differs.

{measured}

## What counts as a convention

A program with these conventions passes, and the report names them. Whoever decides otherwise writes it into the check:
`check(program, "hinge", conventions=())` accepts only the algorithm as it is printed, and
`conventions=["projection"]` asks for a projection. The names are those in `misconceptions/catalogue/conventions.toml`.

{policy}

## How to read the tables

Each program is trained on three data sets: toy, moons and digits (3 against 8). λ is {lam}, the
draws are random, and there are {passes} draws for each example; a batch has {batch} examples. A cell holds two numbers,
each the median of {seeds} seeds: the objective divided by that of the right program, and the accuracy on the training
data in percent, where a score of 0 counts as wrong. The last column holds the first step after which the weights
differ, on toy, moons and digits. A dash stands for a program that ends without a number. If a mistake can be made in
several algorithms, the numbers are for the first one in its list. A constant step size is 0.5 here. For a loss or an
objective, a cell compares the values that are reported for the same weights, and for a subgradient, a projection or a
kernel the results of training with it. The width of a kernel is the median distance between two examples. There are no
numbers for a convention that only names or reads the same program differently, for a slip in an inequality, or for the
pull of the squared hinge loss.

| The right program | toy | moons | digits |
|---|---|---|---|
{right}

In this table a cell holds the objective itself and the accuracy in percent.
"""
COMPARED = "dual", "functions", "convexity"  # subjects whose programs are compared with known ones, and not measured


def sections():
    """Return the sections with entries as pairs of a title and the entries: first the parts, then other subjects."""
    by_title = {texts["title"]: [] for texts in parts().values()}
    for name, (subject, of_subject) in zip(SUBJECTS, subjects().items(), strict=True):
        for entry in of_subject:
            is_measured = entry.part in parts() and name not in COMPARED
            title = "The RBF kernel" if name == "kernels" else subject
            by_title.setdefault(parts()[entry.part]["title"] if is_measured else title, []).append(entry)
    return [*by_title.items()]


def page(progress=None):
    """Return the catalogue as a page of Markdown, with numbers."""
    entries = [entry for _, section in sections() for entry in section]
    rows = map(row, bar(entries, len(entries), "misconception", progress, long=1))
    by_title = {text["title"]: text for text in parts().values()}
    blocks = [_head()]
    for title, part in sections():
        table = "| | toy | moons | digits | first different step |\n|---|---|---|---|---|\n"
        intro = about_part(by_title[title], part) if title in by_title else ""
        blocks += [f"## {title}\n\n{intro}{table}" + "\n".join(islice(rows, len(part))) + "\n", *map(words, part)]
    return "\n".join(blocks)


def about_part(texts, entries):
    """Return the lines about a part above its table."""
    lines = [f"*What is measured:* {texts['measured']}.", f"*What is right.* {texts['right']}"]
    if conventions := _conventions(entries):
        lines.append(f"*Conventions:* {conventions}.")
    return "\n\n".join(lines) + "\n\n"


def _conventions(entries):
    return "; ".join(f"{entry.title} ({entry.taught})" for entry in entries if entry.is_convention)


def measured_table():
    """Return the table of all parts: what is measured, and how many conventions and mistakes are known."""
    rows = ["| part | what is measured | conventions | mistakes |", "|---|---|---:|---:|"]
    for (title, entries), texts in zip(sections(), parts().values(), strict=False):
        number = sum(entry.is_convention for entry in entries)
        rows.append(f"| {title} | {texts['measured']} | {number} | {len(entries) - number} |")
    return "\n".join(rows)


def policy_table():
    """Return the table of what counts as a convention, and what as a mistake."""
    rows = ["| what a program does | it counts as | because |", "|---|---|---|"]
    rows += [f"| {rule['what']} | a {rule['verdict']} | {rule['because']} |" for rule in policy().values()]
    return "\n".join(rows)


def _head():
    rows = []
    for name in filter(lambda name: task(name).is_algorithm, ASKED):
        ends = ([_right(name, seed, data) for seed in SEEDS] for data in SETS)
        cells = (f"{median(end.f for end in runs):.3g} · {_percent(end.accuracy for end in runs)}" for runs in ends)
        rows.append(f"| {name} | {' | '.join(cells)} |")
    tables = {"right": "\n".join(rows), "measured": measured_table(), "policy": policy_table()}
    return HEAD.format(lam=LAM, passes=PASSES, batch=BATCH, seeds=len(SEEDS), **tables)


def row(entry):
    """Return the line of an entry in the table of its subject."""
    name = next(iter(tasks_of(entry)), None)
    title = f"{entry.heading} (a convention)" if entry.is_convention else entry.heading
    if name is None or effect_of(entry, name) is None:
        return f"| {title} | | | | |"
    effects = measured(entry)
    cells = [f"{_ratio(runs)} · {_percent(e.accuracy_wrong for e in runs)}" for runs in effects.values()]
    soon = ", ".join(_step(runs) for runs in effects.values()) if task(name).is_algorithm else ""
    return f"| {title} | {' | '.join(cells)} | {soon} |"


def _percent(accuracies):
    return f"{100 * median(accuracies):.0f}"


def _step(runs):
    first = median(e.first for e in runs)
    return "never" if first == math.inf else f"{first:.0f}"


def _ratio(runs):
    """Return the objective divided by the objective of the right program, in few digits."""
    ratios = [e.f_wrong / e.f_right for e in runs]
    if np.isnan(ratios).any():
        return "—"
    ratio = median(ratios)
    if abs(ratio) > 1e6:
        return "> 10^6" if ratio > 0 else "< −10^6"
    return f"{ratio:.0f}" if abs(ratio) >= 100 else f"{ratio:#.3g}".replace("-", "−")


def words(entry):
    """Return the text of the page about an entry."""
    taught = f" {entry.taught.capitalize()} teaches it." if entry.taught else ""
    where = ", ".join(f"`{name}`" for name in tasks_of(entry)) or "Everywhere"
    asked = f"*What to ask.* {' '.join(entry.hints)}\n\n" if entry.hints else ""
    status, why = ("*A convention.* ", "Where it comes from") if entry.is_convention else ("", "Why it is tempting")
    return (
        f"### {entry.heading}\n\n{status}{entry.says}{taught}\n\n*{why}.* {entry.tempting}\n\n"
        f"*What its effect is.* {entry.effect}\n\n{asked}*Where it can be made.* {where}.\n"
    )


def write(path="notebooks/teaching/misconceptions.md"):
    """Write the page to a file."""
    text = page()
    with whole_file(path) as file:
        file.write(text.encode())


if __name__ == "__main__":
    if sys.argv[1:]:
        sys.exit("This module takes no arguments; it writes the page of misconceptions.")
    write()
