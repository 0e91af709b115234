import numpy as np

from pegasos_edu.lessons.pictures.lesson_09_bias import bias_paths, crossings


def test_a_line_crosses_the_axis_where_its_score_is_0(ax):
    lines = {"through the origin": ([1.0, -2.0], 0.0), "off it": ([-2.0, 0.5], 7.0)}
    X, y = np.array([[2.0, 3.0], [4.0, 1.0], [5.0, 6.0]]), np.array([1, -1, -1])
    assert crossings(X, y, lines, ax=ax) == {"through the origin": 0.0, "off it": 3.5}
    for name, (w, b) in lines.items():
        (line,) = (one for one in ax.lines if one.get_label() == name)
        np.testing.assert_allclose(line.get_xydata() @ w + b, 0, atol=1e-12)
    assert [one.get_xydata()[0].tolist() for one in ax.lines if one.get_marker() == "o"] == [[0.0, 0.0], [3.5, 0.0]]


def test_runs_differ_in_style_by_the_label_drawn_first(ax):
    values = [[10.0, 12.0], [-10.0, -5.0], [10.0, 8.0]]
    *lines, best = bias_paths(values, [1, -1, 1], best=11.0, names=("bad", "good"), ax=ax)
    assert [line.get_ydata().tolist() for line in lines] == values and best.get_ydata()[0] == 11
    assert lines[0].get_linestyle() == lines[2].get_linestyle() != lines[1].get_linestyle()
    texts = [text.get_text() for text in ax.get_legend().get_texts()]
    assert texts == ["first drawn: good", "first drawn: bad", "best $b$ = 11.0"]
