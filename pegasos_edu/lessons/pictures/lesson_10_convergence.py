"""Draw the pictures of lesson 10: a proof step by step.

As in the paper, w_1, …, w_T are the weights before each step. `stack` returns a `log` for a linear algorithm.
"""

import numpy as np
from matplotlib.collections import LineCollection

from pegasos_edu.common.palette import DARK_GREY, INK, LIGHT_GREY, MINUS, PLUS
from pegasos_edu.lessons.pictures.several_lessons import finish
from pegasos_edu.losses import hinge_loss, objective
from pegasos_edu.plots.axes import GRID, curve_styles, legend_below
from pegasos_edu.theory import bounds, subgradient

SIDES = ("mean of $w_1,\\dots,w_T$", "last, $w_T$")


def iterates(log):
    """Return w_1, …, w_T: the weights before each step of a run from 0."""
    return np.vstack([np.zeros_like(log.w[:1]), log.w[:-1]])


def means(log):
    """Return w̄_1, …, w̄_T, where w̄_T is the mean of w_1, …, w_T [MPB11 Corollary 1]."""
    return np.cumsum(iterates(log), axis=0) / np.arange(1, len(log.w) + 1)[:, None]


def distances(logs, X, y, lam, at, lowest):
    """Return f − f* at each T in `at`, for the mean of w_1, …, w_T, as in the theorem, and for w_T."""
    at, values_of = np.asarray(at), {name: [] for name in SIDES}
    for log in logs:
        for name, kept in zip(SIDES, (means(log), iterates(log))):
            values_of[name].append(objective(kept[at - 1], X, y, lam) - lowest)
    return {name: np.array(values) for name, values in values_of.items()}


def rungs(log, X, y, lam, u):
    """Return the sums of the proof over a whole run, from the regret against u to its bound, each at least the last.

    They are Σ f_t(w_t) − f_t(u); Σ ⟨w_t − u, ∇_t⟩ − λ/2·‖w_t − u‖²; Σ ‖∇_t‖²/(2λt); G²/(2λ)·Σ 1/t; and
    G²/(2λ)·(1 + ln T). The log must come from `hinge` without projection.
    """
    w, x, label = iterates(log), X[log.i], y[log.i]
    margin = label * log.score
    g = lam * w - ((margin < 1) * label)[:, None] * x
    paid = lam / 2 * (np.sum(w * w, axis=1) - u @ u) + hinge_loss(margin) - hinge_loss(label * (x @ u))
    tangents = np.sum((w - u) * g, axis=1) - lam / 2 * np.sum((w - u) ** 2, axis=1)
    G = bounds.gradient_norm(np.linalg.norm(X, axis=1).max(), lam, project=False)
    lengths, longest = (squares / (2 * lam * log.t) for squares in (np.sum(g * g, axis=1), G**2))
    return np.array([*(terms.sum() for terms in (paid, tangents, lengths, longest)), bounds.regret(G, lam, len(log.t))])


def given_away(factors, *, ax):
    """Draw by what factor each part of the proof enlarges the sum: a dot for each run, and the median as a number."""
    for place, (name, values) in enumerate(factors.items()):
        ax.plot(values, np.full(len(values), place), "o", mfc="none", color=INK, ms=6, label=name)
        middle = np.median(values)
        ax.text(1.3 * max(values), place, f"{middle:.3g} times", va="center")
    ax.set(
        xscale="log", xlim=(0.8, 3000), ylim=(len(factors) - 0.5, -0.5), xlabel="makes the sum larger by this factor"
    )
    ax.set_yticks(range(len(factors)), list(factors))
    ax.grid(**GRID)


def bowl(v, u, X, y, lam, *, ax):
    """Draw f on the line from v to u, its tangent at v, and the tangent plus λ/2 of the squared distance."""
    s = np.linspace(-0.6, 1.6, 221)
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
    ax.set_xticks([0, 1], ["$v$", "$w^*$"])
    ax.set(xlabel="from $v$ to $w^*$", ylabel="value")
    ax.legend()
    return lines


