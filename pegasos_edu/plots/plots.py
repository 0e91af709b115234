"""Plot data, boundaries, objectives, losses and weights."""

import numpy as np
from contourpy import contour_generator  # comes with Matplotlib
from matplotlib.collections import LineCollection
from matplotlib.colors import BoundaryNorm, ListedColormap

from pegasos_edu.common.palette import ACCENT, GREY, INK, REGIONS
from pegasos_edu.common.validation import check_positive, check_vectors
from pegasos_edu.losses import hinge_loss, log_loss
from pegasos_edu.plots.axes import GRID, axes_or_new, curve_styles, legend_below, literal
from pegasos_edu.plots.scatter import RESOLUTION, check_plane, middle, scatter, square


class Boundary:
    """Hold the artists of a decision boundary; `update` moves them to another classifier.

    Attributes
    ----------
    ax : Axes
    regions : AxesImage
        The predicted class of each point, paler inside the margin band.
    lines : dict of LineCollection
        The levels −1, 0 and +1 of the score.
    points : list of PathCollection
        The examples, class −1 and class +1.
    marked, drawn : Line2D
        Rings around the marked examples and around the examples just drawn.
    """

    def __init__(self, ax, X, y, centre, names, marked_label, drawn_label):
        self.ax, self.X, self.y = ax, X, y
        x, z = square(X, RESOLUTION, centre)
        self._x, self._z = x, z
        self.grid = np.column_stack([axis.ravel() for axis in np.meshgrid(x, z)])
        self.regions = ax.imshow(
            np.zeros((RESOLUTION, RESOLUTION)),
            extent=(x[0], x[-1], z[0], z[-1]),
            origin="lower",
            cmap=ListedColormap(REGIONS),
            norm=BoundaryNorm([-3, -1, 0, 1, 3], 4),
            interpolation="nearest",
            zorder=0,
        )
        self.lines = {
            level: ax.add_collection(
                LineCollection([], colors=INK, linestyles=style, linewidths=width, zorder=1, label=label),
                autolim=False,
            )
            for level, style, width, label in (
                (-1, "--", 1.0, None),
                (0, "-", 2.0, "score = 0"),
                (1, "--", 1.0, "score = ±1"),
            )
        }
        self.points = scatter(ax, X, y, names)
        ring = {"ls": "", "marker": "o", "mfc": "none", "zorder": 3}
        (self.marked,) = ax.plot([], [], ms=9, mec=INK, mew=0.9, label=marked_label, **ring)
        (self.drawn,) = ax.plot([], [], ms=16, mec=ACCENT, mew=2.8, label=drawn_label, **ring)
        ax.set(xlim=(x[0], x[-1]), ylim=(z[0], z[-1]), xlabel="$x_1$", ylabel="$x_2$")
        legend_below(ax)

    @property
    def moving(self):
        """Return the artists that `update` changes, bottom first."""
        return [self.regions, *self.lines.values(), *self.points, self.marked, self.drawn]

    def update(self, on_grid, on_points, marked=None, drawn=()):
        """Show the classifier with these scores on the grid and on the examples."""
        scores = np.asarray(on_grid, dtype=float).reshape(len(self._z), len(self._x))
        self.regions.set_data(np.clip(scores, -2, 2))
        contours = contour_generator(self._x, self._z, scores)
        for level, line in self.lines.items():
            line.set_segments(contours.lines(level))
        if marked is None:
            marked = self.y * on_points < 1
        self.marked.set_data(*self._chosen(marked))
        self.drawn.set_data(*self._chosen(drawn))

    def _chosen(self, which):
        which = np.atleast_1d(np.asarray(which))
        return self.X[which if which.size else slice(0)].T


def examples(X, y, *, names=("−1", "+1"), ax=None):
    """Draw the data in the plane, without a classifier.

    Parameters
    ----------
    X : array, (m, 2)
    y : array, (m,), of −1 and +1
    names : pair of str
        Names of the classes −1 and +1.
    ax : Axes, optional

    Returns
    -------
    list of PathCollection
        Class −1 and class +1.

    Raises
    ------
    ValueError
        If the data do not have two features, or `run` would refuse them.
    """
    X, y = check_plane(X, y, names)
    ax = axes_or_new(ax)
    points = scatter(ax, X, y, names)
    x, z = square(X, 2, middle(X))
    ax.set(xlim=x, ylim=z, aspect="equal", xlabel="$x_1$", ylabel="$x_2$")
    legend_below(ax)
    return points


