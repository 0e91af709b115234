"""Find the fields, the labels and the features in the text of a table; player/js/table.js does it by the same rules."""

import csv
import io
import math
import re
from typing import NamedTuple

from pegasos_edu.common.validation import excerpt
from pegasos_edu.datasets.opening import FormError

LABEL_NAMES = ("label", "class", "target", "y")
GAPS = {"", "?", "na", "n/a", "nan", "null", "none"}  # missing values: they are never labels or names in a header
NUMBER = re.compile(r"[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?", re.ASCII | re.IGNORECASE)
SIGNS = re.compile(r"[-+.0-9eE]*")  # of numbers: among texts of these signs, float accepts those that NUMBER matches
NAMED_SEPARATOR = re.compile(r'"?sep=([,;\t|])"?', re.IGNORECASE)
QUOTED = re.compile(r'(?<![^,;\t|\n ])"(?:[^"]|"")*(?:"|$)')
HEAD = 100  # the most lines of text in which the first line of a table ends; a field in quotes may hold line ends
BLANKS = " \t\v\f\xa0\ufeff"
BY_PANDAS = re.compile(r"unnamed: ?[0-9].*", re.IGNORECASE)  # what pandas writes above a column that has no title
UNTITLED = "", "#", "rownames", "row.names"  # titles of an index
COUNTING = {"index", "row", "nr", "no", "number"}  # titles of a column that may number the examples
ID = re.compile(r"(?:.*[^A-Za-z])?(?:id|Id|ID)|.*[a-z]I[dD]")  # the last word is id: patient_id, PassengerId


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
    columns = dict(enumerate(zip(*(fields for _, fields in examples))))
    features = [n for n in columns if n != column and (any(columns[n]) or (has_header and not _is_untitled(first[n])))]
    left_out = _left_out(features, first if has_header else None, columns)
    remarks = [_remark(titles[n], has_header) for n in left_out]
    features = [n for n in features if n not in left_out]
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


def number_in(text):
    """Return the number that a text stands for, or NaN if it does not stand for a number."""
    return float(text) if NUMBER.fullmatch(text) else math.nan


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
        if not (used[0] + 1 == width == max(used[1:]) <= min(sizes[1:]) and _are_titles(first)):
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


# Columns


def _are_titles(fields):
    return any(field.lower() not in GAPS and math.isnan(_with_comma(field)) for field in fields)


def _with_comma(field):
    """Return the number that a text stands for where a comma may stand before the decimals, or NaN."""
    return number_in(field.replace(",", "."))


def _label_column(rows, label):
    """Return the number of the label column, and whether the first line is a header."""
    first = rows[0][1]
    column = last = len(first) - 1
    if label is None:
        lowered = [field.lower() for field in first]
        column = next((lowered.index(name) for name in LABEL_NAMES if name in lowered), last)
    elif isinstance(label, str) and first.count(label) == 1:
        column = first.index(label)
    elif not isinstance(label, (str, bool)) and label in range(len(first)):
        column = int(label)
    else:
        column = None
    has_header = _are_titles(field for n, field in enumerate(first) if n != column)
    has_header = has_header or (not first[0] and _counts([fields[0] for _, fields in rows[1:]]))
    if column is None or (isinstance(label, str) and not has_header):
        raise FormError(
            f"label must be the name of one column in a header, or a number from 0 to {last}, got {label!r}, "
            f"where the first line is {excerpt(first)}; name one of these, or leave label out for the last column."
        )
    return (last if label is None and not has_header else column), has_header


def _left_out(features, titles, columns):
    """Return the features that only name or number the examples; `titles` is None if there is no header."""
    left_out = []
    for place, n in enumerate(features):
        is_leading = place == len(left_out)
        if titles is None:
            is_index = is_leading and not left_out and len(features) > 1 and len(columns[n]) > 2 and _counts(columns[n])
        else:
            is_index = _is_index(titles[n], columns[n], is_leading)
        if is_index:
            left_out.append(n)
    return left_out


def _is_index(title, values, is_leading):
    """Return whether a column with this title only names or numbers the examples."""
    if ID.fullmatch(title):
        return all(map(_is_name, values))
    if is_leading and _is_untitled(title):
        return len(set(values)) == len(values) and all(map(_is_name, values))
    return (_is_untitled(title) or title.lower().rstrip(".") in COUNTING) and _counts(values)


def _is_untitled(title):
    return title.lower() in UNTITLED


def _is_name(value):
    """Return whether a field may name an example: it is a word or a whole number."""
    number = _with_comma(value)
    return value.lower() not in GAPS and (math.isnan(number) or number % 1 == 0)


def _counts(values):
    """Return whether these are 0, 1, 2, … or 1, 2, 3, …"""
    numbers = [number_in(value) for value in values]
    return numbers in (list(range(len(numbers))), list(range(1, len(numbers) + 1))) and len(numbers) > 0


def _remark(title, has_header):
    """Return the sentence about a column that is left out, with its title, or its number if it has none."""
    advice = "give it another title" if has_header else "write a line of titles above the table"
    which = "names or numbers" if has_header else "numbers"
    return f"column {excerpt(title)} {which} the examples and is left out; {advice} if it is a feature"
