"""Pictures of sparse rows, of words, and of what a step costs: what they hold, on the axes given."""

import numpy as np
import pytest
from matplotlib import pyplot
from matplotlib.figure import Figure
from scipy import sparse

from pegasos_edu.common.palette import GREY, INK
from pegasos_edu.lessons.pictures.sparse import (
    EMPTY,
    FILLED,
    cost_against_d,
    csr_picture,
    entry_counts,
    strongest_words,
)
from pegasos_edu.plots import Picture, figure

TABLE = np.array([[0, 2, 0, 0, 1], [3, 0, 0, 0, 0], [0, 0, 0, 0, 0], [0, 1, 0, 4.5, 0]])
D = np.array([100, 1000, 10_000])
COSTS = {"dense": D, "sparse": np.full(3, 75)}


def axes():
    return Figure().add_subplot()


def cells(ax):
    """Text, shade and ink of each cell, by its left upper corner."""
    texts = {(text.get_position()): text for text in ax.texts}
    shade = {FILLED: "filled", EMPTY: "empty"}
    found = {}
    for patch in ax.patches:
        x, y = patch.get_xy()
        text = texts[x + 0.5, y + 0.5]
        colour = next(name for code, name in shade.items() if patch.get_facecolor() == pytest.approx(_rgba(code)))
        found[round(x, 6), round(y, 6)] = (text.get_text(), colour, text.get_color())
    return found


def _rgba(code):
    return tuple(int(code[n : n + 2], 16) / 255 for n in (1, 3, 5)) + (1.0,)


def test_the_table_and_the_three_arrays_hold_the_matrix():
    X = sparse.csr_matrix(TABLE)
    ax = axes()
    csr_picture(X, ax=ax)
    found = cells(ax)
    for (i, j), value in np.ndenumerate(TABLE):
        assert found.pop((j, i)) == ((f"{value:g}", "filled", INK) if value else ("0", "empty", GREY))
    strips = {}
    for (_, y), cell in sorted(found.items()):
        strips.setdefault(y, []).append(cell)
    in_order = [strips[y] for y in sorted(strips)]
    assert [[text for text, *_ in strip] for strip in in_order] == [
        [f"{value:g}" for value in part] for part in (X.data, X.indices, X.indptr)
    ]
    assert all(ink == INK for strip in in_order for _, _, ink in strip)


def test_borders_part_the_rows_and_an_empty_row_has_no_name_in_the_arrays():
    X = sparse.csr_matrix(TABLE)
    ax = axes()
    borders = csr_picture(X, ax=ax)
    places = [line.get_xdata()[0] for line in borders]
    np.testing.assert_allclose(np.diff(places), np.diff(X.indptr))
    assert [line.get_label() for line in borders] == [f"border at {n}" for n in X.indptr]
    names = [text.get_text() for text in ax.texts]
    assert [names.count(f"$x_{i}$") for i in range(4)] == [2, 2, 1, 2]


@pytest.mark.parametrize("m", [1, 2, 3, 6])
def test_everything_lies_in_view_whatever_the_number_of_rows(m):
    ax = axes()
    csr_picture(sparse.csr_matrix(np.eye(m, 4)), ax=ax)
    bottom, top = ax.get_ylim()
    assert bottom > top and ax.get_aspect() == 1.0
    corners = [patch.get_xy() for patch in ax.patches]
    assert len(set(corners)) == len(corners) == 4 * m + 2 * min(m, 4) + m + 1
    assert all(top <= y and y + 1 <= bottom and x + 1 <= ax.get_xlim()[1] for x, y in corners)


def test_costs_are_drawn_on_logarithmic_axes_with_their_last_values():
    ax = axes()
    lines = cost_against_d(D, COSTS, ax=ax)
    assert [line.get_label() for line in lines] == list(COSTS)
    for line, values in zip(lines, COSTS.values()):
        np.testing.assert_array_equal(line.get_xydata(), np.column_stack([D, values]))
    assert (ax.get_xscale(), ax.get_yscale(), ax.get_xlabel()) == ("log", "log", "features $d$")
    assert [text.get_text() for text in ax.texts] == ["10,000", "75"]
    assert ax.get_ylabel() == "entries touched in a step"
    assert len({(line.get_linestyle(), line.get_marker()) for line in lines}) == 2


