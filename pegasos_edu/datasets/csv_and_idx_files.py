"""Read data from CSV and IDX files; svmlight files are in ``svmlight_files.py``."""

import math

import numpy as np

from pegasos_edu.common.validation import excerpt
from pegasos_edu.common.warning import warn
from pegasos_edu.datasets.columns import is_gap, number_in
from pegasos_edu.datasets.dataset import Dataset
from pegasos_edu.datasets.packed_files import encoding_of, unpacked
from pegasos_edu.datasets.tables import numbers_in, table_in

MAX_BYTES = 1 << 28  # of a CSV file
FORM = "be a text file of columns in UTF-8"
ADVICE = "unpack it or save it as CSV in UTF-8, and close every quotation mark"


def csv(path, label=None):
    """Read a two-class text file of numbers and a label column, separated by commas, semicolons or tabs.

    The first line is a header if any field outside the label column is not a number. Blank lines, comments above the
    table, a line such as ``sep=;`` and empty columns are skipped. A column that only names or numbers the examples,
    such as the index of a pandas DataFrame, is left out with a warning.

    Parameters
    ----------
    path : path of the file, in UTF-8 or UTF-16, which may be packed by gzip, bzip2, xz or zip
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
    with unpacked(path, FORM, ADVICE, MAX_BYTES) as file:
        encoding = encoding_of(file)
        table = table_in(str(file.read(), encoding), path, label)
    for remark in table.remarks:
        warn(f"{path}: {remark}.", UserWarning)
    X = np.array([numbers_in(fields) for fields in table.features])
    for n, place in np.argwhere(~np.isfinite(X))[:1]:
        field = table.features[n][place]
        raise ValueError(
            f"{path} must hold a finite number in line {table.lines[n]}, column {excerpt(table.titles[place])}, got "
            f"{excerpt(field) if field else 'nothing'}; write decimals with a point, leave out lines with gaps, or "
            "name this column by label= if it holds the labels."
        )
    return Dataset(X, *_labels(path, table.label, table.labels))


def _labels(path, name, texts):
    """Return −1 or +1 for each label, and the two labels."""
    if gaps := [text for text in texts if is_gap(text)]:
        raise ValueError(
            f"{path} must hold two labels and no gaps in column {excerpt(name)}, got {gaps[0]!r} in {len(gaps)} of "
            f"{len(texts)} examples; leave these lines out, rename the class if this is its name, or give label=."
        )
    values = [number_in(text) for text in texts]
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


def idx(path):
    """Return the array in an IDX file: two zero bytes, a type (8 for bytes), the rank, the lengths and the values.

    The file may be packed by gzip, bzip2, xz or zip.
    """
    with unpacked(path, "be a whole IDX file of bytes", "fetch it again") as file:
        content = file.read()
        if content[:3] != b"\0\0\x08":
            raise ValueError("another beginning")
        rank = content[3]
        shape = [int(length) for length in np.frombuffer(content[4 : 4 + 4 * rank], dtype=">u4")]
        values = np.frombuffer(content[4 + 4 * rank :], dtype=np.uint8)
        if len(shape) != rank or math.prod(shape) != len(values):
            raise ValueError(f"{len(values)} bytes for lengths {shape[:4]}")
        return values.reshape(shape)
