"""Test the page that a learner gets, and the teacher's overview, opened from disk."""

import classes
import pytest
from playwright.sync_api import expect

from in_browser.conftest import barriers
from pegasos_edu.cli import main
from pegasos_edu.teaching.masters import read_master


@pytest.fixture(scope="module")
def results(tmp_path_factory):
    """Grade a hand-in, and return the folder with its page and the overview."""
    folder = tmp_path_factory.mktemp("class")
    held = classes.notebook(read_master("A2"), classes.WRONG["score-after-shrinking"])
    (folder / "ada.ipynb").write_bytes(held)
    assert main(["grade", str(folder), "--assignment", "A2", "--out", str(folder / "out"), "--jobs=1", "--quiet"]) == 0
    return folder / "out"


def test_pages_of_a_class_on_a_phone_by_keyboard(results, open_page):
    page = open_page(results / "overview.html", width=390)
    fits = "document.documentElement.scrollWidth <= innerWidth"
    assert page.evaluate(fits)
    page.get_by_role("link", name="ada").first.focus()
    page.keyboard.press("Enter")
    player = page.locator("#player")
    expect(player).to_have_attribute("aria-label", "Step player: hinge beside the program")
    line = player.locator(".code .lit").first
    first = line.inner_text()
    player.focus()
    page.keyboard.press("ArrowRight")
    expect(line).not_to_have_text(first, use_inner_text=True)
    page.locator("summary", has_text="A hint").focus()
    page.keyboard.press("Enter")
    expect(page.locator("details[open] p").first).to_be_visible()
    assert page.evaluate(fits) and barriers(page) == []