def test_what_is_measured_can_be_named():
    ax = axes()
    cost_against_d(D, {"here": [1.0, 2.0, 40.4], "there": [3.0, 3.0, 3.46]}, ylabel="µs", ax=ax)
    assert ax.get_ylabel() == "µs" and [text.get_text() for text in ax.texts] == ["40", "3.5"]


def test_columns_can_have_names_above_their_numbers():
    ax = axes()
    csr_picture(sparse.csr_matrix(TABLE), columns=["of", "_x", "rows", "$um", "the"], ax=ax)
    texts = [text.get_text() for text in ax.texts]
    assert {"of\n0", " _x\n1", "rows\n2", r"\$um" + "\n3", "the\n4"} <= set(texts)


W, WORDS = np.array([0.5, -3.0, 0.0, 2.0, -1.0, 4.0]), ["a", "b", "c", "d", "e", "f"]


def test_the_strongest_words_stand_in_order_each_on_the_side_that_it_does_not_speak_for():
    ax = axes()
    bars = strongest_words(W, WORDS, names=("NumPy", "SciPy"), count=2, ax=ax)
    assert [bar.get_width() for bar in bars] == [-3, -1, 2, 4]
    assert [(text.get_text(), text.get_ha()) for text in ax.texts] == [
        ("b", "left"), ("e", "left"), ("d", "right"), ("f", "right"),
    ]  # fmt: skip
    assert ax.get_xlabel().split("speaks for ")[1:] == ["NumPy        ", "SciPy →"]


def test_no_word_is_shown_twice_and_none_of_weight_0():
    bars = strongest_words(W, WORDS, count=50, ax=axes())
    assert [bar.get_width() for bar in bars] == [-3, -1, 0.5, 2, 4]
    assert len(strongest_words(np.zeros(3), WORDS[:3], ax=axes())) == 0


def test_words_and_counts_depend_on_versions_and_so_are_in_no_text_that_is_compared():
    picture, (left, right) = figure(2)
    strongest_words(W, WORDS, ax=left)
    entry_counts({"score": 42}, ax=right)
    assert not any(text in repr(Picture(picture, "alt")) for text in ("42", "−3", "-3", "b:"))


def test_counts_have_their_numbers_and_the_first_stands_on_top():
    ax = axes()
    bars = entry_counts({"score": 142, "shrinking": np.int64(11_050)}, ax=ax)
    assert [bar.get_width() for bar in bars] == [142, 11_050]
    (short, long), whole = (bar.get_window_extent().width for bar in bars), ax.bbox.width
    assert long / short == pytest.approx(11_050 / 142) and 0.8 * whole < long < 0.9 * whole
    assert [text.get_text() for text in ax.texts] == ["142", "11,050"]
    assert [label.get_text() for label in ax.get_yticklabels()] == ["score", "shrinking"] and ax.yaxis_inverted()


@pytest.mark.parametrize(
    "plot",
    [
        lambda **o: strongest_words(W, WORDS, **o),
        lambda **o: entry_counts({"score": 3}, **o),
        lambda **o: csr_picture(sparse.csr_matrix(TABLE), **o),
        lambda **o: cost_against_d(D, COSTS, **o),
    ],
)
def test_axes_are_used_if_given_and_made_if_not_and_nothing_is_shown(plot, monkeypatch):
    monkeypatch.setattr(pyplot, "show", lambda *_, **__: pytest.fail("a plot called show"))
    pyplot.close("all")
    plot(ax=axes())
    assert pyplot.get_fignums() == []
    plot()
    assert len(pyplot.get_fignums()) == 1
    pyplot.close("all")
