"""Pictures of mini-batches: the same run under many seeds, and a line that is thrown from class to class."""

import numpy as np
from matplotlib.collections import LineCollection

from pegasos_edu.common.palette import MINUS, PLUS
from pegasos_edu.lessons.pictures.slopes import variance_curves
from pegasos_edu.plots.axes import GRID, curve_styles
from pegasos_edu.plots.pictures import figure


def seeds(x, curves, *, xlabel="step $t$", ylabel="$f(w)-f^*$"):
    """Each seed as a faint line, their median as a bold one; both axes logarithmic.

    Parameters
    ----------
    x : array, (n,), or dict of str to array
        Such as the steps; for curves that stand at other places each, by their names.
    curves : dict of str to array (seeds, n)
        What each curve is, and its values; at most six.
    xlabel, ylabel : str

    Returns
    -------
    Figure

    Raises
    ------
    ValueError
        For too many curves, or values of another shape.
    """
    styles, (made, ax) = curve_styles(curves), figure(width=5.6, height=3.8)
    for style, (label, values) in zip(styles, curves.items()):
        at, values = np.asarray(x[label] if isinstance(x, dict) else x), np.asarray(values, dtype=float)
        if values.ndim != 2 or values.shape[1] != len(at):
            raise ValueError(
                f"curves must have shape (seeds, {len(at)}), got {values.shape} for {label!r}; a row for each seed."
            )
        faint = [np.column_stack([at, row]) for row in values] if len(values) > 1 else []
        ax.add_collection(LineCollection(faint, colors=style["color"], linewidths=0.6, alpha=0.3, zorder=1))
        ax.plot(at, np.median(values, axis=0), **style, lw=1.8, ms=5, markevery=0.12, zorder=2, label=label)
    ax.set(xscale="log", yscale="log", xlabel=xlabel, ylabel=ylabel)
    ax.autoscale_view()
    ax.grid(**GRID)
    ax.legend(fontsize=8)
    return made


def swings(violating, y, *, names=("−1", "+1")):
    """How many examples of each class violate their margin in each step.

    Parameters
    ----------
    violating : array of bool, (T, k)
        For each step and each example of its batch.
    y : array, (T, k)
        The labels of the same examples, −1 and +1.
    names : pair of str
        What −1 and +1 stand for.

    Returns
    -------
    Figure
    """
    (made, ax), t = figure(width=5.6, height=3.4), np.arange(1, len(violating) + 1)
    for sign, name, colour, marker, dashes in ((-1, names[0], MINUS, "o", "--"), (1, names[1], PLUS, "^", "-")):
        count = np.sum(violating & (y == sign), axis=1)
        ax.plot(t, count, color=colour, marker=marker, ls=dashes, ms=4, lw=1, label=f"class {name}")
    ax.set(xlabel="step $t$", ylabel="violators")
    ax.grid(**GRID)
    ax.legend(fontsize=8)
    return made


def variance_figure(variance):
    """The variance of all mini-batches of each size, beside (m − k)/(k·(m − 1)) and 1/k.

    Parameters
    ----------
    variance : array, (m,)
        For k = 1, …, m.

    Returns
    -------
    Figure
    """
    made, ax = figure(width=5.2, height=3.6)
    variance_curves(np.asarray(variance) / variance[0], ax=ax)
    return made