def decision_boundary(score, X, y, *, marked=None, marked_label=None, drawn=(), names=("−1", "+1"), ax=None):
    """Draw the data in the plane, the line (or curve) where the score is 0, and the margin band up to ±1.

    Parameters
    ----------
    score : array (2,), or callable
        The weights w; then the centre of the plot is the origin, which is always on the boundary. Or a function
        from points (n, 2) to scores (n,); then the centre is the middle of the data.
    X : array, (m, 2)
    y : array, (m,), of −1 and +1
    marked : array of int or bool, optional
        Examples to ring, such as support vectors; by default those with margin y·score < 1.
    marked_label : str, optional
        The meaning of the rings.
    drawn : int or sequence of int
        The example or the mini-batch just drawn, which gets a bold ring; by default there is no such ring.
    names : pair of str
        Names of the classes −1 and +1.
    ax : Axes, optional

    Returns
    -------
    Boundary
        Its ``update`` moves the artists.

    Raises
    ------
    ValueError
        If the data do not have two features, or `run` would refuse them.
    """
    X, y = check_plane(X, y, names)
    centre = middle(X)
    if not callable(score):
        centre = np.zeros(2)  # every line without a bias goes through the origin
        w = check_vectors("score", score, 2, stack=False)

        def score(points):
            return points @ w

    label = marked_label or ("margin < 1" if marked is None else "marked")
    marked_label = literal(label) if np.size(marked) else None
    drawn_label = "just drawn" if np.size(drawn) else None
    boundary = Boundary(axes_or_new(ax), X, y, centre, names, marked_label, drawn_label)
    boundary.update(score(boundary.grid), score(X), marked, drawn)
    return boundary


def objective_curves(t, curves, *, optimum=None, ylabel="objective $f(w)$", ax=None):
    """Draw values against steps, with logarithmic axes.

    Parameters
    ----------
    t : array, (n,)
        The steps.
    curves : dict of str to array (n,)
        The values of each curve, by its label (formulas in $…$); at most six.
    optimum : float, optional
        The smallest possible value f*, drawn as a line.
    ylabel : str
        ``"$f(w) - f^*$"`` where the values are suboptimalities.
    ax : Axes, optional

    Returns
    -------
    list of Line2D
        The curves, then the optimum.
    """
    styles = curve_styles(curves)
    for label, values in curves.items():
        if np.shape(values) != np.shape(t):
            raise ValueError(
                f"curves must have one value for each t, {np.shape(t)}, got {np.shape(values)} for {label!r}."
            )
    if optimum is not None:
        optimum = _check_optimum(optimum)
    ax = axes_or_new(ax)
    width = 1.6 if len(t) < 1000 else 0.7
    lines = [
        ax.plot(t, values, **style, lw=width, ms=4, markevery=0.12, label=label)[0]
        for style, (label, values) in zip(styles, curves.items())
    ]
    if optimum is not None:
        lines.append(
            ax.axhline(optimum, color=ACCENT, lw=4, alpha=0.5, zorder=1, label=f"optimum $f^*$ = {optimum:.4g}")
        )
    ax.set(xscale="log", yscale="log", xlabel="step $t$", ylabel=ylabel)
    ax.grid(**GRID)
    ax.legend()
    return lines


def _check_optimum(value):
    if hasattr(value, "value"):
        raise ValueError(f"optimum must be a number, got {type(value).__name__}; take its .value.")
    return check_positive("optimum", value)


def loss_curves(*, ax=None):
    """Draw the 0/1, hinge and log loss against the margin y·score.

    Returns
    -------
    list of Line2D
    """
    ax = axes_or_new(ax)
    z = np.linspace(-2.5, 3, 551)
    curves = {"0/1 loss": (z <= 0).astype(float), "hinge loss": hinge_loss(z), "log loss": log_loss(z)}
    lines = [
        ax.plot(z, values, **style | {"marker": None}, lw=2, label=name)[0]
        for style, (name, values) in zip(curve_styles(curves), curves.items())
    ]
    ax.axvline(1, color=GREY, lw=0.8)
    ax.annotate("margin 1", (1, 2.6), xytext=(4, 0), textcoords="offset points")
    ax.set(xlabel="margin $y\\,\\langle w, x\\rangle$", ylabel="loss")
    ax.legend()
    return lines


def weights_image(w, shape=None, *, ax=None):
    """Draw weights as an image that shows which pixels are evidence for +1, and which for −1.

    The strongest weights carry a + or a − sign, so that the picture can be read without colour.

    Parameters
    ----------
    w : array, (d,)
    shape : pair of int, optional
        Rows and columns; a square if left out.
    ax : Axes, optional

    Returns
    -------
    tuple
        The AxesImage, and the two Line2D of signs.

    Raises
    ------
    ValueError
        If the shape does not have as many entries as w.
    """
    w = check_vectors("w", w, np.size(w))
    shape = shape or (round(np.sqrt(w.size)),) * 2
    if np.size(shape) != 2 or np.prod(shape) != w.size:
        raise ValueError(
            f"shape must be (rows, columns) with rows * columns equal to the number of weights, {w.size}, got {shape}."
        )
    image, limit = w.reshape(shape), np.abs(w).max() or 1.0
    ax = axes_or_new(ax)
    picture = ax.imshow(image, cmap="PuOr_r", vmin=-limit, vmax=limit)
    size = min(8, 140 / max(shape))
    signs = [
        ax.plot(*np.argwhere(sign * image > 0.35 * limit).T[::-1], ls="", marker=marker, ms=size, color=INK)[0]
        for sign, marker in ((1, "+"), (-1, "_"))
    ]
    ax.set(xticks=[], yticks=[])
    ax.figure.colorbar(picture, ax=ax, label="weight for class +1", shrink=0.8)
    return picture, *signs
