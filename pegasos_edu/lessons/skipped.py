"""Where a cell fails because an earlier one did not run: say which.

A quiz is computed from names that cells far above it make. Python only says that such a name is not defined.
"""

import dis
import json
from contextlib import suppress

from IPython import get_ipython

from pegasos_edu.lessons.copies import lessons


def watch():
    """From now on, say under a NameError in a cell of a lesson which cell to run first; only in IPython."""
    if shell := get_ipython():
        shell.events.register("post_run_cell", _explain)


def _explain(result):
    error = result.error_in_exec
    if isinstance(error, NameError) and (said := to_run_first(error.name, result.info.raw_cell, result.info.cell_id)):
        print(said)


def to_run_first(name, source, cell_id=None):
    """Say which cell of the stored lessons to run before this one.

    Parameters
    ----------
    name : str
        That is not defined.
    source : str
        Of the cell that needs it.
    cell_id : str, optional
        Its id, where the notebook's host tells it; a cell that was changed is known by it.

    Returns
    -------
    str
        Empty where the cell belongs to no lesson, or no cell above it makes the name.
    """
    with suppress(FileNotFoundError):  # where there is no course, nothing can be said
        for path in lessons():
            cells = json.loads(path.read_text("utf-8"))["cells"]
            for n, cell in enumerate(cells):
                if cell["id"] == cell_id or _source(cell).strip() == source.strip():
                    return _said(name, cells[:n])
    return ""


def _said(name, above):
    makers = [n for n, cell in enumerate(above) if cell["cell_type"] == "code" and name in _made(_source(cell))]
    if not makers:
        return ""
    cell, text = above[makers[-1]], [_source(cell) for cell in above[: makers[-1]] if cell["cell_type"] == "markdown"]
    heading = [line.lstrip("# ") for part in text for line in part.splitlines() if line.startswith("#")][-1]
    folded = "folded " if cell["metadata"].get("jupyter", {}).get("source_hidden") else ""
    return (
        f"A cell above has not run yet: `{name}` is made by the {folded}cell in “{heading}” that begins with\n"
        f"    {_source(cell).splitlines()[0]}\n"
        "Run that cell first, or all cells above this one (in JupyterLab: Run ▸ Run All Above Selected Cell)."
    )


def _made(source):
    """The names that a cell makes."""
    steps = dis.get_instructions(compile(source, "cell", "exec"))
    return {step.argval for step in steps if step.opname == "STORE_NAME"}


def _source(cell):
    return "".join(cell["source"])
