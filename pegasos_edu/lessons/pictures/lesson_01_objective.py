"""Draw the pictures of lesson 01: linear rules, losses at the margins, and the parts of the objective."""

import numpy as np

from pegasos_edu.common.palette import ACCENT, GREY, INK, MINUS, PLUS
from pegasos_edu.lessons.pictures.several_lessons import value_curves
from pegasos_edu.losses import hinge_loss
from pegasos_edu.plots.axes import curve_styles, legend_below, literal
from pegasos_edu.plots.pictures import Picture, figure
from pegasos_edu.plots.plots import decision_boundary, examples, loss_curves
from pegasos_edu.plots.scatter import close_up

MARGIN_TOLERANCE = 1e-4  # margins this near to 1 count as 1, because only some digits of an optimum are exact
RING_STYLE = {"ls": "", "marker": "o", "mfc": "none", "mec": INK}


def boundaries(rules, X, y, *, names=("−1", "+1"), features=("$x_1$", "$x_2$")):
    """Draw the data and the line on which each rule has the score 0; `rules` maps a name to w."""
    fig, ax = figure(width=4.8)
    examples(X, y, names=names, ax=ax)
    close_up(ax, X)
    reach = 2 * np.abs([ax.get_xlim(), ax.get_ylim()]).max()
    for style, (name, w) in zip(curve_styles(rules), rules.items()):
        across = np.array([w[1], -w[0]]) / np.linalg.norm(w)
        line = np.outer([-reach, reach], across).T
        ax.plot(*line, **style | {"marker": None}, lw=2.2, label=f"rule {name}", scalex=False, scaley=False)
    ax.set(xlabel=features[0], ylabel=features[1])
    legend_below(ax)
    return Picture(fig, f"{len(X)} examples in the plane, {names[0]} and {names[1]}, and the line of each rule.")


def losses_at_margins(rules, X, y, *, names=("−1", "+1")):
    """Draw a panel for each rule, with the hinge loss and a stem for the loss of each example at its margin."""
    margins = {name: y * (X @ w) for name, w in rules.items()}
    low, high = min(z.min() for z in margins.values()), max(z.max() for z in margins.values())
    ends = np.array([min(low, 0) - 0.3, 1, max(high, 1) + 0.3])
    fig, axes = figure(len(rules), width=4.4 * len(rules), height=3.6)
    for ax, (name, z) in zip(np.atleast_1d(axes), margins.items()):
        ax.plot(ends, hinge_loss(ends), color=GREY, lw=1.4, label="hinge loss")
        ax.vlines(z, 0, hinge_loss(z), color=INK, lw=0.8, alpha=0.6, label="its loss")
        for sign, colour, marker, who in ((-1, MINUS, "o", names[0]), (1, PLUS, "^", names[1])):
            at = z[y == sign]
            ax.plot(at, hinge_loss(at), marker, ms=5, color=colour, mec="white", mew=0.4, label=literal(who))
        ax.axvline(0, color=INK, lw=0.8, ls=":")
        ax.set_title(f"rule {name}: mean hinge loss {hinge_loss(z).mean():.2f}")
        ax.set(xlabel="margin $y\\,\\langle w, x\\rangle$", ylabel="loss", ylim=(-0.06, hinge_loss(ends[0])))
        ax.legend()
    means = ", ".join(f"{name} {hinge_loss(z).mean():.2f}" for name, z in margins.items())
    return Picture(fig, f"Each example on the hinge loss, a stem for its loss, under each rule: mean {means}.")


def terms_by_length(w, X, y, lam, *, longest=4.0):
    """Draw penalty, mean hinge loss and their sum for multiples of w against their length."""
    lengths = np.linspace(0, longest, 201)
    multiples = np.outer(lengths, np.asarray(w) / np.linalg.norm(w))
    losses = hinge_loss(y * (multiples @ np.asarray(X).T)).mean(axis=1)
    penalties = lam / 2 * lengths**2
    best = lengths[np.argmin(penalties + losses)]
    fig, ax = figure(width=5.6, height=3.4)
    curves = {
        r"their sum $f$": penalties + losses,
        "mean hinge loss": losses,
        r"penalty $\lambda/2\,\|w\|^2$": penalties,
    }
    value_curves(lengths, curves, xlabel=r"length $\|w\|$", ylabel="value", ax=ax)
    ax.axvline(best, color=ACCENT, lw=4, alpha=0.5, zorder=1, label=f"lowest sum, at {best:.1f}")
    ax.legend()
    return Picture(fig, f"With the length, the penalty rises and the loss falls; the sum is lowest at {best:.1f}.")


def bowl_of_examples(signed, lam, *, span=(-2.0, 2.5)):
    """Draw the hinge losses of examples with one feature, and beside them their mean, the penalty and the sum f.

    `signed` holds y·x of each example. Dotted lines mark the corners in both panels.
    """
    w = np.linspace(*span, 451)
    losses, corners = hinge_loss(np.outer(signed, w)), 1 / np.asarray(signed)
    mean, penalty = losses.mean(axis=0), lam / 2 * w**2
    fig, (left, right) = figure(2, width=9, height=3.6)
    singles = {f"$y\\,x={value:g}$".replace("-", "−"): loss for value, loss in zip(signed, losses)}
    value_curves(w, singles, xlabel="$w$", ylabel="hinge loss", ax=left)
    curves = {"mean hinge loss": mean, r"penalty $\lambda/2\,w^2$": penalty, "their sum $f$": mean + penalty}
    value_curves(w, curves, xlabel="$w$", ylabel="value", ax=right)
    for ax, heights in ((left, np.zeros(len(corners))), (right, np.interp(corners, w, mean))):
        ax.plot(corners, heights, label="corner", zorder=4, ms=7, **RING_STYLE)
        for corner in corners:
            ax.axvline(corner, color=GREY, lw=0.8, ls=":", zorder=1)
        ax.set(xlim=span)
        ax.legend()
    alt = (
        f"Left: the hinge losses of {len(corners)} examples, each a broken line with one corner. Right: their mean "
        "with all these corners; with the penalty it is a bowl."
    )
    return Picture(fig, alt)


