import numpy as np

from pegasos_edu.lessons.pictures.lesson_05_minibatches import error_bars


def test_error_bars_reach_from_the_smallest_to_the_largest_value(ax):
    [(line, _, (bars,))] = error_bars([1, 10], {"T = 5": [[4.0, 2.0], [1.0, 1.0], [1.0, 3.0]]}, ax=ax)
    np.testing.assert_array_equal(line.get_xydata(), [[1, 2], [10, 2]])
    np.testing.assert_allclose([segment[:, 1] for segment in bars.get_segments()], [[1, 4], [1, 3]])
