import numpy as np
import pytest

from pegasos_edu.datasets import moons
from pegasos_edu.lessons.pictures.lesson_02_derivation import directions, fan
from pegasos_edu.losses import hinge_loss, objective
from pegasos_edu.theory import subgradients

LAM = 0.1
X, y, _ = moons(12)
W, AWAY = np.array([0.4, -1.2]), np.array([-0.6, -3.2])


def test_a_line_is_solid_if_it_is_nowhere_above_and_crosses_are_where_it_is(ax):
    slopes = (-1.5, -1, -0.5, 0, 0.5)
    _, *lines, crosses = fan(hinge_loss, 1.0, slopes, span=(-2, 3), label="hinge", ax=ax)
    for slope, line in zip(slopes, lines, strict=True):
        np.testing.assert_allclose(line.get_ydata(), slope * (line.get_xdata() - 1), atol=1e-12)
        assert (line.get_linestyle() == "-") == (-1 <= slope <= 0)
    x, height = crosses.get_data()
    assert np.all(height > hinge_loss(x)) and x.min() < 1 < x.max()


def test_directions_are_how_fast_f_falls_and_how_fast_w_comes_nearer(ax):
    each, h = subgradients(W, X, y, LAM), 1e-6
    _, plus, _, mean = directions(each, y, AWAY, ax=ax)
    falls, nearer = plus.get_xydata()[0]
    g, length = each[(y * (X @ W) < 1) & (y > 0)][0], np.linalg.norm(each.mean(axis=0))
    assert falls * length == pytest.approx((objective(W, X, y, LAM) - objective(W - h * g, X, y, LAM)) / h, abs=1e-4)
    assert nearer == pytest.approx((np.linalg.norm(AWAY) - np.linalg.norm(AWAY - h * g)) / h, abs=1e-4)
    assert mean.get_xdata()[0] == pytest.approx(length)


def test_the_corners_count_every_example_and_those_that_share_a_place_too(ax):
    each = subgradients(W, X, y, LAM)
    directions(each, y, AWAY, ax=ax)
    falls, nearer = each @ each.mean(axis=0) >= 0, each @ AWAY > 0
    corners = {
        "uphill, yet nearer": ~falls & nearer,
        "downhill and nearer": falls & nearer,
        "uphill and away": ~falls & ~nearer,
        "downhill, yet away": falls & ~nearer,
    }
    texts = {text.get_text() for text in ax.texts}
    assert {f"{name}: {inside.sum()}" for name, inside in corners.items()} < texts
    assert f"{np.sum(y * (X @ W) >= 1)} examples" in texts