def telescope(log, lam, u, n=6, *, ax):
    """Draw the terms that the first n steps add and subtract; the next step cancels each term except the last.

    Return the terms λ/2·(t − 1)·‖w_t − u‖² and λ/2·t·‖w_{t+1} − u‖².
    """
    t = np.arange(1, n + 1)
    before, after = (np.sum((w[:n] - u) ** 2, axis=1) for w in (iterates(log), log.w))
    added, taken = lam / 2 * (t - 1) * before, lam / 2 * t * after
    ax.bar(t - 0.2, added, 0.36, color=MINUS, alpha=0.75, label="added: $(t-1)\\,\\|w_t-u\\|^2$")
    ax.bar(t + 0.2, -taken, 0.36, color=PLUS, alpha=0.75, hatch="//", label="taken: $t\\,\\|w_{t+1}-u\\|^2$")
    ax.bar(n + 0.2, -taken[-1], 0.36, fill=False, edgecolor=INK, lw=2.4, label="left over")
    room = 0.03 * max(taken.max(), added.max())
    for step in range(1, n):
        ax.text(step + 0.2, -taken[step - 1] - room, f"{step}", ha="center", va="top")
        ax.text(step + 0.8, added[step] + room, f"{step}", ha="center", va="bottom")
    ax.axhline(0, color=DARK_GREY, lw=0.8)
    ax.set(xlabel="step $t$", ylabel="times $\\lambda/2$", xticks=t)
    ax.margins(y=0.14)
    legend_below(ax)
    return added, taken


def tail(values, lines, *, ax):
    """Draw the share of values that are at least a, against a, and the bound c/a for each mean c in `lines`."""
    values = np.sort(values)
    a = np.geomspace(values[0], 100 * max(lines.values()), 200)
    share = 1 - np.searchsorted(values, a) / len(values)
    curves = {"measured": share} | {name: np.minimum(1, mean / a) for name, mean in lines.items()}
    drawn = [
        ax.plot(
            a[share > 0] if name == "measured" else a,
            part[share > 0] if name == "measured" else part,
            lw=2,
            color=style["color"],
            ls=style["ls"],
            label=name,
        )[0]
        for style, (name, part) in zip(curve_styles(curves), curves.items())
    ]
    finish(ax, xscale="log", yscale="log", xlabel="$a$", ylabel="share with $f(w_r)-f^*\\geq a$", ylim=(5e-5, 2))
    return drawn


def against_logarithm(T, curves, *, ax):
    """Draw sums against the number of steps; on the logarithmic axis of steps, ln T is a straight line."""
    lines = [
        ax.plot(T, values, color=style["color"], ls=style["ls"], lw=2, label=name)[0]
        for style, (name, values) in zip(curve_styles(curves), curves.items())
    ]
    ax.set(xscale="log", xlabel="steps $T$", ylabel="regret")
    ax.grid(**GRID)
    ax.legend()
    return lines


def roundings(apart, *, ax):
    """Draw the distance of two equivalent programs after each step, with runs faint and their median bold.

    The text form of the lines does not depend on how a machine rounds.
    """
    drawn = []
    for style, (name, values) in zip(curve_styles(apart), apart.items()):
        values = np.maximum(values, 1e-17)
        t = np.arange(1, values.shape[1] + 1)
        look = {"colors": style["color"], "linestyles": style["ls"]}
        drawn += [
            LineCollection([np.column_stack([t, run]) for run in values], **look, lw=0.7, alpha=0.4, label="_"),
            LineCollection([np.column_stack([t, np.median(values, axis=0)])], **look, lw=2.4, label=name),
        ]
    for lines in drawn:
        ax.add_collection(lines, autolim=False)
    ax.set(xscale="log", yscale="log", xlim=(1, t[-1]), ylim=(5e-18, 10 * max(v.max() for v in apart.values())))
    ax.set(xlabel="step $t$", ylabel="apart, as a share of $\\|w\\|$")
    ax.grid(**GRID)
    ax.legend(loc="upper left")
    return drawn
