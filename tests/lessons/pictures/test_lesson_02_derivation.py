import numpy as np
import pytest

from pegasos_edu.datasets import moons
from pegasos_edu.lessons.pictures.lesson_02_derivation import directions, fan, parabola_below, race, step_sizes
from pegasos_edu.losses import hinge_loss, objective
from pegasos_edu.theory import subgradient, subgradients

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


def test_the_parabola_touches_the_function_and_stays_below(ax):
    heading = np.array([0.6, 0.8])
    slope = float(subgradient(W, X, y, LAM) @ heading)
    along = lambda s: objective(W + np.outer(s, heading), X, y, LAM)  # noqa: E731
    f, parabola, line = parabola_below(along, 0.0, slope, LAM, span=(-4, 4), label="f", ax=ax)
    s = f.get_xdata()
    np.testing.assert_allclose(parabola.get_ydata() - line.get_ydata(), LAM / 2 * s**2, atol=1e-12)
    assert np.all(parabola.get_ydata() <= f.get_ydata() + 1e-12)
    assert parabola.get_ydata()[200] == pytest.approx(f.get_ydata()[200], abs=1e-12) and s[200] == 0


def test_a_race_counts_examples_drawn(ax):
    singles = np.array([[4.0, 2.0, 1.0], [6.0, 3.0, 2.0], [5.0, 1.0, 3.0]])
    all_of_them, *runs, median, _ = race(np.array([3.0, 1.0]), singles, 12, optimum=0.5, ax=ax)
    np.testing.assert_array_equal(all_of_them.get_xydata(), [[12, 3], [24, 1]])
    np.testing.assert_array_equal([run.get_ydata() for run in runs], singles)
    np.testing.assert_array_equal(median.get_xydata(), [[1, 5], [2, 2], [3, 2]])


def test_directions_are_how_fast_f_falls_and_how_fast_w_comes_nearer(ax):
    each, h = subgradients(W, X, y, LAM), 1e-6
    _, plus, _, mean = directions(each, y, AWAY, ax=ax)
    falls, nearer = plus.get_xydata()[0]
    one, length = each[(y * (X @ W) < 1) & (y > 0)][0], np.linalg.norm(each.mean(axis=0))
    assert falls * length == pytest.approx((objective(W, X, y, LAM) - objective(W - h * one, X, y, LAM)) / h, abs=1e-4)
    assert nearer == pytest.approx((np.linalg.norm(AWAY) - np.linalg.norm(AWAY - h * one)) / h, abs=1e-4)
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


def test_the_step_sizes_of_the_paper_are_1_over_lambda_t(ax):
    *_, median, paper = step_sizes([1, 10], np.array([[5.0, 0.4], [7.0, 0.6], [6.0, 0.5]]), 0.1, ax=ax)
    np.testing.assert_allclose(median.get_ydata(), [6, 0.5])
    np.testing.assert_allclose(paper.get_ydata(), [10, 1])
