"""Find the fields, the labels and the features in the text of a table.

In the page of the playground, player/js/table.js splits a text into fields by the same rules.
"""

import csv
import io
import re
from typing import NamedTuple

from pegasos_edu.common.validation import excerpt
from pegasos_edu.datasets.columns import (
    NUMBER,
    are_titles,
    features_in,
    has_titles,
    label_column,
    left_out,
    number_in,
    remark,
)
from pegasos_edu.datasets.opening import FormError

SIGNS = re.compile(r"[-+.0-9eE]*")  # of numbers: among texts of these signs, float accepts those that NUMBER matches
NAMED_SEPARATOR = re.compile(r'"?sep=([,;\t|])"?', re.IGNORECASE)
QUOTED = re.compile(r'(?<![^,;\t|\n ])"(?:[^"]|"")*(?:"|$)')
HEAD = 100  # the most lines of text in which the first line of a table ends; a field in quotes may hold line ends
BLANKS = " \t\v\f\xa0\ufeff"
BY_PANDAS = re.compile(r"unnamed: ?[0-9].*", re.IGNORECASE)  # what pandas writes above a column that has no title


class Table(NamedTuple):
    """Hold the examples of a table as text."""

    lines: list  # the number of the line of each example
    features: list  # the fields of the features, for each example
    titles: list  # of the features, or the numbers of their columns
    labels: list
    label: object  # the title of the labels, or the number of their column
    remarks: list  # sentences about columns that are left out


def table_in(text, name, label=None):
    """Return the table in a text; `name` stands in errors, and `label` is the title or the number of the labels."""
    rows = _rows(text, name)
    first = rows[0][1]
    column, has_header = _label_column(rows, label)
    examples = rows[has_header:]
    if not examples:
        raise FormError(f"{name} must hold an example in each line, got only a header; add lines with examples.")
    titles = [field if has_header and field else number for number, field in enumerate(first)]
    columns = list(zip(*(fields for _, fields in examples)))
    header = first if has_header else None
    features = features_in(columns, header, column)
    out = left_out(features, header, columns)
    remarks = [remark(excerpt(titles[n]), has_header) for n in out]
    features = [n for n in features if n not in out]
    if not features:
        got = f"only names or numbers of the examples ({remarks[0]})" if remarks else "one column"
        raise FormError(
            f"{name} must have a feature column besides the label, got {got}; "
            "separate columns by commas, semicolons or tabs."
        )
    return Table(
        [line for line, _ in examples],
        [[fields[n] for n in features] for _, fields in examples],
        [titles[n] for n in features],
        columns[column],
        titles[column],
        remarks,
    )


def numbers_in(fields):
    """Return the numbers that some texts stand for; quickly, if all are numbers."""
    if SIGNS.fullmatch("".join(fields)):
        try:
            return list(map(float, fields))
        except ValueError:
            pass
    return list(map(number_in, fields))


# Lines and fields


def _rows(text, name):
    """Return the number and the fields of each line that is not blank; all have equally many fields."""
    if "\0" in text:
        raise ValueError("a zero byte")
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    text, separator = _below_remarks(text)
    reader = csv.reader(io.StringIO(text), delimiter=separator, skipinitialspace=True, strict=True)
    rows = ((reader.line_num, [field.strip(BLANKS) for field in fields]) for fields in reader)
    try:
        rows = [(line, fields) for line, fields in rows if any(fields)]
    except csv.Error as error:
        raise ValueError(f"{error} in line {reader.line_num}") from None
    if not rows:
        raise FormError(f"{name} must hold an example in each line, got an empty file; check the name and the folder.")
    line, first = rows[0]
    first = ["" if BY_PANDAS.fullmatch(field) else field for field in first]
    return _equally_wide([(line, first), *rows[1:]], name)


def _below_remarks(text):
    """Return a text with the lines above the table emptied, and the separator of its columns.

    These lines are one such as ``sep=;``, and comments. A comment with as many fields as the line of numbers below it
    is a header.
    """
    lines, separator, remark = text.split("\n"), None, None
    for n, line in enumerate(lines):
        line = line.strip(BLANKS)
        if line and separator is None and remark is None and (named := NAMED_SEPARATOR.fullmatch(line)):
            separator, lines[n] = named[1], ""
        elif line.startswith("#"):
            remark, lines[n] = (n, line.lstrip("#" + BLANKS)), ""
        elif line:
            first = QUOTED.sub("", "\n".join(lines[n : n + HEAD])).partition("\n")[0]
            separator = separator or max("\t;,", key=first.count)
            if remark and _count(remark[1], separator) == first.count(separator) and _has_number(line, separator):
                lines[remark[0]] = remark[1]
            break
    return "\n".join(lines), separator or ","


def _count(line, sign):
    return QUOTED.sub("", line).count(sign)


def _has_number(line, separator):
    return any(NUMBER.fullmatch(field.strip(BLANKS)) for field in line.split(separator))


def _equally_wide(rows, name):
    """Return the rows without separators at their ends that separate nothing."""
    first = rows[0][1]
    used = [next((n for n in range(len(fields), 0, -1) if fields[n - 1]), 0) for _, fields in rows]
    sizes = [len(fields) for _, fields in rows]
    width = max(used)
    if width > min(sizes):
        if not (used[0] + 1 == width == max(used[1:]) <= min(sizes[1:]) and are_titles(first)):
            _refuse_widths(used, sizes, rows, name)
        rows = [(rows[0][0], ["", *first]), *rows[1:]]  # R writes no title above the names of the rows
    return [(line, fields[:width]) for line, fields in rows]


def _refuse_widths(used, sizes, rows, name):
    width = used[0]
    n = next(n for n in range(len(rows)) if not used[n] <= width <= sizes[n])
    raise FormError(
        f"{name} must have {width} fields in each line, as in its first, got "
        f"{used[n] if used[n] > width else sizes[n]} in line {rows[n][0]}; correct that line."
    )


def _label_column(rows, label):
    """Return the number of the label column, and whether the first line is a header."""
    first = rows[0][1]
    last = len(first) - 1
    if label is None:
        column = label_column(first)
    elif isinstance(label, str) and first.count(label) == 1:
        column = first.index(label)
    elif not isinstance(label, (str, bool)) and label in range(len(first)):
        column = int(label)
    else:
        column = None
    has_header = has_titles(first, [fields for _, fields in rows[1:]], column)
    if column is None or (isinstance(label, str) and not has_header):
        raise FormError(
            f"label must be the name of one column in a header, or a number from 0 to {last}, got {label!r}, "
            f"where the first line is {excerpt(first)}; name one of these, or leave label out for the last column."
        )
    return (last if label is None and not has_header else column), has_header
