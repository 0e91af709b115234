"""Each lesson as a page, without a kernel: every picture seen, every player stepped, every question answered."""

import json
from pathlib import Path

import pytest
from playwright.sync_api import expect

from pegasos_edu.pages import export

LESSONS = sorted((Path(__file__).parents[2] / "notebooks" / "lessons").glob("*.ipynb"))
PLAYERS = ("StepPlayer: ", "Comparison: ")


def code(path):
    return [cell for cell in json.loads(path.read_text("utf-8"))["cells"] if cell["cell_type"] == "code"]


def shown(cell):
    """The text form of what a cell shows."""
    return "".join(part for output in cell["outputs"] for part in output.get("data", {}).get("text/plain", []))


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
