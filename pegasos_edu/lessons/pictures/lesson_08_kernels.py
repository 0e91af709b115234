"""Draw the pictures of lesson 08: data raised to a parabola, bandwidths, and growth with m."""

import numpy as np
from matplotlib.collections import LineCollection
from matplotlib.colors import BoundaryNorm, ListedColormap
from matplotlib.figure import Figure
from matplotlib.patches import Patch

from pegasos_edu.common.palette import GREY, LIGHT_GREY, MINUS, REGIONS
from pegasos_edu.losses import kernel_objective
from pegasos_edu.plots.axes import legend_below
from pegasos_edu.plots.pictures import Picture, figure
from pegasos_edu.plots.plots import decision_boundary, objective_curves
from pegasos_edu.runs import run, snapshots


def lifted(c, x, y, *, names=("−1", "+1")):
    """Return a figure with points on a line, and the same points raised to (x, x²).

    One classifier, c₀ + c₁·x + c₂·x², makes two cuts on the line and one straight line in the plane.
    """
    fig = Figure(figsize=(5, 4.6), layout="constrained", dpi=100)
    plane, line = fig.subplots(2, height_ratios=[5, 1])
    edge = 1.1 * np.abs(x).max()
    raised, flat = np.column_stack([x, x**2]), np.column_stack([x, 0 * x])
    decision_boundary(lambda p: c[0] + p @ c[1:], raised, y, marked=(), names=names, ax=plane)
    decision_boundary(lambda p: c[0] + c[1] * p[:, 0] + c[2] * p[:, 0] ** 2, flat, y, marked=(), names=names, ax=line)
    height = np.max(x**2)
    plane.set(ylim=(-0.08 * height, 1.08 * height), xlabel="", ylabel="$x^2$", title="raised to the plane: one line")
    line.set(ylim=(-1, 1), yticks=[], xlabel="$x$", ylabel="", title="on the line: two cuts")
    for ax in (plane, line):
        ax.set(xlim=(-edge, edge), aspect="auto")
    return fig


def side_by_side(scores, X, y, *, names=("−1", "+1")):
    """Return a figure with the same data under several classifiers; `scores` maps a title to a score function."""
    fig, axes = figure(len(scores), width=3.4 * len(scores), height=4.1)
    for ax, (title, score) in zip(axes, scores.items()):
        decision_boundary(score, X, y, marked=(), names=names, ax=ax)
        ax.set_title(title)
    for ax in axes[1:]:
        ax.set(ylabel="", yticklabels=[])
    return fig


def growth_curves(m, curves, *, ylabel, ax):
    """Draw work against the number of examples on logarithmic axes; the legend states the power of m."""
    lines = objective_curves(m, curves, ylabel=ylabel, ax=ax)
    for line, (label, values) in zip(lines, curves.items()):
        power = np.polyfit(np.log(m), np.log(values), 1)[0]
        line.set(label=f"{label}: like $m^{{{power:z.1f}}}$", markevery=1)
    ax.set_xticks(m, [f"{n:,}" for n in m])
    ax.set_xticks([], minor=True)
    ax.set_xlabel("number of examples $m$")
    ax.legend()
    return lines


def image_row(images, titles):
    """Return a figure with square images in a row, each below its title."""
    side = round(np.sqrt(images.shape[1]))
    fig, axes = figure(len(images), width=1.45 * len(images), height=1.9)
    for ax, image, title in zip(axes, images, titles):
        ax.imshow(image.reshape(side, side), cmap="Greys", vmin=0, vmax=images.max())
        ax.set(xticks=[], yticks=[])
        ax.set_title(title)
    return fig


