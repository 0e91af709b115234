"""Test the effects of misconceptions, and the page about them."""

import math
import re
from functools import partial
from pathlib import Path
from statistics import median

import numpy as np
import pytest

from pegasos_edu import hinge, objective, run, stack
from pegasos_edu.datasets import blobs, moons, toy
from pegasos_edu.misconceptions import ASKED, by_id, effects, task, wrong_program
from pegasos_edu.misconceptions.catalogue import parts
from pegasos_edu.misconceptions.effects import effect_of, measured, tasks_of
from pegasos_edu.theory import optimum

PAGE = Path(__file__).parents[2] / "notebooks" / "teaching" / "misconceptions.md"


@pytest.fixture(scope="module")
def stored():
    """Return the page as the repository holds it."""
    return PAGE.read_text("utf-8")


def test_the_page_holds_each_entry_of_the_catalogue_once(stored):
    assert sorted(re.findall(r"^### (.*)$", stored, re.M)) == sorted(entry.heading for entry in by_id().values())


def test_the_page_lists_the_parts_in_the_order_of_the_algorithm_and_the_entries_of_each(stored):
    headings = [f"### {entry.heading}" for title, section in effects.sections() for entry in section]
    titles = [f"## {title}" for title, _ in effects.sections()]
    assert [line for line in stored.splitlines() if line.startswith("### ")] == headings
    assert [line for line in stored.splitlines() if line.startswith("## ")][2:] == titles
    assert [title for title, _ in effects.sections()][: len(parts())] == [text["title"] for text in parts().values()]


def test_the_page_says_of_each_part_what_is_measured_and_of_each_decision_what_it_is(stored):
    assert effects.measured_table() in stored and effects.policy_table() in stored
    for (title, section), texts in zip(effects.sections(), parts().values(), strict=False):
        assert f"## {title}\n\n{effects.about_part(texts, section)}" in stored


def test_the_page_has_the_words_of_every_entry(stored):
    assert [entry.id for entry in by_id().values() if effects.words(entry) not in stored] == []


@pytest.mark.parametrize(
    "identifier",
    ["counter-of-passes", "condition-at-or-below-zero", "subgradient-with-plus", "divided-by-number-of-violators",
     "gamma-halved", "radius-one", "free-bias", "bias-as-a-column"],
)  # fmt: skip
def test_the_page_has_the_numbers_that_are_measured(identifier, stored):
    entry = by_id()[identifier]
    assert effects.row(entry) in stored.splitlines()


@pytest.mark.parametrize(
    ("title", "heading"),
    [("a mask is used", "A mask is used"), ("the ball is small", "The ball is small"), ("w never shrinks",) * 2,
     ("λ is left out",) * 2, ("≤ at the margin",) * 2],
)  # fmt: skip
def test_a_heading_begins_with_a_capital_letter_unless_it_begins_with_a_symbol(title, heading):
    assert by_id()["radius-one"]._replace(title=title).heading == heading


@pytest.mark.parametrize("name", ASKED)
def test_each_effect_is_measured_on_each_task(name):
    for entry in (entry for entry in by_id().values() if name in tasks_of(entry)):
        effect = effect_of(entry, name)
        if entry.edits_for(name) and name not in ("slack", "squared_hinge_pull"):
            assert math.isfinite(effect.f_right) and 0 < effect.accuracy_right <= 1 and 0 <= effect.accuracy_wrong <= 1
            assert (effect.first is not None) == task(name).is_algorithm
        else:
            assert effect is None


def test_effects_are_the_same_each_time():
    entry = by_id()["shrinks-only-on-violation"]
    assert effect_of(entry, "hinge") == effect_of(entry, "hinge")
    assert measured(entry) == measured(entry)


@pytest.mark.parametrize("identifier", ["shrinks-only-on-violation", "condition-at-or-below-zero"])
def test_accuracy_hides_what_the_objective_shows(identifier):
    for runs in measured(by_id()[identifier]).values():
        assert median(e.f_wrong / e.f_right for e in runs) > 1.02
        assert median(e.accuracy_wrong - e.accuracy_right for e in runs) > -0.03


def test_a_convention_that_no_data_show_first_differs_never():
    assert effect_of(by_id()["at-the-margin-too"], "hinge").first == math.inf


@pytest.mark.parametrize("identifier", ["signed-counts", "coefficients-that-shrink"])
def test_another_way_to_keep_the_coefficients_has_the_same_objective(identifier):
    effect = effect_of(by_id()[identifier], "kernelized")
    assert effect.f_wrong == pytest.approx(effect.f_right, rel=1e-9)


def test_the_weight_of_a_column_of_ones_counts_as_the_bias():
    X, y, _ = toy(m=effects.SMALL)
    data = effects.Data(X, y, np.arange(2 * effects.SMALL) % effects.SMALL)
    column = effects._trained("hinge", wrong_program("hinge", "free-bias"), data, has_column=True)
    bias = effects._trained("free_bias", task("free_bias").reference, data)
    assert column.f == pytest.approx(bias.f) and np.allclose(column.weights, bias.weights)


@pytest.mark.parametrize("data", [toy, moons, partial(blobs, offset=3.0)], ids=["toy", "moons", "blobs off the origin"])
def test_a_constant_step_is_lower_at_first_and_stays_too_high(data):
    """Take the λ and the 200 steps of the playground, which shows this."""
    X, y, _ = data()
    right, wrong = hinge, wrong_program("hinge", "step-size-constant")
    best, soon, shares, ratios = optimum(X, y, 0.1).value, [], [], []
    for seed in range(10):
        f, other = (
            objective(stack(run(algorithm, X, y, lam=0.1, T=200, seed=seed)).w, X, y, 0.1)
            for algorithm in (right, wrong)
        )
        soon.append(np.mean(other[:20] < f[:20]))
        late, other_late = median(f[150:]), median(other[150:])
        shares.append(np.mean(other[150:] > f[150:]))
        ratios.append((other_late - best) / (late - best))
        assert other_late > late
    assert median(soon) > 0.5 and median(shares) > 0.9 and median(ratios) > 3
