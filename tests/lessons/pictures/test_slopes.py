"""Pictures of subgradients: the lines and parabolas lie where they should, and what is above is marked."""

import numpy as np
import pytest
from matplotlib.figure import Figure

from pegasos_edu import objective
from pegasos_edu.datasets import moons
from pegasos_edu.lessons.pictures.slopes import (
    directions,
    fan,
    hinge_fan,
    parabola_below,
    race,
    step_sizes,
    variance_curves,
)
from pegasos_edu.losses import hinge_loss
from pegasos_edu.plots import Picture
from pegasos_edu.theory import subgradient, subgradients, variance_factor

LAM = 0.1
X, y, _ = moons(12)
W = np.array([0.4, -1.2])


def axes():
    return Figure().add_subplot()


def along(s, way=(0.6, 0.8)):
    return objective(W + np.outer(s, way), X, y, LAM)


def legend(ax):
    return [text.get_text() for text in ax.get_legend().get_texts()]


# The fan


def test_every_line_of_the_fan_goes_through_the_point_with_its_slope():
    slopes = (-1, -0.4, 0, 2)
    function, *lines, _ = fan(hinge_loss, 1.0, slopes, span=(-2, 3), label="hinge", ax=axes())
    np.testing.assert_array_equal(function.get_ydata(), hinge_loss(function.get_xdata()))
    for slope, line in zip(slopes, lines, strict=True):
        np.testing.assert_allclose(line.get_ydata(), slope * (line.get_xdata() - 1), atol=1e-12)


def test_a_line_is_solid_if_it_is_nowhere_above_and_crosses_are_where_it_is():
    slopes = (-1.5, -1, -0.5, 0, 0.5)
    *_, crosses = lines = fan(hinge_loss, 1.0, slopes, span=(-2, 3), label="hinge", ax=axes())
    assert [line.get_linestyle() for line in lines[1:-1]] == ["--", "-", "-", "-", "--"]
    x, height = crosses.get_data()
    assert len(x) > 3 and np.all(height > hinge_loss(x)) and x.min() < 1 < x.max()


def test_the_slopes_stand_at_the_ends_of_their_lines():
    ax = axes()
    lines = fan(hinge_loss, 1.0, (-1, -0.25, 0.5), span=(-2, 3), label="hinge", ax=ax)
    assert [text.get_text() for text in ax.texts] == ["slope −1", "slope −0.25", "slope 0.5"]
    assert [text.xy for text in ax.texts] == [tuple(line.get_xydata()[-1]) for line in lines[1:-1]]
    low, high = ax.get_ylim()
    assert all(low < text.xy[1] < high for text in ax.texts)


@pytest.mark.parametrize(
    ("slopes", "names"),
    [
        ((-1, 0), ["hinge", "nowhere above it"]),
        ((-2, 1), ["hinge", "above it somewhere", "above it"]),
        ((-2, 0), ["hinge", "nowhere above it", "above it somewhere", "above it"]),
    ],
)
def test_the_legend_names_what_is_there(slopes, names):
    ax = axes()
    fan(hinge_loss, 1.0, slopes, span=(-2, 3), label="hinge", ax=ax)
    assert legend(ax) == names


def test_the_fan_of_the_hinge_has_the_slopes_from_minus_one_to_zero():
    ax = axes()
    lines = hinge_fan(ax=ax)
    solid = [line.get_label() for line in lines[1:-1] if line.get_linestyle() == "-"]
    assert solid == ["slope −1", "slope −0.75", "slope −0.5", "slope −0.25", "slope 0"]
    assert [line.get_label() for line in lines[1:-1] if line.get_linestyle() == "--"] == ["slope −1.5", "slope 0.5"]
    assert "margin" in ax.get_xlabel()


# The parabola


def test_the_parabola_touches_the_function_between_it_and_the_line():
    slope = float(subgradient(W, X, y, LAM) @ [0.6, 0.8])
    f, parabola, line = parabola_below(along, 0.0, slope, LAM, span=(-4, 4), label="f", ax=axes())
    s = f.get_xdata()
    np.testing.assert_allclose(parabola.get_ydata() - line.get_ydata(), LAM / 2 * s**2, atol=1e-12)
    np.testing.assert_allclose(line.get_ydata(), along([0.0]) + slope * s, atol=1e-12)
    assert np.all(parabola.get_ydata() <= f.get_ydata() + 1e-12)
    middle = len(s) // 2
    assert s[middle] == 0 and parabola.get_ydata()[middle] == pytest.approx(f.get_ydata()[middle], abs=1e-12)


def test_the_point_lies_on_the_function_wherever_it_is():
    ax = axes()
    parabola_below(along, 0.123, 0.0, LAM, span=(-4, 4), label="f", ax=ax)
    (point,) = (line for line in ax.lines if line.get_marker() == "o")
    np.testing.assert_allclose(point.get_xydata(), [[0.123, *along([0.123])]])


# The curve of the variance


