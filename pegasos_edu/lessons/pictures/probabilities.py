"""What the log loss adds to the pictures: probabilities in the plane, promises kept, how much each example counts."""

import numpy as np
from contourpy import contour_generator
from matplotlib.collections import LineCollection
from matplotlib.colors import BoundaryNorm, LinearSegmentedColormap
from scipy.special import expit, logit

from pegasos_edu.common.palette import ACCENT, GREY, INK, NEUTRAL, REGIONS
from pegasos_edu.common.validation import check_vectors
from pegasos_edu.losses import LOSSES
from pegasos_edu.plots.axes import GRID, LEGEND, axes_or_new, curve_styles, plain
from pegasos_edu.plots.pictures import figure
from pegasos_edu.plots.plane import RESOLUTION, check_plane, middle, scatter, square
from pegasos_edu.plots.plots import loss_curves
from pegasos_edu.theory.radius import ball_radius

LEVELS = np.arange(1, 10) / 10
PROBABILITY_COLOURS = LinearSegmentedColormap.from_list("probabilities", [REGIONS[0], NEUTRAL, REGIONS[3]], 10)
LABEL_STYLE = {"ha": "center", "va": "center", "fontsize": 8, "color": INK, "zorder": 4}
LABEL_STYLE["bbox"] = {"fc": "white", "ec": "none", "alpha": 0.9, "pad": 0.8}
RING_AREA = 420  # square points of the ring of pull 1


def probability_map(score, X, y, *, names=("−1", "+1"), ax=None):
    """The data in the plane, over the probability of +1, p = 1/(1 + e^−score), with its lines at 0.1, …, 0.9.

    Lines below 0.5 are dashed, that at 0.5 is bold: there the score is 0.

    Parameters
    ----------
    score : array (2,), or callable
        The weights w, and the plot is centred at the origin; or a function from points (n, 2) to scores (n,), and
        it is centred at the data.
    X : array, (m, 2)
    y : array, (m,), of −1 and +1
    names : pair of str
        What −1 and +1 stand for.
    ax : Axes, optional

    Returns
    -------
    dict of float to LineCollection
        The line of each probability.

    Raises
    ------
    ValueError
        For data that do not have two features, and as `run` does.
    """
    X, y = check_plane(X, y, names)
    centre, score = (middle(X), score) if callable(score) else (np.zeros(2), _linear(score))
    ax = axes_or_new(ax)
    x, z = square(X, RESOLUTION, centre)
    grid = np.column_stack([axis.ravel() for axis in np.meshgrid(x, z)])
    scores = np.asarray(score(grid), dtype=float).reshape(len(z), len(x))
    style = {
        "cmap": PROBABILITY_COLOURS,
        "norm": BoundaryNorm([0, *LEVELS, 1], 10),
        "interpolation": "nearest",
        "zorder": 0,
    }
    ax.imshow(expit(scores), extent=(x[0], x[-1], z[0], z[-1]), origin="lower", **style)
    contours = contour_generator(x, z, scores)
    lines = {level: _level_line(ax, level, contours.lines(logit(level))) for level in LEVELS.tolist()}
    ax.set(xlim=(x[0], x[-1]), ylim=(z[0], z[-1]), xlabel="$x_1$", ylabel="$x_2$")
    _label_levels(ax, lines, X)
    scatter(ax, X, y, names)
    ax.legend(**LEGEND)
    return lines


def _linear(w):
    w = check_vectors("score", w, 2, stack=False)
    return lambda points: points @ w


def _level_line(ax, level, pieces):
    style = {"linestyles": "--" if level < 0.5 else "-", "linewidths": 2.2 if level == 0.5 else 0.8}
    label = "probability 0.5" if level == 0.5 else None
    return ax.add_collection(LineCollection(pieces, colors=INK, zorder=1, label=label, **style), autolim=False)


def _label_levels(ax, lines, X):
    """On each line its probability, where it is furthest from the examples and from the numbers of other lines."""
    (left, right), (bottom, top) = ax.get_xlim(), ax.get_ylim()
    taken, edge = X, 0.05 * (right - left)
    for level, line in lines.items():
        path = np.concatenate([np.empty((0, 2)), *line.get_segments()])
        inside = np.all((path > [left + edge, bottom + edge]) & (path < [right - edge, top - edge]), axis=1)
        if inside.any():
            path = path[inside]
            place = path[np.linalg.norm(path[:, None] - taken, axis=2).min(axis=1).argmax()]
            ax.text(*place, f"{level:.1f}", **LABEL_STYLE)
            taken = np.vstack([taken, place])


