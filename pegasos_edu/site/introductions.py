"""Read the introduction in the first cell of a notebook."""

import re
from typing import NamedTuple

from pegasos_edu.common.stored_cells import read_cells
from pegasos_edu.lessons.markup import rendered

FIRST_CELL = re.compile(
    r"# (?:(?P<number>\d+) · )?(?P<question>[^\n]+)\n\n\*\*(?P<minutes>[\w -]+)\.\*\* .+?\n\n"
    r"(?P<aim>At the end .+?)(?:\n\n|$)",
    re.DOTALL,
)


class Introduction(NamedTuple):
    """Hold the introduction of a notebook, which the site shows.

    Attributes
    ----------
    name : str
        The name of its file, without the ending.
    number : str
        The number of the lesson; empty for other notebooks.
    question, minutes : str
    aim : str
        What readers can do at the end, as HTML; its links are relative to the page of the notebook.
    """

    name: str
    number: str
    question: str
    minutes: str
    aim: str


def introduction(path):
    """Return the introduction of a notebook.

    Raises
    ------
    ValueError
        If its first cell lacks the question, the minutes or the aim.
    """
    cells = read_cells(path.read_text("utf-8"))
    first = FIRST_CELL.match(cells[0].source)
    if not first:
        raise ValueError(
            f"{path.name} must state in its first cell its question as a title, its minutes, such as **Ten minutes.**, "
            f"and what is learnt, in a paragraph that begins with 'At the end', got {cells[0].source[:60]!r}; add them."
        )
    aim = rendered(" ".join(first["aim"].split()))
    return Introduction(path.stem, first["number"] or "", first["question"], first["minutes"], aim)
