"""Check arguments before any step; an error says what an argument must be, what came, and what to do.

Each check returns its argument in the form that the package computes with: float64, C-contiguous,
int64 indices. The argument itself is never modified; if it has that form already, it is not copied.
"""

import math
import numbers
import sys
from itertools import islice

import numpy as np

from pegasos_edu.common.norms import radius
from pegasos_edu.common.sparse_rows import is_masked, rows_of

MOST = 2**53  # a float can represent every whole number up to here
LARGEST = 1e150  # numbers whose squares are finite
MOST_DRAWS, MOST_YIELDED = 10**8, 10**7  # of a run: a gigabyte, as an array and as a list


def check_size(name, value):
    """Return a whole number of at least 1."""
    if not isinstance(value, numbers.Integral) or isinstance(value, bool) or not 1 <= value <= MOST:
        at_most = " and at most 2^53" if isinstance(value, numbers.Integral) and value > MOST else ""
        raise ValueError(
            f"{name} must be a whole number of at least 1{at_most}, got {excerpt(value)}; give for instance {name}=1"
            f"{_int_hint(value)}."
        )
    return int(value)


def _int_hint(value):
    if isinstance(value, float) and 1 <= value <= MOST:
        return f", or {int(value)} instead of {value!r}"
    return ""


def check_number(name, value):
    """Return a finite number."""
    number = as_float(value)
    if not abs(number) <= LARGEST:
        raise ValueError(
            f"{name} must be a finite number{_of_size(number)}, got {excerpt(value)}; give for instance {name}=0.1."
        )
    return number


def check_positive(name, value):
    """Return a finite number above 0."""
    number = as_float(value)
    if not 0 < number <= LARGEST:
        raise ValueError(
            f"{name} must be a finite number above 0{_of_size(number)}, got {excerpt(value)}; try {name}=0.01."
        )
    return number


def check_not_negative(name, value, hint):
    """Return a finite number of at least 0."""
    number = check_number(name, value)
    if number < 0:
        raise ValueError(f"{name} must be at least 0, got {value!r}; {hint}.")
    return number


def as_float(value):
    """Return a real number of any type as a float, in which alone it is compared; NaN for everything else."""
    if not isinstance(value, numbers.Real) or isinstance(value, bool):
        return math.nan
    try:
        with np.errstate(over="ignore"):
            return float(value)
    except OverflowError:  # a whole number or a fraction that no float can hold
        return sys.float_info.max if value > 0 else -sys.float_info.max


def _of_size(number):
    return " and at most 1e150 in size" if LARGEST < abs(number) < math.inf else ""


def check_lam(lam):
    """Return λ, a number above 0 with a finite inverse."""
    lam = check_positive("lam", lam)
    if math.isinf(1 / lam):
        raise ValueError(
            f"lam must be large enough for 1/lam to be finite, got {lam!r}; values from 1e-8 to 10 are usual."
        )
    return lam


def check_seed(seed):
    """Return a whole number of at least 0; a random seed is not allowed, so that every run can be repeated."""
    if not isinstance(seed, numbers.Integral) or isinstance(seed, bool) or seed < 0:
        raise ValueError(
            f"seed must be a whole number of at least 0, got {excerpt(seed)}; "
            "give another number for another random order."
        )
    return int(seed)


def check_bool(name, value):
    """Return True or False."""
    if not isinstance(value, (bool, np.bool_)):
        raise ValueError(f"{name} must be True or False, got {excerpt(value)}; leave {name} out for its default.")
    return bool(value)


def check_choice(name, value, choices):
    """Return one of the names in `choices`."""
    if not isinstance(value, str) or value not in choices:
        raise ValueError(f"{name} must be one of {', '.join(map(repr, choices))}, got {excerpt(value)}.")
    return value


def check_matrix(name, X, sparse=False):
    """Return a finite (m, d) matrix with at least one row and one column; CSR if it is sparse."""
    if hasattr(X, "tocsr"):
        if not sparse:
            raise ValueError(
                f"{name} must be a dense array here, got a sparse matrix; give {name}.toarray(), "
                "or take an algorithm for sparse rows: scaled or summed."
            )
        X = rows_of(name, X)
        X.indices, X.indptr = X.indices.astype(np.int64), X.indptr.astype(np.int64)  # copies, which nobody else changes
        values = X.data
    else:
        X = values = check_real(name, X)
    if X.ndim != 2 or 0 in X.shape:
        raise ValueError(
            f"{name} must have one row for each example and one column for each feature, at least one of "
            f"both, got shape {X.shape}; {_shape_hint(name, X)}."
        )
    _check_finite(name, values)
    return X


