"""Pictures of costs, and the small sums behind them: what they hold, on the axes given."""

import numpy as np
import pytest
from matplotlib import pyplot
from matplotlib.figure import Figure

from pegasos_edu.lessons.pictures.costs import against, errors_over_time, first, median, power, times
from pegasos_edu.plots import Picture, figure

X = np.array([10, 100, 1000])
RUNS = np.array([[1.0, 10.0, 100.0], [2.0, 20.0, np.nan], [3.0, 30.0, np.nan]])
LABELS = {"xlabel": "images $m$", "ylabel": "steps"}


def axes():
    return Figure().add_subplot()


@pytest.mark.parametrize(("T", "count"), [(1, 5), (7, 50), (1000, 20), (3000, 150)])
def test_times_go_from_1_to_the_end_each_once(T, count):
    t = times(T, count)
    assert t[0] == 1 and t[-1] == T and (np.diff(t) > 0).all() and len(t) <= count


def test_the_first_time_or_none():
    assert first(X, np.array([False, True, True])) == 100
    assert np.isnan(first(X, np.zeros(3, dtype=bool)))


def test_a_run_that_never_arrives_counts_as_later_than_all_others():
    np.testing.assert_array_equal(median(RUNS), [2, 20, np.nan])
    np.testing.assert_array_equal(median(RUNS[:, :1]), [2])
    np.testing.assert_array_equal(median([5.0, np.nan]), [5, np.nan])
    np.testing.assert_array_equal(median([[1.0], [4.0], [np.nan]]), [4])


@pytest.mark.parametrize("p", [-1, 0, 1, 2])
def test_the_power_of_what_grows_like_a_power(p):
    assert power(X, 3.0 * X.astype(float) ** p) == pytest.approx(p)
    assert power(X, [X.astype(float) ** p, 5.0 * X.astype(float) ** p]) == pytest.approx(p)


def test_medians_are_lines_and_runs_are_dots():
    ax = axes()
    [line] = against(X, {"runs": RUNS}, ax=ax, **LABELS)
    np.testing.assert_array_equal(line.get_ydata(), [2, 20, np.nan])
    dots = [other for other in ax.lines if other is not line]
    np.testing.assert_array_equal([other.get_ydata() for other in dots], RUNS)
    assert all(other.get_linestyle() == "None" for other in dots)
    assert (ax.get_xscale(), ax.get_yscale(), ax.get_xlabel(), ax.get_ylabel()) == ("log", "log", *LABELS.values())
    assert [text.get_text() for text in ax.get_legend().get_texts()] == ["runs"]
    assert [label.get_text() for label in ax.get_xticklabels()] == ["10", "100", "1,000"]


def test_curves_differ_without_colour_and_each_point_is_marked():
    lines = against(X, {"one": X, "two": 2 * X, "three": 3 * X}, ax=axes(), **LABELS)
    assert len({(line.get_linestyle(), line.get_marker()) for line in lines}) == 3
    assert all(line.get_marker() not in (None, "None") for line in lines)


@pytest.mark.parametrize(("p", "label"), [(1, "like $m$"), (-1, "like $1/m$"), (2, "like $m^{2}$")])
def test_a_power_to_compare_with_starts_at_the_first_point(p, label):
    ax = axes()
    against(X, {"runs": RUNS}, like=p, ax=ax, **LABELS)
    compared = ax.lines[-1]
    assert compared.get_label() == label and compared.get_ydata()[0] == 2
    assert power(X, compared.get_ydata()) == pytest.approx(p)


def test_what_is_flat_looks_flat():
    ax = axes()
    against(X, {"flat": [128, 128, 129]}, ax=ax, **LABELS)
    low, high = ax.get_ylim()
    assert high > 12 * low


def test_values_of_another_number_are_refused():
    with pytest.raises(ValueError, match="curves must have 3 values in a row, got .* for 'short'"):
        against(X, {"short": [1, 2]}, ax=axes(), **LABELS)


def test_errors_are_medians_in_percent_beside_the_goal():
    ax = axes()
    lines = errors_over_time(X, {"few": [[0.5, 0.3, 0.2], [0.4, 0.2, 0.1], [0.3, 0.1, 0.0]]}, 0.1, ax=ax)
    np.testing.assert_array_equal(lines[0].get_ydata(), [0.4, 0.2, 0.1])
    assert [text.get_text() for text in ax.get_legend().get_texts()] == ["few", "goal: 10%"]
    assert (ax.get_xscale(), ax.get_yscale()) == ("log", "linear") and ax.get_ylim()[0] == 0
    assert ax.yaxis.get_major_formatter()(0.25, 0) == "25%"


@pytest.mark.parametrize(
    "plot",
    [lambda **o: against(X, {"runs": RUNS}, **LABELS, **o), lambda **o: errors_over_time(X, {"a": RUNS[:1]}, 0.1, **o)],
)
def test_axes_are_used_if_given_and_made_if_not_and_nothing_is_shown(plot, monkeypatch):
    monkeypatch.setattr(pyplot, "show", lambda *_, **__: pytest.fail("a plot called show"))
    pyplot.close("all")
    plot(ax=axes())
    assert pyplot.get_fignums() == []
    plot()
    assert len(pyplot.get_fignums()) == 1
    pyplot.close("all")


def test_a_picture_tells_its_medians_in_words():
    made, ax = figure(width=5)
    against(X, {"runs": RUNS}, ax=ax, **LABELS)
    assert "runs: 3 points, (10, 2) … (1e+03, nan)" in repr(Picture(made, "alt"))
