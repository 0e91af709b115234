"""Read sparse matrices from outside, so that compiled code never meets an index that leads out of its arrays.

`rows_of` trusts no method and no flag of the matrix that it is given, not even SciPy's `check_format`, which checks
nothing if the index pointer ends in 0. It reads the stored arrays once, checks them, and makes a new CSR matrix of what
it has checked; only this matrix is computed with.
"""

import operator
from itertools import chain

import numpy as np

MOST_LINES = 10**8  # some arrays with a number for each row or column still fit into memory


class UnsoundError(Exception):
    """Say what is wrong with a matrix, and what to do."""

    def __init__(self, what, advice="make the matrix anew, as with scipy.sparse.csr_array(dense)"):
        super().__init__(what, advice)


def rows_of(name, X, floats=(np.float64,), in_order=True):
    """Return a sparse X as a sound CSR matrix: no column of a row occurs twice, and by default they are in order.

    Parameters
    ----------
    name : str
        The name of X in a message.
    X : SciPy sparse matrix or array of any format, or an object whose ``tocsr()`` returns one
    floats : tuple of dtype
        The types of numbers that are kept; all others become float64.
    in_order : bool
        Whether the columns of each row must be in order; sorting them can take as long as several passes of a fit.

    Returns
    -------
    csr_array or csr_matrix
        It may share arrays with X, so do not write into them.

    Raises
    ------
    ValueError
        If what X stores is not a matrix of real numbers. They may be infinite or NaN.
    """
    from scipy import sparse  # takes long to load

    try:
        X = X if sparse.issparse(X) else _converted(X)
        m, n = shape = _shape_of(X)
        kind = "array" if isinstance(X, sparse.sparray) else "matrix"
        form = next((form for form in _READERS if isinstance(X, getattr(sparse, f"{form}_{kind}"))), None)
        if form is None:
            raise UnsoundError(f"it is {_described(X)}, a format unknown here", "give {name}.tocsr()")
        values, places = _READERS[form](X, m, n, floats)
    except UnsoundError as error:
        what, advice = error.args
        raise ValueError(
            f"{name} must be a consistent sparse matrix, got one where {what}; {advice.format(name=name)}."
        ) from None
    if form in ("csr", "csc"):
        same = getattr(sparse, f"{form}_{kind}")(shape, dtype=values.dtype)
        same.data, (same.indices, same.indptr) = values, places
        rows = same.tocsr()
    else:
        rows = getattr(sparse, f"csr_{kind}")((values, places), shape=shape)
    if not rows.has_canonical_format and (in_order or _has_duplicates(rows)):
        rows = rows.copy()
        rows.sum_duplicates()
    return rows


def _has_duplicates(rows):
    """Return whether a row of a CSR matrix contains a column twice, without sorting each row."""
    from scipy.sparse import csr_array

    marks = csr_array((np.empty(len(rows.indices), dtype=np.int8), rows.indices, rows.indptr), shape=rows.shape)
    columns = marks.tocsc()  # the rows of each column are now in order
    same = columns.indices[1:] == columns.indices[:-1]
    starts = columns.indptr[1:-1]
    same[starts[(starts > 0) & (starts < len(columns.indices))] - 1] = False  # neighbours in two columns
    return bool(same.any())


def _converted(X):
    """Return what an object of another library converts itself to; it is checked like any other matrix."""
    from scipy.sparse import issparse

    try:
        rows = X.tocsr()
    except Exception as error:
        raise UnsoundError(f"{type(X).__name__}.tocsr() raises {type(error).__name__}") from None
    if not issparse(rows):
        raise UnsoundError(f"{type(X).__name__}.tocsr() returns {_described(rows)} instead of a matrix of SciPy")
    return rows


