import numpy as np
import pytest
from matplotlib.figure import Figure

from pegasos_edu import hinge, objective, run, stack
from pegasos_edu.datasets import moons
from pegasos_edu.lessons.pictures.lesson_10_convergence import (
    SIDES,
    distances,
    roundings,
    rungs,
    telescope,
)
from pegasos_edu.plots import Picture
from pegasos_edu.theory import bounds, optimum, subgradient

X, y = moons()[:2]
LAM = 0.1
BEST = optimum(X, y, LAM)
LOG = stack(run(hinge, X, y, lam=LAM, T=50))
BEFORE = np.vstack([[0, 0], LOG.w[:-1]])


def test_the_mean_is_that_of_the_weights_before_each_step():
    values = distances([LOG], X, y, LAM, [1, 7, 50], BEST.value)
    expected = [objective(BEFORE[:T].mean(axis=0), X, y, LAM) - BEST.value for T in (1, 7, 50)]
    np.testing.assert_allclose(values[SIDES[0]], [expected], rtol=1e-12)
    np.testing.assert_allclose(values[SIDES[1]], [objective(BEFORE[[0, 6, 49]], X, y, LAM) - BEST.value], rtol=1e-12)


@pytest.mark.parametrize("u", [BEST.w, np.array([2.0, -1.0])])
def test_the_rungs_are_the_sums_of_the_proof_in_its_order(u):
    heights, terms = rungs(LOG, X, y, LAM, u), []
    for v, i, t in zip(BEFORE, LOG.i, LOG.t):
        example = X[[i]], y[[i]], LAM
        g = subgradient(v, *example)
        paid = objective(v, *example) - objective(u, *example)
        terms.append((paid, (v - u) @ g - bounds.strong_convexity(u, v, LAM), g @ g / (2 * LAM * t)))
    np.testing.assert_allclose(heights[:3], np.sum(terms, axis=0), rtol=1e-10)
    R = np.linalg.norm(X, axis=1).max()
    assert heights[3] == pytest.approx((2 * R) ** 2 / (2 * LAM) * np.sum(1 / LOG.t))
    assert heights[4] == bounds.regret(2 * R, LAM, 50) and np.all(np.diff(heights) > -1e-9)


def test_what_a_step_subtracts_the_next_one_adds(ax):
    added, taken = telescope(LOG, LAM, BEST.w, 5, ax=ax)
    assert added[0] == 0
    np.testing.assert_allclose(added[1:], taken[:-1])
    assert taken[-1] == pytest.approx(LAM / 2 * 5 * np.sum((LOG.w[4] - BEST.w) ** 2))
    heights = sorted(bar.get_height() for bar in ax.patches)
    np.testing.assert_allclose(heights, sorted([*added, *-taken, -taken[-1]]))


def test_the_text_of_roundings_is_the_same_on_every_machine():
    fig = Figure()
    roundings({"hinge": np.array([[0.0, 1e-16, 1e-15], [1e-16, 3e-16, 1e-12]])}, ax=fig.add_subplot())
    assert "e-1" not in repr(Picture(fig, "apart"))
