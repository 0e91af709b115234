"""Test runs: the arguments of `run`, and the functions that read steps."""

import numpy as np
import pytest
from conftest import answers
from scipy import sparse

from pegasos_edu import (
    ALGORITHMS,
    average,
    biased,
    copied,
    dual_ascent,
    first_difference,
    free_bias,
    hinge,
    kernelized,
    last,
    minibatch,
    multiclass,
    run,
    scaled,
    snapshots,
    stack,
    summed,
)
from pegasos_edu.datasets import toy

X, y, _ = toy(30)


def test_a_run_walks_anew_each_time():
    steps = run(summed, X, y, lam=0.1, T=50)
    assert len(steps) == 50
    assert repr(steps) == "Run(summed, m=30, d=2, lam=0.1, T=50)"
    assert first_difference(steps, steps, rtol=0) is None
    assert [step.t for step in steps] == list(range(1, 51))


def test_seed_and_sampling_make_the_draws():
    first, other = (run(hinge, X, y, lam=0.1, T=50, seed=seed) for seed in (0, 1))
    assert not np.array_equal(first.draws, other.draws)
    assert run(hinge, X, y, lam=0.1, T=31, sampling="cyclic").draws.tolist() == [*range(30), 0]
    assert run(minibatch, X, y, lam=0.1, T=31, k=4).draws.shape == (31, 4)
    assert len(run(hinge, X, y, lam=0.1)) == 1000


def test_given_draws_are_taken_as_they_are():
    steps = run(hinge, X, y, lam=0.1, draws=(i % 3 for i in range(7)))
    assert [step.i for step in steps] == [0, 1, 2, 0, 1, 2, 0]


@pytest.mark.parametrize("algorithm", ALGORITHMS.values(), ids=ALGORITHMS)
def test_float32_integers_lists_and_odd_memory_layouts_work(algorithm):
    whole = np.round(4 * X)
    whole = whole @ whole.T if "kernel" in algorithm.__name__ else whole
    right = answers(algorithm, y)
    expected = last(run(algorithm, whole, right, lam=0.25, T=40))
    reversed_twice = np.asfortranarray(np.repeat(whole, 2, axis=0))[::2]
    for other in (whole.astype(np.float32), whole.astype(np.int16), whole.tolist(), reversed_twice):
        for labels in (
            right.astype(np.int8),
            right.astype(np.int32 if algorithm is multiclass else np.float32),
            right.tolist(),
        ):
            assert first_difference([expected], [last(run(algorithm, other, labels, lam=0.25, T=40))], rtol=0) is None


@pytest.mark.parametrize("make", [sparse.csr_matrix, sparse.csr_array, sparse.csc_array, sparse.coo_array])
@pytest.mark.parametrize("index", [np.int32, np.int64])
def test_sparse_input_of_any_make_works_and_stays_as_it_is(make, index):
    rows = make(np.where(np.abs(X) > 0.5, X, 0))
    for name in ("indices", "indptr"):
        if hasattr(rows, name):
            setattr(rows, name, getattr(rows, name).astype(index))
    before = rows.copy()
    steps = run(scaled, rows, y, lam=0.1, T=200)
    assert first_difference(steps, run(scaled, rows.toarray(), y, lam=0.1, T=200)) is None
    assert type(rows) is type(before) and (rows != before).nnz == 0
    if hasattr(rows, "indices"):
        assert rows.indices.dtype == index


def test_entries_stored_twice_are_added_up_and_not_lost():
    doubled = sparse.csr_array((np.ones(4), np.array([0, 0, 1, 1]), np.array([0, 2, 4])), shape=(2, 2))
    end = last(run(summed, doubled, [1, -1], lam=0.5, T=30))
    assert first_difference([end], [last(run(summed, 2 * np.eye(2), [1, -1], lam=0.5, T=30))]) is None
    assert doubled.nnz == 4


def test_input_that_fits_is_not_copied():
    data = np.ascontiguousarray(X)
    assert run(hinge, data, y, lam=0.1).X is data
    rows = sparse.csr_array(X)
    assert np.shares_memory(run(scaled, rows, y, lam=0.1).X.data, rows.data)


