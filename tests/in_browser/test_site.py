"""Pages of the site, opened from disk: nothing keeps anybody out, and nothing is asked for elsewhere."""

import pytest
from sites import small_course

from in_browser.conftest import barriers, text
from pegasos_edu.site.contents import contents


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """Some of its pages."""
    with pytest.MonkeyPatch.context() as patch:
        folder = tmp_path_factory.mktemp("site")
        small_course(folder / "course", patch)
        front = contents()[-1]
    front.write(folder / "index.html", front.of_site())
    return folder


def test_the_front_page_keeps_nobody_out_on_screens_of_any_width(site, open_page):
    page = open_page(site / "index.html", width=390)
    assert not barriers(page)
    for width in (390, 800, 1300):
        page.set_viewport_size({"width": width, "height": 800})
        assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_the_front_page_plays_and_keeps_its_keys_and_its_address(site, open_page):
    page = open_page(f"{(site / 'index.html').as_uri()}#lessons")
    assert text(page, ".story").startswith("Step 7 ") and page.locator("h1").count() == 1
    page.keyboard.press("ArrowRight")
    assert text(page, ".story").startswith("Step 7 "), "a key is the page's until the player is entered"
    page.get_by_text("step ▶", exact=True).last.click()
    assert text(page, ".story").startswith("Step 8 ") and page.evaluate("location.hash") == "#lessons"
