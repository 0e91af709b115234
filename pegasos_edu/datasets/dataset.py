"""Define a data set: examples, labels and the names of the classes."""

from typing import Any, NamedTuple

import numpy as np


class Dataset(NamedTuple):
    """Hold examples, labels and the names of both classes."""

    X: Any  # (m, d) array, or CSR matrix for sparse data
    y: np.ndarray  # (m,) of −1 and +1
    names: tuple  # of the classes −1 and +1