def test_last_is_the_last_step():
    steps = run(summed, X, y, lam=0.1, T=50)
    assert last(steps).t == 50
    assert first_difference([last(steps)], [copied(step) for step in steps][-1:], rtol=0) is None


def test_stack_puts_time_first():
    steps = run(minibatch, X, y, lam=0.1, T=50, k=3)
    kept = stack(steps)
    assert (kept.t.shape, kept.A.shape, kept.scores.shape, kept.w.shape) == ((50,), (50, 3), (50, 3), (50, 2))
    for n, step in enumerate(steps):
        assert np.array_equal(kept.w[n], step.w) and np.array_equal(kept.A[n], step.A)


def test_snapshots_at_given_rounds_and_the_last():
    steps = run(summed, X, y, lam=0.1, T=50)
    kept = snapshots(steps, at=[1, 7, 20, 99])
    assert kept.t.tolist() == [1, 7, 20, 50]
    np.testing.assert_array_equal(kept.w, stack(steps).w[[0, 6, 19, 49]])


def test_many_steps_leave_few_log_spaced_snapshots():
    kept = snapshots(run(summed, X, y, lam=0.1, T=100_000))
    assert kept.t[0] == 1 and kept.t[-1] == 100_000 and len(kept.t) <= 5 * 20 + 2
    ratios = kept.t[1:] / kept.t[:-1]
    assert np.all(ratios > 1) and ratios[kept.t[1:] > 100].max() < 10 ** (2 / 20)


def test_average_of_all_or_of_the_last_half():
    steps = run(scaled, X, y, lam=0.1, T=51)
    w = stack(steps).w
    np.testing.assert_allclose(average(steps), w.mean(axis=0), rtol=1e-12)
    np.testing.assert_allclose(average(steps, "half"), w[25:].mean(axis=0), rtol=1e-12)
    np.testing.assert_allclose(average(list(run(hinge, X, y, lam=0.1, T=51))), w.mean(axis=0), rtol=1e-12)
    assert np.array_equal(average(run(hinge, X, y, lam=0.1, T=1), "half"), last(run(hinge, X, y, lam=0.1, T=1)).w)


def test_first_difference_names_round_field_and_values():
    draws = [0, 1, 2, 3, 4]
    same = run(hinge, X, y, lam=0.1, draws=draws)
    assert first_difference(same, run(scaled, X, y, lam=0.1, draws=draws)) is None
    first = first_difference(same, run(hinge, X, y, lam=0.1, draws=[0, 1, 2, 9, 4]))
    assert (first.t, first.field, first.a, first.b) == (4, "i", 3, 9)
    first = first_difference(same, run(hinge, X, y, lam=0.2, draws=draws))
    assert (first.t, first.field, first.a, first.b) == (1, "eta", pytest.approx(10), pytest.approx(5))


def test_first_difference_sees_w_behind_different_states():
    def forgetful(X, y, lam, draws):
        for step in summed(X, y, lam, draws):
            yield step._replace(v=step.v * (step.t < 3))

    first = first_difference(run(hinge, X, y, lam=0.1, T=9), run(forgetful, X, y, lam=0.1, T=9))
    assert (first.t, first.field) == (3, "w")
    assert first.b.tolist() == [0, 0] and np.abs(first.a).max() > 0


def test_first_difference_of_runs_of_different_length():
    short, long = (run(hinge, X, y, lam=0.1, T=T, sampling="cyclic") for T in (3, 5))
    assert tuple(first_difference(short, long)) == (4, "t", None, 4)
    assert tuple(first_difference(long, short)) == (4, "t", 4, None)


@pytest.mark.parametrize("algorithm", [scaled, summed, kernelized])
def test_a_list_of_steps_that_share_their_arrays_is_refused(algorithm):
    whole = X @ X.T if algorithm is kernelized else X
    steps = run(algorithm, whole, y, lam=0.1, T=30)
    for consume in (stack, snapshots, average, lambda shared: first_difference(shared, steps)):
        with pytest.raises(ValueError, match="got a list of steps that do, so all of them"):
            consume(list(steps))
    kept = [copied(step) for step in steps]
    assert first_difference(kept, steps, rtol=0) is None
    assert np.array_equal(stack(kept)[-1], stack(steps)[-1])


