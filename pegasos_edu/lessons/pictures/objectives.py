"""What the objective is made of: products and angles, losses at the margins of examples, values against a setting."""

import numpy as np

from pegasos_edu.common.palette import ACCENT, INK, MINUS, PLUS
from pegasos_edu.common.validation import check_data, check_vectors
from pegasos_edu.losses import hinge_loss
from pegasos_edu.plots.axes import GRID, axes_or_new, curve_styles
from pegasos_edu.plots.pictures import Picture, figure
from pegasos_edu.plots.plane import close_up
from pegasos_edu.plots.plots import decision_boundary, loss_curves

MARGIN_TOLERANCE = 1e-4  # a margin this near to 1 counts as 1: an optimum is known to some digits
RING_STYLE = {"ls": "", "marker": "o", "mfc": "none", "mec": INK}


def support(w, X, y):
    """Which examples are support vectors of w: those with a margin of at most 1.

    Parameters
    ----------
    w : array, (d,)
    X : array, (m, d)
    y : array, (m,), of −1 and +1

    Returns
    -------
    ndarray of bool, (m,)
    """
    X, y = check_data(X, y)
    return y * (X @ check_vectors("w", w, X.shape[1], stack=False)) <= 1 + MARGIN_TOLERANCE


def objective_picture(w, X, y, *, names=("−1", "+1"), near=False):
    """The losses against the margin, every example at its own; beside it the boundary with its band.

    The support vectors are ringed in both panels; an arrow marks the width of the band, 2/‖w‖.

    Parameters
    ----------
    w : array, (2,)
    X : array, (m, 2)
    y : array, (m,), of −1 and +1
    names : pair of str
        What −1 and +1 stand for.
    near : bool
        Whether the plane ends where the data do, in the place of being centred at the origin.

    Returns
    -------
    Picture
    """
    chosen, width = support(w, X, y), 2 / np.linalg.norm(w)
    made, (left, right) = figure(2, width=9.6, height=4.4)
    losses_of_examples(w, X, y, ax=left)
    decision_boundary(w, X, y, marked=chosen, marked_label="support vector", names=names, ax=right)
    edge = np.asarray(w) / np.dot(w, w)  # where the score is 1, straight ahead from the origin
    right.annotate("", edge, -edge, arrowprops={"arrowstyle": "<->", "lw": 1.8, "color": INK}, zorder=4)
    if near:
        close_up(right, X)
    right.set_title(f"width of the band $2/\\|w\\|$ = {width:.2f}", fontsize=10)
    alt = (
        f"Left: 0/1, hinge and log loss against the margin, and {len(y)} examples on the hinge loss. Right: the same "
        f"examples, the boundary and its band of width {width:.2f}; {chosen.sum()} support vectors are ringed in both."
    )
    return Picture(made, alt)


def losses_picture():
    """The 0/1, hinge and log loss against the margin.

    Returns
    -------
    Picture
    """
    made, ax = figure(width=6, height=3.6)
    loss_curves(ax=ax)
    return Picture(made, "0/1 loss, hinge loss and log loss against the margin; at margin 1 the hinge has its corner.")


def losses_of_examples(w, X, y, *, ax=None):
    """The three losses against the margin, and each example on the hinge loss, at its margin under w.

    Parameters
    ----------
    w, X, y
        As for `support`; data of any dimension.
    ax : Axes, optional

    Returns
    -------
    list of Line2D
        The three losses, the examples of class −1 and +1, and the rings around the support vectors.
    """
    ax, chosen = axes_or_new(ax), support(w, X, y)
    X, y = check_data(X, y)
    margins = y * (X @ w)
    lines = loss_curves(ax=ax)
    seen = margins <= lines[0].get_xdata()[-1]
    for sign, colour, marker in ((-1, MINUS, "o"), (1, PLUS, "^")):
        z = margins[seen & (y == sign)]
        lines += ax.plot(z, hinge_loss(z), marker, ms=5, color=colour, mec="white", mew=0.4, zorder=3)
    z = margins[chosen]
    lines += ax.plot(z, hinge_loss(z), ms=8, mew=0.8, zorder=4, **RING_STYLE)
    return lines


def inner_products(w, points, *, ax=None):
    """w and some points as arrows from the origin; at each point a letter and its score ⟨w, x⟩.

    The line on which the score is 0 stands at a right angle to w: the side of a point is told by its angle alone.

    Parameters
    ----------
    w : array, (2,)
    points : array, (n, 2)
        Called a, b, c and so on.
    ax : Axes, optional

    Returns
    -------
    list of float
        The scores that are written.
    """
    w = check_vectors("w", w, 2, stack=False)
    points = np.atleast_2d(check_vectors("points", points, 2))
    ax = axes_or_new(ax)
    reach = 1.35 * np.abs(np.vstack([points, w])).max()
    across = np.array([-w[1], w[0]]) / np.linalg.norm(w)
    ax.plot(*np.outer([-2 * reach, 2 * reach], across).T, color=INK, lw=2, label="score = 0")
    scores = [float(w @ x) for x in points]
    texts = [f"{chr(97 + n)}: {score:.1f}".replace("-", "−") for n, score in enumerate(scores)]
    for end, text, colour, thick in [(w, "$w$", ACCENT, 3), *((x, text, INK, 1.4) for x, text in zip(points, texts))]:
        ax.annotate("", end, (0, 0), arrowprops={"arrowstyle": "-|>", "lw": thick, "color": colour, "shrinkB": 0})
        away = (9 if end @ across > 1e-9 else -9) * across  # from w
        place = {"ha": "left" if away[0] > 0 else "right", "va": "center"}
        ax.annotate(text, end, away, textcoords="offset points", color=colour, **place)
    ax.plot(*points.T, "o", color=INK, ms=3, label="a point and its score")
    ax.set(xlim=(-reach, reach), ylim=(-reach, reach), aspect="equal", xlabel="$x_1$", ylabel="$x_2$")
    ax.legend(fontsize=8, loc="lower left")
    return scores


def value_curves(x, curves, *, levels=None, xlabel, ylabel, logarithmic="", ax=None):
    """Values against a setting, such as the norm and the loss of an optimum against λ, or J(b) against b.

    Parameters
    ----------
    x : array, (n,)
    curves : dict of str to array (n,)
        What each curve is, and its values, NaN for a gap; at most six.
    levels : dict of str to float, optional
        Heights to compare with, drawn as lines across.
    xlabel, ylabel : str
    logarithmic : {"", "x", "y", "xy"}
        Which axes.
    ax : Axes, optional

    Returns
    -------
    list of Line2D
        One for each curve, then one for each level.
    """
    styles, ax = curve_styles(curves), axes_or_new(ax)
    lines = [
        ax.plot(x, values, **style, lw=1.8, ms=4, markevery=0.12, label=label)[0]
        for style, (label, values) in zip(styles, curves.items())
    ]
    for label, height in (levels or {}).items():
        lines.append(ax.axhline(height, color=ACCENT, lw=4, alpha=0.5, zorder=1, label=label))
    for axis in logarithmic:
        ax.set(**{f"{axis}scale": "log"})
    ax.set(xlabel=xlabel, ylabel=ylabel)
    ax.grid(**GRID)
    ax.legend(fontsize=8)
    return lines
