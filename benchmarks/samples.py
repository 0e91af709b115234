"""Load the real data of the benchmarks, or make data of the same shape."""

from functools import cache
from pathlib import Path

import numpy as np
from measuring import gaussian
from sklearn.feature_extraction.text import TfidfVectorizer

from pegasos_edu.datasets import idx, sparse_text, svmlight
from pegasos_edu.theory.optimum import optimum

MADE = {
    "a8a": lambda: sparse_text(22_696, 123, nnz=14)[:2],
    "w8a": lambda: sparse_text(49_749, 300, nnz=12)[:2],
    "sentiment": lambda: sparse_text(5_000, 30_495, nnz=79)[:2],
    "MNIST": lambda: gaussian(10_000, 784, np.random.default_rng(0)),
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


READ = {
    "a8a": lambda folder: svmlight(folder / "a8a")[:2],
    "w8a": lambda folder: svmlight(folder / "w8a")[:2],
    "sentiment": _sentiment,
    "MNIST": _mnist,
}


@cache
def sample(name, folder):
    """Return the title, X and y of a data set."""
    if folder is not None:
        try:
            return name, *READ[name](Path(folder))
        except FileNotFoundError:
            pass
    return f"{name} (made)", *MADE[name]()


@cache
def least(name, folder, lam):
    """Return the certified minimum f* of the objective without bias."""
    _, X, y = sample(name, folder)
    return optimum(X, y, lam).value
