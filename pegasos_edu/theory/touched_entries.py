"""Count the entries of the weights that each step reads and rewrites."""

from typing import NamedTuple

import numpy as np


class Touched(NamedTuple):
    """Hold the numbers of entries that each step except the first reads and rewrites."""

    read: np.ndarray  # (T − 1,)
    rewritten: np.ndarray  # (T − 1,) all d if the step made a new vector
    either: np.ndarray  # (T − 1,) read, rewritten or both


def touched(run):
    """Return how many of the d entries of its vector an algorithm reads and rewrites in each step.

    The vector is v if the step stores w = s·v, otherwise w. The score of a row of an array reads all d entries, also
    for zeros; the score of a row of a sparse matrix reads the entries of its stored columns. An entry counts as
    rewritten if the step changed its bits, or if the vector is a new array.

    Parameters
    ----------
    run : Run
        At least two steps of an algorithm with one vector of weights.

    Returns
    -------
    Touched

    Raises
    ------
    ValueError
        If the run has one step, or its algorithm does not have one vector of weights.
    """
    if len(run) < 2:
        raise ValueError(f"run must have at least two steps to compare, got {len(run)}; give a larger T.")
    d, last, bits, counts = run.X.shape[1], None, None, []
    for step in run:
        vector = _vector(step, d)
        if last is not None:
            read = _read(run.X, step.drawn)
            rewritten = _bits(vector) != bits if vector is last else np.ones(d, dtype=bool)
            counts.append((read.sum(), rewritten.sum(), (read | rewritten).sum()))
        last, bits = vector, _bits(vector).copy()
    return Touched(*np.array(counts).T)


def _vector(step, d):
    _, vector = step.kept
    if step.is_kernel or np.shape(vector) != (d,):
        raise ValueError(
            f"run must be of an algorithm with one vector of {d} weights, got {type(step).__name__}; take a linear "
            "algorithm for two classes, such as hinge, scaled or summed."
        )
    return vector


def _read(X, drawn):
    """Return a mask of the entries that the scores of the drawn examples read."""
    mask = np.full(X.shape[1], isinstance(X, np.ndarray))
    if not mask.all():
        for i in drawn:
            mask[X.indices[X.indptr[i] : X.indptr[i + 1]]] = True
    return mask


def _bits(vector):
    """Return the entries as integers, so that NaN equals itself."""
    return vector.view(np.int64)
