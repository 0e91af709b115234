"""A proof step by step: f above its tangents, a sum that telescopes, what each step gives away, how likely a run is.

w_1, …, w_T are what a run has before each of its steps, as in the paper.
"""

import numpy as np
from matplotlib.collections import LineCollection

from pegasos_edu.common.palette import DARK_GREY, INK, LIGHT_GREY, MINUS, PLUS
from pegasos_edu.losses import hinge_loss, objective
from pegasos_edu.plots.axes import GRID, LEGEND, axes_or_new, curve_styles
from pegasos_edu.theory import bounds, subgradient

RUNGS = ("paid too much", "bowls for $f_t$", "last distance left out", "gradients as long as allowed")
SIDES = ("mean of $w_1,\\dots,w_T$", "last, $w_T$")


def iterates(log):
    """w_1, …, w_T: what each step of a run from 0 begins with.

    Parameters
    ----------
    log : steps of a linear algorithm, as `stack` gives them

    Returns
    -------
    ndarray, (T, d)
    """
    return np.vstack([np.zeros_like(log.w[:1]), log.w[:-1]])


def means(log):
    """w̄_1, …, w̄_T, where w̄_T is the mean of w_1, …, w_T [MPB11 Corollary 1].

    Parameters
    ----------
    log : steps of a linear algorithm, as `stack` gives them

    Returns
    -------
    ndarray, (T, d)
    """
    return np.cumsum(iterates(log), axis=0) / np.arange(1, len(log.w) + 1)[:, None]


def distances(logs, X, y, lam, at, lowest):
    """f − f* for the mean of w_1, …, w_T, which the theorem is about, and for w_T.

    Parameters
    ----------
    logs : list of steps
        As `stack` gives them, one a run, of a linear algorithm.
    X, y, lam
        The data and λ of the objective.
    at : array of int, (n,)
        The values of T.
    lowest : float
        f*.

    Returns
    -------
    dict of str to array (len(logs), n)
    """
    at, found = np.asarray(at), {name: [] for name in SIDES}
    for log in logs:
        for name, kept in zip(SIDES, (means(log), iterates(log))):
            found[name].append(objective(kept[at - 1], X, y, lam) - lowest)
    return {name: np.array(values) for name, values in found.items()}


def ladder(log, X, y, lam, u):
    """The sums that the proof puts one above the other, after each step: from the regret against u to the bound.

    Parameters
    ----------
    log : steps of `hinge` without the projection, as `stack` gives them
    X, y, lam
        Of the run.
    u : array, (d,)

    Returns
    -------
    dict of str to array (T,)
        Σ f_t(w_t) − f_t(u); Σ ⟨w_t − u, ∇_t⟩ − λ/2·‖w_t − u‖²; Σ ‖∇_t‖²/(2λt); G²/(2λ)·(1 + ln T).
    """
    w, x, label = iterates(log), X[log.i], y[log.i]
    margin = label * log.score
    g = lam * w - ((margin < 1) * label)[:, None] * x
    away = np.sum((w - u) ** 2, axis=1)
    paid = lam / 2 * (np.sum(w * w, axis=1) - u @ u) + hinge_loss(margin) - hinge_loss(label * (x @ u))
    tangents = np.sum((w - u) * g, axis=1) - lam / 2 * away
    lengths = np.sum(g * g, axis=1) / (2 * lam * log.t)
    G = bounds.gradient_norm(np.linalg.norm(X, axis=1).max(), lam, project=False)
    rungs = (*(np.cumsum(terms) for terms in (paid, tangents, lengths)), _regrets(G, lam, log.t))
    return dict(zip(RUNGS, rungs))


def _regrets(G, lam, times):
    return np.array([bounds.regret(G, lam, int(T)) for T in times])


def bowl(v, u, X, y, lam, *, ax=None):
    """f on the line through two points, its tangent at v, and that with λ/2 of the squared distance on top.

    Parameters
    ----------
    v, u : array, (d,)
    X, y, lam
        Of f.
    ax : Axes, optional

    Returns
    -------
    list of Line2D
    """
    ax, s = axes_or_new(ax), np.linspace(-0.6, 1.6, 221)
    f_v, slope = objective(v, X, y, lam), float((u - v) @ subgradient(v, X, y, lam))
    tangent = f_v + s * slope
    below = tangent + s**2 * bounds.strong_convexity(u, v, lam)
    curves = {
        "$f$": objective(v + s[:, None] * (u - v), X, y, lam),
        "tangent + $\\frac{\\lambda}{2}$ distance²": below,
        "tangent at $v$": tangent,
    }
    lines = [
        ax.plot(s, values, color=style["color"], ls=style["ls"], lw=2, label=name)[0]
        for style, (name, values) in zip(curve_styles(curves), curves.items())
    ]
    ax.fill_between(s, tangent, below, color=LIGHT_GREY, alpha=0.6, lw=0)
    ax.plot(0, f_v, "o", color=INK, ms=7, label="_v")
    ax.axvline(1, color=DARK_GREY, lw=0.8, zorder=0)
    ax.set_xticks([0, 1], ["$v$", "$w^\\star$"])
    ax.set(xlabel="from $v$ to $w^\\star$", ylabel="value")
    ax.legend(fontsize=9)
    return lines


