"""Test that programs of other shapes can be checked through the adapters of the guide."""

import builtins
import random
import re
from pathlib import Path
from types import SimpleNamespace
from unittest.mock import patch

import numpy as np
import pytest

from pegasos_edu.check import check
from pegasos_edu.misconceptions import by_id

GUIDE = (Path(__file__).parents[2] / "notebooks" / "teaching" / "guide.md").read_text("utf-8")
ADAPTERS = dict(re.findall(r"<!-- adapter: (\w+) -->\n```python\n(.*?)```", GUIDE, re.DOTALL))
# What a program says, and the line of the first adapter for it.
DRAWING = dict(re.findall(r"^\| `([^`]+)` \| `(patch.+)` \|$", GUIDE, re.MULTILINE))
MISTAKES = "", "nothing-shrinks", "counter-restarts"


def _step(w, x, label, t, lam, mistake):
    hit = label * np.dot(w, x) < 1
    return (1 - (mistake != "nothing-shrinks") / t) * w + hit * label * x / (lam * t)


# Programs that draw by themselves

STEPS = """
def train(X, y, lam, T, epochs):
    m, w, pairs = len(y), np.zeros(X.shape[1]), list(zip(X, y))
    {first}
    for t in range(1, T + 1):
        {line}
        w = step(w, {example}, t, lam, mistake)
    return w
"""
PASSES = """
def train(X, y, lam, T, epochs):
    m, w, t = len(y), np.zeros(X.shape[1]), 0
    {first}
    for _ in range(epochs):
        t = 0 if mistake == "counter-restarts" else t
        {line}
        {loop}
            t += 1
            w = step(w, {example}, t, lam, mistake)
    return w
"""


def _program(line):
    """Return the source of a program that draws as a line says, which stands before its loop or in it."""
    first = line if line.startswith(("rng", "chosen")) else ""
    example = "x, label" if "label" in line else "X[i], y[i]"
    if line.startswith("for "):
        return PASSES.format(first="", line="", loop=line, example=example)
    if "default_rng" in line or "permutation" in line:
        order = "order = rng.permutation(m)" if first else line
        return PASSES.format(first=first, line=order, loop="for i in order:", example=example)
    inside = {"rng": "i = rng.randrange(m)", "cho": "i = chosen[t - 1]"}.get(first[:3], line)
    return STEPS.format(first=first, line=inside, example=example)


def _space(adapter, mistake, **names):
    """Return the names of a module that holds a program and its adapter."""
    space = {"np": np, "random": random, "builtins": builtins, "SimpleNamespace": SimpleNamespace, "patch": patch}
    space |= {"step": _step, "mistake": mistake} | names
    exec(compile(adapter, "<adapter>", "exec"), space)
    return space


def _agrees(report, mistake):
    """Return whether a report is right about a program with a mistake, or without one."""
    if mistake == "nothing-shrinks":
        return report.named == ((by_id()[mistake],),)
    return report.passed is not bool(mistake) and not report.conventions


def test_the_table_has_an_adapter_for_draws_and_for_passes():
    assert sum("next(order)" in adapter for adapter in DRAWING.values()) >= 4
    assert sum("next(passes)" in adapter for adapter in DRAWING.values()) >= 5


@pytest.mark.parametrize(("line", "mistake"), [(line, mistake) for line in DRAWING for mistake in MISTAKES
                                               if "passes" in DRAWING[line] or mistake != MISTAKES[-1]])  # fmt: skip
def test_a_program_that_draws_by_itself_gets_its_verdict(line, mistake):
    adapter = re.sub(r"with .*:", f"with {DRAWING[line]}:", ADAPTERS["draws"])
    space = _space(_program(line) + adapter, mistake)
    assert _agrees(check(space["adapted"], "hinge"), mistake)


# Programs of other shapes


