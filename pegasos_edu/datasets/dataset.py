"""What every data set is: examples, labels and the names of the classes."""

from typing import Any, NamedTuple

import numpy as np


class Dataset(NamedTuple):
    """Examples, labels and what the labels stand for."""

    X: Any  # (m, d) array, or CSR matrix for sparse data
    y: np.ndarray  # (m,) of −1 and +1
    names: tuple  # what −1 stands for, what +1 stands for
