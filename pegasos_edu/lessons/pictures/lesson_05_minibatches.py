"""Draw the pictures of lesson 05: violators in a batch, and the variance of mini-batches."""

import numpy as np

from pegasos_edu.common.palette import ACCENT, INK, MINUS, PLUS
from pegasos_edu.lessons.pictures.several_lessons import finish
from pegasos_edu.plots.axes import curve_styles
from pegasos_edu.plots.pictures import figure
from pegasos_edu.theory.subgradients import variance_factor


def violators_by_class(violating, y, *, names=("−1", "+1")):
    """Return a figure with the number of violators of each class in each step; both arrays have the shape (T, k)."""
    (fig, ax), t = figure(width=5.6, height=3.4), np.arange(1, len(violating) + 1)
    for sign, name, colour, marker, dashes in ((-1, names[0], MINUS, "o", "--"), (1, names[1], PLUS, "^", "-")):
        count = np.sum(violating & (y == sign), axis=1)
        ax.plot(t, count, color=colour, marker=marker, ls=dashes, ms=4, lw=1, label=f"class {name}")
    finish(ax, xlabel="step $t$", ylabel="violators")
    return fig


def variance_curves(measured, *, ax):
    """Draw the variance of all mini-batches of each size k, relative to a single example, and two formulas.

    Return the lines: the measured values, (m − k)/(k·(m − 1)), and 1/k.
    """
    m = len(measured)
    k = np.arange(1, m + 1)
    drawn = (
        (measured, "counted over all subsets", {"ls": "", "marker": "o", "ms": 8, "mfc": "none", "mec": INK}),
        ([variance_factor(m, n) for n in k], "$(m-k)/(k(m-1))$", {"color": ACCENT, "ls": "-", "lw": 1.6}),
        ([variance_factor(m, n, replace=True) for n in k], "$1/k$: with replacement", {"color": PLUS, "ls": "--"}),
    )
    lines = [ax.plot(k, values, label=name, **style)[0] for values, name, style in drawn]
    finish(ax, xlabel="examples in a mini-batch, $k$", ylabel="variance, one example = 1", xticks=k, ylim=(-0.04, 1.05))
    return lines


def variance_figure(variance):
    """Return a figure of `variance_curves`, from the variances for k = 1, …, m."""
    fig, ax = figure(width=5.2, height=3.6)
    variance_curves(np.asarray(variance) / variance[0], ax=ax)
    return fig


def error_bars(x, curves, *, xlabel="size $k$ of a mini-batch", ylabel="$f(w)-f^*$", ax):
    """Draw the mean over seeds against x on logarithmic axes, with bars from the smallest to the largest value.

    `curves` maps a label to an array (seeds, n).
    """
    styles, drawn = curve_styles(curves), []
    for style, (label, values) in zip(styles, curves.items()):
        values = np.asarray(values, dtype=float)
        mean = values.mean(axis=0)
        bars = np.maximum(0, [mean - values.min(axis=0), values.max(axis=0) - mean])  # rounding may give −1e-17
        style["marker"] = style["marker"] or "d"
        drawn.append(ax.errorbar(x, mean, yerr=bars, **style, ms=4.5, lw=1.5, capsize=3, label=label))
    finish(ax, xscale="log", yscale="log", xlabel=xlabel, ylabel=ylabel)
    return drawn
