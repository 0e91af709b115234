"""Pictures of subgradients: the lines and parabolas lie where they should, and what is above is marked."""

import numpy as np
import pytest
from matplotlib.figure import Figure

from pegasos_edu import objective
from pegasos_edu.datasets import moons
from pegasos_edu.losses import hinge_loss
from pegasos_edu.show import Picture
from pegasos_edu.show.lessons.slopes import batch_cloud, fan, hinge_fan, parabola_below, variance_curves, ways_down
from pegasos_edu.theory import every_batch, subgradient, subgradients, variance_factor

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


# The cloud and the curve of the variance


@pytest.mark.parametrize("k", [1, 3, 12])
def test_the_cloud_holds_every_mini_batch_around_their_mean(k):
    each, ax = subgradients(W, X, y, LAM), axes()
    cloud, centre, circle = batch_cloud(each, k, ax=ax)
    np.testing.assert_allclose(cloud.get_xydata(), each[every_batch(12, k)].mean(axis=1))
    np.testing.assert_allclose(centre.get_xydata()[0], each.mean(axis=0))
    one = ((each - each.mean(axis=0)) ** 2).sum(axis=1).mean()
    radius = np.linalg.norm(circle.get_xydata() - each.mean(axis=0), axis=1)
    np.testing.assert_allclose(radius, np.sqrt(one * variance_factor(12, k)), atol=1e-7)
    left, right = ax.get_xlim()
    assert left < each[:, 0].min() and each[:, 0].max() < right


def test_all_clouds_have_the_same_frame():
    each, first, second = subgradients(W, X, y, LAM), axes(), axes()
    batch_cloud(each, 1, ax=first)
    batch_cloud(each, 11, ax=second)
    assert first.get_xlim() == second.get_xlim() and first.get_ylim() == second.get_ylim()


def test_the_curves_of_the_variance_are_the_two_formulas():
    values = [variance_factor(5, k) for k in range(1, 6)]
    measured, without, replaced = variance_curves(values, ax=axes())
    np.testing.assert_allclose(measured.get_ydata(), values)
    np.testing.assert_allclose(without.get_ydata(), [1, 3 / 8, 1 / 6, 1 / 16, 0])
    np.testing.assert_allclose(replaced.get_ydata(), [1, 1 / 2, 1 / 3, 1 / 4, 1 / 5])
    assert list(measured.get_xdata()) == [1, 2, 3, 4, 5]


# Ways from w


def test_ways_down_are_the_differences_of_f():
    each, g = subgradients(W, X, y, LAM), subgradient(W, X, y, LAM)
    lines = ways_down(lambda points: objective(points, X, y, LAM), W, {"all": g, "one": each[3]}, longest=2, ax=axes())
    assert [line.get_label() for line in lines] == ["all", "one"]
    for line, way in zip(lines, (g, each[3])):
        expected = [objective(W - s * way, X, y, LAM) - objective(W, X, y, LAM) for s in line.get_xdata()]
        np.testing.assert_allclose(line.get_ydata(), expected, atol=1e-12)
    assert lines[0].get_ydata()[1] < 0 and lines[0].get_xdata()[[0, -1]].tolist() == [0, 2]
    assert len({(line.get_linestyle(), line.get_marker()) for line in lines}) == 2


def test_seven_ways_are_refused_not_six_of_them_drawn():
    with pytest.raises(ValueError, match="curves must be 1 to 6, to be told apart, got 7"):
        ways_down(lambda points: points[:, 0], W, {str(n): W for n in range(7)}, ax=axes())


def test_the_pictures_can_be_saved_and_say_what_they_show(tmp_path):
    figure = Figure(layout="compressed")
    hinge_fan(ax=figure.add_subplot())
    assert "slope −0.75: 401 points, (-1.5, 1.88) … (3, -1.5)" in repr(Picture(figure, "The fan of the hinge."))
    figure.savefig(tmp_path / "fan.svg")
    assert (tmp_path / "fan.svg").stat().st_size > 5_000