def mistakes_by_lam(lams, mistakes):
    """Draw how many answers are wrong against λ; `mistakes` maps a label to an array (sets, λ).

    A bold line shows the median; faint lines show each set for the first label.
    """
    fig, ax = figure(width=5.6, height=3.6)
    medians = {label: np.median(counts, axis=0) for label, counts in mistakes.items()}
    value_curves(lams, medians, xlabel=r"$\lambda$", ylabel="mistakes on the others", logarithmic="x", ax=ax)
    ax.plot(lams, next(iter(mistakes.values())).T, color=GREY, lw=0.7, alpha=0.5, zorder=1, label="_")
    ax.legend()
    said = "; ".join(f"{label}, median {' '.join(f'{n:g}' for n in values)}" for label, values in medians.items())
    return Picture(fig, f"Mistakes against λ from {lams[0]:g} to {lams[-1]:g}: {said}.")


def support_vectors(w, X, y):
    """Return which examples are support vectors of w, that is, have a margin of at most 1."""
    return y * (X @ w) <= 1 + MARGIN_TOLERANCE


def objective_picture(w, X, y, *, names=("−1", "+1"), near=False):
    """Draw the losses with every example at its margin, and beside them the boundary with its band.

    Both panels draw a ring around the support vectors. With `near`, the plane covers only the data instead of being
    centred at 0.
    """
    chosen, width = support_vectors(w, X, y), 2 / np.linalg.norm(w)
    fig, (left, right) = figure(2, width=9.6, height=4.4)
    losses_of_examples(w, X, y, ax=left)
    decision_boundary(w, X, y, marked=chosen, marked_label="support vector", names=names, ax=right)
    edge = np.asarray(w) / np.dot(w, w)  # the point with score 1 in the direction of w
    right.annotate("", edge, -edge, arrowprops={"arrowstyle": "<->", "lw": 1.8, "color": INK}, zorder=4)
    if near:
        close_up(right, X)
    right.set_title(f"width of the band $2/\\|w\\|$ = {width:.2f}")
    alt = (
        f"Left: 0/1, hinge and log loss against the margin, and {len(y)} examples on the hinge loss. Right: the same "
        f"examples, the boundary and its band of width {width:.2f}; {chosen.sum()} support vectors are ringed in both."
    )
    return Picture(fig, alt)


def losses_picture():
    """Draw the 0/1, hinge and log loss against the margin."""
    fig, ax = figure(width=6, height=3.6)
    loss_curves(ax=ax)
    return Picture(fig, "0/1 loss, hinge loss and log loss against the margin; at margin 1 the hinge has its corner.")


def losses_of_examples(w, X, y, *, ax):
    """Draw the three losses and each example on the hinge loss; draw a ring around the support vectors.

    Return the artists: the losses, the examples of class −1 and +1, and the rings.
    """
    chosen = support_vectors(w, X, y)
    margins = y * (X @ w)
    lines = loss_curves(ax=ax)
    seen = margins <= lines[0].get_xdata()[-1]
    for sign, colour, marker in ((-1, MINUS, "o"), (1, PLUS, "^")):
        z = margins[seen & (y == sign)]
        lines += ax.plot(z, hinge_loss(z), marker, ms=5, color=colour, mec="white", mew=0.4, zorder=3)
    z = margins[chosen]
    lines += ax.plot(z, hinge_loss(z), ms=8, mew=0.8, zorder=4, **RING_STYLE)
    return lines


def inner_products(w, points, *, ax):
    """Draw w and points as arrows from the origin, label each point with its score ⟨w, x⟩, and return the scores."""
    w, points = np.asarray(w), np.asarray(points)
    reach = 1.35 * np.abs(np.vstack([points, w])).max()
    across = np.array([-w[1], w[0]]) / np.linalg.norm(w)
    ax.plot(*np.outer([-2 * reach, 2 * reach], across).T, color=INK, lw=2, label="score = 0")
    scores = [float(w @ x) for x in points]
    texts = [f"{chr(97 + n)}: {score:.1f}".replace("-", "−") for n, score in enumerate(scores)]
    for end, text, colour, thick in [(w, "$w$", ACCENT, 3), *((x, text, INK, 1.4) for x, text in zip(points, texts))]:
        ax.annotate("", end, (0, 0), arrowprops={"arrowstyle": "-|>", "lw": thick, "color": colour, "shrinkB": 0})
        away = (9 if end @ across > 1e-9 else -9) * across  # on the side opposite to w
        place = {"ha": "left" if away[0] > 0 else "right", "va": "center"}
        ax.annotate(text, end, away, textcoords="offset points", color=colour, **place)
    ax.plot(*points.T, "o", color=INK, ms=3, label="a point and its score")
    ax.set(xlim=(-reach, reach), ylim=(-reach, reach), aspect="equal", xlabel="$x_1$", ylabel="$x_2$")
    ax.legend(loc="lower left")
    return scores
