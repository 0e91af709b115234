"""What a box is given: the kinds of data and of draws, and the rows of X.

A box states in its signature what it takes, and ``run`` reads it there:

=========  ==========  ==================================================
``Dense``  (m, d)      one example a row, a NumPy array
``Rows``   (m, d)      the same, or a SciPy CSR matrix of the same shape
``Gram``   (m, m)      K[i, j] = K(x_i, x_j), in the place of X
``Indices``  (T,)      the example that each step looks at
``Batches``  (T, k)    the mini-batch that each step looks at
=========  ==========  ==================================================

The three functions below are all that a box does with a row of ``Rows``. On CSR
data they touch the non-zeros of the row and nothing else.
"""

from typing import NewType

from numpy import ndarray

Dense = NewType("Dense", ndarray)
Rows = NewType("Rows", object)
Gram = NewType("Gram", ndarray)
Indices = NewType("Indices", object)
Batches = NewType("Batches", ndarray)


def dot(v, X, i):
    """⟨v, x_i⟩."""
    if isinstance(X, ndarray):
        return X[i].dot(v)
    start, stop = X.indptr[i], X.indptr[i + 1]
    return X.data[start:stop].dot(v[X.indices[start:stop]])


def add(v, c, X, i):
    """v ← v + c·x_i, in place."""
    if isinstance(X, ndarray):
        v += c * X[i]
    else:
        start, stop = X.indptr[i], X.indptr[i + 1]
        v[X.indices[start:stop]] += c * X.data[start:stop]


def square(X, i):
    """‖x_i‖²."""
    x = X[i] if isinstance(X, ndarray) else X.data[X.indptr[i] : X.indptr[i + 1]]
    return x.dot(x)
