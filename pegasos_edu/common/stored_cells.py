"""Read the cells of a stored notebook as what they are, JSON: nbformat takes seconds to load, in every process."""

import json
from typing import NamedTuple


class StoredCell(NamedTuple):
    """Hold a cell of a stored notebook."""

    cell_type: str  # "code", "markdown" or "raw"
    source: str
    metadata: dict
    id: str
    stored_outputs: list  # unchecked, because the outputs of a hand-in may be anything

    @property
    def outputs(self):
        """Return the outputs of a cell of the course, with texts instead of lists of lines."""
        return [_whole(output) for output in self.stored_outputs]


def read_cells(content):
    """Return the cells of a notebook, given its text or its bytes.

    Raises
    ------
    ValueError, RecursionError
        If it is no notebook; the message says what it is.
    """
    notebook = json.loads(content)
    if not isinstance(notebook, dict) or notebook.get("nbformat", 4) != 4:
        raise ValueError("no notebook of version 4")
    cells = notebook.get("cells")
    if not isinstance(cells, list):
        raise ValueError("no list of cells")
    return [_read_cell(number, cell) for number, cell in enumerate(cells, 1)]


def _read_cell(number, cell):
    fields = cell if isinstance(cell, dict) else {}
    kind, source, metadata = fields.get("cell_type"), _whole(fields.get("source")), fields.get("metadata", {})
    if kind not in ("code", "markdown", "raw") or not isinstance(source, str) or not isinstance(metadata, dict):
        raise ValueError(f"a cell {number} without a type, a text or metadata")
    return StoredCell(kind, source, metadata, fields.get("id", ""), fields.get("outputs", []))


def _whole(value):
    """Return a stored value with texts instead of lists of lines."""
    if isinstance(value, dict):
        return {name: _whole(part) for name, part in value.items()}
    is_text = isinstance(value, list) and all(isinstance(line, str) for line in value)
    return "".join(value) if is_text else value
