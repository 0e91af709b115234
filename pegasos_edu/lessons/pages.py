"""Write stored notebooks as pages that need no network: figures, players and quizzes as stored, formulas as MathML.

Folded parts of the notebook are folded in the page. The part after a prediction stays hidden until the reader guesses.
A lesson opens with a picture and a guess, which its cells with the tag `opening` show further below in the notebook.
"""

import re
from base64 import b64decode
from functools import cache
from html import escape
from io import BytesIO
from pathlib import Path

from markupsafe import Markup
from PIL import Image
from pygments.formatters import HtmlFormatter

from pegasos_edu.common.files import whole_file
from pegasos_edu.common.html import style_of_texts, whole_page
from pegasos_edu.common.scripts import joined
from pegasos_edu.common.stored_cells import read_cells
from pegasos_edu.lessons import opening, write
from pegasos_edu.lessons.formulas import with_flat
from pegasos_edu.lessons.markup import code, displayed, exported, in_line, rendered
from pegasos_edu.player import frames

HERE = Path(__file__).parent
STYLE = (HERE / "pages.css").read_text("utf-8") + write.STYLE
PREDICTIONS = joined(HERE / "predict_page.js")
SECTION = re.compile(r"#{1,2} ")  # the start of a cell that opens a section
PREDICTION = re.compile(r'class="pegasos-predict"[^>]* data-key="(\w+)"')
WIDE = 700  # pixels: a wider picture scrolls on a phone
IMAGE = re.compile(r'(?<!grid-area: 1 / 1">)<img alt="[^"]*" src="data:image/webp;base64,([\w+/=]+)[^>]*>')  # no still
CHECK = '<details class="aside"><summary>Check of the numbers above</summary>'
CHECKED = "</details><!-- checked -->"
IMPORTS = re.compile(r"((from|import) .*(\n|$)|\n)+")  # a cell that holds nothing else
FORMULA = '<math xmlns="http://www.w3.org/1998/Math/MathML" display="inline">'  # in a page, <math> says the same
MINUTES = re.compile(r"\*\*([\w-]+ minutes)\.\*\*")  # at the beginning of a paragraph of the first cell
WAYS = "*How to use this page.*"


def export(path, folder, of_site=None):
    """Write a stored notebook into a folder as an HTML file that links to other such pages; return its path.

    A page of a site runs the learner's Python with a file that all of them share (`write.write_shared`).

    Raises
    ------
    ValueError
        If a formula is invalid.
    OSError
        If the folder cannot be written.
    """
    cells = read_cells(Path(path).read_text("utf-8"))
    script = f'<script type="module">\n{PREDICTIONS}reading();\n</script>'
    target = Path(folder) / f"{path.stem}.html"
    target.parent.mkdir(parents=True, exist_ok=True)
    writing = write.scripts(cells, write.SHARED if of_site else "")
    content, pages = frames.numbered(_body(cells, path.stem))
    filling = frames.filling([*pages, *([] if of_site else write.pages_of_runs(cells))])
    body = f'<main class="lesson">\n{content}\n</main>\n{filling}{script}\n{writing}'
    with whole_file(target) as file:
        file.write(page(title(cells), body, of_site=of_site).encode())
    return target


def page(name, body, style="", of_site=None):
    """Return a page in the style of the course; its name may contain tags."""
    style = f"{style_of_texts()}{STYLE}{colours_of_code()}{style}"
    name = Markup(re.sub("<[^>]*>", "", with_flat(name)))
    return whole_page(name, style, body.replace(FORMULA, "<math>"), of_site)


def title(cells):
    """Return the first heading of a notebook as HTML."""
    return in_line(cells[0].source.partition("\n")[0])


class _Opening:
    """Hold the cells with the tag `opening`, which a page shows at its top, and the cells before the first section.

    Attributes
    ----------
    first : list of cells
        The title, the imports, and what else stands above the first section.
    says : list of cells
        One sentence or two, as Markdown.
    picture : list of cells
        Empty if the guess has a picture of its own.
    guess : cell
        The first prediction, or the one with the tag.
    """

    def __init__(self, cells):
        tagged = [cell for cell in cells if "opening" in cell.metadata.get("tags", [])]
        end = next(n for n, cell in enumerate(cells) if cell.cell_type == "markdown" and cell.source.startswith("## "))
        self.first, self.guess = cells[:end], next(filter(prediction, [*tagged, *cells]))
        self.says = [cell for cell in tagged if cell.cell_type == "markdown"]
        self.picture = [cell for cell in tagged if cell.cell_type == "code" and cell is not self.guess]

    @classmethod
    def from_cells(cls, cells):
        """Return the opening of a lesson; None for other notebooks."""
        return cls(cells) if any("opening" in cell.metadata.get("tags", []) for cell in cells) else None

    @property
    def html(self):
        """Return the opening as HTML: the name of the lesson, the picture, what it says, the guess, and folds."""
        heading, *rest = self.first[0].source.split("\n\n")
        minutes = MINUTES.match(rest[0])[1].lower()
        texts, ways = [[text for text in rest if text.startswith(WAYS) == is_ways] for is_ways in (False, True)]
        imports = [cell for cell in self.first[1:] if cell not in self.says + self.picture]
        folds = _fold("About this lesson", _text("\n\n".join(texts)))
        folds += _fold("How to use this page", _text("\n\n".join(ways).removeprefix(WAYS))) if ways else ""
        folds += _fold("Imports", "".join(code(cell.source) for cell in imports))
        return (
            f'<header class="opening">\n<h1>{in_line(heading)} <span>· {minutes}</span></h1>\n'
            f'<div class="first">{opening.moving("".join(displayed(cell.outputs) for cell in self.picture))}</div>\n'
            f'<div class="asks">{"".join(_text(cell.source) for cell in self.says)}\n{displayed(self.guess.outputs)}\n'
            f'<div class="folds">{folds}</div>\n</div>\n</header>'
        )

    def below(self, cell):
        """Return what a page shows of a cell further below."""
        if cell not in [self.guess, *self.picture]:
            return _folded(cell)
        return _fold("Code", code(cell.source))


