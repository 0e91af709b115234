"""Read how a notebook introduces itself in its first cell, and its first picture."""

import html
import re
from base64 import b64decode
from typing import NamedTuple

import nbformat

from pegasos_edu.lessons.pages import LINK, rendered

FIRST_CELL = re.compile(
    r"# (?:(?P<number>\d+) · )?(?P<question>[^\n]+)\n\n\*\*(?P<minutes>[\w -]+)\.\*\* .+?\n\n"
    r"(?P<aim>At the end .+?)(?:\n\n|$)",
    re.DOTALL,
)
PICTURE = re.compile(r'<img alt="([^"]+)" src="data:image/png;base64,([^"]+)"')


class Introduction(NamedTuple):
    """How a notebook introduces itself.

    Attributes
    ----------
    name : str
        The name of the file without its ending.
    number : str
        The number of the lesson; empty for other notebooks.
    question, minutes : str
    aim : str
        What readers can do at the end, as HTML; links lead to pages beside that of the notebook.
    picture : (str, bytes)
        The alternative text and the PNG of the first picture; both empty if there is none.
    """

    name: str
    number: str
    question: str
    minutes: str
    aim: str
    picture: tuple


def introduction(path):
    """Return the `Introduction` of a notebook; raise ValueError if its first cell does not have the form."""
    cells = nbformat.read(path, as_version=4).cells
    first = FIRST_CELL.match(cells[0].source)
    if not first:
        raise ValueError(
            f"{path.name} must say in its first cell its question as a title, its minutes, such as **Ten minutes.**, "
            f"and what is learnt, in a paragraph that begins with 'At the end', got {cells[0].source[:60]!r}; add them."
        )
    number, question, minutes, aim = first.group("number", "question", "minutes", "aim")
    aim = LINK.sub(r"\1.html", rendered(" ".join(aim.split())))
    return Introduction(path.stem, number or "", question, minutes, aim, _picture(cells))


def text_of(markup):
    """Return the text of HTML on one line."""
    return " ".join(html.unescape(re.sub("<[^>]*>", "", markup.replace("¶", ""))).split())


def _picture(cells):
    outputs = (output.get("data", {}).get("text/html", "") for cell in cells for output in cell.get("outputs", []))
    for match in filter(None, map(PICTURE.search, outputs)):
        return html.unescape(match[1]), b64decode(match[2])
    return "", b""
