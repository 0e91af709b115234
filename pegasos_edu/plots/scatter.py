"""Scatter examples in the plane, after a check that they lie in one, and choose the part of the plane that is shown."""

import numpy as np

from pegasos_edu.common.palette import MINUS, PLUS
from pegasos_edu.common.validation import check_data
from pegasos_edu.plots.axes import literal

RESOLUTION = 160  # grid lines along each side of a picture of scores


def check_plane(X, y, names):
    """Return X and y after checking that X has two features and each class has a name."""
    if len(names) != 2:
        raise ValueError(f"names must be a pair, for -1 and for +1, got {names!r}.")
    X, y = check_data(X, y, sparse=False)
    if X.shape[1] != 2:
        raise ValueError(
            f"X must have two columns to be drawn in the plane, got {X.shape[1]}; choose two features, X[:, :2]."
        )
    return X, y


def scatter(ax, X, y, names):
    """Draw the examples of class −1 and of class +1, each with its own colour and marker."""
    return [
        ax.scatter(*X[y == sign].T, s=size, c=colour, marker=marker, ec="white", lw=0.5, label=literal(name), zorder=2)
        for sign, colour, marker, size, name in ((-1, MINUS, "o", 30, names[0]), (1, PLUS, "^", 40, names[1]))
    ]


def square(X, resolution, centre):
    """Return grid lines over a square around `centre` that contains all points; a square keeps right angles."""
    half = 1.2 * max(np.abs(X - centre).max(), 1e-9)
    return (np.linspace(c - half, c + half, resolution) for c in centre)


def middle(X):
    """Return the middle between the smallest and the largest entry of each column."""
    return (X.min(axis=0) + X.max(axis=0)) / 2


def close_up(ax, X):
    """Limit axes of equal scale to the part that contains the examples and the origin."""
    held = np.vstack([X, np.zeros(2)])
    low, high = held.min(axis=0), held.max(axis=0)
    half = 0.56 * max(high - low)
    (left, bottom), (right, top) = (low + high) / 2 - half, (low + high) / 2 + half
    ax.set(xlim=(left, right), ylim=(bottom, top))
