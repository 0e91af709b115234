"""Test pages of the site from disk: they have no barriers, and make no request to another machine."""

import pytest
from browsing import wait_until
from playwright.sync_api import expect
from sites import small_course

from in_browser.conftest import IN_BOTH, barriers, frames, text
from pegasos_edu.misconceptions import by_id
from pegasos_edu.site.contents import contents


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """Build some of its pages."""
    with pytest.MonkeyPatch.context() as patch:
        folder = tmp_path_factory.mktemp("site")
        small_course(folder / "course", patch)
        front = contents()[-1]
    front.write(folder / "index.html", front.of_site())
    return folder


def test_the_front_page_keeps_nobody_out_on_screens_of_any_width(site, open_page):
    page = open_page(site / "index.html", width=390)
    assert not barriers(page)
    links = page.get_by_role("navigation", name="Site").get_by_role("link", name="Reference")
    for width in (390, 800, 1300):
        page.set_viewport_size({"width": width, "height": 800})
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        assert links.is_visible() == (width == 1300)
    page.set_viewport_size({"width": 390, "height": 800})
    page.get_by_role("button", name="Menu").press("Enter")
    expect(links).to_be_visible()


@pytest.mark.parametrize("size", [(1280, 650), (1024, 768), (1280, 800)])
def test_the_player_of_the_front_page_is_whole_in_the_window(site, open_page, size):
    page = open_page(site / "index.html", width=size[0], height=size[1])
    wait_until(page, "document.querySelector('.story').innerText.startsWith('Step 1 ')")
    assert page.evaluate("document.querySelector('.buttons').getBoundingClientRect().bottom") <= size[1]


def test_the_front_page_plays_by_itself_and_keeps_its_keys_and_its_address(site, open_page):
    page = open_page(f"{(site / 'index.html').as_uri()}#lessons")
    wait_until(page, "document.querySelector('.story').innerText.startsWith('Step 2 ')")
    page.keyboard.press("Home")
    assert text(page, ".story").startswith("Step "), "the page handles keys until the player has the focus"
    assert page.locator("h1").count() == 1 and page.evaluate("location.hash") == "#lessons"


def test_who_wants_no_motion_sees_the_first_step_of_the_run(site, open_page):
    page = open_page(site / "index.html", reduced_motion=True)
    page.wait_for_timeout(1200)  # twice the time of a step
    assert text(page, ".story").startswith("Step 1 ")


def test_pictures_are_drawn_with_the_typeface_of_the_page(site, open_page):
    page = open_page(site / "index.html", reduced_motion=True)
    page.evaluate("document.fonts.ready.then(() => true)")
    curve = []
    for width in (1280, 1270, 1280):  # it is drawn anew
        page.set_viewport_size({"width": width, "height": 900})
        frames(page, 4)
        curve.append(page.locator(".chart").evaluate("canvas => canvas.toDataURL()"))
    assert curve[0] == curve[-1]


# A text in which readers look something up


@pytest.fixture(scope="module")
def mistakes(tmp_path_factory):
    """Write the page of misconceptions."""
    path = tmp_path_factory.mktemp("texts") / "misconceptions.html"
    (page,) = (page for page in contents() if page.path.endswith("misconceptions.html"))
    page.write(path, page.of_site())
    return path


IN_VIEW = "document.querySelector('.entry[open] summary').getBoundingClientRect().top < innerHeight"


@IN_BOTH
def test_an_entry_is_found_by_its_words_and_by_its_address(mistakes, open_page):
    page = open_page(mistakes, width=390)
    assert page.locator(".entry").count() == len(by_id()) and not page.locator(".entry[open]").count()
    assert page.evaluate("document.documentElement.scrollHeight") < 30_000
    page.get_by_role("searchbox").fill("slice Neighbouring")
    expect(page.get_by_role("status")).to_have_text(f"1 of {len(by_id())} entries")
    expect(page.locator(".entry:visible p").first).to_be_visible()
    address = page.locator(".entry:visible .anchor-link").get_attribute("href")
    page = open_page(mistakes.as_uri() + address)
    wait_until(page, IN_VIEW)
    assert page.locator(".entry[open] h3").inner_text() == "The batch is a slice of neighbouring examples"


def test_a_printed_text_shows_what_is_folded(mistakes, open_page):
    page = open_page(mistakes)
    page.emulate_media(media="print")
    visible = (
        "[...document.querySelectorAll('.entry p')].every(text => text.checkVisibility({contentVisibilityAuto: true}))"
    )
    wait_until(page, visible)  # a browser shows what it skipped in a frame of its own time
    assert not page.locator(".search").is_visible()