def test_the_curves_of_the_variance_are_the_two_formulas():
    values = [variance_factor(5, k) for k in range(1, 6)]
    measured, without, replaced = variance_curves(values, ax=axes())
    np.testing.assert_allclose(measured.get_ydata(), values)
    np.testing.assert_allclose(without.get_ydata(), [1, 3 / 8, 1 / 6, 1 / 16, 0])
    np.testing.assert_allclose(replaced.get_ydata(), [1, 1 / 2, 1 / 3, 1 / 4, 1 / 5])
    assert list(measured.get_xdata()) == [1, 2, 3, 4, 5]


def test_the_pictures_can_be_saved_and_say_what_they_show(tmp_path):
    figure = Figure(layout="compressed")
    hinge_fan(ax=figure.add_subplot())
    assert "slope −0.75: 401 points, (-1.5, 1.88) … (3, -1.5)" in repr(Picture(figure, "The fan of the hinge."))
    figure.savefig(tmp_path / "fan.svg")
    assert (tmp_path / "fan.svg").stat().st_size > 5_000


# All examples, or one at a time


def test_the_race_counts_examples_drawn_and_shows_every_run_and_their_median():
    full, singles = (
        np.array([3.0, 1.0, 0.8]),
        np.array([[4.0, 2.0, 1.0, 0.9], [6.0, 3.0, 2.0, 0.7], [5.0, 1.0, 3.0, 0.8]]),
    )
    ax = axes()
    all_of_them, *runs, median, line = race(full, singles, 12, optimum=0.5, ax=ax)
    np.testing.assert_array_equal(all_of_them.get_xydata(), [[12, 3], [24, 1], [36, 0.8]])
    np.testing.assert_array_equal([run.get_ydata() for run in runs], singles)
    np.testing.assert_array_equal(median.get_xydata(), [[1, 5], [2, 2], [3, 2], [4, 0.8]])
    assert set(line.get_ydata()) == {0.5} and ax.get_xscale() == ax.get_yscale() == "log"
    assert ax.get_xlabel() == "examples drawn"
    assert legend(ax) == ["all 12 a step", "one a step, 3 runs", "their median", "optimum $f^*$ = 0.500"]


def spots(lines):
    return [line.get_xydata() for line in lines]


def test_directions_are_how_fast_f_falls_and_how_fast_w_comes_nearer():
    each, away, h = subgradients(W, X, y, LAM), W - np.array([1.0, 2.0]), 1e-6
    minus, plus, shared, mean = directions(each, y, away, ax=axes())
    (falls, nearer), low = spots([plus])[0][0], y * (X @ W) < 1
    one = each[low & (y > 0)][0]
    length = np.linalg.norm(each.mean(axis=0))
    assert falls * length == pytest.approx((objective(W, X, y, LAM) - objective(W - h * one, X, y, LAM)) / h, abs=1e-4)
    assert nearer == pytest.approx((np.linalg.norm(away) - np.linalg.norm(away - h * one)) / h, abs=1e-4)
    assert len(spots([minus])[0]) == np.sum(low & (y < 0)) and len(spots([plus])[0]) == np.sum(low & (y > 0))
    assert len(spots([shared])[0]) == 1 and mean.get_xdata()[0] == pytest.approx(length)


def test_the_corners_count_every_example_those_that_share_a_place_too():
    each, away, ax = subgradients(W, X, y, LAM), W - np.array([1.0, 2.0]), axes()
    directions(each, y, away, ax=ax)
    said = {text.get_text().split(": ")[0]: text.get_text() for text in ax.texts}
    falls, nearer = each @ each.mean(axis=0) >= 0, each @ away > 0
    assert said["uphill, yet nearer"].endswith(f": {np.sum(~falls & nearer)}")
    assert said["downhill and nearer"].endswith(f": {np.sum(falls & nearer)}")
    assert said["uphill and away"].endswith(f": {np.sum(~falls & ~nearer)}")
    assert said["downhill, yet away"].endswith(f": {np.sum(falls & ~nearer)}")
    assert f"{np.sum(y * (X @ W) >= 1)} examples" in said


def test_classes_that_are_not_there_are_not_in_the_legend():
    ax = axes()
    directions(np.array([[1.0, 0.5], [1.0, -0.5]]), np.array([1, 1]), np.array([1.0, 0.0]), names=("no", "yes"), ax=ax)
    assert legend(ax) == ["yes", "mean of all"]


def test_step_sizes_stand_beside_the_papers():
    t, best, ax = [1, 10, 100], np.array([[5.0, 0.4, 0.06], [7.0, 0.6, 0.02], [6.0, 0.5, 0.04]]), axes()
    *runs, median, paper = step_sizes(t, best, 0.1, ax=ax)
    np.testing.assert_array_equal([run.get_ydata() for run in runs], best)
    np.testing.assert_allclose(median.get_ydata(), [6, 0.5, 0.04])
    np.testing.assert_allclose(paper.get_ydata(), [10, 1, 0.1])
    assert legend(ax) == ["the best, in 3 runs", "their median", "$1/(\\lambda t)$"]
