"""Load the real data of the benchmarks, or make data of the same shape."""

from functools import cache
from pathlib import Path

import numpy as np
from measuring import gaussian
from sklearn.datasets import load_digits, load_iris, load_wine, make_circles, make_classification
from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.preprocessing import StandardScaler

from pegasos_edu.datasets import blobs, breast_cancer, idx, moons, sparse_text, svmlight
from pegasos_edu.estimators import PegasosClassifier

MADE = {
    "a8a": lambda: sparse_text(22_696, 123, nnz=14)[:2],
    "w8a": lambda: sparse_text(49_749, 300, nnz=12)[:2],
    "sentiment": lambda: sparse_text(5_000, 30_495, nnz=79)[:2],
    "MNIST": lambda: gaussian(10_000, 784, np.random.default_rng(0)),
    "USPS": lambda: gaussian(7_291, 256, np.random.default_rng(0)),
    "16,000 × 54": lambda: gaussian(16_000, 54, np.random.default_rng(0)),
}


def reviews(folder):
    """Return the texts of the reviews, and whether each of them is positive."""
    lines = [line.split(maxsplit=3) for line in (Path(folder) / "sentiment_5000.txt").open(encoding="utf-8")]
    return [text for _, _, _, text in lines], np.array([1 if label == "pos" else -1 for _, label, _, _ in lines])


def _sentiment(folder):
    texts, y = reviews(folder)
    return TfidfVectorizer().fit_transform(texts), y


def _mnist(folder):
    pixels, digits = idx(folder / "t10k-images-idx3-ubyte.gz"), idx(folder / "t10k-labels-idx1-ubyte.gz")
    return pixels.reshape(len(pixels), -1) / 255, np.where(digits % 2 == 0, 1, -1)


def _usps(folder):
    import h5py

    with h5py.File(folder / "usps.h5") as file:
        pixels, digits = (file["train"][name][:] for name in ("data", "target"))
    return pixels.astype(float), np.where(digits % 2 == 0, 1, -1)


READ = {
    "a8a": lambda folder: svmlight(folder / "a8a")[:2],
    "w8a": lambda folder: svmlight(folder / "w8a")[:2],
    "sentiment": _sentiment,
    "MNIST": _mnist,
    "USPS": _usps,
}


def thirteen():
    """Yield a name, X and y of small data sets of many kinds, from scikit-learn and made."""
    iris, wine, digits = (load(return_X_y=True) for load in (load_iris, load_wine, load_digits))
    far = make_classification(1_000, 20, random_state=0)
    yield "breast cancer", breast_cancer()[0], breast_cancer()[1]
    yield "iris 1/2", scaled(iris[0][50:]), iris[1][50:] == 1
    yield "wine 0/rest", scaled(wine[0]), wine[1] == 0
    yield "digits, 0-1", digits[0] / 16, digits[1] % 2 == 0
    yield "digits, 0-16", digits[0], digits[1] % 2 == 0
    yield "moons", *moons()[:2]
    yield "1000 × 20", *far
    yield "300 × 500", *make_classification(300, 500, n_informative=20, random_state=2)
    yield "blobs", *blobs(400)[:2]
    yield "3 % positive", *make_classification(2_000, 20, weights=[0.97], random_state=0)
    yield "unscaled columns", far[0] * 10.0 ** np.linspace(-2, 3, 20), far[1]
    yield "sparse", *sparse_text(1_500, 3_000)[:2]
    yield "circles", *make_circles(400, noise=0.1, factor=0.5, random_state=0)


def scaled(X):
    return StandardScaler().fit_transform(X)


@cache
def sample(name, folder):
    """Return the title, X and y of a data set."""
    if folder is not None:
        try:
            return name, *READ[name](Path(folder))
        except (FileNotFoundError, KeyError, ImportError):  # or h5py is not installed
            pass
    return f"{name} (made)", *MADE[name]()


@cache
def least(name, folder, lam):
    """Return a proven lower bound of the objective without a bias, which is less than 0.01 % below its minimum."""
    _, X, y = sample(name, folder)
    settings = {"solver": "dual", "tol": 1e-4, "max_iter": 10_000, "compile": True}
    model = PegasosClassifier(**settings, lam=lam, bias="none").fit(X, y)
    return model.objective_[0] - model.gap_[0]