def accuracy_and_objective(programs, K, y, *, lam, T, optimum, seeds=10):
    """Run several programs with several seeds and draw the accuracy and the objective of each.

    Return the figure, and both measures as dicts of arrays (seeds, n); the last column is the end of the run.
    """
    t, accuracy, f = np.unique(np.geomspace(1, T, 20).astype(int)), {}, {}
    for name, program in programs.items():
        runs = (run(program, K, y, lam=lam, T=T, seed=seed) for seed in range(seeds))
        betas = [snapshots(steps, at=t).beta(y) for steps in runs]
        accuracy[name] = np.array([np.mean(y * (beta @ K) > 0, axis=1) for beta in betas])
        f[name] = np.array([kernel_objective(beta, K, y, lam) for beta in betas])
    fig, (left, right) = figure(2, width=7.2, height=3.0)
    runs_and_median(t, accuracy, ylabel=f"accuracy on the {len(y)} points", ax=left)
    left.set(ylim=(0, 1.02))
    runs_and_median(t, f, optimum=optimum, ylabel="objective $f$", ax=right)
    right.set(ylim=(0, 2))
    return fig, accuracy, f


def wrong_against_gamma(factors, counts, *, line, of):
    """Return a figure with the number of a kernel machine's wrong answers on `of` new examples, against γ·2d².

    `counts` is an array (seeds, factors); `line` is the number of wrong answers of a linear machine.
    """
    fig, ax = figure(width=6.4, height=4)
    xlabel, ylabel = "γ, in units of 1/(2d²)", f"wrong, of {of} new ones"
    (median,) = runs_and_median(factors, {"Gaussian kernel": counts}, xlabel=xlabel, ylabel=ylabel, ax=ax)
    median.set(marker="o", ms=5, markevery=1)
    level = ax.axhline(line, color=MINUS, ls="--", lw=1.4, label=f"linear machine: {line}")
    ax.set(yscale="log", ylim=(1, None))
    ax.set_xticks(factors, [f"{factor:,g}" for factor in factors])
    ax.set_xticks([], minor=True)
    ax.set_yticks([1, 10, 100, of], ["1", "10", "100", f"{of:,}"])
    ax.set_yticks([], minor=True)
    ax.legend(handles=[median, level])
    return fig


def runs_and_median(t, runs, *, optimum=None, xlabel="step $t$", ylabel, ax):
    """Draw several runs of each program faintly, and their median in bold. Return the medians and the optimum."""
    medians = {label: np.median(values, axis=0) for label, values in runs.items()}
    lines = objective_curves(t, medians, optimum=optimum, ylabel=ylabel, ax=ax)
    for line, (label, values) in zip(lines, runs.items()):
        pieces = [np.column_stack([t, value]) for value in values]
        faint = {"colors": line.get_color(), "linewidths": 0.8, "alpha": 0.35, "zorder": 1}
        ax.add_collection(LineCollection(pieces, label=f"single runs of {label}", **faint))
        line.set(lw=2.2, markevery=0.12, label=f"{label}: median of {len(values)} runs")
    ax.set(yscale="linear", xlabel=xlabel)
    ax.autoscale()
    ax.legend(handles=lines)
    return lines


def reach(score, data, new, *, title):
    """Draw a classifier of few points: its boundary, the area of score 0, and its accuracy on many new points."""
    fig, ax = figure(width=3.4, height=3.7)

    def answered(points):
        scores = score(points)
        return np.where(scores == 0, np.nan, scores)  # no line is drawn around the area of score 0

    boundary = decision_boundary(answered, data.X, data.y, marked=(), names=data.names, ax=ax)
    on_grid = score(boundary.grid).reshape(boundary.regions.get_array().shape)
    boundary.regions.set(cmap=ListedColormap([*REGIONS, LIGHT_GREY]), norm=BoundaryNorm([-3, -1, 0, 1, 3, 5], 5))
    boundary.regions.set_data(np.where(on_grid == 0, 4, np.clip(on_grid, -2, 2)))
    legend_below(ax, Patch(fc=LIGHT_GREY, ec=GREY, label="score exactly 0"))
    scores = score(new.X)
    right, typical = np.mean(new.y * scores > 0), np.median(np.abs(scores))
    said = f"{right:.0%} of new points right,\nmedian |score| {typical:.1g}"
    ax.set_title(f"{title}\n{said}")
    return Picture(fig, f"The boundary for {title}; {said}.".replace("\n", " "))
