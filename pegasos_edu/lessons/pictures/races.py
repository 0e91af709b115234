"""Pegasos beside dual ascent: what many runs have come to after each pass, and the passes that each needs."""

from typing import NamedTuple

import numpy as np

from pegasos_edu.common.palette import INK
from pegasos_edu.losses import objective
from pegasos_edu.plots.axes import GRID, curve_styles
from pegasos_edu.plots.pictures import figure


class Race(NamedTuple):
    """What is known after each pass; arrays (seeds, passes) by the name of the racer."""

    f: dict  # the objective of the weights
    D: dict  # the bound from below that the pulls give


def after_passes(racers):
    """What f and the bound from below are after each pass of these runs, and f of the mean of the last half.

    The pull of an example is α·y in dual ascent, and in Pegasos the share of its visits at which it was added: the
    number from 0 to 1 with w = 1/(λm)·Σ_i pull_i·y_i·x_i.

    Parameters
    ----------
    racers : dict of str to list of Run
        Of `hinge` or of `dual_ascent`, all as long, by the name of the racer.

    Returns
    -------
    Race
        For a racer without dual variables, f has also "…, mean of the last half" of its iterates.
    """
    f, D = {}, {}
    for name, runs in racers.items():
        X, y, lam = runs[0].X, runs[0].y, runs[0].lam
        weights, halves, pulls = (np.array(one) for one in zip(*map(_followed, runs)))
        f[name] = np.array([objective(one, X, y, lam) for one in weights])
        D[name] = pulls - lam / 2 * np.sum(weights**2, axis=-1)
        if not np.isnan(halves).any():
            f[f"{name}, mean of the last half"] = np.array([objective(one, X, y, lam) for one in halves])
    return Race(f, D)


def _followed(run):
    """After each pass: w, and the mean of the last half so far, (passes, d); and the mean pull, (passes,)."""
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
            for one, value in zip(kept, (step.w.copy(), mean, pull)):
                one.append(value)
    return [np.array(one) for one in kept]


def passes_to(values, level):
    """The first pass after which each run is at this level or below; NaN where none is.

    Parameters
    ----------
    values : array, (..., passes)
    level : float

    Returns
    -------
    ndarray, (...)
    """
    near = values <= level
    return np.where(near.any(axis=-1), near.argmax(axis=-1) + 1, np.nan)


def needed(lams, found, *, passes):
    """Passes until the runs are near enough, against λ, a panel for each distance: median, and range of the seeds.

    Parameters
    ----------
    lams : sequence of float
        Largest first, as they stand in the picture.
    found : dict of str to dict of str to array (lams, seeds)
        Title of a panel; the racer; its passes, NaN where they were not enough.
    passes : int
        How many were made: what needed more is drawn above that line.

    Returns
    -------
    Figure
    """
    made, axes = figure(len(found), width=3.8 * len(found), height=4)
    for ax, (title, racers) in zip(np.atleast_1d(axes), found.items()):
        for shift, style, (name, counts) in zip((-0.12, 0, 0.12), curve_styles(racers), racers.items()):
            seen = np.where(np.isnan(counts), 1.6 * passes, counts)
            low, middle, high = np.quantile(seen, (0, 0.5, 1), axis=1)
            style["marker"] = style["marker"] or "d"
            place = np.arange(len(lams)) + shift
            ax.errorbar(place, middle, yerr=(middle - low, high - middle), **style, ms=5, lw=1.5, capsize=3, label=name)
        ax.axhline(passes * 1.15, color=INK, lw=0.8)
        ax.text(0.02, 1.6 * passes, f"more than {passes}", fontsize=9, va="center", transform=ax.get_yaxis_transform())
        ax.set(title=title, xlabel="$\\lambda$", yscale="log", ylim=(0.8, 2.3 * passes))
        ax.set_xticks(range(len(lams)), [f"{lam:g}" for lam in lams])
        ticks = [n for n in (1, 2, 5, 10, 20, 50, 100) if n <= passes]
        ax.set_yticks(ticks, [str(n) for n in ticks])
        ax.set_yticks([], minor=True)
        ax.grid(**GRID)
    np.atleast_1d(axes)[0].set_ylabel("passes over the data")
    handles, labels = np.atleast_1d(axes)[0].get_legend_handles_labels()
    made.legend(handles, labels, loc="outside lower center", ncols=3, frameon=False, fontsize=9)
    return made
