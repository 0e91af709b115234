"""Read the cells of a notebook as Python: drop commands of IPython, and keep every line's number."""

import ast
import linecache
import re
from functools import partial
from itertools import pairwise

_WHOLE = re.compile(r"\s*%%(\w+)")
_TIMED = ("time", "capture", "prun")  # the lines after these commands are Python, and run
_LINE = re.compile(
    r"^([ \t]*)(?:%time[ \t]+(\S.*)|(?:\w[\w, ]*=[ \t]*)?(?:%[A-Za-z]|[!?]).*|[\w.\[\]]+\?{1,2}[ \t]*)$", re.MULTILINE
)
_CONTINUES = re.compile(r"\s|[#)\]}]|(?:else|elif|except|finally)\b")  # a line that does not begin a statement


class NotPython(Exception):  # noqa: N818  not an error of the package
    """Say that a cell is written in another language."""


def as_python(source):
    """Return the text of a cell, with each command of IPython replaced by `pass`, or by the statement that it times.

    Raises
    ------
    NotPython
        If the cell is in another language, such as ``%%bash``.
    """
    text = source.replace("\r\n", "\n")
    if whole := _WHOLE.match(text):
        if whole[1] not in _TIMED:
            raise NotPython(f"it is a cell of %%{whole[1]}, not of Python, and was left out")
        text = re.sub(r"%%.*", "", text, count=1)
    try:
        ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return _LINE.sub(lambda match: match[1] + (match[2] or "pass"), text)
    return text


def statements(source, number):
    """Return functions that each compile one statement of a cell. If one has a syntax error, the others still run."""
    file, python = f"<cell {number}>", as_python(source)
    lines = python.splitlines(keepends=True)
    linecache.cache[file] = (len(python), None, lines, file)
    try:
        return [partial(_compiled, file, ast.Module([node], [])) for node in ast.parse(python).body]
    except SyntaxError:
        starts = [n for n, line in enumerate(lines) if n == 0 or _begins(line, lines[n - 1])]
        pieces = pairwise([*starts, len(lines)])
        return [partial(_compiled, file, "".join(lines[a:b]), a) for a, b in pieces]


def _begins(line, before):
    return not _CONTINUES.match(line) and not before.startswith("@")


def _compiled(file, statement, above=0):
    """Return the code of a syntax tree, or of a text with `above` lines before it."""
    if isinstance(statement, str):
        try:
            statement = ast.increment_lineno(ast.parse(statement), above)
        except SyntaxError as error:
            error.lineno = (error.lineno or 1) + above
            raise
    return compile(statement, file, "exec", dont_inherit=True)
