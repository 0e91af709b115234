"""What misconceptions do, measured; and the page of it."""

import math
import re
from functools import partial
from pathlib import Path
from statistics import median

import numpy as np
import pytest

from pegasos_edu import hinge, objective, run, stack
from pegasos_edu.boxes import ALGORITHMS
from pegasos_edu.datasets import blobs, moons, toy
from pegasos_edu.misconceptions import CONVENTIONS, MISCONCEPTIONS, SUBJECTS, effects
from pegasos_edu.misconceptions.effects import effect_of, measured
from pegasos_edu.misconceptions.entries import made, tasks
from pegasos_edu.theory import optimum

PAGE = Path(__file__).parents[2] / "notebooks" / "teaching" / "misconceptions.md"
BY_NAME = {entry.name: entry for entry in MISCONCEPTIONS + CONVENTIONS}


@pytest.fixture(scope="module")
def stored():
    """The page as it is committed."""
    return PAGE.read_text("utf-8")


def test_the_page_holds_the_entries_of_the_catalogue_in_their_order(stored):
    assert re.findall(r"^### (.*)$", stored, re.M) == list(BY_NAME)
    assert re.findall(r"^## (.*)$", stored, re.M)[:-1] == list(SUBJECTS)


@pytest.mark.parametrize("entry", BY_NAME.values(), ids=lambda entry: entry.name)
def test_the_page_has_the_words_of_an_entry(entry, stored):
    assert effects.words(entry) in stored


@pytest.mark.parametrize(
    "name",
    ["t counts passes", "λ without the half", "the perceptron's condition", "the slope of the hinge with plus",
     "divided by the number of violators", "one class against the rest"],
)  # fmt: skip
def test_the_page_has_the_numbers_that_are_measured(name, stored):
    stands = next(line for line in stored.splitlines() if line.startswith(f"| {name} |"))
    assert effects.row(BY_NAME[name]) == stands


@pytest.mark.parametrize("entry", BY_NAME.values(), ids=lambda entry: entry.name)
def test_each_effect_is_measured_on_each_task(entry):
    for task in tasks(entry):
        effect = effect_of(entry, task)
        assert math.isfinite(effect.f_right) and 0 < effect.accuracy_right <= 1 and 0 <= effect.accuracy_wrong <= 1
        assert (effect.first is not None) == (task in ALGORITHMS)


def test_effects_are_the_same_each_time():
    entry = BY_NAME["shrinks only on a violation"]
    assert effect_of(entry, "hinge") == effect_of(entry, "hinge")
    assert measured(entry) == measured(entry)


def test_accuracy_hides_what_the_objective_shows():
    for name in ("shrinks only on a violation", "the perceptron's condition", "the sum given out without its scale"):
        for runs in measured(BY_NAME[name]).values():
            assert median(e.f_wrong / e.f_right for e in runs) > 1.02
            assert median(e.accuracy_wrong - e.accuracy_right for e in runs) > -0.03


def test_a_program_of_fewer_rounds_differs_in_the_first_that_is_missing():
    assert effect_of(BY_NAME["one round less"], "hinge").first == effects.PASSES * effects.SMALL


def test_what_is_never_seen_is_infinitely_late():
    assert effect_of(BY_NAME["≤ at the margin"], "hinge").first == math.inf


def test_the_same_told_otherwise_has_the_same_objective():
    for name in ("signed counts", "coefficients that shrink"):
        effect = effect_of(BY_NAME[name], "kernelized")
        assert effect.f_wrong == pytest.approx(effect.f_right, rel=1e-9)


@pytest.mark.parametrize("data", [toy, moons, partial(blobs, offset=3.0)], ids=["toy", "moons", "blobs off the origin"])
def test_a_constant_step_is_lower_at_first_and_stays_too_high(data):
    """As the playground shows it, with its λ and its 200 steps."""
    X, y, _ = data()
    right, wrong = hinge, made(BY_NAME["a constant step size"], "hinge")
    best, soon, shares, ratios = optimum(X, y, 0.1).value, [], [], []
    for seed in range(10):
        f, other = (objective(stack(run(box, X, y, lam=0.1, T=200, seed=seed)).w, X, y, 0.1) for box in (right, wrong))
        soon.append(np.mean(other[:20] < f[:20]))
        late, other_late = median(f[150:]), median(other[150:])
        shares.append(np.mean(other[150:] > f[150:]))
        ratios.append((other_late - best) / (late - best))
        assert other_late > late
    assert median(soon) > 0.5 and median(shares) > 0.9 and median(ratios) > 3
