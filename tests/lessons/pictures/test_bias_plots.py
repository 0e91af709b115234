"""Pictures of the bias: where lines cross the axis, and where steps take b."""

import numpy as np
import pytest

from pegasos_edu.lessons.pictures.bias import crossings, paths

X = np.array([[2.0, 3.0], [4.0, 1.0], [5.0, 6.0]])
Y = np.array([1, -1, -1])


def axes():
    from matplotlib.figure import Figure

    return Figure().add_subplot()


def test_a_line_crosses_the_axis_where_its_score_is_0():
    ax = axes()
    lines = {"through the origin": ([1.0, -2.0], 0.0), "off it": ([-2.0, 0.5], 7.0)}
    assert crossings(X, Y, lines, ax=ax) == {"through the origin": 0.0, "off it": 3.5}
    for (w, b), name in zip(lines.values(), lines):
        (line,) = (one for one in ax.lines if one.get_label() == name)
        np.testing.assert_allclose(line.get_xydata() @ w + b, 0, atol=1e-12)
    marks = [one.get_xydata()[0].tolist() for one in ax.lines if one.get_marker() == "o"]
    assert marks == [[0.0, 0.0], [3.5, 0.0]]


def test_data_off_the_origin_are_shown_with_it():
    ax = axes()
    assert crossings(X, Y, names=("bad", "good"), labels=("size", "age"), ax=ax) == {}
    (left, right), (bottom, top) = ax.get_xlim(), ax.get_ylim()
    assert left < 0 and bottom < 0 and right > 5 and top > 6
    assert ax.get_xlabel() == "size" and [text.get_text() for text in ax.get_legend().get_texts()] == ["bad", "good"]


def test_what_is_no_plane_is_told():
    with pytest.raises(ValueError, match="two columns"):
        crossings(np.ones((3, 3)), Y, ax=axes())
    with pytest.raises(ValueError, match="shape"):
        crossings(X, Y, {"a line": ([1.0, 2.0, 3.0], 0.0)}, ax=axes())
    with pytest.raises(ValueError, match="at most 3"):
        crossings(X, Y, {str(n): ([1.0, n], n) for n in range(4)}, ax=axes())


def test_runs_are_told_apart_by_the_label_drawn_first():
    ax = axes()
    values = [[10.0, 12.0], [-10.0, -5.0], [10.0, 8.0]]
    *lines, best = paths(values, [1, -1, 1], best=11.0, names=("bad", "good"), ax=ax)
    assert [line.get_ydata().tolist() for line in lines] == values and lines[0].get_xdata().tolist() == [1, 2]
    assert lines[0].get_linestyle() == lines[2].get_linestyle() != lines[1].get_linestyle()
    assert lines[0].get_color() == lines[2].get_color() != lines[1].get_color()
    assert best.get_ydata()[0] == 11 and ax.get_xscale() == "log"
    texts = [text.get_text() for text in ax.get_legend().get_texts()]
    assert texts == ["first drawn: good", "first drawn: bad", "best $b$ = 11.0"]
