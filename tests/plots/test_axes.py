"""The styles of curves."""

from itertools import combinations

import pytest

from pegasos_edu.plots.axes import STYLES, curve_styles


def test_any_two_curves_differ_in_colour_in_dashes_and_in_marker():
    for one, other in combinations(curve_styles(range(6)), 2):
        assert all(one[key] != other[key] for key in ("color", "ls", "marker"))


@pytest.mark.parametrize("count", [0, 7])
def test_more_curves_than_styles_or_none_are_refused(count):
    with pytest.raises(ValueError, match=f"curves must be 1 to 6, to be told apart, got {count}; draw the others on"):
        curve_styles(range(count))


def test_who_changes_a_style_changes_no_other_picture():
    curve_styles("a")[0]["marker"] = "x"
    assert curve_styles("a") == [STYLES[0]] and STYLES[0]["marker"] is None
