"""Draw the pictures of lesson 12: the dual, two bounds on the optimum, Pegasos against dual ascent."""

from typing import NamedTuple

import numpy as np

from pegasos_edu.common.palette import ACCENT, DARK_GREY, GREY, INK, MINUS, PLUS
from pegasos_edu.lessons.pictures.several_lessons import finish
from pegasos_edu.losses import hinge_loss, objective
from pegasos_edu.plots.axes import GRID, curve_styles
from pegasos_edu.plots.pictures import figure


def violation_shares(log, y, at):
    """Return, after the passes that end at the steps `at`, the share of each example's visits that added it."""
    m, added = len(y), y[log.i] * log.score < 1
    return np.array([np.bincount(log.i[:t], weights=added[:t], minlength=m) / (t / m) for t in at])


def images_by_pull(pulls, w, X, *, y, count=7):
    """Return a figure with images of pull 0, of a pull between 0 and 1, and of pull 1, each with its margin."""
    groups = {
        "pull 0": pulls <= 0,
        "pull between 0 and 1": (pulls > 0) & (pulls < 1),
        "pull 1": pulls >= 1,
    }
    margins, side = y * (X @ w), round(np.sqrt(X.shape[1]))
    fig, _ = figure(width=6, height=4.4)
    fig.clear()
    for part, (name, chosen) in zip(fig.subfigures(3), groups.items()):
        images = np.flatnonzero(chosen)
        images = images[np.argsort(margins[images], kind="stable")]
        kept = images[np.unique(np.linspace(0, len(images) - 1, min(count, len(images))).astype(int))]
        part.suptitle(f"{name}: {len(images)} images")
        for ax in (grid := part.subplots(1, count)):
            ax.axis("off")
        for ax, i in zip(grid, kept):
            ax.imshow(X[i].reshape(side, side), cmap="Greys", vmin=0, vmax=X.max())
            ax.set_title(f"{margins[i]:.2f}".replace("-", "−"))
    return fig


def lines_below(pulls, *, ax):
    """Draw the hinge loss, and for each pull p the line p·(1 − z), which is nowhere above it."""
    z = np.linspace(-1, 3, 201)
    hinge_style, *styles = curve_styles([None, *pulls])
    lines = ax.plot(z, hinge_loss(z), **hinge_style, lw=2.6, label="hinge loss")
    for style, p in zip(styles, pulls):
        lines += ax.plot(z, p * (1 - z), **style | {"marker": None}, lw=1.8, label=f"$p(1-z)$ with $p={p:g}$")
    finish(ax, xlabel="margin $z$", ylabel="loss", xlim=(-1, 3), ylim=(-1.4, 2.1))
    return lines


def bound_curves(bounds, *, optimum):
    """Return a figure with f of several runs from above and the bound D from below, after each pass.

    `bounds` maps the title of a panel to f and D, each an array (seeds, passes).
    """
    fig, axes = figure(len(bounds), width=(3.8 if len(bounds) > 1 else 4.4) * len(bounds), height=3.7)
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
    axes[0].legend()
    for ax in axes[1:]:
        ax.set_yticklabels([])
    return fig


def one_pull(pulls, X, y, lam, shown, *, names=("−1", "+1")):
    """Draw how D changes with the pull of one example, all others fixed: a parabola, and its best point in [0, 1].

    Return the figure, and for each example in `shown` its best pull.
    """
    m, w = len(y), (pulls * y) @ X / (lam * len(y))
    fig, axes = figure(len(shown), width=2.8 * len(shown), height=3.3)
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
    fig.legend(handles, labels, loc="outside lower center", ncols=3, frameon=False)
    return fig, np.array(best)


class PassValues(NamedTuple):
    """Hold values after each pass: dicts that map an algorithm's name to an array (seeds, passes)."""

    f: dict  # the objective of the weights
    D: dict  # the lower bound that the pulls give


def values_after_passes(racers):
    """Return f and D after each pass of the runs of each algorithm, and f of the mean of the last half.

    The pull of an example is α·y in dual ascent. In Pegasos it is the share of visits that added the example. In both
    cases it is a number from 0 to 1, and w = 1/(λm)·Σ_i pull_i·y_i·x_i.
    """
    f, D = {}, {}
    for name, runs in racers.items():
        X, y, lam = runs[0].X, runs[0].y, runs[0].lam
        weights, halves, pulls = (np.array(values) for values in zip(*map(_followed, runs)))
        f[name] = np.array([objective(w, X, y, lam) for w in weights])
        D[name] = pulls - lam / 2 * np.sum(weights**2, axis=-1)
        if not np.isnan(halves).any():
            f[f"{name}, mean of the last half"] = np.array([objective(w, X, y, lam) for w in halves])
    return PassValues(f, D)


def _followed(run):
    """Return w, the mean of the last half so far, both (passes, d), and the mean pull (passes,) after each pass."""
    m, total, additions = len(run.y), np.zeros(run.X.shape[1]), 0
    halves, kept = {}, ([], [], [])
    ends = range(m, len(run) + 1, m)
    middles = {end // 2 for end in ends}
    for t, step in enumerate(run, 1):
        if step.is_dual:
            pull = (step.alpha * run.y).mean() if t in ends else None
        else:
            total += step.w
            additions += step.score * run.y[step.i] < 1
            pull = additions / t
        if t in middles:
            halves[t] = total.copy()
        if t in ends:
            mean = np.full_like(total, np.nan) if step.is_dual else (total - halves.get(t // 2, 0)) / (t - t // 2)
            for column, value in zip(kept, (step.w.copy(), mean, pull)):
                column.append(value)
    return [np.array(column) for column in kept]


def passes_to(values, level):
    """Return for each run the first pass after which its value is at most `level`, or NaN."""
    near = values <= level
    return np.where(near.any(axis=-1), near.argmax(axis=-1) + 1, np.nan)


def passes_needed(lams, panels, *, passes):
    """Return a figure with a panel for each distance: the passes until the runs come that near, against λ.

    `panels` maps a title to a dict from algorithm to passes (lams, seeds), with NaN if the passes were not enough.
    """
    fig, axes = figure(len(panels), width=3.8 * len(panels), height=4)
    for ax, (title, racers) in zip(np.atleast_1d(axes), panels.items()):
        for shift, style, (name, counts) in zip((-0.12, 0, 0.12), curve_styles(racers), racers.items()):
            seen = np.where(np.isnan(counts), 1.6 * passes, counts)
            low, middle, high = np.quantile(seen, (0, 0.5, 1), axis=1)
            style["marker"] = style["marker"] or "d"
            place = np.arange(len(lams)) + shift
            ax.errorbar(place, middle, yerr=(middle - low, high - middle), **style, ms=5, lw=1.5, capsize=3, label=name)
        ax.axhline(passes * 1.15, color=INK, lw=0.8)
        ax.text(0.02, 1.6 * passes, f"more than {passes}", va="center", transform=ax.get_yaxis_transform())
        ax.set(title=title, xlabel="$\\lambda$", yscale="log", ylim=(0.8, 2.3 * passes))
        ax.set_xticks(range(len(lams)), [f"{lam:g}" for lam in lams])
        ticks = [n for n in (1, 2, 5, 10, 20, 50, 100) if n <= passes]
        ax.set_yticks(ticks, [str(n) for n in ticks])
        ax.set_yticks([], minor=True)
        ax.grid(**GRID)
    np.atleast_1d(axes)[0].set_ylabel("passes over the data")
    handles, labels = np.atleast_1d(axes)[0].get_legend_handles_labels()
    fig.legend(handles, labels, loc="outside lower center", ncols=3, frameon=False)
    return fig
