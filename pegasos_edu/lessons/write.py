"""Turn the cells of a lesson in which learners write code into cells that run in a page, without installation."""

import ast
import json
from html import escape
from pathlib import Path

from pegasos_edu.browser.python_in_page import interpreter, packed
from pegasos_edu.check.tables import checker, puzzles_in, step_tasks, tasks_in
from pegasos_edu.common.files import whole_file
from pegasos_edu.common.scripts import joined
from pegasos_edu.player.learner_run import learner_run_page
from pegasos_edu.player.page import style

HERE = Path(__file__).parent
STYLE = style("cell")
SCRIPT = joined(HERE / "write.js")
HEAD = "import numpy as np\n\nfrom pegasos_edu.check import check, expose\n\n\n"
SHARED = "python.js"


def is_to_write(cell):
    """Return whether learners write code in a cell that calls `check`."""
    return "write" in cell.metadata.get("tags", []) and bool(tasks_in(cell.source))


def is_to_expose(cell):
    """Return whether learners write data in a cell that calls `expose`."""
    return "expose" in cell.metadata.get("tags", []) and bool(puzzles_in(cell.source))


def is_live(cell):
    """Return whether a cell runs in a page."""
    return is_to_write(cell) or is_to_expose(cell)


def stub(cell, before):
    """Return the source with which a learner begins an exercise that has no cell to write in; "" for other cells.

    The cell is the solution of the exercise, if it calls `check` and the cell `before` it asks for a function.
    """
    is_solution = "solution" in cell.metadata.get("tags", []) and before.cell_type == "markdown"
    tasks = tasks_in(cell.source) if is_solution else ()
    if not tasks:
        return ""
    function = ast.parse(cell.source).body[0]
    name = function.name.removesuffix("_solution")
    return f'def {name}({ast.unparse(function.args)}):\n    ...\n\n\ncheck({name}, "{tasks[0]}")'


def writing(cell, shown, name):
    """Return a cell to write in as HTML, around its plain form, which remains without JavaScript."""
    return f'<div class="pegasos-write" data-name="{escape(f"{name} {cell.id}")}">{shown}</div>'


def sources(cells):
    """Return the sources of the cells to write in, and those that begin an exercise."""
    return [cell.source for cell in cells if is_live(cell)] + [*filter(None, map(stub, cells[1:], cells))]


def scripts(cells, shared=""):
    """Return the scripts that run the cells of a page; "" if the page has no cells to write in.

    If `shared` is the address of the file `SHARED`, the page loads it when Python is first needed; otherwise the page
    holds everything but `pages_of_runs`.
    """
    if not (cells_to_write := sources(cells)):
        return ""
    arguments = ", ".join(map(json.dumps, [HEAD, *([shared] if shared else [])]))
    return f'{parts(cells_to_write, shared)}<script type="module">\n{SCRIPT}writing({arguments});\n</script>'


def pages_of_runs(cells):
    """Return the page that shows a learner's run beside that of the algorithm, as the only one in a list, if any."""
    tasks = tasks_in("\n".join(sources(cells)))
    algorithms = [task for task in step_tasks() if task in tasks]
    return [learner_run_page(*algorithms)] if algorithms else []


def parts(sources, shared="", given=""):
    """Return the element with Python and the tables of what the sources check.

    `given` is the source of functions that programs may use.
    """
    lines = [*([] if shared else [interpreter()]), packed(checker("\n".join(sources), given))]
    return '<script type="text/plain" id="python">\n' + "\n".join(lines) + "\n</script>\n"


def write_shared(folder):
    """Write the script with the parts of Python that the pages of a site share."""
    lines = "\\n".join([*interpreter().split("\n"), packed({"runs": learner_run_page(*step_tasks())})])
    with whole_file(Path(folder) / SHARED) as file:
        file.write(f'self.pegasosPython = "{lines}";\n'.encode())