def _shape_of(X):
    """Return the numbers of rows and columns as integers of Python."""
    shape = getattr(X, "shape", None)
    try:
        m, n = sizes = tuple(operator.index(size) for size in shape)
    except (TypeError, ValueError):
        raise UnsoundError(
            f"the shape is {str(shape)[:40]} instead of (rows, columns)",
            "for one feature give {name}.reshape(-1, 1), for one example {name}.reshape(1, -1)",
        ) from None
    if not (0 <= m <= MOST_LINES and 0 <= n <= MOST_LINES):
        raise UnsoundError(
            f"the shape is ({m}, {n}), beyond 0 to {MOST_LINES:,}",
            "take fewer rows, or hash features into fewer columns",
        )
    return sizes


def _csr(X, m, n, floats):
    values = _data(X, 1, floats)
    return values, _compressed(X, m, n, len(values))


def _csc(X, m, n, floats):
    values = _data(X, 1, floats)
    return values, _compressed(X, n, m, len(values))


def _bsr(X, m, n, floats):
    blocks = _data(X, 3, floats)
    _, high, wide = blocks.shape
    if not (high and wide) or m % high or n % wide:
        raise UnsoundError(f"blocks of {high} by {wide} do not fill the shape {m} by {n}")
    across, pointer = _compressed(X, m // high, n // wide, len(blocks))
    down = np.repeat(np.arange(m // high), np.diff(pointer))
    rows = (down[:, None] * high + np.arange(high))[:, :, None]
    columns = (across[:, None] * wide + np.arange(wide))[:, None, :]
    return blocks.ravel(), tuple(np.broadcast_to(places, blocks.shape).ravel() for places in (rows, columns))


def _coo(X, m, n, floats):
    values = _data(X, 1, floats)
    coords = getattr(X, "coords", None)
    if not isinstance(coords, tuple) or len(coords) != 2:
        raise UnsoundError(f"coords is {_described(coords)} instead of two arrays")
    parts = [f"coords[{axis}]" for axis in (0, 1)]
    return values, tuple(
        _inside(part, _whole(part, indices), size, len(values)) for part, indices, size in zip(parts, coords, (m, n))
    )


def _dia(X, m, n, floats):
    values, offsets = _data(X, 2, floats), _whole("offsets", getattr(X, "offsets", None))
    if len(offsets) != len(values) or len(np.unique(offsets)) != len(offsets):
        raise UnsoundError(
            f"offsets must name {len(values)} different diagonals, one for each row of data, got {offsets}"
        )
    columns = np.arange(min(n, values.shape[1]))
    values, rows = values[:, : len(columns)], columns - offsets[:, None].astype(np.int64)
    stored = (rows >= 0) & (rows < m) & (values != 0)
    return values[stored], (rows[stored], np.broadcast_to(columns, rows.shape)[stored])


def _lil(X, m, n, floats):
    parts = [_plain_array(part, getattr(X, part, None), 1) for part in ("rows", "data")]
    if not all(type(row) is list for row in chain(*parts)):
        raise UnsoundError("rows and data are not arrays of lists")
    lengths, others = ([len(row) for row in part] for part in parts)
    columns, values = (_array_of("rows or data", list(chain.from_iterable(part))) for part in parts)
    if lengths != others or len(lengths) != m:
        raise UnsoundError(f"rows and data do not hold {m} lists each, of the same lengths")
    return _from_python(np.repeat(np.arange(m), lengths), columns, values, m, n, floats)


def _dok(X, m, n, floats):
    try:
        keys, values = list(X.keys()), list(X.values())
    except Exception as error:
        raise UnsoundError(f"reading the entries raises {type(error).__name__}") from None
    keys, values = _array_of("the keys", keys), _array_of("the values", values)
    if len(keys) and keys.shape != (len(keys), 2):
        raise UnsoundError("the keys are not pairs of a row and a column")
    keys = keys.reshape(-1, 2)
    return _from_python(keys[:, 0], keys[:, 1], values, m, n, floats)


def _array_of(part, values):
    """Return a list of Python as an array."""
    try:
        return np.array(values)
    except Exception:
        raise UnsoundError(f"{part} are not numbers of one kind") from None


def _from_python(rows, columns, values, m, n, floats):
    """Return the values and places of a matrix whose indices are numbers of Python; an empty list has no type yet."""
    places = []
    for part, indices, size in (("rows", rows, m), ("columns", columns, n)):
        if len(indices) and indices.dtype.kind not in "iu":
            raise UnsoundError(f"the indices of {part} are {_described(indices)} instead of whole numbers")
        places.append(_inside(part, indices.astype(np.int64), size, len(values)))
    return _real(values, 1, floats), tuple(places)


_READERS = {"csr": _csr, "csc": _csc, "bsr": _bsr, "coo": _coo, "dia": _dia, "lil": _lil, "dok": _dok}


def _compressed(X, lines, size, stored):
    """Return the indices and the index pointer of so many lines, both of one type."""
    pointer = _whole("indptr", getattr(X, "indptr", None))
    indices = _inside("indices", _whole("indices", getattr(X, "indices", None)), size, stored)
    if len(pointer) != lines + 1:
        raise UnsoundError(f"indptr has {len(pointer)} entries instead of {lines + 1}")
    if pointer[0] != 0 or pointer[-1] != stored:
        raise UnsoundError(
            f"indptr goes from {pointer[0]} to {pointer[-1]} instead of 0 to {stored}, the number of values"
        )
    if (pointer[1:] < pointer[:-1]).any():
        raise UnsoundError("indptr falls")
    index = np.result_type(indices, pointer)
    return indices.astype(index, copy=False), pointer.astype(index, copy=False)


def _inside(part, indices, size, stored):
    """Return indices after checking that there is one for each stored value, and none is outside."""
    if len(indices) != stored:
        raise UnsoundError(f"{part} has {len(indices)} entries for {stored} values")
    if stored and not (indices.min() >= 0 and indices.max() < size):
        raise UnsoundError(f"{part} must be at least 0 and below {size}, got {indices.min()} to {indices.max()}")
    return indices


def _whole(part, array):
    """Return indices as a plain array of a type that SciPy computes with."""
    array = _plain_array(part, array, 1)
    if array.dtype not in (np.int32, np.int64):
        raise UnsoundError(
            f"{part} must be an array of int32 or int64, got {array.dtype}",
            f"replace it by {{name}}.{part}.astype(np.int64)",
        )
    return np.require(array, requirements="CA")


def _data(X, ndim, floats):
    return _real(getattr(X, "data", None), ndim, floats)


def _real(values, ndim, floats):
    """Return values as a plain array of one of the types `floats`, or else of float64."""
    values = _plain_array("data", values, ndim)
    if values.dtype.kind not in "biuf":
        raise UnsoundError(
            f"data is {_described(values)} instead of real numbers", "turn words and categories into numbers"
        )
    with np.errstate(over="ignore"):  # a longer number than a float64 can hold becomes infinite
        return np.require(values, values.dtype if values.dtype in floats else np.float64, "CA")


def _plain_array(part, values, ndim):
    """Return an array without the methods of a subclass."""
    if not issubclass(type(values), np.ndarray) or np.asarray(values).ndim != ndim:
        raise UnsoundError(f"{part} is {_described(values)} instead of an array of {ndim} dimension{'s' * (ndim > 1)}")
    if is_masked(values):
        raise UnsoundError(f"{part} has masked entries", "fill them in with .filled(...), or leave those examples out")
    return np.asarray(values)


def is_masked(values):
    """Return whether some value is masked; a record with masks is no number anyway."""
    mask = np.ma.getmask(values)
    return bool(mask.dtype.names or mask.any())


def _described(value):
    if issubclass(type(value), np.ndarray):
        return f"an array of {value.dtype} with shape {value.shape}"
    return "None" if value is None else f"an object of type {type(value).__name__}"
