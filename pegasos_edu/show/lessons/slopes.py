"""Where subgradients come from and what they promise: lines below a corner, a parabola below f, means of slopes."""

import numpy as np
from matplotlib.lines import Line2D

from pegasos_edu.basics.palette import ACCENT, GREY, INK, MINUS, PLUS
from pegasos_edu.losses import hinge_loss
from pegasos_edu.show.axes import GRID, axes_or_new, curve_styles
from pegasos_edu.theory.subgradients import every_batch, variance_factor

TOLERANCE = 1e-9  # what a line may be above a function that it only touches
HINGE_SLOPES = (-1.5, -1, -0.75, -0.5, -0.25, 0, 0.5)  # slopes at the hinge's corner: two of them do not stay below
POINT_STYLE = {"ls": "", "marker": "o", "ms": 8, "mfc": "white", "mec": INK, "zorder": 5}


def fan(function, at, slopes, *, span, label, ax=None):
    """A function of one number, and straight lines that meet it in one point.

    A line that is nowhere above the function within the span has a subgradient for its slope: it is drawn solid,
    and the fan that they make is shaded. Any other is dashed, with crosses where it is above.

    Parameters
    ----------
    function : callable
        From an array (n,) to an array (n,).
    at : float
        Where the lines meet it.
    slopes : sequence of float
    span : pair of float
        From where to where to draw.
    label : str
        Of the function.
    ax : Axes, optional

    Returns
    -------
    list of Line2D
        The function, one line for each slope, and the crosses.
    """
    ax = axes_or_new(ax)
    x = np.linspace(*span, 401)
    values, touching = function(x), float(function(np.array([at]))[0])
    heights = [touching + slope * (x - at) for slope in slopes]
    above = [height > values + TOLERANCE for height in heights]
    curve = ax.plot(x, values, color=INK, lw=3, zorder=3, label=label)[0]
    lines = [_labelled(ax, x, height, slope, part.any()) for slope, height, part in zip(slopes, heights, above)]
    below = [height for height, part in zip(heights, above) if not part.any()]
    if below:
        ax.fill_between(x, np.min(below, axis=0), np.max(below, axis=0), color=ACCENT, alpha=0.15, lw=0, zorder=1)
    spots = np.concatenate([np.column_stack([x, height])[part][10::40] for height, part in zip(heights, above)])
    crosses = ax.plot(*spots.T, ls="", marker="x", ms=7, mew=1.8, color=PLUS, zorder=4, label="above it")[0]
    ax.plot([at], [touching], label="where they meet", **POINT_STYLE)
    ends = [*values, *(height[-1] for height in heights)]
    pad = 0.06 * np.ptp(ends)
    ax.set(xlim=span, ylim=(min(ends) - pad, max(ends) + pad))
    side = "upper right" if values[0] > values[-1] else "upper left"
    ax.legend(handles=[curve, *_samples(lines), *([crosses] if len(spots) else [])], fontsize=8, loc=side)
    return [curve, *lines, crosses]


def _labelled(ax, x, height, slope, is_above):
    """A line with its slope written at its end."""
    style = {"color": PLUS, "ls": "--"} if is_above else {"color": ACCENT, "ls": "-"}
    text, place = f"slope {_signed(slope)}", {"textcoords": "offset points", "va": "center", "fontsize": 8}
    ax.annotate(text, (x[-1], height[-1]), (4, 0), **place)
    return ax.plot(x, height, lw=1.4, zorder=2, label=text, **style)[0]


def _signed(number):
    return f"{number:g}".replace("-", "−")


def _samples(lines):
    """For the legend, what the solid and the dashed lines are."""
    there = {line.get_linestyle(): line.get_color() for line in lines}
    names = {"-": "nowhere above it", "--": "above it somewhere"}
    return [Line2D([], [], color=there[style], ls=style, label=names[style]) for style in names if style in there]


def hinge_fan(*, ax=None):
    """The lines through the corner of the hinge: those with slopes from −1 to 0 are nowhere above it.

    Returns
    -------
    list of Line2D
        As `fan` does.
    """
    ax = axes_or_new(ax)
    lines = fan(hinge_loss, 1.0, HINGE_SLOPES, span=(-1.5, 3.0), label="hinge loss", ax=ax)
    ax.set(xlabel="margin $y\\,\\langle w, x\\rangle$", ylabel="loss")
    return lines


