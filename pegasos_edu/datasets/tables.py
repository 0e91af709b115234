"""Find the fields in the text of a table.

In the page of the playground, player/js/table.js splits a text into fields by the same rules.
"""

import csv
import io
import re

from pegasos_edu.common.validation import excerpt
from pegasos_edu.datasets.columns import NUMBER, equally_wide, has_titles, label_column, number_in, table_of
from pegasos_edu.datasets.packed_files import FormError

SIGNS = re.compile(r"[-+.0-9eE]*")  # of numbers: among texts of these signs, float accepts those that NUMBER matches
NAMED_SEPARATOR = re.compile(r'"?sep=([,;\t|])"?', re.IGNORECASE)
QUOTED = re.compile(r'(?<![^,;\t|\n ])"(?:[^"]|"")*(?:"|$)')
HEAD = 100  # the most lines of text in which the first line of a table ends; a field in quotes may hold line ends
BLANKS = " \t\v\f\xa0\ufeff"


def table_in(text, name, label=None):
    """Return the `Table` in a text; `name` stands in errors, and `label` is the title or the number of the labels."""
    lines, rows = _rows(text, name)
    rows = equally_wide(rows, lines, name)
    return table_of(rows, lines, name, *_label_column(rows, label))


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
    """Return the number and the fields of each line that is not blank."""
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
    return map(list, zip(*rows))


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


def _label_column(rows, label):
    """Return the number of the label column, and whether the first line is a header."""
    first = rows[0]
    last = len(first) - 1
    if label is None:
        column = label_column(first)
    elif isinstance(label, str) and first.count(label) == 1:
        column = first.index(label)
    elif not isinstance(label, (str, bool)) and label in range(len(first)):
        column = int(label)
    else:
        column = None
    has_header = has_titles(first, rows[1:], column)
    if column is None or (isinstance(label, str) and not has_header):
        raise FormError(
            f"label must be the name of one column in a header, or a number from 0 to {last}, got {label!r}, "
            f"where the first line is {excerpt(first)}; name one of these, or leave label out for the last column."
        )
    return (last if label is None and not has_header else column), has_header
