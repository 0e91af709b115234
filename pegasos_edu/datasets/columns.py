"""Make a table of rows: tell which columns hold labels, features, or names and numbers of the examples.

The functions are written in the small language (`browser/language.py`): the playground runs them in a page, where
player/js/columns.js gives `number_in` and `matches`.
"""

import re
from math import isnan, nan
from typing import NamedTuple

from pegasos_edu.common.validation import excerpt
from pegasos_edu.datasets.packed_files import FormError

LABEL_NAMES = ["label", "class", "target", "y"]
GAPS = r"|\?|na|n/a|nan|null|none"  # missing values: they are never labels or names in a header
NUMBER = re.compile(r"[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?", re.ASCII | re.IGNORECASE)
UNTITLED = r"|#|rownames|row\.names"  # titles of an index
COUNTING = r"(?:index|row|nr|no|number)\.*"  # titles of a column that may number the examples
ID = r"(?:.*[^A-Za-z])?(?:id|Id|ID)|.*[a-z]I[dD]"  # the last word is id: patient_id, PassengerId
BY_PANDAS = r"unnamed: ?[0-9].*"  # what pandas writes above a column that has no title


class Table(NamedTuple):
    """Hold the examples of a table as text."""

    lines: list  # the number of the line of each example
    features: list  # the fields of the features, for each example
    titles: list  # of the features, or the numbers of their columns
    labels: list
    label: object  # the title of the labels, or the number of their column
    remarks: list  # sentences about columns that are left out


def number_in(text):
    """Return the number that a text stands for, or NaN if it does not stand for a number."""
    return float(text) if NUMBER.fullmatch(text) else nan


def matches(pattern, text):
    """Return whether a whole text matches a regular expression."""
    return re.fullmatch(pattern, text) is not None


def is_gap(field):
    """Return whether a field holds no value."""
    return matches(GAPS, field.lower())


def with_comma(field):
    """Return the number that a text stands for where a comma may stand before the decimals, or NaN."""
    return number_in(field.replace(",", "."))


def are_titles(fields):
    """Return whether these fields of a first line are its titles."""
    return any([not is_gap(field) and isnan(with_comma(field)) for field in fields])


def label_column(first):
    """Return the number of the column whose title is a usual name of labels, otherwise of the last column."""
    named = [n for title in LABEL_NAMES for n in range(len(first)) if first[n].lower() == title]
    return named[0] if named else len(first) - 1


def has_titles(first, others, column):
    """Return whether the first line is a header; the column of labels does not count."""
    if are_titles([first[n] for n in range(len(first)) if n != column]):
        return True
    return first[0] == "" and counts([fields[0] for fields in others])


def features_in(columns, titles, column):
    """Return the numbers of the columns with features; `titles` is None if there is no header."""
    has_title = [titles is not None and not is_untitled(title) for title in titles or columns]
    return [n for n in range(len(columns)) if n != column and (any(columns[n]) or has_title[n])]


def left_out(features, titles, columns):
    """Return the features that only name or number the examples; `titles` is None if there is no header."""
    out = []
    for place in range(len(features)):
        n = features[place]
        if titles is None:
            is_out = place == 0 and len(features) > 1 and len(columns[n]) > 2 and counts(columns[n])
        else:
            is_out = is_index(titles[n], columns[n], len(out) == place)
        if is_out:
            out = [*out, n]
    return out


def is_index(title, values, is_leading):
    """Return whether a column with this title only names or numbers the examples."""
    if matches(ID, title):
        return all([is_name(value) for value in values])
    if is_leading and is_untitled(title):
        return len(set(values)) == len(values) and all([is_name(value) for value in values])
    return (is_untitled(title) or matches(COUNTING, title.lower())) and counts(values)


def is_untitled(title):
    """Return whether a title is that of an index, which many programs leave empty."""
    return matches(UNTITLED, title.lower())


def is_name(value):
    """Return whether a field may name an example: it is a word or a whole number."""
    number = with_comma(value)
    return not is_gap(value) and (isnan(number) or number % 1 == 0)


def counts(values):
    """Return whether these are 0, 1, 2, … or 1, 2, 3, …"""
    numbers = [number_in(value) for value in values]
    if not numbers or (numbers[0] != 0 and numbers[0] != 1):
        return False
    return all([numbers[n] == numbers[0] + n for n in range(len(numbers))])


def remark(title, has_header):
    """Return the sentence about a column that is left out, with its title, or its number if it has none."""
    advice = "give it another title" if has_header else "write a line of titles above the table"
    which = "names or numbers" if has_header else "numbers"
    return f"column {title} {which} the examples and is left out; {advice} if it is a feature"


def equally_wide(rows, lines, name):
    """Return the rows without separators at their ends that separate nothing; `lines` are their numbers in the file."""
    first = ["" if matches(BY_PANDAS, title.lower()) else title for title in rows[0]]
    rows = [first, *rows[1:]]
    used = [used_width(fields) for fields in rows]
    sizes = [len(fields) for fields in rows]
    width = max(used)
    if width > min(sizes):
        if not (used[0] + 1 == width == max(used[1:]) <= min(sizes[1:]) and are_titles(first)):
            n = [n for n in range(len(rows)) if not used[n] <= used[0] <= sizes[n]][0]
            raise FormError(
                f"{name} must have {used[0]} fields in each line, as in its first, got "
                f"{used[n] if used[n] > used[0] else sizes[n]} in line {lines[n]}; correct that line."
            )
        rows = [["", *first], *rows[1:]]  # R writes no title above the names of the rows
    return [fields[:width] for fields in rows]


def used_width(fields):
    """Return the number of the last field that is not empty, counted from 1."""
    return len(fields) if fields[-1] else max([0, *[n + 1 for n in range(len(fields)) if fields[n]]])


def table_of(rows, lines, name, column, has_header):
    """Return the `Table` of rows, where this column holds the labels and the first row may be a header."""
    first = rows[0]
    examples = rows[1:] if has_header else rows
    if not examples:
        raise FormError(f"{name} must hold an example in each line, got only a header; add lines with examples.")
    titles = [first[n] if has_header and first[n] else n for n in range(len(first))]
    columns = [[fields[n] for fields in examples] for n in range(len(first))]
    header = first if has_header else None
    features = features_in(columns, header, column)
    out = left_out(features, header, columns)
    remarks = [remark(excerpt(titles[n]), has_header) for n in out]
    features = [n for n in features if all([n != left for left in out])]
    if not features:
        got = f"only names or numbers of the examples ({remarks[0]})" if remarks else "one column"
        raise FormError(
            f"{name} must have a feature column besides the label, got {got}; "
            "separate columns by commas, semicolons or tabs."
        )
    values = [[fields[n] for n in features] for fields in examples]
    lines = lines[1:] if has_header else lines
    return Table(lines, values, [titles[n] for n in features], columns[column], titles[column], remarks)
