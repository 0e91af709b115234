"""The cells of a notebook as Python: what is IPython's own is dropped, and every line stays where it is."""

import ast
import linecache
import re

_WHOLE = re.compile(r"\s*%%(\w+)(.*)")
_TIMED = ("time", "capture", "prun")  # the rest of such a cell is Python, and is run
_LINE = re.compile(r"(\s*)(?:\w[\w, ]*=\s*)?[%!?](\w*)(.*)|(\s*)[\w.\[\]]+\?{1,2}\s*$")


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


def code_of(source, number):
    """The code of a cell, under a name by which its lines are found."""
    name = f"<cell {number}>"
    python = as_python(source)
    linecache.cache[name] = (len(python), None, python.splitlines(keepends=True), name)
    return compile(python, name, "exec", dont_inherit=True)
