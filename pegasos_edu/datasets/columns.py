"""Tell which columns of a table hold labels, features, or names and numbers of the examples.

The functions are written in the small language (`browser/language.py`): the playground runs them in a page, where
player/js/columns.js gives `number_in` and `matches`.
"""

import re
from math import isnan, nan

LABEL_NAMES = ["label", "class", "target", "y"]
GAPS = r"|\?|na|n/a|nan|null|none"  # missing values: they are never labels or names in a header
NUMBER = re.compile(r"[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?", re.ASCII | re.IGNORECASE)
UNTITLED = r"|#|rownames|row\.names"  # titles of an index
COUNTING = r"(?:index|row|nr|no|number)\.*"  # titles of a column that may number the examples
ID = r"(?:.*[^A-Za-z])?(?:id|Id|ID)|.*[a-z]I[dD]"  # the last word is id: patient_id, PassengerId


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
