"""Give damaged matrices to the public functions, in a process that may die: python damaged_matrices.py FIRST LAST.

Each number makes one matrix or array, of any format and type, with up to three damages, and chooses a function. It must
raise a ValueError that says what is wrong; or, where the damages left a matrix, return what it returns for the dense
matrix that `meant` reads from the stored arrays entry by entry in plain Python. The process prints what went wrong.
"""

import operator
import sys
import warnings
from itertools import chain

import numpy as np
from scipy import sparse

from pegasos_edu import compiled, kernels, last, minibatch, multiclass, objective, run, scaled, summed
from pegasos_edu.estimators import KernelPegasosClassifier, PegasosClassifier, PegasosRegressor
from pegasos_edu.theory import duality_gap

FORMATS = ("csr", "csc", "coo", "bsr", "dia", "lil", "dok")
PARTS = {
    "csr": ("data", "indices", "indptr"),
    "csc": ("data", "indices", "indptr"),
    "bsr": ("data", "indices", "indptr"),
    "coo": ("data", "coords"),
    "dia": ("data", "offsets"),
    "lil": ("data", "rows"),
    "dok": ("_dict",),
}
ODD_NUMBERS = (-1, 0, 1, 2, 3, 7, 8, 99, 10**6, 10**7, -(10**7), 2**31 - 1, -(2**31), 2**32, 2**63 - 1, -(2**63))
ODD_VALUES = (np.nan, np.inf, -np.inf, 1e308, 1e-320, -0.0, *ODD_NUMBERS)
KINDS = ("i1", "i2", "i4", "i8", "q", "u1", "u4", "u8", ">i4", ">i8", ">f8", "f2", "f4", "f8", "g", "?", "O", "c16")
KINDS += ("S4", "U4", "M8[s]", "m8[s]", "i4,f8")


class Subclass(np.ndarray):
    """Be an array that claims to be something else."""

    def min(self, *_, **__):
        return 0

    max = astype = tolist = min


class Foreign:
    """Be a matrix of another library."""

    def __init__(self, answer):
        self.answer, self.shape, self.dtype = answer, (3, 2), np.dtype(float)

    def tocsr(self, copy=False):
        return self.answer() if callable(self.answer) else self.answer


def raises():
    raise RuntimeError("no conversion")


def damaged(number):
    """Return what was done, the labels, and the matrix."""
    rng = np.random.default_rng(number)
    m, n = rng.integers(1, 9, 2)
    dense = np.round(rng.normal(size=(m, n)), 2) * (rng.random((m, n)) < 0.6)
    y = np.where(np.arange(m) % 2, 1, -1)
    if rng.random() < 0.2:
        what, X = damaged_dense(dense, rng)
        return what, y, X
    form = FORMATS[rng.integers(len(FORMATS))]
    kind = getattr(sparse, f"{form}_{('array', 'matrix')[rng.integers(2)]}")
    done, X = [kind.__name__], kind(dense)
    if form == "bsr" and rng.random() < 0.7:
        X = kind(np.kron(dense, np.ones((2, 1))), blocksize=(2, 1))
        y = np.repeat(y, 2)
    for _ in range(rng.integers(4)):
        try:
            done.append(damage(X, form, rng))
        except Exception as error:  # there is no such damage here
            done.append(f"({type(error).__name__})")
    if rng.random() < 0.04:
        answer = [X, X, None, dense, raises, lambda: Foreign(X), "csr"][rng.integers(7)]
        X = Foreign(answer)
        done.append(f"as a foreign matrix that converts to {type(answer).__name__}")
    elif rng.random() < 0.03:
        X.__class__ = type(
            "Derived", (kind,), {"tocsr": raises, "check_format": raises, "copy": raises, "astype": raises}
        )
        done.append("as a subclass")
    return "; ".join(done), y, X


