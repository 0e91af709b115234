"""What a step costs, counted: the entries of the weights that it reads, and those that it rewrites."""

from typing import NamedTuple

import numpy as np


class Touched(NamedTuple):
    """Counts for each step but the first."""

    read: np.ndarray  # (T − 1,) entries that the scores are made of
    rewritten: np.ndarray  # (T − 1,) entries that the step left changed, all of them if it made another vector
    either: np.ndarray  # (T − 1,) read, rewritten, or both: each counts once


def touched(run):
    """How many of the d entries of its vector an algorithm reads and rewrites in each step.

    The vector is the one that the steps keep: v of w = s·v, or w itself. *Read* are the entries that meet the
    examples of the step in a score: all d for rows of an array, zeros included, and for rows of CSR those of the
    stored columns.
    *Rewritten* is found by comparing the vector with a copy of the last one, bit by bit; a vector that is no longer
    the same array was written in full. The first step has nothing to be compared with.

    Parameters
    ----------
    run : Run of an algorithm with one vector of weights
        Of at least two steps.

    Returns
    -------
    Touched

    Raises
    ------
    ValueError
        For a run of an algorithm of another kind, or of a single step.
    """
    if len(run) < 2:
        raise ValueError(f"run must have at least two steps, to compare, got {len(run)}; give a larger T.")
    d, held, before, counts = run.X.shape[1], None, None, []
    for step in run:
        vector = _vector(step, d)
        if held is not None:
            read = _read(run.X, step.drawn)
            rewritten = _bits(vector) != before if vector is held else np.ones(d, dtype=bool)
            counts.append((read.sum(), rewritten.sum(), (read | rewritten).sum()))
        held, before = vector, _bits(vector).copy()
    return Touched(*np.array(counts).T)


def _vector(step, d):
    _, vector = step.kept
    if step.is_kernel or np.shape(vector) != (d,):
        raise ValueError(
            f"run must be of an algorithm with one vector of {d} weights, got {type(step).__name__}; take hinge, scaled, "
            "summed or another linear algorithm for two classes."
        )
    return vector


def _read(X, drawn):
    """Which entries meet the drawn examples."""
    if isinstance(X, np.ndarray):
        return np.ones(X.shape[1], dtype=bool)
    mask = np.zeros(X.shape[1], dtype=bool)
    for i in drawn:
        mask[X.indices[X.indptr[i] : X.indptr[i + 1]]] = True
    return mask


def _bits(vector):
    """The entries as whole numbers, so that NaN equals itself."""
    return vector.view(np.int64)
