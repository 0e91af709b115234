"""Test slides and pages of lessons from disk in a real browser."""

import json
import re

import pytest
from browsing import wait_until
from conftest import mostly_slow
from playwright.sync_api import expect
from stored import FOLDED, LESSONS, PICTURE, QUIZ, picture, player, says, shows, written

from in_browser.conftest import IN_BOTH, MOSTLY_IN_CHROMIUM, barriers
from pegasos_edu.common.html import whole_page
from pegasos_edu.datasets import toy
from pegasos_edu.lessons import Predict
from pegasos_edu.lessons.pages import export
from pegasos_edu.lessons.slides import write
from pegasos_edu.player import landscape

GUESS = Predict("How many?", ["few", "many"])
OUTCOME = GUESS.outcome("many", {"few": "Too few.", "many": "So many."}, expected="many")
CELLS = [
    says("# 07 · Why $w$?"),
    says("## 1. Predict\n\nWhere would **you** draw it?"),
    shows(GUESS, slide={}),
    shows(picture(2), slide={"title": "Many", "text": "It is so."}),
    shows(OUTCOME),
    says("## 2. Play"),
    shows(player(), slide=True),
    shows(QUIZ, slide={}),
    says("Two by two $$\\lvert x_1\\rvert$$", slide={"title": "A formula"}),
    shows("the answer", source="secret = 1", **FOLDED),
    shows("few: 1 2 3", slide={"title": "Bars", "bars": True}),
]


@pytest.fixture(scope="module")
def lesson(tmp_path_factory):
    return written(tmp_path_factory.mktemp("lesson") / "07_why.ipynb", *CELLS)


@pytest.fixture
def opened(open_page, lesson):
    """Return a function that opens the slides at one of them, and waits until the script has run."""

    def opened(fragment="", **options):
        page = open_page(write(lesson, lesson.with_name("slides.html")).as_uri() + fragment, **options)
        page.locator(".now").wait_for()
        return page

    return opened


def press(page, *keys):
    """Press keys, and return the stop after each key."""
    seen = []
    for key in keys:
        page.keyboard.press(key)
        seen.append(page.evaluate("location.hash.slice(1)"))
    return seen


@IN_BOTH
def test_keys_and_buttons_turn_the_slides(opened):
    page = opened()
    assert press(page, "ArrowRight", " ", "PageDown") == ["2", "2+", "3"]
    assert press(page, "PageUp", "PageUp", "PageUp", "PageUp") == ["2+", "2", "1", "1"]
    assert press(page, "End", "ArrowRight", "Home") == ["6", "6", "1"]
    page.locator("h1").click()
    page.get_by_role("button", name="next").click()
    assert page.evaluate("location.hash") == "#2+" and page.locator(".now .foot").inner_text().split() == [
        "1.",
        "Predict",
        "2",
        "/",
        "6",
    ]
    assert press(page, "ArrowRight", "PageDown") == ["3", "4"]
    page.get_by_role("button", name="back").click()
    assert page.locator("#live").inner_text() == "Slide 3 of 6: A title"
    page.keyboard.press("f")
    wait_until(page, "Boolean(document.fullscreenElement)")
    page.reload()
    page.locator(".now").wait_for()
    page.evaluate("location.hash = '#4'")
    wait_until(page, "document.querySelector('.now .pegasos-quiz')")
    assert press(page, "2", "ArrowRight") == ["4", "4+"] and page.get_by_text("One after one.").is_visible()
    page.evaluate("location.hash = '#2%2B).'")
    page.wait_for_function("location.hash === '#2+'")
    page.evaluate("location.hash = '#nowhere'")
    wait_until(page, "location.hash === '#1'")


def test_a_vote_becomes_right_or_wrong_beside_the_answer(opened):
    page = opened("#2")
    assert not page.locator(".now img").is_visible() and not page.get_by_text("It is so.").first.is_visible()
    assert press(page, "1") == ["2+"]
    choices = page.locator(".now .pegasos-predict li")
    assert [choice.evaluate("node => node.className") for choice in choices.all()] == ["", "right"]
    assert choices.nth(0).locator(".chosen").is_visible() and page.locator(".now img").is_visible()
    assert page.locator(".now h3").inner_text() == "Many" and not barriers(page)
    assert press(page, "PageUp", "2", "PageDown") == ["2", "2", "2+"], "a vote cannot be changed"


