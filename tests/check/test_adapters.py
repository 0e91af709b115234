"""The adapters of the guide make programs of other shapes ones that can be checked."""

import random

import numpy as np
import pytest
from adapters import adapted, sources

from pegasos_edu.check import check
from pegasos_edu.misconceptions import by_id


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


def test_every_adapter_of_the_guide_is_tried():
    assert set(sources()) == set(PROGRAMS)


@pytest.mark.parametrize("name", PROGRAMS)
def test_an_adapter_has_three_to_eight_lines(name):
    assert 3 <= len(sources()[name].strip().split("\n")) <= 8 or name in ("labels", "stopping")


@pytest.mark.parametrize("name", PROGRAMS)
def test_a_right_program_passes_with_the_adapter_of_the_guide(name):
    report = check(adapted(name, **PROGRAMS[name](shrinks=True)), "hinge")
    assert report.passed and not report.conventions, report


@pytest.mark.parametrize("name", PROGRAMS)
def test_the_mistake_of_a_program_is_named_through_the_adapter_of_the_guide(name):
    report = check(adapted(name, **PROGRAMS[name](shrinks=False)), "hinge")
    assert report.named == ((by_id()["nothing-shrinks"],),)