def damage(X, form, rng):
    """Damage a part of X, and return a text that says how."""
    if rng.random() < 0.1:
        m, n = X.shape
        shapes = [(m + 1, n), (m - 1, n), (m, n + 1), (m, n - 1), (n, m), (m,), (m, n, 1), [m, n], (float(m), n)]
        shapes += [(-1, n), (2**31, n), (m, 2**40), (2**63, n), (np.int8(m), n), None, "ab", (True, n), (), (0, 0)]
        X._shape = shapes[rng.integers(len(shapes))]
        return f"shape {X._shape!r}"
    if rng.random() < 0.1:
        flag = ("has_sorted_indices", "has_canonical_format")[rng.integers(2)]
        setattr(X, flag, True)
        return f"{flag} set"
    part = PARTS[form][rng.integers(len(PARTS[form]))]
    if form == "dok":
        return damage_dict(X._dict, rng)
    if part == "coords" and rng.random() < 0.8:
        axis = rng.integers(2)
        what, array = damaged_array(X.coords[axis], rng)
        X.coords = tuple(array if place == axis else old for place, old in enumerate(X.coords))
        return f"coords[{axis}] {what}"
    if part == "coords":
        others = [None, list(X.coords), X.coords[:1], X.coords * 2, np.array(X.coords), ("a", "b"), 3]
        X.coords = others[rng.integers(len(others))]
        return f"coords {type(X.coords).__name__}"
    if form == "lil" and rng.random() < 0.7:
        lists = getattr(X, part)
        row = lists[rng.integers(len(lists))]
        which = rng.integers(6)
        if which == 0:
            row.append(ODD_NUMBERS[rng.integers(len(ODD_NUMBERS))])
        elif which == 1:
            row.pop()
        elif which == 2:
            row[rng.integers(len(row))] = ODD_VALUES[rng.integers(len(ODD_VALUES))]
        elif which == 3:
            row[rng.integers(len(row))] = (None, "a", [1], 2**70, 1j, 1.5, np.int8(1))[rng.integers(7)]
        elif which == 4:
            row.reverse()
        else:
            lists[rng.integers(len(lists))] = (None, (0,), np.zeros(1), "ab", 3)[rng.integers(5)]
        return f"a list of {part} changed ({which})"
    if form in ("csr", "csc", "bsr") and rng.random() < 0.05:
        X.indices = X.indptr
        return "indices are indptr"
    what, array = damaged_array(getattr(X, part), rng)
    setattr(X, part, array)
    return f"{part} {what}"


def damage_dict(entries, rng):
    keys = [
        (0, 0),
        (1, -1),
        (10**7, 0),
        (0, 2**40),
        (0,),
        0,
        "ab",
        (0, 1.0),
        (0, None),
        (2**70, 0),
        (0, 0, 0),
    ]
    values = [1.0, np.nan, None, "a", 1j, 2**70, np.float32(2), True, [1]]
    key, value = keys[rng.integers(len(keys))], values[rng.integers(len(values))]
    entries[key] = value
    return f"entry {key!r}: {value!r}"


def damaged_array(array, rng):
    """Return a text and the damaged array, or what stands in its place."""
    array, which = array.copy(), rng.integers(20)
    if which < 5:
        values = ODD_VALUES if array.dtype.kind == "f" else ODD_NUMBERS
        value, place = values[rng.integers(len(values))], rng.integers(array.size)
        array.flat[place] = value
        return f"[{place}] = {value}", array
    if which == 5:
        return "shorter", array[: rng.integers(len(array))]
    if which == 6:
        return "longer", np.concatenate([array, array[: 1 + rng.integers(3)]])
    if which == 7:
        return "reversed", array[::-1]
    if which == 8:
        return "every second of a doubled array", np.repeat(array, 2, axis=0)[::2]
    if which == 9:
        forms = [array.reshape(1, *array.shape), array.reshape(-1, 1), np.array(3), array[:0]]
        return "of another shape", forms[rng.integers(len(forms))]
    if which in (10, 11):
        kind = KINDS[rng.integers(len(KINDS))]
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return f"as {kind}", array.astype(kind)
    if which == 12:
        others = [None, array.tolist(), tuple(array.tolist()), "abc", 3, memoryview(array), np.float64(1)]
        other = others[rng.integers(len(others))]
        return f"replaced by {type(other).__name__}", other
    if which == 13:
        return "masked", np.ma.masked_array(array, rng.random(array.shape) < 0.5)
    if which == 14:
        return "a subclass", array.view(Subclass)
    if which == 15:
        array.flags.writeable = False
        return "read-only", array
    if which == 16:
        rng.shuffle(array)
        return "shuffled", array
    if which == 17:
        array[rng.integers(len(array))] = array[rng.integers(len(array))]
        return "with a repeated entry", array
    if which == 18:
        return "a view of one entry", np.broadcast_to(array[:1], array.shape)
    room = np.zeros(array.nbytes + 1, np.uint8)[1:].view(array.dtype).reshape(array.shape)
    room[...] = array
    return "not aligned", room


