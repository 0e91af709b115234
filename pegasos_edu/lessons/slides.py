"""Write a lesson as slides with its questions, figures and players, in one page that needs no network.

Cells with the tag `slide` become slides. A cell of code shows its stored outputs. If the cell directly before it is a
tagged text without a displayed formula, both share a slide, and the outputs wait for a key. A prediction stands beside
the picture directly before it in its section. A key ends the prediction; the slide then shows the next tagged cell of
the section and the outcome, which may be anywhere in the lesson. The notes for the speaker come from the guide for
teachers.
"""

import re
from pathlib import Path
from typing import NamedTuple

import nbformat

from pegasos_edu.common.files import whole_file
from pegasos_edu.common.scripts import joined
from pegasos_edu.lessons import write as cells_to_write
from pegasos_edu.lessons.formulas import with_drawn
from pegasos_edu.lessons.pages import HEADING, exported, outputs, page, prediction, rendered, title
from pegasos_edu.player import frames

SCRIPT = joined(Path(__file__).with_name("slides.js"))
STYLE = Path(__file__).with_name("slides.css").read_text("utf-8")
LINK = re.compile(r'<a (?:class="anchor-link" )?href="[^":]*">(.*?)</a>', re.DOTALL)  # a link to another page
ANCHOR = re.compile(r'<a class="anchor-link".*?</a>', re.DOTALL)
OUTCOME = re.compile(r'class="pegasos-outcome"[^>]* data-key="(\w+)"')
PARAGRAPH = re.compile("<p>(?:(?!<p>).)*</p>", re.DOTALL)
NO_ANSWER = re.compile('<iframe|class="pegasos-(?:quiz|predict|proof|write)"')  # these have their own slide


class Slide(NamedTuple):
    """Hold what a slide contains, as HTML.

    Attributes
    ----------
    heading : str
    text : str
    asked : str
        The prediction.
    before : str
        The picture next to the prediction until a key ends it.
    shown : str
        The outputs; they wait for a key if there is a text or a prediction.
    why : str
        The outcome of the prediction.
    """

    heading: str
    text: str = ""
    asked: str = ""
    before: str = ""
    shown: str = ""
    why: str = ""

    def html(self):
        """Return the content of the slide."""
        said, later = LINK.sub(r"\1", f"{self.text}\n{self.asked}").strip(), " later" if self.text or self.asked else ""
        why = f'<div class="why later">\n{self.why}\n</div>\n' if self.why else ""
        parts = [f'<div class="said">\n{said}\n{why}</div>'] if said else []
        parts += [f'<div class="shown before">\n{self.before}\n</div>'] if self.before else []
        parts += [f'<div class="shown{later}">\n{self.shown}\n</div>'] if self.shown else []
        return "\n".join([f"<h2>{self.heading}</h2>", *parts])


def write(path, made, of_site=None):
    """Write the slides of a notebook as one HTML file, and return its path.

    Parameters
    ----------
    path : Path
        The notebook.
    made : path
        The page.
    of_site : OfSite, optional

    Raises
    ------
    ValueError
        If no cell has the tag, or a tagged cell has no output.
    OSError
        If the page cannot be written.
    """
    cells = nbformat.read(path, as_version=4).cells
    tagged, last = _tagged_slides(cells, path.stem), _remembered(cells)
    if not tagged:
        raise ValueError(
            f"{path.stem} must have cells with the tag slide, got none; take another lesson, or tag cells of this one."
        )
    slides = [*(slide for slide in tagged if slide not in last), *last]
    inside = [f"<h1>{title(cells)}</h1>", *(slide.html() for slide in slides)]
    sections = "\n".join(f'<section class="slide">\n{one}\n</section>' for one in inside)
    writing = cells_to_write.scripts(cells, f"../lessons/{cells_to_write.SHARED}" if of_site else "")
    writing += frames.element([] if of_site else cells_to_write.pages_of_runs(cells))
    body = f"<main>\n{sections}\n</main>\n{_controls(title(cells), _notes(path))}\n{writing}"
    with whole_file(made) as file:
        file.write(page(title(cells), body, STYLE, of_site).encode())
    return Path(made)


