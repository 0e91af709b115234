"""What a notebook says of itself in its first cell, and its first picture."""

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


class Notebook(NamedTuple):
    """A notebook, as it introduces itself.

    Attributes
    ----------
    name : str
        Of its file, without the ending.
    number : str
        Of the lesson; empty for what is none.
    question, minutes : str
    aim : str
        What its reader can do at the end, as markdown.
    picture : (str, bytes)
        What the first of its pictures shows, in words, and as PNG; both empty where there is none.
    """

    name: str
    number: str
    question: str
    minutes: str
    aim: str
    picture: tuple

    @property
    def aim_as_html(self):
        """The aim, as a paragraph whose links lead to pages beside that of the notebook."""
        return LINK.sub(r"\1.html", rendered(self.aim))

    @property
    def aim_as_text(self):
        """The aim, without anything but text."""
        return plain(self.aim_as_html)


def read(path):
    """A notebook as it introduces itself.

    Parameters
    ----------
    path : Path

    Returns
    -------
    Notebook

    Raises
    ------
    ValueError
        Where its first cell does not say what it is about.
    """
    cells = nbformat.read(path, as_version=4).cells
    said = FIRST_CELL.match(cells[0].source)
    if not said:
        raise ValueError(
            f"{path.name} must say in its first cell its question as a title, its minutes, such as **Ten minutes.**, "
            f"and what is learnt, in a paragraph that begins with 'At the end', got {cells[0].source[:60]!r}; add them."
        )
    number, question, minutes, aim = said.group("number", "question", "minutes", "aim")
    return Notebook(path.stem, number or "", question, minutes, " ".join(aim.split()), _picture(cells))


def plain(marked_up):
    """The text of HTML on one line."""
    return " ".join(html.unescape(re.sub("<[^>]*>", "", marked_up.replace("¶", ""))).split())


def _picture(cells):
    outputs = (output.get("data", {}).get("text/html", "") for cell in cells for output in cell.get("outputs", []))
    for found in filter(None, map(PICTURE.search, outputs)):
        return html.unescape(found[1]), b64decode(found[2])
    return "", b""
