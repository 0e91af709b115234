"""Test the two parts of f(w) − f*: they add up, the stored ones can be measured again, and all states are shown."""

from itertools import product

import numpy as np
import pytest

from pegasos_edu.algorithms import minibatch
from pegasos_edu.datasets import digits
from pegasos_edu.lessons.start_or_noise import start_or_noise
from pegasos_edu.lessons.start_or_noise.figure import PARTS, TOLD
from pegasos_edu.lessons.start_or_noise.measuring import MOMENTS, PROBLEMS, T, averages, measured, parts
from pegasos_edu.losses import objective
from pegasos_edu.runs import average, run, stack
from pegasos_edu.theory import optimum

PAIRS = [(lam, k, ball) for lam, (batches, balls) in PROBLEMS.items() for k, ball in product(batches, balls)]


def test_what_is_kept_are_the_last_w_and_the_averages_of_the_package():
    X, y, _ = digits((3, 8))
    steps = run(minibatch, X, y, lam=0.1, T=T, k=1, seed=3)
    means = averages(stack(steps).w)
    assert np.array_equal(means["last"][-1], stack(steps).w[-1])
    assert np.allclose(means["all"][-1], average(steps), rtol=1e-9)
    assert np.allclose(means["half"][-1], average(steps, "half"), rtol=1e-9)


def test_the_two_parts_add_up_to_the_mean_distance_from_the_smallest_objective():
    X, y, _ = digits((3, 8))
    w = np.random.default_rng(0).normal(size=(5, 2, 64))
    shared, differing = parts(w, X, y, 0.1)
    each = np.array([objective(pair, X, y, 0.1) for pair in w]).mean(axis=0) - optimum(X, y, 0.1).value
    assert np.allclose(shared + differing, each) and np.all(differing > 0) and np.all(shared > 0)


def test_runs_that_are_alike_differ_by_nothing():
    X, y, _ = digits((3, 8))
    w = np.repeat(np.random.default_rng(0).normal(size=(1, 2, 64)), 4, axis=0)
    assert np.allclose(parts(w, X, y, 0.1)[1], 0)


@pytest.mark.slow
@pytest.mark.parametrize("lam, k, ball", PAIRS)
def test_the_stored_parts_are_measured_again_with_other_seeds(lam, k, ball):
    again = measured(float(lam), k, ball, range(1000, 1030))
    stored = start_or_noise(float(lam)).curves
    late = MOMENTS >= 10
    for name, (shared, differing) in again.items():
        of_name = stored[f"{k} {'ball' if ball else 'free'} {name}"]
        ratio = (shared + differing) / np.add(of_name["shared"], of_name["differing"])
        assert np.all((ratio[late] > 0.5) & (ratio[late] < 2)) and 0.75 < np.median(ratio) < 1.35


def test_every_state_has_numbers_for_each_told_step():
    for lam in PROBLEMS:
        shown = start_or_noise(float(lam))
        assert MOMENTS[shown.told] == pytest.approx(TOLD, rel=0.1)
        for state in shown.curves:
            assert [len(texts) for texts in shown.numbers(state).values()] == [len(TOLD)] * (len(PARTS) + 1)


def test_larger_batches_differ_less():
    curves = start_or_noise().curves
    k_1, k_10, k_100 = (np.array(curves[f"{k} free last"]["differing"])[MOMENTS > 50] for k in (1, 10, 100))
    assert np.all((k_10 < 0.25 * k_1) & (k_100 < 0.25 * k_10))


def test_what_was_not_measured_is_refused():
    with pytest.raises(ValueError, match="lam, k, ball and average must be measured, got 0.001, 10"):
        start_or_noise(0.001, k=10)
    with pytest.raises(ValueError, match="must be measured, got 0.5"):
        start_or_noise(0.5)
