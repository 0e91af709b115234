"""Draw the pictures of lesson 04: probabilities, the pull of each example, and the bound on ‖w*‖."""

import numpy as np
from contourpy import contour_generator
from matplotlib.collections import LineCollection
from matplotlib.colors import BoundaryNorm, LinearSegmentedColormap
from scipy.special import expit, logit

from pegasos_edu.common.palette import ACCENT, GREY, INK, NEUTRAL, REGIONS
from pegasos_edu.lessons.pictures.several_lessons import finish
from pegasos_edu.losses import LOSSES
from pegasos_edu.plots.axes import GRID, curve_styles, legend_below, literal
from pegasos_edu.plots.pictures import figure
from pegasos_edu.plots.plots import loss_curves
from pegasos_edu.plots.scatter import RESOLUTION, middle, scatter, square
from pegasos_edu.theory.radius import ball_radius

LEVELS = np.arange(1, 10) / 10
PROBABILITY_COLOURS = LinearSegmentedColormap.from_list("probabilities", [REGIONS[0], NEUTRAL, REGIONS[3]], 10)
LABEL_STYLE = {"ha": "center", "va": "center", "color": INK, "zorder": 4}
LABEL_STYLE["bbox"] = {"fc": "white", "ec": "none", "alpha": 0.9, "pad": 0.8}
RING_AREA = 420  # the area of the ring for pull 1, in square points


def probability_map(score, X, y, *, names=("−1", "+1"), ax):
    """Draw the data over the probability of +1, p = 1/(1 + e^−score), with its lines at 0.1, …, 0.9.

    `score` holds the weights w, or is a function from points (n, 2) to scores; the picture is centred at the data.
    Lines below 0.5 are dashed, and the line at 0.5 is bold. Return the line of each probability.
    """
    centre = middle(X) if callable(score) else np.zeros(2)
    x, z = square(X, RESOLUTION, centre)
    grid = np.column_stack([axis.ravel() for axis in np.meshgrid(x, z)])
    scores = (score(grid) if callable(score) else grid @ score).reshape(len(z), len(x))
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
    legend_below(ax)
    return lines


def _level_line(ax, level, pieces):
    style = {"linestyles": "--" if level < 0.5 else "-", "linewidths": 2.2 if level == 0.5 else 0.8}
    label = "probability 0.5" if level == 0.5 else None
    return ax.add_collection(LineCollection(pieces, colors=INK, zorder=1, label=label, **style), autolim=False)


def _label_levels(ax, lines, X):
    """Write the probability on each line, at the place farthest from the examples and from other numbers."""
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


def both_boundaries(w_hinge, w_log, X, y, *, names=("−1", "+1"), ax):
    """Draw the probabilities of logistic regression and over them the boundary of the support vector machine.

    Return the hinge's lines of score −1, 0 and +1.
    """
    probability_map(w_log, X, y, names=names, ax=ax)
    styles = {-1: (":", 1.3, None), 0: ((0, (4, 1.5)), 2.6, "hinge: score 0"), 1: (":", 1.3, "hinge: score ±1")}
    lines = {level: _score_line(ax, w_hinge, level, ACCENT, *style) for level, style in styles.items()}
    legend_below(ax)
    return lines


def _score_line(ax, w, level, colour, dashes, width, label):
    """Draw the line where ⟨w, x⟩ is `level` across the axes."""
    x, z = np.array(ax.get_xlim()), np.array(ax.get_ylim())
    corners = np.column_stack([axis.ravel() for axis in np.meshgrid(x, z)])
    pieces = contour_generator(x, z, (corners @ w).reshape(2, 2)).lines(level)
    style = {"colors": colour, "linestyles": [dashes], "linewidths": width, "zorder": 1.5}
    return ax.add_collection(LineCollection(pieces, label=label, **style), autolim=False)


def example_pulls(pulls, w, X, y, *, names=("−1", "+1"), ax):
    """Draw the data and the boundary of w; a ring around each example has an area in proportion to its pull, 0 to 1."""
    x, z = square(X, 2, np.zeros(2))
    ax.set(xlim=x, ylim=z, aspect="equal", xlabel="$x_1$", ylabel="$x_2$")
    _score_line(ax, w, 0, INK, "-", 2, "score 0")
    for points in scatter(ax, X, y, names):
        points.set_sizes(0.5 * points.get_sizes())
    some, ring = pulls > 0, {"fc": "none", "ec": INK, "lw": 0.9, "zorder": 3}
    rings = ax.scatter(*X[some].T, s=RING_AREA * pulls[some], **ring)
    ax.scatter([], [], s=RING_AREA, label="ring of pull 1", **ring)
    legend_below(ax)
    return rings


