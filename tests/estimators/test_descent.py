"""Averages on the way, another λ on the way, and when a box is worth compiling."""

import numpy as np
import pytest
from conftest import SETS
from scipy import sparse

from pegasos_edu import average, fitting, hinge, run, scaled, stack, summed
from pegasos_edu.estimators.descent import WORTH, Descent, walker
from pegasos_edu.fast.loops import looped

X, y = SETS["noisy in 20 dimensions"]
y = y.astype(float)
DRAWS = np.resize(np.random.default_rng(0).permutation(200), 400)


def descended(average, box=summed, parts=1):
    descent = Descent(box, X, y, 0.01, (), average)
    for part in np.split(DRAWS, parts):
        descent.go(X, y, part, looped(box))
    return descent


@pytest.mark.parametrize("box", [hinge, scaled, summed])
def test_without_an_average_w_is_that_of_the_last_step(box):
    assert np.array_equal(descended("none", box).w, [*run(box, X, y, lam=0.01, draws=DRAWS)][-1].w)


def test_all_iterates_make_the_average_of_the_paper(monkeypatch):
    monkeypatch.setattr(Descent, "_moments", lambda descent, X, steps: steps)
    expected = average(run(summed, X, y, lam=0.01, draws=DRAWS))
    np.testing.assert_allclose(descended("all").w, expected, rtol=1e-12, atol=1e-13)


def spaced(average, T=2_000):
    """The average over a pass of T draws, and the 8 iterates that enter it."""
    draws = np.resize(DRAWS, T)
    descent = Descent(summed, X, y, 0.01, (), average)
    descent.go(X, y, draws, looped(summed))
    return descent.w, stack(run(summed, X, y, lam=0.01, draws=draws)).w[T // 8 - 1 :: T // 8]


def test_eight_evenly_spaced_iterates_of_a_long_pass_enter_the_average():
    found, w = spaced("all")
    np.testing.assert_allclose(found, w.mean(axis=0), rtol=1e-12, atol=1e-13)


def test_one_iterate_of_each_short_pass_enters_it():
    w = stack(run(summed, X, y, lam=0.01, draws=DRAWS)).w
    np.testing.assert_allclose(descended("all", parts=2).w, w[199::200].mean(axis=0), rtol=1e-12, atol=1e-13)


def test_the_tail_weighs_iterates_by_the_sixth_power_of_their_number():
    found, w = spaced("tail")
    weights = rising(np.arange(1.0, 9.0))
    np.testing.assert_allclose(found, weights @ w / weights.sum(), rtol=1e-12, atol=1e-13)
    many = rising(np.arange(1.0, 1001.0))
    assert 0.99 < many[500:].sum() / many.sum() < 0.993
    assert many[-1] / many[99] == pytest.approx(10.0**6, rel=0.15)


def rising(j):
    """j·(j + 1)·…·(j + 5)."""
    return np.prod([j + n for n in range(6)], axis=0)


def test_few_iterates_enter_the_average_where_w_is_long_beside_the_data():
    rows = sparse.csr_array(([1.0] * 4_000, (np.arange(4_000), np.arange(4_000))), shape=(4_000, 4_000))
    descent = Descent(summed, rows, np.ones(4_000), 0.1, (), "all")
    descent.go(rows, np.ones(4_000), np.arange(4_000), looped(summed))
    assert descent.n == 1


@pytest.mark.parametrize("box", [hinge, scaled, summed])
def test_another_lambda_goes_on_from_the_same_w_with_steps_of_the_same_length(box):
    descent = descended("none", box)
    w, eta = descent.w.copy(), descent.step.eta
    descent.carry_over(0.04)
    np.testing.assert_allclose(descent.w, w, rtol=1e-12)
    assert descent.step.eta == pytest.approx(eta) and descent.step.t == 100
    descent.go(X, y, DRAWS[:1], looped(box))
    assert descent.step.t == 101 and descent.step.eta == pytest.approx(1 / (0.04 * 101))


def test_long_work_is_compiled_and_short_work_is_not():
    assert walker(summed, WORTH - 1, "auto") is looped(summed)
    assert walker(summed, WORTH, "auto") is walker(summed, 1, True) is not looped(summed)
    assert walker(summed, WORTH, False) is looped(summed)


def test_a_numba_that_does_not_work_is_told_of_and_done_without(monkeypatch):
    def broken(box):
        raise ImportError("compiled needs Numba, got none that works (Numba needs NumPy 2.0 or less).")

    monkeypatch.setattr(fitting, "compiled_loop", broken)
    with pytest.warns(RuntimeWarning, match="NumPy 2.0 or less.* This fit goes on in plain Python"):
        assert walker(summed, WORTH, "auto") is looped(summed)
    with pytest.raises(ImportError):
        walker(summed, 1, True)