def both_boundaries(w_hinge, w_log, X, y, *, names=("−1", "+1"), ax=None):
    """The probabilities of logistic regression, and over them the boundary of the support vector machine.

    Parameters
    ----------
    w_hinge, w_log : array, (2,)
        The weights, such as the optima for the two losses.
    X, y, names, ax
        As for `probability_map`.

    Returns
    -------
    dict of int to LineCollection
        The hinge's lines of score −1, 0 and +1.

    Raises
    ------
    ValueError
        As `probability_map` does.
    """
    X, y = check_plane(X, y, names)
    ax = axes_or_new(ax)
    probability_map(w_log, X, y, names=names, ax=ax)
    styles = {-1: (":", 1.3, None), 0: ((0, (4, 1.5)), 2.6, "hinge: score 0"), 1: (":", 1.3, "hinge: score ±1")}
    lines = {level: _score_line(ax, w_hinge, level, ACCENT, *style) for level, style in styles.items()}
    ax.legend(**LEGEND | {"handlelength": 3})
    return lines


def _score_line(ax, w, level, colour, dashes, width, label):
    """The line where ⟨w, x⟩ is `level`, across the axes."""
    x, z = np.array(ax.get_xlim()), np.array(ax.get_ylim())
    corners = np.column_stack([axis.ravel() for axis in np.meshgrid(x, z)])
    pieces = contour_generator(x, z, _linear(w)(corners).reshape(2, 2)).lines(level)
    style = {"colors": colour, "linestyles": [dashes], "linewidths": width, "zorder": 1.5}
    return ax.add_collection(LineCollection(pieces, label=label, **style), autolim=False)


def example_pulls(pulls, w, X, y, *, names=("−1", "+1"), ax=None):
    """The data in the plane with the boundary of w, and around each example a ring whose area is its pull.

    Parameters
    ----------
    pulls : array, (m,)
        −slope of the loss at each margin: from 0, no ring, to 1.
    w : array, (2,)
    X, y, names, ax
        As for `probability_map`.

    Returns
    -------
    PathCollection
        The rings, one for each pull above 0.

    Raises
    ------
    ValueError
        As `probability_map` does, and for pulls that are not from 0 to 1, one for each example.
    """
    X, y = check_plane(X, y, names)
    pulls = check_vectors("pulls", pulls, len(y), stack=False)
    if pulls.min() < 0 or pulls.max() > 1:
        raise ValueError(
            f"pulls must be from 0 to 1, got {pulls.min():.3g} to {pulls.max():.3g}; divide by the largest."
        )
    ax = axes_or_new(ax)
    x, z = square(X, 2, np.zeros(2))
    ax.set(xlim=x, ylim=z, aspect="equal", xlabel="$x_1$", ylabel="$x_2$")
    _score_line(ax, w, 0, INK, "-", 2, "score 0")
    for points in scatter(ax, X, y, names):
        points.set_sizes(0.5 * points.get_sizes())
    some, ring = pulls > 0, {"fc": "none", "ec": INK, "lw": 0.9, "zorder": 3}
    rings = ax.scatter(*X[some].T, s=RING_AREA * pulls[some], **ring)
    ax.scatter([], [], s=RING_AREA, label="ring of pull 1", **ring)
    ax.legend(**LEGEND | {"markerscale": 1, "ncols": 4})
    return rings


def promise_curves(lams, promised, kept, *, ax=None):
    """How sure a model says it is, and how often it is right, against λ: a faint line for each run, the medians bold.

    Parameters
    ----------
    lams : array, (n,)
    promised, kept : array, (runs, n)
        The mean probability of what was answered, and the share of answers that were right.
    ax : Axes, optional

    Returns
    -------
    list of Line2D
        The medians: promised, kept.

    Raises
    ------
    ValueError
        Where there is not one row a run with one value for each λ.
    """
    curves = {"how sure it says it is": np.asarray(promised), "how often it is right": np.asarray(kept)}
    for label, values in curves.items():
        if values.ndim != 2 or values.shape[1] != len(lams):
            raise ValueError(
                f"{label!r} must have a row a run of {len(lams)} values, one for each lam, got {values.shape}."
            )
    ax, medians = axes_or_new(ax), []
    for style, (label, values) in zip(curve_styles(curves), curves.items()):
        for run in values:
            ax.plot(lams, run, **style | {"marker": None}, lw=0.6, alpha=0.4)
        medians += ax.plot(lams, np.median(values, axis=0), **style, lw=2.2, ms=5, label=label)
    ax.set(xscale="log", xlabel="$\\lambda$", ylabel="share of the answers")
    ax.grid(**GRID)
    ax.legend(fontsize=8)
    return medians


def losses_and_pulls():
    """Two panels against the margin: the losses, and the pull of an example under hinge and log loss.

    Returns
    -------
    Figure
    """
    made, (left, right) = figure(2, height=3.8)
    loss_curves(ax=left)
    pull_curves(ax=right)
    return made


