"""Each lesson as a page, without a kernel: every picture seen, every player stepped, every question answered."""

import pytest
from playwright.sync_api import expect
from stored import LESSONS, PLAYERS, code, shown

from browser.conftest import barriers
from pegasos_edu.course.pages import export

VERDICTS = """() => [...document.querySelectorAll(".pegasos-quiz")].flatMap(quiz => {
    const said = [...quiz.querySelectorAll("details")].map(choice => {
        choice.querySelector("summary").click();
        return [...quiz.querySelectorAll("details[open] div b")].map(verdict => verdict.innerText).join();
    });
    return said.filter(verdict => verdict !== "✗ No.");
})"""  # all that is said of a choice but "No.", one open at a time
UNFOLD = "document.querySelectorAll('details:not(.pegasos-quiz details)').forEach(fold => (fold.open = true))"


@pytest.mark.parametrize("path", LESSONS, ids=lambda path: path.stem)
def test_a_lesson_without_a_kernel(path, open_page, tmp_path):
    page = open_page(export(path, tmp_path))
    page.evaluate(UNFOLD)
    assert page.evaluate("[...document.images].every(image => image.complete && image.naturalWidth && image.alt)")
    players = page.locator("iframe")
    assert players.count() == sum(shown(cell).startswith(PLAYERS) for cell in code(path))
    for n in range(players.count()):
        inside = players.nth(n).content_frame
        inside.locator(".pegasos-player").focus()
        page.keyboard.press("ArrowRight")
        expect(inside.locator(".story").last).to_contain_text("Step 1 ")
    assert not barriers(page)
    quizzes = page.locator(".pegasos-quiz")
    assert quizzes.count() == sum(shown(cell).startswith("Quiz: ") for cell in code(path)) >= 3
    assert page.evaluate(VERDICTS) == ["✓ Right."] * quizzes.count()
    for width in (1280, 390):
        page.set_viewport_size({"width": width, "height": 800})
        assert page.evaluate("document.documentElement.scrollWidth") <= width