def _tagged_slides(cells, name):
    """Return the slides of the tagged cells and of the cells to write in, each under the heading of its section."""
    outcomes = {found[1]: with_drawn(_html(cell)) for cell in cells if (found := OUTCOME.search(_html(cell)))}
    slides, heading, text, asked = [], "", "", ""
    for cell, following in zip(cells, [*cells[1:], None]):
        if cell.cell_type == "markdown":
            own, text, later = _parts(rendered(cell.source).strip())
            asked = (PARAGRAPH.findall(text) or [""])[-1]
            heading = own or heading
            if not _is_tagged(cell):
                text = ""
            elif 'display="block"' in text or not _is_tagged(following, "code"):
                slides.append(Slide(heading, text))
                text = ""
            heading = later or heading
            continue
        if cells_to_write.is_to_write(cell):
            slides.append(Slide(heading, shown=f"{asked}\n{cells_to_write.writing(cell, exported(cell), name)}"))
        elif _is_tagged(cell) and not OUTCOME.search(_html(cell)):
            _add(slides, Slide(heading, text, shown=_output(cell)), prediction(cell), outcomes)
        text = ""
    return slides


def _add(slides, new, asked, outcomes):
    """Add a slide of code; join a prediction with the picture before it and with the cell after it."""
    last = slides[-1] if slides and slides[-1].heading == new.heading else None
    if asked:
        before = ""
        if last and last.shown and not (last.text or last.asked or NO_ANSWER.search(last.shown)):
            before = slides.pop().shown
        slides.append(new._replace(asked=new.shown, shown="", before=before, why=outcomes.get(asked, "")))
    elif last and last.asked and not (last.shown or new.text or NO_ANSWER.search(new.shown)):
        slides[-1] = last._replace(shown=new.shown)
    else:
        slides.append(new)


def _parts(text):
    """Return the heading with which a text begins, the rest, and its last heading; both headings may be missing."""
    own, headings = HEADING.match(text), HEADING.findall(text)
    return own and own[1], text[own.end() :] if own else text, headings[-1] if headings else None


def _is_tagged(cell, kind=None):
    return cell is not None and kind in (None, cell.cell_type) and "slide" in cell.metadata.get("tags", [])


def _html(cell):
    return "".join(output.get("data", {}).get("text/html", "") for output in cell.get("outputs", []))


def _output(cell):
    if not cell.outputs:
        raise ValueError(
            f"the cell {cell.id} must show something on its slide, got no output; "
            "run its notebook and save it, or take the tag away."
        )
    return outputs(cell)


def _remembered(cells):
    """Return a list with the last section "Remember" as a slide; an empty list if there is none."""
    for cell in reversed(cells):
        if cell.cell_type == "markdown":
            _, *parts = HEADING.split(rendered(cell.source))  # heading, text, heading, text, …
            texts = dict(zip(parts[::2], parts[1::2]))
            if "Remember" in texts:
                return [Slide("Remember", texts["Remember"].strip())]
    return []


def _controls(name, notes):
    """Return the line below the slides, the notes, and the script."""
    return (
        f'<footer>\n<p class="keys"></p>\n<p>{name}</p>\n<output aria-live="off"></output>\n</footer>\n'
        '<p id="live" aria-live="polite"></p>\n'
        f'<aside id="notes" aria-label="Notes for the speaker" tabindex="-1" hidden>\n{notes}\n</aside>\n'
        f'<script type="module">\n{SCRIPT}</script>'
    )


def _notes(path):
    """Return the part of the guide for teachers about the lesson; "" in a learner's copy, which has no guide."""
    guide, number = path.parents[1] / "teaching" / "guide.md", path.stem.partition("_")[0]
    text = guide.read_text("utf-8") if guide.is_file() else ""
    found = re.search(rf"^## {re.escape(number)} · .*?(?=^## |\Z)", text, re.DOTALL | re.MULTILINE)
    return LINK.sub(r"\1", ANCHOR.sub("", rendered(found[0]))) if found else ""
