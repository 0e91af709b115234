"""Test that a sparse matrix from outside is read soundly or refused, whatever it stores and whatever its flags say."""

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from scipy import sparse

from pegasos_edu import last, objective, run, summed
from pegasos_edu.common.sparse_rows import rows_of

DENSE = np.array([[1.0, 0.0, 2.0], [0.0, 0.0, 3.0], [4.0, 5.0, 6.0], [0.0, 7.0, 0.0]])
KINDS = [f"{form}_{kind}" for form in ("csr", "csc", "coo", "bsr", "dia", "lil", "dok") for kind in ("array", "matrix")]


def test_the_rows_of_every_format_are_those_of_the_dense_matrix():
    for kind in KINDS:
        for values in (
            DENSE,
            DENSE.astype(np.float32),
            DENSE.astype(np.int8),
            DENSE > 0,
            0 * DENSE,
            DENSE[:1],
            DENSE[:, :1],
        ):
            X = getattr(sparse, kind)(values)
            rows = rows_of("X", X)
            assert type(rows) is (sparse.csr_array if kind.endswith("array") else sparse.csr_matrix)
            np.testing.assert_array_equal(rows.toarray(), values, err_msg=kind)
            assert rows.dtype == np.float64 and rows.has_canonical_format


def test_blocks_and_diagonals_of_any_size_are_read():
    for high, wide in ((1, 1), (2, 1), (4, 3), (1, 3)):
        np.testing.assert_array_equal(rows_of("X", sparse.bsr_array(DENSE, blocksize=(high, wide))).toarray(), DENSE)
    for length in (1, 3, 9):  # shorter and longer than the matrix
        X = sparse.dia_array((np.arange(1.0, 1 + 4 * length).reshape(4, -1), [0, -3, 2, 90]), shape=(4, 3))
        np.testing.assert_array_equal(rows_of("X", X).toarray(), X.toarray())


def changed(form="csr", **parts):
    """Return a sparse X in which stored arrays have been replaced."""
    X = getattr(sparse, f"{form}_array")(DENSE)
    for name, value in parts.items():
        setattr(X, name, value(getattr(X, name)) if callable(value) else value)
    return X


def sound_in_an_odd_form():
    """Yield a sparse form of DENSE that other code seldom meets."""
    X = sparse.csr_array(DENSE)
    yield changed(indices=lambda i: i.astype(np.int64))  # the two index arrays differ in type
    yield changed(data=lambda v: v.astype(">f8"))
    yield changed(data=lambda v: v.astype(np.longdouble))
    yield changed(data=lambda v: np.repeat(v, 2)[::2], indices=lambda i: np.repeat(i, 2)[::2])
    room = np.zeros(X.data.nbytes + 1, np.uint8)[1:].view(float)
    room[:] = X.data
    yield changed(data=room)  # not aligned
    for form in ("csr", "csc", "coo", "bsr", "dia"):
        still = getattr(sparse, f"{form}_array")(DENSE)
        for array in (still.data, *(getattr(still, part, still.data) for part in ("indices", "indptr", "offsets"))):
            array.flags.writeable = False
        yield still
    yield changed("coo", data=lambda v: np.append(v, [1, -1]), coords=lambda c: tuple(np.append(i, [2, 2]) for i in c))
    disordered = changed(data=[2.0, 1, 3, 6, 5, 4, 7], indices=[2, 0, 2, 2, 1, 0, 1])
    disordered.data, disordered.indices = np.array(disordered.data), np.array(disordered.indices, np.int32)
    disordered.has_sorted_indices = disordered.has_canonical_format = True  # a lie
    yield disordered
    twice = sparse.csr_array((np.repeat(X.data / 2, 2), np.repeat(X.indices, 2), 2 * X.indptr), shape=X.shape)
    twice.has_canonical_format = True
    yield twice


@pytest.mark.parametrize("X", [*sound_in_an_odd_form()])
def test_a_sound_matrix_in_an_odd_form_is_read_and_stays_as_it_is(X):
    parts = {name: getattr(X, name).copy() for name in ("data", "indices", "indptr") if hasattr(X, name)}
    for _ in range(2):
        rows = rows_of("X", X)
        np.testing.assert_array_equal(rows.toarray(), DENSE)
        assert rows.has_canonical_format
        last(run(summed, X, [1, -1, 1, -1], lam=0.1, T=5))
    for name, former in parts.items():
        np.testing.assert_array_equal(getattr(X, name), former)


