"""Test what a step did to the weights, as its states show it."""

from types import SimpleNamespace

import numpy as np
import pytest

from pegasos_edu.algorithms.step_types import LinearStep
from pegasos_edu.trace.changes import is_to_add, linear_change

OLD, X, ETA, LAM = np.array([1.0, 0.5]), np.array([[1.0, -0.5]]), 0.5, 0.4


@pytest.mark.parametrize(
    ("answer", "loss", "margin", "adds"),
    [
        ("yes", "hinge", 2.0, True),
        ("no", "hinge", 0.5, False),
        ("no", "log", 0.5, False),
        ("", "hinge", 0.5, True),
        ("", "hinge", 1.0, False),
        ("", "log", 2.0, True),
    ],
)
def test_the_answer_in_the_lines_decides_whether_a_step_adds_and_without_one_the_loss(answer, loss, margin, adds):
    assert bool(is_to_add(answer, loss, np.array([margin]))) == adds


def change(old, new, projects=False):
    """Return the change by a step of `hinge` that draws the one example, whose label is 1."""
    facts, step = SimpleNamespace(lam=LAM, loss="hinge", projects=projects), LinearStep(5, 0, ETA, X[0] @ old, new)
    return linear_change(step, facts, X, np.array([1.0]), True, old, new, 0.0, 0.0)


@pytest.mark.parametrize("g", [ETA, 3 * ETA, -ETA])
def test_states_show_by_which_multiple_of_an_example_that_is_not_parallel_to_w_they_grew(g):
    seen = change(OLD, 0.8 * OLD + g * X[0])
    assert seen.added == pytest.approx(g, rel=1e-9) and seen.is_along and seen.is_shrunk and seen.adds


def test_next_to_a_w_parallel_to_the_example_only_the_usual_step_is_known():
    w = 2 * X[0]
    assert change(w, 0.8 * w + ETA * X[0]).is_along and not change(w, 0.8 * w + 3 * ETA * X[0]).is_along


@pytest.mark.parametrize(("size", "is_along"), [(2.0, True), (1.0, False)])
def test_only_a_w_outside_the_ball_is_projected_onto_its_edge(size, is_along):
    both = 0.8 * size * OLD + ETA * X[0]
    assert (np.linalg.norm(both) > 1 / np.sqrt(LAM)) == is_along
    seen = change(size * OLD, both / np.linalg.norm(both) / np.sqrt(LAM), projects=True)
    assert seen.projected and seen.is_along == is_along
