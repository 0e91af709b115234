"""Test the frame that all pages share."""

from pathlib import Path

from pegasos_edu.common.html import OfSite, whole_page

PACKAGE = Path(__file__).resolve().parents[2] / "pegasos_edu"


def test_a_page_is_complete_and_asks_for_nothing():
    page = whole_page("a & b", "p { margin: 0 }\n", "<p>text</p>")
    assert page.startswith('<!doctype html>\n<html lang="en">') and page.endswith("</html>\n")
    assert "<title>a &amp; b</title>" in page and "<style>\np { margin: 0 }\n</style>" in page
    assert "<body>\n<p>text</p>\n</body>" in page
    assert "http:" not in page and "https:" not in page and '<link rel="icon" href="data:,">' in page


def test_every_page_has_its_policy_from_here():
    texts = {
        path: path.read_text("utf-8") for kind in ("py", "html", "jinja2", "js") for path in PACKAGE.rglob(f"*.{kind}")
    }
    heads = {path.relative_to(PACKAGE).as_posix() for path, text in texts.items() if "<head>" in text}
    assert heads == {"common/templates/page.html"}
    page = whole_page("", "", "<p>text</p>")
    assert page.index("Content-Security-Policy") < min(page.index("<title"), page.index("<link"), page.index("<style"))
    assert "default-src 'none'" in page and "'self'" not in page and "connect-src" not in page


def test_a_page_of_a_site_says_what_it_is_and_leads_back():
    links = (("Home & more", "../index.html"), ("Parts", "../b.html"))
    of_site = OfSite("A <b>", 'What "it" is.', links, "Parts", (("next", "c.html"),), "https://example.org/a.html")
    page = whole_page("not this", "", "<p>text</p>", of_site)
    assert "<title>A &lt;b&gt;</title>" in page and 'name="description" content="What &quot;it&quot; is."' in page
    assert '<link rel="canonical" href="https://example.org/a.html">' in page and "not this" not in page
    bar = page.split("<body>")[1].split("<p>text</p>")[0]
    assert '<a href="../index.html">Home &amp; more</a>' in bar
    assert '<a href="../b.html" aria-current="true">Parts</a>' in bar.split(" popover>")[1], "it is in the menu"
    assert '<span>\n<a href="c.html">next</a>\n</span>' in bar
    assert "canonical" not in whole_page("", "", "", of_site._replace(url=None))
