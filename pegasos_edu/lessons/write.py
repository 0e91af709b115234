"""Turn the cells of a lesson in which learners write code into cells that run in a page, without installation."""

import ast
import json
import re
from html import escape
from pathlib import Path

from pegasos_edu.browser.python import interpreter, packed
from pegasos_edu.check.tables import checker, step_tasks
from pegasos_edu.common.files import whole_file
from pegasos_edu.common.scripts import joined
from pegasos_edu.player.own_run import own_run_page
from pegasos_edu.player.page import style

HERE = Path(__file__).parent
STYLE = style("cell")
SCRIPT = joined(HERE / "write.js")
HEAD = "import numpy as np\n\nfrom pegasos_edu.check import check\n\n\n"
SHARED = "python.js"
CHECKED = re.compile(r'\bcheck\(\w+, "(\w+)"[,)]')


def is_to_write(cell):
    """Return whether learners write code in a cell that calls `check`."""
    return "write" in cell.metadata.get("tags", []) and bool(CHECKED.search(cell.source))


def stub(cell, before):
    """Return the source with which a learner begins an exercise that has no cell to write in; "" for other cells.

    The cell is the solution of the exercise, if it calls `check` and the cell `before` it asks for a function.
    """
    found = CHECKED.search(cell.source) if "solution" in cell.metadata.get("tags", []) else None
    if not found or before.cell_type != "markdown":
        return ""
    function = ast.parse(cell.source).body[0]
    name = function.name.removesuffix("_solution")
    return f'def {name}({ast.unparse(function.args)}):\n    ...\n\n\ncheck({name}, "{found[1]}")'


def writing(cell, shown, name):
    """Return a cell to write in as HTML, around its plain form, which remains without JavaScript."""
    return f'<div class="pegasos-write" data-name="{escape(f"{name} {cell.id}")}">{shown}</div>'


def scripts(cells, shared=""):
    """Return the scripts that run the cells of a page; "" if the page has no cells to write in.

    If `shared` is the address of the file `SHARED`, the page loads it when Python is first needed; otherwise the page
    holds everything.
    """
    sources = [cell.source for cell in cells if is_to_write(cell)]
    sources += filter(None, map(stub, cells[1:], cells))
    if not sources:
        return ""
    arguments = ", ".join(map(json.dumps, [HEAD, *([shared] if shared else [])]))
    return f'{parts(sources, shared)}<script type="module">\n{SCRIPT}writing({arguments});\n</script>'


def parts(sources, shared="", is_framed=True, given=""):
    """Return the element with Python and the tables of what the sources check; if `is_framed`, also with a player.

    `given` is the source of functions that programs may use.
    """
    content = checker("\n".join(sources), given)
    algorithms = [one for one in step_tasks() if one in content["tables"]] if is_framed else []
    lines = [*([] if shared else [common(*algorithms)]), packed(content)]
    return '<script type="text/plain" id="python">\n' + "\n".join(lines) + "\n</script>\n"


def write_shared(folder):
    """Write the script with the parts of Python that the pages of a site share."""
    lines = common(*step_tasks()).replace("\n", "\\n")
    with whole_file(Path(folder) / SHARED) as file:
        file.write(f'self.pegasosPython = "{lines}";\n'.encode())


def common(*algorithms):
    """Return Python, and the page that shows a learner's run beside that of one of these algorithms."""
    return f"{interpreter()}\n{packed({'runs': own_run_page(*algorithms)})}" if algorithms else interpreter()
