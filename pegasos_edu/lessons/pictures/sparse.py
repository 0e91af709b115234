"""What sparse rows look like in memory, what is learned from texts, and what a step costs."""

import numpy as np
from matplotlib.patches import Rectangle

from pegasos_edu.common.palette import DARK_GREY, GREY, INK, REGIONS, WHITE
from pegasos_edu.plots.axes import axes_or_new, curve_styles, plain
from pegasos_edu.plots.plots import objective_curves

FILLED, EMPTY = REGIONS[1], WHITE
TEXT_STYLE = {"ha": "center", "va": "center"}


def csr_picture(X, *, columns=None, ax=None):
    """A small matrix as a table, and beside it the three arrays of its CSR form.

    Non-zeros are shaded in both; thick lines part the rows of X in ``indices`` and ``data``.

    Parameters
    ----------
    X : SciPy CSR matrix, (m, d)
        Small enough to be read: some 4 by 6, with a non-zero at least.
    columns : sequence of str, (d,), optional
        What each column stands for; only its number if left out.
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
        said = j if columns is None else f"{plain(columns[j])}\n{j}"
        ax.text(j + 0.5, -0.15, said, ha="center", va="bottom", color=DARK_GREY, fontsize=8)
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


def strongest_words(w, words, *, names=("−1", "+1"), count=6, ax=None):
    """The words of the lowest and of the highest weights, as bars to the left and to the right.

    Parameters
    ----------
    w : array, (d,)
    words : sequence of str, (d,)
        What each weight belongs to.
    names : pair of str
        What −1 and +1 stand for.
    count : int
        How many words of each sign, at most.
    ax : Axes, optional

    Returns
    -------
    BarContainer
        From the lowest weight up.
    """
    ax, w, order = axes_or_new(ax), np.asarray(w), np.argsort(w, kind="stable")
    chosen = [j for j in order[:count] if w[j] < 0] + [j for j in order[-count:] if w[j] > 0]
    colours = [REGIONS[0] if w[j] < 0 else REGIONS[3] for j in chosen]
    bars = ax.barh(range(len(chosen)), w[chosen], color=colours, ec=INK, lw=0.8)
    for place, j in enumerate(chosen):
        side = "left" if w[j] < 0 else "right"
        shift = (4 if w[j] < 0 else -4, 0)
        ax.annotate(plain(words[j]), (0, place), shift, textcoords="offset points", ha=side, va="center", fontsize=9)
    ax.axvline(0, color=INK, lw=1)
    limit = 1.1 * np.abs(w[chosen]).max(initial=1e-300)
    minus, plus = map(plain, names)
    ax.set(yticks=[], xlim=(-limit, limit), xlabel=f"weight:  ← speaks for {minus}        speaks for {plus} →")
    return bars


def entry_counts(counts, *, ax=None):
    """How many entries each part of a step has to do with: bars from 0 on, as long as the numbers beside them.

    Parameters
    ----------
    counts : dict of str to int
        The first stands on top.
    ax : Axes, optional

    Returns
    -------
    BarContainer
        From the top down.
    """
    ax, values = axes_or_new(ax), [int(value) for value in counts.values()]
    bars = ax.barh(range(len(counts)), values, color=REGIONS[1], ec=INK, lw=0.8, height=0.6)
    ax.bar_label(bars, [f"{value:,}" for value in values], padding=4)
    ax.set(yticks=range(len(counts)), yticklabels=counts, xlim=(0, 1.15 * max(values)))
    ax.set(ylim=(len(counts) - 0.5, -0.5), xlabel="entries of $w$")
    ax.spines[["top", "right"]].set_visible(False)
    return bars
