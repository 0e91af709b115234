"""Test that the tests in a browser notice every error in a page and every request to another machine."""

import pytest

from in_browser.conftest import Pages, frames

WRONG = {
    "a script in a frame": (
        "document.body.innerHTML = '<iframe sandbox=allow-scripts srcdoc=\"<body onload=two()>\"></iframe>'",
        "must run without errors, .*two",
    ),
    "the console": ("console.error('three')", "no error in the console, .*three"),
    "a socket": ("new WebSocket('ws://elsewhere.invalid/six')", "127.0.0.1 only, .*elsewhere.invalid/six"),
}


def at(tmp_path, script):
    """Write a page with a script to disk."""
    (tmp_path / "page.html").write_text(f"<!doctype html><body><script>{script}</script>", "utf-8")
    return tmp_path / "page.html"


def is_clean(pages):
    try:
        pages.check()
    except AssertionError:
        return False
    return True


@pytest.mark.parametrize(("script", "told"), WRONG.values(), ids=WRONG)
def test_what_goes_wrong_in_a_page_is_told(browser, tmp_path, script, told):
    pages = Pages(browser)  # `open_page` would fail at the end of the test
    page = pages(at(tmp_path, script))
    for _ in range(5_000):  # a frame fails some time after its page was loaded
        if not is_clean(pages):
            break
        frames(page)
    pages.close()
    with pytest.raises(AssertionError, match=told):
        pages.check()
