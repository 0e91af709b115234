"""What a kernel does: data raised to a parabola, bandwidths side by side, growth with m; images in a row, and several
runs of a program with their median."""

import numpy as np
from matplotlib.collections import LineCollection
from matplotlib.colors import BoundaryNorm, ListedColormap
from matplotlib.figure import Figure
from matplotlib.patches import Patch

from pegasos_edu.common.palette import GREY, LIGHT_GREY, MINUS, REGIONS
from pegasos_edu.common.validation import check_matrix, check_vectors
from pegasos_edu.losses import kernel_objective
from pegasos_edu.plots.pictures import Picture, figure
from pegasos_edu.plots.plots import decision_boundary, objective_curves
from pegasos_edu.runs import run, snapshots


def lifted(c, x, y, *, names=("−1", "+1")):
    """Points on a line, and above them the same points raised to (x, x²): one classifier, c₀ + c₁·x + c₂·x², in both.

    What is two cuts on the line is one straight line in the plane.

    Parameters
    ----------
    c : array, (3,)
    x : array, (m,)
    y : array, (m,), of −1 and +1
    names : pair of str
        What −1 and +1 stand for.

    Returns
    -------
    Figure
    """
    c, x = check_vectors("c", c, 3, stack=False), np.asarray(x, dtype=float)
    made = Figure(figsize=(5, 4.6), layout="constrained", dpi=100)
    plane, line = made.subplots(2, height_ratios=[5, 1])
    edge = 1.1 * np.abs(x).max()
    raised, flat = np.column_stack([x, x**2]), np.column_stack([x, 0 * x])
    boundary = decision_boundary(lambda p: c[0] + p @ c[1:], raised, y, marked=(), names=names, ax=plane)
    decision_boundary(lambda p: c[0] + c[1] * p[:, 0] + c[2] * p[:, 0] ** 2, flat, y, marked=(), ax=line)
    height = np.max(x**2)
    plane.set(ylim=(-0.08 * height, 1.08 * height), xlabel="", ylabel="$x^2$", title="raised to the plane: one line")
    line.set(ylim=(-1, 1), yticks=[], xlabel="$x$", ylabel="", title="on the line: two cuts")
    for ax in (plane, line):
        ax.set(xlim=(-edge, edge), aspect="auto")
    _one_legend(made, boundary)
    return made


def side_by_side(scores, X, y, *, names=("−1", "+1")):
    """The same data under several classifiers, each in a panel of its own, such as three bandwidths of a kernel.

    Parameters
    ----------
    scores : dict of str to callable
        Title of the panel, and the classifier: a function from points (n, 2) to scores (n,). For a kernel with
        coefficients β, ``lambda points: kernel(points, X) @ beta``.
    X : array, (m, 2)
    y : array, (m,), of −1 and +1
    names : pair of str
        What −1 and +1 stand for.

    Returns
    -------
    Figure
    """
    if len(scores) < 2:
        raise ValueError(f"scores must hold two classifiers or more, got {len(scores)}; draw one by decision_boundary.")
    made, axes = figure(len(scores), width=3.4 * len(scores), height=4.1)
    for ax, (title, score) in zip(axes, scores.items()):
        boundary = decision_boundary(score, X, y, marked=(), names=names, ax=ax)
        ax.set_title(title)
    for ax in axes[1:]:
        ax.set(ylabel="", yticklabels=[])
    _one_legend(made, boundary)
    return made


def _one_legend(made, boundary, *others):
    """A legend for all panels: classes and lines, not the rings, of which there are none."""
    for ax in made.axes:
        ax.get_legend().remove()
    lines = [boundary.lines[level] for level in (0, 1)]
    handles, ncols = [*boundary.points, *lines, *others], 3 if others else 4
    made.legend(handles=handles, loc="outside lower center", ncols=ncols, frameon=False, fontsize=8)


def growth_curves(m, curves, *, ylabel, ax):
    """Work against the number of examples, both axes logarithmic; the legend tells the power of m of each curve.

    Parameters
    ----------
    m : array, (n,)
        Numbers of examples, rising.
    curves : dict of str to array (n,)
        What each curve is, and its values, above 0; at most six.
    ylabel : str
    ax : Axes

    Returns
    -------
    list of Line2D
    """
    lines = objective_curves(m, curves, ylabel=ylabel, ax=ax)
    for line, (label, values) in zip(lines, curves.items()):
        power = np.polyfit(np.log(m), np.log(values), 1)[0]
        line.set(label=f"{label}: like $m^{{{power:z.1f}}}$", markevery=1)
    ax.set_xticks(m, [f"{n:,}" for n in m])
    ax.set_xticks([], minor=True)
    ax.set_xlabel("number of examples $m$")
    ax.legend(fontsize=8)
    return lines


def image_row(images, titles):
    """Images in a row, each below its title; ink is dark.

    Parameters
    ----------
    images : array, (n, side·side) of square images, row after row of pixels
    titles : sequence of n str

    Returns
    -------
    Figure
    """
    images = check_matrix("images", images)
    side = round(np.sqrt(images.shape[1]))
    if len(titles) != len(images) or side * side != images.shape[1] or len(images) < 2:
        raise ValueError(
            f"images must be two or more squares with a title each, got {len(images)} of {images.shape[1]} pixels and "
            f"{len(titles)} titles; give rows of 64 pixels, say."
        )
    made, axes = figure(len(images), width=1.45 * len(images), height=1.9)
    for ax, image, title in zip(axes, images, titles):
        ax.imshow(image.reshape(side, side), cmap="Greys", vmin=0, vmax=images.max())
        ax.set(xticks=[], yticks=[])
        ax.set_title(title, fontsize=9)
    return made