def test_repeated_entries_of_short_types_are_added_up_as_real_numbers():
    for value in (np.int8(100), np.True_, np.uint16(40_000)):
        X = sparse.coo_array((np.array([value, value]), ([0, 0], [0, 0])), shape=(1, 1))
        assert rows_of("X", X).toarray().item() == 2.0 * value


def test_indices_are_copied_so_that_a_change_after_the_check_does_no_harm():
    X = changed(indices=lambda i: i.astype(np.int64), indptr=lambda i: i.astype(np.int64))
    steps = run(summed, X, [1, -1, 1, -1], lam=0.1, T=20)
    before = last(steps).w
    X.indices[:], X.indptr[1:] = 10**9, -5
    np.testing.assert_array_equal(last(steps).w, before)


class Foreign:
    """Be a matrix of another library."""

    shape, data, indices, indptr = (2, 5), np.ones(1), np.zeros(1, int), np.array([0, 10**8, 0])

    def __init__(self, answer):
        self.answer = answer

    def tocsr(self):
        return self.answer() if callable(self.answer) else self.answer


def test_a_matrix_of_another_library_is_read_through_its_conversion():
    for kind in KINDS:
        np.testing.assert_array_equal(rows_of("X", Foreign(getattr(sparse, kind)(DENSE))).toarray(), DENSE)


def itself():
    fake = Foreign(None)
    fake.answer = fake
    return fake


def hollow():
    return sparse.csr_array.__new__(sparse.csr_array)