def damaged_dense(dense, rng):
    """Return a text and a dense array, or a list, that is odd in some way."""
    what, X = damaged_array(dense, rng)
    if rng.random() < 0.4:
        others = {
            "an object array": dense.astype(object),
            "objects with None": np.where(dense > 0, None, dense.astype(object)),
            "objects with a huge whole number": np.where(dense > 0, 10**400, dense.astype(object)),
            "huge whole numbers": np.full(dense.shape, 10**60, dtype=object),
            "words": np.full(dense.shape, "a"),
            "numbers as words": dense.astype(str),
            "numbers as bytes": dense.astype("S8"),
            "a list of unequal rows": [[1.0], [1.0, 2.0]],
            "a list": dense.tolist(),
            "a record": np.zeros(len(dense), "f8,f8"),
            "too large for a float64": dense.astype("g") + np.longdouble("1e400"),
            "a view of one row": np.broadcast_to(dense[:1], dense.shape),
            "columns first": np.asfortranarray(dense),
            "three dimensions": dense[None],
            "a number": np.array(1.0),
            "a matrix": np.matrix(dense),
            "sparse in a list": [sparse.csr_array(dense)],
            "dates": np.full(dense.shape, "2020-01-01", "M8[D]"),
            "a generator": (row for row in dense.tolist()),
            "text": "1 2 3",
            "nothing": None,
        }
        what = list(others)[rng.integers(len(others))]
        X = others[what]
    return f"dense, {what}", X


class UnsoundError(Exception):
    """Say that there is no matrix."""


def require(condition):
    if not condition:
        raise UnsoundError


def numbers_of(values):
    """Return a list of floats."""
    require(all(isinstance(value, (bool, int, float, np.bool_, np.integer, np.floating)) for value in values))
    require(all(not isinstance(value, int) or -(2**63) <= value < 2**63 for value in values))
    return [float(value) for value in values]


def plain(array, ndim, kinds):
    """Return an array as nested lists."""
    require(isinstance(array, np.ndarray) and not np.ma.is_masked(array))
    array = np.asarray(array)
    require(array.ndim == ndim and array.dtype.kind in kinds)
    if kinds == "i":
        require(array.dtype.isnative and array.dtype.itemsize >= 4)
    return (array if kinds == "i" else array.astype(np.float64)).tolist()


def lines(X, count, stored):
    """Yield the line, the index and the number of each stored value in a compressed matrix."""
    pointer, indices = plain(X.indptr, 1, "i"), plain(X.indices, 1, "i")
    require(len(pointer) == count + 1 and pointer[0] == 0 and pointer[-1] == stored == len(indices))
    require(all(left <= right for left, right in zip(pointer, pointer[1:])))
    for line in range(count):
        for place in range(pointer[line], pointer[line + 1]):
            yield line, indices[place], place


