"""Write a lesson as slides for a hall, with its questions, figures and players, in one page that needs no network.

Cells with the tag `slide` become slides. Their metadata hold the words, in Markdown:

    "slide": {"title": "Only an addition turns the line", "text": "Shrinking keeps the direction of $w$."}

A cell of code shows its stored picture, table or player, and a print becomes bars. A player begins at step 1, or at the
"step" of its metadata: at step 0 there is little to see. A cell of text shows its displayed formulas. A prediction, a
quiz and a proof have their question as the title if the metadata give no other. The next tagged cell of the section is
the answer to a prediction, unless it is a player or asks something itself; it may be the cell of the outcome. A picture
without words stands beside the prediction after it. The text of the lesson between the slides and the guide for
teachers are the notes of the speaker.
"""

import re
from base64 import b64decode
from html import escape
from io import BytesIO
from pathlib import Path
from statistics import median
from typing import NamedTuple

from PIL import Image

from pegasos_edu.common.files import whole_file
from pegasos_edu.common.scripts import joined
from pegasos_edu.common.stored_cells import read_cells
from pegasos_edu.common.templates import template
from pegasos_edu.lessons import write as cells_to_write
from pegasos_edu.lessons.formulas import PIECES, mathml, with_drawn
from pegasos_edu.lessons.markup import exported, in_line, rendered
from pegasos_edu.lessons.pages import page, title
from pegasos_edu.player import frames

SCRIPT = joined(Path(__file__).with_name("slides.js"))
STYLE = Path(__file__).with_name("slides.css").read_text("utf-8")
BARS = '<div class="bars">'
WIDE = 1.6  # a picture with a larger ratio of width to height stands below its text, as bars do
HEADING = re.compile(r"<h\d[^>]*>(.*?)</h\d>\n", re.DOTALL)
QUESTION = re.compile(r'(<div class="pegasos-[^>]*>(?:<style>.*?</style>)?)<div><b>(.*?)</b></div>', re.DOTALL)
PICTURE = re.compile(r'<img alt="[^"]*" src="data:image/(?:webp|gif);base64,([\w+/=]+)')
NUMBER = re.compile(r"-?\d[\d,]*(?:\.\d+)?(?:e-?\d+)?")
ALONE = re.compile('<iframe|class="pegasos-(?:quiz|proof|write|stills)"')  # is no answer and stands beside nothing


class Slide(NamedTuple):
    """Hold what a slide contains, as HTML.

    Attributes
    ----------
    title : str
        A question or a conclusion; empty for a picture that belongs to the prediction after it.
    text : str
    asked : str
        A prediction.
    beside : str
        The picture beside the prediction until a key ends it.
    shown : str
        A picture, formulas, a table, a player, a quiz or a proof.
    answer : Slide, optional
        The slide that a key adds to a prediction.
    section : str
        The heading of its section in the lesson.
    said : str
        What the lesson says; only the speaker sees it.
    """

    title: str
    text: str = ""
    asked: str = ""
    beside: str = ""
    shown: str = ""
    answer: "Slide | None" = None
    section: str = ""
    said: str = ""

    @property
    def later(self):
        """Return the slide that follows the prediction."""
        return self.answer or Slide("")

    @property
    def parts(self):
        """Return what is shown, each with the name of its kind."""
        if self.asked:
            return [("shown before", self.beside), ("shown later", self.later.shown)]
        return [("shown", self.shown)]

    @property
    def is_wide(self):
        """Return whether what is shown stands below the text."""
        return any(_ratio(part) > WIDE or BARS in part for _, part in self.parts)


def write(path, target, of_site=None):
    """Write the slides of the notebook at `path` as one HTML file at `target`, and return its path.

    Raises
    ------
    ValueError
        If no cell has the tag, or a tagged cell shows nothing or only a print.
    OSError
        If the page cannot be written.
    """
    cells = read_cells(Path(path).read_text("utf-8"))
    slides = _slides(cells, path.stem)
    if not slides:
        raise ValueError(
            f"{path.stem} must have cells with the tag slide, got none; take another lesson, or tag cells of this one."
        )
    writing = cells_to_write.scripts(cells, f"../lessons/{cells_to_write.SHARED}" if of_site else "")
    writing += frames.element([] if of_site else cells_to_write.pages_of_runs(cells))
    body = template(__file__, "slides.html").render(
        title=title(cells), slides=slides, guide=_guide(path), script=SCRIPT, writing=writing
    )
    with whole_file(target) as file:
        file.write(page(title(cells), body, STYLE, of_site).encode())
    return Path(target)


