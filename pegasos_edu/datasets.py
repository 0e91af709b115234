"""Data to run on. All return a `Dataset`; all made data come from a seed."""

import csv as csv_module
import gzip
import io
import math
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from scipy import sparse

from pegasos_edu.validation import check_number, check_positive, check_seed, check_size, excerpt


class Dataset(NamedTuple):
    """Examples, labels and what the labels stand for."""

    X: Any  # (m, d) array, or CSR matrix for sparse data
    y: np.ndarray  # (m,) of −1 and +1
    names: tuple  # what −1 stands for, what +1 stands for


def toy(m=100, margin=0.5, seed=0):
    """Two classes in the plane that a line through the origin separates, no point nearer to it than `margin`.

    Parameters
    ----------
    m : int
        Number of examples.
    margin : float
        Distance of the nearest points from the line x₁ + x₂ = 0.
    seed : int

    Returns
    -------
    Dataset
    """
    m, margin = check_size("m", m), check_positive("margin", margin)
    rng = np.random.default_rng(check_seed(seed))
    y = _alternating(m)
    along, across = rng.normal(scale=1.2, size=m), margin + rng.exponential(scale=0.8, size=m)
    normal, tangent = np.array([1, 1]) / np.sqrt(2), np.array([1, -1]) / np.sqrt(2)
    X = np.outer(y * across, normal) + np.outer(along, tangent)
    X[0] = y[0] * margin * normal  # one point lies right on the edge of the gap
    return Dataset(X, y, ("minus", "plus"))


def moons(m=200, noise=0.2, seed=0):
    """Two interleaved half circles in the plane, centred: no line separates them.

    Parameters
    ----------
    m : int
        Number of examples.
    noise : float
        Standard deviation of the noise; the circles have radius 1.
    seed : int

    Returns
    -------
    Dataset
    """
    from sklearn.datasets import make_moons

    m, noise = check_size("m", m), check_positive("noise", noise)
    X, labels = make_moons(m, noise=noise, random_state=check_seed(seed))
    return Dataset(X - [0.5, 0.25], 2 * labels - 1, ("upper", "lower"))


def blobs(m=200, distance=3.0, offset=0.0, seed=0):
    """Two round Gaussian classes in the plane, `distance` apart.

    Parameters
    ----------
    m : int
        Number of examples.
    distance : float
        Between the centres; each class has standard deviation 1 in every direction.
    offset : float
        By how much both coordinates are shifted. At 0 the middle of the centres is the origin; far
        from it no line through the origin separates the classes, and Pegasos without a bias fails.
    seed : int

    Returns
    -------
    Dataset
    """
    m, distance = check_size("m", m), check_positive("distance", distance)
    offset = check_number("offset", offset)
    rng = np.random.default_rng(check_seed(seed))
    y = _alternating(m)
    centre = distance / 2 / np.sqrt(2) * np.ones(2)
    return Dataset(rng.normal(size=(m, 2)) + np.outer(y, centre) + offset, y, ("minus", "plus"))


def _alternating(m):
    return np.where(np.arange(m) % 2, -1, 1)


def sparse_text(m=2_000, d=50_000, nnz=75, flip=0.05, seed=0):
    """Documents as bags of words: rows of unit length with `nnz` non-zeros, words drawn by Zipf's law.

    A word of rank r is drawn with a probability in proportion to 1/(r + 10); rare words weigh more,
    as in TF-IDF. Labels come from a hidden direction.

    Parameters
    ----------
    m, d : int
        Number of documents, size of the vocabulary.
    nnz : int
        Different words in each document, at most half of d.
    flip : float
        The share of labels that are turned, from 0 to 0.5.
    seed : int

    Returns
    -------
    Dataset
        X in CSR.
    """
    m, d, nnz = check_size("m", m), check_size("d", d), check_size("nnz", nnz)
    if 2 * nnz > d:
        raise ValueError(f"nnz must be at most d/2 = {d // 2}, got {nnz}; take fewer words a document.")
    if not 0 <= check_number("flip", flip) <= 0.5:
        raise ValueError(f"flip must be a share from 0 to 0.5, got {flip!r}; 0.05 turns one label in 20.")
    rng = np.random.default_rng(check_seed(seed))
    p = 1 / (np.arange(d) + 11.0)
    p /= p.sum()
    cumulative = np.cumsum(p)
    words = np.stack([_different(rng, cumulative, nnz) for _ in range(m)])
    values = -np.log(p)[words] * rng.uniform(0.5, 1.5, size=words.shape)
    values /= np.linalg.norm(values, axis=1, keepdims=True)
    X = sparse.csr_matrix((values.ravel(), words.ravel(), np.arange(m + 1) * nnz), shape=(m, d))
    scores = X @ rng.normal(size=d)
    y = np.where(scores >= 0, 1, -1) * np.where(rng.random(m) < flip, -1, 1)
    return Dataset(X, y, ("minus", "plus"))


