"""Turn the cells of a lesson in which the learner writes into cells that run in a page, without an installation."""

import json
import re
from html import escape
from pathlib import Path

from pegasos_edu.browser.python import packed
from pegasos_edu.check.tables import errors, table
from pegasos_edu.common.scripts import joined

HERE = Path(__file__).parent
STYLE = (HERE / "write.css").read_text("utf-8")
SCRIPT = joined(HERE / "write.js")
HEAD = "import numpy as np\n\nfrom pegasos_edu.check import check\n\n\n"
CHECKED = re.compile(r'\bcheck\(\w+, "(\w+)"\)')


def is_to_write(cell):
    """Return whether the learner writes in a cell, and `check` looks at it."""
    tasks = CHECKED.findall(cell.source) if "write" in cell.metadata.get("tags", []) else []
    return bool(tasks) and "slack" not in tasks  # which is written with functions of the package


def writing(cell, shown, name):
    """Return a cell to write in as HTML: around what is shown of it, which remains where there is no JavaScript."""
    return f'<div class="pegasos-write" data-name="{escape(f"{name} {cell.id}")}">{shown}</div>'


def scripts(cells):
    """Return the scripts with which the cells of a page run, "" if there is none to write in."""
    sources = [cell.source for cell in cells if is_to_write(cell)]
    if not sources:
        return ""
    tables = {task: table(task) for source in sources for task in CHECKED.findall(source)}
    return (
        f'<script type="text/plain" id="python">\n{packed(tables, errors())}\n</script>\n'
        f'<script type="module">\n{SCRIPT}writing("python", {json.dumps(HEAD)});\n</script>'
    )
