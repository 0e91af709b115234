"""Linear rules on examples of two classes: their lines, what each example pays, the band, the price of length."""

import numpy as np

from pegasos_edu.common.palette import ACCENT, GREY, INK, MINUS, PLUS
from pegasos_edu.common.validation import check_data, check_vectors
from pegasos_edu.lessons.pictures.objectives import value_curves
from pegasos_edu.losses import hinge_loss
from pegasos_edu.plots.axes import LEGEND, curve_styles, plain
from pegasos_edu.plots.pictures import Picture, figure
from pegasos_edu.plots.plane import close_up
from pegasos_edu.plots.plots import decision_boundary, examples


def in_the_plane(rules, X, y, *, names=("−1", "+1"), features=("$x_1$", "$x_2$")):
    """The data in the plane, and for each rule the line on which its score is 0.

    Parameters
    ----------
    rules : dict of str to array (2,)
        What each rule is called, and its weights; at most six.
    X : array, (m, 2)
    y : array, (m,), of −1 and +1
    names : pair of str
        What −1 and +1 stand for.
    features : pair of str
        What the axes say.

    Returns
    -------
    Picture
    """
    made, ax = figure(width=4.8)
    examples(X, y, names=names, ax=ax)
    close_up(ax, X)
    reach = 2 * np.abs([ax.get_xlim(), ax.get_ylim()]).max()
    for style, (name, w) in zip(curve_styles(rules), rules.items()):
        w = check_vectors("rules", w, 2, stack=False)
        across = np.array([w[1], -w[0]]) / np.linalg.norm(w)
        line = np.outer([-reach, reach], across).T
        ax.plot(*line, **style | {"marker": None}, lw=2.2, label=f"rule {name}", scalex=False, scaley=False)
    ax.set(xlabel=features[0], ylabel=features[1])
    ax.legend(**LEGEND)
    return Picture(made, f"{len(X)} examples in the plane, {names[0]} and {names[1]}, and the line of each rule.")


def on_the_hinge(rules, X, y, *, names=("−1", "+1")):
    """A panel for each rule: the hinge loss, and under it what each example pays at its margin, as a stem.

    Parameters
    ----------
    rules : dict of str to array (d,)
        What each rule is called, and its weights.
    X : array, (m, d)
    y : array, (m,), of −1 and +1
    names : pair of str
        What −1 and +1 stand for.

    Returns
    -------
    Picture
    """
    X, y = check_data(X, y)
    margins = {name: y * (X @ check_vectors("rules", w, X.shape[1], stack=False)) for name, w in rules.items()}
    low, high = min(z.min() for z in margins.values()), max(z.max() for z in margins.values())
    ends = np.array([min(low, 0) - 0.3, 1, max(high, 1) + 0.3])
    made, axes = figure(len(rules), width=4.4 * len(rules), height=3.6)
    for ax, (name, z) in zip(np.atleast_1d(axes), margins.items()):
        ax.plot(ends, hinge_loss(ends), color=GREY, lw=1.4, label="hinge loss")
        ax.vlines(z, 0, hinge_loss(z), color=INK, lw=0.8, alpha=0.6, label="what it pays")
        for sign, colour, marker, who in ((-1, MINUS, "o", names[0]), (1, PLUS, "^", names[1])):
            at = z[y == sign]
            ax.plot(at, hinge_loss(at), marker, ms=5, color=colour, mec="white", mew=0.4, label=plain(who))
        ax.axvline(0, color=INK, lw=0.8, ls=":")
        ax.set_title(f"rule {name}: mean hinge loss {hinge_loss(z).mean():.2f}", fontsize=10)
        ax.set(xlabel="margin $y\\,\\langle w, x\\rangle$", ylabel="loss", ylim=(-0.06, hinge_loss(ends[0])))
        ax.legend(fontsize=8)
    told = ", ".join(f"{name} {hinge_loss(z).mean():.2f}" for name, z in margins.items())
    return Picture(made, f"Each example on the hinge loss, a stem for what it pays, under each rule: mean {told}.")


def at_each_length(w, X, y, lam, *, longest=4.0):
    """Penalty, mean hinge loss and their sum for multiples of w, against the length: two terms that disagree.

    Parameters
    ----------
    w : array, (d,)
        Its direction is kept.
    X : array, (m, d)
    y : array, (m,), of −1 and +1
    lam : float
    longest : float
        Where the axis of lengths ends.

    Returns
    -------
    Picture
    """
    lengths = np.linspace(0, longest, 201)
    multiples = np.outer(lengths, np.asarray(w) / np.linalg.norm(w))
    losses = hinge_loss(y * (multiples @ np.asarray(X).T)).mean(axis=1)
    penalties = lam / 2 * lengths**2
    best = lengths[np.argmin(penalties + losses)]
    made, ax = figure(width=5.6, height=3.4)
    curves = {
        r"their sum $f$": penalties + losses,
        "mean hinge loss": losses,
        r"penalty $\lambda/2\,\|w\|^2$": penalties,
    }
    value_curves(lengths, curves, xlabel=r"length $\|w\|$", ylabel="value", ax=ax)
    ax.axvline(best, color=ACCENT, lw=4, alpha=0.5, zorder=1, label=f"lowest sum, at {best:.1f}")
    ax.legend(fontsize=8)
    return Picture(made, f"Against the length the penalty rises and the loss falls; the sum is lowest at {best:.1f}.")


def with_band(w, X, y, *, names=("−1", "+1")):
    """The boundary with its band; the title has the length of w, the width of the band and the mean hinge loss.

    Parameters
    ----------
    w : array, (2,)
    X : array, (m, 2)
    y : array, (m,), of −1 and +1
    names : pair of str
        What −1 and +1 stand for.

    Returns
    -------
    Picture
    """
    norm, loss = np.linalg.norm(w), hinge_loss(y * (X @ np.asarray(w))).mean()
    made, ax = figure(width=4.8)
    decision_boundary(w, X, y, names=names, ax=ax)
    close_up(ax, X)
    ax.set_title(f"$\\|w\\|$ = {norm:.2f}, band {2 / norm:.2f} wide, mean loss {loss:.2f}", fontsize=10)
    alt = f"The boundary and its band: w is {norm:.2f} long, the band {2 / norm:.2f} wide, the mean loss {loss:.2f}."
    return Picture(made, alt)
