"""What sparse rows look like in memory, what a step on them costs, and how a scale factor fades."""

import numpy as np
from matplotlib.patches import Rectangle

from pegasos_edu.basics.palette import ACCENT, GREY, INK, REGIONS, WHITE
from pegasos_edu.show.axes import GRID, LEGEND, axes_or_new, curve_styles
from pegasos_edu.show.plots import objective_curves

FILLED, EMPTY = REGIONS[1], WHITE
TEXT_STYLE = {"ha": "center", "va": "center"}
SMALLEST_NORMAL = np.finfo(float).tiny  # of the numbers with all their digits


def csr_picture(X, *, ax=None):
    """A small matrix as a table, and beside it the three arrays of its CSR form.

    Non-zeros are shaded in both; thick lines part the rows of X in ``indices`` and ``data``.

    Parameters
    ----------
    X : SciPy CSR matrix, (m, d)
        Small enough to be read: some 4 by 6, with a non-zero at least.
    ax : Axes, optional

    Returns
    -------
    list of Line2D
        The lines that part the rows, one for each entry of ``indptr``.
    """
    ax, (m, d) = axes_or_new(ax), X.shape
    for (i, j), value in np.ndenumerate(X.toarray()):
        _cell(ax, j, i, value, *((FILLED, INK) if value else (EMPTY, GREY)))
    for i in range(m):
        ax.text(-0.3, i + 0.5, f"$x_{i}$", ha="right", va="center")
    for j in range(d):
        ax.text(j + 0.5, -0.15, j, ha="center", va="bottom", color=GREY, fontsize=8)
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
    ax.set(xlim=(-1, left + width + 0.2), ylim=(max(m, strips["indptr"] + 1) + 0.2, -0.8), aspect="equal")
    ax.axis("off")
    return borders


def _cell(ax, x, y, value, colour, ink):
    ax.add_patch(Rectangle((x, y), 1, 1, fc=colour, ec=GREY, lw=0.7))
    ax.text(x + 0.5, y + 0.5, f"{value:g}", color=ink, **TEXT_STYLE)


def cost_against_d(d, costs, *, ylabel="entries touched in a step", ax=None):
    """What a step costs against the number of features d, both axes logarithmic; the last values are written out.

    Parameters
    ----------
    d : array, (n,)
    costs : dict of str to array (n,)
        What each curve is, and its values; at most six.
    ylabel : str
        What is counted, or measured.
    ax : Axes, optional

    Returns
    -------
    list of Line2D
    """
    lines = objective_curves(d, costs, ylabel=ylabel, ax=ax)
    ax = lines[0].axes
    for line, values, style in zip(lines, costs.values(), curve_styles(costs)):
        line.set(markevery=1, marker=style["marker"] or "x", markersize=6)
        said = f"{values[-1]:,.0f}" if values[-1] >= 10 else f"{values[-1]:.2g}"
        ax.annotate(said, (d[-1], values[-1]), xytext=(7, 0), textcoords="offset points", va="center")
    ax.set(xlabel="features $d$", xlim=(d[0] / 1.3, d[-1] * 2.2))
    ax.legend(fontsize=8)
    return lines


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
    ax.set(yscale="log", ylim=(1e-320, 1e20), xlabel="iteration $t$", ylabel="scale factor $a$")
    ax.set_yticks([10.0**-e for e in (0, 100, 200, 300)])
    ax.grid(**GRID)
    ax.legend(**LEGEND | {"ncols": 2, "bbox_to_anchor": (0.46, -0.18)})
    return lines