def _shuffling(mistake):
    def train(pairs, lam, epochs):
        w, t = None, 0
        for _ in range(epochs):
            random.shuffle(pairs)
            t = 0 if mistake == "counter-restarts" else t
            for x, label in pairs:
                w, t = np.zeros(len(x)) if w is None else w, t + 1
                w = _step(w, x, label, t, lam, mistake)
        return w

    return {"train": train}


def _best(mistake):
    def train(X, y, lam, epochs):
        w, t = np.zeros(X.shape[1]), 0
        best, most = w, -1
        for _ in range(epochs):
            order = np.random.permutation(len(y))
            t = 0 if mistake == "counter-restarts" else t
            for j in range(len(y)):
                i, t = order[j], t + 1
                w = _step(w, X[i], y[i], t, lam, mistake)
                if np.sum(np.sign(X @ w) == y) > most:
                    best, most = w, np.sum(np.sign(X @ w) == y)
        return best

    return {"train": train}


def _partial(mistake):
    class Machine:
        def __init__(self, lam=0.1):
            self.lam, self.t, self.w = lam, 0, None

        def partial_fit(self, X, y):
            for x, label in zip(X, y):
                self.t += 1
                self.w = np.zeros(len(x)) if self.w is None else self.w
                self.w = _step(self.w, x, label, self.t, self.lam, mistake)

    return {"Machine": Machine}


def _of_c(mistake):
    def train(X, y, C, draws, tol=1e-3):
        y, w = np.where(y == 0, -1, 1), np.zeros(X.shape[1])
        for t, i in enumerate(draws, 1):
            old, hit = w, y[i] * (w @ X[i]) < 1
            w = w - 1 / t * ((mistake != "nothing-shrinks") * w - hit * C * len(y) * y[i] * X[i])
            if np.linalg.norm(w - old) < tol:
                break
        return w

    return {"train": train}


def _dictionaries(mistake):
    def train(rows, labels, lam, T):
        w = {}
        for t in range(1, T + 1):
            i = random.randrange(len(rows))
            margin = labels[i] * sum(w.get(k, 0) * v for k, v in rows[i].items())
            w = {k: (1 - (mistake != "nothing-shrinks") / t) * v for k, v in w.items()}
            if margin < 1:
                for k, v in rows[i].items():
                    w[k] = w.get(k, 0) + labels[i] * v / (lam * t)
        return w

    return {"train": train}


PROGRAMS = {"shuffle": _shuffling, "last": _best, "steps": _partial, "settings": _of_c, "dictionaries": _dictionaries}
WITH_PASSES = "shuffle", "last"


def test_every_adapter_of_the_guide_is_tried_and_is_short():
    assert set(ADAPTERS) == {"draws", "kernel", *PROGRAMS}
    assert all(len(adapter.strip().split("\n")) <= 8 for adapter in ADAPTERS.values())


@pytest.mark.parametrize(("name", "mistake"), [(name, mistake) for name in PROGRAMS for mistake in MISTAKES
                                               if name in WITH_PASSES or mistake != "counter-restarts"])  # fmt: skip
def test_a_program_gets_its_verdict_through_the_adapter_of_the_guide(name, mistake):
    space = _space(ADAPTERS[name], mistake, **PROGRAMS[name](mistake))
    assert _agrees(check(space["adapted"], "hinge"), mistake)


KERNEL = """
def kernel(a, b):
    return np.dot(a, b)

def train(X, y, lam, draws):
    counts = np.zeros(len(y))
    for t, i in enumerate(draws, 1):
        score = sum(counts[j] * y[j] * kernel(X[j], X[i]) for j in range(len(y)))
        counts[i] += y[i] * score / (lam * (1 if mistake else t)) < 1
    return counts
"""


@pytest.mark.parametrize("mistake", ["", "without-t"])
def test_a_kernel_inside_a_program_is_replaced(mistake):
    space = _space(KERNEL + ADAPTERS["kernel"], mistake)
    assert check(space["adapted"], "kernelized").passed is not bool(mistake)
