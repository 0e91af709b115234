"""A lesson as slides: its key figures and players, full screen, in one page that needs no network.

The cells for it carry the tag `slide`. A cell of code shows what is stored of it. A cell of text right before it is
a question: both are one slide, on which the answer waits for a key. A prediction is one too: what the next tagged cell
of its section shows waits for a guess.
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
    """Write the slides of a notebook as one HTML file.

    Parameters
    ----------
    path : Path of the notebook
    made : path of the page
    of_site : OfSite, optional
        Its links stand on the first slide.

    Returns
    -------
    Path
        Of the page.

    Raises
    ------
    ValueError
        Where no cell has the tag, or one that has it shows nothing.
    OSError
        Where the page cannot be written.
    """
    cells = nbformat.read(path, as_version=4).cells
    shown, last = _tagged_slides(cells), _remembered(cells)
    if not shown:
        raise ValueError(
            f"{path.stem} must have cells with the tag slide, got none; take another lesson, or tag cells of this one."
        )
    first = f'<h1>{title(cells)}</h1>\n<p class="keys">→ or a click: next &emsp; ←: back &emsp; F: full screen</p>'
    slides = [first, *(slide for slide in shown if slide not in last), *last]
    sections = "\n".join(f'<section class="slide">\n{slide}\n</section>' for slide in slides)
    with whole_file(made) as file:
        file.write(page(title(cells), f"<main>\n{sections}\n</main>\n{CONTROLS}", STYLE, of_site).encode())
    return Path(made)


def _tagged_slides(cells):
    """The slides of the tagged cells, each under the heading of its section."""
    slides, heading, asked, said = [], "", "", ""  # asked: a prediction that waits for what follows it
    for cell, following in zip(cells, [*cells[1:], None]):
        if cell.cell_type == "markdown":
            text, said = rendered(cell.source).strip(), ""
            own, headings = HEADING.match(text), HEADING.findall(text)
            if own and asked:
                slides.append(_slide(heading, asked))
                asked = ""
            heading, text = (own[1], text[own.end() :]) if own else (heading, text)
            if _is_tagged(cell, "markdown"):
                if _is_tagged(following, "code"):
                    said = text
                else:
                    slides.append(_slide(heading, text))
            heading = headings[-1] if headings else heading
        elif _is_tagged(cell, "code"):
            shown = _output(cell)
            if not prediction(cell):
                slides.append(_slide(heading, asked + said, shown))
                asked, said = "", ""
                continue
            if asked:
                slides.append(_slide(heading, asked))
            asked, said = said + shown, ""
        else:
            said = ""
    return [*slides, _slide(heading, asked)] if asked else slides


def _is_tagged(cell, kind):
    return cell is not None and cell.cell_type == kind and "slide" in cell.metadata.get("tags", [])


def _output(cell):
    if not cell.outputs:
        raise ValueError(
            f"the cell {cell.id} must show something on its slide, got no output; "
            "run its notebook and save it, or take the tag away."
        )
    return outputs(cell)


def _remembered(cells):
    """The last section with the heading Remember as a slide, in a list; an empty one where there is none."""
    for cell in reversed(cells):
        if cell.cell_type == "markdown":
            _, *parts = HEADING.split(rendered(cell.source))  # heading, text, heading, text, …
            texts = dict(zip(parts[::2], parts[1::2]))
            if "Remember" in texts:
                return [_slide("Remember", texts["Remember"])]
    return []


def _slide(heading, text, shown=""):
    """The inside of a slide; after a question, what is shown waits."""
    text = LINK.sub(r"\1", text).strip()
    said = f'<div class="said">\n{text}\n</div>\n' if text else ""
    hint = '<p class="keys">Page ↓ and Page ↑ leave the player</p>\n' if "<iframe" in shown else ""
    later = ' later"' if text else '"'
    return f"<h2>{heading}</h2>\n{said}{hint}" + (f'<div class="shown{later}>\n{shown}\n</div>' if shown else "")