def entries(X, m, n):
    """Yield the row, the column and the value of each stored entry."""
    form = X.format
    if form in ("csr", "csc"):
        values = plain(X.data, 1, "biuf")
        for line, index, place in lines(X, m if form == "csr" else n, len(values)):
            yield *((line, index) if form == "csr" else (index, line)), values[place]
    elif form == "bsr":
        blocks = plain(X.data, 3, "biuf")
        high, wide = np.shape(X.data)[1:]
        require(high and wide and m % high == 0 and n % wide == 0)
        for line, index, place in lines(X, m // high, len(blocks)):
            require(0 <= index < n // wide)
            for i in range(high):
                for j in range(wide):
                    yield line * high + i, index * wide + j, blocks[place][i][j]
    elif form == "coo":
        require(isinstance(X.coords, tuple) and len(X.coords) == 2)
        values, rows, columns = plain(X.data, 1, "biuf"), plain(X.coords[0], 1, "i"), plain(X.coords[1], 1, "i")
        require(len(values) == len(rows) == len(columns))
        yield from zip(rows, columns, values)
    elif form == "dia":
        diagonals, offsets = plain(X.data, 2, "biuf"), plain(X.offsets, 1, "i")
        require(len(diagonals) == len(offsets) == len(set(offsets)))
        for offset, diagonal in zip(offsets, diagonals):
            yield from ((j - offset, j, value) for j, value in enumerate(diagonal[:n]) if 0 <= j - offset < m)
    elif form == "lil":
        require(all(isinstance(part, np.ndarray) and not np.ma.is_masked(part) for part in (X.rows, X.data)))
        require(len(X.rows) == len(X.data) == m)
        for i, (columns, values) in enumerate(zip(np.asarray(X.rows), np.asarray(X.data))):
            require(type(columns) is type(values) is list and len(columns) == len(values))
            yield from ((i, j, value) for j, value in zip(columns, values))
    else:
        for key, value in X._dict.items():
            require(isinstance(key, tuple) and len(key) == 2)
            yield *key, value


def meant(X, kind):
    """Return the dense matrix that is stored, or None."""
    try:
        if isinstance(X, Foreign):
            if X.answer is raises or callable(X.answer) or not sparse.issparse(X.answer):
                return None
            X = X.answer
        if not sparse.issparse(X):
            return meant_dense(X)
        shape = getattr(X, "_shape", None)
        m, n = (operator.index(size) for size in shape)
        require(1 <= m <= 10**8 and 1 <= n <= 10**8)
        triples = list(entries(X, m, n))
        require(all(is_index(i) and is_index(j) and 0 <= i < m and 0 <= j < n for i, j, _ in triples))
        values = numbers_of([value for *_, value in triples])
        require(m * n <= 10**6)
        dense = np.zeros((m, n))
        for (i, j, _), value in zip(triples, values):
            dense[i, j] += value
        return dense if np.isfinite(dense).all() else None
    except (UnsoundError, TypeError, ValueError, OverflowError):
        return None


def is_index(value):
    return isinstance(value, (int, np.integer)) and not isinstance(value, bool)


def meant_dense(X):
    require(not np.ma.is_masked(X) and hasattr(X, "__len__") and not isinstance(X, str))
    rows = np.asarray(X)
    require(rows.ndim == 2 and 0 not in rows.shape and rows.dtype.kind in "biufOSU")
    dense = np.array([[float(value) for value in row] for row in rows])
    require(np.isfinite(dense).all() and not any(isinstance(value, complex) for value in rows.flat))
    return dense


EXAMPLES = np.random.default_rng(0).normal(size=(20, 8))
SIGNS = np.where(EXAMPLES[:, 0] > 0, 1, -1)
FITTED = {}


def fitted(model, n):
    """Return a model that was fitted to n columns."""
    key = type(model).__name__, str(model.get_params()), n
    if key not in FITTED:
        FITTED[key] = model.fit(EXAMPLES[:, :n], SIGNS)
    return FITTED[key]


def columns(X):
    try:
        X = X.answer if isinstance(X, Foreign) else X
        return min(8, max(1, operator.index((X.shape if hasattr(X, "shape") else np.shape(X))[1])))
    except Exception:
        return 2


FIT = {"lam": 0.37, "max_iter": 2, "tol": None}
LOG, HINGE, KERNEL = (
    PegasosClassifier("log", **FIT),
    PegasosClassifier(**FIT),
    KernelPegasosClassifier(gamma=0.5, **FIT),
)
DOORS = {
    "run summed": lambda X, y: last(run(summed, X, y, lam=0.37, T=7)).w,
    "run scaled": lambda X, y: last(run(scaled, X, y, lam=0.37, T=7, project=True)).w,
    "run minibatch": lambda X, y: last(run(minibatch, X, y, lam=0.37, T=5, k=1)).w,
    "run multiclass": lambda X, y: last(run(multiclass, X, (y > 0).astype(int), lam=0.37, T=5)).w,
    "compiled": lambda X, y: last(compiled(summed)(X, y, 0.37, [0, 0, 0])).w,
    "compiled scaled": lambda X, y: last(run(compiled(scaled), X, y, lam=0.37, T=7)).w,
    "objective": lambda X, y: objective(np.arange(columns(X)), X, y, 0.37, "log"),
    "duality gap": lambda X, y: duality_gap(np.zeros(columns(X)), X, y, 0.37),
    "kernel": lambda X, y: kernels.rbf(X, gamma=0.5),
    "fit": lambda X, y: HINGE.fit(X, y).coef_,
    "fit by Numba": lambda X, y: PegasosClassifier(project=True, compile=True, **FIT).fit(X, y).coef_,
    "fit batches": lambda X, y: PegasosClassifier("log", batch_size=1, project=True, **FIT).fit(X, y).coef_,
    "partial fit": lambda X, y: PegasosClassifier(**FIT).partial_fit(X, y, classes=[-1, 1]).coef_,
    "decision": lambda X, y: fitted(HINGE, columns(X)).decision_function(X),
    "probabilities": lambda X, y: fitted(LOG, columns(X)).predict_proba(X),
    "score": lambda X, y: fitted(LOG, columns(X)).score(X, y),
    "regressor": lambda X, y: PegasosRegressor(**FIT).fit(X, y + 0.5).coef_,
    "prediction": lambda X, y: fitted(PegasosRegressor(**FIT), columns(X)).predict(X),
    "kernel fit": lambda X, y: KERNEL.fit(X, y).dual_coef_,
    "linear kernel fit": lambda X, y: KernelPegasosClassifier("linear", **FIT).fit(X, y).dual_coef_,
    "kernel decision": lambda X, y: fitted(KernelPegasosClassifier("poly", **FIT), columns(X)).decision_function(X),
    "kernel of the caller": lambda X, y: (
        KernelPegasosClassifier(lambda A, B: X if A is B else np.ones((len(A), len(B))), **FIT)
        .fit(np.ones((len(y), 1)), y)
        .dual_coef_
    ),
}


def answer(door, X, y):
    """Return the value and the error of a function."""
    try:
        return np.asarray(door(X, y), dtype=float), None
    except ValueError as error:
        return None, error


def problem(number):
    """Return what went wrong with the matrix of this number, or None."""
    what, y, X = damaged(number)
    name = list(DOORS)[np.random.default_rng([number, 1]).integers(len(DOORS))]
    dense = meant(X, name)
    try:
        value, error = answer(DOORS[name], X, y)
    except BaseException as other:
        return f"{name}: {what}: {type(other).__name__}: {str(other)[:300]}"
    if dense is None:
        if error is None:
            return f"{name}: {what}: accepted, result {value}"
        return None if len(str(error)) > 20 else f"{name}: {what}: says only {error}"
    expected, refusal = answer(DOORS[name], dense, y)
    if (error is None) != (refusal is None):
        is_wanted = any(text in str(error) for text in ("dense array here", "np.matrix is not supported"))
        return None if is_wanted else f"{name}: {what}: {error} instead of {refusal}, {value} instead of {expected}"
    if error is not None or np.abs(dense).max() > 1e6:  # beside such numbers, rounding decides
        return None
    if not (np.shape(value) == np.shape(expected) and np.allclose(value, expected, rtol=1e-3, atol=1e-4)):
        return f"{name}: {what}: {value.tolist()} instead of {expected.tolist()}"
    return None


POINTERS = ([0, 10**7, 10**7, 0], [0, -5, 3, 0], [0, 3, 6, 0], [0, 3, 6, 10**7], [0, 2**31 - 1, -(2**31), 9])


def pointers():
    """Yield what went wrong with index pointers that SciPy does not check."""
    for form in ("csr", "csc", "bsr"):
        for pointer in POINTERS:
            X = getattr(sparse, f"{form}_array")(np.ones((3, 3)), **({"blocksize": (1, 1)} if form == "bsr" else {}))
            X.indptr[:] = pointer
            for name, door in DOORS.items():
                if answer(door, X, np.array([1, -1, 1]))[1] is None:
                    yield f"{name}: {form} with {pointer}: accepted"


def problems(first, last):
    """Yield what went wrong with the matrices of these numbers."""
    for number in range(first, last):
        print(number, end="\r", file=sys.stderr, flush=True)
        if words := problem(number):
            yield f"{number}: {words}"


def main(first, last):
    warnings.simplefilter("error")
    for category in (UserWarning, PendingDeprecationWarning):  # a λ that is too large, np.matrix
        warnings.simplefilter("ignore", category)
    for words in chain(pointers(), problems(first, last)):
        print(words)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