def _different(rng, cumulative, n):
    """n different indices in rising order, each round of draws following the distribution."""
    found = np.empty(0, dtype=np.int64)
    while len(found) < n:
        drawn = np.minimum(np.searchsorted(cumulative, rng.random(2 * n)), len(cumulative) - 1)
        found = np.concatenate([found, drawn])
        found = found[np.sort(np.unique(found, return_index=True)[1])]
    return np.sort(found[:n])


def digits(classes=(3, 8)):
    """Two of scikit-learn's handwritten digits, 8×8 pixels from 0 to 1.

    Parameters
    ----------
    classes : pair of int
        The digits labelled −1 and +1.

    Returns
    -------
    Dataset
    """
    from sklearn.datasets import load_digits

    X, labels = load_digits(return_X_y=True)
    return _two_classes(X / 16, labels, classes, [str(n) for n in range(10)])


def breast_cancer():
    """Wisconsin breast cancer, 569 tumours with 30 features, each with mean 0 and standard deviation 1.

    Returns
    -------
    Dataset
    """
    from sklearn.datasets import load_breast_cancer

    X, labels = load_breast_cancer(return_X_y=True)
    return Dataset((X - X.mean(axis=0)) / X.std(axis=0), 2 * labels - 1, ("malignant", "benign"))


def svmlight(path, n_features=None):
    """A two-class file in svmlight (libsvm) form: one example a line, ``label index:value index:value``.

    Parameters
    ----------
    path : path of the file, gzipped or not
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
        For a file of another form, or without exactly two labels.
    """
    from sklearn.datasets import load_svmlight_file

    path = _existing(path)
    try:
        X, labels = load_svmlight_file(str(path), n_features=n_features)
    except (ValueError, IndexError, UnicodeDecodeError) as error:
        raise ValueError(
            f"{path} must hold lines such as '+1 3:0.5 17:1', got something else ({str(error)[:60]}…); "
            "check that it is a text file in svmlight form."
        ) from None
    found = np.unique(labels)
    if len(found) != 2:
        raise ValueError(
            f"{path} must hold two labels, got {len(found)}: {found[:5].tolist()}; keep the lines of two of them."
        )
    return Dataset(X, np.where(labels == found[1], 1, -1), tuple(f"{label:g}" for label in found))


LABEL_NAMES = ("label", "class", "target", "y")
GAPS = {"", "?", "na", "n/a", "nan", "null", "none"}  # in a first line they do not make a header


def csv(path, label=None):
    """A two-class text file of columns: numbers, and one label, separated by commas, semicolons or tabs.

    The first line is a header if any field outside the label column is not a number. Blank lines are passed over.

    Parameters
    ----------
    path : path of the file, in UTF-8
    label : str or int, optional
        The label column: its name in the header, or its number, counted from 0. If left out, the one that the
        header calls label, class, target or y, in capitals or not; else the last.

    Returns
    -------
    Dataset
        The greater of the two labels becomes +1: by value where all are numbers, else as text.

    Raises
    ------
    FileNotFoundError
        Where there is no such file.
    ValueError
        For a file of another form, a feature that is not a finite number, an unknown label column, or without
        exactly two labels.
    """
    path = _existing(path)
    lines = _lines(path)
    first = lines[0][1]
    column, header = _label_column(first, label)
    if len(lines) == header:
        raise ValueError(f"{path} must hold one example a line, got only a header; add lines with examples.")
    names = [field if header and field else number for number, field in enumerate(first)]
    features = [number for number in range(len(first)) if number != column]
    examples = lines[header:]
    X = [[_feature(path, line, names[n], fields[n]) for n in features] for line, fields in examples]
    return Dataset(np.array(X), *_signs(path, names[column], [fields[column] for _, fields in examples]))


