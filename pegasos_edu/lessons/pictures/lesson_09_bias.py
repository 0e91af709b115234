"""Draw the pictures of lesson 09: lines that need not pass through the origin, and the path of b."""

import numpy as np

from pegasos_edu.common.palette import ACCENT, DARK_GREY, INK, MINUS, PLUS, PURPLE
from pegasos_edu.lessons.pictures.several_lessons import finish
from pegasos_edu.plots.axes import legend_below
from pegasos_edu.plots.scatter import scatter

# LINE_STYLES use no colour of a class; FIRST_STYLES maps the label of the first draw to the style of its run.
LINE_STYLES = {"color": INK, "ls": "-"}, {"color": PURPLE, "ls": "--"}, {"color": ACCENT, "ls": "-."}
FIRST_STYLES = {-1: {"color": MINUS, "ls": "-"}, 1: {"color": PLUS, "ls": (0, (5, 2))}}


def crossings(X, y, lines=None, *, names=("−1", "+1"), labels=("$x_1$", "$x_2$"), ax):
    """Draw data away from the origin, both axes, and lines ⟨w, x⟩ + b = 0; `lines` maps a name to (w, b).

    Return for each line its crossing with the horizontal axis, −b/w[0].
    """
    scatter(ax, X, y, names)
    low, high = np.minimum(0.0, X.min(axis=0)), np.maximum(0.0, X.max(axis=0))
    room = 0.08 * (high - low)
    (left, bottom), (right, top) = low - room, high + room
    ax.axhline(0, color=DARK_GREY, lw=1.2, zorder=1)
    ax.axvline(0, color=DARK_GREY, lw=1.2, zorder=1)
    crossing = {}
    for (name, (w, b)), style in zip((lines or {}).items(), LINE_STYLES):
        crossing[name] = float(-b / w[0])
        heights = np.array([bottom, top])
        ax.plot(-(b + w[1] * heights) / w[0], heights, **style, lw=2, label=name, zorder=3)
        ax.plot(crossing[name], 0, marker="o", ms=9, mfc="none", mec=style["color"], mew=2, zorder=4)
    ax.set(xlim=(left, right), ylim=(bottom, top), xlabel=labels[0], ylabel=labels[1])
    legend_below(ax)
    return crossing


def bias_paths(values, first, *, best, names=("−1", "+1"), ax):
    """Draw b against the step with a faint line for each run; the label of its first example sets the style."""
    steps, drawn, seen = np.arange(1, np.shape(values)[1] + 1), [], set()
    for path, label in zip(values, first):
        said = None if label in seen else f"first drawn: {names[int(label > 0)]}"
        seen.add(label)
        drawn += ax.plot(steps, path, **FIRST_STYLES[int(label)], lw=1.2, alpha=0.75, label=said)
    drawn.append(ax.axhline(best, color=ACCENT, lw=4, alpha=0.5, zorder=1, label=f"best $b$ = {best:.1f}"))
    ax.axhline(0, color=INK, lw=0.6)
    finish(ax, xscale="log", xlabel="step $t$", ylabel="$b$")
    return drawn
