"""Read the code of a hand-in from a notebook or a file of Python, and choose the cells that are run."""

import ast
import hashlib
import io
import re
import tokenize
from itertools import pairwise
from typing import NamedTuple

from pegasos_edu.check.worker.cells import NotPython, as_python
from pegasos_edu.common.file_kinds import kind_of
from pegasos_edu.common.stored_cells import read_cells
from pegasos_edu.teaching.classroom.file_bytes import CannotRead
from pegasos_edu.teaching.masters import bound_names

LONGEST, LINES, CELLS = 200_000, 10_000, 200  # the most characters of code, and lines and cells of a .py file
CELL_MARK = re.compile(r"# ?(?:%%|In ?\[[ \d]*\])")  # "# %%" by Jupytext and editors, "# In [1]" by nbconvert
CHECK = re.compile(r"\s*(?:# *(?:HIDDEN )?CHECK\b|grader\.|# Initialize Otter\b)")
ENCODINGS = "utf-8", "utf-8-sig", "iso-8859-1", "latin-1", "cp1252"
AGAIN = "Open the notebook, save it and hand it in again."


class CodeCell(NamedTuple):
    """Hold a cell of code."""

    source: str
    metadata: dict = {}


class Code(NamedTuple):
    """Hold the code of a hand-in."""

    cells: tuple  # instances of `CodeCell`
    is_notebook: bool
    notes: tuple = ()  # notes about its encoding


def read_code(content, name):
    """Return the `Code` of a hand-in from the bytes and the name of its file.

    Raises
    ------
    CannotRead
        If the file holds no code that can be read.
    """
    if not content.strip(b"\x00 \t\r\n"):
        raise CannotRead(f"The file is empty ({len(content)} bytes). {AGAIN}")
    start = content[:64].lstrip().lower()
    if kind := kind_of(content.lstrip()):
        raise CannotRead(f"This is {kind}, not a notebook. Hand in the .ipynb or the .py file itself.")
    if ".ipynb" in name.lower() or start.startswith(b"{"):
        code = _of_notebook(content)
    elif re.search(r"\.py(\.txt)?$", name, re.IGNORECASE):
        code = _of_file(content)
    else:
        ending = f"file that ends in .{name.rsplit('.', 1)[-1]}" if "." in name else "file without an ending"
        raise CannotRead(f"A {ending} cannot be graded. Hand in the .ipynb or the .py file itself.")
    if not any(cell.source.strip() for cell in code.cells):
        raise CannotRead("The file contains no code. Write the code into the notebook's cells and hand it in again.")
    return code


def _check_size(text):
    if len(text) > LONGEST:
        raise CannotRead(f"The code has more than {LONGEST:,} characters. Hand in the code of the assignment alone.")


def _of_file(content):
    """Return a file as one cell, or as several if it was exported from a notebook; keep the line numbers."""
    text, notes = _decoded(content)
    _check_size(text)
    lines = io.StringIO(text).readlines()  # these line ends are the same as Python's
    if len(lines) > LINES:
        raise CannotRead(f"The file has more than {LINES:,} lines. Hand in the code of the assignment alone.")
    marks = [n for n, line in enumerate(lines) if CELL_MARK.match(line)][:CELLS]
    starts = [*sorted({0, *marks}), len(lines)]
    return Code(tuple(CodeCell("\n" * a + "".join(lines[a:b])) for a, b in pairwise(starts)), False, notes)


def _decoded(content):
    """Return a source as text, and notes on its encoding."""
    try:
        encoding, _ = tokenize.detect_encoding(io.BytesIO(content).readline)
        if encoding not in ENCODINGS:
            raise LookupError(encoding)
        text = io.TextIOWrapper(io.BytesIO(content), encoding, newline=None).read()
    except (LookupError, SyntaxError, UnicodeError):  # which of them an odd encoding raises depends on the Python
        if b"\x00" in content:
            raise CannotRead("The file is not text. Save it as UTF-8 and hand it in again.") from None
        return content.decode("latin-1"), ("it is not written in UTF-8 and was read as Latin-1",)
    return text, () if encoding.startswith("utf-8") else (f"it was read as {encoding}, as its first line says",)


