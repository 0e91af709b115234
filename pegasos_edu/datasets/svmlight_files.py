"""Files in svmlight (libsvm) form, and in which line one of another form goes wrong."""

import bz2
import gzip
import re
from itertools import islice

import numpy as np

from pegasos_edu.common.validation import excerpt
from pegasos_edu.datasets.dataset import Dataset
from pegasos_edu.datasets.files import DAMAGE, existing, whole

FORM = "hold lines such as '+1 3:0.5 17:1'"
OPENERS = {".gz": gzip.open, ".bz2": bz2.open}
NUMBER = rb"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?|[+-]?(?:nan|inf|infinity)"
LABEL, FEATURE = re.compile(NUMBER, re.IGNORECASE), re.compile(rb"(\d+):(?:%s)" % NUMBER, re.IGNORECASE)


def svmlight(path, n_features=None):
    """A two-class file in svmlight (libsvm) form: one example a line, ``label index:value index:value``.

    Parameters
    ----------
    path : path of the file, packed by gzip or bzip2 or not
    n_features : int, optional
        Number of columns, where the file may lack the last ones.

    Returns
    -------
    Dataset
        X in CSR; the greater of the two labels becomes +1.

    Raises
    ------
    FileNotFoundError
        Where there is no such file.
    ValueError
        For a file of another form, a label or a feature that is no finite number, or without exactly two labels.
    """
    X, labels = svmlight_rows(path, n_features)
    found, firsts = np.unique(labels, return_index=True)
    if len(found) != 2:
        third = f", the third in line {_line_of(path, np.sort(firsts)[2])}" if len(found) > 2 else ""
        raise ValueError(
            f"{path} must hold two labels, got {len(found)}: {found[:5].tolist()}{third}; "
            "keep the lines of two of them."
        )
    return Dataset(X, np.where(labels == found[1], 1, -1), tuple(f"{label:g}" for label in found))


def svmlight_rows(path, n_features=None):
    """Rows in CSR and labels (m,), as many different ones as there are, of a file in svmlight form.

    Parameters
    ----------
    path, n_features
        As for `svmlight`.

    Returns
    -------
    pair of CSR matrix, (m, d), and array, (m,)

    Raises
    ------
    FileNotFoundError, ValueError
        As `svmlight` does, but for the number of labels.
    """
    from sklearn.datasets import load_svmlight_file

    path = existing(path)
    with whole(path, FORM, "check that it is a text file in svmlight form"):
        try:
            X, labels = load_svmlight_file(str(path), n_features=n_features)
        except DAMAGE:
            _refuse_line(path)  # in words, if it is a line that is to blame
            raise
    bad = ~np.isfinite(labels)
    bad[np.repeat(np.arange(len(labels)), np.diff(X.indptr))[~np.isfinite(X.data)]] = True
    if bad.any():
        raise ValueError(
            f"{path} must hold finite numbers only, labels too, got NaN or infinity in {bad.sum()} of {len(bad)} "
            f"examples, first in example {bad.argmax() + 1}, line {_line_of(path, bad.argmax())}; "
            "leave these lines out."
        )
    return X, labels


def _lines(path):
    """Number and fields of each line that holds an example."""
    with OPENERS.get(path.suffix, open)(path, "rb") as file:
        for number, line in enumerate(file, 1):
            if fields := line.split(b"#")[0].split():
                yield number, fields


def _line_of(path, example):
    """The number of the line that holds an example, counted from 0."""
    return next(islice(_lines(existing(path)), int(example), None))[0]


def _refuse_line(path):
    """Say which line is none, if any is."""
    for number, (label, *features) in _lines(path):
        if not LABEL.fullmatch(label):
            raise ValueError(f"label {excerpt(_text(label))} in line {number}")
        last = -1
        for feature in features:
            matched = FEATURE.fullmatch(feature)
            if not matched and not feature.startswith(b"qid:"):
                raise ValueError(f"{excerpt(_text(feature))} in line {number}")
            if matched and int(matched[1]) <= last:
                raise ValueError(f"index {matched[1].decode()} after {last} in line {number}")
            last = int(matched[1]) if matched else last


def _text(field):
    return field.decode("utf-8", "replace")
