"""The code of a hand-in, whatever it was saved as: cells of a notebook, or a file of Python."""

import ast
import io
import json
import re
import tokenize
from itertools import pairwise
from typing import NamedTuple

from pegasos_edu.classroom.places import Unreadable

LARGE = 4 * 1024**2  # bytes; above, what a notebook shows is left out before it is read
TOKEN = re.compile(
    rb"""(?P<held> "(?:outputs|attachments|widgets)" \s* : \s* (?=[\[{]) ) | "(?:[^"\\]++|\\.)*+" | [{}\[\]]""",
    re.DOTALL | re.VERBOSE,
)
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
CELL_MARK = re.compile(r"^# ?(?:%%|In ?\[[ \d]*\]).*$", re.MULTILINE)  # of Jupytext and editors; of nbconvert
ANEW = "open the notebook, save it, and hand it in again"


class Cell(NamedTuple):
    """A cell of code."""

    source: str
    metadata: dict = {}


class Program(NamedTuple):
    """What is run."""

    cells: tuple  # of Cell
    is_notebook: bool
    notes: tuple = ()  # what was noticed, in words


def program(content, name):
    """The code of a hand-in.

    Parameters
    ----------
    content : bytes
    name : str
        Of the file.

    Returns
    -------
    Program

    Raises
    ------
    Unreadable
        Where it holds no code that can be read.
    """
    if not content.strip(b"\x00 \t\r\n"):
        raise Unreadable(f"The file is empty ({len(content)} bytes); {ANEW}.")
    start = content[:64].lstrip().lower()
    kind = next((words for begin, words in KINDS.items() if start.startswith(begin.lower())), None)
    if kind:
        raise Unreadable(f"This is {kind}, not a notebook; hand in the .ipynb or the .py file itself.")
    if ".ipynb" in name.lower() or start.startswith(b"{"):
        made = _of_notebook(content)
    elif re.search(r"\.py(\.txt)?$", name, re.IGNORECASE):
        made = _of_file(content)
    else:
        raise Unreadable(f"A {_kind(name)} cannot be graded; hand in the .ipynb or the .py file itself.")
    if not any(cell.source.strip() for cell in made.cells):
        raise Unreadable("There is no code in it; write it into the cells of the notebook, and hand it in again.")
    return made


def _kind(name):
    return f"file that ends on .{name.rsplit('.', 1)[-1]}" if "." in name else "file without .ipynb at its end"


# A file of Python


def _of_file(content):
    """Its statements as cells, each on the lines that it has in the file: one that fails takes no other with it."""
    text, notes = _text(content)
    lines = io.StringIO(text).readlines()  # Python breaks lines nowhere else
    starts = _starts(text)
    pieces = ("\n" * a + "".join(lines[a:b]) for a, b in pairwise([*starts, len(lines)]))
    return Program(tuple(Cell(piece) for piece in pieces), False, notes)


def _starts(text):
    """The lines, from 0, on which statements begin; the marks of cells, where it is no Python as a whole."""
    try:
        body = ast.parse(text).body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        marks = [text[: found.start()].count("\n") for found in CELL_MARK.finditer(text)]
        return sorted({0, *marks})
    firsts = (min([node.lineno, *(one.lineno for one in getattr(node, "decorator_list", []))]) for node in body)
    return sorted({0, *(line - 1 for line in firsts)})


def _text(content):
    """A source as text, and what is to be said of its encoding."""
    if content.startswith((b"\xff\xfe", b"\xfe\xff")):
        return _decoded(content, "utf-16"), ("it is written as UTF-16, and was read as that",)
    try:
        encoding, _ = tokenize.detect_encoding(io.BytesIO(content).readline)
        text = _decoded(content, encoding)
    except (SyntaxError, Unreadable):
        if b"\x00" in content:
            raise Unreadable(f"The file is no text; {ANEW}.") from None
        return content.decode("latin-1"), ("it is not written as UTF-8, and was read as Latin-1",)
    return text, () if encoding.startswith("utf-8") else (f"it was read as {encoding}, as it says",)


def _decoded(content, encoding):
    try:
        return io.TextIOWrapper(io.BytesIO(content), encoding, newline=None).read().lstrip("\ufeff")
    except UnicodeError:
        raise Unreadable(f"The file says that it is written as {encoding}, and is not; {ANEW}.") from None


# A notebook


def _of_notebook(content):
    notebook, notes = _json(_without_outputs(content) if len(content) > LARGE else content)
    cells = notebook.get("cells") if isinstance(notebook, dict) else None
    if cells is None and isinstance(notebook, dict) and isinstance(notebook.get("worksheets"), list):
        sheets = [sheet for sheet in notebook["worksheets"] if isinstance(sheet, dict)]
        cells = [cell for sheet in sheets for cell in _list(sheet.get("cells"))]
        notes += ("it is a notebook of an old form (nbformat 3), and was read as that",)
    if not isinstance(cells, list):
        raise Unreadable(f"The file is no notebook: it has no cells; {ANEW}.")
    code = [cell for cell in cells if isinstance(cell, dict) and cell.get("cell_type") == "code"]
    if not code:
        raise Unreadable("The notebook has no cells of code; write the code into such cells, and hand it in again.")
    return Program(tuple(Cell(_source(cell), _metadata(cell)) for cell in code), True, notes)


def _json(content):
    """A notebook as data."""
    try:
        try:
            return json.loads(content.decode(json.detect_encoding(content))), ()
        except UnicodeDecodeError:
            return json.loads(content.decode("latin-1")), ("it is not written as UTF-8, and was read as Latin-1",)
    except RecursionError:
        raise Unreadable(f"The file is no notebook: its brackets are nested too deep; {ANEW}.") from None
    except ValueError:
        if b"<<<<<<< " in content:
            raise Unreadable(
                "The notebook holds the marks of a merge (<<<<<<<, >>>>>>>), and can no longer be opened; choose one "
                "side, and hand it in again."
            ) from None
        raise Unreadable(
            "The notebook is damaged: it is not whole JSON, as when an upload breaks off or it was edited as text; "
            f"{ANEW}."
        ) from None


def _without_outputs(content):
    """The text of a notebook without what its cells showed, which is passed over and never read as data."""
    kept, start, depth = [], 0, None  # depth: how many brackets are open in what is left out
    for found in TOKEN.finditer(content):
        sign = content[found.start() : found.start() + 1]
        if depth is None:
            if found["held"]:
                kept += [content[start : found.end()], b"null"]
                depth = 0
        elif sign in b"[{":
            depth += 1
        elif sign in b"]}":
            depth -= 1
            if depth == 0:
                start, depth = found.end(), None
    kept += [content[start:]] if depth is None else []
    small = b"".join(kept)
    if len(small) > LARGE:
        raise Unreadable("The notebook is too large even without its outputs; make it anew, and hand it in again.")
    return small


def _list(value):
    return value if isinstance(value, list) else []


def _source(cell):
    """The text of a cell, whatever holds it."""
    source = cell.get("source", cell.get("input", ""))
    source = "".join(line for line in source if isinstance(line, str)) if isinstance(source, list) else source
    return source.encode("utf-8", "replace").decode().lstrip("\ufeff") if isinstance(source, str) else ""


def _metadata(cell):
    metadata = cell.get("metadata")
    return metadata if isinstance(metadata, dict) else {}
