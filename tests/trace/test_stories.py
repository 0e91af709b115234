"""Test that no sentence contradicts the numbers of its step, in algorithms and wrong programs, on many data sets."""

import re
from functools import partial

import numpy as np
import pytest
from conftest import of_batches

from pegasos_edu import ALGORITHMS
from pegasos_edu.algorithms.inputs import Classes, Gram, Targets
from pegasos_edu.algorithms.step_types import copied
from pegasos_edu.browser.edits import edits
from pegasos_edu.datasets import blobs, circles, moons
from pegasos_edu.kernels import linear, polynomial, rbf
from pegasos_edu.runs import run
from pegasos_edu.trace.listing import Listing
from pegasos_edu.trace.questions import USUAL, questions
from pegasos_edu.trace.records import record_of

PLAYED = [
    algorithm for algorithm in ALGORITHMS.values() if not {Targets, Classes} & set(algorithm.__annotations__.values())
]
PROGRAMS = {algorithm.__name__: algorithm for algorithm in PLAYED} | {edit.key: edit.algorithm for edit in edits()}
FEW = np.array([[1.0, 2.0], [-1.0, -2.0], [2.0, -1.0], [0.0, 0.0], [1.0, 2.0]])
SETS = {
    "moons": moons(40)[:2],
    "off the origin": blobs(40, offset=3.0)[:2],
    "circles": circles(40)[:2],
    "twins, opposites and zero": (FEW, np.array([1, 1, -1, 1, 1])),
    "one feature": (np.array([[1.0], [-0.5], [3.0], [-2.0]]), np.array([1, 1, 1, -1])),
}
KERNELS = [partial(rbf, gamma=2.0), partial(polynomial, degree=2), linear]
LAMBDAS, T = (0.01, 0.1, 8.0), 20


def runs(algorithm):
    """Yield runs of a program on each set; λ and kernels take turns, and every second run projects w if it can."""
    given = algorithm.__code__.co_varnames[: algorithm.__code__.co_argcount]
    for place, (X, y) in enumerate(SETS.values()):
        is_kernel = Gram in algorithm.__annotations__.values()
        if is_kernel and X.shape[1] != 2:
            continue
        kernel = KERNELS[2 * place % len(KERNELS)] if is_kernel else None
        options = {name: min(k, len(y)) for name, k in of_batches(algorithm).items()}
        options |= {"project": True} if "project" in given and place % 2 else {}
        options |= {"b": 0.5} if "b" in given and place % 2 else {}
        K = kernel(X, X) if is_kernel else X
        yield run(algorithm, K, y, lam=LAMBDAS[place % len(LAMBDAS)], T=T, seed=place, **options), X, kernel


class Step:
    """Hold a step as the numbers of its run describe it."""

    def __init__(self, run, before, step):
        self.run, self.step, self.y, self.scores = run, step, run.y[step.drawn], np.asarray(step.scored, dtype=float)
        self.w, self.v = (self.weights(one) for one in (before, step))
        self.b, self.c = run.b if before is None else run.bias(before), run.bias(step)
        self.margins = self.y * self.scores

    def weights(self, step):
        if step is None:
            return np.zeros(self.run.X.shape[1])
        return step.beta(self.run.y) if step.is_kernel else np.array(step.w, dtype=float)

    def scores_of(self, w, b):
        """Return the scores of all examples."""
        return self.run.X @ w + b

    def is_parallel(self):
        """Return whether the old and the new boundary are the same."""
        old, new = np.append(self.w, self.b), np.append(self.v, self.c)
        rest = new - (old @ new) / (old @ old) * old
        return np.abs(rest).max() <= 1e-9 * max(np.abs(old).max(), np.abs(new).max())

    def is_multiple(self, c):
        return np.allclose(self.v, c * self.w, rtol=1e-6, atol=1e-9 * np.abs(self.w).max(initial=0))


def number(text):
    """Return the number that a text such as 0.25, −3e-05 or (1 − 1e-16) stands for."""
    text = text.replace("−", "-")
    if is_beside_one := re.fullmatch(r"\(?(-?)\(1 . \de-\d+\)\)?", text):
        return -1.0 if is_beside_one[1] else 1.0
    return float(text.strip("()"))


def is_near(said, value):
    """Return whether a number is the value in three digits."""
    return np.isclose(number(said), value, rtol=6e-3, atol=1e-12)


NUMBER = r"(\((?:[^()]|\([^()]*\))*\)|[−-]?\([^()]*\)|[−-]?\d+(?:\.\d+)?(?:e[+−-]\d+)?)"


def check_margin(what, at):
    said = re.search(rf"^Its margin y·score = (1|−1)·{NUMBER} = {NUMBER}", what)
    assert number(said[1]) == at.y[0] and is_near(said[3], at.margins[0])
    if " is below 1" in what:
        assert at.margins[0] < 1
    if " is not below 1" in what:
        assert not at.margins[0] < 1
    if "1 up to rounding" in what:
        assert np.isclose(at.margins[0], 1, rtol=1e-9)


def check_question(what, at, text):
    """Check that a sentence names the comparison that the lines make, and its answer."""
    names = {"y": at.run.y, "np": np, "abs": abs, "int": int, "t": at.step.t}
    names |= {"A": at.step.A, "scores": at.scores} if at.step.is_batch else {"i": at.step.i, "score": at.scores[0]}
    said = re.search(r"This program asks (?:whether|where) (.*?)(?:: (yes|no))?, so", what)
    if text is None or text in USUAL:
        assert said is None
        return
    assert said and said[1] == text
    if said[2]:
        assert (said[2] == "yes") == bool(eval(text, names))
    assert "below 1, " not in what, "the test of Pegasos, which these lines do not make"


