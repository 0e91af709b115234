"""Draw the pictures of lesson 11: cost against m, d and other quantities, and error against time."""

import numpy as np
from matplotlib.ticker import NullFormatter

from pegasos_edu.common.palette import DARK_GREY, INK
from pegasos_edu.plots.axes import GRID, curve_styles
from pegasos_edu.plots.plots import objective_curves


def spread_steps(T, count=150):
    """Return at most `count` steps from 1 to T, evenly spread on a logarithmic axis."""
    return np.unique(np.geomspace(1, T, count).round().astype(int))


def first_time(t, reached):
    """Return the first t at which `reached` is true, or NaN."""
    return float(t[np.argmax(reached)]) if np.any(reached) else np.nan


def growth_power(x, values):
    """Return the p for which x to the power of p fits the growth of the values best."""
    return float(np.polyfit(np.log(x), np.log(median_of_runs(values)), 1)[0])


def median_of_runs(values):
    """Return the median over runs; a run that never arrives is NaN, and so is the median if half never do."""
    values = np.atleast_2d(np.asarray(values, dtype=float))
    middle = np.median(np.where(np.isnan(values), np.inf, values), axis=0)
    return np.where(np.isinf(middle), np.nan, middle)


def cost_curves(x, curves, *, xlabel, ylabel="steps", like=None, ax):
    """Draw costs on logarithmic axes: each run is a dot, and the line goes through their medians.

    `like` adds a line that grows like x to this power, from the first point of the first curve.
    """
    x, lines = np.asarray(x, dtype=float), []
    for style, (label, values) in zip(curve_styles(curves), curves.items()):
        values = np.atleast_2d(np.asarray(values, dtype=float))
        style["marker"] = style["marker"] or "d"
        lines += ax.plot(x, median_of_runs(values), **style, ms=6, lw=1.8, label=label)
        if len(values) > 1:
            ax.plot(x, values.T, ls="", marker=".", ms=5, color=style["color"], alpha=0.35, zorder=1, label="_")
    if like is not None:
        start = median_of_runs(next(iter(curves.values())))[0]
        ax.plot(x, start * (x / x[0]) ** like, color=DARK_GREY, lw=1, ls=(0, (2, 3)), label=_power(xlabel, like))
    ax.set(xscale="log", yscale="log", xlabel=xlabel, ylabel=ylabel)
    ax.set_xticks(x, [f"{value:,g}" for value in x])
    ax.set_xticks([], minor=True)
    (low, high), middles = ax.get_ylim(), np.concatenate([line.get_ydata() for line in lines])
    if np.nanmax(middles) < 1.5 * np.nanmin(middles):  # a flat curve should look flat
        ax.set_ylim(low / 4, high * 4)
        ax.yaxis.set_minor_formatter(NullFormatter())
    ax.grid(**GRID)
    ax.legend()
    return lines


def _power(xlabel, p):
    """Return the label of a power of the quantity on the axis, whose letter stands between dollars."""
    letter = xlabel.split("$")[1] if "$" in xlabel else "x"
    return {1: f"like ${letter}$", -1: f"like $1/{letter}$"}.get(p, f"like ${letter}^{{{p}}}$")


def errors_over_time(t, errors, target, *, ax):
    """Draw the median error on new examples against the step, and the target error."""
    medians = {name: np.median(values, axis=0) for name, values in errors.items()}
    lines = objective_curves(t, medians, ylabel="error on new examples", ax=ax)
    ax.axhline(target, color=INK, lw=1, ls=(0, (2, 3)), label=f"goal: {target:.0%}")
    ax.set(yscale="linear", xlabel="step $t$", ylim=(0, None))
    ax.yaxis.set_major_formatter(lambda value, _: f"{value:.0%}")
    ax.legend()
    return lines
