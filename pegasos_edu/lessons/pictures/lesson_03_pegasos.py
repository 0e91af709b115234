"""Draw the pictures of lesson 03: single steps, and the weights that may be returned at the end of a run."""

import numpy as np

from pegasos_edu.common.palette import DARK_GREY, INK
from pegasos_edu.losses import objective
from pegasos_edu.plots.axes import GRID, curve_styles
from pegasos_edu.plots.pictures import figure
from pegasos_edu.plots.plots import weights_image

AVERAGES = ("last", "average of all", "average of the last half")


def images_and_weights(run, n=None, *, names=("−1", "+1"), weights=True):
    """Return a figure with the images of the first n steps, and below each the weights after the step.

    Without `weights`, show only the images, which are known before the step.
    """
    steps = [step for step, _ in zip(run, range(len(run) if n is None else n))]
    fig, _ = figure(width=0.4 + (2 if weights else 4) * len(steps), height=4.2)
    fig.clear()
    grid = fig.subplots(1 + weights, len(steps), squeeze=False)
    side = round(np.sqrt(run.X.shape[1]))
    for column, step in zip(grid.T, steps):
        label = int(run.y[step.i])
        column[0].imshow(run.X[step.i].reshape(side, side), cmap="Greys", vmin=0, vmax=1)
        column[0].set(xticks=[], yticks=[])
        column[0].set_title(f"step {step.t}: {names[label > 0]}, y = {label:+d}".replace("-", "−"))
        if weights:
            margin = f"{label * step.score:.0f}".replace("-", "−")
            column[0].set_xlabel(f"margin {margin}")
            weights_image(step.w, ax=column[1])
            column[1].set_title(f"$w$ after step {step.t}")
            column[1].images[0].colorbar.set_label("")
    return fig


def arrows(vectors, *, half, ax):
    """Draw vectors as arrows from the origin on a grid of whole numbers; a name that begins with "$w" is bold."""
    lines = []
    for style, (name, tip) in zip(curve_styles(vectors), vectors.items()):
        bold = name.startswith("$w")
        colour = INK if bold else style["color"] if style["color"] != INK else DARK_GREY
        look = {"color": colour, "ls": "-" if bold else "--", "lw": 2.6 if bold else 1.5}
        lines += ax.plot(*zip((0, 0), tip), **look, label=name)
        ax.plot(*tip, marker="o", ms=7 if bold else 5, color=colour, label=None)
        ax.annotate(name, tip, xytext=(7, 4), textcoords="offset points")
    ax.set(xlim=(-half, half), ylim=(-half, half), aspect="equal", xlabel="$w[1]$", ylabel="$w[2]$")
    ax.set(xticks=range(-half, half + 1), yticks=range(-half, half + 1))
    ax.grid(**GRID)
    ax.axhline(0, color=DARK_GREY, lw=0.8, zorder=0)
    ax.axvline(0, color=DARK_GREY, lw=0.8, zorder=0)
    return lines


def averages(log, at):
    """Return the last w, the average of all and the average of the last half, for runs that end at each step of `at`.

    Each is an array (n, d). The last half leaves out the first ⌊T/2⌋ of T iterates.
    """
    at = np.asarray(at)
    sums = np.vstack([np.zeros(log.w.shape[1]), np.cumsum(log.w, axis=0)])
    half = (sums[at] - sums[at // 2]) / (at - at // 2)[:, None]
    return dict(zip(AVERAGES, (log.w[at - 1], sums[at] / at[:, None], half)))


def objectives_by_average(logs, X, y, lam, at):
    """Return f of the `averages` of several runs, each as an array (runs, n)."""
    values_of = {name: [] for name in AVERAGES}
    for log in logs:
        for name, w in averages(log, at).items():
            values_of[name].append(objective(w, X, y, lam))
    return {name: np.array(values) for name, values in values_of.items()}
