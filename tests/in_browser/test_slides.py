"""Test slides and pages of lessons from disk in a real browser."""

import re

import pytest
from browsing import wait_until
from playwright.sync_api import expect
from stored import FOLDED, PICTURE, QUIZ, picture, player, says, shows, written

from in_browser.conftest import IN_BOTH, barriers
from pegasos_edu.datasets import toy
from pegasos_edu.lessons import Predict
from pegasos_edu.lessons.pages import export
from pegasos_edu.lessons.slides import write
from pegasos_edu.player import landscape

ALL = [
    says("# 07 · Why $w$?"),
    says("## 1. Predict\n\nWhere would **you** draw it?", slide=True),
    shows(PICTURE, slide=True),
    says("## 2. Play"),
    shows(player(), slide=True),
    shows(QUIZ, slide=True),
    says("Two by two $\\lvert x_1\\rvert$", slide=True),
    shows(picture(2), slide=True),
    shows("the answer", source="secret = 1", **FOLDED),
    says("## Remember\n\n* " + "a long line, " * 40 + "\n* " + "and another one, " * 60),
]


@pytest.fixture(scope="module")
def lesson(tmp_path_factory):
    return written(tmp_path_factory.mktemp("lesson") / "07_why.ipynb", *ALL)


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


def test_every_key_of_a_lecturer(opened):
    page = opened()
    assert press(page, "ArrowRight", " ", "PageDown") == ["2", "2+", "3"]
    assert press(page, "ArrowLeft", "PageUp", "PageUp", "PageUp") == ["2+", "2", "1", "1"]
    assert press(page, "End", "ArrowRight", "Home") == ["6", "6", "1"]
    page.locator("h1").click()
    page.get_by_role("button", name="next").click()
    assert page.evaluate("location.hash") == "#2+" and page.locator("footer output").inner_text() == "2 / 6"
    assert press(page, " ", " ") == ["3", "4"], "the key presses the button in focus, once"
    page.get_by_role("button", name="back").click()
    assert page.locator("[aria-live=polite]").inner_text() == "Slide 3 of 6: 2. Play"
    page.keyboard.press("f")
    wait_until(page, "Boolean(document.fullscreenElement)")
    page.reload()
    page.locator(".now").wait_for()
    assert page.evaluate("location.hash") == "#3"
    page.evaluate("location.hash = '#4'")
    wait_until(page, "document.querySelector('.now .pegasos-quiz')")
    assert press(page, "2", "ArrowRight") == ["4", "4+"] and page.get_by_text("One after one.").is_visible()
    page.evaluate("location.hash = '#2%2B).'")
    page.wait_for_function("location.hash === '#2+'")
    page.evaluate("location.hash = '#nowhere'")
    wait_until(page, "location.hash === '#1'")


GUESS = Predict("How many?", ["few", "many"])
OUTCOME = GUESS.outcome("many", {"few": "Too few.", "many": "So many."}, expected="many")


@pytest.fixture
def asked(open_page, tmp_path):
    """Open slides at a prediction with a picture."""
    cells = [says("# Why?"), shows(GUESS, slide=True), shows(PICTURE, slide=True), shows(OUTCOME)]
    page = open_page(write(written(tmp_path / "one.ipynb", *cells), tmp_path / "one.html").as_uri() + "#2")
    page.locator(".now").wait_for()
    assert not page.locator(".now img").is_visible() and not page.locator(".now .why").is_visible()
    return page


def test_a_vote_becomes_right_or_wrong_and_why(asked):
    assert press(asked, "1") == ["2+"]
    said = asked.locator(".now").inner_text()
    assert "✗ You said: few." in said and "Too few." in said and "What happened: many. So many." in said
    assert asked.locator(".now img").is_visible() and asked.locator(".right").inner_text().startswith("many")
    assert press(asked, "PageUp", "2", "PageDown") == ["2", "2", "2+"], "a vote cannot be changed"
    assert not barriers(asked)


def test_a_clicker_goes_on_without_a_vote(asked):
    assert press(asked, "PageDown") == ["2+"]
    assert asked.locator(".now .why").is_visible() and "You said" not in asked.locator(".now").inner_text()


