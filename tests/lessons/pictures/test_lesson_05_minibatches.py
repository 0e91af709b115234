import numpy as np

from pegasos_edu.lessons.pictures.lesson_05_minibatches import error_bars, variance_figure, violators_by_class


def test_the_violators_of_each_class_are_counted():
    y = np.array([[1, -1, -1], [-1, 1, -1]])
    [ax] = violators_by_class(np.array([[True, True, False], [True, False, True]]), y).axes
    minus, plus = ax.lines
    np.testing.assert_array_equal(minus.get_xydata(), [[1, 1], [2, 2]])
    np.testing.assert_array_equal(plus.get_xydata(), [[1, 1], [2, 0]])


def test_the_variance_is_in_units_of_one_example_beside_both_formulas():
    [ax] = variance_figure([4.0, 1.0, 0.0]).axes
    expected = ([1, 0.25, 0], [1, 0.25, 0], [1, 1 / 2, 1 / 3])
    for line, values in zip(ax.lines, expected, strict=True):
        np.testing.assert_allclose(line.get_ydata(), values)


def test_error_bars_reach_from_the_smallest_to_the_largest_value(ax):
    [(line, _, (bars,))] = error_bars([1, 10], {"T = 5": [[4.0, 2.0], [1.0, 1.0], [1.0, 3.0]]}, ax=ax)
    np.testing.assert_array_equal(line.get_xydata(), [[1, 2], [10, 2]])
    np.testing.assert_allclose([segment[:, 1] for segment in bars.get_segments()], [[1, 4], [1, 3]])
