"""The one page that all pages are."""

from pathlib import Path

from pegasos_edu.basics.html import whole_page

PACKAGE = Path(__file__).resolve().parents[2] / "pegasos_edu"


def test_a_page_is_complete_and_asks_for_nothing():
    page = whole_page("a &amp; b", "p { margin: 0 }\n", "<p>text</p>")
    assert page.startswith('<!doctype html>\n<html lang="en">') and page.endswith("</html>\n")
    assert "<title>a &amp; b</title>" in page and "<style>\np { margin: 0 }\n</style>" in page
    assert "<body>\n<p>text</p>\n</body>" in page
    assert "http" not in page and '<link rel="icon" href="data:,">' in page


def test_no_other_module_writes_the_head_of_a_page():
    writers = [path.name for path in PACKAGE.rglob("*.py") if 'name="viewport"' in path.read_text("utf-8")]
    assert writers == ["html.py"]
