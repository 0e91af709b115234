"""Read data from CSV and IDX files; svmlight files are in ``svmlight_files.py``."""

import csv as csv_module
import gzip
import io
import math
import struct
import zlib
from contextlib import contextmanager
from pathlib import Path
from zipfile import BadZipFile

import numpy as np

from pegasos_edu.common.files import limited
from pegasos_edu.common.validation import excerpt
from pegasos_edu.datasets.dataset import Dataset

LABEL_NAMES = ("label", "class", "target", "y")
GAPS = {"", "?", "na", "n/a", "nan", "null", "none"}  # missing values: they are never labels or names in a header
MAX_BYTES = 1 << 28  # of a CSV file


def csv(path, label=None):
    """Read a two-class text file of numbers and a label column, separated by commas, semicolons or tabs.

    The first line is a header if any field outside the label column is not a number. Blank lines are skipped.

    Parameters
    ----------
    path : path of the file, in UTF-8
    label : str or int, optional
        The label column: its name in the header, or its number, counted from 0. If left out, it is the column named
        label, class, target or y in the header, in capitals or not; otherwise the last column.

    Returns
    -------
    Dataset
        The greater of the two labels becomes +1. Numbers are compared by value, other labels as text.

    Raises
    ------
    FileNotFoundError
        If there is no such file.
    ValueError
        If the file has another form, a feature is not a finite number, the label column is unknown, or there are not
        exactly two labels.
    """
    path = existing(path)
    lines = _lines(path)
    first = lines[0][1]
    column, header = _label_column(first, label)
    examples = lines[header:]
    if not examples:
        raise ValueError(f"{path} must hold an example in each line, got only a header; add lines with examples.")
    names = [field if header and field else number for number, field in enumerate(first)]
    X = []
    for line, fields in examples:
        X.append([_number(field) for number, field in enumerate(fields) if number != column])
        for number, field in enumerate(fields):
            if number != column and not math.isfinite(_number(field)):
                raise ValueError(
                    f"{path} must hold a finite number in line {line}, column {excerpt(names[number])}, got "
                    f"{excerpt(field) if field else 'nothing'}; write decimals with a point, leave out lines with "
                    "gaps, or name this column by label= if it holds the labels."
                )
    return Dataset(np.array(X), *_labels(path, names[column], [fields[column] for _, fields in examples]))


def _lines(path):
    """Return the number and the stripped fields of each line that is not blank; all lines have equally many fields."""
    content = limited(path, MAX_BYTES)
    advice = "unpack it or save it as CSV in UTF-8, and close every quotation mark"
    with whole(path, "be a text file of columns in UTF-8", advice):
        text = io.TextIOWrapper(io.BytesIO(content), "utf-8-sig").read()
        if "\0" in text:
            raise ValueError("a zero byte")
        first = next((line for line in text.split("\n") if line.strip()), "")[:100_000]  # no field may be longer
        separator = max(",;\t", key=lambda s: len(next(csv_module.reader([first], delimiter=s))))
        reader = csv_module.reader(io.StringIO(text), delimiter=separator, skipinitialspace=True, strict=True)
        rows = ((reader.line_num, [field.strip() for field in fields]) for fields in reader)
        lines = [(line, fields) for line, fields in rows if any(fields)]
    if not lines:
        raise ValueError(f"{path} must hold an example in each line, got an empty file; check the name and the folder.")
    width = len(lines[0][1])
    if width == 1:
        raise ValueError(
            f"{path} must have a feature column besides the label, got one column; "
            "separate columns by commas, semicolons or tabs."
        )
    for line, fields in lines:
        if len(fields) != width:
            raise ValueError(
                f"{path} must have {width} fields in each line, as in its first, got {len(fields)} in line {line}; "
                "correct that line."
            )
    return lines


def _label_column(first, label):
    """Return the number of the label column, and whether the first line is a header."""
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
    header = any(
        field.lower() not in GAPS and math.isnan(_number(field)) for n, field in enumerate(first) if n != column
    )
    if column is None or (isinstance(label, str) and not header):
        raise ValueError(
            f"label must be the name of one column in a header, or a number from 0 to {last}, got {label!r}, "
            f"where the first line is {excerpt(first)}; name one of these, or leave label out for the last column."
        )
    return (last if label is None and not header else column), header


def _number(text):
    """Return the number that a text stands for, or NaN if it does not stand for a number."""
    try:
        return math.nan if "_" in text else float(text)
    except ValueError:
        return math.nan


def _labels(path, name, texts):
    """Return −1 or +1 for each label, and the two labels."""
    if gaps := [text for text in texts if text.lower() in GAPS]:
        raise ValueError(
            f"{path} must hold two labels and no gaps in column {excerpt(name)}, got {gaps[0]!r} in {len(gaps)} of "
            f"{len(texts)} examples; leave these lines out, rename the class if this is its name, or give label=."
        )
    values = [_number(text) for text in texts]
    if not all(map(math.isfinite, values)):
        values = texts
    first_text = dict(zip(values[::-1], texts[::-1]))  # each value as it is first written
    ordered = sorted(first_text)
    if len(ordered) != 2:
        raise ValueError(
            f"{path} must hold two labels in column {excerpt(name)}, got {len(ordered)}: "
            f"{[first_text[value] for value in ordered[:5]]}; keep the lines of two of them, or give label= if another "
            "column holds the labels."
        )
    return np.array([1 if value == ordered[1] else -1 for value in values]), tuple(first_text[v] for v in ordered)


def existing(path):
    """Return the path of a file or folder that exists."""
    path = Path(path)
    if not path.exists():
        raise FileNotFoundError(f"{path} must exist, got nothing there; check the name and the folder.")
    return path


DAMAGE = (ValueError, TypeError, IndexError, KeyError, EOFError, NotImplementedError, OSError, csv_module.Error)
DAMAGE += (zlib.error, struct.error, BadZipFile)


@contextmanager
def whole(path, must, advice):
    """Turn errors from reading a damaged file, or a file of another form, into a ValueError that explains them."""
    try:
        yield
    except DAMAGE as error:
        if getattr(error, "errno", None):  # an error of the disk, or missing permissions
            raise
        raise ValueError(f"{path} must {must}, got something else ({str(error)[:90]}); {advice}.") from None


def idx(path):
    """Return the array in an IDX file: two zero bytes, a type (8 for bytes), the rank, the lengths and the values."""
    with whole(path, "be a whole IDX file of bytes", "fetch it again"):
        with gzip.open(path) if path.suffix == ".gz" else open(path, "rb") as file:
            content = file.read()
        rank = content[3]
        shape = np.frombuffer(content[4 : 4 + 4 * rank], dtype=">u4").astype(int)
        if content[:3] != b"\0\0\x08":
            raise ValueError("another beginning")
        return np.frombuffer(content, dtype=np.uint8, offset=4 + 4 * rank).reshape(shape)
