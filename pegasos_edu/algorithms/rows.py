"""Compute scores ⟨v, x_i⟩, sums and norms from the rows of ``Rows``, dense or sparse.

On CSR data these functions read only the non-zeros of the row.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy import ndarray


class Augmented(NamedTuple):
    """Hold rows and one more column, in which every entry is `scale`, without copying the rows [MPB11 sec. 6]."""

    rows: Any  # (m, d − 1)
    scale: float
    shape: tuple  # (m, d)


def augmented(rows, scale):
    """Return `rows` with a constant column; `scale` times the weight of this column is the bias."""
    m, d = rows.shape
    return Augmented(rows, float(scale), (m, d + 1))


def dot(v, X, i):
    """Return ⟨v, x_i⟩; for v of shape (n, d), return the n products with its rows."""
    if isinstance(X, ndarray):
        return v.dot(X[i])
    if isinstance(X, Augmented):
        return dot(v[..., :-1], X.rows, i) + X.scale * v[..., -1]
    start, stop = X.indptr[i], X.indptr[i + 1]
    return v.take(X.indices[start:stop], axis=-1).dot(X.data[start:stop])


def add(v, c, X, i):
    """Add c·x_i to v in place."""
    if isinstance(X, ndarray):
        v += c * X[i]
    elif isinstance(X, Augmented):
        add(v[:-1], c, X.rows, i)
        v[-1] += c * X.scale
    else:
        start, stop = X.indptr[i], X.indptr[i + 1]
        np.add.at(v, X.indices[start:stop], c * X.data[start:stop])  # a row may contain a column twice


def square(X, i):
    """Return ‖x_i‖²."""
    if isinstance(X, Augmented):
        return square(X.rows, i) + X.scale**2
    x = X[i] if isinstance(X, ndarray) else X.data[X.indptr[i] : X.indptr[i + 1]]
    return x.dot(x)


def dots(w, X, A):
    """Return ⟨w, x_i⟩ for each i in A."""
    if isinstance(X, Augmented):
        return dots(w[:-1], X.rows, A) + X.scale * w[-1]
    return X[A] @ w


def combine(c, X, A):
    """Return Σ_i c_i·x_i over all i in A."""
    if isinstance(X, Augmented):
        return np.append(combine(c, X.rows, A), X.scale * c.sum())
    return c @ X[A]
