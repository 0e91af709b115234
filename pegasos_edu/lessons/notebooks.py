"""Execute stored notebooks in such a way that each execution gives the same file."""

import os

from pegasos_edu.common.files import whole_file

DROPPED_TYPES = {"application/vnd.jupyter.widget-view+json", "image/png"}


def refresh(path):
    """Execute a notebook in place.

    Outputs that would differ the next time are not stored. For a player, only the page and the text are stored, not the
    widget, because a later kernel does not have it.

    Raises
    ------
    nbclient.exceptions.CellExecutionError
        If a cell raises an error; the file stays unchanged.
    OSError
        If the file cannot be written; it stays unchanged.
    """
    import nbformat
    from nbclient import NotebookClient

    notebook = nbformat.read(path, as_version=4)
    options = {"record_timing": False, "store_widget_state": False, "coalesce_streams": True}
    options |= {"resources": {"metadata": {"path": str(path.parent)}}, "extra_arguments": ["--log-level=ERROR"]}
    environment = os.environ | {"TQDM_DISABLE": "1", "JPY_SESSION_NAME": ""}  # kernels inherit the name of a notebook
    NotebookClient(notebook, **options).execute(env=environment)
    for cell in notebook.cells:
        for output in cell.get("outputs", []):
            if "text/html" in output.get("data", {}):
                output.data = {kind: content for kind, content in output.data.items() if kind not in DROPPED_TYPES}
    with whole_file(path) as file:
        file.write(nbformat.writes(notebook).encode() + b"\n")