def _fold(summary, content):
    return f'<details class="aside"><summary>{summary}</summary>{content}</details>'


def _text(markdown):
    return f"<div>{rendered(markdown)}</div>"


def _body(cells, name):
    """Return all cells as HTML; a folded section, or the rest of a section after a prediction, is an element."""
    top = _Opening.from_cells(cells)
    parts, ends = [], []  # `ends` holds the closing tags of open parts
    if top:
        parts.append(top.html)
        cells = cells[len(top.first) :]
    for before, cell in zip([None, *cells], cells):
        if cell.cell_type == "markdown" and SECTION.match(cell.source):
            parts += reversed(ends)
            ends = []
            if cell.metadata.get("jp-MarkdownHeadingCollapsed"):
                parts.append(_opening(cell))
                ends = ["</details>"]
                continue
        content = top.below(cell) if top else _folded(cell)
        if stub := write.stub(cell, before):
            parts.append(write.writing(cell, f"<pre>{escape(stub)}</pre>", name))
        parts.append(write.writing(cell, content, name) if write.is_live(cell) else content)
        if asked := prediction(cell):
            parts.append(f'<div class="after" data-after="{asked}">')
            ends.append("</div>")
    text = "\n".join([*parts, *reversed(ends)])
    return IMAGE.sub(_scrolling, re.sub(rf"{CHECKED}\s*{CHECK}", "", text))  # checks in a row unfold together


def _scrolling(image):
    """Return the HTML of an image, in an element that scrolls if the image is wide."""
    is_wide = Image.open(BytesIO(b64decode(image[1]))).width > WIDE
    return f'<div class="wide" tabindex="0">{image[0]}</div>' if is_wide else image[0]


def _opening(cell):
    """Return the beginning of a folded section: its heading and the text directly below."""
    heading, _, text = cell.source.partition("\n")
    return f'<details class="deeper"><summary>{rendered(heading, has_links=False)}</summary>\n{_text(text)}'


def prediction(cell):
    """Return the key of the prediction that a cell shows, or None."""
    return next((match[1] for match in [PREDICTION.search(shown_by(cell))] if match), None)


def shown_by(cell):
    """Return what a cell shows as HTML, as it is stored."""
    return "".join(output.get("data", {}).get("text/html", "") for output in cell.outputs)


def _folded(cell):
    """Return a cell as HTML; folded parts unfold under a line of text."""
    if cell.cell_type == "markdown":
        return _text(cell.source)
    if IMPORTS.fullmatch(cell.source):
        return _fold("Imports", code(cell.source))
    if "elsewhere" in cell.metadata.get("tags", []):
        return displayed(cell.outputs)  # which unfolds, and holds the code of the claim
    hidden = cell.metadata.get("jupyter", {})
    if hidden.get("outputs_hidden"):
        return f"<details><summary>Solution</summary>{exported(cell.source, cell.outputs)}</details>"
    if "write" in cell.metadata.get("tags", []) and not write.is_to_write(cell):
        return f"{code(cell.source)}<p><i>You can write this in the notebook.</i></p>"
    if hidden.get("source_hidden") or prediction(cell):
        return _with_code_below(cell)
    return exported(cell.source, cell.outputs)


def _with_code_below(cell):
    """Return the outputs of a cell, with its code folded; its text output is folded, too, if it checks numbers."""
    if "check" not in cell.metadata.get("tags", []):
        return displayed(cell.outputs) + _fold("Code", code(cell.source))
    pictures = [output for output in cell.outputs if "data" in output]
    prints = [output for output in cell.outputs if "data" not in output]
    return f"{displayed(pictures)}{CHECK}{code(cell.source)}{displayed(prints)}{CHECKED}"


@cache
def colours_of_code(where=".highlight"):
    """Return rules for the colours of code in light and dark pages."""
    day, night = (HtmlFormatter(style=name).get_style_defs(where) for name in ("default", "github-dark"))
    rule = rf"^{re.escape(where)} \..*"
    day, night = ("\n".join(re.findall(rule, rules, re.MULTILINE)) for rules in (day, night))
    return f"{day}\n@media screen and (prefers-color-scheme: dark) {{\n{night}\n}}\n"
