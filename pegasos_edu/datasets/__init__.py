"""Make, load and read data; every function returns a `Dataset`."""

from pegasos_edu.datasets.csv_and_idx_files import csv, idx
from pegasos_edu.datasets.dataset import Dataset
from pegasos_edu.datasets.real import FASHION, breast_cancer, digits, fashion_mnist
from pegasos_edu.datasets.svmlight_files import svmlight
from pegasos_edu.datasets.synthetic import blobs, circles, moons, sparse_text, toy, xor

__all__ = [
    "FASHION",
    "Dataset",
    "blobs",
    "breast_cancer",
    "circles",
    "csv",
    "digits",
    "fashion_mnist",
    "idx",
    "moons",
    "sparse_text",
    "svmlight",
    "toy",
    "xor",
]
