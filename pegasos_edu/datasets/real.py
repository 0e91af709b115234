"""Load real data: sets of scikit-learn, and Fashion-MNIST."""

import re
from pathlib import Path

import numpy as np

from pegasos_edu.datasets.csv_and_idx_files import idx
from pegasos_edu.datasets.dataset import Dataset
from pegasos_edu.datasets.packed_files import existing, limit_of, too_large, whole


def digits(classes=(3, 8)):
    """Return the images of two of scikit-learn's handwritten digits, 8×8 pixels from 0 to 1.

    Parameters
    ----------
    classes : pair of int
        The digits labelled −1 and +1.

    Returns
    -------
    Dataset
    """
    from sklearn.datasets import load_digits  # takes a second to load

    X, labels = load_digits(return_X_y=True)
    return _two_classes(X / 16, labels, classes, [str(n) for n in range(10)])


def breast_cancer():
    """Return Wisconsin breast cancer, 569 tumours with 30 features, each with mean 0 and standard deviation 1.

    Returns
    -------
    Dataset
    """
    from sklearn.datasets import load_breast_cancer

    X, labels = load_breast_cancer(return_X_y=True)
    return Dataset((X - X.mean(axis=0)) / X.std(axis=0), 2 * labels - 1, ("malignant", "benign"))


FASHION = (
    "T-shirt/top", "Trouser", "Pullover", "Dress", "Coat", "Sandal", "Shirt", "Sneaker", "Bag", "Ankle boot",
)  # fmt: skip


def fashion_mnist(classes=("Pullover", "Coat"), folder=None):
    """Return two classes of Fashion-MNIST, 28×28 pixels from 0 to 1.

    Parameters
    ----------
    classes : pair of str or int
        The articles labelled −1 and +1: names from ``FASHION``, or their numbers.
    folder : path, optional
        The folder of the data: one ``.npz`` file with arrays X and y, or the published IDX files
        ``train-images-idx3-ubyte`` and ``train-labels-idx1-ubyte`` (or ``t10k-…``), packed or
        not, with points or hyphens in their names. They may lie in folders below it, such as
        ``FashionMNIST/raw``. If left out, the data are downloaded from OpenML (30 MB);
        scikit-learn keeps them.

    Returns
    -------
    Dataset

    Raises
    ------
    FileNotFoundError
        If the folder holds none of these files.
    ValueError
        If a file is damaged or has another form, or the folder holds several data sets.
    ConnectionError
        If OpenML cannot be reached.
    """
    X, labels = _openml_fashion() if folder is None else _folder_images(Path(folder))
    return _two_classes(X / 255, labels, classes, FASHION)


def _two_classes(X, labels, classes, names):
    """Return the examples of two classes as a Dataset."""
    if len(X) != len(labels):
        raise ValueError(
            f"each image must have a label, got {len(X)} images and {len(labels)} labels; fetch both files again."
        )
    numbers = [_class_number(c, names) for c in classes] if isinstance(classes, (tuple, list)) else []
    if len(set(numbers)) != 2 or len(numbers) != 2:
        raise ValueError(f"classes must name two different classes, got {classes!r}; try {tuple(names[:2])}.")
    counts = [int(np.sum(labels == number)) for number in numbers]
    if not all(counts):
        raise ValueError(f"the data must hold images of both classes, got {counts[0]} and {counts[1]}; choose others.")
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


def _folder_images(folder):
    """Return images (m, 784) and labels (m,) from the first file or pair of files that has them."""
    for path in sorted(existing(folder).glob("*.npz")):
        if not path.is_file():
            continue
        with whole(path, "be a whole .npz file of numbers", "fetch or save it again"):
            with open(path, "rb") as file, np.load(file) as arrays:
                if sum(entry.file_size for entry in arrays.zip.infolist()) > limit_of(path):
                    raise too_large(path, limit_of(path))
                if {"X", "y"} <= set(arrays.files):
                    return _checked(arrays["X"], arrays["y"])
    images, labels = _idx_pair(folder)
    pixels, numbers = idx(images), idx(labels)
    if pixels.ndim < 2 or not pixels.size or numbers.ndim != 1:
        raise ValueError(
            f"{images} must hold images, and {labels} their labels, got the lengths {pixels.shape} and "
            f"{numbers.shape}; fetch both files again."
        )
    return pixels.reshape(len(pixels), -1), numbers


IDX_NAME = re.compile(r"(train|t10k)[-_. ](images|labels)[-_. ]idx[13][-_. ]ubyte(?:\..*)?", re.IGNORECASE)
LEVELS = "", "*", "*/raw"  # the folder itself, or one below it; torchvision writes FashionMNIST/raw


def _idx_pair(folder):
    """Return the paths of the images and the labels that lie nearest to a folder."""
    for level in LEVELS:
        pairs = {home: pair for home in sorted(folder.glob(level) if level else [folder]) if (pair := _pair_in(home))}
        if len(pairs) > 1:
            raise ValueError(
                f"{folder} must hold one data set, got {len(pairs)}, in {' and '.join(map(str, pairs))}; "
                "name one of these folders."
            )
        if pairs:
            return next(iter(pairs.values()))
    raise FileNotFoundError(
        f"{folder} must hold an .npz file with X and y, or the IDX files train-images-idx3-ubyte[.gz] and "
        "train-labels-idx1-ubyte[.gz], also in its folder raw or FashionMNIST/raw, got neither; "
        "leave folder out to download the data."
    )


def _pair_in(folder):
    """Return the paths of the images and the labels to train with, or else to test with, or None.

    A name may be that of a folder: programs that unpack archives put a file into a folder of its name.
    """
    files = {}
    for path in sorted(folder.iterdir() if folder.is_dir() else (), key=lambda path: (path.is_dir(), path.name)):
        if name := IDX_NAME.fullmatch(path.name):
            files.setdefault((name[1].lower(), name[2].lower()), path)
    pairs = ([files.get((part, kind)) for kind in ("images", "labels")] for part in ("train", "t10k"))
    return next((pair for pair in pairs if all(pair)), None)


def _checked(X, y):
    """Check and return images as rows of finite numbers, and the numbers of their classes."""
    if y.ndim != 1 or y.dtype.kind not in "iu":
        raise ValueError(f"y must be whole numbers, one for each image, got {y.dtype} {y.shape}")
    if X.ndim != 2 or X.dtype.kind not in "iuf" or not np.isfinite(X).all():
        raise ValueError(f"X must be rows of finite numbers, got {X.dtype} {X.shape}")
    return X, y


def _openml_fashion():
    from sklearn.datasets import fetch_openml

    try:
        X, labels = fetch_openml("Fashion-MNIST", version=1, return_X_y=True, as_frame=False)
    except OSError as error:
        raise ConnectionError(
            f"Fashion-MNIST must be downloaded from OpenML when no folder is given, got no connection ({error}); "
            "go online once, or give folder= with the published files."
        ) from None
    return X, labels.astype(int)