def calibration_curves(lams, promised, kept, *, ax):
    """Draw the stated and the actual share of right answers against λ, with runs faint and medians bold."""
    curves = {"how sure it says it is": np.asarray(promised), "how often it is right": np.asarray(kept)}
    medians = []
    for style, (label, values) in zip(curve_styles(curves), curves.items()):
        for run in values:
            ax.plot(lams, run, **style | {"marker": None}, lw=0.6, alpha=0.4)
        medians += ax.plot(lams, np.median(values, axis=0), **style, lw=2.2, ms=5, label=label)
    finish(ax, xscale="log", xlabel="$\\lambda$", ylabel="share of the answers")
    return medians


def losses_and_pulls():
    """Return a figure with the losses, and the pull of an example, against the margin."""
    fig, (left, right) = figure(2, height=3.8)
    loss_curves(ax=left)
    pull_curves(ax=right)
    return fig


def pull_curves(*, ax):
    """Draw the pull of an example, −slope of its loss, against its margin: hinge and log loss."""
    lines = {loss: _curve(ax, loss, np.ones_like) for loss in LOSSES}
    ax.axvline(1, color=GREY, lw=0.8)
    ax.set(xlabel="margin $z$", ylabel="pull of the example, −slope", xlim=(-2.775, 3.275))
    ax.legend()
    return lines


def balance_curves(*, ax):
    """Draw margin × pull against the margin; mark the largest value of each loss, which bounds λ·‖w*‖²."""
    lines = {loss: _curve(ax, loss, lambda z: z) for loss in LOSSES}
    for line in lines.values():
        z, largest = line.get_xydata()[np.nanargmax(line.get_ydata())]
        ax.plot(z, largest, "o", color=line.get_color(), ms=6)
        ax.annotate(f"{largest:.4g}", (z, largest), xytext=(8, 2), textcoords="offset points")
    ax.axhline(0, color=GREY, lw=0.8, zorder=0)
    ax.set(xlabel="margin $z$", ylabel="margin × pull", xlim=(-0.7, 5.1), ylim=(-0.75, 1.15))
    ax.legend()
    return lines


def norm_curves(lams, weights, *, ax):
    """Draw ‖w‖·√λ against λ for optima of several data sets with the log loss, and the bound.

    `weights` maps a name to one w for each λ.
    """
    styles, bound = curve_styles(weights), ball_radius(1.0, "log")
    lines = []
    for style, (name, vectors) in zip(styles, weights.items()):
        sizes = [np.linalg.norm(w) * np.sqrt(lam) for w, lam in zip(vectors, lams, strict=True)]
        lines += ax.plot(lams, sizes, **style, ms=4, label=literal(name))
    lines.append(ax.axhline(bound, color=INK, lw=3, alpha=0.5, label=f"bound {bound:.3f}"))
    finish(ax, xscale="log", ylim=(0, 0.9), xlabel="$\\lambda$", ylabel="$\\|w^*\\|\\,\\sqrt{\\lambda}$")
    ax.legend(loc="upper center", ncols=2)  # above the bound
    return lines


def loss_of_runs(written, repaired, *, axes):
    """Draw the mean log loss of several runs against the step, by the plain formula and without overflow."""
    drawn, titles = [], ("$\\log(1+e^{-z})$ as written", "with logaddexp")
    for ax, title, runs in zip(axes, titles, (written, repaired)):
        steps = np.arange(1, len(runs[0]) + 1)
        drawn.append([ax.plot(steps, values, color=GREY, lw=0.7)[0] for values in runs])
        drawn[-1][0].set(color=INK, lw=1.5, zorder=3, label="one run")
        drawn[-1][-1].set(label="others")
        ax.set(xscale="log", yscale="log", title=title, xlabel="step $t$", ylabel="mean loss")
        ax.legend()
    limits = axes[1].get_xlim(), axes[1].get_ylim()
    for ax in axes:
        ax.set(xlim=limits[0], ylim=limits[1])
        ax.grid(**GRID)
    return drawn


def _curve(ax, loss, factor):
    """Draw factor(z)·(−slope at z) against z, in two pieces, because the hinge's slope jumps at margin 1."""
    pieces = np.array([np.linspace(-2.5, np.nextafter(1, 0), 351), np.linspace(1, 5, 351)])
    values = -LOSSES[loss].slope(pieces) * factor(pieces)
    gap = ((0, 0), (0, 1))  # NaN interrupts the line
    z, values = (np.pad(part, gap, constant_values=np.nan).ravel()[:-1] for part in (pieces, values))
    styles = dict(zip(("0/1", *LOSSES), curve_styles(("0/1", *LOSSES))))  # as in `loss_curves`
    return ax.plot(z, values, lw=2, label=f"{loss} loss", **styles[loss] | {"marker": None})[0]