def telescope(log, lam, u, n=6, *, ax=None):
    """What the first n steps add and take away: the two halves of the bracket, each but the last cancelled by the next.

    Parameters
    ----------
    log : steps of a linear algorithm, as `stack` gives them
    lam : float
    u : array, (d,)
    n : int
    ax : Axes, optional

    Returns
    -------
    (added, taken) : arrays (n,)
        λ/2·(t − 1)·‖w_t − u‖² and λ/2·t·‖w_{t+1} − u‖².
    """
    ax, t = axes_or_new(ax), np.arange(1, n + 1)
    before, after = (np.sum((w[:n] - u) ** 2, axis=1) for w in (iterates(log), log.w))
    added, taken = lam / 2 * (t - 1) * before, lam / 2 * t * after
    ax.bar(t - 0.2, added, 0.36, color=MINUS, alpha=0.75, label="added: $(t-1)\\,\\|w_t-u\\|^2$")
    ax.bar(t + 0.2, -taken, 0.36, color=PLUS, alpha=0.75, hatch="//", label="taken: $t\\,\\|w_{t+1}-u\\|^2$")
    ax.bar(n + 0.2, -taken[-1], 0.36, fill=False, edgecolor=INK, lw=2.4, label="left over")
    room = 0.03 * max(taken.max(), added.max())
    for step in range(1, n):
        ax.text(step + 0.2, -taken[step - 1] - room, f"{step}", ha="center", va="top", fontsize=9)
        ax.text(step + 0.8, added[step] + room, f"{step}", ha="center", va="bottom", fontsize=9)
    ax.axhline(0, color=DARK_GREY, lw=0.8)
    ax.set(xlabel="step $t$", ylabel="times $\\lambda/2$", xticks=t)
    ax.margins(y=0.14)
    ax.legend(**(LEGEND | {"ncols": 3}))
    return added, taken


def tail(values, lines, *, ax=None):
    """How often a value is at least a, against a, both axes logarithmic; and what is promised of it.

    Parameters
    ----------
    values : array, (n,)
        All > 0.
    lines : dict of str to float
        A mean c for each promise c/a, or 1 where that is more.
    ax : Axes, optional

    Returns
    -------
    list of Line2D
    """
    ax, values = axes_or_new(ax), np.sort(values)
    a = np.geomspace(values[0], 100 * max(lines.values()), 200)
    share = 1 - np.searchsorted(values, a) / len(values)
    curves = {"measured": share} | {name: np.minimum(1, mean / a) for name, mean in lines.items()}
    drawn = [
        ax.plot(a[share > 0] if name == "measured" else a, part[share > 0] if name == "measured" else part, lw=2,
                color=style["color"], ls=style["ls"], label=name)[0]
        for style, (name, part) in zip(curve_styles(curves), curves.items())
    ]  # fmt: skip
    ax.set(xscale="log", yscale="log", xlabel="$a$", ylabel="share with $f(w_r)-f^*\\geq a$", ylim=(5e-5, 2))
    ax.grid(**GRID)
    ax.legend(fontsize=8)
    return drawn


def against_logarithm(T, curves, *, ax=None):
    """Sums against the number of steps, that axis alone logarithmic: ln T is a straight line.

    Parameters
    ----------
    T : array, (n,)
    curves : dict of str to array (n,)
        At most six.
    ax : Axes, optional

    Returns
    -------
    list of Line2D
    """
    ax = axes_or_new(ax)
    lines = [
        ax.plot(T, values, color=style["color"], ls=style["ls"], lw=2, label=name)[0]
        for style, (name, values) in zip(curve_styles(curves), curves.items())
    ]
    ax.set(xscale="log", xlabel="steps $T$", ylabel="paid too much, in total")
    ax.grid(**GRID)
    ax.legend(fontsize=9)
    return lines


def roundings(apart, *, ax=None):
    """How far two programs of the same are apart after each step, in several runs: each faint, their median bold.

    Parameters
    ----------
    apart : dict of str to array (runs, T)
        At most six families of runs; what is below 1e-17 is drawn there.
    ax : Axes, optional

    Returns
    -------
    list of LineCollection
        For each family its runs and then its median. Their text form does not hang on how a machine rounds.
    """
    ax, drawn = axes_or_new(ax), []
    for style, (name, values) in zip(curve_styles(apart), apart.items()):
        values = np.maximum(values, 1e-17)
        t = np.arange(1, values.shape[1] + 1)
        look = {"colors": style["color"], "linestyles": style["ls"]}
        drawn += [
            LineCollection([np.column_stack([t, one]) for one in values], **look, lw=0.7, alpha=0.4, label="_"),
            LineCollection([np.column_stack([t, np.median(values, axis=0)])], **look, lw=2.4, label=name),
        ]
    for lines in drawn:
        ax.add_collection(lines, autolim=False)
    ax.set(xscale="log", yscale="log", xlim=(1, t[-1]), ylim=(5e-18, 10 * max(v.max() for v in apart.values())))
    ax.set(xlabel="step $t$", ylabel="apart, as a share of $\\|w\\|$")
    ax.grid(**GRID)
    ax.legend(fontsize=9, loc="upper left")
    return drawn
