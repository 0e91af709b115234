"""Pegasos beside dual ascent: many runs of several λ at once, and the passes that each needs."""

from typing import NamedTuple

import numpy as np

from pegasos_edu.basics.palette import INK
from pegasos_edu.losses import objective
from pegasos_edu.runs.draws import make_draws
from pegasos_edu.show.axes import GRID, curve_styles
from pegasos_edu.show.pictures import figure


class Race(NamedTuple):
    """What is known after each pass; arrays (seeds, passes) by the name of the racer."""

    f: dict  # the objective of the weights
    D: dict  # the bound from below that the pulls give


def race(X, y, lam, passes, seeds=10):
    """Runs of `hinge` and of `dual_ascent`, one step of all seeds at a time, through the same reshuffled passes.

    Each is the run of its box. The pull of an example is α·y in dual ascent, and in Pegasos the share of its visits at
    which it was added: the number from 0 to 1 with w = 1/(λm)·Σ_i pull_i·y_i·x_i.

    Parameters
    ----------
    X : array, (m, d)
    y : array, (m,), of −1 and +1
    lam : float
    passes, seeds : int

    Returns
    -------
    Race
        Of "Pegasos" and "dual ascent", and the objective of "Pegasos, mean of the last half" of its iterates.
    """
    m = len(y)
    draws = np.array([make_draws("epochs", m, passes * m, seed) for seed in range(seeds)])
    last, half, additions = _pegasos(X, y, lam, draws)
    w, pulls = _ascent(X, y, lam, draws)
    weights = {"Pegasos": last, "Pegasos, mean of the last half": half, "dual ascent": w}
    f = {name: np.array([objective(one, X, y, lam) for one in found]) for name, found in weights.items()}
    sums = {"Pegasos": (last, additions), "dual ascent": (w, pulls)}
    D = {name: mean - lam / 2 * np.sum(found**2, axis=-1) for name, (found, mean) in sums.items()}
    return Race(f, D)


def _pegasos(X, y, lam, draws):
    """After each pass: the last w and the mean of the last half so far, (seeds, passes, d), and the mean pull."""
    m, Z = len(y), y[:, None] * X
    w = np.zeros((len(draws), X.shape[1]))
    total, sums, additions, kept = np.zeros_like(w), {}, np.zeros(len(draws)), ([], [], [])
    halves = {t // 2 for t in range(m, draws.shape[1] + 1, m)}
    for t, drawn in enumerate(draws.T, 1):
        x = Z[drawn]
        added = (w * x).sum(axis=1) < 1
        w *= 1 - 1 / t
        w += (added / (lam * t))[:, None] * x
        total += w
        additions += added
        if t in halves:
            sums[t] = total.copy()
        if t % m == 0:
            half = (total - sums.get(t // 2, 0)) / (t - t // 2)
            for one, value in zip(kept, (w.copy(), half, additions / t)):
                one.append(value)
    return [np.array(one).swapaxes(0, 1) for one in kept]


def _ascent(X, y, lam, draws):
    """After each pass: w, (seeds, passes, d), and the mean pull, (seeds, passes)."""
    m, Z, seeds = len(y), y[:, None] * X, np.arange(len(draws))
    q, w, pulls = np.sum(X**2, axis=1) / (lam * m), np.zeros((len(draws), X.shape[1])), np.zeros((len(draws), m))
    kept = [], []
    for t, drawn in enumerate(draws.T, 1):
        x, old = Z[drawn], pulls[seeds, drawn]
        new = np.minimum(1, np.maximum(0, old + (1 - (w * x).sum(axis=1)) / q[drawn]))
        pulls[seeds, drawn] = new
        w += ((new - old) / (lam * m))[:, None] * x
        if t % m == 0:
            kept[0].append(w.copy())
            kept[1].append(pulls.mean(axis=1))
    return [np.array(one).swapaxes(0, 1) for one in kept]


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
