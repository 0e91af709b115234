"""Pictures of sparse rows, of what a step costs, and of the scale factor: what they hold, on the axes given."""

import numpy as np
import pytest
from matplotlib import pyplot
from matplotlib.figure import Figure
from scipy import sparse

from pegasos_edu.basics.palette import GREY, INK
from pegasos_edu.show.lessons.sparse import EMPTY, FILLED, SMALLEST_NORMAL, cost_against_d, csr_picture, scale_factors

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


def test_scale_factors_are_drawn_down_to_the_smallest_number():
    t = np.arange(1, 6)
    factors = {"plain": 10.0 ** -(60 * t), "folded": np.ones(5)}
    ax = axes()
    *lines, smallest = scale_factors(t, factors, ax=ax)
    for line, values in zip(lines, factors.values()):
        np.testing.assert_array_equal(line.get_xydata(), np.column_stack([t, values]))
    assert ax.get_yscale() == "log" and ax.get_ylim()[0] < smallest.get_ydata()[0] == SMALLEST_NORMAL
    assert f"{SMALLEST_NORMAL:.0e}" in smallest.get_label()
    assert len(ax.lines) == 3


def test_a_seventh_factor_is_refused_before_anything_is_drawn():
    ax = axes()
    with pytest.raises(ValueError, match="curves must be 1 to 6, to be told apart, got 7"):
        scale_factors(D, {str(n): D for n in range(7)}, ax=ax)
    assert not ax.lines


def test_the_round_of_the_overflow_is_marked():
    ax = axes()
    *_, mark = scale_factors([1, 2], {"a": [1.0, 0.5]}, lost=2, ax=ax)
    assert mark.get_xdata() == [2, 2] and mark.get_label() == "overflow in step 2"


@pytest.mark.parametrize(
    "plot",
    [
        lambda **o: csr_picture(sparse.csr_matrix(TABLE), **o),
        lambda **o: cost_against_d(D, COSTS, **o),
        lambda **o: scale_factors([1, 2], {"a": [1.0, 0.5]}, **o),
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
