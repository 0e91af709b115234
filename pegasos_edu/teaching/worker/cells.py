"""The cells of a notebook as Python: what is IPython's own is dropped, and every line stays where it is."""

import ast
import linecache
import re
from itertools import pairwise
from typing import NamedTuple

_WHOLE = re.compile(r"\s*%%(\w+)(.*)")
_TIMED = ("time", "capture", "prun")  # the rest of such a cell is Python, and is run
_LINE = re.compile(r"(\s*)(?:\w[\w, ]*=\s*)?[%!?](\w*)(.*)|(\s*)[\w.\[\]]+\?{1,2}\s*$")

_GOES_ON = re.compile(r"[#)\]}]|(?:else|elif|except|finally)\b")


class Skipped(Exception):  # noqa: N818  not an error of ours
    """A cell is none of Python."""


def as_python(source):
    """The text of a cell without magics: each line that is one becomes `pass`, or what it times.

    Raises
    ------
    Skipped
        For a cell that is written in something else, such as ``%%bash``.
    """
    lines = source.replace("\r\n", "\n").split("\n")
    first = next((n for n, line in enumerate(lines) if line.strip()), None)
    whole = first is not None and _WHOLE.match(lines[first])
    if whole:
        if whole[1] not in _TIMED:
            raise Skipped(f"it is a cell of %%{whole[1]}, and no Python: it was left out")
        lines[first] = ""
    for _ in range(len(lines)):
        try:
            ast.parse("\n".join(lines))
        except SyntaxError as error:
            place = (error.lineno or 0) - 1
            found = 0 <= place < len(lines) and _LINE.fullmatch(lines[place])
            if not found:
                break
            timed = found[2] == "time" and found[3].strip()
            lines[place] = (found[1] or found[4] or "") + (found[3].strip() if timed else "pass")
            continue
        break
    return "\n".join(lines)


class Statement(NamedTuple):
    """A statement of a cell: a tree, or a piece of text that is no Python."""

    file: str  # a name by which its lines are found
    tree: ast.Module | None
    text: str = ""
    above: int = 0  # lines of the cell above the text


def statements(source, number):
    """Return the statements of a cell, each to be run by itself; where one is no Python, the others still are."""
    file, python = f"<cell {number}>", as_python(source)
    lines = python.splitlines(keepends=True)
    linecache.cache[file] = (len(python), None, lines, file)
    try:
        return [Statement(file, ast.Module([node], [])) for node in ast.parse(python).body]
    except SyntaxError:
        starts = [n for n, line in enumerate(lines) if n == 0 or _begins(line, lines[n - 1])]
        pieces = [("".join(lines[a:b]), a) for a, b in pairwise([*starts, len(lines)])]
        return [Statement(file, None, text, above) for text, above in pieces]


def _begins(line, before):
    """Whether a line begins a statement, as far as that can be told of a cell that is no Python."""
    return not line[0].isspace() and not _GOES_ON.match(line) and not before.startswith("@")


def compiled(statement):
    """Return the code of a statement."""
    tree = statement.tree
    if tree is None:
        try:
            tree = ast.increment_lineno(ast.parse(statement.text), statement.above)
        except SyntaxError as error:
            error.lineno = (error.lineno or 1) + statement.above
            raise
    return compile(tree, statement.file, "exec", dont_inherit=True)
