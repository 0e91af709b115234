"""Draw the pictures of lesson 07: sparse rows, the cost of a step, and the scale factor a of w = a·v."""

from fractions import Fraction

import numpy as np
from matplotlib.patches import Rectangle

from pegasos_edu.common.palette import ACCENT, DARK_GREY, GREY, INK, MINUS, PLUS, REGIONS, WHITE
from pegasos_edu.common.sparse_rows import rows_of
from pegasos_edu.plots.axes import GRID, curve_styles, legend_below, literal
from pegasos_edu.plots.plots import objective_curves

FILLED, EMPTY = REGIONS[1], WHITE
TEXT_STYLE = {"ha": "center", "va": "center"}
SMALLEST_NORMAL = np.finfo(float).tiny  # the smallest number with full precision
_SMALL = {"textcoords": "offset points", "va": "top"}
_BELOW = {"xytext": (0, -9), "textcoords": "offset points", "ha": "center", "va": "top"}
_BESIDE = {"xytext": (8, 0), "textcoords": "offset points", "ha": "left", "va": "center"}


def csr_picture(X, *, columns=None, ax):
    """Draw a small matrix as a table, and beside it the three arrays of its CSR form.

    Non-zeros are shaded in both. Thick lines separate the rows in ``indices`` and ``data``; return these lines.
    """
    (m, d) = X.shape
    for (i, j), value in np.ndenumerate(rows_of("X", X).toarray()):
        _cell(ax, j, i, value, *((FILLED, INK) if value else (EMPTY, GREY)))
    for i in range(m):
        ax.text(-0.3, i + 0.5, f"$x_{i}$", ha="right", va="center")
    for j in range(d):
        said = j if columns is None else f"{literal(columns[j])}\n{j}"
        ax.text(j + 0.5, -0.15, said, ha="center", va="bottom", color=DARK_GREY)
    left, strips = d + 3.2, {"data": 0.0, "indices": 1.2, "indptr": m - 1.0 if m > 3 else 2.4}
    for name, top in strips.items():
        ax.text(left - 0.3, top + 0.5, name, ha="right", va="center", family="monospace")
        for n, value in enumerate(getattr(X, name)):
            _cell(ax, left + n, top, value, FILLED if name == "data" else EMPTY, INK)
    for i, (start, stop) in enumerate(zip(X.indptr, X.indptr[1:])):
        if stop > start:
            ax.text(left + (start + stop) / 2, -0.15, f"$x_{i}$", ha="center", va="bottom")
    ends = (-0.15, strips["indices"] + 1.15)
    borders = [ax.plot([left + n] * 2, ends, color=INK, lw=2.5, label=f"border at {n}")[0] for n in X.indptr]
    width = max(X.nnz, m + 1)
    ax.set(xlim=(-1, left + width + 0.2), aspect="equal")
    ax.set_ylim(max(m, strips["indptr"] + 1) + 0.2, -0.8 if columns is None else -1.1)
    ax.axis("off")
    return borders


def _cell(ax, x, y, value, colour, ink):
    ax.add_patch(Rectangle((x, y), 1, 1, fc=colour, ec=GREY, lw=0.7))
    ax.text(x + 0.5, y + 0.5, f"{value:g}", color=ink, **TEXT_STYLE)


def strongest_words(w, words, *, names=("−1", "+1"), count=6, ax):
    """Draw the words with the lowest and the highest weights as bars to the left and to the right."""
    w, order = np.asarray(w), np.argsort(w, kind="stable")
    chosen = [j for j in order[:count] if w[j] < 0] + [j for j in order[-count:] if w[j] > 0]
    colours = [REGIONS[0] if w[j] < 0 else REGIONS[3] for j in chosen]
    bars = ax.barh(range(len(chosen)), w[chosen], color=colours, ec=INK, lw=0.8)
    for place, j in enumerate(chosen):
        side = "left" if w[j] < 0 else "right"
        shift = (4 if w[j] < 0 else -4, 0)
        ax.annotate(literal(words[j]), (0, place), shift, textcoords="offset points", ha=side, va="center")
    ax.axvline(0, color=INK, lw=1)
    limit = 1.1 * np.abs(w[chosen]).max(initial=1e-300)
    minus, plus = map(literal, names)
    ax.set(yticks=[], xlim=(-limit, limit), xlabel=f"weight:  ← evidence for {minus}        evidence for {plus} →")
    return bars


