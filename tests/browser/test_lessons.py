"""Each lesson: in JupyterLab all that moves is moved; as a page, without a kernel, all is seen, stepped and answered."""

import json
from pathlib import Path
from symtable import symtable

import pytest
from playwright.sync_api import expect

from pegasos_edu.pages import export

LESSONS = sorted((Path(__file__).parents[2] / "notebooks" / "lessons").glob("*.ipynb"))
PLAYERS = ("StepPlayer: ", "Comparison: ")
MOVING = (*PLAYERS, "Explorer: ", "OnDemand: ")


def code(path):
    return [cell for cell in json.loads(path.read_text("utf-8"))["cells"] if cell["cell_type"] == "code"]


def moving(path):
    """The cells that move, with those that bind a name which these need."""
    kept, needed = [], set()
    for cell in reversed(code(path)):
        source = "".join(cell["source"])
        table = symtable(source, "cell", "exec")
        binds = {one.get_name() for one in table.get_symbols() if one.is_assigned() or one.is_imported()}
        if shown(cell).startswith(MOVING) or needed & binds:
            kept.insert(0, source)
            needed = needed - binds | used(table)
    return kept


def used(table):
    """The names of the notebook that a cell, or a function in it, refers to."""
    own = {one.get_name() for one in table.get_symbols() if one.is_referenced() and one.is_global()}
    return own.union(*map(used, table.get_children()))


def shown(cell):
    """The text form of what a cell shows."""
    return "".join(part for output in cell["outputs"] for part in output.get("data", {}).get("text/plain", []))


def pictures(place):
    return place.locator("img").evaluate_all("images => images.map(image => image.src)")


def move(slider):
    """The slider by one value: further, or back from the end."""
    at_end = slider.get_attribute("aria-valuenow") == slider.get_attribute("aria-valuemax")
    slider.press("ArrowLeft" if at_end else "ArrowRight")


@pytest.mark.parametrize("path", LESSONS, ids=lambda path: path.stem)
def test_all_that_moves_in_a_lesson_moves(path, open_notebook):
    page = open_notebook(moving(path))
    for explorer in page.locator(".pegasos-explorer").all():
        for slider in explorer.get_by_role("slider").all():
            before = pictures(explorer)
            move(slider)
            expect(explorer.locator("img")).not_to_have_attribute("src", before[0])
    for player in page.locator(".pegasos-player").all():
        player.focus()
        player.press("ArrowRight")
        expect(player.locator(".story").last).to_contain_text("Step 1 ")
    for wanted in page.locator(".pegasos-on-demand").all():
        wanted.get_by_role("button").click()
        expect(wanted.locator("img")).to_be_visible(timeout=30_000)
    assert page.locator(".pegasos-explorer, .pegasos-player").count() >= 1


@pytest.mark.parametrize("path", LESSONS, ids=lambda path: path.stem)
def test_a_lesson_without_a_kernel(path, open_page, tmp_path):
    page = open_page(export(path, tmp_path))
    for fold in page.locator("details:not(.pegasos-quiz details)").all():
        fold.evaluate("fold => (fold.open = true)")
    assert page.evaluate("[...document.images].every(image => image.complete && image.naturalWidth && image.alt)")
    players = page.locator("iframe")
    assert players.count() == sum(shown(cell).startswith(PLAYERS) for cell in code(path))
    for n in range(players.count()):
        inside = players.nth(n).content_frame
        inside.locator(".pegasos-player").focus()
        page.keyboard.press("ArrowRight")
        expect(inside.locator(".story").last).to_contain_text("Step 1 ")
    quizzes = page.locator(".pegasos-quiz")
    assert quizzes.count() == sum(shown(cell).startswith("Quiz: ") for cell in code(path)) >= 3
    for quiz in quizzes.all():
        verdicts = [answered(quiz, choice) for choice in quiz.locator("summary").all()]
        assert verdicts.count("✓ Right.") == 1 and set(verdicts) == {"✓ Right.", "✗ No."}
    for width in (1280, 390):
        page.set_viewport_size({"width": width, "height": 800})
        assert page.evaluate("document.documentElement.scrollWidth") <= width


def answered(quiz, choice):
    """What is said to a choice, taken by keyboard; no other one stays open."""
    choice.focus()
    choice.press("Enter")
    expect(quiz.locator("details[open]")).to_have_count(1)
    return quiz.locator("details[open] div b").first.inner_text()