def test_a_clicker_goes_on_without_a_vote_and_hides_the_wrong_choices(opened):
    page = opened("#2")
    assert press(page, "PageDown") == ["2+"]
    assert page.locator(".now li:visible").all_inner_texts() == ["many"]


@MOSTLY_IN_CHROMIUM
def test_a_black_screen_all_slides_and_the_list_of_keys_open_and_close(opened):
    page = opened("#3")
    shade = "getComputedStyle(document.querySelector('main')).opacity"
    page.keyboard.press("b")
    assert page.evaluate(shade) == "0"
    assert press(page, ".") == ["3"] and page.evaluate(shade) == "1"
    page.keyboard.press("o")
    boxes = [slide.bounding_box() for slide in page.locator(".slide").all()]
    assert all(box["width"] < 400 for box in boxes) and boxes[1]["x"] > boxes[0]["x"]
    assert page.locator("iframe").count() == page.locator(".slide:has(iframe) img:visible").count() == 1  # its still
    page.locator(".slide").nth(4).click()
    assert page.evaluate("location.hash") == "#5" and page.locator(".slide:visible").count() == 1
    page.keyboard.press("o")
    press(page, "ArrowLeft", "ArrowLeft")  # whole slides, not their answers
    page.keyboard.press("Enter")
    assert page.evaluate("location.hash") == "#3" and page.locator(".slide:visible").count() == 1
    page.keyboard.press("?")
    assert page.locator("#help").inner_text().startswith("Keys") and not barriers(page)
    page.keyboard.press("Escape")
    assert not page.locator("#help").is_visible()


@MOSTLY_IN_CHROMIUM
def test_a_second_window_holds_notes_clock_and_next_slide_and_turns_the_slides(opened):
    page = opened("#2")
    with page.expect_popup() as popup:
        page.keyboard.press("s")
    notes = popup.value.locator(".notes")
    assert "Where would you draw it?" in notes.inner_text() and "Too few." in notes.inner_text()
    assert popup.value.locator(".next h3").is_visible()
    popup.value.keyboard.press("PageDown")
    expect(popup.value.locator(".next img")).to_be_visible()  # the still of a player
    popup.value.keyboard.press("PageDown")
    assert page.evaluate("location.hash") == "#3" and "Where would you" not in notes.inner_text()
    expect(popup.value.locator(".clock")).not_to_have_text("0:00")
    popup.value.close()
    assert press(page, "PageDown") == ["4"]


NUMBERED = """() => {
    const choices = [...document.querySelectorAll(".pegasos-quiz summary")];
    const of = (choice) => [getComputedStyle(choice, "::before").content, choice.parentElement.offsetHeight];
    return choices.map(of);
}"""


@IN_BOTH
def test_choices_of_a_quiz_are_rows_with_numbers_in_a_notebook_as_in_a_page_and_a_slide(open_page, lesson, tmp_path):
    (tmp_path / "notebook.html").write_text(whole_page("As a notebook shows it", "", QUIZ._repr_html_()), "utf-8")
    choices = open_page(write(lesson, tmp_path / "slides.html").as_uri() + "#4").locator(".now [data-number]")
    choices.last.wait_for()
    assert [choice.get_attribute("data-number") for choice in choices.all()] == ["1", "2"]
    for path in (export(lesson, tmp_path), tmp_path / "notebook.html"):
        (first, height), (other, _) = open_page(path).evaluate(NUMBERED)
        assert first == other == "counter(answer)" and height >= 48


@IN_BOTH
@pytest.mark.parametrize(
    ("ground", "blending"),
    [
        ('data-jp-theme-light="true"', "normal"),
        ('data-jp-theme-light="false"', "screen"),
        ('class="vscode-dark"', "screen"),
    ],
)
def test_a_figure_in_a_dark_notebook_has_its_ground(open_page, tmp_path, ground, blending):
    html = whole_page("As a notebook shows it", "", PICTURE._repr_html_()).replace("<body", f"<body {ground}")
    (tmp_path / "notebook.html").write_text(html, "utf-8")
    style = (
        open_page(tmp_path / "notebook.html").locator("img").evaluate("image => getComputedStyle(image).mixBlendMode")
    )
    assert style == blending


