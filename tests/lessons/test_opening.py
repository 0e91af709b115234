"""Test the first steps of a run with which a lesson opens: a still where it is stored, and a frame on its page."""

from html import unescape

import pytest
from stored import says, shows, written

from pegasos_edu import hinge
from pegasos_edu.datasets import toy
from pegasos_edu.lessons import Opening, Predict
from pegasos_edu.lessons.pages import export
from pegasos_edu.player import play

GUESS = Predict("How many?", ["few", "many"])


@pytest.fixture(scope="module")
def opening():
    X, y, names = toy()
    return Opening(play(hinge, X, y, lam=0.05, T=12, names=names), 3)


def test_it_is_stored_as_a_still_of_its_first_steps_without_scripts(opening):
    stored = opening._repr_html_()
    assert "the line after 3 steps" in stored and "<script" not in stored and "<iframe" not in stored
    assert len(stored) < 20_000 and opening._repr_html_() == stored


def test_a_page_opens_with_it_and_the_guess_wherever_they_stand_in_the_notebook(opening, tmp_path):
    tagged = {"tags": ["opening"]}
    cells = [
        says("# 01 · Why?\n\n**Ten minutes.** You need time.\n\nAt the end you know."),
        shows(None, source="import a"),
        says("It turns."),
        says("## 1. First"),
        shows(opening, source="opening", **tagged),
        says("between"),
        shows(GUESS, source="guess"),
        says("after it"),
    ]
    cells[2].metadata = tagged
    page = unescape(export(written(tmp_path / "one.ipynb", *cells), tmp_path).read_text("utf-8"))
    top, below = page.split("</header>")
    assert "<h1>01 · Why? <span>· ten minutes</span></h1>" in top
    order = [top.index(part) for part in ('data-page="0"', "It turns.", "How many?", "At the end you know.", "Imports")]
    assert order == sorted(order) and "pegasos-opening" not in page
    assert "How many?" not in below and "between" in below and below.index("data-after") < below.index("after it")
