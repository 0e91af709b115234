"""Pictures of the objective: scores at arrows, examples on the hinge loss, the band and its width, curves."""

import numpy as np
import pytest
from matplotlib.colors import to_hex

from pegasos_edu.common.palette import ACCENT
from pegasos_edu.datasets import blobs, digits
from pegasos_edu.lessons.pictures.objectives import (
    inner_products,
    losses_of_examples,
    losses_picture,
    objective_picture,
    support,
    value_curves,
)
from pegasos_edu.losses import hinge_loss
from pegasos_edu.plots import Picture, figure
from pegasos_edu.theory import optimum

X, y, names = blobs(40, distance=3.0)
W = optimum(X, y, 0.1).w


def test_support_vectors_by_hand():
    points = np.array([[1.0, 0], [2.0, 0], [0.5, 0], [-3.0, 0]])
    assert support([1.0, 0], points, [1, 1, 1, 1]).tolist() == [True, False, True, True]
    assert support([1.0, 0], points, [-1, -1, -1, -1]).tolist() == [True, True, True, False]


@pytest.mark.parametrize("lam", [0.01, 0.03, 0.1])
def test_the_support_vectors_of_an_optimum_alone_make_it(lam):
    w = optimum(X, y, lam).w
    chosen = support(w, X, y)
    rest = optimum(X[chosen], y[chosen], lam * len(y) / chosen.sum())
    np.testing.assert_allclose(rest.w, w, atol=1e-4)


def test_every_example_lies_on_the_hinge_loss_at_its_margin():
    _, ax = figure()
    lines = losses_of_examples(W, X, y, ax=ax)
    margins = y * (X @ W)
    for line, which in zip(lines[3:], [y < 0, y > 0, support(W, X, y)]):
        z = np.sort(line.get_xdata())
        assert np.allclose(z, np.sort(margins[which & (margins <= 3)])) and len(z)
        assert np.allclose(line.get_ydata(), hinge_loss(line.get_xdata()))
    A, b, _ = digits()
    assert len(losses_of_examples(np.ones(64), A, b, ax=figure()[1])) == 6


def test_the_picture_says_how_wide_the_band_is_and_how_many_decide():
    picture = objective_picture(W, X, y, names=names)
    assert isinstance(picture, Picture)
    width, count = 2 / np.linalg.norm(W), support(W, X, y).sum()
    assert f"band of width {width:.2f}" in picture.alt and f"{count} support vectors" in picture.alt
    left, right = picture.figure.axes
    assert f"{width:.2f}" in right.get_title()
    (arrow,) = (text for text in right.texts if not text.get_text())
    ends = np.array([arrow.xy, arrow.xyann])
    assert np.allclose(ends @ W, [1, -1]) and np.isclose(np.linalg.norm(ends[0] - ends[1]), width)
    shown = {text.get_text() for text in right.get_legend().get_texts()}
    assert {"support vector", *names} < shown and "just drawn" not in shown
    assert picture.png().startswith(b"\x89PNG")


def test_near_the_picture_ends_where_the_data_do():
    far = X + 20
    made = objective_picture(W, far, y, names=names, near=True).figure.axes[1]
    (left, right), (bottom, top) = made.get_xlim(), made.get_ylim()
    assert left < 0 < far.max() < right and bottom < 0 < top and right - left < 1.3 * far.max()
    assert objective_picture(W, far, y).figure.axes[1].get_xlim()[0] < -20  # else the origin is in the middle


def test_the_losses_have_a_picture_of_their_own():
    shown = [line.get_label() for line in losses_picture().figure.axes[0].lines[:3]]
    assert shown == ["0/1 loss", "hinge loss", "log loss"]


def test_scores_stand_at_the_arrows_and_the_line_at_a_right_angle():
    _, ax = figure()
    w, points = np.array([2.0, 1.0]), np.array([[0.8, 0.4], [-2.5, 0.5]])
    assert np.allclose(inner_products(w, points, ax=ax), [2.0, -4.5])
    assert {"a: 2.0", "b: −4.5", "$w$"} <= {text.get_text() for text in ax.texts}
    x, z = ax.lines[0].get_data()
    assert np.isclose(w @ [x[1] - x[0], z[1] - z[0]], 0) and np.isclose(x[0] * z[1], x[1] * z[0])


def test_curves_and_levels_are_told_apart_and_gaps_stay_open():
    _, ax = figure()
    x, gap = np.arange(1.0, 6), np.array([1, 2, np.nan, 4, 5])
    lines = value_curves(x, {"one": x, "two": gap}, levels={"best": 3}, xlabel="b", ylabel="J", logarithmic="x", ax=ax)
    assert [line.get_label() for line in lines] == ["one", "two", "best"]
    assert lines[0].get_linestyle() != lines[1].get_linestyle() and to_hex(lines[2].get_color()) == ACCENT.lower()
    assert np.isnan(lines[1].get_ydata()[2]) and lines[2].get_ydata()[0] == 3
    assert (ax.get_xscale(), ax.get_yscale(), ax.get_xlabel()) == ("log", "linear", "b")
    ax.figure.canvas.draw()


@pytest.mark.parametrize("count", [0, 7])
def test_no_curves_and_too_many_are_refused(count):
    with pytest.raises(ValueError, match="curves must be 1 to 6"):
        value_curves([1, 2], {str(n): [1, 2] for n in range(count)}, xlabel="x", ylabel="y", ax=figure()[1])
