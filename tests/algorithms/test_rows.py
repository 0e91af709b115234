"""Compare the operations on dense rows with those on CSR rows."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from scipy import sparse

from pegasos_edu.algorithms.rows import add, dot, square


@given(st.integers(0, 2**32 - 1), st.integers(1, 6), st.integers(1, 9))
def test_dense_and_csr_rows_do_the_same(seed, m, d):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(m, d)) * (rng.random((m, d)) < 0.5)
    v, i = rng.normal(size=d), int(rng.integers(m))
    for rows in (X, sparse.csr_array(X), sparse.csr_matrix(X)):
        assert np.isclose(dot(v, rows, i), X[i] @ v, rtol=1e-13, atol=1e-13)
        assert np.isclose(square(rows, i), X[i] @ X[i], rtol=1e-13)
        moved = v.copy()
        add(moved, -2.5, rows, i)
        np.testing.assert_allclose(moved, v - 2.5 * X[i], rtol=1e-13)