def test_a_page_asks_for_a_number_and_for_a_place(open_page, tmp_path):
    number, place = Predict("When?", unit="steps"), Predict("Where?", picture=PICTURE)
    cells = [says("# Why?"), shows(number), says("one"), shows(number.outcome(41, "So.")), says("## Two")]
    cells += [shows(place), says("two"), shows(place.outcome((1, 0.5), "There."))]
    page = open_page(export(written(tmp_path / "one.ipynb", *cells), tmp_path))
    assert not page.get_by_text("one", exact=True).is_visible()
    page.get_by_role("button", name="That is my guess").first.click()
    page.get_by_text("Make your guess first.").wait_for()
    page.get_by_label("your guess, steps").fill("30")
    page.keyboard.press("Enter")
    page.get_by_text("one", exact=True).wait_for()
    assert "You said: 30 steps.\n" in page.locator(".pegasos-outcome").first.inner_text()
    image = page.locator(".place img")
    image.scroll_into_view_if_needed()
    size = image.bounding_box()
    left, top, right, bottom = json.loads(image.locator("..").get_attribute("data-axes"))["box"]
    image.click(position={"x": (left + right) / 2 * size["width"], "y": (top + bottom) / 2 * size["height"]})
    middle = [sum(PICTURE.figure.axes[0].get_xlim()) / 2, sum(PICTURE.figure.axes[0].get_ylim()) / 2]
    page.get_by_text("two", exact=True).wait_for()  # the click made the guess
    fields = [float(page.get_by_label(name).input_value()) for name in ("across", "up")]
    assert fields == pytest.approx(middle, abs=0.05)
    signs = page.locator("[data-sign]").evaluate_all("signs => signs.map(sign => sign.dataset.sign)")
    assert signs == ["×", "○"]
    cross, size = page.locator("[data-sign='×']").bounding_box(), image.bounding_box()
    assert cross["x"] + cross["width"] / 2 == pytest.approx(size["x"] + (left + right) / 2 * size["width"], abs=1.5)
    assert cross["y"] + cross["height"] / 2 == pytest.approx(size["y"] + (top + bottom) / 2 * size["height"], abs=1.5)
    assert not barriers(page)


@MOSTLY_IN_CHROMIUM
def test_arrows_step_in_a_player_and_a_clicker_turns_the_slides(opened):
    page = opened("#3")
    inside = page.frame_locator(".now iframe")
    inside.locator(".story").wait_for()
    assert page.locator(".keys").inner_text() == "→ moves the picture, Page ↓ goes on"
    assert press(page, "ArrowRight", "ArrowRight") == ["3", "3"]
    assert inside.locator(".story").inner_text().startswith("Step 3 ")  # it began in step 1
    for _ in range(2):  # a frame gets keys only while it has the focus; this holds for the second time, too
        inside.locator(".pegasos-player").focus()
        assert press(page, "Home", "ArrowRight") == ["3", "3"]
        assert inside.locator(".story").inner_text().startswith("Step 1 ")
        assert press(page, "PageDown", "ArrowRight", "PageUp", "PageUp") == ["4", "4+", "4", "3"]
    inside.locator(".pegasos-player").focus()
    page.keyboard.press("b")
    assert page.locator("body.black").count() == 1 and press(page, "PageUp") == ["2+"]


def test_a_program_is_written_on_its_slide_and_its_keys_turn_no_page(open_page, tmp_path):
    source = 'def projected(w, lam):\n    return w\n\ncheck(projected, "projected")'
    cells = [*CELLS[:4], shows(None, source=source, tags=["write", "slide"], slide=True)]
    page = open_page(write(written(tmp_path / "06_this.ipynb", *cells), tmp_path / "slides.html").as_uri() + "#3")
    page.locator(".now textarea").press("End")
    page.keyboard.type("  # o b.")
    page.keyboard.press("Control+Enter")
    expect(page.locator(".now .report")).to_contain_text("Not correct yet (projected).")
    assert page.evaluate("location.hash") == "#3" and page.locator("body.all, body.black").count() == 0
    assert press(page, "PageUp") == ["2+"]


@pytest.mark.parametrize(("name", "selector"), [("2+", ".now img:visible"), ("3", ".now iframe")])
@pytest.mark.parametrize("size", [{"width": 1280, "height": 720}, {"width": 1024, "height": 768}], ids=["16:9", "4:3"])
def test_pictures_and_players_fill_the_slide_and_stay_in_it(opened, name, selector, size):
    place = opened(f"#{name}", **size).locator(selector).bounding_box()
    assert place["x"] >= 0 and place["x"] + place["width"] <= size["width"]
    assert place["y"] + place["height"] <= 0.95 * size["height"] and place["width"] > 0.9 * size["width"]


