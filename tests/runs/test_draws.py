"""Test the orders in which examples are drawn."""

from itertools import islice

import numpy as np
import pytest

from pegasos_edu.runs.draws import SAMPLINGS, make_draws, passes, shuffled


@pytest.mark.parametrize("sampling", SAMPLINGS)
@pytest.mark.parametrize("k", [None, 1, 3])
def test_the_same_seed_gives_the_same_draws_within_range(sampling, k):
    draws = make_draws(sampling, 7, 50, seed=3, k=k)
    assert draws.shape == ((50,) if k is None else (50, k))
    assert draws.min() >= 0 and draws.max() <= 6
    assert np.array_equal(draws, make_draws(sampling, 7, 50, seed=3, k=k))
    if sampling != "cyclic":
        assert not np.array_equal(draws, make_draws(sampling, 7, 50, seed=4, k=k))


@pytest.mark.parametrize("sampling", SAMPLINGS)
def test_batches_of_one_are_the_draws_without_batches(sampling):
    assert np.array_equal(make_draws(sampling, 7, 50, 3, k=1)[:, 0], make_draws(sampling, 7, 50, 3))


def test_uniform_draws_each_example_equally_often():
    counts = np.bincount(make_draws("uniform", 10, 100_000, seed=0), minlength=10)
    assert np.all(np.abs(counts - 10_000) < 5 * np.sqrt(9_000))  # five standard deviations


def test_uniform_batches_are_sets_and_each_example_is_equally_often_in_them():
    batches = make_draws("uniform", 10, 20_000, seed=0, k=4)
    assert all(len(set(batch)) == 4 for batch in batches.tolist())
    counts = np.bincount(batches.ravel(), minlength=10)
    assert np.all(np.abs(counts - 8_000) < 5 * np.sqrt(20_000 * 0.4 * 0.6))


def test_epochs_hold_every_example_once_in_an_order_of_their_own():
    passes = make_draws("epochs", 9, 45, seed=0).reshape(5, 9)
    assert np.array_equal(np.sort(passes, axis=1), np.tile(np.arange(9), (5, 1)))
    assert len(np.unique(passes, axis=0)) == 5


def test_permutation_repeats_one_order_and_cyclic_the_stored_one():
    passes = make_draws("permutation", 9, 45, seed=0).reshape(5, 9)
    assert np.array_equal(np.sort(passes[0]), np.arange(9))
    assert len(np.unique(passes, axis=0)) == 1
    assert make_draws("cyclic", 3, 7, seed=0).tolist() == [0, 1, 2, 0, 1, 2, 0]


def test_a_last_pass_may_be_cut_short():
    assert len(make_draws("epochs", 9, 40, seed=0)) == 40
    assert make_draws("cyclic", 4, 3, seed=0, k=3).tolist() == [[0, 1, 2], [3, 0, 1], [2, 3, 0]]


@pytest.mark.parametrize("sampling", SAMPLINGS)
@pytest.mark.parametrize("k", [None, 1, 3])
def test_the_draws_are_the_first_of_the_passes(sampling, k):
    some = np.concatenate([*islice(passes(sampling, 7, 3, k), 20)])
    for T in (1, 6, 30):
        assert np.array_equal(make_draws(sampling, 7, T, 3, k), some[:T])


def test_every_order_is_equally_likely():
    rng = np.random.default_rng(0)
    orders, counts = np.unique([shuffled(rng.random(4)) for _ in range(24_000)], axis=0, return_counts=True)
    assert len(orders) == 24 and np.all(np.abs(counts - 1000) < 5 * np.sqrt(1000))


def test_the_numbers_decide_the_order_by_hand():
    assert shuffled(np.array([0.9, 0.9, 0.0])).tolist() == [2, 1, 0]  # swap places 2 and 0; then 1 and int(0.9·2) = 1
    assert shuffled(np.array([0.5, 0.2, 0.5])).tolist() == [2, 0, 1]  # swap places 2 and 1; then 1 and 0
    assert shuffled(np.full(9, 1 - 2**-53)).tolist() == list(range(9))
