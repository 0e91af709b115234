"""Read the tables of datasets/tables.toml, for the tests of both readers."""

import tomllib
from pathlib import Path

TABLES = tomllib.loads((Path(__file__).parent / "datasets" / "tables.toml").read_text("utf-8"))
USUAL = {"X": [[1, 2], [3, -4], [5, 6]], "y": [-1, 1, 1], "names": ["no", "yes"]}


def content_of(table):
    """Return the bytes of the file that a table describes."""
    return bytes(table["bytes"]) if "bytes" in table else table["text"].encode(table.get("encoding", "utf-8"))
