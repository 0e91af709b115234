"""Draw the pictures of lesson 02: subgradients, a parabola below f, and the directions of single examples."""

import numpy as np
from matplotlib.lines import Line2D

from pegasos_edu.common.palette import ACCENT, GREY, INK, MINUS, PLUS
from pegasos_edu.losses import hinge_loss
from pegasos_edu.plots.axes import GRID, legend_below, literal

TOLERANCE = 1e-9  # how far rounding may lift a line above a function that it only touches
HINGE_SLOPES = (-1.5, -1, -0.75, -0.5, -0.25, 0, 0.5)  # the lines with slopes −1.5 and 0.5 do not stay below the hinge
ALL_STYLE = {"color": PLUS, "ls": "--", "marker": "o", "lw": 1.6, "ms": 6}
POINT_STYLE = {"ls": "", "marker": "o", "ms": 8, "mfc": "white", "mec": INK, "zorder": 5}


def fan(function, at, slopes, *, span, label, ax):
    """Draw a function of one number and straight lines that meet it in one point.

    The slope of a line that is nowhere above the function is a subgradient: the line is solid, and the fan of these
    lines is shaded. The others are dashed, with crosses where they are above. Return function, lines and crosses.
    """
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
    ax.legend(handles=[curve, *_samples(lines), *([crosses] if len(spots) else [])], loc=side)
    return [curve, *lines, crosses]


def _labelled(ax, x, height, slope, is_above):
    """Draw a line with its slope written at its end."""
    style = {"color": PLUS, "ls": "--"} if is_above else {"color": ACCENT, "ls": "-"}
    text, place = f"slope {_signed(slope)}", {"textcoords": "offset points", "va": "center"}
    ax.annotate(text, (x[-1], height[-1]), (4, 0), **place)
    return ax.plot(x, height, lw=1.4, zorder=2, label=text, **style)[0]


def _signed(number):
    return f"{number:g}".replace("-", "−")


def _samples(lines):
    """Return the legend's texts for solid and dashed lines."""
    there = {line.get_linestyle(): line.get_color() for line in lines}
    names = {"-": "nowhere above it", "--": "above it somewhere"}
    return [Line2D([], [], color=there[style], ls=style, label=names[style]) for style in names if style in there]


def hinge_fan(*, ax):
    """Draw lines through the corner of the hinge; lines with slopes from −1 to 0 are nowhere above it."""
    lines = fan(hinge_loss, 1.0, HINGE_SLOPES, span=(-1.5, 3.0), label="hinge loss", ax=ax)
    ax.set(xlabel="margin $y\\,\\langle w, x\\rangle$", ylabel="loss")
    return lines


def race(full, singles, m, *, optimum, ax):
    """Draw f against the number of examples drawn: for a run with all m in each step, and for runs with one.

    Return the line of the first run, the line of each run with one, the median of these runs, and f*.
    """
    drawn = np.unique(np.geomspace(1, np.shape(singles)[1], 250).astype(int))  # more would not be seen
    singles = np.array(singles)[:, drawn - 1]
    middle = np.median(singles, axis=0)
    names = [f"one a step, {len(singles)} runs", *[None] * (len(singles) - 1)]
    lines = [
        *ax.plot(m * np.arange(1, len(full) + 1), full, label=f"all {m} a step", **ALL_STYLE),
        *(ax.plot(drawn, run, color=GREY, lw=0.6, alpha=0.6, label=name)[0] for name, run in zip(names, singles)),
        *ax.plot(drawn, middle, color=MINUS, lw=2, label="their median"),
        ax.axhline(optimum, color=ACCENT, lw=4, alpha=0.5, zorder=1, label=f"optimum $f^*$ = {optimum:.3f}"),
    ]
    ax.set(xscale="log", yscale="log", xlabel="examples drawn", ylabel="objective $f(w)$")
    ax.grid(**GRID)
    ax.legend(handles=[lines[0], lines[1], *lines[-2:]])
    return lines


