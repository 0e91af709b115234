"""Read files in svmlight (libsvm) form, and name the line that contains an error."""

import bz2
import gzip
import re

import numpy as np

from pegasos_edu.common.validation import excerpt
from pegasos_edu.datasets.csv_and_idx_files import DAMAGE, existing, whole
from pegasos_edu.datasets.dataset import Dataset

OPENERS = {".gz": gzip.open, ".bz2": bz2.open}
NUMBER = rb"(?:[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?|[+-]?(?:nan|inf|infinity))"
LINE = re.compile(rb"%s(?:\s+(?:\d+|qid):%s)*" % (NUMBER, NUMBER), re.IGNORECASE)


def svmlight(path, n_features=None):
    """Read a two-class file in svmlight (libsvm) form: an example in each line, ``label index:value index:value``.

    Parameters
    ----------
    path : path of the file, which may be compressed by gzip or bzip2
    n_features : int, optional
        The number of columns, in case the last columns do not occur in the file.

    Returns
    -------
    Dataset
        X in CSR; the greater of the two labels becomes +1.

    Raises
    ------
    FileNotFoundError
        If there is no such file.
    ValueError
        If the file has another form, a label or a feature is not a finite number, or there are not exactly two labels.
    """
    X, labels = svmlight_rows(path, n_features)
    values, firsts = np.unique(labels, return_index=True)
    if len(values) != 2:
        third = f", the third in line {_line_of(path, np.sort(firsts)[2])}" if len(values) > 2 else ""
        raise ValueError(
            f"{path} must hold two labels, got {len(values)}: {values[:5].tolist()}{third}; "
            "keep the lines of two of them."
        )
    return Dataset(X, np.where(labels == values[1], 1, -1), tuple(f"{label:g}" for label in values))


def svmlight_rows(path, n_features=None):
    """Return the rows (m, d) in CSR and the labels (m,) of a file in svmlight form with any number of classes.

    The parameters and the errors are those of `svmlight`.
    """
    from sklearn.datasets import load_svmlight_file

    path = existing(path)
    with whole(path, "hold lines such as '+1 3:0.5 17:1'", "check that it is a text file in svmlight form"):
        try:
            X, labels = load_svmlight_file(str(path), n_features=n_features)
        except DAMAGE as error:
            for number, fields in _lines(path):
                if not LINE.fullmatch(fields):
                    text = excerpt(fields.decode("utf-8", "replace")[:40])
                    raise ValueError(f"{text} in line {number}") from error
            raise
    bad = ~np.isfinite(labels)
    bad[np.repeat(np.arange(len(labels)), np.diff(X.indptr))[~np.isfinite(X.data)]] = True
    if bad.any():
        raise ValueError(
            f"{path} must hold finite features and labels, got NaN or infinity in {bad.sum()} of {len(bad)} "
            f"examples, first in example {bad.argmax() + 1}, line {_line_of(path, bad.argmax())}; "
            "leave these lines out."
        )
    return X, labels


def _lines(path):
    """Yield the number and the text of each line that holds an example, without its comment."""
    with OPENERS.get(path.suffix, open)(path, "rb") as file:
        for number, line in enumerate(file, 1):
            if text := line.split(b"#")[0].strip():
                yield number, text


def _line_of(path, example):
    """Return the number of the line that holds an example; examples are counted from 0, lines from 1."""
    return [number for number, _ in _lines(existing(path))][example]