def _lines(path):
    """Number and stripped fields of each line that is not blank, all with as many fields, at least two."""
    lines = _fields(path)
    if not lines:
        raise ValueError(f"{path} must hold one example a line, got an empty file; check the name and the folder.")
    width = len(lines[0][1])
    if width == 1:
        raise ValueError(
            f"{path} must have a feature column beside the label, got one column; "
            "separate columns by commas, semicolons or tabs."
        )
    for line, fields in lines:
        if len(fields) != width:
            raise ValueError(
                f"{path} must have {width} fields in each line, as in its first, got {len(fields)} in line {line}; "
                "fill up or cut that line."
            )
    return lines


def _fields(path):
    """Number and stripped fields of each line that is not blank."""
    try:
        text = path.read_text("utf-8-sig")
        if "\0" in text:
            raise ValueError("a zero byte")
        first = next((line for line in text.split("\n") if line.strip()), "")
        separator = max(",;\t", key=lambda s: len(next(csv_module.reader([first], delimiter=s))))
        reader = csv_module.reader(io.StringIO(text), delimiter=separator, skipinitialspace=True, strict=True)
        rows = ((reader.line_num, fields) for fields in reader if separator.join(fields).strip())
        return [(line, [field.strip() for field in fields]) for line, fields in rows]
    except (ValueError, csv_module.Error) as error:
        raise ValueError(
            f"{path} must be a text file of columns in UTF-8, got something else ({str(error)[:60]}); "
            "unpack it or save it as CSV in UTF-8, and close every quotation mark."
        ) from None


def _label_column(first, label):
    """Number of the label column, and whether the first line is a header."""
    last = len(first) - 1
    column = last
    if label is None:
        lowered = [field.lower() for field in first]
        column = next((lowered.index(name) for name in LABEL_NAMES if name in lowered), last)
    elif isinstance(label, str) and first.count(label) == 1:
        column = first.index(label)
    elif not isinstance(label, (str, bool)) and label in range(len(first)):
        column = int(label)
    else:
        raise _unknown_column(first, label)
    header = any(_is_name(field) for number, field in enumerate(first) if number != column)
    if isinstance(label, str) and not header:
        raise _unknown_column(first, label)
    return (last if label is None and not header else column), header


def _unknown_column(first, label):
    return ValueError(
        f"label must be the name of one column in a header, or a number from 0 to {len(first) - 1}, got {label!r}, "
        f"where the first line is {excerpt(first)}; leave label out for the last column."
    )


def _is_name(field):
    return field.lower() not in GAPS and math.isnan(_number(field))


def _number(text):
    """The number in a text, NaN if it is none."""
    try:
        return math.nan if "_" in text else float(text)
    except ValueError:
        return math.nan


def _feature(path, line, name, field):
    value = _number(field)
    if not math.isfinite(value):
        raise ValueError(
            f"{path} must hold a finite number in line {line}, column {excerpt(name)}, got "
            f"{excerpt(field) if field else 'nothing'}; write decimals with a point, leave out lines with gaps, "
            "or give label= if this is the label column."
        )
    return value


def _signs(path, name, texts):
    """−1 and +1 for each label, and what they stand for."""
    values = [_number(text) for text in texts]
    if not all(map(math.isfinite, values)):
        values = texts
    found = dict(zip(values[::-1], texts[::-1]))  # each value as it is first written
    ordered = sorted(found)
    if len(ordered) != 2 or "" in found:
        raise ValueError(
            f"{path} must hold two labels and no gaps in column {excerpt(name)}, got {len(ordered)}: "
            f"{[found[value] for value in ordered[:5]]}; keep the lines of two of them, or give label= if another "
            "column holds the labels."
        )
    return np.array([1 if value == ordered[1] else -1 for value in values]), tuple(found[v] for v in ordered)


FASHION = (
    "T-shirt/top", "Trouser", "Pullover", "Dress", "Coat", "Sandal", "Shirt", "Sneaker", "Bag", "Ankle boot",
)  # fmt: skip


