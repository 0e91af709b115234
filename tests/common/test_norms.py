"""Test the largest norm of the examples."""

import numpy as np
import pytest
from scipy import sparse

from pegasos_edu.common.norms import radius

X = np.array([[3.0, 4.0], [0.0, -6.0], [1.0, 0.0]])


def test_the_radius_of_rows_of_sparse_rows_and_of_their_gram_matrix():
    for R in (radius(X), radius(sparse.csr_matrix(X)), radius(X @ X.T, gram=True)):
        assert isinstance(R, float) and R == pytest.approx(6, rel=1e-15)


def test_an_entry_beside_the_diagonal_counts_if_a_symmetric_matrix_is_no_gram_matrix():
    assert radius(np.array([[1.0, -9.0], [-9.0, 1.0]]), gram=True) == 3


def test_what_overflows_is_infinite():
    assert radius(np.array([[1e200, 0.0]])) == np.inf
