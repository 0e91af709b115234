"""Players whose runs are changed in the page: what is made there is what Python makes, and nothing changes unasked."""

from functools import partial

import numpy as np
import pytest
from playwright.sync_api import expect

from in_browser.changing import MADE, change, comes_to, on_screen, problem, python, shown_values
from in_browser.conftest import barriers, press, step, text
from pegasos_edu import hinge, kernelized, minibatch
from pegasos_edu.algorithms.inputs import Batches, Gram
from pegasos_edu.datasets import moons
from pegasos_edu.kernels import polynomial, rbf
from pegasos_edu.player import compare, play

X, Y, NAMES = moons(60)
MADE_BY = "from pegasos_edu.datasets import moons\nX, y, _ = moons(60)"
KERNEL = partial(polynomial, degree=2, gamma=0.5)
OUTSIDE = int(X[:, 1].argmin())


def player_of(algorithm, **settings):
    """A player of an algorithm, with a page that says how its data are made."""
    takes = algorithm.__annotations__.values()
    settings |= ({"kernel": KERNEL} if Gram in takes else {}) | ({"k": 3} if Batches in takes else {})
    return play(algorithm, X, Y, names=NAMES, data=MADE_BY, **{"lam": 0.05, "T": 40, "seed": 3} | settings)


def ends(shown):
    """f after the last step of each run, and f*, of a player in Python."""
    records = shown.records
    return [record["values"][-1] for record in records], records[0]["optimum"]


def shown_ends(page):
    """The same of the page."""
    page.locator(".pegasos-player").focus()
    press(page, "End")
    marked = page.evaluate("document.querySelector('.letters, .head dl').textContent")
    return shown_values(page), marked


@pytest.mark.parametrize("algorithm", [hinge, kernelized], ids=lambda algorithm: algorithm.__name__)
def test_the_run_of_the_page_is_that_of_the_player_and_another_one_that_of_its_lines(opened, algorithm):
    player = player_of(algorithm)
    page = opened(player)
    expect(page.locator(".where")).to_contain_text("of 40")
    assert shown_ends(page)[0] == pytest.approx(ends(player)[0], rel=5e-3)
    best = player.records[0]["optimum"]
    assert best is None or f"{best:.3g}" in shown_ends(page)[1]
    page.get_by_text("Change the run").click()
    for name, value in (("lam", 0.3), ("T", 25), ("seed", 8), ("sampling", "epochs")):
        change(page, name, value)
    again = python(page).made
    assert (again.run.lam, len(again.run), again.run.algorithm) == (0.3, 25, algorithm)
    assert shown_ends(page)[0] == pytest.approx(ends(again)[0], rel=5e-3)


def test_runs_beside_each_other_are_changed_together_but_for_what_tells_them_apart(opened):
    page = opened(compare(player_of(hinge), player_of(hinge, project=True), player_of(minibatch)))
    page.get_by_text("Change the run").click()
    assert page.locator("#set-lam").count() == 1 and page.locator("#set-project, #set-algorithm:visible").count() == 0
    change(page, "lam", 0.01)
    change(page, "T", 30)
    again = python(page).made
    assert [one.run.options for one in again.players] == [{}, {"project": True}, {}]
    assert shown_ends(page)[0] == pytest.approx(ends(again)[0], rel=5e-3)
    page.get_by_text("Change the run").click()
    assert "click it for the step that looks at it" in text(page, ".about")


def test_nothing_is_changed_until_it_is_asked_for_and_then_by_hand_and_undone(opened):
    page = opened(player_of(hinge))
    half = player_of(hinge).records[0]["picture"]["half"]
    before = shown_ends(page)[0]
    drag(page, X[OUTSIDE], (0, 0), half)
    assert shown_ends(page)[0] == before and page.locator("canvas.plane").get_attribute("role") == "img"
    assert not page.locator(".clicks").is_visible()

    page.get_by_text("Change the run").click()
    drag(page, X[OUTSIDE], (0.3, 0.3), half)
    moved = python(page)
    assert np.allclose(moved.X[OUTSIDE], (0.3, 0.3), atol=0.05) and np.allclose(
        np.delete(moved.X - X, OUTSIDE, 0), 0, atol=1e-4
    )
    assert shown_ends(page)[0] == pytest.approx(ends(moved.made)[0], rel=5e-3) != before
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
    """Drag what is at a place of the plane to another one."""
    page.mouse.move(*on_screen(page, start, half))
    page.mouse.down()
    page.mouse.move(*on_screen(page, end, half), steps=4)
    page.mouse.up()
    page.evaluate(MADE)


def test_the_address_is_the_state_and_a_hostile_one_is_told_in_words(opened):
    page = opened(player_of(hinge), "#lam=0.7&step=12&line=2&speed=5")
    assert "λ = 0.7" in text(page, ".head") and step(page) == 12 and page.get_by_label("Speed").input_value() == "5"
    comes_to(page, {"lam": "0.7", "step": "12", "line": "2", "speed": "5"})
    page.evaluate("location.hash = '#lam=<b>&step=3'")
    expect(problem(page)).to_contain_text("lam must be a number from")
    page.evaluate("location.hash = '#data=own&points=A'")
    expect(problem(page)).to_contain_text("damaged")
    page.evaluate("location.hash = '#whatif=nothing-shrinks&step=40'")
    expect(page.locator(".pegasos-player section")).to_have_count(2)
    expect(problem(page)).to_be_empty()


def test_a_kernel_and_draws_that_were_given_are_those_of_the_page(opened):
    draws = [5, 7, 5, 11, 0, 30]
    page = opened(play(kernelized, X, Y, lam=0.1, draws=draws, kernel=partial(rbf, gamma=3.0), data=MADE_BY))
    assert "γ = 3" in text(page, ".head") and "of 6" in text(page, ".where")
    page.get_by_text("Change the run").click()
    assert not page.locator("#set-seed").is_visible()
    change(page, "gamma", 0.5)
    again = python(page).made
    assert again.run.draws.tolist() == draws and again.experiment.kernel.keywords == {"gamma": 0.5}
    change(page, "T", 12)  # for which other draws are needed
    assert len(python(page).made.run) == 12 and page.locator("#set-seed").is_visible()