def fashion_mnist(classes=("Pullover", "Coat"), folder=None):
    """Two classes of Fashion-MNIST, 28×28 pixels from 0 to 1.

    Parameters
    ----------
    classes : pair of str or int
        The articles labelled −1 and +1: names from ``FASHION``, or their numbers.
    folder : path, optional
        Where the data lie: one ``.npz`` file with arrays X and y, or the published IDX files
        ``train-images-idx3-ubyte`` and ``train-labels-idx1-ubyte`` (or ``t10k-…``), gzipped or
        not. If left out, they are downloaded from OpenML (30 MB, kept by scikit-learn).

    Returns
    -------
    Dataset

    Raises
    ------
    FileNotFoundError
        Where the folder holds none of these files.
    ConnectionError
        Where OpenML cannot be reached.
    """
    X, labels = _openml_fashion() if folder is None else _folder_images(Path(folder))
    return _two_classes(X / 255, labels, classes, FASHION)


def _two_classes(X, labels, classes, names):
    """The examples of two classes, as a Dataset."""
    if len(X) != len(labels):
        raise ValueError(f"images and labels must be as many, got {len(X)} and {len(labels)}; fetch both files again.")
    numbers = [_class_number(c, names) for c in classes] if isinstance(classes, (tuple, list)) else []
    if len(set(numbers)) != 2 or len(numbers) != 2:
        raise ValueError(f"classes must name two different classes, got {classes!r}; such as {tuple(names[:2])}.")
    kept = np.isin(labels, numbers)
    y = np.where(labels[kept] == numbers[1], 1, -1)
    return Dataset(np.ascontiguousarray(X[kept]), y, tuple(names[n] for n in numbers))


def _class_number(wanted, names):
    if isinstance(wanted, str) and wanted in names:
        return list(names).index(wanted)
    if not isinstance(wanted, str) and wanted in range(len(names)):
        return int(wanted)
    raise ValueError(
        f"classes must be names or numbers from {', '.join(names)} (0 to {len(names) - 1}), got {wanted!r}."
    )


def _existing(path):
    path = Path(path)
    if not path.exists():
        raise FileNotFoundError(f"{path} must exist, got nothing there; check the name and the folder.")
    return path


def _folder_images(folder):
    """Images (m, 784) and labels (m,) from the first file or pair of files that has them."""
    for path in sorted(_existing(folder).glob("*.npz")):
        with np.load(path) as arrays:
            if {"X", "y"} <= set(arrays.files):
                return arrays["X"], arrays["y"]
    for part in ("train", "t10k"):
        images = sorted(folder.glob(f"{part}-images-idx3-ubyte*"))
        labels = sorted(folder.glob(f"{part}-labels-idx1-ubyte*"))
        if images and labels:
            pixels = _idx(images[0])
            return pixels.reshape(len(pixels), -1), _idx(labels[0])
    raise FileNotFoundError(
        f"{folder} must hold an .npz file with X and y, or the IDX files train-images-idx3-ubyte[.gz] and "
        "train-labels-idx1-ubyte[.gz], got neither; leave folder out to download the data."
    )


def _idx(path):
    """The array in an IDX file: two zero bytes, a type (8 for bytes), the rank, the lengths, the values."""
    with gzip.open(path) if path.suffix == ".gz" else open(path, "rb") as file:
        content = file.read()
    rank = content[3] if len(content) > 3 else 0
    shape = np.frombuffer(content[4 : 4 + 4 * rank], dtype=">u4").astype(int)
    if content[:3] != b"\0\0\x08" or len(content) != 4 + 4 * rank + shape.prod():
        raise ValueError(f"{path} must be a whole IDX file of bytes, got something else; fetch it again.")
    return np.frombuffer(content, dtype=np.uint8, offset=4 + 4 * rank).reshape(shape)


def _openml_fashion():
    from sklearn.datasets import fetch_openml

    try:
        X, labels = fetch_openml("Fashion-MNIST", version=1, return_X_y=True, as_frame=False)
    except OSError as error:
        raise ConnectionError(
            f"Fashion-MNIST must come from OpenML when no folder is given, got no connection ({error}); "
            "go online once, or give folder= with the published files."
        ) from None
    return X, labels.astype(int)
