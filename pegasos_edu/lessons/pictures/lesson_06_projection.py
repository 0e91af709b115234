"""Draw the pictures of lesson 06: the path of w and the ball of the projection."""

import numpy as np
from matplotlib.collections import LineCollection

from pegasos_edu.common.palette import ACCENT, DARK_GREY, INK, MINUS, PLUS
from pegasos_edu.lessons.pictures.several_lessons import finish
from pegasos_edu.plots.axes import LEGEND, curve_styles
from pegasos_edu.plots.pictures import figure
from pegasos_edu.runs.reading import stack
from pegasos_edu.theory.projection import projections

CUT_STYLE = {"ls": "", "marker": "x", "color": PLUS, "mew": 1.6, "ms": 6}


def path(run, *, optimum=None, extent=None, ax):
    """Draw the path of w in the plane, from w₁ = 0 on, and the ball of radius 1/√λ.

    A line leads to w_{t+½}. If that point is outside the ball, the number of the step is written there. A cross marks
    a projection, and a dashed line leads back to w_{t+1}. Return the artists by name.
    """
    log, w = projections(run), stack(run).w
    start, half = np.vstack([np.zeros(2), w[:-1]]), w / log.factor[:, None]
    cut, outside = log.fired, log.before * np.sqrt(run.lam) > 1
    said = ("cut back", "cut off") if cut.any() else (None, None)
    made = {
        "ball": _circle(ax, 1 / np.sqrt(run.lam)),
        "steps": ax.add_collection(_segments(start, half, "-", INK, 0.9, "a step")),
        "cuts": ax.add_collection(_segments(half[cut], w[cut], (0, (2, 1)), PLUS, 3, said[0])),
        "w": ax.plot(*w.T, ls="", marker="o", ms=3.5, color=MINUS, label="$w_2, w_3, \\dots$", zorder=3)[0],
        "cut": ax.plot(*half[cut].T, **CUT_STYLE, label=said[1], zorder=4)[0],
    }
    if optimum is not None:
        style = {"ls": "", "marker": "*", "ms": 13, "mec": "white", "color": INK, "zorder": 5}
        (made["optimum"],) = ax.plot(*np.reshape(optimum, (2, 1)), **style, label="$w^*$")
    for t, point in zip(log.t[outside], half[outside]):
        ax.annotate(str(t), point, xytext=(5, 3), textcoords="offset points", fontsize=9, clip_on=True)
    (left, right), (bottom, top) = extent or _square([run])
    ax.set(xlim=(left, right), ylim=(bottom, top), aspect="equal", xlabel="$w[1]$", ylabel="$w[2]$")
    ax.legend(**LEGEND)
    return made


def paths(free, projected, axes, *, optimum=None):
    """Draw the paths of a run without and a run with projection, side by side on one scale."""
    extent = _square([free, projected])
    made = [path(run, optimum=optimum, extent=extent, ax=ax) for run, ax in zip((free, projected), axes)]
    for ax, title in zip(axes, ("without projection", "with projection")):
        ax.set_title(title, fontsize=10)
    return tuple(made)


def norms(runs, *, optimum=None, ax):
    """Draw ‖w_{t+1}‖ in units of the radius against t; a cross marks the norm before each projection.

    Return the line and the crosses of each run, then the ball and the optimum.
    """
    styles, lines = curve_styles(runs), []
    for style, (label, run) in zip(styles, runs.items()):
        log, unit = projections(run), np.sqrt(run.lam)
        lines += ax.plot(log.t, log.after * unit, **style, ms=4, markevery=0.12, lw=1.4, label=label)
        if log.fired.any():
            lines += ax.plot(log.t[log.fired], log.before[log.fired] * unit, **CUT_STYLE, label=f"{label}: cut here")
    lines.append(ax.axhline(1, color=ACCENT, lw=4, alpha=0.5, zorder=1, label="the ball, $1/\\sqrt{\\lambda}$"))
    if optimum is not None:
        size = np.linalg.norm(optimum) * unit
        lines.append(ax.axhline(size, color=DARK_GREY, ls=(0, (1, 1)), lw=1.6, label="$\\|w^*\\|$"))
    finish(ax, xscale="log", yscale="log", xlabel="step $t$", ylabel="$\\|w_{t+1}\\|\\,\\sqrt{\\lambda}$")
    return lines