def directions(each, y, away, *, names=("−1", "+1"), half=4.6, ax):
    """Draw the effect of a tiny step against each ∇_i: on the right f falls, in the upper half w comes nearer to w*.

    `each` holds ∇_i for each example, `away` is w − w*. Examples with the same ∇_i share a square with their
    number; the cross is the mean of all. Return the artists: class −1, class +1, shared places, and the mean.
    """
    g = each.mean(axis=0)
    at = each @ np.column_stack([g / np.linalg.norm(g), away / np.linalg.norm(away)])
    _, first, group, often = np.unique(each, axis=0, return_index=True, return_inverse=True, return_counts=True)
    alone, shared = often[group.ravel()] == 1, first[often > 1]
    drawn = (
        (at[alone & (y < 0)], literal(names[0]), {"marker": "o", "ms": 5.5, "mfc": MINUS, "mec": "white", "mew": 0.4}),
        (at[alone & (y > 0)], literal(names[1]), {"marker": "^", "ms": 6.5, "mfc": PLUS, "mec": "white", "mew": 0.4}),
        (at[shared], "the same $\\nabla_i$", {"marker": "s", "ms": 11, "mfc": "white", "mec": INK, "mew": 1.5}),
        (at.mean(axis=0)[None], "mean of all", {"marker": "P", "ms": 11, "mfc": ACCENT, "mec": "white"}),
    )
    lines = [
        ax.plot(*places.T, ls="", label=name if len(places) else None, zorder=3, **style)[0]
        for places, name, style in drawn
    ]
    for place, number in zip(at[shared], often[often > 1]):
        above = {"textcoords": "offset points", "ha": "center", "fontweight": "bold"}
        ax.annotate(f"{number} examples", place, (0, 11), **above)
    _corners(ax, at, half)
    legend_below(ax)
    return lines


def _corners(ax, at, half):
    """Name the four corners, each with its number of examples."""
    uphill, nearer = at[:, 0] < 0, at[:, 1] > 0
    for x, y, name, inside in (
        (0.02, 0.97, "uphill, yet nearer", uphill & nearer),
        (0.98, 0.97, "downhill and nearer", ~uphill & nearer),
        (0.02, 0.03, "uphill and away", uphill & ~nearer),
        (0.98, 0.03, "downhill, yet away", ~uphill & ~nearer),
    ):
        side = {"ha": "left" if x < 0.5 else "right", "va": "top" if y > 0.5 else "bottom"}
        ax.text(x, y, f"{name}: {inside.sum()}", transform=ax.transAxes, **side)
    for line in (ax.axhline, ax.axvline):
        line(0, color=GREY, lw=0.8, zorder=1, label="_axis")
    ax.set(xlim=(-half, half), ylim=(-half / 2.2, half / 1.2))
    ax.set(xlabel="← $f$ rises        $f$ falls →", ylabel="← away from $w^*$    nearer to $w^*$ →")


def step_sizes(t, best, lam, *, ax):
    """Draw the best step size in each step, as a band of several runs and their median, and 1/(λt)."""
    band = ax.fill_between(t, *np.quantile(best, [0, 1], axis=0), color=GREY, alpha=0.3, lw=0)
    band.set_label(f"the best, in {len(best)} runs")
    (middle,) = ax.plot(t, np.median(best, axis=0), color=MINUS, lw=2, label="their median")
    (rule,) = ax.plot(t, 1 / (lam * np.asarray(t)), color=PLUS, ls="--", lw=2, label="$1/(\\lambda t)$")
    ax.set(xscale="log", yscale="log", xlabel="step $t$", ylabel="step size $\\eta$")
    ax.grid(**GRID)
    ax.legend(handles=[band, middle, rule])
    return [band, middle, rule]


def parabola_below(function, at, slope, curvature, *, span, label, ax):
    """Draw a function, a line that touches it, and a parabola of a given curvature that touches it from below.

    Return the function, the parabola and the line.
    """
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
    ax.legend(handles=lines)
    return lines
