"""Write a lesson as slides: its key figures and players, full screen, in one page that needs no network.

The cells for it have the tag `slide`. A cell of code shows its stored outputs. A cell of text right before it is a
question: both are one slide, on which the answer waits for a key. So is a prediction: what the next tagged cell of its
section shows waits for a guess.
"""

import re
from pathlib import Path

import nbformat

from pegasos_edu.common.files import whole_file
from pegasos_edu.common.scripts import joined
from pegasos_edu.lessons.pages import HEADING, outputs, page, prediction, rendered, title

SCRIPT = joined(Path(__file__).with_name("slides.js"))
STYLE = Path(__file__).with_name("slides.css").read_text("utf-8")
LINK = re.compile(r'<a (?:class="anchor-link" )?href="[^":]*">(.*?)</a>', re.DOTALL)  # out of this page: to nowhere
CONTROLS = f"""<footer>
<output aria-live="off"></output>
</footer>
<p id="live" aria-live="polite"></p>
<script type="module">
{SCRIPT}</script>"""


def write(path, made, of_site=None):
    """Write the slides of a notebook as one HTML file, and return its path.

    Parameters
    ----------
    path : Path
        Of the notebook.
    made : path
        Of the page.
    of_site : OfSite, optional

    Raises
    ------
    ValueError
        Where no cell has the tag, or one that has it shows nothing.
    OSError
        Where the page cannot be written.
    """
    cells = nbformat.read(path, as_version=4).cells
    tagged, last = _tagged_slides(cells), _remembered(cells)
    if not tagged:
        raise ValueError(
            f"{path.stem} must have cells with the tag slide, got none; take another lesson, or tag cells of this one."
        )
    first = f'<h1>{title(cells)}</h1>\n<p class="keys">→ or a click: next &emsp; ←: back &emsp; F: full screen</p>'
    slides = [first, *(slide for slide in tagged if slide not in last), *last]
    sections = "\n".join(f'<section class="slide">\n{slide}\n</section>' for slide in slides)
    with whole_file(made) as file:
        file.write(page(title(cells), f"<main>\n{sections}\n</main>\n{CONTROLS}", STYLE, of_site).encode())
    return Path(made)


def _tagged_slides(cells):
    """Return the slides of the tagged cells, each under the heading of its section."""
    slides, heading, text, waiting = [], "", "", ""  # waiting: a prediction, until what follows it in its section
    for cell, following in zip(cells, [*cells[1:], None]):
        if cell.cell_type == "markdown":
            own, text, later = _parts(rendered(cell.source).strip())
            if own:
                slides += [_slide(heading, waiting)] if waiting else []
                heading, waiting = own, ""
            if _is_tagged(cell) and not _is_tagged(following, "code"):
                slides.append(_slide(heading, text))
            text = text if _is_tagged(cell) and _is_tagged(following, "code") else ""
            heading = later or heading
        elif _is_tagged(cell):
            shown = _output(cell)
            if prediction(cell):
                slides += [_slide(heading, waiting)] if waiting else []
                waiting = text + shown
            else:
                slides.append(_slide(heading, waiting + text, shown))
                waiting = ""
            text = ""
        else:
            text = ""
    return [*slides, _slide(heading, waiting)] if waiting else slides


def _parts(text):
    """Return the heading with which a text begins, the rest, and its last heading; both headings may be missing."""
    own, headings = HEADING.match(text), HEADING.findall(text)
    return own and own[1], text[own.end() :] if own else text, headings[-1] if headings else None


def _is_tagged(cell, kind=None):
    return cell is not None and kind in (None, cell.cell_type) and "slide" in cell.metadata.get("tags", [])


def _output(cell):
    if not cell.outputs:
        raise ValueError(
            f"the cell {cell.id} must show something on its slide, got no output; "
            "run its notebook and save it, or take the tag away."
        )
    return outputs(cell)


def _remembered(cells):
    """Return the last section with the heading Remember as a slide, in a list; an empty one if there is none."""
    for cell in reversed(cells):
        if cell.cell_type == "markdown":
            _, *parts = HEADING.split(rendered(cell.source))  # heading, text, heading, text, …
            texts = dict(zip(parts[::2], parts[1::2]))
            if "Remember" in texts:
                return [_slide("Remember", texts["Remember"])]
    return []


def _slide(heading, text, shown=""):
    """Return the inside of a slide; after a question, what is shown waits."""
    text = LINK.sub(r"\1", text).strip()
    said = f'<div class="said">\n{text}\n</div>\n' if text else ""
    hint = '<p class="keys">Page ↓ and Page ↑ leave the player</p>\n' if "<iframe" in shown else ""
    later = ' later"' if text else '"'
    return f"<h2>{heading}</h2>\n{said}{hint}" + (f'<div class="shown{later}>\n{shown}\n</div>' if shown else "")
