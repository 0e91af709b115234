"""Stored notebooks as pages: formulas, links, folded cells, and nothing from elsewhere."""

import re
from html import unescape

import nbformat
import pytest

from pegasos_edu import hinge
from pegasos_edu.course import Quiz
from pegasos_edu.course.pages import export, rendered
from pegasos_edu.datasets import toy
from pegasos_edu.player import play
from pegasos_edu.recording import Listing
from pegasos_edu.show import Picture, examples, figure

# Notebooks, as they are stored


def says(text, slide=False):
    """A cell of text."""
    return nbformat.v4.new_markdown_cell(text, metadata={"tags": ["slide"]} if slide else {})


def shows(thing, slide=False, source="thing", **metadata):
    """A cell of code with what it shows, in HTML and as text; nothing for None, text that it printed for a str."""
    metadata |= {"tags": ["slide"]} if slide else {}
    shown = []
    if isinstance(thing, str):
        shown = [nbformat.v4.new_output("stream", text=thing)]
    elif thing is not None:
        html = thing._repr_html_() if hasattr(thing, "_repr_html_") else thing._repr_mimebundle_()["text/html"]
        data = {"text/html": html, "text/plain": repr(thing)}
        shown = [nbformat.v4.new_output("execute_result", data=data, execution_count=1)]
    return nbformat.v4.new_code_cell(source, outputs=shown, execution_count=1, metadata=metadata)


def written(path, *cells):
    nbformat.write(nbformat.v4.new_notebook(cells=list(cells)), path)
    return path


def picture(panels=1):
    made, axes = figure(panels)
    for ax in [axes] if panels == 1 else axes:
        examples(*toy()[:2], ax=ax)
    return Picture(made, f"Circles and triangles, in {panels} panels.")


PICTURE = picture()
QUIZ = Quiz("What is $1+1$?", {2: "One after one.", 3: "Count again."}, 1 + 1)
FOLDED = {"collapsed": True, "jupyter": {"source_hidden": True, "outputs_hidden": True}}


def player(**options):
    return play(hinge, *toy()[:2], lam=0.1, T=5, **options)


# Text


def plain(html):
    """What is to be read of it, without blanks."""
    return re.sub(r"\s", "", unescape(re.sub("<[^>]*>", "", html))).replace("∗", "*")


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


def test_a_formula_that_is_none_is_said(tmp_path):
    with pytest.raises(ValueError, match=r"tex must be a formula in LaTeX, got '.+frac'"):
        export(written(tmp_path / "one.ipynb", says("# One\n\n$\\frac$")), tmp_path)


# Pages


@pytest.fixture(scope="module")
def page(tmp_path_factory):
    """A page of everything that a lesson shows."""
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
    return export(written(folder / "01_one.ipynb", *cells), folder / "new").read_text("utf-8")


def test_a_page_holds_what_is_stored(page):
    assert "<title>01 · Is w right?</title>" in unescape(page) and page.startswith("<!doctype html>")
    assert (
        f'<img alt="{PICTURE.alt}" src="data:image/png;base64,' in page
        and page.count("<iframe") == page.count("<table") == 1
    )
    assert "Picture</span>" in page and "printed &lt;&amp;&gt; text" in page and page.count("<summary") == 2 + 2


def test_links_to_notebooks_lead_to_their_pages(page):
    assert re.findall(r'href="([^"#][^"]*)"', page) == [
        "data:,",
        "03_three.html",
        "03_three.html#end",
        "https://a.b/c.ipynb",
    ]


def test_what_is_folded_stays_folded(page):
    folds = re.findall(r"<details><summary>(\w+)</summary>(.*?)</details>", page, re.DOTALL)
    (_, code), (_, solution) = folds
    assert [name for name, _ in folds] == ["Code", "Solution"]
    assert "the_sum" in code and "One after one" not in code and "pegasos-quiz" in page
    assert "secret" in solution and "the answer" in solution


def test_a_page_asks_for_nothing(page):
    assert not re.search(r'<(script|link)[^>]+(src|href)="(?!data:)|@import|url\(|\bsrc="(?!data:)', page)
