"""Test the picture of what all runs share: the switches show one state at a time, by mouse and by keys."""

from in_browser.conftest import IN_BOTH, Pages, barriers
from pegasos_edu.lessons.start_or_noise import start_or_noise

SHOWN = "[...document.querySelectorAll('[data-state]')].filter((e) => e.offsetParent).map((e) => e.dataset.state)"


def opened(browser, folder):
    path = folder / "page.html"
    path.write_text(start_or_noise(average="all").page(), "utf-8")
    return Pages(browser), path


@IN_BOTH
def test_the_switches_choose_what_is_shown(browser, tmp_path):
    pages, path = opened(browser, tmp_path)
    page = pages(path)
    assert page.evaluate(SHOWN) == ["1 free all"] * 2
    page.get_by_label("100", exact=True).check()
    page.get_by_label("yes").check()
    assert page.evaluate(SHOWN) == ["100 ball all"] * 2
    page.get_by_label("mean of all").press("ArrowDown")
    assert page.evaluate(SHOWN) == ["100 ball half"] * 2
    pages.close()
    pages.check()


def test_it_is_accessible_and_fits_a_phone(running_chromium, tmp_path):
    pages, path = opened(running_chromium, tmp_path)
    page = pages(path)
    page.set_viewport_size({"width": 390, "height": 844})
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert barriers(page) == []
    pages.close()
    pages.check()