def test_notes_stand_beside_a_slide_or_in_a_window_that_turns_the_slides(opened):
    page = opened()
    page.keyboard.press("n")
    notes = page.get_by_label("Notes for the speaker", exact=True)
    assert "Next: 1. Predict" in notes.inner_text()
    with page.expect_popup() as popup:
        page.get_by_role("button", name="Open in a window of its own").click()
    popup.value.keyboard.press("PageDown")
    assert page.evaluate("location.hash") == "#2" and "Next: the answer" in popup.value.locator("aside").inner_text()
    popup.value.close()
    wait_until(page, "document.querySelector('#notes').hidden")


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
    left, top, right, bottom = place.children[1].axes["box"]
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


@IN_BOTH
def test_a_player_has_its_keys_and_gives_the_slides_theirs(opened):
    page = opened("#3")
    inside = page.frame_locator(".now iframe")
    for _ in range(2):  # a frame gets keys only while it has the focus; this holds for the second time, too
        inside.locator(".pegasos-player").focus()
        page.keyboard.press("Home")
        page.keyboard.press("ArrowRight")
        page.keyboard.press("ArrowRight")
        assert inside.locator(".story").inner_text().startswith("Step 2 ") and page.evaluate("location.hash") == "#3"
        assert press(page, "PageDown", "ArrowRight", "PageUp", "ArrowLeft") == ["4", "4+", "4", "3"]
    inside.locator(".seek input").focus()
    assert press(page, "PageUp", "ArrowLeft") == ["2+", "2"]


def test_a_program_is_written_on_its_slide_and_its_keys_turn_no_page(open_page, tmp_path):
    source = "def projected(w, lam):\n    return w\n\ncheck(projected, 'projected')".replace("'", '"')
    cells = [*ALL[:4], says("Because.\n\n**Write it.** Now."), shows(None, source=source, tags=["write"])]
    page = open_page(write(written(tmp_path / "06_this.ipynb", *cells), tmp_path / "slides.html").as_uri() + "#3")
    assert page.locator(".now .shown > p").inner_text() == "Write it. Now."
    page.locator(".now textarea").press("End")
    page.keyboard.type("  # n f")
    page.keyboard.press("Control+Enter")
    expect(page.locator(".now .report")).to_contain_text("Not correct yet (projected).")
    assert page.evaluate("location.hash") == "#3"
    assert press(page, "PageUp") == ["2+"]


@pytest.mark.parametrize(("name", "selector"), [("2+", ".now img"), ("3", ".now iframe"), ("5+", ".now img")])
def test_pictures_and_players_fill_the_slide_and_stay_in_it(opened, name, selector):
    page = opened(f"#{name}", width=1280, height=720)
    if name == "3":
        wait_until(page, "document.querySelector('.now iframe').clientHeight != 780")
    place = page.locator(selector).bounding_box()
    assert place["x"] >= 0 and place["x"] + place["width"] <= 1280 and place["y"] + place["height"] <= 720
    assert place["width"] > 0.4 * 1280 or place["height"] > 0.7 * 720


def test_a_landscape_is_as_high_as_its_slide(open_page, tmp_path):
    cells = [says("# Why?"), says("## Where?"), shows(landscape(*toy()[:2], lam=0.1), slide=True)]
    page = open_page(write(written(tmp_path / "01_this.ipynb", *cells), tmp_path / "slides.html").as_uri() + "#2")
    page.locator(".of-landscape").wait_for()
    place = page.frame_locator(".now iframe").locator(".pegasos-landscape").bounding_box()
    size = page.viewport_size
    assert 0.6 * size["height"] < place["height"] < size["height"] and place["x"] + place["width"] <= size["width"]


def test_paper_holds_one_slide_a_page_with_every_answer(opened):
    page = opened(dark=True)
    assert len(re.findall(rb"/MediaBox", page.pdf(prefer_css_page_size=True))) == 6
    page.emulate_media(media="print")
    assert all(image.is_visible() for image in page.locator("img").all()) and not page.locator("iframe").is_visible()
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"


def test_no_slide_keeps_anybody_out(opened):
    page = opened("#2+")
    assert page.locator("main, h1").count() == 2 and not barriers(page)
    for name in ("3", "4", "6"):
        page.evaluate("name => (location.hash = name)", name)
        assert not barriers(page)


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
