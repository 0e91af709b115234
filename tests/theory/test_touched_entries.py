"""Test which entries a step reads and rewrites: by hand, in several algorithms, and for runs that are refused."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import sparse

from pegasos_edu import hinge, kernelized, minibatch, multiclass, run, scaled, stack, summed, variant
from pegasos_edu.datasets import sparse_text
from pegasos_edu.theory.touched_entries import touched

# x_0 uses the columns 0 and 2, x_1 only column 3, x_2 none
ROWS = np.array([[1.0, 0.0, 2.0, 0.0, 0.0], [0.0, 0.0, 0.0, 3.0, 0.0], [0.0, 0.0, 0.0, 0.0, 0.0]])
LABELS = np.array([1, -1, 1])


def lists(counts):
    return tuple(field.tolist() for field in counts)


def test_by_hand():
    """Take λ = 1: step 1 adds x_0; step 2 adds x_1; in step 3 x_0 has margin 5/2; in step 4 x_2 has no entries."""
    counts = touched(run(summed, sparse.csr_matrix(ROWS), LABELS, lam=1.0, draws=[0, 1, 0, 2]))
    assert lists(counts) == ([1, 2, 0], [1, 0, 0], [1, 2, 0])


def test_a_dense_row_is_read_with_its_zeros_and_only_what_changes_is_rewritten():
    counts = touched(run(summed, ROWS, LABELS, lam=1.0, draws=[0, 1, 0, 2]))
    assert lists(counts) == ([5, 5, 5], [1, 0, 0], [5, 5, 5])


@pytest.mark.parametrize("algorithm", [summed, scaled])
@given(seed=st.integers(0, 50), d=st.integers(20, 200))
def test_sparse_steps_touch_the_non_zeros_whatever_d(algorithm, seed, d):
    X, y, _ = sparse_text(m=12, d=d, nnz=6, seed=seed)
    steps = run(algorithm, X, y, lam=0.1, T=30, seed=seed)
    counts, kept = touched(steps), stack(steps)
    added = (y[kept.i] * kept.score < 1)[1:]
    assert counts.read.tolist() == counts.either.tolist() == [6] * 29
    np.testing.assert_array_equal(counts.rewritten, np.where(added, 6, 0))


def test_folding_the_factor_rewrites_all():
    often = variant(scaled, ("if a < 1e-9:", "if t % 10 == 0:"))
    X, y, _ = sparse_text(m=12, d=200, nnz=6)
    counts = touched(run(often, X, y, lam=0.1, T=40))
    folded = (np.arange(2, 41) % 10) == 0
    assert (counts.rewritten[folded] == 200).all() and (counts.either[~folded] == 6).all()


def test_a_mini_batch_reads_the_columns_of_its_examples_once():
    X = sparse.csr_matrix(ROWS)
    counts = touched(run(minibatch, X, LABELS, lam=1.0, draws=[[0, 1], [0, 2], [0, 1], [1, 1]]))
    assert counts.read.tolist() == [2, 3, 1]
    assert counts.rewritten.tolist() == counts.either.tolist() == [5, 5, 5]


def test_what_was_read_are_the_examples_that_the_steps_looked_at_not_those_that_were_drawn():
    other = variant(summed, ("for t, i in enumerate(draws, 1):", "for t, i in enumerate([1] * len(draws), 1):"))
    assert touched(run(other, sparse.csr_matrix(ROWS), LABELS, lam=1.0, draws=[0, 0, 0])).read.tolist() == [1, 1]


@pytest.mark.parametrize(
    ("steps", "words"),
    [
        (lambda: run(kernelized, np.eye(3), LABELS, lam=1.0, T=3), "one vector of 3 weights, got KernelStep"),
        (lambda: run(multiclass, ROWS, [0, 1, 2], lam=1.0, T=3), "got MulticlassStep"),
        (lambda: run(hinge, ROWS, LABELS, lam=1.0, T=1), "at least two steps to compare, got 1"),
    ],
)
def test_other_runs_are_refused(steps, words):
    with pytest.raises(ValueError, match=words):
        touched(steps())