def test_first_difference_measures_scores_against_the_margin_and_the_rest_against_itself():
    steps = list(run(hinge, X * 1e-6, y, lam=0.1, T=9))
    nudged = [step._replace(score=step.score + 1e-12) for step in steps]
    assert first_difference(steps, nudged) is None
    moved = [step._replace(w=step.w * (1 + 1e-6)) for step in steps]
    assert first_difference(steps, moved).field == "w"
    short, long = ([step._replace(w=np.ones(d)) for step in steps] for d in (1, 2))
    assert first_difference(short, long).field == "w"


def test_consumers_say_what_they_need():
    for at in ([0.5], [0, 3], "abc"):
        with pytest.raises(ValueError, match="at must hold steps t"):
            snapshots(run(hinge, X, y, lam=0.1), at=at)
    assert snapshots(run(hinge, X, y, lam=0.1, T=9), at=3).t.tolist() == [3, 9]
    with pytest.raises(ValueError, match="per_decade must be"):
        snapshots(run(hinge, X, y, lam=0.1), per_decade=0)
    with pytest.raises(ValueError, match="at least one step"):
        average([])
    with pytest.raises(ValueError, match="steps must have a length"):
        average(stack(run(hinge, X, y, lam=0.1)))
    with pytest.raises(ValueError, match="at least one step"):
        last([])
    with pytest.raises(ValueError, match="at least one step"):
        stack(iter(()))
    with pytest.raises(ValueError, match="part must be one of 'all', 'half', got 'tail'"):
        average(run(hinge, X, y, lam=0.1), "tail")
    with pytest.raises(ValueError, match="steps must have a length"):
        average(iter(run(hinge, X, y, lam=0.1)))
    with pytest.raises(ValueError, match="no w to average"):
        average(run(kernelized, X @ X.T, y, lam=0.1))


@pytest.mark.parametrize(
    ("T", "wanted", "bar"),
    [
        (10, None, None),
        (10, True, {"total": 10, "unit": "step", "delay": 0, "disable": False}),
        (100_000, None, {"total": 100_000, "unit": "step", "delay": 1, "disable": False}),
    ],
)
def test_a_bar_is_shown_on_long_runs_or_when_wanted(T, wanted, bar, monkeypatch):
    import tqdm.auto

    seen = []
    monkeypatch.setattr(tqdm.auto, "tqdm", lambda items, **options: seen.append(options) or items)
    steps = run(summed, X, y, lam=0.1, T=T, progress=wanted)
    assert last(steps).t == T and seen == []  # the tests disable bars
    monkeypatch.delenv("TQDM_DISABLE")
    assert last(steps).t == T
    assert seen == ([] if bar is None else [bar])


def test_the_bias_after_a_step_is_its_own_or_the_one_given_to_the_algorithm():
    given = run(biased, X, y, lam=0.1, T=5, b=0.3)
    learned, none = (run(algorithm, X, y, lam=0.1, T=5) for algorithm in (free_bias, hinge))
    assert [given.bias(step) for step in given] == [0.3] * 5 and given.b == 0.3
    assert [learned.bias(step) for step in learned] == [step.b for step in learned] and learned.b == 0
    assert none.bias(last(none)) == 0 and run(biased, X, y, lam=0.1).b == 0
    np.testing.assert_array_equal(learned.bias(stack(learned)), stack(learned).b)


def test_first_difference_measures_what_an_alpha_changed_by_against_the_largest_alpha():
    steps = [copied(step) for step in run(dual_ascent, X, y, lam=0.1, T=9)]
    assert np.abs(steps[-1].alpha).max() > 0.1 and min(abs(step.delta) for step in steps) == 0
    for nudge, same in ((5e-10, True), (5e-9, False)):
        nudged = [step._replace(delta=step.delta + nudge) for step in steps]
        assert (first_difference(steps, nudged) is None) is same
        small, other = ([step._replace(alpha=1e-6 * step.alpha) for step in some] for some in (steps, nudged))
        assert first_difference(small, other).field == "delta"