def added_lengths(run):
    """Return a figure with the length of each example that was added, and the length needed to leave the ball."""
    (made, ax), log, steps = figure(width=5.8, height=3.8), projections(run), stack(run)
    size = np.linalg.norm(run.X, axis=1)
    added = run.y[steps.i] * steps.score < 1
    needed = length_needed(log, run.lam)
    calm, cut = added & ~log.fired, log.fired
    ax.plot(log.t[added], needed[added], color=ACCENT, lw=1.2, zorder=1, label="length needed to lead out")
    ax.plot(log.t[calm], size[steps.i[calm]], ls="", marker=".", ms=4, color=MINUS, label="added, not cut")
    ax.plot(log.t[cut], size[steps.i[cut]], **CUT_STYLE, label="added, and cut back")
    ax.axhline(size.max(), color=DARK_GREY, ls=(0, (1, 1)), lw=1.6, label="the longest example")
    finish(ax, xscale="log", yscale="log", xlabel="step $t$", ylabel="$\\|x\\|$")
    ax.legend(fontsize=8, loc="lower right")
    return made


def length_needed(log, lam):
    """Return for each step of a projected run of `hinge` the length of an example that would lead out of the ball.

    An example that is added has a margin below 1. So from ‖w_t‖ = ρ/√λ, ρ ≤ 1, a step leads out only if
    ‖x‖² > λ·(1 + (t − 1)²·(1 − ρ²)).
    """
    inside = 1 - np.minimum(1, lam * np.append(0, log.after[:-1]) ** 2)
    return np.sqrt(lam * (1 + (log.t - 1) ** 2 * inside))


def point_outside(w, radius, *, nearest=None):
    """Return a figure with a ball, a w outside it, and the nearest point of the ball if `nearest` is given."""
    made, ax = figure(width=4.2, height=4.2)
    _circle(ax, radius, "the ball")
    ax.plot(0, 0, ls="", marker="+", ms=8, color=INK)
    ax.plot(*np.reshape(w, (2, 1)), ls="", marker="x", ms=9, mew=2, color=PLUS, label="$w$")
    if nearest is not None:
        ax.plot(*np.transpose([w, nearest]), color=PLUS, ls=(0, (2, 1)), lw=1.5)
        ax.plot(*np.reshape(nearest, (2, 1)), ls="", marker="o", color=MINUS, label="the nearest point")
    half = 1.15 * max(radius, np.abs(w).max())
    ax.set(xlim=(-half, half), ylim=(-half, half), aspect="equal", xlabel="$w[1]$", ylabel="$w[2]$")
    ax.legend(fontsize=8, loc="lower left")
    return made


def _square(runs):
    """Return the limits of a square with the ball and everything that the paths reach."""
    radius = 1 / np.sqrt(runs[0].lam)
    reached = [stack(run).w / projections(run).factor[:, None] for run in runs]
    points = np.vstack([*reached, [[-radius, -radius], [radius, radius]]])
    low, high = points.min(axis=0), points.max(axis=0)
    half = 0.55 * (high - low).max()
    return [(centre - half, centre + half) for centre in (low + high) / 2]


def _circle(ax, radius, label="the ball, $1/\\sqrt{\\lambda}$"):
    angle = np.linspace(0, 2 * np.pi, 181)
    x, y = radius * np.cos(angle), radius * np.sin(angle)
    return ax.plot(x, y, color=ACCENT, lw=2.5, label=label, zorder=2)[0]


def _segments(start, stop, dashes, colour, width, label):
    return LineCollection(
        np.stack([start, stop], axis=1), linestyles=[dashes], colors=colour, linewidths=width, label=label, zorder=1
    )
