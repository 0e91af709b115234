"""Execute stored notebooks, so that a second time gives the same file."""

import os

from pegasos_edu.common.files import whole_file

DROPPED_TYPES = {"application/vnd.jupyter.widget-view+json", "image/png"}


def refresh(path):
    """Execute a notebook in place.

    Nothing is stored that would differ the next time, and nothing is stored twice: of a player, the page and the text
    stay; the widget goes, because no later kernel knows it.

    Raises
    ------
    nbclient.exceptions.CellExecutionError
        Where a cell raises; the file stays as it was.
    OSError
        Where the file cannot be written; it stays as it was.
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
