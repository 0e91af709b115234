"""What the other tests here rely on: nothing that goes wrong in a page, or leaves the machine, stays unseen."""

import pytest

from in_browser.conftest import Pages, barriers, frames

WRONG = {
    "a script in a frame": (
        "document.body.innerHTML = '<iframe sandbox=allow-scripts srcdoc=\"<body onload=two()>\"></iframe>'",
        "must run without errors, .*two",
    ),
    "the console": ("console.error('three')", "no error in the console, .*three"),
    "a socket": ("new WebSocket('ws://elsewhere.invalid/six')", "127.0.0.1 only, .*elsewhere.invalid/six"),
}


def at(tmp_path, script):
    """A page on disk with a script."""
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
    pages = Pages(browser)  # not those of `open_page`, which must stay clean
    page = pages(at(tmp_path, script))
    for _ in range(5_000):  # a frame fails some time after its page was loaded
        if not is_clean(pages):
            break
        frames(page)
    pages.close()
    with pytest.raises(AssertionError, match=told):
        pages.check()


def test_what_keeps_somebody_out_is_found_by_day_and_by_night(open_page, tmp_path):
    words = (
        "<span class=k>for</span> " * 9 + "<span class=n>t</span> " * 9 + "<span class=n>draws</span> <b>some more</b>"
    )
    rules = (
        "@media (prefers-color-scheme: dark) {.n {color: #ddd}} @media (prefers-color-scheme: light) {b {color: #ddd}}"
    )
    (tmp_path / "words.html").write_text(
        f"<!doctype html><html lang=en><title>Words</title><meta charset=utf-8><style>{rules}</style>"
        f"<main><h1>Words</h1><img src='data:,'><pre class=highlight>{words}</pre></main>",
        "utf-8",
    )
    found = barriers(open_page(tmp_path / "words.html"))
    assert [(scheme, rule) for scheme, rule, _ in found] == [
        ("light", "color-contrast"), ("light", "image-alt"), ("dark", "color-contrast"),
    ]  # fmt: skip
    assert "some more" in found[0][2] and "draws" in found[2][2]
