"""Test each lesson as a page without a kernel: its pictures, players, predictions and quizzes."""

import pytest
from conftest import mostly_slow
from playwright.sync_api import expect
from stored import LESSONS, PLAYERS, code, shown

from in_browser.conftest import barriers
from pegasos_edu.lessons.pages import export

VERDICTS = """() => [...document.querySelectorAll(".pegasos-quiz")].flatMap(quiz => {
    const said = [...quiz.querySelectorAll("details")].map(choice => {
        choice.querySelector("summary").click();
        return [...quiz.querySelectorAll("details[open] div b")].map(verdict => verdict.innerText).join();
    });
    return said.filter(verdict => verdict !== "✗ No.");
})"""  # the feedback of each choice without "No."; only one is open at a time
GUESS = """() => [...document.querySelectorAll(".pegasos-predict")].map(asked => {
    const after = document.querySelector(`[data-after="${asked.dataset.key}"]`);
    const wasFolded = after.offsetHeight === 0;
    asked.querySelectorAll("input").forEach(field => (field.value = 1));
    asked.querySelector("button").click();
    return wasFolded && !after.hidden && asked.textContent.includes("You said: ");
})"""  # guesses from the first to the last, because each guess unfolds the following part
FOLDED_AT = """event => {
    dispatchEvent(new Event(event));
    return document.querySelectorAll(".told:not([open])").length;
}"""
TOLD = """() => [...document.querySelectorAll(".pegasos-outcome")].map(told => told.textContent)"""
UNFOLD = "document.querySelectorAll('details:not(.pegasos-quiz details)').forEach(fold => (fold.open = true))"


@pytest.mark.parametrize("path", mostly_slow(LESSONS, LESSONS[0]), ids=lambda path: path.stem)
def test_a_lesson_without_a_kernel(path, open_page, tmp_path):
    made = export(path, tmp_path)
    assert made.stat().st_size <= 900 * 1024
    page = open_page(made)
    folded = [page.evaluate(FOLDED_AT, event) for event in ("load", "beforeprint", "afterprint")]
    assert folded[0] == folded[2] > folded[1] == 0, "only paper shows an outcome before the guess"
    guesses = page.evaluate(GUESS)
    assert len(guesses) == sum(shown(cell).startswith("Predict: ") for cell in code(path)) >= 2 and all(guesses)
    page.evaluate(UNFOLD)
    assert all("You said: " in told and "What happened: " in told for told in page.evaluate(TOLD))
    assert page.evaluate("[...document.images].every(image => image.complete && image.naturalWidth && image.alt)")
    assert "Run the cell" not in page.locator("main").inner_text()
    sliders = page.locator(".pegasos-stills")
    assert sliders.count() == sum(shown(cell).startswith("Explorer: ") for cell in code(path))
    for slider in sliders.all():
        seen = []
        for key in ("Home", "End"):
            slider.locator("input").press(key)
            seen.append(slider.locator("details:visible > :not(summary)").first.evaluate("shown => shown.outerHTML"))
        assert seen[0] != seen[1]
    landscapes = page.locator("iframe[title^='f over']")
    assert landscapes.count() == sum(shown(cell).startswith("Landscape: ") for cell in code(path))
    players = page.locator("iframe:not([title^='f over'])")
    assert players.count() == sum(shown(cell).startswith(PLAYERS) for cell in code(path))
    for n in range(players.count()):
        inside = players.nth(n).content_frame
        inside.locator(".pegasos-player").focus()
        page.keyboard.press("ArrowRight")
        expect(inside.locator(".story").last).to_contain_text("Step 1 ")
        expect(inside.locator("[hidden]:visible")).to_have_count(0)
    quizzes = page.locator(".pegasos-quiz")
    assert quizzes.count() == sum(shown(cell).startswith("Quiz: ") for cell in code(path)) >= 3
    assert page.evaluate(VERDICTS) == ["✓ Right."] * quizzes.count()
    for width in (1280, 390):
        page.set_viewport_size({"width": width, "height": 800})
        assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert not barriers(page)
    page.emulate_media(color_scheme="dark")  # what lies in an inverted element is not inverted again
    assert page.evaluate(
        "[...document.querySelectorAll('.place img')].every(one => getComputedStyle(one).filter === 'none')"
    )
