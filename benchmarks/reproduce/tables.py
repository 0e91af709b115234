"""Make tables whose rows take long to compute. Each finished row is kept, so an interrupted command can continue.

Next to a table ``FILE.md`` is ``FILE.json``, with the numbers and the settings of each row. Both files are replaced as
a whole after each row.
"""

import json
from collections.abc import Callable
from pathlib import Path
from statistics import median_low
from typing import Any, NamedTuple

from pegasos_edu.common.files import whole_file
from pegasos_edu.common.progress import bar
from pegasos_edu.common.validation import check_choice

FORM = 2  # the version of the form of the file of numbers
TO_COME = "*to come: run the command again*"


class Row(NamedTuple):
    """Describe one row that is still to be made."""

    name: str
    made_of: dict  # the settings; if one changes, the row is made anew
    files: tuple  # the files of the data; if one changes, the row is made anew, too
    make: Callable  # takes a function for words about progress; returns the numbers by name


class Column(NamedTuple):
    """Describe the part of a row that one column shows."""

    heading: str
    shown: Callable  # takes the numbers of the row; returns text


class Table(NamedTuple):
    """Hold rows with the same columns."""

    slug: str
    title: str
    words: str
    columns: tuple
    rows: list
    missing: list  # the names of files that would add rows
    summary: str  # what the table reproduces and what it leaves out, for the first line of the page


class Kept:
    """Hold the numbers of the finished rows, and their file.

    Raises
    ------
    ValueError
        If the file does not hold such rows.
    """

    def __init__(self, path):
        self.path = Path(path)
        self.rows = _rows(self.path) if self.path.exists() else {}

    def results(self, table, row):
        """Return the numbers of a row, or None if it was made with other settings."""
        kept = self.rows.get(_key(table, row))
        return kept["found"] if kept and kept["made of"] == _made_of(row) else None

    def keep(self, table, row, results):
        """Add a row, also on disk."""
        self.rows[_key(table, row)] = {"made of": _made_of(row), "found": results}
        text = json.dumps({"form": FORM, "rows": self.rows}, indent=1, ensure_ascii=False, allow_nan=False)
        _write(self.path, text)


def _rows(path):
    """Return the rows in a file, by name."""
    try:
        content = json.loads(path.read_text("utf-8"))
        rows = dict(content["rows"]) if content["form"] == FORM else {}
        return {name: {"made of": dict(row["made of"]), "found": dict(row["found"])} for name, row in rows.items()}
    except (ValueError, TypeError, KeyError):
        raise ValueError(
            f"{path} must hold the rows that are done, got something else; delete it to begin anew."
        ) from None


def _key(table, row):
    return f"{table.slug}/{row.name}"


def _made_of(row):
    """Return settings and files in the form in which they are written and read; a file by its name and size."""
    return json.loads(json.dumps(row.made_of | {path.name: path.stat().st_size for path in row.files}))


def _write(path, text):
    with whole_file(path) as file:
        file.write(text.encode())


def chosen(tables, only=None):
    """Return all tables, or the one with that name.

    Raises
    ------
    ValueError
        If there is no table with that name.
    """
    named = {table.slug: table for table in tables}
    return tables if only is None else [named[check_choice("table", only, named)]]


def check_found(tables, folder):
    """Refuse to make tables without data.

    Parameters
    ----------
    tables : list of Table
    folder : path, or None

    Raises
    ------
    FileNotFoundError
        If no row has a file of the folder and some table has no row at all; the message lists the files.
    """
    if any(row.files for table in tables for row in table.rows) or all(table.rows for table in tables):
        return
    where = "no folder was named" if folder is None else f"{folder} holds none of their files"
    wanted = dict.fromkeys(name for table in tables for name in table.missing)
    raise FileNotFoundError(
        f"the tables need data, but {where}; put some of these files into a folder, packed (.gz, .bz2) or not, and "
        "name it with --data FOLDER or in the variable PEGASOS_EDU_DATA:\n  " + "\n  ".join(wanted)
    )


def reproduce(tables, out, command, progress=None):
    """Make the unfinished rows, and write the tables after each.

    Parameters
    ----------
    tables : list of Table
    out : path of the page, ``FILE.md``; the numbers go to ``FILE.json``
    command : str
        The command that makes the page, which the page shows.
    progress : bool, optional
        A progress bar.

    Returns
    -------
    Kept

    Raises
    ------
    ValueError
        If the file of numbers has another form, or `out` is that file.
    OSError
        If a file cannot be written; the older file stays unchanged.
    """
    out = Path(out)
    if out.suffix == ".json":
        raise ValueError(f"out must be a page, FILE.md, got {out}; the numbers go to the .json file beside it.")
    kept = Kept(out.with_suffix(".json"))
    out.parent.mkdir(parents=True, exist_ok=True)
    todo = [(table, row) for table in tables for row in table.rows if kept.results(table, row) is None]
    _write(out, page(tables, kept, command))
    rows = bar(todo, len(todo), "row", progress if todo else False)
    for table, row in rows:
        kept.keep(table, row, row.make(_teller(rows, row)))
        _write(out, page(tables, kept, command))
    return kept


def _teller(rows, row):
    """Return a function that shows the progress of a row next to the progress bar."""
    tell = getattr(rows, "set_postfix_str", None)
    return (lambda words: tell(f"{row.name}: {words}")) if tell else (lambda words: None)


def page(tables, kept, command):
    """Return the tables in Markdown, with the command that makes them."""
    parts = ["# Reproduced", " ".join(table.summary for table in tables), f"Made by `{command}`."]
    return "\n\n".join([*parts, *(_section(table, kept) for table in tables)]) + "\n"


def _section(table, kept):
    parts = [f"## {table.title}", table.words]
    if table.rows:
        head = ["", *(column.heading for column in table.columns)]
        lines = [_line(head), _line(["---"] * len(head))]
        parts.append("\n".join([*lines, *(_line(_cells(table, row, kept)) for row in table.rows)]))
    if table.missing:
        parts.append("These have no row, because their files are missing: " + "; ".join(table.missing) + ".")
    return "\n\n".join(parts)


def _cells(table, row, kept):
    results = kept.results(table, row)
    if results is None:
        return [row.name, TO_COME, *[""] * (len(table.columns) - 1)]
    return [row.name, *(column.shown(results) for column in table.columns)]


def _line(cells):
    return f"| {' | '.join(cells)} |"


def share(name, digits=1):
    """Return a function that shows a share in percent, or a dash if it is missing."""
    return shown(name, f".{digits}%")


def tested(results):
    """Return how many examples the accuracies rest on, with the largest possible standard error."""
    return f"{results['n']:,} (± {50 / results['n'] ** 0.5:.1f} points)"


def shown(name, form):
    """Return a function that shows the number of that name, or a dash if it is missing.

    If a row has several values, such as one for each split, it shows the median, and both ends if they differ.
    """

    def text(results: dict[str, Any]):
        values = results[name] if isinstance(results[name], list) else [results[name]]
        if None in values:
            return "–"
        middle, *ends = [
            format(value, form).replace("%", " %") for value in (median_low(values), min(values), max(values))
        ]
        return middle if len(set(ends)) == 1 else f"{middle} ({' to '.join(ends)})"

    return text
