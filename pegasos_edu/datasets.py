"""Data to run on. All return a `Dataset`; all made data come from a seed."""

import gzip
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from scipy import sparse

from pegasos_edu.validation import check_number, check_positive, check_seed, check_size


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