def accuracy_and_objective(programs, K, y, *, lam, T, optimum, seeds=10):
    """What tells programs apart: accuracy on the one side, the objective on the other, several runs of each.

    Parameters
    ----------
    programs : dict of str to kernel algorithm
    K : array, (m, m)
    y : array, (m,), of −1 and +1
    lam : float
    T : int
        Number of steps.
    optimum : float
        The smallest possible objective, drawn as a line.
    seeds : int
        Runs of each program.

    Returns
    -------
    Figure, and two dicts of str to array (seeds, n)
        The accuracies and the objectives that are drawn; the last column is that of the end.
    """
    t, accuracy, f = np.unique(np.geomspace(1, T, 30).astype(int)), {}, {}
    for name, program in programs.items():
        runs = (run(program, K, y, lam=lam, T=T, seed=seed) for seed in range(seeds))
        betas = [snapshots(steps, at=t).beta(y) for steps in runs]
        accuracy[name] = np.array([np.mean(y * (beta @ K) > 0, axis=1) for beta in betas])
        f[name] = np.array([kernel_objective(beta, K, y, lam) for beta in betas])
    made, (left, right) = figure(2, width=8, height=3.4)
    runs_and_median(t, accuracy, ylabel=f"accuracy on the {len(y)} points", ax=left)
    left.set(ylim=(0, 1.02))
    runs_and_median(t, f, optimum=optimum, ylabel="objective $f$", ax=right)
    right.set(ylim=(0, 2))
    return made, accuracy, f


def wrong_against_gamma(factors, counts, *, line, of):
    """How many new examples a kernel machine has wrong, against the γ of its Gaussian kernel.

    Parameters
    ----------
    factors : sequence of float
        γ, in units of 1/(2d²) with the median distance d of the examples.
    counts : array (seeds, factors)
        How many were wrong, run by run.
    line : int
        How many a linear machine has wrong, to compare with.
    of : int
        How many there are.

    Returns
    -------
    Figure
    """
    made, ax = figure(width=6.4, height=4)
    xlabel, ylabel = "γ, in units of 1/(2d²)", f"wrong, of {of} new ones"
    (median,) = runs_and_median(factors, {"Gaussian kernel": counts}, xlabel=xlabel, ylabel=ylabel, ax=ax)
    median.set(marker="o", ms=5, markevery=1)
    level = ax.axhline(line, color=MINUS, ls="--", lw=1.4, label=f"linear machine: {line}")
    ax.set(yscale="log", ylim=(1, None))
    ax.set_xticks(factors, [f"{factor:,g}" for factor in factors])
    ax.set_xticks([], minor=True)
    ax.set_yticks([1, 10, 100, of], ["1", "10", "100", f"{of:,}"])
    ax.set_yticks([], minor=True)
    ax.legend(handles=[median, level], fontsize=8)
    return made


def runs_and_median(t, runs, *, optimum=None, xlabel="step $t$", ylabel, ax):
    """Several runs of each program: the median as a bold line with markers, every single run as a faint one.

    Parameters
    ----------
    t : array, (n,), above 0
        What runs along the logarithmic axis.
    runs : dict of str to array (seeds, n)
        What each program is, and the values of its runs; at most six.
    optimum : float, optional
        The smallest possible value, drawn as a line.
    xlabel, ylabel : str
    ax : Axes

    Returns
    -------
    list of Line2D
        The medians, then the line of the optimum.
    """
    medians = {label: np.median(values, axis=0) for label, values in runs.items()}
    lines = objective_curves(t, medians, optimum=optimum, ylabel=ylabel, ax=ax)
    for line, (label, values) in zip(lines, runs.items()):
        pieces = [np.column_stack([t, value]) for value in values]
        faint = {"colors": line.get_color(), "linewidths": 0.8, "alpha": 0.35, "zorder": 1}
        ax.add_collection(LineCollection(pieces, label=f"single runs of {label}", **faint))
        line.set(lw=2.2, markevery=0.12, label=f"{label}: median of {len(values)} runs")
    ax.set(yscale="linear", xlabel=xlabel)
    ax.autoscale()
    ax.legend(handles=lines, fontsize=8)
    return lines


def reach(score, data, new, *, title):
    """A classifier of few points: its boundary, where it has no answer, and what it makes of many new ones.

    Parameters
    ----------
    score : callable
        From points (n, 2) to scores (n,).
    data, new : Dataset
        The points that it has learned from, which are drawn, and those that it is judged by.
    title : str
        What the classifier is.

    Returns
    -------
    Picture
    """
    made, ax = figure(width=3.7, height=4)

    def answered(points):
        scores = score(points)
        return np.where(scores == 0, np.nan, scores)  # no line is drawn around what has no score

    boundary = decision_boundary(answered, data.X, data.y, marked=(), names=data.names, ax=ax)
    on_grid = score(boundary.grid).reshape(boundary.regions.get_array().shape)
    boundary.regions.set(cmap=ListedColormap([*REGIONS, LIGHT_GREY]), norm=BoundaryNorm([-3, -1, 0, 1, 3, 5], 5))
    boundary.regions.set_data(np.where(on_grid == 0, 4, np.clip(on_grid, -2, 2)))
    _one_legend(made, boundary, Patch(fc=LIGHT_GREY, ec=GREY, label="score exactly 0"))
    scores = score(new.X)
    right, typical = np.mean(new.y * scores > 0), np.median(np.abs(scores))
    said = f"{right:.0%} of new points right, median |score| {typical:.1g}"
    ax.set_title(f"{title}\n{said}", fontsize=9)
    return Picture(made, f"The boundary for {title}; {said}.")
