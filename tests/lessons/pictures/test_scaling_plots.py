"""Pictures of the scale factor: what they hold, on the axes given."""

import numpy as np
import pytest
from matplotlib import pyplot
from matplotlib.figure import Figure

from pegasos_edu.lessons.pictures.scaling import SMALLEST_NORMAL, one_step_twice, rounded_products, scale_factors

D = np.array([100, 1000, 10_000])


def axes():
    return Figure().add_subplot()


def test_what_v_does_times_a_is_what_w_does():
    ways = axes(), axes()
    w, v = one_step_twice((2, 4), (1, 2), (-1, 1), 0.5, ways)
    np.testing.assert_array_equal(w.get_xydata(), [(2, 4), (1, 2), (-1, 1)])
    np.testing.assert_array_equal(0.5 * v.get_xydata(), w.get_xydata()[1:])
    assert ways[0].get_xlim() == ways[1].get_xlim() and ways[0].get_ylim() == ways[1].get_ylim()
    for ax, line in zip(ways, (w, v)):
        assert line.axes is ax and ax.get_aspect() == 1.0
        assert sum("(" in text.get_text() for text in ax.texts) == len(line.get_xydata())


def test_the_products_beside_1_are_exact_and_their_arrows_lead_to_what_the_computer_makes_of_them():
    lams = {"1/2": 0.5, "1e-4": 1e-4, "1e-5": 1e-5}
    ax = axes()
    exact = rounded_products(lams, ax=ax).get_xdata()
    assert exact[0] == 0 and 0 < exact[1] < 1 and -1 < exact[2] < -0.5
    assert [1 - (1 / lam) * lam for lam in lams.values()] == [0, 0, 2.0**-53]
    arrows = [text.xy for text in ax.texts if not text.get_text()]
    assert arrows == [(0, 1), (-1, 2)], "none where there is nothing to round"
    assert [label.get_text() for label in ax.get_yticklabels()] == list(lams)


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
        lambda **o: rounded_products({"0.1": 0.1}, **o),
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
