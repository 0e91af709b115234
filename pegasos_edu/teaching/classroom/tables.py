"""The results as files for other programs: CSV, JSON, and the form that Gradescope reads."""

import csv
import io
import json

from pegasos_edu.common.files import limited, whole_file

FORMULAS = ("=", "+", "-", "@", "\t", "\r")  # with which a spreadsheet takes a text for a formula
HIDDEN, VISIBLE = "after_published", "visible"
LARGEST = 16 << 20  # bytes of a table that is read


def read_table(path):
    """Return the headings of a CSV file, and its rows as dicts with headings in small letters.

    A spreadsheet may have written semicolons or tabs instead of commas.
    """
    held = limited(path, LARGEST)
    try:
        text = held.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = held.decode("cp1252", "replace")
    first = text.partition("\n")[0]
    rows = csv.reader(io.StringIO(text), delimiter=max(",;\t", key=first.count))
    heads = [head.strip() for head in next(rows, [])]
    keys = [head.casefold() for head in heads]
    return heads, [dict(zip(keys, (cell.strip() for cell in row))) for row in rows]


def write_table(path, heads, rows, encoding="utf-8"):
    """Write a CSV file in which no text is a formula."""
    text = io.StringIO()
    table = csv.writer(text)
    table.writerows([[_safe(cell) for cell in row] for row in (heads, *rows)])
    with whole_file(path) as file:
        file.write(text.getvalue().encode(encoding, "replace"))


def _safe(cell):
    if isinstance(cell, (int, float)):
        return f"{cell:g}"
    return f"'{cell}" if str(cell).startswith(FORMULAS) and cell != "-" else cell


def write_results(path, assignment, rows):
    """Write ``results.csv``, with a line for each student; the mark at its beginning tells Excel that it is UTF-8."""
    checks = [cell.name for cell in assignment.cells if cell.points]
    after = "graded", "misconceptions", "message", "notes", "file", "id"
    lines = []
    for row in rows:
        got = {check["name"]: check["points"] for check in row["checks"]}
        cells = [row["student"], row["number"], row["points"], row["out_of"], *(got.get(name) for name in checks)]
        cells += ["yes" if row["is_graded"] else "no", "; ".join(row["misconceptions"]), row["message"]]
        lines.append([*cells, "; ".join(row["notes"]), row["file"], row["id"]])
    write_table(path, ["student", "number", "points", "out of", *checks, *after], lines, "utf-8-sig")


def write_json(path, content):
    """Write data as a file."""
    with whole_file(path) as file:
        file.write(json.dumps(content, ensure_ascii=False, indent=1, allow_nan=False).encode() + b"\n")


def gradescope(result):
    """Return a result as Gradescope reads it from ``results.json``."""
    tests = [
        {
            "name": check["name"],
            "score": check["points"] or 0,
            "max_score": check["out_of"],
            "output": _told(check),
            "visibility": HIDDEN if check["is_hidden"] else VISIBLE,
        }
        for check in result["checks"]
    ]
    problems = [f"{one['at']}: {one['words']}" for one in result["problems"]]
    notes = [result["message"], *result["comments"], *problems, *result["notes"]]
    output = "\n".join(note for note in notes if note)
    return {"score": result["points"] or 0, "output": output, "visibility": VISIBLE, "tests": tests}


def _told(check):
    """Return what is said about a check, as text."""
    report = check["report"] or {"facts": [], "hints": []}
    facts = [f"{head}: {text}" for head, text in report["facts"]]
    lines = [check["message"], check["comment"], *facts, *(f"Hint: {hint}" for hint in report["hints"])]
    return "\n".join(line for line in lines if line)
