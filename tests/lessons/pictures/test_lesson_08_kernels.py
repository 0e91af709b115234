import numpy as np
from matplotlib.collections import LineCollection

from pegasos_edu.algorithms import kernelized
from pegasos_edu.algorithms.variants import variant
from pegasos_edu.datasets import moons
from pegasos_edu.kernels import rbf
from pegasos_edu.lessons.pictures.lesson_08_kernels import (
    accuracy_and_objective,
    lifted,
    reach,
)
from pegasos_edu.theory import kernel_optimum

X, y, names = moons(40)


def zero_lines(ax):
    """Return the corners of the line where the score is 0."""
    (line,) = (c for c in ax.collections if isinstance(c, LineCollection) and c.get_label() == "score = 0")
    return line.get_segments()


def test_one_line_in_the_plane_is_two_cuts_on_the_line():
    x = np.linspace(-3, 3, 13)
    plane, line = lifted([-2.0, 0.5, 1.0], x, np.where(np.abs(x) > 1.4, 1, -1)).axes
    (straight,) = zero_lines(plane)
    np.testing.assert_allclose(straight[:, 1], 2 - 0.5 * straight[:, 0], atol=1e-12)
    cuts = sorted(segment[:, 0].mean() for segment in zero_lines(line))
    np.testing.assert_allclose(cuts, sorted(np.roots([1.0, 0.5, -2.0])), atol=1e-3)


def test_the_objective_of_several_runs_tells_programs_apart():
    K = rbf(X, gamma=2.0)
    best = kernel_optimum(K, y, 0.01).value
    programs = {"right": kernelized, "slip": variant(kernelized, ("alpha * y", "alpha * y[i]"))}
    fig, accuracy, f = accuracy_and_objective(programs, K, y, lam=0.01, T=300, optimum=best, seeds=3)
    assert best < f["right"][:, -1].max() < f["slip"][:, -1].min()
    left, right = fig.axes
    assert left.lines[0].get_ydata()[-1] == np.median(accuracy["right"][:, -1])
    assert right.lines[1].get_ydata()[-1] == np.median(f["slip"][:, -1])
    faint = [lines for lines in left.collections if isinstance(lines, LineCollection)]
    assert [len(lines.get_segments()) for lines in faint] == [3, 3]


def test_where_a_score_is_exactly_0_there_is_no_side_and_no_line():
    new = moons(100, seed=1)
    picture = reach(lambda p: np.where(np.abs(p[:, 0]) < 1, 0, p[:, 0]), moons(20), new, title="a gap")
    (ax,) = picture.figure.axes
    shades = np.unique(ax.images[0].get_array())
    assert 4 in shades and not np.any(np.abs(shades) < 1) and zero_lines(ax) == []
    right = np.mean((new.y * new.X[:, 0] > 0) & (np.abs(new.X[:, 0]) >= 1))
    assert f"{right:.0%} of new points right,\nmedian |score| 0" in ax.get_title()