def test_a_landscape_stays_in_its_slide(open_page, tmp_path):
    cells = [says("# Why?"), says("## Where?"), shows(landscape(*toy()[:2], lam=0.1), slide=True)]
    page = open_page(write(written(tmp_path / "01_this.ipynb", *cells), tmp_path / "slides.html").as_uri() + "#2")
    inside = page.frame_locator(".now iframe").locator(".pegasos-landscape")
    inside.wait_for()
    assert page.frames[1].evaluate("document.documentElement.scrollHeight <= innerHeight")
    inside.locator("canvas").first.focus()
    assert press(page, "PageUp") == ["1"]


def test_paper_holds_one_slide_a_page_with_every_answer(opened):
    page = opened(dark=True)
    assert len(re.findall(rb"/MediaBox", page.pdf(prefer_css_page_size=True))) == 6
    page.emulate_media(media="print")
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    assert all(image.is_visible() for image in page.locator("img").all()) and not page.locator("iframe").is_visible()
    assert page.get_by_text("It is so.").is_visible() and page.get_by_text("One after one.").is_visible()
    assert page.locator(".asks li:visible").all_inner_texts() == ["few", "many"]
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    assert page.evaluate("parseFloat(getComputedStyle(document.querySelector('.foot')).fontSize) / innerHeight") > 0.03


def test_no_slide_keeps_anybody_out(opened):
    page = opened("#2+")
    assert page.locator("main, h1").count() == 2 and not barriers(page)
    for name in ("3", "4", "6"):
        page.evaluate("name => (location.hash = name)", name)
        assert not barriers(page)


# From the last row: no text of a slide is below 3 % of its height, and all of it stands above the foot.
SMALL_OR_OUTSIDE = """() => {
  const slide = document.querySelector(".now");
  const foot = slide.querySelector(".foot")?.getBoundingClientRect().top ?? innerHeight;
  const isWide = ({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1;
  const formulas = [...slide.querySelectorAll(".shown math")].filter(isWide);
  const bad = formulas.map((formula) => formula.textContent);
  const texts = document.createTreeWalker(slide, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const parent = texts.currentNode.parentElement;
    const range = document.createRange();
    range.selectNodeContents(texts.currentNode);
    const { width, right, bottom } = range.getBoundingClientRect();
    if (!width || !texts.currentNode.data.trim() || !parent.checkVisibility() || parent.closest("math *")) continue;
    const isSmall = parseFloat(getComputedStyle(parent).fontSize) < 0.03 * innerHeight;
    const isOutside = !parent.closest(".foot") && (bottom > foot + 1 || right > innerWidth);
    if (isSmall || isOutside) bad.push(texts.currentNode.data);
  }
  return bad;
}"""


@pytest.mark.parametrize("path", mostly_slow(LESSONS, *LESSONS[::4]), ids=lambda path: path.stem)
def test_every_text_of_a_lesson_is_read_from_the_last_row(path, open_page, tmp_path):
    page = open_page(write(path, tmp_path / "slides.html").as_uri(), width=1280, height=720)
    page.locator(".now").wait_for()
    seen = ""
    while page.evaluate("location.hash") != seen:
        seen = page.evaluate("location.hash")
        assert page.evaluate(SMALL_OR_OUTSIDE) == [], seen
        page.keyboard.press("PageDown")


def test_a_page_to_read(open_page, lesson):
    page = open_page(export(lesson, lesson.parent), width=400, dark=True)
    inside = page.frame_locator("iframe")
    inside.locator(".pegasos-player").focus()
    page.keyboard.press("ArrowRight")
    assert inside.locator(".story").inner_text().startswith("Step 1 ")
    assert page.evaluate("document.documentElement.scrollWidth") <= 400 and page.locator("math").first.is_visible()
    assert not page.get_by_text("secret").is_visible()
    page.get_by_text("Solution").focus()
    page.keyboard.press("Enter")
    assert page.get_by_text("secret").is_visible() and page.get_by_text("the answer").is_visible()
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(22, 24, 28)"
