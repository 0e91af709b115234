"""Draw the pictures of lesson 06: the length of w, and the ball of the projection."""

import numpy as np

from pegasos_edu.common.palette import ACCENT, DARK_GREY, INK, MINUS, PLUS
from pegasos_edu.lessons.pictures.several_lessons import finish
from pegasos_edu.plots.axes import curve_styles
from pegasos_edu.plots.pictures import figure
from pegasos_edu.runs.reading import stack
from pegasos_edu.theory.projection import projections

CUT_STYLE = {"ls": "", "marker": "x", "color": PLUS, "mew": 1.6, "ms": 6}


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
    (fig, ax), log, steps = figure(width=5.8, height=3.8), projections(run), stack(run)
    size = np.linalg.norm(run.X, axis=1)
    added = run.y[steps.i] * steps.score < 1
    needed = length_needed(log, run.lam)
    calm, cut = added & ~log.fired, log.fired
    ax.plot(log.t[added], needed[added], color=ACCENT, lw=1.2, zorder=1, label="length needed to lead out")
    ax.plot(log.t[calm], size[steps.i[calm]], ls="", marker=".", ms=4, color=MINUS, label="added, not cut")
    ax.plot(log.t[cut], size[steps.i[cut]], **CUT_STYLE, label="added, and cut back")
    ax.axhline(size.max(), color=DARK_GREY, ls=(0, (1, 1)), lw=1.6, label="the longest example")
    finish(ax, xscale="log", yscale="log", xlabel="step $t$", ylabel="$\\|x\\|$")
    ax.legend(loc="lower right")
    return fig


def length_needed(log, lam):
    """Return for each step of a projected run of `hinge` the length of an example that would lead out of the ball.

    An example that is added has a margin below 1. So from ‖w_t‖ = ρ/√λ, ρ ≤ 1, a step leads out only if
    ‖x‖² > λ·(1 + (t − 1)²·(1 − ρ²)).
    """
    inside = 1 - np.minimum(1, lam * np.append(0, log.after[:-1]) ** 2)
    return np.sqrt(lam * (1 + (log.t - 1) ** 2 * inside))


def point_outside(w, radius, *, nearest=None):
    """Return a figure with a ball, a w outside it, and the nearest point of the ball if `nearest` is given."""
    fig, ax = figure(width=4.2, height=4.2)
    angle = np.linspace(0, 2 * np.pi, 181)
    ax.plot(radius * np.cos(angle), radius * np.sin(angle), color=ACCENT, lw=2.5, label="the ball", zorder=2)
    ax.plot(0, 0, ls="", marker="+", ms=8, color=INK)
    ax.plot(*np.reshape(w, (2, 1)), ls="", marker="x", ms=9, mew=2, color=PLUS, label="$w$")
    if nearest is not None:
        ax.plot(*np.transpose([w, nearest]), color=PLUS, ls=(0, (2, 1)), lw=1.5)
        ax.plot(*np.reshape(nearest, (2, 1)), ls="", marker="o", color=MINUS, label="the nearest point")
    half = 1.15 * max(radius, np.abs(w).max())
    ax.set(xlim=(-half, half), ylim=(-half, half), aspect="equal", xlabel="$w[1]$", ylabel="$w[2]$")
    ax.legend(loc="lower left")
    return fig
