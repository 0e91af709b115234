"""Read files in svmlight (libsvm) form, and name the line that contains an error."""

import io
from itertools import chain

import numpy as np
from scipy import sparse

from pegasos_edu.common.validation import check_size, excerpt
from pegasos_edu.datasets.dataset import Dataset
from pegasos_edu.datasets.packed_files import encoding_of, unpacked

MUST, ADVICE = "hold lines such as '+1 3:0.5 17:1'", "check that it is a text file in svmlight form"
BLOCK = 1 << 16  # the characters that are read at once
LARGEST_INDEX = 2**31 - 1
OTHER_LETTERS = bytes(set(range(256)) - set(b": "))


def svmlight(path, n_features=None):
    """Read a two-class file in svmlight (libsvm) form: an example in each line, ``label index:value index:value``.

    The indices of a line rise. They count from 1, or from 0 if an index 0 occurs in the file. A comment begins with #,
    and ``qid:n`` after a label is ignored.

    Parameters
    ----------
    path : path of the file, in UTF-8 or UTF-16, which may be packed by gzip, bzip2, xz or zip
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
        If the file has another form, a label or a feature is not a finite number, there are not exactly two labels, or
        it unpacks to more than 256 MiB and 64 times its size.
    """
    X, labels, lines = _read(path, n_features)
    values, firsts = np.unique(labels, return_index=True)
    if len(values) != 2:
        third = f", the third in line {lines[np.sort(firsts)[2]]}" if len(values) > 2 else ""
        raise ValueError(
            f"{path} must hold two labels, got {len(values)}: {values[:5].tolist()}{third}; "
            "keep the lines of two of them."
        )
    return Dataset(X, np.where(labels == values[1], 1, -1), tuple(f"{label:g}" for label in values))


def svmlight_rows(path, n_features=None):
    """Return the rows (m, d) in CSR and the labels (m,) of a file in svmlight form with any number of classes.

    The parameters and the errors are those of `svmlight`.
    """
    return _read(path, n_features)[:2]


def _read(path, n_features):
    """Return the rows, the labels, and the number of the line of each example."""
    if n_features is not None:
        n_features = check_size("n_features", n_features)
    blocks, number = [_columns([], 1)], 1
    with unpacked(path, MUST, ADVICE) as file:
        text = io.TextIOWrapper(file, encoding_of(file), errors="replace")
        while block := text.readlines(BLOCK):
            blocks.append(_columns(block, number))
            number += len(block)
    labels, lines, counts, indices, values = map(np.concatenate, zip(*blocks))
    ends = np.concatenate([[0], np.cumsum(counts)])
    bad = ~np.isfinite(labels)
    bad[np.repeat(np.arange(len(labels)), counts)[~np.isfinite(values)]] = True
    if bad.any():
        raise ValueError(
            f"{path} must hold finite features and labels, got NaN or infinity in {bad.sum()} of {len(bad)} "
            f"examples, first in example {bad.argmax() + 1}, line {lines[bad.argmax()]}; "
            "leave these lines out."
        )
    if indices.min(initial=1) > 0:
        indices -= 1
    least = int(indices.max(initial=0)) + 1
    if n_features is not None and n_features < least:
        raise ValueError(f"n_features must be at least {least}, the columns of {path}, got {n_features}; leave it out.")
    return sparse.csr_matrix((values, indices, ends), shape=(len(labels), n_features or least)), labels, lines


def _columns(block, number):
    """Return the labels, lines, counts of features, indices and values in some lines; the first has this number."""
    fields = [line.partition("#")[0].split() for line in block]
    try:
        return _converted(fields, number)
    except (ValueError, OverflowError):
        for line, words in enumerate(fields, number):
            try:
                _converted([words], line)
            except (ValueError, OverflowError) as error:
                why = "" if "convert" in str(error) or "invalid literal" in str(error) else f": {error}"
                raise ValueError(f"{excerpt(' '.join(words)[:40])} in line {line}{why}") from None
        raise


def _converted(fields, number):
    """Return the numbers in the fields of some lines; raise an error if one of the lines has another form."""
    lines = [line for line, words in enumerate(fields, number) if words]
    labels = [words[0] for words in fields if words]
    pairs = [words[2 if len(words) > 1 and words[1].startswith("qid:") else 1 :] for words in fields if words]
    counts = np.fromiter(map(len, pairs), np.int64, len(pairs))
    text = " ".join(chain.from_iterable(pairs))
    if "_" in text or "_" in "".join(labels) or not text.isascii():
        raise ValueError("a number has digits and a point, and no other signs")
    if text.encode().translate(None, OTHER_LETTERS) != b" ".join([b":"] * counts.sum()):
        raise ValueError("each feature is written as index:value")
    halves = text.replace(":", " ").split(" ") if text else []
    values = np.fromiter(map(float, halves[1::2]), float, len(halves) // 2)
    indices = np.fromiter(map(int, halves[::2]), np.int64, len(halves) // 2)
    if not (indices.min(initial=0) >= 0 and indices.max(initial=0) <= LARGEST_INDEX):
        raise ValueError(f"an index is at least 0 and at most {LARGEST_INDEX}")
    falls = np.diff(indices, prepend=-1) <= 0
    falls[(np.cumsum(counts) - counts)[counts > 0]] = False  # the first of each line
    if falls.any():
        raise ValueError("the indices of a line rise, and none is repeated")
    numbers = np.fromiter(map(float, labels), float, len(labels))
    return numbers, np.array(lines, int), counts, indices.astype(np.int32), values