def _of_notebook(content):
    try:
        cells = [cell for cell in read_cells(content.decode("utf-8-sig", "replace")) if cell.cell_type == "code"]
        code = tuple(CodeCell(cell.source.encode("utf-8", "replace").decode(), cell.metadata) for cell in cells)
    except (ValueError, RecursionError):
        if b"<<<<<<< " in content:
            words = "The notebook contains the marks of an unfinished merge, <<<<<<<."
            raise CannotRead(f"{words} Resolve it and hand it in again.") from None
        raise CannotRead(f"The notebook is damaged. {AGAIN}") from None
    if not code:
        raise CannotRead("The notebook has no code cells. Write the code into code cells and hand it in again.")
    _check_size("".join(cell.source for cell in code))
    return Code(code, True)


# Which cells are run


def sources_to_run(cells, assignment):
    """Return the sources to run, in order, with an empty source for each cell that is left out; and notes.

    Checks in the hand-in are left out, because the grader runs the checks of the master. Given cells below the last
    solution only show results, so they are left out unless the learner changed them. If the hand-in uses imports or
    functions of given cells that it no longer holds, the original versions run first.
    """
    last = max(n for n, cell in enumerate(assignment.cells) if cell.kind == "write")
    shown = (cell for cell in assignment.cells[last:] if cell.kind == "given")
    left_out = {_unspaced(cell.source) for cell in (*assignment.checks, *shown)}
    sources = ["" if _is_check(cell) or _unspaced(cell.source) in left_out else cell.source for cell in cells]
    nodes = [node for source in sources for node in _statements(source)]
    used = {part.id for node in nodes for part in ast.walk(node) if isinstance(part, ast.Name)}
    missing = (set(bound_names(_statements(assignment.given_source))) - set(bound_names(nodes))) & used
    if not missing:
        return sources, []
    note = f"it lacks given definitions, so these ran first: {', '.join(sorted(missing))}"
    return [assignment.given_source, *sources], [note]


def _is_check(cell):
    nbgrader = cell.metadata.get("nbgrader")
    is_autograded = isinstance(nbgrader, dict) and nbgrader.get("grade") is True and nbgrader.get("solution") is False
    return is_autograded or bool(CHECK.match(cell.source))


def _unspaced(source):
    return "".join(source.split())


def _statements(source):
    """Return the statements of a source; an empty list if the source is not Python."""
    try:
        return ast.parse(as_python(source)).body
    except (NotPython, SyntaxError, ValueError, RecursionError, MemoryError):
        return []


# Similar programs


def fingerprint(sources, assignment):
    """Return a digest of a learner's code that ignores the names of variables, blanks and comments.

    The digest is "" if the learner added no code. Imports, given definitions, strings that stand alone and cells that
    are not Python do not count.
    """
    given = {ast.dump(node) for cell in assignment.cells if cell.kind == "given" for node in _statements(cell.source)}
    handed_out = [cell.student for cell in assignment.cells if cell.kind == "write"]
    written = _normal(sources, given)
    return hashlib.sha256(written.encode()).hexdigest() if written and written != _normal(handed_out, given) else ""


def _normal(sources, given):
    """Return statements as text, with variables renamed in the order in which they appear."""
    nodes = [node for source in sources for node in _statements(source) if ast.dump(node) not in given]
    named = map(_Renaming().visit, (node for node in nodes if not isinstance(node, ast.Import | ast.ImportFrom)))
    return "\n".join(ast.dump(node) for node in named if node)  # a string that stands alone is None


class _Renaming(ast.NodeTransformer):
    def __init__(self):
        self.names = {}

    def _renamed(self, name):
        return self.names.setdefault(name, f"v{len(self.names)}")

    def visit_Name(self, node):
        return ast.Name(self._renamed(node.id), node.ctx)

    def visit_arg(self, node):
        return ast.arg(self._renamed(node.arg))

    def visit_Expr(self, node):
        is_string = isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)
        return None if is_string else self.generic_visit(node)
