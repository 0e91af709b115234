"""The dual: the pulls of single examples, and two bounds that close in on the optimum."""

import numpy as np

from pegasos_edu.common.palette import ACCENT, DARK_GREY, GREY, INK, MINUS, PLUS
from pegasos_edu.losses import hinge_loss
from pegasos_edu.plots.axes import GRID, axes_or_new, curve_styles
from pegasos_edu.plots.pictures import figure


def shares(log, y, at):
    """In which share of its visits each example was added, in a run of `hinge` that went through the data in passes.

    Parameters
    ----------
    log : steps
        As `stack` gives them.
    y : array, (m,), of −1 and +1
    at : array of int, (n,)
        Rounds t, after whole passes.

    Returns
    -------
    ndarray, (n, m), from 0 to 1
    """
    m, added = len(y), y[log.i] * log.score < 1
    return np.array([np.bincount(log.i[:t], weights=added[:t], minlength=m) / (t / m) for t in at])


def by_pull(pulls, w, X, *, y, count=7):
    """Some images with no pull, some with a pull between 0 and 1, and some with pull 1, each with its margin.

    Parameters
    ----------
    pulls : array, (m,), from 0 to 1
    w : array, (d,)
    X : array, (m, d)
        Square images.
    y : array, (m,), of −1 and +1
    count : int
        At most so many in a row, taken evenly from the lowest margin to the highest.

    Returns
    -------
    Figure
    """
    groups = {
        "pull 0": pulls <= 0,
        "pull between 0 and 1": (pulls > 0) & (pulls < 1),
        "pull 1": pulls >= 1,
    }
    margins, side = y * (X @ w), round(np.sqrt(X.shape[1]))
    made, _ = figure(width=6, height=4.4)
    made.clear()
    for part, (name, chosen) in zip(made.subfigures(3), groups.items()):
        found = np.flatnonzero(chosen)
        found = found[np.argsort(margins[found], kind="stable")]
        kept = found[np.unique(np.linspace(0, len(found) - 1, min(count, len(found))).astype(int))]
        part.suptitle(f"{name}: {len(found)} images", fontsize=10)
        for ax in (grid := part.subplots(1, count)):
            ax.axis("off")
        for ax, i in zip(grid, kept):
            ax.imshow(X[i].reshape(side, side), cmap="Greys", vmin=0, vmax=X.max())
            ax.set_title(f"{margins[i]:.2f}".replace("-", "−"), fontsize=9)
    return made


def lines_below(pulls, *, ax=None):
    """The hinge loss, and for each pull p the straight line p·(1 − z), which is nowhere above it.

    Parameters
    ----------
    pulls : sequence of float, from 0 to 1
        At most five.
    ax : Axes, optional

    Returns
    -------
    list of Line2D
        The hinge, then a line for each pull.
    """
    ax, z = axes_or_new(ax), np.linspace(-1, 3, 201)
    hinge_style, *styles = curve_styles([None, *pulls])
    lines = ax.plot(z, hinge_loss(z), **hinge_style, lw=2.6, label="hinge loss")
    for style, p in zip(styles, pulls):
        lines += ax.plot(z, p * (1 - z), **style | {"marker": None}, lw=1.8, label=f"$p(1-z)$ with $p={p:g}$")
    ax.set(xlabel="margin $z$", ylabel="loss", xlim=(-1, 3), ylim=(-1.4, 2.1))
    ax.grid(**GRID)
    ax.legend(fontsize=8)
    return lines


def squeeze(bounds, *, optimum):
    """The objective f of several runs from above and their bound D from below, after each pass.

    Parameters
    ----------
    bounds : dict of str to pair of array (seeds, passes)
        Title of a panel, and f and D of its runs.
    optimum : float
        What is between them.

    Returns
    -------
    Figure
    """
    made, axes = figure(len(bounds), width=(3.8 if len(bounds) > 1 else 4.4) * len(bounds), height=3.7)
    axes = np.atleast_1d(axes)
    for ax, (title, (above, below)) in zip(axes, bounds.items()):
        passes = np.arange(1, above.shape[1] + 1)
        middle = np.median(above, axis=0), np.median(below, axis=0)
        ax.fill_between(passes, *middle, color=GREY, alpha=0.25, lw=0, label="gap")
        looks = {"objective $f(w)$": (MINUS, "o"), "bound $D(p)$": (PLUS, "^")}
        for (label, (colour, marker)), values, median in zip(looks.items(), (above, below), middle):
            ax.plot(passes, values.T, color=colour, lw=0.6, alpha=0.35, label="_")
            ax.plot(passes, median, color=colour, lw=2, marker=marker, ms=4, label=label)
        ax.axhline(optimum, color=INK, ls="--", lw=1.4, label="$f^*$")
        ax.set(xlabel="passes over the data", title=title, ylim=(0.6 * optimum, 1.6 * optimum))
        ax.set_xticks([n for n in (1, 5, 10, 15, 20) if n <= passes[-1]])
        ax.grid(**GRID)
    axes[0].legend(fontsize=8)
    for ax in axes[1:]:
        ax.set_yticklabels([])
    return made


def one_pull(pulls, X, y, lam, shown, *, names=("−1", "+1")):
    """How the bound D changes with the pull of one example, all others fixed: a parabola, and its best place in [0, 1].

    Parameters
    ----------
    pulls : array, (m,), from 0 to 1
    X : array, (m, d)
    y : array, (m,), of −1 and +1
    lam : float
    shown : sequence of int
        The examples, a panel for each.
    names : pair of str
        What −1 and +1 stand for.

    Returns
    -------
    Figure, and array (n,)
        The best pull of each.
    """
    m, w = len(y), (pulls * y) @ X / (lam * len(y))
    made, axes = figure(len(shown), width=2.8 * len(shown), height=3.3)
    best = []
    for ax, i in zip(np.atleast_1d(axes), shown):
        curvature, z = X[i] @ X[i] / (lam * m), y[i] * (X[i] @ w)
        gain = lambda p, i=i, c=curvature, z=z: (p - pulls[i]) * (1 - z) - c / 2 * (p - pulls[i]) ** 2  # noqa: E731
        top = pulls[i] + (1 - z) / curvature
        best.append(min(1.0, max(0.0, top)))
        low, high = min(-0.25, top - 0.4), max(1.25, top + 0.4)
        wide, inside = np.linspace(low, high, 201), np.linspace(0, 1, 101)
        ax.plot(wide, gain(wide), color=GREY, ls=":", lw=1.4)
        ax.plot(inside, gain(inside), color=INK, lw=2.2, label="what the pull may be")
        ax.plot(pulls[i], 0, "o", ms=8, mfc="none", mec=ACCENT, mew=2, label="the pull now")
        ax.plot(best[-1], gain(best[-1]), "^", ms=8, color=PLUS, label="the best")
        for edge in (0, 1):
            ax.axvline(edge, color=DARK_GREY, lw=0.8)
        heading = f"a {names[int(y[i] > 0)]}, margin {z:.2f}".replace("-", "−")
        ax.set(title=heading, xlabel="its pull", xlim=(low, high))
    np.atleast_1d(axes)[0].set_ylabel("$m$ times the change of $D$")
    handles, labels = np.atleast_1d(axes)[0].get_legend_handles_labels()
    made.legend(handles, labels, loc="outside lower center", ncols=3, frameon=False, fontsize=9)
    return made, np.array(best)
