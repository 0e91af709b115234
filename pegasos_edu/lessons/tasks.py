"""Collect what learners write in the lessons, for the tab "Write it" of the playground."""

import html
from functools import cache
from typing import NamedTuple

import nbformat

from pegasos_edu.lessons import write
from pegasos_edu.lessons.course_folder import lessons
from pegasos_edu.lessons.pages import HEADING, rendered

FREE = """def step(w, x, y, eta, lam):
    # Write any step that you like, and return the next w.
    if y * (w @ x) < 1:
        w = w + eta * y * x
    return w
"""


class Writing(NamedTuple):
    """Hold what the playground needs for its tab "Write it".

    Attributes
    ----------
    facts : dict
        The tasks, the program to begin free play with, and the first lines of a saved file, for JSON.
    script : str
        The parts of Python, as an HTML element.
    """

    facts: dict
    script: str


@cache
def writing(shared=""):
    """Return the tasks of lessons 01 to 09; `shared` is the address of the file `write.SHARED`, if there is one."""
    tasks, sources = [], []
    for path in lessons():
        if not "01" <= path.stem[:2] <= "09":
            continue
        cells = nbformat.read(path, as_version=4).cells
        for cell in filter(write.is_to_write, cells):
            (task,) = write.CHECKED.findall(cell.source)
            title = html.unescape(HEADING.search(rendered(cells[0].source))[1])
            tasks.append({"task": task, "title": f"{title} ({task})", "source": cell.source})
            sources.append(cell.source)
    facts = {"tasks": tasks, "free": FREE, "head": write.HEAD, "shared": shared}
    return Writing(facts, write.parts(sources, shared))
