"""Read the code of a hand-in: the cells of a notebook, or a file of Python."""

import io
import re
import tokenize
from itertools import pairwise
from typing import NamedTuple

import nbformat

from pegasos_edu.teaching.classroom.places import Unreadable

LONGEST, LINES, CELLS = 200_000, 10_000, 200  # characters of all code; lines and cells of a .py file
KINDS = {
    b"%PDF": "a PDF",
    b"PK\x03\x04": "a zip or a Word document",
    b"\xd0\xcf\x11\xe0": "an old Word or Excel document",
    b"{\\rtf": "a document in RTF",
    b"\x89PNG": "a picture",
    b"\xff\xd8\xff": "a picture",
    b"\x1f\x8b": "a compressed file",
    b"<!doctype html": "a web page",
    b"<html": "a web page",
}
CELL_MARK = re.compile(r"# ?(?:%%|In ?\[[ \d]*\])")  # of Jupytext and editors; of nbconvert
ENCODINGS = "utf-8", "utf-8-sig", "iso-8859-1", "latin-1", "cp1252"
AGAIN = "Open the notebook, save it and hand it in again."


class Cell(NamedTuple):
    """A cell of code."""

    source: str
    metadata: dict = {}


class Program(NamedTuple):
    """The code that is run."""

    cells: tuple  # of Cell
    is_notebook: bool
    notes: tuple = ()  # what was noticed, in words


def program(content, name):
    """Return the `Program` of a hand-in, from the bytes and the name of its file.

    Raises
    ------
    Unreadable
        If it holds no code that can be read.
    """
    if not content.strip(b"\x00 \t\r\n"):
        raise Unreadable(f"The file is empty ({len(content)} bytes). {AGAIN}")
    start = content[:64].lstrip().lower()
    kind = next((words for begin, words in KINDS.items() if start.startswith(begin.lower())), None)
    if kind:
        raise Unreadable(f"This is {kind}, not a notebook. Hand in the .ipynb or the .py file itself.")
    if ".ipynb" in name.lower() or start.startswith(b"{"):
        made = _of_notebook(content)
    elif re.search(r"\.py(\.txt)?$", name, re.IGNORECASE):
        made = _of_file(content)
    else:
        raise Unreadable(f"A {_kind(name)} cannot be graded. Hand in the .ipynb or the .py file itself.")
    if not any(cell.source.strip() for cell in made.cells):
        raise Unreadable("It holds no code. Write the code into the cells of the notebook and hand it in again.")
    return made


def _kind(name):
    return f"file that ends in .{name.rsplit('.', 1)[-1]}" if "." in name else "file without an ending"


def _check_size(text):
    if len(text) > LONGEST:
        raise Unreadable(f"The code has more than {LONGEST:,} characters. Hand in the code of the assignment alone.")


# A file of Python


def _of_file(content):
    """Return a file as one cell, or as several if it was exported from a notebook; lines keep their numbers."""
    text, notes = _text(content)
    _check_size(text)
    lines = io.StringIO(text).readlines()  # Python breaks lines nowhere else
    if len(lines) > LINES:
        raise Unreadable(f"The file has more than {LINES:,} lines. Hand in the code of the assignment alone.")
    marks = [n for n, line in enumerate(lines) if CELL_MARK.match(line)][:CELLS]
    starts = [*sorted({0, *marks}), len(lines)]
    return Program(tuple(Cell("\n" * a + "".join(lines[a:b])) for a, b in pairwise(starts)), False, notes)


def _text(content):
    """Return a source as text, and notes on its encoding."""
    try:
        encoding, _ = tokenize.detect_encoding(io.BytesIO(content).readline)
        if encoding not in ENCODINGS:
            raise Unreadable(f"The file is written in {encoding}. Save it as UTF-8 and hand it in again.")
        text = io.TextIOWrapper(io.BytesIO(content), encoding, newline=None).read()
    except (SyntaxError, UnicodeError):
        if b"\x00" in content:
            raise Unreadable("The file is not text. Save it as UTF-8 and hand it in again.") from None
        return content.decode("latin-1"), ("it is not written in UTF-8 and was read as Latin-1",)
    return text, () if encoding.startswith("utf-8") else (f"it was read as {encoding}, as its first line says",)


# A notebook


def _of_notebook(content):
    try:
        notebook = nbformat.v4.reads(content.decode("utf-8-sig", "replace"))
        cells = [cell for cell in notebook.cells if cell.cell_type == "code"]
        code = tuple(Cell(cell.source.encode("utf-8", "replace").decode(), dict(cell.metadata)) for cell in cells)
    except Exception:  # a hand-in may hold anything, and nbformat raises whatever its own reading raises
        if b"<<<<<<< " in content:
            words = "The notebook holds the marks of an unfinished merge, <<<<<<<."
            raise Unreadable(f"{words} Resolve it and hand it in again.") from None
        raise Unreadable(f"The notebook is damaged. {AGAIN}") from None
    if not code:
        raise Unreadable("The notebook has no code cells. Write the code into code cells and hand it in again.")
    _check_size("".join(cell.source for cell in code))
    return Program(code, True)