def parabola_below(function, at, slope, curvature, *, span, label, ax=None):
    """A function of one number, a straight line that meets it, and a parabola that does, and stays below.

    Parameters
    ----------
    function : callable
        From an array (n,) to an array (n,).
    at, slope : float
        Where the line meets it, and its slope, a subgradient.
    curvature : float
        Of the parabola; λ for a function that is λ-strongly convex.
    span : pair of float
        From where to where to draw.
    label : str
        Of the function.
    ax : Axes, optional

    Returns
    -------
    list of Line2D
        The function, the parabola and the straight line.
    """
    ax = axes_or_new(ax)
    x = np.linspace(*span, 401)
    touching = float(function(np.array([at]))[0])
    line = touching + slope * (x - at)
    bent = line + curvature / 2 * (x - at) ** 2
    drawn = (
        (function(x), label, {"color": INK, "lw": 3}),
        (bent, f"parabola of curvature {curvature:g}", {"color": ACCENT, "ls": "--", "lw": 2}),
        (line, f"line of slope {_signed(round(slope, 2))}", {"color": PLUS, "ls": ":", "lw": 1.8}),
    )
    lines = [ax.plot(x, y, label=name, **style)[0] for y, name, style in drawn]
    ax.fill_between(x, line, bent, color=ACCENT, alpha=0.15, lw=0)
    ax.plot([at], [touching], label="where they meet", **POINT_STYLE)
    ax.set(xlim=span)
    ax.legend(handles=lines, fontsize=8)
    return lines


def batch_cloud(each, k, *, ax=None):
    """What the mini-batches of k say: the mean of ∇_i over each of them, as points in the plane.

    Parameters
    ----------
    each : array, (m, 2)
        ∇_i of each example.
    k : int
    ax : Axes, optional

    Returns
    -------
    list of Line2D
        A point for each mini-batch, the mean of all ∇_i, and the circle whose radius is the root of the variance.
    """
    ax = axes_or_new(ax)
    means, centre = each[every_batch(len(each), k)].mean(axis=1), each.mean(axis=0)
    radius = np.sqrt(((means - centre) ** 2).sum(axis=1).mean())
    angle = np.linspace(0, 2 * np.pi, 121)
    circle = centre + radius * np.column_stack([np.cos(angle), np.sin(angle)])
    dots = {"ls": "", "marker": "o", "ms": 5, "mfc": MINUS, "mec": "white", "mew": 0.4, "alpha": 0.6}
    lines = [
        *ax.plot(*means.T, label=f"one of {len(means)} batches", **dots),
        *ax.plot(*centre, ls="", marker="P", ms=12, mfc=PLUS, mec="white", label="mean of all", zorder=4),
        *ax.plot(*circle.T, color=INK, lw=1.4, label=f"root mean square distance {radius:.2f}"),
    ]
    half = 1.15 * np.abs(each - centre).max()
    limits = {"xlim": centre[0] + np.array([-half, half]), "ylim": centre[1] + np.array([-half, half])}
    ax.set(aspect="equal", xlabel="$\\nabla_t$, first entry", ylabel="second entry", title=f"k = {k}", **limits)
    ax.legend(fontsize=8, loc="upper center", bbox_to_anchor=(0.5, -0.16), frameon=False)
    return lines


def variance_curves(measured, *, ax=None):
    """The variance of a mini-batch, in units of one example's, against its size.

    Parameters
    ----------
    measured : array, (m,)
        For k = 1, …, m.
    ax : Axes, optional

    Returns
    -------
    list of Line2D
        What was measured, (m − k)/(k·(m − 1)), and 1/k.
    """
    ax = axes_or_new(ax)
    m = len(measured)
    k = np.arange(1, m + 1)
    drawn = (
        (measured, "counted over all subsets", {"ls": "", "marker": "o", "ms": 8, "mfc": "none", "mec": INK}),
        ([variance_factor(m, n) for n in k], "$(m-k)/(k(m-1))$", {"color": ACCENT, "ls": "-", "lw": 1.6}),
        ([variance_factor(m, n, replace=True) for n in k], "$1/k$: with replacement", {"color": PLUS, "ls": "--"}),
    )
    lines = [ax.plot(k, values, label=name, **style)[0] for values, name, style in drawn]
    ax.set(xlabel="examples in a mini-batch, $k$", ylabel="variance, one example = 1", xticks=k, ylim=(-0.04, 1.05))
    ax.grid(**GRID)
    ax.legend(fontsize=8)
    return lines


def ways_down(f, w, directions, *, longest=1.0, ax=None):
    """f along straight ways that start at w: how far above or below f(w) it is after a step of each length.

    Parameters
    ----------
    f : callable
        From a stack of points (n, d) to values (n,).
    w : array, (d,)
    directions : dict of str to array (d,)
        What each way is, and what is subtracted from w, once for a step of length 1; at most six.
    longest : float
        The longest step.
    ax : Axes, optional

    Returns
    -------
    list of Line2D
    """
    styles, ax = curve_styles(directions), axes_or_new(ax)
    steps = np.linspace(0, longest, 101)
    lines = [
        ax.plot(steps, f(w - np.outer(steps, g)) - f(w[None]), **style, lw=1.8, ms=5, markevery=20, label=name)[0]
        for style, (name, g) in zip(styles, directions.items())
    ]
    ax.axhline(0, color=GREY, lw=0.8)
    ax.set(xlabel="step size $\\eta$", ylabel="$f$ after the step − $f$ before", xlim=(0, longest))
    ax.legend(fontsize=8)
    return lines
