"""The scale factor a of w = a·v: a step with it, what rounding makes of it in step 1, how it fades."""

from fractions import Fraction

import numpy as np

from pegasos_edu.common.palette import ACCENT, DARK_GREY, GREY, INK, MINUS, PLUS, REGIONS
from pegasos_edu.plots.axes import GRID, LEGEND, axes_or_new, curve_styles

SMALLEST_NORMAL = np.finfo(float).tiny  # of the numbers with all their digits
_SMALL = {"textcoords": "offset points", "fontsize": 9, "va": "top"}
_BELOW = {"xytext": (0, -9), "textcoords": "offset points", "ha": "center", "va": "top"}
_BESIDE = {"xytext": (8, 0), "textcoords": "offset points", "ha": "left", "va": "center"}


def one_step_twice(w, shrunk, added, a, axes):
    """A step in the plane, on the left as w goes, on the right as v goes while a alone shrinks.

    The two corners on the right, multiplied by the new a, are the last two on the left.

    Parameters
    ----------
    w, shrunk, added : array, (2,)
        The weights before the step, after the shrinking, and after the addition.
    a : float
        The scale factor after the shrinking; before it, it was 1.
    axes : pair of Axes

    Returns
    -------
    pair of Line2D
        The corners w, shrunk, added; and v before and after.
    """
    corners = np.array([w, shrunk, added], dtype=float)
    kept = corners[1:] / a
    extent = np.vstack([corners, kept, np.zeros((1, 2))])
    (left, bottom), (right, top) = extent.min(axis=0) - 1, extent.max(axis=0) + 1
    drawn = [
        (corners, ("$w$", "shrunk", "added to"), "$w$ itself"),
        (kept, ("$v$: the shrinking\nleaves it alone", "added to"), f"$v$, where $w=a\\,v$ and now $a={a:g}$"),
    ]
    made = []
    for ax, (points, words, title) in zip(axes, drawn):
        for point in kept:  # the rays on which shrinking moves a point
            ax.plot(*np.outer([0, 1], point).T, ls=":", color=GREY, lw=1, zorder=0)
        for start, stop in zip(points, points[1:]):
            ax.annotate("", stop, start, arrowprops={"arrowstyle": "->", "lw": 1.8, "color": MINUS, "shrinkB": 3})
        for point, word, place in zip(points[::-1], words[::-1], [_BELOW, _BESIDE, _BESIDE]):
            ax.annotate(f"{word}\n({point[0]:g}, {point[1]:g})".replace("-", "−"), point, **place, fontsize=9)
        made.append(ax.plot(*points.T, ls="", marker="o", ms=6, color=INK, label=" corners")[0])
        ax.set(xlim=(left, right + 2), ylim=(bottom, top), aspect="equal")
        ax.set_title(title, fontsize=10)
        ax.grid(**GRID)
    axes[1].annotate("", *corners[:0:-1], arrowprops={"arrowstyle": "->", "lw": 1.8, "color": GREY, "shrinkB": 3})
    axes[1].annotate(f"times {a:g}:\n$w$ again", corners[1:].mean(axis=0), (46, 4), **_SMALL, color=DARK_GREY)
    return tuple(made)


def rounded_products(lams, *, ax=None):
    """Where λ·(1/λ) lies beside 1, once 1/λ is rounded to 53 binary digits, and to which number it is rounded then.

    A cross is the exact product, an arrow leads from it to the nearest number that a computer has.

    Parameters
    ----------
    lams : dict of str to float
        What to call each λ, and its value.
    ax : Axes, optional

    Returns
    -------
    Line2D
        The crosses: product − 1 in units of 2⁻⁵³, from the top down.
    """
    ax = axes_or_new(ax)
    exact = [float((Fraction(1 / lam) * Fraction(lam) - 1) * 2**53) for lam in lams.values()]
    rounded = [((1 / lam) * lam - 1) * 2**53 for lam in lams.values()]
    rows = np.arange(len(lams))
    ax.axvspan(-1.5, -0.5, color=REGIONS[3], zorder=0)
    ax.axvline(-0.5, color=GREY, lw=1, ls=":")
    for place, word in ((-1, "$1-2^{-53}$"), (0, "1")):
        ax.axvline(place, color=INK, lw=2)
        ax.annotate(word, (place, 1.02), xycoords=ax.get_xaxis_transform(), ha="center", va="bottom")
    for row, start, stop in zip(rows, exact, rounded):
        if abs(start - stop) > 0.1:
            ax.annotate("", (stop, row), (start, row), arrowprops={"arrowstyle": "->", "color": DARK_GREY, "lw": 1.3})
    (crosses,) = ax.plot(exact, rows, "x", ms=8, mew=2, color=PLUS, label="the exact product")
    ax.set(yticks=rows, yticklabels=lams, xlim=(-1.5, 1.1), ylim=(len(lams) - 0.4, -0.6), ylabel="$\\lambda$")
    ax.set_xticks([-1, 0], ["$1-\\eta\\lambda$ is 1.1e-16", "$1-\\eta\\lambda$ is 0"])
    ax.spines[["top", "right", "left"]].set_visible(False)
    return crosses


def scale_factors(t, factors, *, lost=None, ax=None):
    """The scale factor a of w = a·v against the round, on all the orders of magnitude that a number can have.

    Parameters
    ----------
    t : array, (T,)
    factors : dict of str to array (T,)
        What each curve is, and its values, above 0; at most six.
    lost : int, optional
        The first round whose score is no longer a number.
    ax : Axes, optional

    Returns
    -------
    list of Line2D
        One for each curve, then that of the smallest number, then that of the round, if there is one.
    """
    styles, ax = curve_styles(factors), axes_or_new(ax)
    lines = [
        ax.plot(t, values, **style, ms=4, markevery=0.15, label=label)[0]
        for style, (label, values) in zip(styles, factors.items())
    ]
    lines.append(ax.axhline(SMALLEST_NORMAL, color=ACCENT, lw=3, alpha=0.5, label="2e-308, the smallest normal number"))
    if lost is not None:
        lines.append(ax.axvline(lost, color=INK, lw=1, ls=":", label=f"overflow in step {lost}"))
    ax.set(yscale="log", ylim=(1e-320, 1e20), xlabel="step $t$", ylabel="scale factor $a$")
    ax.set_yticks([10.0**-e for e in (0, 100, 200, 300)])
    ax.grid(**GRID)
    ax.legend(**LEGEND | {"ncols": 2, "bbox_to_anchor": (0.46, -0.18)})
    return lines
