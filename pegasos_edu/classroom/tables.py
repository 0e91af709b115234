"""The results as files for other programs: a table for spreadsheets, JSON, and the form that Gradescope reads."""

import csv
import io
import json

from pegasos_edu.basics.files import whole_file
from pegasos_edu.misconceptions import by_id

FORMULAS = ("=", "+", "-", "@", "\t", "\r")  # with which a spreadsheet takes a text for a formula
HIDDEN, VISIBLE = "after_published", "visible"


AFTER = ["graded", "misconceptions", "message", "notes", "file", "id"]


def write_table(path, assignment, rows):
    """A CSV file with a line for each hand-in: UTF-8 with the mark by which Excel knows it, no text a formula.

    Parameters
    ----------
    path : path
    assignment : Assignment
    rows : sequence of dict
        As `summary` makes them.
    """
    checks, text = [check.name for check in assignment.checks], io.StringIO()
    table = csv.writer(text)
    table.writerow(["student", "number", "points", "out of", *map(_safe, checks), *AFTER])
    for row in rows:
        got = {check["name"]: check["points"] for check in row["checks"]}
        cells = [row["student"], row["number"], row["points"], row["out_of"], *(got.get(name, "") for name in checks)]
        cells += ["yes" if row["is_graded"] else "no", "; ".join(row["misconceptions"]), row["message"]]
        cells += ["; ".join(row["notes"]), row["file"], row["id"]]
        table.writerow([_safe(cell) if isinstance(cell, str) else cell for cell in cells])
    with whole_file(path) as file:
        file.write(text.getvalue().encode("utf-8-sig"))


def _safe(text):
    return f"'{text}" if text.startswith(FORMULAS) else text


def misconceptions(result):
    """Return the titles of all misconceptions that were met, each once, the most likely of each check."""
    named = (check["report"]["named"][:1] for check in result["checks"] if check["report"])
    met = dict.fromkeys(by_id()[name] for first in named for entries in first for name in entries)
    return [entry.title for entry in met if not entry.is_convention]


def write_json(path, content):
    """Data as a file."""
    with whole_file(path) as file:
        file.write(json.dumps(content, ensure_ascii=False, indent=1, allow_nan=False).encode() + b"\n")


def gradescope(handin, result):
    """A result as Gradescope reads it from ``results.json``.

    Parameters
    ----------
    handin : HandIn
    result : dict

    Returns
    -------
    dict
    """
    tests = [
        {
            "name": check["name"],
            "score": check["points"],
            "max_score": check["out_of"],
            "output": _told(check),
            "visibility": HIDDEN if check["is_hidden"] else VISIBLE,
        }
        for check in result["checks"]
    ]
    notes = [result["message"], *result["problems"], *result["notes"]]
    output = "\n".join(note for note in notes if note)
    return {"score": result["points"], "output": output, "visibility": VISIBLE, "tests": tests}


def _told(check):
    """What is said of a check, as text."""
    report = check["report"]
    if not report:
        return check["message"]
    facts = [f"{head}: {text}" for head, text in report["facts"]]
    return "\n".join([check["message"], *facts, *(f"Hint: {hint}" for hint in report["hints"])])


def summary(handin, result):
    """A result as a row of ``results.json``: without what only its own page shows."""
    of_check = "name", "points", "out_of", "is_hidden", "message"
    checks = [{key: check[key] for key in of_check} for check in result["checks"]]
    about = {key: getattr(handin, key) for key in ("id", "student", "number", "file")}
    told = {key: result[key] for key in ("points", "out_of", "is_graded", "message", "problems")}
    notes = [*handin.notes, *result["notes"]]
    return about | told | {"notes": notes, "misconceptions": misconceptions(result), "checks": checks}
