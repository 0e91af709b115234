import numpy as np
from matplotlib.collections import LineCollection

from pegasos_edu.lessons.pictures.several_lessons import seed_curves, seed_figure

VALUES = np.array([[3.0, 2, 1], [6, 3, 2], [9, 7, 3]])


def test_each_run_is_faint_and_the_median_bold(ax):
    median, line = seed_curves(np.array([1, 10, 100]), {"last": VALUES}, optimum=0.5, ax=ax)
    np.testing.assert_array_equal(median.get_ydata(), [6, 3, 2])
    faint = [one for one in ax.lines if one not in (median, line)]
    np.testing.assert_array_equal([one.get_ydata() for one in faint], VALUES)
    assert all(one.get_linewidth() < median.get_linewidth() for one in faint)


def test_curves_may_have_x_values_of_their_own():
    at = {"one": [1, 2, 3], "five": [5, 10]}
    [ax] = seed_figure(at, {"one": VALUES, "five": [[1, 2]]}).axes
    np.testing.assert_array_equal(ax.lines[0].get_xydata(), [[1, 6], [2, 3], [3, 2]])
    assert list(ax.lines[1].get_xdata()) == at["five"]
    faint = [lines for lines in ax.collections if isinstance(lines, LineCollection)]
    assert [len(lines.get_segments()) for lines in faint] == [3, 0]