def pull_curves(*, ax=None):
    """How strongly an example pulls, −slope of its loss, against its margin: hinge and log loss.

    Returns
    -------
    dict of str to Line2D
        The curve of each loss.
    """
    ax = axes_or_new(ax)
    lines = {loss: _curve(ax, loss, np.ones_like) for loss in LOSSES}
    ax.axvline(1, color=GREY, lw=0.8)
    ax.set(xlabel="margin $z$", ylabel="pull of the example, −slope", xlim=(-2.775, 3.275))
    ax.legend(fontsize=8)
    return lines


def balance_curves(*, ax=None):
    """Margin times pull against the margin, and the largest value of each loss: the bound of λ·‖w*‖².

    Returns
    -------
    dict of str to Line2D
        The curve of each loss.
    """
    ax = axes_or_new(ax)
    lines = {loss: _curve(ax, loss, lambda z: z) for loss in LOSSES}
    for line in lines.values():
        z, largest = line.get_xydata()[np.nanargmax(line.get_ydata())]
        ax.plot(z, largest, "o", color=line.get_color(), ms=6)
        ax.annotate(f"{largest:.4g}", (z, largest), xytext=(8, 2), textcoords="offset points", fontsize=9)
    ax.axhline(0, color=GREY, lw=0.8, zorder=0)
    ax.set(xlabel="margin $z$", ylabel="margin × pull", xlim=(-0.7, 5.1), ylim=(-0.75, 1.15))
    ax.legend(fontsize=8)
    return lines


def norm_curves(lams, weights, *, ax=None):
    """‖w‖·√λ against λ, for optima of several data sets with the log loss, and the line that none of them passes.

    Parameters
    ----------
    lams : array, (n,)
    weights : dict of str to list of n arrays
        What each data set is, and its w for each λ; at most six.
    ax : Axes, optional

    Returns
    -------
    list of Line2D
        One for each data set, then the bound.
    """
    ax = axes_or_new(ax)
    styles, bound = curve_styles(weights), ball_radius(1.0, "log")
    lines = []
    for style, (name, vectors) in zip(styles, weights.items()):
        sizes = [np.linalg.norm(w) * np.sqrt(lam) for w, lam in zip(vectors, lams, strict=True)]
        lines += ax.plot(lams, sizes, **style, ms=4, label=plain(name))
    lines.append(ax.axhline(bound, color=INK, lw=3, alpha=0.5, label=f"bound {bound:.3f}"))
    ax.set(xscale="log", ylim=(0, 0.6), xlabel="$\\lambda$", ylabel="$\\|w^*\\|\\,\\sqrt{\\lambda}$")
    ax.grid(**GRID)
    ax.legend(fontsize=8)
    return lines


def loss_of_runs(written, repaired, *, axes):
    """The mean log loss of several runs against the step: computed as it is written, and without overflow.

    Parameters
    ----------
    written, repaired : list of arrays (T,)
        Infinite values leave gaps.
    axes : pair of Axes

    Returns
    -------
    list of list of Line2D
        The runs of each panel, the first in bold.
    """
    made, titles = [], ("$\\log(1+e^{-z})$ as written", "with logaddexp")
    for ax, title, runs in zip(axes, titles, (written, repaired)):
        steps = np.arange(1, len(runs[0]) + 1)
        made.append([ax.plot(steps, values, color=GREY, lw=0.7)[0] for values in runs])
        made[-1][0].set(color=INK, lw=1.5, zorder=3, label="one run")
        made[-1][-1].set(label="others")
        ax.set(xscale="log", yscale="log", title=title, xlabel="step $t$", ylabel="mean loss")
        ax.legend(fontsize=8)
    limits = axes[1].get_xlim(), axes[1].get_ylim()
    for ax in axes:
        ax.set(xlim=limits[0], ylim=limits[1])
        ax.grid(**GRID)
    return made


def _curve(ax, loss, factor):
    """factor(z)·(−slope at z) against the margin z, in two pieces, as the slope of the hinge jumps at margin 1."""
    pieces = np.array([np.linspace(-2.5, np.nextafter(1, 0), 351), np.linspace(1, 5, 351)])
    values = -LOSSES[loss].slope(pieces) * factor(pieces)
    gap = ((0, 0), (0, 1))  # NaN, where the pen is lifted
    z, values = (np.pad(part, gap, constant_values=np.nan).ravel()[:-1] for part in (pieces, values))
    styles = dict(zip(("0/1", *LOSSES), curve_styles(("0/1", *LOSSES))))  # those of `loss_curves`
    return ax.plot(z, values, lw=2, label=f"{loss} loss", **styles[loss] | {"marker": None})[0]