def check_boundary(what, at):
    if at.step.is_kernel:
        (had, has) = (
            bool((s > 1e-9).any() and (s < -1e-9).any()) for s in (at.scores_of(at.w, 0), at.scores_of(at.v, 0))
        )
    else:
        had, has = at.w.any(), at.v.any()
    if "boundary moves." in what:
        assert had and has and not at.is_parallel()
    if "boundary stays" in what:
        assert had and at.is_parallel()
    if "Now there is a boundary" in what or "Now the boundary separates" in what:
        assert not had and has
    if "still no boundary" in what:
        assert not had and not has
    if "no longer a boundary" in what or "Now all examples" in what:
        assert had and not has
    if "moves away from the origin" in what:
        assert had and abs(at.c) / np.linalg.norm(at.v) > abs(at.b) / np.linalg.norm(at.w) > 0


def check_weights(what, at):
    old, new = (at.w, at.v)
    if re.search(r"stays 0[.,](?!\d)", what):
        assert not old.any() and not new.any()
    if re.search("nothing changes|w stays as it is", what):
        assert at.is_multiple(1) and (not at.step.has_bias or at.b == at.c)
    if "only shrinks" in what:
        assert any(at.is_multiple(c) for c in [np.linalg.norm(new) / np.linalg.norm(old)])
        assert np.linalg.norm(new) < np.linalg.norm(old)
    if said := re.search(rf"is multiplied by {NUMBER}", what):
        assert at.is_multiple((old @ new) / (old @ old)) and is_near(said[1], (old @ new) / (old @ old))
    if "b stays" in what:
        assert at.b == at.c


def check_addition(what, at):
    """Check that w_{t+1} is c·w_t plus what the sentence says; a projection may follow.

    Here 0 < c < 1 if it says that w shrinks. If not, c is 1, or the step size is so large that c is not above 0.
    """
    found = re.search(rf"(Δα/\(λ·m\)·|η·y·|{NUMBER}·)?x is (added to|subtracted from) w", what)
    if not found or at.step.is_batch or "a part of" in what:
        return
    x, step, lam = at.run.X[at.step.i], at.step, at.run.lam
    size = {"η·y·": getattr(step, "eta", 0) * at.y[0], None: 1.0}
    if step.is_dual:
        size["Δα/(λ·m)·"] = step.delta / (lam * len(at.run.y))
    g = size[found[1]] if found[1] in size else number(found[2])
    g *= 1 if found[3] == "added to" else -1
    c = 1.0 if step.is_dual else 1 - lam * step.eta
    assert 0 < c < 1 or "w shrinks, " not in what
    ways = [c * at.w + g * x for c in ((c,) if "w shrinks, " in what else (1.0, min(c, 0.0)))]
    if "projected" in what:
        ways = [way for way in ways if np.linalg.norm(way) >= (1 - 1e-9) / np.sqrt(lam)]
        ways = [way / np.linalg.norm(way) / np.sqrt(lam) for way in ways]
    size = max(np.abs(at.v).max(), np.abs(at.w).max(), np.abs(g * x).max(), 1e-12)
    assert any(np.abs(at.v - way).max() <= 6e-3 * size for way in ways)


def check_batch(what, at):
    """Check that what a batch added to a w that shrank is a multiple of the sum of pull·y·x."""
    if not at.step.is_batch or "w shrinks, " not in what or "projected" in what:
        return
    margins = at.margins
    pull = 1 / (1 + np.exp(margins)) if at.run.loss == "log" else margins < 1
    total = (pull * at.y) @ at.run.X[at.step.drawn]
    rest = at.v - (1 - at.run.lam * at.step.eta) * at.w
    assert np.allclose(rest, (rest @ total) / (total @ total) * total, atol=1e-6 * np.abs(at.v).max())


def check_after(what, at):
    after = at.y * at.scores_of(at.v, at.c)[at.step.drawn]
    if said := re.search(rf"the margin becomes {NUMBER}\.", what):
        assert is_near(said[1], after[0])
    if said := re.search(rf"α (?:goes|grows|falls) to {NUMBER}[, ]", what):
        assert is_near(said[1], at.step.alpha[at.step.i])
    for said, margins in zip(re.findall(r"(\d+|[Nn]one) of them ha(?:s|ve)", what), (at.margins, after)):
        count = int(said.lower().replace("none", "0"))
        assert np.sum(margins < 1 - 1e-9) <= count <= np.sum(margins < 1 + 1e-9)


@pytest.mark.parametrize("name", PROGRAMS)
def test_no_sentence_contradicts_the_numbers_of_its_step(name):
    algorithm, count = PROGRAMS[name], 0
    (text, *others) = list(questions(Listing(algorithm)).values()) or [None]
    assert not others
    for walked, X, kernel in runs(algorithm):
        record, before = record_of(walked, X, kernel), None
        for step, (_, what) in zip(walked, record["stories"][1:], strict=True):
            at = Step(walked, before, step)
            if not step.is_batch:
                check_margin(what, at)
            for check in (check_boundary, check_weights, check_addition, check_batch, check_after):
                check(what, at)
            check_question(what, at, text)
            before = copied(step)
            count += 1
    assert count >= 4 * T


@pytest.mark.parametrize("name", ["hinge", "logistic", "minibatch", "logistic_minibatch"])
def test_a_step_that_adds_to_a_boundary_says_that_w_shrinks_first(name):
    for walked, X, kernel in runs(PROGRAMS[name]):
        stories = record_of(walked, X, kernel)["stories"][2:]
        added = [what for _, what in stories if "added to w" in what]
        assert added and all("w shrinks, " in what for what in added)
