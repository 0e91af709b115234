"""Each lesson as a learner has it, in JupyterLab: its sliders moved, its players stepped, its questions answered."""

import json
from pathlib import Path

import pytest
from playwright.sync_api import expect

from browser.conftest import run_cells

LESSONS = sorted((Path(__file__).parents[2] / "notebooks" / "lessons").glob("*.ipynb"))


def pictures(place):
    return place.locator("img").evaluate_all("images => images.map(image => image.src)")


def move(slider):
    """The slider by one value: further, or back from the end."""
    at_end = slider.get_attribute("aria-valuenow") == slider.get_attribute("aria-valuemax")
    slider.press("ArrowLeft" if at_end else "ArrowRight")


@pytest.mark.parametrize("path", LESSONS, ids=lambda path: path.stem)
def test_all_that_moves_in_a_lesson_moves(path, open_notebook):
    page = open_notebook(path=path)
    run_cells(page, below=cells_from(path, "## Try it"))
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
    quizzes = page.locator(".pegasos-quiz")
    verdicts = [answered(quizzes.first, choice) for choice in quizzes.first.locator("summary").all()]
    assert verdicts.count("✓ Right.") == 1 and set(verdicts) == {"✓ Right.", "✗ No."} and quizzes.count() >= 3


def cells_from(path, heading):
    """How many cells stand below the one before this heading."""
    sources = ["".join(cell["source"]) for cell in json.loads(path.read_text("utf-8"))["cells"]]
    return len(sources) - next(n for n, source in enumerate(sources) if source.startswith(heading))


def answered(quiz, choice):
    """What is said to a choice, taken by keyboard; no other one stays open."""
    choice.focus()
    choice.press("Enter")
    expect(quiz.locator("details[open]")).to_have_count(1)
    return quiz.locator("details[open] div b").first.inner_text()
