"""Test Spot the bug as a page from disk: one screen, answers by keyboard, their explanations, and the score."""

import pytest
from conftest import mostly_slow
from playwright.sync_api import expect

from in_browser.conftest import IN_BOTH, MOSTLY_IN_CHROMIUM, barriers, press, step
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


def place(question, is_right):
    """Return the place of the right choice, or of the first wrong one."""
    answers = [choice.id for choice in question.choices]
    return answers.index(question.answer) if is_right else int(question.answer == answers[0])


def key(question, is_right):
    """Return the key of the right choice, or of the first wrong one."""
    return f"{place(question, is_right) + 1}"


def choices(page):
    return page.locator(".round:visible li button")


def explanation(page):
    return page.locator(".round:visible .explanation")


def test_three_rounds_by_keyboard(opened):
    page = opened()
    name, score, lists = page.locator("#name"), page.locator("#score"), page.locator(".round:visible ol.code")
    first, second, third = SEVERAL

    expect(name).to_have_text(f"Round 1 of 3: {first.setting}. Level 1: all is shown.")
    expect(lists).to_have_count(2)
    press(page, "ArrowRight", "ArrowRight", "ArrowLeft", "ArrowRight")
    assert step(page) == 2
    press(page, key(first, is_right=False))
    expect(explanation(page)).to_contain_text(f"✗ Not {key(first, False)}. The bug is {key(first, True)}.")
    for is_right in (True, False):
        for _, text in first.choices[place(first, is_right)].facts:
            expect(explanation(page)).to_contain_text(text)
    expect(choices(page).nth(place(first, True))).to_contain_text("✓")
    expect(choices(page).nth(place(first, False))).to_contain_text("✗")
    expect(score).to_have_text("0 of 1 right")
    assert step(page) == first.first
    press(page, key(first, is_right=True))
    expect(explanation(page)).to_contain_text(f"✓ Right: {key(first, True)}.")
    expect(score).to_have_text("0 of 1 right")  # only the first answer counts

    press(page, "PageDown")
    expect(name).to_be_focused()
    expect(name).to_have_text(f"Round 2 of 3: {second.setting}. Level 2: the lines of B are hidden.")
    expect(page.get_by_text("The lines of this program are hidden.")).to_be_visible()
    expect(lists).to_have_count(1)
    press(page, key(second, is_right=True))
    expect(lists).to_have_count(2)
    expect(score).to_have_text("1 of 2 right")

    press(page, "PageDown")
    assert not page.locator(".round:visible .pegasos-player").count()
    expect(page.locator(".round:visible svg")).to_have_count(2)
    press(page, "PageDown", key(third, is_right=True))  # no round is left
    expect(lists).to_have_count(2)
    expect(score).to_have_text("2 of 3 right")
    press(page, "PageUp")
    expect(name).to_have_text(f"Round 2 of 3: {second.setting}. Level 2: the lines of B are hidden.")
    expect(explanation(page)).to_contain_text("✓ Right")


@IN_BOTH
def test_keys_answer_and_go_on_also_from_inside_the_player(opened):
    page = opened()
    player = page.locator(".round:visible .pegasos-player")
    for part in (".seek input", "ol.code", ".play"):
        player.locator(part).first.focus()
        press(page, "PageDown")
        expect(page.locator("#name")).to_contain_text("Round 2 of 3")
        player.locator(part).first.focus()
        press(page, "PageUp")
        expect(page.locator("#name")).to_contain_text("Round 1 of 3")
    player.locator(".seek input").focus()
    press(page, key(SEVERAL[0], is_right=True))
    expect(explanation(page)).to_contain_text("✓ Right")


def test_after_a_click_the_keys_are_those_of_the_player(opened):
    page = opened()
    choices(page).first.click()
    expect(page.locator(".round:visible .pegasos-player")).to_be_focused()
    press(page, "End")
    assert step(page) == 48


@MOSTLY_IN_CHROMIUM
def test_the_wrong_program_is_mended_and_checked(opened):
    page = opened()
    press(page, key(SEVERAL[0], is_right=True))
    page.get_by_role("button", name="Mend B").press("Enter")
    field, report = page.get_by_label("Your program"), page.locator(".report")
    expect(field).to_be_focused()
    field.press("Control+Enter")
    expect(report).to_contain_text("Not correct yet (hinge). There is one mistake: w shrinks only when")
    field.fill(field.input_value().replace("            pass", "            w = (1 - eta * lam) * w"))
    field.press("1")  # is typed, and answers nothing
    field.press("Backspace")
    field.press("Control+Enter")
    expect(report).to_contain_text("✓ Right (hinge).")
    expect(explanation(page)).to_contain_text("✓ Right")


WITHIN = (
    "(element) => { const box = element.getBoundingClientRect(); return box.top >= 0 && box.bottom <= innerHeight; }"
)
ON_ONE_SCREEN = ".plane, .story, .code .ran, .seek, .buttons, .answers li, nav button"


@MOSTLY_IN_CHROMIUM
def test_a_long_answer_scrolls_above_the_foot(opened):
    page = opened(width=1280, height=600)
    for question in SEVERAL:
        press(page, key(question, is_right=False))
        last = explanation(page).locator("p").last
        last.evaluate("last => last.scrollIntoView({ block: 'end' })")
        foot = page.locator("#score").bounding_box()["y"]
        for part in (last, page.locator(".round:visible .answers")):
            box = part.bounding_box()
            assert box["y"] + box["height"] <= foot
        press(page, "PageDown")


@MOSTLY_IN_CHROMIUM
@pytest.mark.parametrize("size", mostly_slow([(1280, 720), (1440, 900)], (1280, 720)))
def test_level_1_is_on_one_screen(opened, size):
    page = opened(width=size[0], height=size[1])
    press(page, "ArrowRight")
    for part in ON_ONE_SCREEN.split(", "):
        parts = page.locator(f"main {part}:visible")
        outside = [part.inner_text() for part in parts.all() if not part.evaluate(WITHIN)]
        assert parts.count() and not outside, part


@pytest.mark.parametrize("width", mostly_slow([360, 390, 1024], 360))
def test_nobody_is_kept_out_and_it_fits(opened, width):
    page = opened(width=width)
    press(page, key(SEVERAL[0], is_right=False))
    page.get_by_role("button", name="Mend B").press("Enter")
    for n, question in enumerate(SEVERAL):
        assert not barriers(page)
        choices(page).nth(place(question, is_right=n > 0)).click()
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        page.locator("#next").press("PageDown")
