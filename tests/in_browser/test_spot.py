"""Test Spot the bug as a page from disk: answers by keyboard, their explanations, and the score."""

import re

import pytest
from playwright.sync_api import expect

from in_browser.conftest import IN_BOTH, barriers
from pegasos_edu.teaching.spot import spots, write

SEED = 3
SEVERAL = spots(SEED)


@pytest.fixture
def opened(open_page, tmp_path):
    """Return a function that opens the three rounds as a page."""
    path = write(SEVERAL, tmp_path / "spot.html")

    def opened(**options):
        return open_page(path, **options)

    return opened


def place(one, is_right):
    """Return the place of the right choice, or of the first wrong one."""
    answers = [choice.id for choice in one.choices]
    return answers.index(one.answer) if is_right else int(one.answer == answers[0])


def title(one):
    """Return the title of the right choice."""
    return one.choices[place(one, is_right=True)].title


def choose(page, n):
    """Choose the n-th of the four answers by keyboard, and submit it."""
    page.locator(".round:visible form input").first.focus()
    page.keyboard.press("Space")
    for _ in range(n):
        page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")


def press(page, name):
    """Press a button of the round, or between rounds, by keyboard."""
    page.get_by_role("button", name=name).focus()
    page.keyboard.press("Enter")


def score(page):
    return page.locator("#score").inner_text()


def test_three_rounds_by_keyboard(opened):
    page = opened()
    verdict, heading = page.locator(".round:visible .verdict"), page.locator(".round:visible h2")
    first, second, third = SEVERAL

    expect(heading).to_have_text(f"Round 1 of 3: {first.setting}")
    expect(page.locator(".pegasos-player .code .python").first).to_be_visible()
    press(page, "Check")
    expect(verdict).to_have_text("Choose one of the four answers first.")
    assert score(page) == "Score: 0 of 0, 3 to go"
    choose(page, place(first, is_right=False))
    wrong = first.choices[place(first, is_right=False)]
    expect(verdict).to_contain_text(f"✗ This is not the bug: “{wrong.title}”.")
    expect(verdict).to_contain_text(wrong.facts[0][1])
    assert first.choices[place(first, True)].facts[0][1] not in page.locator("body").inner_text()
    choose(page, place(first, is_right=True))
    for _, text in first.choices[place(first, is_right=True)].facts:
        expect(verdict).to_contain_text(text)
    assert score(page) == "Score: 0 of 1, 2 to go"  # only the first answer counts

    press(page, "Next round")
    expect(heading).to_be_focused()
    expect(heading).to_have_text(f"Round 2 of 3: {second.setting}")
    player = page.locator(".round:visible .pegasos-player")
    expect(player.get_by_text("The lines of this program are hidden.")).to_be_visible()
    assert player.locator("ol.code").count() == 1
    player.focus()
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowUp")  # in the middle of a step, the hidden program only shows its draw
    expect(player.locator(".story").last).to_have_text(re.compile(r"^Step 3 draws (4 examples|.*\))\.$"))
    choose(page, place(second, is_right=True))
    expect(verdict).to_contain_text(f"✓ Right: “{title(second)}”.")
    assert score(page) == "Score: 1 of 2, 1 to go"
    press(page, f"Show step {second.first} of both")
    assert player.locator("ol.code").count() == 2
    assert player.locator(".seek input").input_value() == str(second.first)

    press(page, "Next round")
    assert not page.locator(".round:visible .pegasos-player").count()
    expect(page.locator(".round:visible svg")).to_have_count(2)
    choose(page, place(third, is_right=True))
    assert score(page) == "Score: 2 of 3"
    press(page, f"Show step {third.first} of both")
    expect(page.locator(".round:visible ol.code")).to_have_count(2)
    press(page, "Previous round")
    expect(heading).to_have_text(f"Round 2 of 3: {second.setting}")
    expect(verdict).to_contain_text("✓ Right")


@IN_BOTH
def test_the_wrong_program_is_mended_and_checked(opened):
    page = opened()
    press(page, "Show the answer")
    press(page, "Mend the wrong program")
    field, report = page.get_by_label("Your program"), page.locator(".mend .report")
    expect(field).to_be_focused()
    field.press("Control+Enter")
    expect(report).to_contain_text("Not correct yet (hinge). There is one mistake: w shrinks only when")
    field.fill(field.input_value().replace("            pass", "            w = (1 - eta * lam) * w"))
    field.press("Control+Enter")
    expect(report).to_contain_text("✓ Right (hinge).")
    expect(page.locator(".answers .verdict:visible")).to_contain_text("This is the bug")


def test_nobody_is_kept_out_and_it_fits(opened):
    page = opened(width=390)
    press(page, "Show the answer")
    press(page, "Mend the wrong program")
    for n, one in enumerate(SEVERAL):
        assert not barriers(page)
        choose(page, place(one, is_right=n > 0))
        press(page, "Show the answer")
        press(page, f"Show step {one.first} of both")
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
        if n < 2:
            press(page, "Next round")
