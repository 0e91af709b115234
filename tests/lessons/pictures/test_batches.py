"""Pictures of mini-batches: medians over seeds at their places, the violators of each class, the variance."""

import numpy as np
import pytest
from matplotlib.collections import LineCollection

from pegasos_edu.lessons.pictures.batches import seeds, swings, variance_figure


def test_the_median_is_a_line_and_each_seed_a_faint_one():
    values = np.array([[1.0, 2.0], [4.0, 8.0], [3.0, 9.0]])
    [ax] = seeds([1, 10], {"k = 1": values}).axes
    (median,) = ax.lines
    np.testing.assert_array_equal(median.get_xydata(), [[1, 3], [10, 8]])
    (faint,) = [one for one in ax.collections if isinstance(one, LineCollection)]
    np.testing.assert_array_equal([piece[:, 1] for piece in faint.get_segments()], values)
    low, high = ax.get_ylim()
    assert ax.get_xscale() == ax.get_yscale() == "log" and low < 1 and high > 9


def test_curves_may_stand_at_places_of_their_own_and_one_seed_is_its_median():
    at = {"one": [1, 2, 3], "five": [5, 10]}
    [ax] = seeds(at, {"one": np.ones((2, 3)), "five": [[1, 2]]}, xlabel="looks").axes
    one, five = ax.lines
    assert list(one.get_xdata()) == at["one"] and list(five.get_xdata()) == at["five"]
    assert [len(lines.get_segments()) for lines in ax.collections] == [2, 0]
    assert (one.get_linestyle(), one.get_marker()) != (five.get_linestyle(), five.get_marker())
    assert ax.get_xlabel() == "looks"


def test_seeds_refuse_what_has_another_shape():
    with pytest.raises(ValueError, match=r"curves must have shape \(seeds, 2\), got \(2,\) for 'a'"):
        seeds([1, 2], {"a": [1.0, 2.0]})
    with pytest.raises(ValueError, match="curves must be 1 to 6"):
        seeds([1], {})


def test_swings_count_the_violators_of_each_class():
    y = np.array([[1, -1, -1], [-1, 1, -1]])
    [ax] = swings(np.array([[True, True, False], [True, False, True]]), y, names=("3", "8")).axes
    minus, plus = ax.lines
    np.testing.assert_array_equal(minus.get_xydata(), [[1, 1], [2, 2]])
    np.testing.assert_array_equal(plus.get_xydata(), [[1, 1], [2, 0]])
    assert [text.get_text() for text in ax.get_legend().get_texts()] == ["class 3", "class 8"]
    assert minus.get_marker() != plus.get_marker()


def test_the_variance_is_in_units_of_one_example():
    [ax] = variance_figure([4.0, 1.0, 0.0]).axes
    measured, formula, _ = ax.lines
    np.testing.assert_allclose(measured.get_ydata(), [1, 0.25, 0])
    np.testing.assert_allclose(formula.get_ydata(), [1, 0.25, 0])