def check_real(name, values):
    """Return an array of real numbers, which may be infinite or NaN."""
    check_unmasked(name, values)
    try:
        array = np.asarray(values)
        if array.dtype.kind in "cmMV":  # complex numbers, dates, times, records
            raise TypeError
        with np.errstate(over="ignore"):  # a longer number than a float64 can hold becomes infinite
            return np.require(array, np.float64, "CA")
    except (TypeError, ValueError, OverflowError):
        raise ValueError(
            f"{name} must hold real numbers, all rows of the same length, got {excerpt(values)}; "
            "turn words and categories into numbers first."
        ) from None


def check_unmasked(name, values):
    """Check that no values are masked: NumPy would compute with the numbers under the mask."""
    if is_masked(values):
        raise ValueError(
            f"{name} must have no masked values, got {excerpt(values)}; fill them in with .filled(...), or leave those "
            "examples out."
        )


def excerpt(values):
    """Return the text of a value, cut short for a message."""
    try:
        text = " ".join(repr(values).split())
    except ValueError:  # Python writes no number of more than 4,300 digits
        return "a number of thousands of digits" if isinstance(values, int) else f"a broken {type(values).__name__}"
    except Exception:
        return f"a broken {type(values).__name__}"
    return text if len(text) <= 60 else text[:57] + "..."


def _shape_hint(name, X):
    if X.size == 0:
        return "nothing can be learnt from an empty set"
    return (
        f"for one feature give {name}.reshape(-1, 1), for one example {name}.reshape(1, -1); "
        "and check that X comes before y"
    )


def _check_finite(name, values):
    bad = ~np.isfinite(values)
    if bad.any():
        what = "NaN" if np.isnan(values).any() else "infinity"
        raise ValueError(
            f"{name} must hold finite numbers only, got {what} ({bad.sum()} of {values.size} values are not "
            f"finite); remove those examples or fill in the values."
        )


def check_labels(y, m):
    """Return (m,) labels, each −1 or +1."""
    labels = _as_array("y", y)
    if labels.shape != (m,):
        hint = "give y.ravel()" if labels.size == m else "give one label for each row of X"
        raise ValueError(f"y must have shape ({m},), one label for each example, got {labels.shape}; {hint}.")
    try:
        values = np.unique(labels)
    except TypeError:
        values = np.unique(labels.astype(str))
    if labels.dtype.kind in "bcV" or not np.isin(values, [-1, 1]).all():
        raise ValueError(f"y must hold -1 and +1, got {excerpt(values.tolist())}; {_label_hint(y, values)}.")
    return np.ascontiguousarray(labels, dtype=np.float64)


def _label_hint(y, values):
    if {str(label).lower() for label in values.tolist()} & {"nan", "none", "<na>", "nat", ""}:
        return "labels are missing: remove those examples from X and y first"
    name = "y" if hasattr(y, "dtype") else "np.asarray(y)"
    if len(values) > 2:
        return f"to set one class against the rest, use np.where({name} == that_class, 1, -1)"
    return f"use np.where({name} == {values.tolist()[-1]!r}, 1, -1)"


def _as_array(name, values):
    check_unmasked(name, values)
    try:
        return np.asarray(values)
    except ValueError:
        raise ValueError(
            f"{name} must have rows of one length, got {excerpt(values)}; fill up short rows, or cut long ones."
        ) from None


def check_targets(y, m):
    """Return (m,) finite numbers, for regression."""
    targets = check_real("y", y)
    if targets.shape != (m,):
        raise ValueError(f"y must have shape ({m},), one number for each example, got {targets.shape}; try y.ravel().")
    _check_finite("y", targets)
    check_not_huge("y", targets)
    return targets


def check_not_huge(name, values):
    """Check that the squares of the values are finite."""
    largest = float(np.abs(values).max(initial=0.0))
    if largest > LARGEST:
        raise ValueError(
            f"{name} must hold numbers of at most 1e150 in size, got {largest:.3g}; divide {name} by {largest:.3g}."
        )


def check_class_numbers(y, m):
    """Return (m,) class numbers 0, 1, ..., n − 1, at least two, without gaps."""
    numbers_ = _as_array("y", y)
    if numbers_.shape != (m,) or numbers_.dtype.kind not in "iu":
        raise ValueError(
            f"y must hold {m} class numbers, 0, 1, 2 and so on, got {excerpt(y)}; "
            "take np.unique(y, return_inverse=True)[1]."
        )
    classes = np.unique(numbers_)
    if len(classes) < 2 or not np.array_equal(classes, np.arange(len(classes))):
        raise ValueError(
            f"y must hold every class number from 0 on, at least 0 and 1, got {excerpt(classes.tolist())}; "
            "take np.unique(y, return_inverse=True)[1]."
        )
    return np.array(numbers_, dtype=np.int64, order="C")  # indices: a copy, which nobody else changes