def _slides(cells, name):
    """Return the slides, each with what the lesson says since the one before."""
    slides, said, section = [], [], ""
    for cell in cells[1:]:
        if cell.cell_type == "markdown":
            said.append(rendered(cell.source, has_links=False))
            section = (HEADING.findall(said[-1]) or [section])[-1]
        else:
            said.append(_outcome(cell))
        if "slide" in cell.metadata.get("tags", []):
            _add(slides, _slide(cell, name)._replace(section=section, said="\n".join(filter(None, said))))
            said = []
    return slides


def _add(slides, new):
    """Add a slide; join a prediction with the picture without words before it, and with the answer after it."""
    last = slides[-1] if slides else new
    if new.asked and not last.title:
        slides[-1] = new._replace(beside=last.shown, said=f"{last.said}\n{new.said}")
    elif last.asked and not last.answer and last.section == new.section and _is_answer(new):
        slides[-1] = last._replace(answer=new, said=f"{last.said}\n{new.said}")
    else:
        slides.append(new)


def _is_answer(slide):
    return bool(slide.title) and not (slide.asked or ALONE.search(slide.shown))


def _slide(cell, name):
    """Return the slide of a tagged cell."""
    words = cell.metadata.get("slide", {})
    question, shown = _question_and_picture(cell, name)
    title, text = in_line(words.get("title", "")) or question, rendered(words.get("text", "")).strip()
    return Slide(title, text, **{"asked" if "pegasos-predict" in shown else "shown": shown})


def _question_and_picture(cell, name):
    """Return what a cell asks, "" if it asks nothing, and what it shows."""
    if cell.cell_type == "markdown":
        formulas = [piece["block"].strip().rstrip(".,") for piece in PIECES.finditer(cell.source) if piece["block"]]
        return "", "\n".join(mathml(formula, "block") for formula in formulas)  # without the stop of the sentence
    if cells_to_write.is_to_write(cell):
        return "", cells_to_write.writing(cell, exported(cell.source, cell.outputs), name)
    html = _html(cell)
    if cell.metadata.get("slide", {}).get("bars"):
        return "", bars("".join(output.get("text", "") for output in cell.outputs))
    if not html:
        raise ValueError(
            f"the cell {cell.id} must show something on its slide, got {'a print' if cell.outputs else 'no output'}; "
            'run its notebook and save it, take the tag away, or add "bars": true to its slide.'
        )
    if "pegasos-outcome" in html:
        return "", ""
    if asked := QUESTION.search(html):
        return with_drawn(asked[2]), with_drawn(QUESTION.sub(r"\1", html))
    step = cell.metadata.get("slide", {}).get("step", 1)
    return "", with_drawn(html.replace("<iframe ", f'<iframe data-hall data-link="step={step}" '))


def _html(cell):
    return "".join(output.get("data", {}).get("text/html", "") for output in cell.outputs)


def _outcome(cell):
    """Return the outcome of a prediction that a cell shows, or ""."""
    return with_drawn(_html(cell)) if "pegasos-outcome" in _html(cell) else ""


def _ratio(shown):
    """Return the ratio of width to height of a picture; 0 for anything else, which takes the room that it gets."""
    picture = PICTURE.search(shown)
    if not picture or ALONE.search(shown):
        return 0
    width, height = Image.open(BytesIO(b64decode(picture[1]))).size
    return width / height


def bars(printed):
    """Return printed lines as bars: the name of each line, the median of its numbers, and a mark from least to most.

    A line is a name, a colon or two spaces, and numbers between other words.
    """
    rows = []
    for line in filter(str.strip, printed.splitlines()):
        name, _, numbers = line.strip().partition(":" if ":" in line else "  ")
        rows.append((" ".join(name.split()), [float(number.replace(",", "")) for number in NUMBER.findall(numbers)]))
    most = max(max(numbers) for _, numbers in rows) or 1
    share = {"at": median, "least": min, "most": max}
    drawn = []
    for name, numbers in rows:
        places = "; ".join(f"--{part}: {75 * of(numbers) / most:.3g}%" for part, of in share.items())
        drawn.append(f'<span>{escape(name)}</span><span style="{places}"><b>{median(numbers):,.4g}</b></span>')
    return f"{BARS}\n" + "\n".join(drawn) + "\n</div>"


def _guide(path):
    """Return the part of the guide for teachers about the lesson; "" in a learner's copy, which has no guide."""
    guide, number = path.parents[1] / "teaching" / "guide.md", path.stem.partition("_")[0]
    text = guide.read_text("utf-8") if guide.is_file() else ""
    section = re.search(rf"^## {re.escape(number)} · .*?(?=^## |\Z)", text, re.DOTALL | re.MULTILINE)
    return rendered(section[0], has_links=False) if section else ""
