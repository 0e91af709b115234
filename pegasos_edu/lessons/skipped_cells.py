"""Say which cell to run first if a cell of a lesson fails because an earlier cell has not run.

The answer of a quiz may depend on names from cells far above. Python only says that such a name is not defined.
"""

import dis
import json
from contextlib import suppress

from IPython import get_ipython

from pegasos_edu.common.course_folder import lessons


def watch():
    """Print the cell to run first below each NameError in a cell of a lesson; this works only in IPython."""
    if shell := get_ipython():
        shell.events.register("post_run_cell", _explain)


def _explain(result):
    error = result.error_in_exec
    if isinstance(error, NameError) and (hint := to_run_first(error.name, result.info.raw_cell, result.info.cell_id)):
        print(hint)


def to_run_first(name, source, cell_id=None):
    """Return a hint that names the cell to run first, from the stored lessons.

    Parameters
    ----------
    name : str
        The name that is not defined.
    source : str
        The source of the cell that needs the name.
    cell_id : str, optional
        The id of this cell, by which a changed cell is recognised.

    Returns
    -------
    str
        The hint; empty if the cell is not part of a lesson, or no cell above defines the name.
    """
    with suppress(FileNotFoundError):  # without a course there are no hints
        for path in lessons():
            cells = json.loads(path.read_text("utf-8"))["cells"]
            for n, cell in enumerate(cells):
                if cell["id"] == cell_id or "".join(cell["source"]).strip() == source.strip():
                    return _hint(name, cells[:n])
    return ""


def _hint(name, above):
    heading = hint = ""
    for cell in above:
        lines = "".join(cell["source"]).splitlines()
        if cell["cell_type"] == "markdown":
            heading = next((line.lstrip("# ") for line in reversed(lines) if line.startswith("#")), heading)
        elif name in _names_made("\n".join(lines)):
            folded = "folded " if cell["metadata"].get("jupyter", {}).get("source_hidden") else ""
            hint = (
                f"A cell above has not run yet: `{name}` is made by the {folded}cell in “{heading}” that begins with\n"
                f"    {lines[0]}\n"
                "Run that cell first, or all cells above this one (in JupyterLab: Run ▸ Run All Above Selected Cell)."
            )
    return hint


def _names_made(source):
    steps = dis.get_instructions(compile(source, "cell", "exec"))
    return {step.argval for step in steps if step.opname == "STORE_NAME"}
