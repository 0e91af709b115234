"""The bias: lines that need not go through the origin, and where steps take b."""

import numpy as np

from pegasos_edu.common.palette import ACCENT, DARK_GREY, INK, MINUS, PLUS, PURPLE
from pegasos_edu.common.validation import check_vectors
from pegasos_edu.plots.axes import GRID, LEGEND, axes_or_new
from pegasos_edu.plots.plane import check_plane, scatter

LINE_STYLES = {"color": INK, "ls": "-"}, {"color": PURPLE, "ls": "--"}, {"color": ACCENT, "ls": "-."}  # none of a class
FIRST_STYLES = {-1: {"color": MINUS, "ls": "-"}, 1: {"color": PLUS, "ls": (0, (5, 2))}}  # by the first label drawn


def crossings(X, y, lines=None, *, names=("−1", "+1"), labels=("$x_1$", "$x_2$"), ax=None):
    """Data off the origin, with both axes in view, and where lines ⟨w, x⟩ + b = 0 cross the horizontal one.

    Parameters
    ----------
    X : array, (m, 2)
    y : array, (m,), of −1 and +1
    lines : dict of str to (w, b), optional
        What each line is, w of shape (2,) with w[0] ≠ 0, and b a number; at most three.
    names : pair of str
        What −1 and +1 stand for.
    labels : pair of str
        Of the axes.
    ax : Axes, optional

    Returns
    -------
    dict of str to float
        For each line where it crosses the horizontal axis, at −b/w[0].

    Raises
    ------
    ValueError
        For data that do not have two features, for w that are no pairs, and for more than three lines.
    """
    X, y = check_plane(X, y, names)
    ax, lines = axes_or_new(ax), lines or {}
    if len(lines) > len(LINE_STYLES):
        raise ValueError(f"lines must be at most {len(LINE_STYLES)}, got {len(lines)}; draw the others on other axes.")
    scatter(ax, X, y, names)
    low, high = np.minimum(0.0, X.min(axis=0)), np.maximum(0.0, X.max(axis=0))
    room = 0.08 * (high - low)
    (left, bottom), (right, top) = low - room, high + room
    ax.axhline(0, color=DARK_GREY, lw=1.2, zorder=1)
    ax.axvline(0, color=DARK_GREY, lw=1.2, zorder=1)
    found = {}
    for (name, (w, b)), style in zip(lines.items(), LINE_STYLES):
        w = check_vectors("w", w, 2, stack=False)
        found[name] = float(-b / w[0])
        heights = np.array([bottom, top])
        ax.plot(-(b + w[1] * heights) / w[0], heights, **style, lw=2, label=name, zorder=3)
        ax.plot(found[name], 0, marker="o", ms=9, mfc="none", mec=style["color"], mew=2, zorder=4)
    ax.set(xlim=(left, right), ylim=(bottom, top), xlabel=labels[0], ylabel=labels[1])
    ax.legend(**LEGEND | {"ncols": 2})
    return found


def paths(values, first, *, best, names=("−1", "+1"), ax=None):
    """b against the step, a faint line for each run, told apart by the label that was drawn first.

    Parameters
    ----------
    values : array, (n, T)
        b after each step of n runs.
    first : array, (n,), of −1 and +1
        The label of the first example that each run drew.
    best : float
        The b of the optimum, drawn as a line across.
    names : pair of str
        What −1 and +1 stand for.
    ax : Axes, optional

    Returns
    -------
    list of Line2D
        One for each run, then that of the best b.
    """
    ax, steps, made, seen = axes_or_new(ax), np.arange(1, np.shape(values)[1] + 1), [], set()
    for path, label in zip(values, first):
        said = None if label in seen else f"first drawn: {names[int(label > 0)]}"
        seen.add(label)
        made += ax.plot(steps, path, **FIRST_STYLES[int(label)], lw=1.2, alpha=0.75, label=said)
    made.append(ax.axhline(best, color=ACCENT, lw=4, alpha=0.5, zorder=1, label=f"best $b$ = {best:.1f}"))
    ax.axhline(0, color=INK, lw=0.6)
    ax.set(xscale="log", xlabel="step $t$", ylabel="$b$")
    ax.grid(**GRID)
    ax.legend(fontsize=8)
    return made
