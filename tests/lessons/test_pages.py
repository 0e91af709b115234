"""Test the pages of stored notebooks: formulas, links, folded cells, and no request to another machine."""

import re
from html import unescape
from html.parser import HTMLParser

import pytest
from stored import FOLDED, PICTURE, QUIZ, plain, player, says, shows, written

from pegasos_edu import hinge
from pegasos_edu.lessons import Predict
from pegasos_edu.lessons.markup import rendered
from pegasos_edu.lessons.pages import export
from pegasos_edu.plots import Picture, figure
from pegasos_edu.trace import Listing

# Text


@pytest.mark.parametrize(
    ("text", "read", "elements"),
    [
        ("so $a_1*b_2*c_3$ is", "soa1*b2*c3is", ["<math"]),
        ("$$\nf(w) = \\max\\{0, 1\\}\n$$", "f(w)=max{0,1}", ['display="block"']),
        ("| a | b |\n|---|---|\n| $\\lvert w_1\\rvert$ | $|w_2|$ |", "ab|w1||w2|", ["<td>", "<math"]),
        ("<details><summary>Is $x_1$?</summary>\n\n$$x_1*x_2$$\n\n</details>", "Isx1?x1*x2", ["<details>", "<math"]),
        ("* **one** $w_t$ and\n* $<1$", "onewtand<1", ["<li>", "<strong>"]),
        ("`$x$` and ``$y$``", "$x$and$y$", ["<code>"]),
        ("```python\n# $x$ in code_a*b*\n```", "#$x$incode_a*b*", ["<pre>"]),
        ('It costs "$5" in all.', 'Itcosts"$5"inall.', ["<p>"]),
    ],
)
def test_markdown_and_formulas_leave_each_other_alone(text, read, elements):
    html = rendered(text)
    assert plain(html) == read and "aside" not in html
    assert all(re.search(element, html) for element in elements) and "<em>" not in html


# Pages


@pytest.fixture(scope="module")
def page(tmp_path_factory):
    """Write a page with everything that a lesson can show."""
    folder = tmp_path_factory.mktemp("page")
    cells = [
        says(
            "# 01 · Is $w$ right?\n\nSee [three](03_three.ipynb), [its end](03_three.ipynb#end), [web](https://a.b/c.ipynb)."
        ),
        shows(PICTURE, source="Picture(of, 'them')"),
        shows(QUIZ, source="the_sum = 2", jupyter={"source_hidden": True}),
        shows(Listing(hinge)),
        shows(player()),
        shows("printed <&> text"),
        shows("the answer", source="secret = 1", **FOLDED),
    ]
    cells[5].metadata |= {"tags": ["check"], "jupyter": {"source_hidden": True}}
    return export(written(folder / "01_one.ipynb", *cells), folder / "new").read_text("utf-8")


def test_a_page_holds_what_is_stored(page):
    assert "<title>01 · Is w right?</title>" in unescape(page) and page.startswith("<!doctype html>")
    assert (
        f'<img alt="{PICTURE.alt}" src="data:image/webp;base64,' in page
        and page.count("<iframe") == page.count("<table") == 1
    )
    assert "Picture(" in page and "printed &lt;&amp;&gt; text" in page and page.count("<summary") == 3 + 2


def test_links_to_notebooks_lead_to_their_pages(page):
    assert re.findall(r'href="([^"#][^"]*)"', page) == [
        "data:,",
        "03_three.html",
        "03_three.html#end",
        "https://a.b/c.ipynb",
    ]


def test_what_is_folded_stays_folded(page):
    folds = re.findall(r"<details[^>]*><summary>([\w ]+)</summary>(.*?)</details>", page, re.DOTALL)
    (_, code), (_, check), (_, solution) = folds
    assert [name for name, _ in folds] == ["Code", "Check of the numbers above", "Solution"]
    assert "printed &lt;&amp;&gt; text" in check
    assert "the_sum" in code and "One after one" not in code and "pegasos-quiz" in page
    assert "secret" in solution and "the answer" in solution


def test_a_cell_of_imports_is_folded_and_no_other(tmp_path):
    cells = [
        shows(None, source="import a\nfrom b import c, d\n\nfrom e import f"),
        shows(None, source="import g\nh = 1"),
    ]
    page = export(written(tmp_path / "one.ipynb", says("# One"), *cells), tmp_path).read_text("utf-8")
    [fold] = re.findall(r"<summary>Imports</summary>(.*?)</details>", page, re.DOTALL)
    assert ">e</span>" in fold and ">g</span>" not in fold and ">g</span>" in page


def test_checks_in_a_row_unfold_together_and_only_a_wide_picture_scrolls(tmp_path):
    cells = [shows(f"check {n}") for n in "abc"]
    for cell in cells:
        cell.metadata |= {"tags": ["check"], "jupyter": {"source_hidden": True}}
    wide = Picture(figure(3)[0], "three panels")
    cells = [says("# One"), *cells[:2], says("between"), cells[2], shows(PICTURE), shows(wide), shows(player())]
    page = export(written(tmp_path / "one.ipynb", *cells), tmp_path).read_text("utf-8")
    first, second = re.findall(r"<summary>Check of the numbers above</summary>(.*?)</details>", page, re.DOTALL)
    assert "check a" in first and "check b" in first and "check c" in second
    assert re.findall(r'<div class="wide" tabindex="0"><img alt="([^"]*)"', page) == ["three panels"]


GUESS = Predict("How many?", ["few", "many"])
OUTCOME = GUESS.outcome("many", {"few": "No.", "many": "Yes."}, expected="many")


class Parts(HTMLParser):
    """Collect for each text the parts of the page that contain it."""

    def __init__(self, page):
        super().__init__()
        self.open, self.folds_of = [], {}
        self.feed(page)

    def handle_starttag(self, tag, attrs):
        if tag not in ("meta", "link", "img", "br", "input"):
            self.open.append((tag, dict(attrs).get("class") or ""))

    def handle_endtag(self, tag):
        assert self.open.pop()[0] == tag

    def handle_data(self, data):
        self.folds_of[data.strip()] = [name for _, name in self.open if name in ("after", "deeper")]


def test_a_folded_section_and_what_follows_a_prediction_are_parts_that_end_with_their_section(tmp_path):
    deeper = says("## Dig deeper: it\n\nFive minutes.")
    deeper.metadata["jp-MarkdownHeadingCollapsed"] = True
    cells = [
        says("# One"), shows(GUESS), says("within"), shows(OUTCOME), says("## Two"), says("beyond"),
        deeper, says("### Three\n\ninside"), shows(GUESS), says("both"), says("## Four"), says("last"),
    ]  # fmt: skip
    page = export(written(tmp_path / "one.ipynb", *cells), tmp_path).read_text("utf-8")
    parts = Parts(page).folds_of
    asked, shown = "How many?", "What happened:"
    assert parts["within"] == parts[shown] == ["after"] and parts["beyond"] == parts["last"] == parts["Four"] == []
    assert parts["Dig deeper: it"] == parts["Five minutes."] == parts["inside"] == parts[asked] == ["deeper"]
    assert parts["both"] == ["deeper", "after"] and page.count(f'data-after="{GUESS.key}"') == 2


def test_a_page_asks_for_nothing(page):
    assert not re.search(r'<(script|link)[^>]+(src|href)="(?!data:)|@import|url\((?!data:)|\bsrc="(?!data:)', page)
