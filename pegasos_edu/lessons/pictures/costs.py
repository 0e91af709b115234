"""Cost against what it depends on, and error against time: medians of several runs, each run faint."""

import numpy as np
from matplotlib.ticker import NullFormatter

from pegasos_edu.common.palette import DARK_GREY, INK
from pegasos_edu.plots.axes import GRID, axes_or_new, curve_styles
from pegasos_edu.plots.plots import objective_curves


def times(T, count=150):
    """Some `count` rounds from 1 to T to look at a run, evenly spread on a logarithmic axis.

    Parameters
    ----------
    T : int
    count : int
        Fewer are given where rounds would come twice.

    Returns
    -------
    array of int
        In rising order, each once; 1 and T are among them.
    """
    return np.unique(np.geomspace(1, T, count).round().astype(int))


def first(t, reached):
    """The first t at which something is reached.

    Parameters
    ----------
    t : array, (n,)
    reached : array of bool, (n,)

    Returns
    -------
    float
        NaN where it never is.
    """
    return float(t[np.argmax(reached)]) if np.any(reached) else np.nan


def power(x, values):
    """The p for which the values grow most nearly like x to the power of p: the slope on logarithmic axes.

    Parameters
    ----------
    x : array, (n,), above 0
    values : array (n,) or (seeds, n), above 0
        Of several runs the median counts.

    Returns
    -------
    float
    """
    return float(np.polyfit(np.log(x), np.log(median(values)), 1)[0])


def median(values):
    """The median over the runs, where NaN stands for a run that never arrives.

    Parameters
    ----------
    values : array, (n,) or (seeds, n)

    Returns
    -------
    array, (n,)
        NaN where half of the runs or more do not arrive.
    """
    values = np.atleast_2d(np.asarray(values, dtype=float))
    middle = np.median(np.where(np.isnan(values), np.inf, values), axis=0)
    return np.where(np.isinf(middle), np.nan, middle)


def against(x, curves, *, xlabel, ylabel="steps", like=None, ax=None):
    """Counts or times against what they depend on, both axes logarithmic.

    Parameters
    ----------
    x : array, (n,)
    curves : dict of str to array (n,) or (seeds, n)
        What each curve is, and its values; of several runs each is a dot, and the line goes through their medians.
        At most six.
    xlabel, ylabel : str
    like : int, optional
        Draw beside the first curve, from its first point, what grows like x to this power.
    ax : Axes, optional

    Returns
    -------
    list of Line2D
        The medians.

    Raises
    ------
    ValueError
        For too many curves, or values of another shape.
    """
    ax, x, lines = axes_or_new(ax), np.asarray(x, dtype=float), []
    for style, (label, values) in zip(curve_styles(curves), curves.items()):
        values = np.atleast_2d(np.asarray(values, dtype=float))
        if values.shape[1:] != x.shape:
            raise ValueError(f"curves must have {len(x)} values in a row, got {values.shape} for {label!r}.")
        style["marker"] = style["marker"] or "d"
        lines += ax.plot(x, median(values), **style, ms=6, lw=1.8, label=label)
        if len(values) > 1:
            ax.plot(x, values.T, ls="", marker=".", ms=5, color=style["color"], alpha=0.35, zorder=1, label="_")
    if like is not None:
        start = median(next(iter(curves.values())))[0]
        ax.plot(x, start * (x / x[0]) ** like, color=DARK_GREY, lw=1, ls=(0, (2, 3)), label=_power(xlabel, like))
    ax.set(xscale="log", yscale="log", xlabel=xlabel, ylabel=ylabel)
    ax.set_xticks(x, [f"{value:,g}" for value in x])
    ax.set_xticks([], minor=True)
    (low, high), middles = ax.get_ylim(), np.concatenate([line.get_ydata() for line in lines])
    if np.nanmax(middles) < 1.5 * np.nanmin(middles):  # a flat curve should look flat
        ax.set_ylim(low / 4, high * 4)
        ax.yaxis.set_minor_formatter(NullFormatter())
    ax.grid(**GRID)
    ax.legend(fontsize=8)
    return lines


def _power(xlabel, p):
    """What grows like the quantity of the axis to the power p; its letter stands between dollars."""
    letter = xlabel.split("$")[1] if "$" in xlabel else "x"
    return {1: f"like ${letter}$", -1: f"like $1/{letter}$"}.get(p, f"like ${letter}^{{{p}}}$")


def errors_over_time(t, errors, target, *, ax=None):
    """The error on new examples against the number of steps, and the error that is to be reached.

    Parameters
    ----------
    t : array, (n,)
    errors : dict of str to array (seeds, n)
        What each curve is, and its shares of wrong answers, from 0 to 1; the median is drawn. At most six.
    target : float
    ax : Axes, optional

    Returns
    -------
    list of Line2D
        The medians.
    """
    ax, medians = axes_or_new(ax), {name: np.median(values, axis=0) for name, values in errors.items()}
    lines = objective_curves(t, medians, ylabel="error on new examples", ax=ax)
    ax.axhline(target, color=INK, lw=1, ls=(0, (2, 3)), label=f"goal: {target:.0%}")
    ax.set(yscale="linear", xlabel="step $t$", ylim=(0, None))
    ax.yaxis.set_major_formatter(lambda value, _: f"{value:.0%}")
    ax.legend(fontsize=8)
    return lines