def entry_counts(counts, *, ax):
    """Draw the number of entries that each part of a step touches, as labelled bars, with the first on top."""
    values = [int(value) for value in counts.values()]
    bars = ax.barh(range(len(counts)), values, color=REGIONS[1], ec=INK, lw=0.8, height=0.6)
    ax.bar_label(bars, [f"{value:,}" for value in values], padding=4)
    ax.set(yticks=range(len(counts)), yticklabels=counts, xlim=(0, 1.15 * max(values)))
    ax.set(ylim=(len(counts) - 0.5, -0.5), xlabel="entries of $w$")
    ax.spines[["top", "right"]].set_visible(False)
    return bars


def cost_against_d(d, costs, *, ylabel="entries touched in a step", ax):
    """Draw the cost of a step against the number of features, on logarithmic axes, and write the last values out."""
    lines = objective_curves(d, costs, ylabel=ylabel, ax=ax)
    ax = lines[0].axes
    for line, values, style in zip(lines, costs.values(), curve_styles(costs)):
        line.set(markevery=1, marker=style["marker"] or "x", markersize=6)
        said = f"{values[-1]:,.0f}" if values[-1] >= 10 else f"{values[-1]:.2g}"
        ax.annotate(said, (d[-1], values[-1]), xytext=(7, 0), textcoords="offset points", va="center")
    ax.set(xlabel="features $d$", xlim=(d[0] / 1.3, d[-1] * 2.2))
    ax.legend()
    return lines


def one_step_twice(w, shrunk, added, a, axes):
    """Draw a step in the plane: on the left w moves; on the right v moves while the factor a shrinks.

    The two corners on the right, multiplied by the new a, are the last two corners on the left.
    """
    corners = np.array([w, shrunk, added], dtype=float)
    kept = corners[1:] / a
    extent = np.vstack([corners, kept, np.zeros((1, 2))])
    (left, bottom), (right, top) = extent.min(axis=0) - 1, extent.max(axis=0) + 1
    drawn = [
        (corners, ("$w$", "shrunk", "added to"), "$w$ itself"),
        (kept, ("$v$: the shrinking\nleaves it alone", "added to"), f"$v$, where $w=a\\,v$ and now $a={a:g}$"),
    ]
    dots = []
    for ax, (points, words, title) in zip(axes, drawn):
        for point in kept:  # the rays on which shrinking moves a point
            ax.plot(*np.outer([0, 1], point).T, ls=":", color=GREY, lw=1, zorder=0)
        for start, stop in zip(points, points[1:]):
            ax.annotate("", stop, start, arrowprops={"arrowstyle": "->", "lw": 1.8, "color": MINUS, "shrinkB": 3})
        for point, word, place in zip(points[::-1], words[::-1], [_BELOW, _BESIDE, _BESIDE]):
            ax.annotate(f"{word}\n({point[0]:g}, {point[1]:g})".replace("-", "−"), point, **place)
        dots.append(ax.plot(*points.T, ls="", marker="o", ms=6, color=INK, label=" corners")[0])
        ax.set(xlim=(left, right + 2), ylim=(bottom, top), aspect="equal")
        ax.set_title(title)
        ax.grid(**GRID)
    axes[1].annotate("", *corners[:0:-1], arrowprops={"arrowstyle": "->", "lw": 1.8, "color": GREY, "shrinkB": 3})
    axes[1].annotate(f"times {a:g}:\n$w$ again", corners[1:].mean(axis=0), (46, 4), **_SMALL, color=DARK_GREY)
    return tuple(dots)


def rounded_products(lams, *, ax):
    """Draw λ·(1/λ) next to 1, where 1/λ was rounded to 53 binary digits.

    A cross is the exact product, in units of 2⁻⁵³ from 1; an arrow leads to the nearest floating-point number.
    """
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


def scale_factors(t, factors, *, lost=None, ax):
    """Draw the scale factor a of w = a·v against the step; `lost` is the first step whose score has overflowed."""
    styles = curve_styles(factors)
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
    legend_below(ax)
    return lines
