"""Find the data sets in a folder and read them."""

from functools import partial
from importlib.util import find_spec
from typing import Any, NamedTuple

import numpy as np

from pegasos_edu.datasets import digits, fashion_mnist, idx
from pegasos_edu.datasets.packed_files import existing, whole
from pegasos_edu.datasets.svmlight_files import svmlight, svmlight_rows

ENDINGS = ("", ".gz", ".bz2", ".xz", ".zip")
HELD_OUT = 0.2  # the share of a set without a test file that is held out
SPLIT = "split at random, four fifths to learn from"


class Given(NamedTuple):
    """Hold examples to learn from and to test on."""

    X: Any  # (m, d), dense or CSR
    y: np.ndarray  # (m,) of −1 and +1
    Z: Any  # (n, d)
    z: np.ndarray  # (n,)


class Source(NamedTuple):
    """Hold the files of a data set in a folder."""

    files: tuple  # the paths of the files
    read: Any  # function () -> Given
    note: str  # how the data differ from the paper's


def paths_of(folder, *names):
    """Return the first of these files that the folder contains, packed or not; None if it contains none."""
    paths = (folder / f"{name}{ending}" for name in names for ending in ENDINGS)
    return next((path for path in paths if path.is_file()), None)


def checked_folder(folder):
    """Return the folder as a path, or None; raise an error if it does not exist or is a file."""
    if folder is None:
        return None
    folder = existing(folder)
    if not folder.is_dir():
        raise ValueError(f"{folder} must be a folder with files of data, got a file; name the folder that it lies in.")
    return folder


# svmlight


def pair(folder, train, test, note=""):
    """Return the `Source` of two svmlight files with several possible names; None if one of them is missing."""
    paths = paths_of(folder, *train), paths_of(folder, *test)
    return None if None in paths else Source(paths, lambda: _pair(*paths), note)


def single(folder, names, note=""):
    """Return the `Source` of one svmlight file, of which a part is held out."""
    path = paths_of(folder, *names)
    return None if path is None else Source((path,), lambda: split(*svmlight(path)[:2]), note or SPLIT)


def _pair(train, test):
    """Read both files; both results have the columns of both."""
    (X, y, names), (Z, z, others) = svmlight(train), svmlight(test)
    if names != others:
        raise ValueError(
            f"{test} must hold the labels of {train.name}, {' and '.join(names)}, got {' and '.join(others)}; "
            "take two files of one set."
        )
    d = max(X.shape[1], Z.shape[1])
    X.resize((X.shape[0], d))
    Z.resize((Z.shape[0], d))
    return Given(X, y, Z, z)


def split(X, y, share=HELD_OUT, seed=0):
    """Split the examples at random, with that share of them to test on, into a `Given`."""
    order = np.random.default_rng(seed).permutation(len(y))
    tested, learnt = np.split(order, [round(share * len(y))])
    return Given(X[learnt], y[learnt], X[tested], y[tested])


# Digits, 8 against the rest


def usps(folder):
    """Return USPS from svmlight files, or from ``usps.h5`` if h5py is installed; None if neither is there."""
    paths = paths_of(folder, "usps"), paths_of(folder, "usps.t")
    if None not in paths:
        return Source(paths, lambda: _eight(*map(_digits, paths)), "")
    path = paths_of(folder, "usps.h5") if find_spec("h5py") else None
    return None if path is None else Source((path,), lambda: _eight(*_h5(path)), "")


def mnist(folder):
    """Return MNIST from its four IDX files, or from the two of its test set if only these exist; otherwise None."""
    train, test = _images(folder, "train"), _images(folder, "t10k")
    if train and test:
        return Source((*train, *test), lambda: _eight(read_images(*train), read_images(*test)), "")
    if test is None:
        return None
    return Source(test, lambda: split(*_against_eight(*read_images(*test))), f"the 10,000 test images, {SPLIT}")


def _images(folder, part):
    paths = paths_of(folder, f"{part}-images-idx3-ubyte"), paths_of(folder, f"{part}-labels-idx1-ubyte")
    return None if None in paths else paths


def read_images(images, labels):
    """Read a pair of IDX files: images as rows from 0 to 1, (m, 784), and their digits (m,)."""
    pixels, numbers = idx(images), idx(labels)
    if len(pixels) != len(numbers) or pixels.ndim != 3 or numbers.ndim != 1:
        raise ValueError(
            f"{images} and {labels.name} must hold as many images as labels, got {pixels.shape} and {numbers.shape}; "
            "fetch both again."
        )
    return pixels.reshape(len(pixels), -1) / np.float32(255), numbers


def _digits(path):
    """Return dense rows and labels, which must be digits."""
    X, labels = svmlight_rows(path)
    if not np.isin(labels, range(10)).all():
        raise ValueError(
            f"{path} must hold digits from 0 to 9 as labels, got {np.unique(labels)[-5:].tolist()} among them; "
            "write the digit that each image shows."
        )
    return X.toarray().astype(np.float32), labels


def _h5(path):
    """Read rows and digits of the train and the test part."""
    import h5py

    with whole(path, "be a whole HDF5 file with data and target of train and test", "fetch it again"):
        with h5py.File(path) as file:
            return [(file[part]["data"][:], file[part]["target"][:]) for part in ("train", "test")]


def _eight(train, test):
    return Given(*_against_eight(*train), *_against_eight(*test))


def _against_eight(X, numbers):
    return X, np.where(numbers == 8, 1, -1)


# Two classes of images, for the report


FASHION, DIGITS = (("Pullover", "Coat"), ("T-shirt/top", "Trouser")), ((1, 3), (3, 8))


def image_pairs(folder):
    """Return pairs of classes of the folder's images, and in words what is missing.

    Returns
    -------
    pair of dict, of files and function () -> `Given` by name, and list of str
    """
    pairs, missing = {"digits, 3 and 8": ((), lambda: _halves(digits()))}, []
    if files := tuple(sorted(folder.glob("*.npz"))) if folder else ():
        for classes in FASHION:
            pairs[f"Fashion-MNIST, {' and '.join(classes)}"] = files, partial(_two_articles, folder, classes)
    else:
        missing.append("Fashion-MNIST (an .npz file with X and y)")
    if files := folder and _images(folder, "t10k"):
        for classes in DIGITS:
            pairs[f"MNIST, {classes[0]} and {classes[1]}"] = files, partial(_two_digits, files, classes)
    else:
        missing.append("MNIST (the IDX files of its test set)")
    return pairs, missing


def _two_articles(folder, classes):
    return _halves(fashion_mnist(classes, folder))


def _two_digits(files, classes):
    X, numbers = read_images(*files)
    kept = np.isin(numbers, classes)
    return _halves((X[kept].astype(float), np.where(numbers[kept] == classes[1], 1, -1)))


def _halves(data, most=1000):
    """Take every second example to learn from, up to a limit."""
    X, y = data[:2]
    return Given(X[::2][:most], y[::2][:most], X[1::2][:most], y[1::2][:most])
