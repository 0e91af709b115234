"""Test players whose runs are changed in the page: the page makes the same runs as Python, and only on request."""

from functools import partial

import numpy as np
import pytest

from in_browser.changing import MADE, change, on_screen, python, shown_values
from in_browser.conftest import barriers, frames, press, step, text
from pegasos_edu import hinge, kernelized, minibatch
from pegasos_edu.datasets import moons
from pegasos_edu.kernels import rbf
from pegasos_edu.player import compare, play

X, Y, NAMES = moons(60)
DATA = "from pegasos_edu.datasets import moons\nX, y, _ = moons(60)"
OUTSIDE = int(X[:, 1].argmin())


def player_of(algorithm=hinge, **settings):
    """Return a player that contains the lines of Python for its data."""
    return play(algorithm, X, Y, names=NAMES, data=DATA, lam=0.05, T=40, seed=3, **settings)


def last_values(player):
    """Return f after the last step of each run of a player in Python."""
    return [record["values"][-1] for record in player.records]


def last_values_of_page(page):
    page.locator(".pegasos-player").focus()
    press(page, "End")
    return shown_values(page)


def test_the_page_makes_the_run_of_python_and_its_lines_make_that_of_the_page(opened):
    player = player_of()
    page = opened(player)
    assert last_values_of_page(page) == pytest.approx(last_values(player), rel=5e-3)
    page.get_by_text("Change the run").click()
    for name, value in (("lam", 0.3), ("T", 25), ("seed", 8), ("sampling", "epochs")):
        change(page, name, value)
    again = python(page).made
    assert (again.run.lam, len(again.run), again.run.algorithm) == (0.3, 25, hinge)
    assert last_values_of_page(page) == pytest.approx(last_values(again), rel=5e-3)


def test_a_kernel_and_given_draws_are_those_of_the_page(opened):
    draws = [5, 7, 5, 11, 0, 30]
    page = opened(play(kernelized, X, Y, lam=0.1, draws=draws, kernel=partial(rbf, gamma=3.0), data=DATA))
    assert "γ = 3" in text(page, ".head") and "of 6" in text(page, ".where")
    page.get_by_text("Change the run").click()
    assert not page.locator("#set-seed").is_visible()
    change(page, "gamma", 0.5)
    again = python(page).made
    assert again.run.draws.tolist() == draws and again.experiment.kernel.keywords == {"gamma": 0.5}
    change(page, "T", 12)  # another T needs other draws
    assert len(python(page).made.run) == 12 and page.locator("#set-seed").is_visible()


def test_several_runs_are_changed_together_but_for_their_differences(opened):
    page = opened(compare(player_of(), player_of(project=True), player_of(minibatch, k=3)))
    page.get_by_text("Change the run").click()
    assert page.locator("#set-lam").count() == 1 and page.locator("#set-project, #set-algorithm:visible").count() == 0
    change(page, "lam", 0.01)
    again = python(page).made
    assert [player.run.options for player in again.players] == [{}, {"project": True}, {}]
    assert last_values_of_page(page) == pytest.approx(last_values(again), rel=5e-3)


def test_after_a_change_a_click_on_a_line_leads_to_where_it_runs_now(opened):
    first, other = player_of(), player_of()
    other.change(seed=8)
    adds = [["m" in event for event in player.records[0]["events"]] for player in (first, other)]
    differing = next(n for n, (was, now) in enumerate(zip(*adds), 1) if was != now)
    page = opened(first, f"#step={differing}")
    page.get_by_text("Change the run").click()
    change(page, "seed", 8)
    line = page.locator(".code li.ran:visible", has_text="w = ")  # of the branch that only this run takes
    line.click()
    assert step(page) == differing and line.get_attribute("aria-current") == "step"


def test_nothing_changes_before_it_is_asked_for_and_then_everything_can_be_undone(opened):
    page = opened(player_of())
    half = player_of().records[0]["picture"]["half"]
    before = last_values_of_page(page)
    drag(page, X[OUTSIDE], (0, 0), half)
    assert last_values_of_page(page) == before and page.locator("canvas.plane").get_attribute("role") == "img"

    page.get_by_text("Change the run").click()
    drag(page, X[OUTSIDE], (0.3, 0.3), half)
    moved = python(page)
    assert np.allclose(moved.X[OUTSIDE], (0.3, 0.3), atol=0.05)
    assert np.allclose(np.delete(moved.X - X, OUTSIDE, 0), 0, atol=1e-4)
    assert last_values_of_page(page) == pytest.approx(last_values(moved.made), rel=5e-3) != before
    page.keyboard.press("Control+z")
    page.evaluate(MADE)
    assert shown_values(page) == before

    press(page, "Home")
    page.mouse.click(*on_screen(page, X[OUTSIDE], half))
    page.evaluate(MADE)
    assert step(page) == 1 and f"example {OUTSIDE} (" in text(page, ".story")
    assert python(page).made.run.draws[0] == OUTSIDE
    assert barriers(page) == []


def drag(page, start, end, half):
    """Drag a point of the plane to another place, once the picture stays where it is."""
    frames(page)
    page.mouse.move(*on_screen(page, start, half))
    page.mouse.down()
    page.mouse.move(*on_screen(page, end, half), steps=4)
    page.mouse.up()
    page.evaluate(MADE)
