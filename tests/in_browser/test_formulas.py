"""Test how browsers draw formulas: the places of their ink, and the font of each sign."""

import io
import re

import nbformat
import numpy as np
import pytest
from PIL import Image
from stored import LESSONS

from in_browser.conftest import IN_BOTH
from pegasos_edu.lessons.formulas import mathml, with_mathml
from pegasos_edu.lessons.pages import page as page_of

FOLDER = LESSONS[0].parents[1]
SIZE = 60  # the size of letters in pixels
RED, BLUE = (1, 0, 0), (0, 0, 1)


@pytest.fixture
def shown(open_page, tmp_path):
    """Return a function that draws a formula with some parts in red and others in blue, and returns their rows."""

    def shown(tex, red, blue):
        (tmp_path / "page.html").write_text(page_of("Formula", mathml(tex, "block")), "utf-8")
        page = open_page(tmp_path / "page.html")
        page.add_style_tag(content=f"{red} {{ color: #f00 }} {blue} {{ color: #00f }}")
        page.add_style_tag(content=f"math {{ color: #fff; font-size: {SIZE}px !important; outline: none }}")
        fonts = page.evaluate("document.fonts.ready.then(fonts => [...fonts].map(font => [font.family, font.status]))")
        assert {family.strip('"'): status for family, status in fonts}["of formulas"] == "loaded"
        image = np.asarray(Image.open(io.BytesIO(page.screenshot())).convert("RGB")) / 255
        return [np.flatnonzero((abs(image - colour).sum(axis=2) < 0.5).any(axis=1)) for colour in (RED, BLUE)]

    return shown


@IN_BOTH
def test_a_brace_is_as_tall_as_its_cases(shown):
    brace, cases = shown(r"\begin{cases}x&z<1\\y&z<2\\0&z<3\end{cases}", "mo:first-child", "mtable, mtable mo")
    assert brace[0] <= cases[0] and cases[-1] <= brace[-1], "the brace reaches from the first case to the last"
    assert len(brace) == brace[-1] - brace[0] + 1, "the parts of the brace leave no gap"
    assert len(brace) < 1.5 * (cases[-1] - cases[0]), "the brace is not much longer than the cases"


def test_a_root_is_as_tall_as_the_fraction_below_it_and_a_bar_as_its_twin(shown):
    root, fraction = shown(r"\sqrt{\frac{1}{\lambda}}", "msqrt", "msqrt *")
    assert root[0] < fraction[0] and fraction[-1] < root[-1] + 0.1 * SIZE
    bars, square = shown(r"\frac{\lambda}{2}\lVert w\rVert^2", "mrow > mo", "msup > mo")
    assert abs(bars[0] - square[0]) <= 1 and abs(bars[-1] - square[-1]) <= 1 and len(bars) < 1.3 * SIZE


def signs():
    """Return every letter, number and sign in the formulas of the course once, as MathML."""
    texts = [with_mathml(path.read_text("utf-8")) for path in FOLDER.rglob("*.md")]
    for path in FOLDER.rglob("*.ipynb"):
        for cell in nbformat.read(path, as_version=4).cells:
            texts += [with_mathml(cell.source)] if cell.cell_type == "markdown" else []
            texts += [output.get("data", {}).get("text/html", "") for output in cell.get("outputs", [])]
    return sorted({match[0] for text in texts for match in re.finditer(r"<(m[ino]|mtext)\b[^>]*>[^<]+</\1>", text)})


def test_every_sign_of_every_formula_is_in_the_font_of_the_page(open_page, tmp_path):
    (tmp_path / "page.html").write_text(page_of("Signs", "".join(f"<math>{sign}</math>" for sign in signs())), "utf-8")
    page = open_page(tmp_path / "page.html")
    page.evaluate("document.fonts.ready.then(() => true)")
    session = page.context.new_cdp_session(page)
    session.send("DOM.enable")
    session.send("CSS.enable")
    root = session.send("DOM.getDocument")["root"]["nodeId"]
    nodes = session.send("DOM.querySelectorAll", {"nodeId": root, "selector": "math > *"})["nodeIds"]
    fonts = [session.send("CSS.getPlatformFontsForNode", {"nodeId": node})["fonts"] for node in nodes]
    others = [sign for sign, used in zip(signs(), fonts) if not all(font["isCustomFont"] for font in used)]
    assert sum(map(bool, fonts)) > 150 and not others, "add the sign to .ci/font"
