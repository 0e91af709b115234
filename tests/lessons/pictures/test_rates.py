"""Pictures of the proof: the right sums in the right order, and labels that tell them apart."""

import numpy as np
import pytest
from matplotlib.figure import Figure

from pegasos_edu import hinge, objective, run, stack
from pegasos_edu.datasets import moons
from pegasos_edu.lessons.pictures.rates import (
    RUNGS,
    SIDES,
    against_logarithm,
    bowl,
    distances,
    iterates,
    ladder,
    roundings,
    tail,
    telescope,
)
from pegasos_edu.plots import Picture
from pegasos_edu.theory import bounds, optimum, subgradient

X, y = moons()[:2]
LAM = 0.1
BEST = optimum(X, y, LAM)
LOG = stack(run(hinge, X, y, lam=LAM, T=50))


def axes():
    return Figure().add_subplot()


def test_a_run_begins_at_0_and_each_step_where_the_one_before_ended():
    w = iterates(LOG)
    assert not w[0].any() and np.array_equal(w[1:], LOG.w[:-1]) and w.shape == LOG.w.shape


def test_the_mean_is_that_of_what_the_steps_begin_with():
    found = distances([LOG], X, y, LAM, [1, 7, 50], BEST.value)
    assert tuple(found) == SIDES
    w = iterates(LOG)
    expected = [objective(w[:T].mean(axis=0), X, y, LAM) - BEST.value for T in (1, 7, 50)]
    np.testing.assert_allclose(found[SIDES[0]], [expected], rtol=1e-12)
    np.testing.assert_allclose(found[SIDES[1]], [objective(w[[0, 6, 49]], X, y, LAM) - BEST.value], rtol=1e-12)


@pytest.mark.parametrize("u", [BEST.w, np.array([2.0, -1.0])])
def test_the_rungs_are_the_sums_of_the_proof_in_its_order(u):
    rungs = ladder(LOG, X, y, LAM, u)
    assert tuple(rungs) == RUNGS
    w, paid, tangents, lengths = iterates(LOG), [], [], []
    for v, i, t in zip(w, LOG.i, LOG.t):
        one = X[[i]], y[[i]], LAM
        g = subgradient(v, *one)
        paid.append(objective(v, *one) - objective(u, *one))
        tangents.append((v - u) @ g - bounds.strong_convexity(u, v, LAM))
        lengths.append(g @ g / (2 * LAM * t))
    for name, terms in zip(RUNGS, (paid, tangents, lengths)):
        np.testing.assert_allclose(rungs[name], np.cumsum(terms), rtol=1e-10)
    longest = np.linalg.norm(X, axis=1).max()
    assert rungs[RUNGS[3]][-1] == bounds.regret(2 * longest, LAM, 50)
    for lower, upper in zip(RUNGS, RUNGS[1:]):
        assert np.all(rungs[lower] <= rungs[upper] + 1e-9)


def test_f_lies_above_the_parabola_and_that_above_the_tangent():
    v = np.array([3.0, 1.0])
    f, parabola, tangent = (line.get_ydata() for line in bowl(v, BEST.w, X, y, LAM, ax=axes()))
    assert np.all(f >= parabola - 1e-12) and np.all(parabola >= tangent)
    s = np.linspace(-0.6, 1.6, 221)
    at = np.argmin(np.abs(s - 1))
    assert f[at] == pytest.approx(BEST.value) and parabola[at] - tangent[at] == pytest.approx(
        bounds.strong_convexity(BEST.w, v, LAM)
    )


def test_what_a_step_takes_the_next_one_adds():
    ax = axes()
    added, taken = telescope(LOG, LAM, BEST.w, 5, ax=ax)
    assert added[0] == 0
    np.testing.assert_allclose(added[1:], taken[:-1])
    assert taken[-1] == pytest.approx(LAM / 2 * 5 * np.sum((LOG.w[4] - BEST.w) ** 2))
    heights = sorted(bar.get_height() for bar in ax.patches)
    np.testing.assert_allclose(heights, sorted([*added, *-taken, -taken[-1]]))
    assert [text.get_text() for text in ax.texts] == [n for step in "1234" for n in (step, step)]


def test_the_tail_is_a_share_and_what_is_promised_a_line_of_slope_minus_one():
    values = np.array([1.0, 2.0, 4.0, 8.0])
    measured, promised = tail(values, {"Markov": 3.75}, ax=axes())
    a, share = measured.get_data()
    for place, part in zip(a, share):
        assert part == np.mean(values >= place)
    a, share = promised.get_data()
    assert share[0] == 1 and share[-1] == pytest.approx(3.75 / a[-1])


def test_a_logarithm_is_a_straight_line():
    T = np.array([1, 10, 100])
    [line] = against_logarithm(T, {"ln": np.log(T)}, ax=axes())
    assert line.axes.get_xscale() == "log" and line.axes.get_yscale() == "linear"
    np.testing.assert_array_equal(line.get_ydata(), np.log(T))


def test_roundings_are_drawn_so_that_their_text_is_the_same_on_every_machine():
    values = np.array([[0.0, 1e-16, 1e-15], [1e-16, 3e-16, 1e-12]])
    made = Figure()
    runs, median = roundings({"hinge": values}, ax=made.add_subplot())
    assert [len(lines.get_paths()) for lines in (runs, median)] == [2, 1]
    np.testing.assert_allclose(median.get_paths()[0].vertices[:, 1], np.median(np.maximum(values, 1e-17), axis=0))
    said = repr(Picture(made, "apart"))
    assert "hinge: 1 pieces" in said and "e-1" not in said
