"""Test plots: the right artists with the right data, on the given axes, without side effects."""

import io
from itertools import combinations
from xml.etree import ElementTree

import numpy as np
import pytest
from matplotlib import pyplot, rc_context
from matplotlib.colors import to_rgba
from matplotlib.figure import Figure
from matplotlib.text import Text

from pegasos_edu import hinge, last, run
from pegasos_edu.common.palette import MINUS, PLUS, REGIONS
from pegasos_edu.datasets import blobs, digits, toy
from pegasos_edu.losses import hinge_loss, log_loss
from pegasos_edu.plots import decision_boundary, examples, loss_curves, objective_curves, weights_image
from pegasos_edu.plots.axes import curve_styles
from pegasos_edu.plots.pictures import SIZE, Picture, describe, figure
from pegasos_edu.theory import optimum

X, y, names = toy()
W = last(run(hinge, X, y, lam=0.05, T=500)).w


def axes():
    return Figure().add_subplot()


def luminance(colour):
    """Return the luminance of a colour, from 0 for black to 1 for white."""
    r, g, b = (int(colour[n : n + 2], 16) / 255 for n in (1, 3, 5))
    return 0.2126 * r**2.2 + 0.7152 * g**2.2 + 0.0722 * b**2.2


def corners(boundary, level):
    return np.concatenate(boundary.lines[level].get_segments())


@pytest.mark.parametrize("level", [-1, 0, 1])
def test_the_lines_lie_where_the_score_is_minus_one_zero_and_one(level):
    boundary = decision_boundary(W, X, y, ax=axes())
    np.testing.assert_allclose(corners(boundary, level) @ W, level, atol=1e-12)


def test_the_regions_are_on_the_side_of_their_class_and_the_right_way_up():
    """Check that at each point of the grid the image holds the score, cut at ±2."""
    w = np.array([1.0, -0.3])
    boundary = decision_boundary(w, X, y, ax=axes())
    image = boundary.regions
    (left, right, bottom, top), pixels = image.get_extent(), image.get_array()
    rows, columns = pixels.shape
    assert image.origin == "lower"
    for row, column in ((0, 0), (0, columns - 1), (rows - 1, 3), (90, 75)):
        point = np.array([left + (right - left) * column / (columns - 1), bottom + (top - bottom) * row / (rows - 1)])
        assert pixels[row, column] == pytest.approx(np.clip(point @ w, -2, 2), abs=1e-12)
    assert image.to_rgba(np.array([[-1.5, 1.5]]))[0].tolist() == [[*to_rgba(REGIONS[0])], [*to_rgba(REGIONS[3])]]
    assert image.to_rgba(np.array([[-0.9, 0.9]]))[0].tolist() == [[*to_rgba(REGIONS[1])], [*to_rgba(REGIONS[2])]]


def test_the_legend_names_classes_rings_and_lines():
    boundary = decision_boundary(W, X, y, names=("cat", "dog"), marked_label="mine", marked=[1], ax=axes())
    texts = {text.get_text() for text in boundary.ax.figure.legends[0].get_texts()}
    assert texts == {"cat", "dog", "mine", "score = 0", "score = ±1"}


def test_one_legend_below_all_planes_names_each_thing_once_and_covers_nothing():
    drawn, panels = figure(3, width=8.4, height=3.4)
    for ax in panels:
        decision_boundary(W, X, y, marked=(), ax=ax)
        ax.set_title("a step")
    Picture(drawn, "three planes").png()
    [legend] = drawn.legends
    assert [text.get_text() for text in legend.get_texts()] == ["score = 0", "score = ±1", "−1", "+1"]
    assert {text.get_fontsize() for text in drawn.findobj(Text) if text.get_text()} == {SIZE}
    assert all(0 <= ax.title.get_window_extent().y1 <= drawn.bbox.y1 for ax in panels)
    assert all(ax.xaxis.label.get_window_extent().y0 >= legend.get_window_extent().y1 for ax in panels)


def test_violators_are_ringed_unless_others_are_named():
    violators = X[y * (X @ W) < 1]
    assert 0 < len(violators) < len(X)
    boundary = decision_boundary(W, X, y, ax=axes())
    np.testing.assert_array_equal(boundary.marked.get_xydata(), violators)
    for marked in ([3, 5], np.isin(np.arange(len(X)), [3, 5])):
        boundary = decision_boundary(W, X, y, marked=marked, ax=axes())
        np.testing.assert_array_equal(boundary.marked.get_xydata(), X[[3, 5]])
    assert len(decision_boundary(W, X, y, marked=(), ax=axes()).marked.get_xydata()) == 0


@pytest.mark.parametrize(("drawn", "expected"), [((), []), (4, [4]), (0, [0]), (np.array([1, 2]), [1, 2])])
def test_the_drawn_examples_are_ringed(drawn, expected):
    boundary = decision_boundary(W, X, y, drawn=drawn, ax=axes())
    np.testing.assert_array_equal(boundary.drawn.get_xydata(), X[expected].reshape(-1, 2))


def test_update_moves_the_same_artists():
    boundary = decision_boundary(W, X, y, ax=axes())
    before = list(boundary.ax.get_children())
    v = np.array([1.0, -2.0])
    boundary.update(boundary.grid @ v, X @ v, drawn=7)
    assert list(boundary.ax.get_children()) == before
    np.testing.assert_allclose(corners(boundary, 0) @ v, 0, atol=1e-12)
    np.testing.assert_array_equal(boundary.marked.get_xydata(), X[y * (X @ v) < 1])