def check_data(X, y, sparse=True):
    """Check X and y, and return them."""
    X = check_matrix("X", X, sparse)
    return X, check_labels(y, X.shape[0])


def check_gram(K, y):
    """Return a symmetric Gram matrix and its labels."""
    K = check_matrix("K", K)
    if not is_symmetric(K):
        raise ValueError(
            f"K must be the symmetric (m, m) Gram matrix of the examples, got shape {K.shape}"
            f"{' and K != K.T' if K.shape[0] == K.shape[1] else ''}; "
            "make it with pegasos_edu.kernels, for instance rbf(X, gamma=1.0)."
        )
    return K, check_labels(y, K.shape[0])


def is_symmetric(K):
    """Return whether K = K.T to half of its digits."""
    digits = max(1e-8, np.sqrt(np.finfo(K.dtype).eps))
    return K.shape[0] == K.shape[1] and bool(np.abs(K - K.T).max() <= digits * np.abs(K).max())


def check_vectors(name, w, d, stack=True):
    """Return (d,), or a stack (n, d), of finite numbers."""
    if hasattr(w, "_fields"):
        raise ValueError(f"{name} must be an array, got a {type(w).__name__}; take its .w.")
    w = check_real(name, w)
    if w.ndim not in ((1, 2) if stack else (1,)) or w.shape[-1] != d:
        or_stack = f", or (n, {d}) for a stack" if stack else ""
        raise ValueError(f"{name} must have shape ({d},){or_stack}, got {w.shape}; it has one entry for each feature.")
    _check_finite(name, w)
    return w


def check_draws(draws, m, batches=False, k=None, name="draws"):
    """Return (T,) indices of examples, or (T, k) for mini-batches."""
    what = "(T, k), one mini-batch for each step" if batches else "(T,), one index for each step"
    array = _as_array(name, _ended(draws) if hasattr(draws, "__next__") else draws)
    if array.ndim != 1 + batches or array.size == 0 or k not in (None, array.shape[-1]):
        size = "" if k is None else f" with k = {k}"
        raise ValueError(f"{name} must have shape {what}{size}, got {array.shape}; give at least one step.")
    if array.dtype.kind not in "iu":
        hint = f"np.flatnonzero({name})" if array.dtype.kind == "b" else f"np.asarray({name}).astype(int)"
        raise ValueError(f"{name} must be whole numbers, got {array.dtype}; give indices of rows, {hint}.")
    if array.min() < 0 or array.max() >= m:
        bad = array.min() if array.min() < 0 else array.max()
        of_all = f"because there are {m} examples"
        raise ValueError(f"{name} must lie between 0 and {m - 1}, {of_all}, got {bad}; count from 0.")
    return np.array(array, dtype=np.int64, order="C")  # a copy, which nobody else changes after this check


def _ended(draws):
    """Return all that an iterator yields."""
    yielded = list(islice(draws, MOST_YIELDED + 1))
    if len(yielded) > MOST_YIELDED:
        raise ValueError(
            f"draws must end after at most {MOST_YIELDED:,} steps if they come from an iterator, got one that "
            "continues; take itertools.islice(draws, T), or give an array."
        )
    return yielded


def check_steps(T, k=1):
    """Return a number of steps whose draws, k for each, fit into memory: they are made before the first step."""
    T = check_size("T", T)
    if T * k > MOST_DRAWS:
        raise ValueError(
            f"T must make at most {MOST_DRAWS:,} draws, which are kept in memory, got {T:,} steps"
            f"{f' of {k} draws each' if k > 1 else ''}; give a smaller T, or take an estimator, which keeps no draws."
        )
    return T


def check_range(X, lam, T=1, gram=False):
    """Check that nothing can overflow: norms reach R/λ, scores R²/λ and counts λT, where R is the largest ‖x‖."""
    check_radius(X, radius(X, gram), lam, T)


def check_radius(X, R, lam, T):
    """Make the checks of `check_range` for a known R."""
    sizes = (lam * T, 1 / lam, R * math.sqrt(T), R / lam, R / math.sqrt(lam))
    if not all(size <= LARGEST for size in sizes):  # NaN included
        raise ValueError(
            f"X and lam must keep R/lam and lam*T below 1e150, where R is the largest norm of a row, "
            f"got R={R:.3g}, lam={lam:.3g}, T={T}; divide X by its largest entry, {abs(X).max():.3g}, "
            "or choose another lam."
        )
