"""Collect what learners write in the lessons, for the tab "Write it" of the playground."""

from functools import cache
from typing import NamedTuple

from pegasos_edu.check.tables import tasks_in
from pegasos_edu.common.course_folder import lessons
from pegasos_edu.common.stored_cells import read_cells
from pegasos_edu.lessons import write

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
        cells = read_cells(path.read_text("utf-8"))
        for cell in filter(write.is_to_write, cells):
            (task,) = tasks_in(cell.source)
            title = cells[0].source.split("\n")[0].removeprefix("# ")
            names = [task["task"] for task in tasks]
            name = f"{task}, again" if task in names else task
            tasks.append({"task": name, "title": f"{title} ({name})", "source": cell.source})
            sources.append(cell.source)
    facts = {"tasks": tasks, "free": FREE, "head": write.HEAD, "shared": shared}
    return Writing(facts, write.parts(sources, shared))