def test_a_line_is_seen_from_the_origin_and_every_example_is_in_view():
    X, y, _ = blobs(offset=20.0)
    ax = decision_boundary(np.array([1.0, 0.0]), X, y, ax=axes()).ax
    (left, right), (bottom, top) = ax.get_xlim(), ax.get_ylim()
    assert left == -right and bottom == -top and right == top > np.abs(X).max()
    ax = decision_boundary(lambda points: points[:, 0], X, y, ax=axes()).ax
    (left, right), (bottom, top) = ax.get_xlim(), ax.get_ylim()
    assert 0 < left < X[:, 0].min() and X[:, 0].max() < right
    assert right - left == pytest.approx(top - bottom)


def test_classes_and_regions_differ_without_colour():
    boundary = decision_boundary(W, X, y, names=names, ax=axes())
    circles, triangles = (points.get_paths()[0].vertices for points in boundary.points)
    assert len(circles) != len(triangles)
    greys = [luminance(colour) for colour in REGIONS]
    assert (
        greys[3] - greys[0] > 0.2 and greys[0] < greys[1] < greys[2] and abs(luminance(MINUS) - luminance(PLUS)) > 0.05
    )
    styles = [str(line.get_linestyle()) for line in boundary.lines.values()]
    assert styles[0] == styles[2] != styles[1]


def test_objective_curves_hold_the_values_on_logarithmic_axes():
    t = np.arange(1, 6)
    ax = axes()
    lines = objective_curves(t, {"one": 1 / t, "two": 2 / t}, optimum=0.1, ax=ax)
    assert [line.get_label() for line in lines] == ["one", "two", "optimum $f^*$ = 0.1"]
    np.testing.assert_array_equal(lines[1].get_xydata(), np.column_stack([t, 2 / t]))
    assert (ax.get_xscale(), ax.get_yscale()) == ("log", "log")
    assert len({(line.get_linestyle(), line.get_linewidth()) for line in lines}) == 3


def test_any_two_of_six_curves_differ_in_colour_in_dashes_and_in_marker():
    for style, other in combinations(curve_styles(range(6)), 2):
        assert all(style[key] != other[key] for key in ("color", "ls", "marker"))
    for count in (0, 7):
        with pytest.raises(ValueError, match=f"curves must be 1 to 6, the number of styles, got {count}; use other"):
            curve_styles(range(count))


def test_loss_curves_are_the_losses():
    zero_one, hinge_line, log_line = loss_curves(ax=axes())
    z = hinge_line.get_xdata()
    np.testing.assert_array_equal(zero_one.get_ydata(), z <= 0)
    np.testing.assert_array_equal(hinge_line.get_ydata(), hinge_loss(z))
    np.testing.assert_array_equal(log_line.get_ydata(), log_loss(z))


def test_weights_become_pixels_with_signs():
    w = np.zeros((2, 3))
    w[0, 2], w[1, 0], w[1, 1] = 1.0, -0.8, 0.1
    image, plus, minus = weights_image(w.ravel(), (2, 3), ax=axes())
    np.testing.assert_array_equal(image.get_array(), w)
    assert plus.get_xydata().tolist() == [[2, 0]] and minus.get_xydata().tolist() == [[0, 1]]
    assert image.get_clim() == (-1, 1)
    against, for_ = image.cmap(0.05)[:3], image.cmap(0.95)[:3]
    assert for_[0] > for_[2] and against[2] > against[0]  # orange stands for +1, like triangles; violet for −1
    assert weights_image(np.zeros(64), ax=axes())[0].get_array().shape == (8, 8)


@pytest.mark.parametrize(
    ("plot", "what"),
    [
        (lambda: decision_boundary(W, digits().X, digits().y), "two columns to be drawn in the plane, got 64"),
        (lambda: decision_boundary([1, 2, 3], X, y), r"score must have shape \(2,\)"),
        (lambda: decision_boundary(last(run(hinge, X, y, lam=1)), X, y), "got a LinearStep; take its .w"),
        (lambda: objective_curves([1], {"a": [1]}, optimum=optimum(X, y, 1.0)), "got Optimum; take its .value"),
        (lambda: decision_boundary(W, X, (y + 1) // 2), "y must hold -1 and"),
        (lambda: weights_image(np.ones(7)), "equal to the number of weights, 7"),
        (lambda: examples(X, y, names=("one",)), "names must be a pair"),
        (lambda: objective_curves([1, 2], {"a": [1]}), "one value for each t"),
    ],
)
def test_bad_input_is_refused_and_leaves_no_figure_open(plot, what):
    with pytest.raises(ValueError, match=what):
        plot()
    assert pyplot.get_fignums() == []


def test_axes_are_made_only_if_none_are_given():
    loss_curves(ax=axes())
    assert pyplot.get_fignums() == []
    loss_curves()
    assert len(pyplot.get_fignums()) == 1
    pyplot.close("all")


@pytest.mark.parametrize("name", ["$x_1$", "a $^$ b", "_neg"])
def test_a_name_is_shown_as_it_is(name):
    """Check that it is not read as a formula, is not left out of the legend, and is in the text form."""
    ax = axes()
    decision_boundary(W, X, y, names=(name, "other"), marked=[0], marked_label=name, ax=ax)
    assert sum(f"] {name}: " in line for line in describe(ax.figure)) == 2
    content = io.BytesIO()
    with rc_context({"svg.fonttype": "none"}):
        ax.figure.savefig(content, format="svg")
    drawn = ElementTree.fromstring(content.getvalue()).iter("{http://www.w3.org/2000/svg}text")
    assert ["".join(text.itertext()).strip() for text in drawn].count(name) == 2
