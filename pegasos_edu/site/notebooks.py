"""Read how a notebook introduces itself in its first cell."""

import re
from typing import NamedTuple

import nbformat

from pegasos_edu.lessons.pages import LINK, rendered

FIRST_CELL = re.compile(
    r"# (?:(?P<number>\d+) · )?(?P<question>[^\n]+)\n\n\*\*(?P<minutes>[\w -]+)\.\*\* .+?\n\n"
    r"(?P<aim>At the end .+?)(?:\n\n|$)",
    re.DOTALL,
)


class Introduction(NamedTuple):
    """Hold what the site shows of a notebook.

    Attributes
    ----------
    name : str
        Of its file, without the ending.
    number : str
        Of the lesson; empty for other notebooks.
    question, minutes : str
    aim : str
        What its reader can do at the end, as HTML whose links lead to pages next to that of the notebook.
    """

    name: str
    number: str
    question: str
    minutes: str
    aim: str


def introduction(path):
    """Return how a notebook introduces itself.

    Raises
    ------
    ValueError
        Where its first cell lacks the question, the minutes or the aim.
    """
    cells = nbformat.read(path, as_version=4).cells
    first = FIRST_CELL.match(cells[0].source)
    if not first:
        raise ValueError(
            f"{path.name} must state in its first cell its question as a title, its minutes, such as **Ten minutes.**, "
            f"and what is learnt, in a paragraph that begins with 'At the end', got {cells[0].source[:60]!r}; add them."
        )
    aim = LINK.sub(r"\1.html", rendered(" ".join(first["aim"].split())))
    return Introduction(path.stem, first["number"] or "", first["question"], first["minutes"], aim)
