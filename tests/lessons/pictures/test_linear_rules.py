"""Pictures of linear rules: their lines, what examples pay, the price of length, the band."""

import numpy as np
import pytest

from pegasos_edu.datasets import breast_cancer
from pegasos_edu.lessons.pictures.linear_rules import at_each_length, in_the_plane, on_the_hinge, with_band
from pegasos_edu.losses import hinge_loss, objective

patients = breast_cancer()
X, y, names = patients.X[::10, [20, 26]], patients.y[::10], patients.names
RULES = {"A": np.array([-0.6, -0.8]), "B": np.array([-1.0, 0.0])}


def test_each_rule_has_its_line_where_the_score_is_zero():
    picture = in_the_plane(RULES, X, y, names=names, features=("radius", "concavity"))
    (ax,) = picture.figure.axes
    for line, (name, w) in zip(ax.lines, RULES.items(), strict=True):
        assert line.get_label() == f"rule {name}" and np.allclose(line.get_xydata() @ w, 0)
    assert len({line.get_linestyle() for line in ax.lines}) == 2
    assert (ax.get_xlabel(), ax.get_ylabel()) == ("radius", "concavity")
    (left, right), (bottom, top) = ax.get_xlim(), ax.get_ylim()
    assert np.isclose(right - left, top - bottom) and left < X[:, 0].min() and X[:, 0].max() < right
    assert bottom < X[:, 1].min() and X[:, 1].max() < top


def test_each_example_stands_on_the_hinge_and_its_stem_is_what_it_pays():
    picture = on_the_hinge(RULES, X, y, names=names)
    for ax, (name, w) in zip(picture.figure.axes, RULES.items(), strict=True):
        margins = y * (X @ w)
        (stems,) = ax.collections
        ends = np.array([stem.vertices for stem in stems.get_paths()])
        assert np.allclose(ends[:, 0, 1], 0) and np.allclose(
            ends[:, 1], np.column_stack([margins, hinge_loss(margins)])
        )
        points = np.concatenate([line.get_xydata() for line in ax.lines if line.get_label() in names])
        assert np.allclose(np.sort(points[:, 0]), np.sort(margins))
        mean = f"{hinge_loss(margins).mean():.2f}"
        assert ax.get_title() == f"rule {name}: mean hinge loss {mean}" and f"{name} {mean}" in picture.alt


def test_a_single_rule_in_any_dimension_has_a_panel_too():
    picture = on_the_hinge({"all": np.full(30, -0.1)}, patients.X, patients.y)
    assert len(picture.figure.axes) == 1


@pytest.mark.parametrize("w", [[-0.6, -0.8], [-3.0, -4.0]])
def test_the_sum_of_both_terms_is_the_objective_whatever_the_length_given(w):
    (ax,) = at_each_length(w, X, y, 0.1).figure.axes
    total, losses, penalties, lowest = ax.lines
    lengths = total.get_xdata()
    assert np.allclose(total.get_ydata(), objective(np.outer(lengths, [-0.6, -0.8]), X, y, 0.1))
    assert np.allclose(total.get_ydata(), losses.get_ydata() + penalties.get_ydata())
    at = lowest.get_xdata()[0]
    assert at == lengths[np.argmin(total.get_ydata())] and f"{at:.1f}" in lowest.get_label()


def test_the_band_says_how_long_w_is_how_wide_it_is_and_the_mean_loss():
    w = 2 * RULES["A"]
    picture = with_band(w, X, y, names=names)
    loss = f"{hinge_loss(y * (X @ w)).mean():.2f}"
    assert "2.00 long" in picture.alt and "1.00 wide" in picture.alt and loss in picture.alt
    (ax,) = picture.figure.axes
    assert "band 1.00 wide" in ax.get_title() and loss in ax.get_title()
