"""A step and a whole run: images and the weights they leave, w in the plane, many seeds in one picture."""

import numpy as np

from pegasos_edu.common.palette import DARK_GREY, INK
from pegasos_edu.common.validation import check_size
from pegasos_edu.losses import objective
from pegasos_edu.plots.axes import GRID, axes_or_new, curve_styles
from pegasos_edu.plots.pictures import figure
from pegasos_edu.plots.plots import objective_curves, weights_image

KEPT = ("last", "average of all", "average of the last half")


def pixels(run, n=None, *, names=("−1", "+1"), weights=True):
    """The images that the first n steps of a run are shown, and below each the weights that the step leaves.

    Parameters
    ----------
    run : Run
        Of a linear algorithm, its examples square images.
    n : int, optional
        All steps if left out.
    names : pair of str
        What −1 and +1 stand for.
    weights : bool
        False leaves the weights out: what is seen before the step.

    Returns
    -------
    Figure
    """
    steps = [step for step, _ in zip(run, range(len(run) if n is None else check_size("n", n)))]
    made, _ = figure(width=0.4 + 2.2 * len(steps), height=4.6 if weights else 2.4)
    made.clear()
    grid = made.subplots(1 + weights, len(steps), squeeze=False)
    side = round(np.sqrt(run.X.shape[1]))
    for column, step in zip(grid.T, steps):
        label = int(run.y[step.i])
        column[0].imshow(run.X[step.i].reshape(side, side), cmap="Greys", vmin=0, vmax=1)
        column[0].set(xticks=[], yticks=[])
        column[0].set_title(f"step {step.t}: {names[label > 0]}, y = {label:+d}".replace("-", "−"), fontsize=10)
        if weights:
            margin = f"{label * step.score:.0f}".replace("-", "−")
            column[0].set_xlabel(f"margin {margin}", fontsize=10)
            weights_image(step.w, ax=column[1])
            column[1].set_title(f"$w$ after step {step.t}", fontsize=10)
            column[1].images[0].colorbar.set_label("")
    return made


def arrows(vectors, *, half, ax=None):
    """Vectors of the plane as arrows from the origin, each with its name at the tip, on a grid of whole numbers.

    Parameters
    ----------
    vectors : dict of str to array (2,)
        At most six. A name that begins with "$w" is drawn bold.
    half : int
        The picture shows −half to half in both directions.
    ax : Axes, optional

    Returns
    -------
    list of Line2D
    """
    ax, lines = axes_or_new(ax), []
    for style, (name, tip) in zip(curve_styles(vectors), vectors.items()):
        bold = name.startswith("$w")
        colour = INK if bold else style["color"] if style["color"] != INK else DARK_GREY
        look = {"color": colour, "ls": "-" if bold else "--", "lw": 2.6 if bold else 1.5}
        lines += ax.plot(*zip((0, 0), tip), **look, label=name)
        ax.plot(*tip, marker="o", ms=7 if bold else 5, color=colour, label=None)
        ax.annotate(name, tip, xytext=(7, 4), textcoords="offset points", fontsize=10)
    ax.set(xlim=(-half, half), ylim=(-half, half), aspect="equal", xlabel="$w[1]$", ylabel="$w[2]$")
    ax.set(xticks=range(-half, half + 1), yticks=range(-half, half + 1))
    ax.grid(**GRID)
    ax.axhline(0, color=DARK_GREY, lw=0.8, zorder=0)
    ax.axvline(0, color=DARK_GREY, lw=0.8, zorder=0)
    return lines


def kept_objectives(logs, X, y, lam, at):
    """The objective of what may be kept of a run: its last w, the average of all, the average of the last half.

    Parameters
    ----------
    logs : list of steps
        As `stack` gives them, one a run, of a linear algorithm.
    X, y, lam
        The data and λ of the objective.
    at : array of int, (n,)
        Rounds T: what would be kept if the run had ended there. Of T iterates the last half leaves out ⌊T/2⌋.

    Returns
    -------
    dict of str to array (len(logs), n)
    """
    at = np.asarray(at)
    found = {name: [] for name in KEPT}
    for log in logs:
        sums = np.vstack([np.zeros(log.w.shape[1]), np.cumsum(log.w, axis=0)])
        half = (sums[at] - sums[at // 2]) / (at - at // 2)[:, None]
        for name, w in zip(KEPT, (log.w[at - 1], sums[at] / at[:, None], half)):
            found[name].append(objective(w, X, y, lam))
    return {name: np.array(values) for name, values in found.items()}


def seed_curves(t, curves, *, optimum=None, ylabel="above the optimum", xlabel="step $t$", ax=None):
    """Values of several runs against iterations: each run faint, their median bold; both axes logarithmic.

    Parameters
    ----------
    t : array, (n,)
    curves : dict of str to array (runs, n)
        At most six.
    optimum : float, optional
        As for `objective_curves`.
    ylabel, xlabel : str
    ax : Axes, optional

    Returns
    -------
    list of Line2D
        The medians, and that of the optimum.
    """
    ax = axes_or_new(ax)
    medians = {name: np.median(values, axis=0) for name, values in curves.items()}
    lines = objective_curves(t, medians, optimum=optimum, ylabel=ylabel, ax=ax)
    for line, values in zip(lines, curves.values()):
        line.set(lw=2.4, zorder=3)
        if len(values) > 1:
            ax.plot(t, np.transpose(values), color=line.get_color(), lw=0.7, alpha=0.35, zorder=1, label="_")
    if np.max(t) < 100:  # few powers of ten to stand at the axis
        ticks = [n for n in (1, 2, 5, 10, 20, 50) if np.min(t) <= n <= np.max(t)]
        ax.set_xticks(ticks, [str(n) for n in ticks])
        ax.set_xticks([], minor=True)
    ax.set_xlabel(xlabel)
    return lines