UNSOUND = {
    "the pointer ends in 0": (changed(indptr=np.array([0, 10**7, 10**7, 10**7, 0])), "indptr goes from 0 to 0"),
    "CSC, too": (changed("csc", indptr=np.array([0, 10**7, 10**7, 0])), "indptr goes from 0 to 0"),
    "BSR, too": (changed("bsr", indptr=np.array([0, 10**7, 10**7, 10**7, 0])), "indptr goes from 0 to 0"),
    "the pointer begins below 0": (changed(indptr=np.array([-5, 2, 3, 6, 7])), "indptr goes from -5 to 7"),
    "the pointer falls": (changed(indptr=np.array([0, 6, 3, 6, 7])), "indptr falls"),
    "a fall beyond its type": (changed(indptr=np.array([0, 2**31 - 1, -(2**31), 6, 7], np.int32)), "indptr falls"),
    "the pointer is short": (changed(indptr=np.array([0, 2, 7])), "indptr has 3 entries instead of 5"),
    "a row too few": (changed(_shape=(3, 3)), "indptr has 5 entries instead of 4"),
    "stored values that no row reaches": (changed(indptr=np.array([0, 2, 3, 6, 6])), "instead of 0 to 7"),
    "lengths differ": (changed(indices=lambda i: i[:-1]), "indices has 6 entries for 7 values"),
    "column too large": (changed(indices=lambda i: i + 1), "indices must be at least 0 and below 3, got 1 to 3"),
    "column below 0": (changed(indices=lambda i: i - 1), "got -1 to 1"),
    "uint64": (changed(indices=lambda i: i.astype(np.uint64)), "replace it by X.indices.astype(np.int64)"),
    "foreign order of bytes": (changed(indptr=lambda i: i.astype(">i4")), "array of int32 or int64, got >i4"),
    "a list": (changed(indices=lambda i: i.tolist()), "indices is an object of type list"),
    "None": (changed(data=None), "data is None instead of an array of 1 dimension"),
    "a column of indices": (changed(indices=lambda i: i[:, None]), "with shape (7, 1) instead of an array of 1"),
    "masked": (changed(data=lambda v: np.ma.masked_equal(v, 3)), "data has masked entries; fill them in"),
    "objects": (changed(data=lambda v: v.astype(object)), "data is an array of object"),
    "complex": (changed(data=lambda v: v + 1j), "instead of real numbers"),
    "dates": (changed(data=lambda v: v.astype("M8[s]")), "instead of real numbers"),
    "one dimension": (changed(_shape=(3,)), "(3,) instead of (rows, columns); for one feature give X.reshape"),
    "a shape of words": (changed(_shape="ab"), "the shape is ab"),
    "a shape below 0": (changed("coo", _shape=(-1, 3)), "the shape is (-1, 3)"),
    "a shape beyond memory": (changed("coo", _shape=(4, 2**40)), "hash features into fewer columns"),
    "COO outside": (changed("coo", coords=lambda c: (c[0], c[1] + 1)), "coords[1] must be at least 0 and below 3"),
    "COO with one array": (changed("coo", coords=lambda c: c[:1]), "coords is an object of type tuple"),
    "COO of unequal lengths": (changed("coo", coords=lambda c: (c[0][1:], c[1])), "has 6 entries for 7 values"),
    "BSR blocks that do not fit": (changed("bsr", data=lambda v: np.ones((7, 3, 2))), "do not fill"),
    "BSR without blocks": (changed("bsr", data=lambda v: v[:, :0]), "do not fill the shape 4 by 3"),
    "DIA without offsets": (changed("dia", offsets=lambda o: o[:1]), "different diagonals, one for each row of data"),
    "DIA with an offset twice": (changed("dia", offsets=lambda o: 0 * o), "different diagonals"),
    "LIL of unequal lists": (changed("lil", rows=lambda r: r[::-1]), "of the same lengths"),
    "LIL without lists": (changed("lil", data=lambda v: np.arange(4)), "rows and data are not arrays of lists"),
    "DOK outside": (changed("dok", _dict={(0, 10**7): 1.0}), "columns must be at least 0 and below 3"),
    "DOK of words": (changed("dok", _dict={("a", "b"): 1.0}), "the indices of rows are an array of <U1"),
    "DOK of single indices": (changed("dok", _dict={3: 1.0}), "the keys are not pairs of a row and a column"),
    "hollow": (hollow(), "the shape is None"),
    "foreign, itself": (itself(), "Foreign.tocsr() returns an object of type Foreign instead of a matrix of SciPy"),
    "foreign, dense": (Foreign(DENSE), "Foreign.tocsr() returns an array of float64"),
    "foreign, fails": (Foreign(lambda: 1 // 0), "Foreign.tocsr() raises ZeroDivisionError"),
    "foreign, damaged": (Foreign(changed(indptr=np.array([0, 9, 9, 9, 0]))), "indptr goes from 0 to 0"),
    "a class": (sparse.csr_array, "tocsr() raises TypeError"),
}


@pytest.mark.parametrize(("X", "message"), UNSOUND.values(), ids=UNSOUND)
def test_a_matrix_that_is_not_sound_is_refused_with_what_is_wrong(X, message):
    for call in (
        lambda: rows_of("X", X),
        lambda: run(summed, X, [1, -1, 1, -1], lam=0.1),
        lambda: objective([1] * 3, X, [1] * 4, 1),
    ):
        with pytest.raises(ValueError) as error:
            call()
        assert message in str(error.value) and "X must be a consistent sparse matrix, got one where" in str(error.value)


FUZZ = str(Path(__file__).with_name("damaged_matrices.py"))


def problems(first, last):
    """Return what a process of its own printed, which damaged matrices may end."""
    done = subprocess.run([sys.executable, FUZZ, str(first), str(last)], capture_output=True, text=True)
    assert done.returncode == 0, f"ended by {done.returncode}, after {done.stderr[-2_000:]}"
    return done.stdout


def test_damaged_matrices_are_refused_or_mean_what_they_store():
    assert problems(0, 200) == ""


@pytest.mark.slow
def test_many_more_damaged_matrices_too():
    assert problems(200, 4_000) == ""


def test_columns_out_of_order_stay_so_where_order_does_not_matter_unless_one_occurs_twice():
    rng = np.random.default_rng(0)
    for m, d in ((1, 1), (1, 9), (9, 1), (20, 30)):
        dense = rng.normal(size=(m, d)) * (rng.random((m, d)) < 0.4)
        backwards = sparse.csr_array(dense[:, ::-1])
        backwards.indices[:] = d - 1 - backwards.indices
        backwards.has_sorted_indices = backwards.has_canonical_format = False
        rows = rows_of("X", backwards, in_order=False)
        np.testing.assert_array_equal(rows.indices, backwards.indices)
        np.testing.assert_array_equal(rows.toarray(), dense)
    twice = sparse.csr_array(([1.0, 2.0, 4.0, 8.0], [2, 0, 2, 2], [0, 3, 4]), shape=(2, 3))
    rows = rows_of("X", twice, in_order=False)
    assert rows.has_canonical_format and rows.toarray().tolist() == [[2, 0, 5], [0, 0, 8]]
