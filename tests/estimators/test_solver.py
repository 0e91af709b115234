"""Test the means of the iterates, a change of λ, when a fit stops, and a fit from which another fit goes on."""

import numpy as np
import pytest
from conftest import SETS
from scipy import sparse

from pegasos_edu import average, hinge, last, objective, run, scaled, stack, summed
from pegasos_edu.estimators import certificate
from pegasos_edu.estimators import solver as solving
from pegasos_edu.estimators.solver import Solver, with_lam
from pegasos_edu.runs.draws import make_draws
from pegasos_edu.theory.optimum import optimum

X, y = SETS["noisy in 20 dimensions"]
y = y.astype(float)
DRAWS = make_draws("epochs", 200, 400, 0)


def solver(average="none", algorithm=summed, rows=X, targets=(y,), lam=0.01, max_iter=2, **others):
    settings = {"average": average, "max_iter": max_iter, "compile": False, **others}
    return Solver(algorithm, rows, list(targets), lam, certificate.hinge(), **settings)


def fitted(*settings, **others):
    (descent,) = solver(*settings, **others).fit().descents
    return descent


@pytest.mark.parametrize("algorithm", [hinge, scaled, summed])
def test_without_an_average_w_is_that_of_the_last_step(algorithm):
    assert np.array_equal(fitted(algorithm=algorithm).w, last(run(algorithm, X, y, lam=0.01, draws=DRAWS)).w)


def test_where_every_iterate_enters_the_mean_is_the_average_of_the_paper():
    fit = fitted("all", moments=lambda X, size, steps: steps)
    expected = average(run(summed, X, y, lam=0.01, draws=DRAWS))
    np.testing.assert_allclose(fit.w, expected, rtol=1e-12, atol=1e-13)


def spaced(average):
    """Return the mean over a pass of 2,000 steps, and the 8 iterates from which the mean is computed."""
    rows, labels = np.tile(X, (10, 1)), np.tile(y, 10)
    w = stack(run(summed, rows, labels, lam=0.01, T=2_000, sampling="epochs")).w[249::250]
    return fitted(average, rows=rows, targets=[labels], max_iter=1).w, w


def test_eight_evenly_spaced_iterates_of_a_long_pass_enter_the_mean():
    fit, w = spaced("all")
    np.testing.assert_allclose(fit, w.mean(axis=0), rtol=1e-12, atol=1e-13)


def test_the_tail_weighs_iterates_by_the_sixth_power_of_their_number():
    fit, w = spaced("tail")
    weights = rising(np.arange(1.0, 9.0))
    np.testing.assert_allclose(fit, weights @ w / weights.sum(), rtol=1e-12, atol=1e-13)
    many = rising(np.arange(1.0, 1001.0))
    assert 0.99 < many[500:].sum() / many.sum() < 0.993
    assert many[-1] / many[99] == pytest.approx(10.0**6, rel=0.15)


def rising(j):
    """j·(j + 1)·…·(j + 5)."""
    return np.prod([j + n for n in range(6)], axis=0)


def test_few_iterates_enter_the_mean_where_w_is_long_beside_the_data():
    rows = sparse.csr_array(([1.0] * 4_000, (np.arange(4_000), np.arange(4_000))), shape=(4_000, 4_000))
    descent = fitted("all", rows=rows, targets=[np.ones(4_000)], max_iter=3)
    assert descent.mean.counts.tolist() == [3, 3]  # each row has one entry, and w has 4,000


@pytest.mark.parametrize("algorithm", [hinge, scaled, summed])
def test_another_lambda_goes_on_from_the_same_w_with_steps_of_the_same_length(algorithm):
    descent = fitted(algorithm=algorithm)
    other = with_lam(descent, 0.04)
    np.testing.assert_allclose(other.w, descent.w, rtol=1e-12)
    assert other.step.eta == pytest.approx(descent.step.eta) and other.step.t == 100
    assert with_lam(descent, 0.01) is descent


def test_a_fit_that_goes_on_leaves_the_one_before_as_it_was():
    first = solver("tail").fit()
    w, t = first.descents[0].w.copy(), first.descents[0].step.t
    second = solver("tail").fit(first)
    assert np.array_equal(first.descents[0].w, w) and first.descents[0].step.t == t == 400
    assert second.t == second.descents[0].step.t == 800 and second.n_iter == 2


@pytest.mark.parametrize("average", ["none", "tail"])
def test_passes_together_are_the_passes_one_by_one_or_in_short_calls(average, monkeypatch):
    steps = []
    together = solver(average, max_iter=12).fit()
    one_by_one = solver(average, max_iter=12).fit(on_pass=lambda descents, t: steps.append(t))
    monkeypatch.setattr(solving, "CALL", 10)
    short = solver(average, max_iter=12).fit()
    assert steps == list(range(200, 2_401, 200))
    for other in (one_by_one, short):
        np.testing.assert_array_equal(other.descents[0].w, together.descents[0].w)


def test_a_tolerance_ends_the_passes_at_the_first_gap_within_it():
    settings = {"average": "tail", "lam": 0.1, "max_iter": 100}
    fit, every = solver(**settings, tol=0.02).fit(), solver(**settings, tol=0.0).fit()
    ((f, bound),) = fit.values
    assert fit.n_iter % 5 == 0 and 10 <= fit.n_iter < 50 and every.n_iter == 100
    assert f == pytest.approx(objective(fit.descents[0].w, X, y, 0.1), rel=1e-12)
    assert bound <= optimum(X, y, 0.1).value <= f and f - bound <= 0.02 * f
    ((f, bound),) = solver(**settings | {"max_iter": fit.n_iter - 5}, tol=0.0).fit().values
    assert f - bound > 0.02 * f


def test_a_target_that_is_done_waits_for_the_others():
    easy, noise = np.where(X[:, 0] > 0, 1.0, -1.0), np.random.default_rng(0).choice([-1.0, 1.0], 200)
    fit = solver(targets=[easy, noise], lam=0.03, max_iter=100, tol=0.05).fit()
    steps = [descent.step.t for descent in fit.descents]
    assert min(steps) < max(steps) == fit.t
