"""Read and write tables (CSV) and data (JSON) for other programs."""

import csv
import io
import json

from pegasos_edu.common.files import limited, whole_file

FORMULAS = ("=", "+", "-", "@", "\t", "\r")  # a spreadsheet treats a text that begins with one of these as a formula
LARGEST = 16 << 20  # the most bytes of a table


def read_table(path):
    """Return the headings of a CSV file, and its rows as dicts with headings in lower case.

    The columns may also be separated by semicolons or tabs.
    """
    content = limited(path, LARGEST)
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = content.decode("cp1252", "replace")
    first = text.partition("\n")[0]
    rows = csv.reader(io.StringIO(text), delimiter=max(",;\t", key=first.count))
    heads = [head.strip() for head in next(rows, [])]
    keys = [head.casefold() for head in heads]
    return heads, [dict(zip(keys, (cell.strip() for cell in row))) for row in rows]


def write_table(path, heads, rows, separator=",", encoding="utf-8"):
    """Write a CSV file in which no text is a formula."""
    text = io.StringIO()
    csv.writer(text, delimiter=separator).writerows([[_safe(cell) for cell in row] for row in (heads, *rows)])
    with whole_file(path) as file:
        file.write(text.getvalue().encode(encoding, "replace"))


def _safe(cell):
    if isinstance(cell, (int, float)):
        return f"{cell:g}"
    return f"'{cell}" if str(cell).startswith(FORMULAS) and cell != "-" else cell


def write_json(path, content, indent=1):
    """Write data as a JSON file."""
    with whole_file(path) as file:
        text = json.dumps(content, ensure_ascii=False, indent=indent)
        file.write(text.encode("utf-8", "replace") + b"\n")
