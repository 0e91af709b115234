"""Measure the length of examples."""

import numpy as np


def radius(X, gram=False):
    """Return R = max ‖x_i‖, infinite if it overflows.

    Parameters
    ----------
    X : array or SciPy sparse matrix, (m, d)
        Or a Gram matrix (m, m), where K(x, x) = ‖φ(x)‖².
    gram : bool
        Whether X is a Gram matrix.

    Returns
    -------
    float
    """
    with np.errstate(over="ignore"):
        if gram:
            squares = np.abs(X).max()  # of a matrix that is no Gram matrix, this need not be on the diagonal
        elif isinstance(X, np.ndarray):
            squares = np.einsum("ij,ij->i", X, X)
        else:
            squares = X.multiply(X).sum(axis=1)
        return float(np.sqrt(np.max(squares)))
