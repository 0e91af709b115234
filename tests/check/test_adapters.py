"""Test that programs of other shapes can be checked through the adapters of the guide."""

import random
import re
from pathlib import Path
from unittest.mock import patch

import numpy as np
import pytest

from pegasos_edu.check import check
from pegasos_edu.misconceptions import by_id

GUIDE = Path(__file__).parents[2] / "notebooks" / "teaching" / "guide.md"
ADAPTERS = dict(re.findall(r"<!-- adapter: (\w+) -->\n```python\n(.*?)```", GUIDE.read_text("utf-8"), re.DOTALL))


def _step(w, x, label, t, lam, shrinks):
    hit = label * np.dot(w, x) < 1
    return (1 - shrinks / t) * w + hit * label * x / (lam * t)


def _machine(shrinks):
    class Machine:
        def __init__(self, lam=0.1, n_iters=1000):
            self.lam, self.n_iters = lam, n_iters

        def fit(self, X, y):
            self.w = np.zeros(X.shape[1])
            for t in range(1, self.n_iters + 1):
                i = np.random.randint(0, len(y))
                self.w = _step(self.w, X[i], y[i], t, self.lam, shrinks)

    return {"Machine": Machine}


def _function(shrinks):
    def train(X, y, lam, T):
        w = np.zeros(X.shape[1])
        for t in range(1, T + 1):
            i = random.randint(0, len(y) - 1)
            w = _step(w, X[i], y[i], t, lam, shrinks)
        return w

    return {"train": train}


def _dictionaries(shrinks):
    def train(rows, labels, lam):
        w = {}
        for t, (row, label) in enumerate(zip(rows, labels), 1):
            margin = label * sum(w.get(k, 0) * v for k, v in row.items())
            w = {k: (1 - shrinks / t) * v for k, v in w.items()}
            if margin < 1:
                for k, v in row.items():
                    w[k] = w.get(k, 0) + label * v / (lam * t)
        return w

    return {"train": train}


def _pandas(shrinks):
    def train(frame, lam):
        w = np.zeros(frame.shape[1] - 1)
        for t, (_, row) in enumerate(frame.iterrows(), 1):
            w = _step(w, row.drop("label").to_numpy(), row["label"], t, lam, shrinks)
        return w

    return {"train": train}


def _labels(shrinks):
    def train(X, y, lam, draws):
        y = np.where(y == 0, -1, 1)
        w = np.zeros(X.shape[1])
        for t, i in enumerate(draws, 1):
            w = _step(w, X[i], y[i], t, lam, shrinks)
        return w

    return {"train": train}


def _passes(shrinks):
    def train(pairs, lam, epochs):
        w, t = None, 0
        for _ in range(epochs):
            random.shuffle(pairs)
            for x, label in pairs:
                w, t = np.zeros(len(x)) if w is None else w, t + 1
                w = _step(w, x, label, t, lam, shrinks)
        return w

    return {"train": train}


def _stopping(shrinks):
    def train(X, y, lam, draws, tol=1e-3):
        w = np.zeros(X.shape[1])
        for t, i in enumerate(draws, 1):
            old, w = w, _step(w, X[i], y[i], t, lam, shrinks)
            if np.linalg.norm(w - old) < tol:
                break
        return w

    return {"train": train}


PROGRAMS = {"class": _machine, "function": _function, "dictionaries": _dictionaries, "pandas": _pandas,
            "labels": _labels, "passes": _passes, "stopping": _stopping}  # fmt: skip


def test_every_adapter_of_the_guide_is_tried_and_is_short():
    assert set(ADAPTERS) == set(PROGRAMS)
    assert all(len(ADAPTERS[name].strip().split("\n")) <= 8 for name in set(ADAPTERS) - {"labels", "stopping"})


@pytest.mark.parametrize("shrinks", [True, False])
@pytest.mark.parametrize("name", PROGRAMS)
def test_a_program_gets_its_verdict_through_the_adapter_of_the_guide(name, shrinks):
    space = {"patch": patch, **PROGRAMS[name](shrinks)}
    if name == "pandas":
        space["pd"] = pytest.importorskip("pandas")
    exec(compile(ADAPTERS[name], f"<adapter {name}>", "exec"), space)
    report = check(space["adapted"], "hinge")
    assert report.passed is shrinks and not report.conventions, report
    assert report.named == (() if shrinks else ((by_id()["nothing-shrinks"],),))
