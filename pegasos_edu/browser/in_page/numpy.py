"""Compute with small arrays as NumPy does, in plain Python, for the exercises that MicroPython runs in a page.

An array holds a flat list and the places of its entries in this list, so a slice is a view, as in NumPy. A single entry
or a sum is a Python number.
"""

import math

pi, e, inf, nan, newaxis = math.pi, math.e, math.inf, math.nan, None
float64, int64, bool_ = float, int, bool
NAMES = {float: "float64", int: "int64", bool: "bool"}
HAS = (
    "This page has a small NumPy; it has array, zeros, ones, arange, dot, exp, log, sqrt, sum, mean, maximum, minimum, "
    "where, sign, abs, clip, linalg.norm, indices and slices."
)


def __getattr__(name):
    if name in FUNCTIONS:
        return FUNCTIONS[name]
    if name == "random":
        raise AttributeError("np.random is not in this page: the draws are given, take them from the arguments.")
    raise AttributeError(f"np.{name} is not in this page. {HAS}")


class _Key:
    def __getitem__(self, key):
        return key


ALL = _Key()[:]  # MicroPython cannot call slice


def slice_of(*limits):
    start, stop, step = limits + (None,) * (3 - len(limits)) if len(limits) > 1 else (None, limits[0], None)
    return _Key()[start:stop:step]


class ndarray:  # noqa: N801
    """Hold numbers of one kind, float, int or bool, in a shape of any number of axes.

    The places are None if they are all, in order; a range of them is read as a slice, which is fast.
    """

    def __init__(self, values, shape, kind, places=None):
        self._values, self._places, self.shape, self.dtype = values, places, shape, kind

    def __getattr__(self, name):
        raise AttributeError(f"'numpy.ndarray' object has no attribute '{name}' in this page. {HAS}")

    @property
    def entries(self):
        """Return all entries as a list, row by row."""
        places, values = self._places, self._values
        if places is None:
            return values
        if isinstance(places, range) and places.step == 1:
            return values[places.start : places.stop]
        return [values[place] for place in places]

    @property
    def size(self):
        return _product(self.shape)

    @property
    def ndim(self):
        return len(self.shape)

    @property
    def T(self):
        if len(self.shape) < 2:
            return self
        rows, columns = _two_axes(self)
        places = self._all_places()
        turned = [places[r * columns + c] for c in range(columns) for r in range(rows)]
        return ndarray(self._values, (columns, rows), self.dtype, turned)

    def __len__(self):
        if not self.shape:
            raise TypeError("len() of unsized object")
        return self.shape[0]

    def __iter__(self):
        return (self[n] for n in range(len(self)))

    def __contains__(self, value):
        return value in self.entries

    def __bool__(self):
        if self.size == 1:
            return bool(self.entries[0])
        raise ValueError("The truth value of an array with more than one element is ambiguous. Use a.any() or a.all()")

    def __repr__(self):
        return f"array({self.tolist()})"

    def __str__(self):
        return str(self.tolist()).replace(",", "")

    def __hash__(self):
        raise TypeError("unhashable type: 'numpy.ndarray'")

    def tolist(self):
        """Return the entries in nested lists."""
        if len(self.shape) == 1:
            return list(self.entries)
        return [row.tolist() for row in self] if self.shape else self.entries[0]

    def item(self):
        return self.entries[0]

    # Indices

    def _all_places(self):
        return range(self.size) if self._places is None else self._places

    def __getitem__(self, key):
        if isinstance(key, int) and self.shape:
            return self._item(_index(key, self.shape[0], 0))
        if isinstance(key, slice) and len(self.shape) == 1:
            places = self._all_places()[key]
            return ndarray(self._values, (len(places),), self.dtype, places)
        if isinstance(key, ndarray) and key.dtype is int and len(key.shape) == 1 and self.shape:
            return self._items([_index(n, self.shape[0], 0) for n in key.entries])
        places, shape, is_copy = self._chosen(key)
        if shape is None:
            return self._values[places[0]]
        if is_copy:
            return ndarray([self._values[place] for place in places], shape, self.dtype)
        return ndarray(self._values, shape, self.dtype, places)

    def _item(self, n):
        """Return the entry, or the row, with an index."""
        shape, places = self.shape[1:], self._places
        if not shape:
            return self._values[n if places is None else places[n]]
        size = shape[0] if len(shape) == 1 else _product(shape)
        start, stop = n * size, (n + 1) * size
        return ndarray(self._values, shape, self.dtype, range(start, stop) if places is None else places[start:stop])

    def _items(self, indices):
        """Return the entries, or the rows, with some indices, as a copy."""
        shape, entries = self.shape[1:], self.entries
        if not shape:
            return ndarray([entries[n] for n in indices], (len(indices),), self.dtype)
        size, picked = _product(shape), []
        for n in indices:
            picked += entries[n * size : (n + 1) * size]
        return ndarray(picked, (len(indices),) + shape, self.dtype)

    def __setitem__(self, key, value):
        if isinstance(key, int) and len(self.shape) == 1 and isinstance(value, (int, float)):
            place = _index(key, self.shape[0], 0)
            self._values[place if self._places is None else self._places[place]] = self.dtype(value)
            return
        places, shape, _ = self._chosen(key)
        value = asarray(value)
        if shape is None:
            if value.size != 1:
                raise ValueError("setting an array element with a sequence.")
            shape = ()
        if len(value.shape) > len(shape) and value.size == _product(shape):
            value = value.reshape(shape)
        try:
            spread = _spread(value, shape)
        except ValueError:
            raise ValueError(f"could not broadcast input array from shape {value.shape} into shape {shape}") from None
        for place, entry in zip(places, list(spread)):
            self._values[place] = self.dtype(entry)

    def _chosen(self, key):
        """Return the places that a key chooses, their shape, None for a single entry, and whether NumPy would copy."""
        if isinstance(key, ndarray) and key.dtype is bool and key.shape == self.shape:
            places = [place for place, is_chosen in zip(self._all_places(), key.entries) if is_chosen]
            return places, (len(places),), True
        keys = list(key) if isinstance(key, tuple) else [key]
        used = sum(1 for part in keys if part is not None and part is not Ellipsis)
        if used > len(self.shape):
            words = f"array is {len(self.shape)}-dimensional, but {used} were indexed"
            raise IndexError(f"too many indices for array: {words}")
        at = next((n for n, part in enumerate(keys) if part is Ellipsis), len(keys))
        keys[at : at + 1] = [ALL] * (len(self.shape) - used)
        offsets, shape, axis, is_copy = [0], [], 0, False
        for part in keys:
            if part is None:
                shape.append(1)
                continue
            size, step = self.shape[axis], _product(self.shape[axis + 1 :])
            if isinstance(part, slice):
                chosen = range(size)[part]
                shape.append(len(chosen))
            elif isinstance(part, (ndarray, list, tuple, range)):
                if is_copy:
                    raise IndexError("two arrays as indices are not in this page; pick the entries one after another")
                (chosen, of_part), is_copy = _picked(part, size, axis), True
                shape.extend(of_part)
            else:
                chosen = [_index(part, size, axis)]
            offsets = [offset + step * index for offset in offsets for index in chosen]
            axis += 1
        if self._places is not None:
            offsets = [self._places[offset] for offset in offsets]
        return offsets, tuple(shape) if shape or at < len(keys) else None, is_copy

    # Shapes and copies

    def copy(self):
        return ndarray(list(self.entries), self.shape, self.dtype)

    def astype(self, kind):
        kind = _kind(kind)
        return ndarray([kind(entry) for entry in self.entries], self.shape, kind)

    def reshape(self, *shape):
        shape = shape[0] if len(shape) == 1 and isinstance(shape[0], (tuple, list)) else shape
        known = _product([n for n in shape if n >= 0])
        shape = tuple(self.size // known if n < 0 and known else n for n in shape)
        if _product(shape) != self.size:
            raise ValueError(f"cannot reshape array of size {self.size} into shape {shape}")
        return ndarray(self._values, shape, self.dtype, self._places)

    def ravel(self):
        return self if len(self.shape) == 1 else self.reshape(-1)

    def flatten(self):
        return self.ravel().copy()

    def squeeze(self):
        return self.reshape(tuple(n for n in self.shape if n != 1))

    # Along an axis

    def _along(self, function, axis, kind, keepdims=False):
        """Apply a function to all entries, or to the entries along each line of an axis."""
        if axis is None:
            return function(self.entries)
        axis = _index(axis, len(self.shape), None)
        inner, n, entries = _product(self.shape[axis + 1 :]), self.shape[axis], self.entries
        starts = [outer * n * inner + offset for outer in range(_product(self.shape[:axis])) for offset in range(inner)]
        results = [function([entries[start + k * inner] for k in range(n)]) for start in starts]
        shape = self.shape[:axis] + ((1,) if keepdims else ()) + self.shape[axis + 1 :]
        return ndarray(results, shape, kind or self.dtype) if shape else results[0]

    def sum(self, axis=None, keepdims=False):
        return self._along(_sum, axis, int if self.dtype is bool else self.dtype, keepdims)

    def mean(self, axis=None, keepdims=False):
        return self._along(lambda values: quotient(float(_sum(values)), len(values)), axis, float, keepdims)

    def prod(self, axis=None):
        return self._along(_product, axis, int if self.dtype is bool else self.dtype)

    def max(self, axis=None, keepdims=False):
        return self._along(_largest, axis, None, keepdims)

    def min(self, axis=None, keepdims=False):
        return self._along(_smallest, axis, None, keepdims)

    def argmax(self, axis=None):
        return self._along(lambda values: values.index(_largest(values)), axis, int)

    def argmin(self, axis=None):
        return self._along(lambda values: values.index(_smallest(values)), axis, int)

    def any(self, axis=None):
        return self._along(any, axis, bool)

    def all(self, axis=None):
        return self._along(all, axis, bool)

    def dot(self, other):
        return dot(self, other)

    # Operators; the operators of two arrays follow below

    def __neg__(self):
        return _each(lambda x: -x, self)

    def __pos__(self):
        return self.copy()

    def __abs__(self):
        return _each(abs, self)

    def __invert__(self):
        return _each((lambda x: not x) if self.dtype is bool else (lambda x: ~x), self)

    def __matmul__(self, other):
        return matmul(self, other)

    def __rmatmul__(self, other):
        return matmul(other, self)

    def in_place(self, result, name):
        """Put the result of an operator, such as ``w *= 2``, into this array."""
        if not isinstance(result, ndarray) or result.shape != self.shape:
            shape = asarray(result).shape
            raise ValueError(
                f"non-broadcastable output operand with shape {self.shape} doesn't match the broadcast shape {shape}"
            )
        if result.dtype is float and self.dtype is not float:
            raise TypeError(
                f"Cannot cast ufunc '{name}' output from dtype('float64') to dtype('{NAMES[self.dtype]}') "
                "with casting rule 'same_kind'"
            )
        self[...] = result
        return self


# Each operator of arrays is written out, because calls are slow; so is zip. The other operand is often a number.
# x and y stand for two entries, and `kind` is that of the result.
_OPERATOR = """
def {name}(self, other):
    if isinstance(other, (int, float)):
        return ndarray([{with_number} for x in self.entries], self.shape, {kind})
    a, b, shape = _entries_of_both(self, other)
    if shape is None:
        return NotImplemented
    return ndarray([{with_array} for n in range(len(a))], shape, {kind})
ndarray.{name} = {name}
"""
_IN_PLACE = """
def {name}(self, other):
    return self.in_place(self + other if "{ufunc}" == "add" else self - other, "{ufunc}")
ndarray.{name} = {name}
"""
_BOTH, _COUNTED = [f"float if self.dtype is float else _joined(self, other{least})" for least in ("", ", int")]
for _name, _ufunc, _formula, _result in (
    ("add", "add", "{x} + {y}", _COUNTED),
    ("sub", "subtract", "{x} - {y}", _COUNTED),
    ("mul", "multiply", "{x} * {y}", _BOTH),
    ("truediv", "divide", "{x} / {y} if {y} else _over_zero({x})", "float"),
    ("floordiv", "floor_divide", "{x} // {y} if {y} else _over_zero({x})", _COUNTED),
    ("mod", "remainder", "{x} % {y} if {y} else nan", _COUNTED),
    ("pow", "power", "_power({x}, {y})", _COUNTED),
    ("and", "logical_and", "{x} & {y}", _BOTH),
    ("or", "logical_or", "{x} | {y}", _BOTH),
    ("xor", "logical_xor", "{x} ^ {y}", _BOTH),
    ("lt", "less", "{x} < {y}", "bool"),
    ("le", "less_equal", "{x} <= {y}", "bool"),
    ("gt", "greater", "{x} > {y}", "bool"),
    ("ge", "greater_equal", "{x} >= {y}", "bool"),
    ("eq", "equal", "{x} == {y}", "bool"),
    ("ne", "not_equal", "{x} != {y}", "bool"),
):
    for _r in ("", "r") if _result != "bool" else ("",):
        _x, _y = ("y", "x") if _r else ("x", "y")
        _with_number = _formula.format(**{_x: "x", _y: "other"})
        _with_array = _formula.format(**{_x: "a[n]", _y: "b[n]"})
        _parts = {"kind": _result, "with_number": _with_number, "with_array": _with_array}
        exec(_OPERATOR.format(name=f"__{_r}{_name}__", **_parts), globals())
    if _name in ("add", "sub"):  # MicroPython has only these two in place; the page rewrites the others
        exec(_IN_PLACE.format(name=f"__i{_name}__", ufunc=_ufunc), globals())


def _over_zero(x):
    return nan if x == 0 or x != x else inf if x > 0 else -inf


def quotient(x, y):
    """Return x / y as NumPy computes it: infinity or NaN where y is 0."""
    return x / y if isinstance(x, ndarray) or isinstance(y, ndarray) or y else _over_zero(x)


def _power(x, y):
    try:
        power = x**y
    except (ZeroDivisionError, OverflowError):
        return inf
    return nan if isinstance(power, complex) else power


def _product(values):
    product = 1
    for value in values:
        product *= value
    return product


def _sum(values):
    """Add numbers in the order of NumPy: many in eight partial sums, and very many in halves."""
    n = len(values)
    if n < 8:
        return sum(values)
    if n > 128:
        half = n // 2 - n // 2 % 8
        return _sum(values[:half]) + _sum(values[half:])
    r = [sum(values[k : n - n % 8 : 8]) for k in range(8)]
    return sum(values[n - n % 8 :], ((r[0] + r[1]) + (r[2] + r[3])) + ((r[4] + r[5]) + (r[6] + r[7])))


def _largest(values):
    return nan if any(value != value for value in values) else max(values)


def _smallest(values):
    return nan if any(value != value for value in values) else min(values)


def _index(index, size, axis):
    """Return an index counted from 0; `axis` is None if the index is the number of an axis."""
    if isinstance(index, ndarray) and index.dtype is int and index.size == 1:
        index = index.entries[0]
    if not isinstance(index, int):
        words = "only integers, slices (`:`), ellipsis (`...`), numpy.newaxis (`None`) and integer or boolean arrays"
        raise IndexError(f"{words} are valid indices")
    if -size <= index < size:
        return index % size
    if axis is None:
        raise ValueError(f"axis {index} is out of bounds for array of dimension {size}")
    raise IndexError(f"index {index} is out of bounds for axis {axis} with size {size}")


def _picked(key, size, axis):
    """Return the indices in a list or array of integers or of bools, and their shape."""
    key = asarray(key)
    if key.dtype is bool:
        if key.shape != (size,):
            words = f"axis {axis}; size of axis is {size} but size of corresponding boolean axis is {len(key)}"
            raise IndexError(f"boolean index did not match indexed array along {words}")
        chosen = [n for n, is_in in enumerate(key.entries) if is_in]
        return chosen, (len(chosen),)
    if key.dtype is float and key.size:
        raise IndexError("arrays used as indices must be of integer (or boolean) type")
    return [_index(index, size, axis) for index in key.entries], key.shape


def _two_axes(a):
    if len(a.shape) != 2:
        raise ValueError("arrays of three axes cannot be transposed or multiplied in this page")
    return a.shape


def _kind(kind):
    if kind in (None, "float", "float64"):
        return float
    if kind in (float, int, bool):
        return kind
    raise TypeError(f"this page has numbers of the kinds float, int and bool, got {kind}")


def _joined(a, b, least=bool):
    """Return the kind of numbers that can hold both kinds."""
    kinds = [type(operand) if isinstance(operand, (bool, int, float)) else asarray(operand).dtype for operand in (a, b)]
    return float if float in kinds else int if int in kinds or least is int else bool


def _entries_of_both(a, b):
    """Return the entries of two operands in the shape of both, and the shape; None if b holds no numbers."""
    if isinstance(b, (bool, int, float)):
        return a.entries, [b] * a.size, a.shape
    if isinstance(b, ndarray) and a.shape == b.shape:
        return a.entries, b.entries, a.shape
    if not isinstance(b, (ndarray, list, tuple)):
        return None, None, None
    b = asarray(b)
    if a.shape == b.shape:
        return a.entries, b.entries, a.shape
    n = max(len(a.shape), len(b.shape))
    shapes = [(1,) * (n - len(operand.shape)) + operand.shape for operand in (a, b)]
    shape = tuple(q if p == 1 else p for p, q in zip(*shapes))
    if any(size != p and size != 1 for sizes in shapes for size, p in zip(sizes, shape)):
        raise ValueError(f"operands could not be broadcast together with shapes {_said(a)} {_said(b)}")
    return _spread(a, shape), _spread(b, shape), shape


def _said(a):
    return str(a.shape).replace(" ", "")


def _spread(a, shape):
    """Return the entries of an array, repeated to a larger shape."""
    entries, padded = a.entries, (1,) * (len(shape) - len(a.shape)) + a.shape
    if padded == shape:
        return entries
    if len(padded) > len(shape) or any(n not in (1, size) for n, size in zip(padded, shape)):
        raise ValueError
    places = [0]
    for axis, n in enumerate(padded):
        step = _product(padded[axis + 1 :]) if n > 1 else 0
        places = [place + step * k for place in places for k in range(shape[axis])]
    return [entries[place] for place in places]


def _entry(a):
    """Return the number of an array without axes; return other arrays unchanged."""
    return a.entries[0] if isinstance(a, ndarray) and a.shape == () else a


def _each(function, a):
    """Apply a function to each entry, or to a number."""
    if isinstance(a, (bool, int, float)):
        return function(a)
    a = asarray(a)
    values = [function(entry) for entry in a.entries]
    kind = float if any(isinstance(value, float) for value in values) else type(values[0]) if values else a.dtype
    return _entry(ndarray(values, a.shape, kind))


# Make arrays


def array(values, dtype=None):
    if isinstance(values, ndarray):
        return values.copy() if dtype is None else values.astype(dtype)
    if isinstance(values, (bool, int, float)):
        kind = type(values) if dtype is None else _kind(dtype)
        return ndarray([kind(values)], (), kind)
    rows = list(values) if isinstance(values, (list, tuple, range)) else [values]
    entries, shape, kinds = rows, (len(rows),), set([type(row) for row in rows])
    if not kinds.isdisjoint((list, tuple, ndarray, range)):
        rows = [array(row) for row in rows]
        if not all([row.shape == rows[0].shape for row in rows]):
            raise ValueError("setting an array element with a sequence. The rows have different lengths.")
        entries, shape = [entry for row in rows for entry in row.entries], (len(rows),) + rows[0].shape
        kinds = set([row.dtype for row in rows])
    wrong = [kind for kind in kinds if kind not in (bool, int, float)]
    if wrong:
        raise TypeError(f"float() argument must be a string or a real number, not '{wrong[0].__name__}'")
    kind = float if float in kinds or not kinds else int if int in kinds else bool
    kind = kind if dtype is None else _kind(dtype)
    return ndarray(list(entries) if kinds == {kind} else [kind(entry) for entry in entries], shape, kind)


def asarray(values, dtype=None):
    is_ready = isinstance(values, ndarray) and (dtype is None or dtype is values.dtype)
    return values if is_ready else array(values, dtype)


def full(shape, value, dtype=None):
    shape = (shape,) if isinstance(shape, int) else tuple(shape)
    kind = type(value) if dtype is None else _kind(dtype)
    return ndarray([kind(value)] * _product(shape), shape, kind)


def zeros(shape, dtype=float):
    return full(shape, 0, dtype)


def ones(shape, dtype=float):
    return full(shape, 1, dtype)


def arange(*limits):
    if all(isinstance(limit, int) for limit in limits):
        return array(list(range(*limits)), int)
    start, stop, step = (0.0, limits[0], 1) if len(limits) == 1 else (limits + (1,))[:3]
    return array([start + step * k for k in range(max(0, math.ceil((stop - start) / step)))], float)


def concatenate(arrays, axis=0):
    arrays = [asarray(part) for part in arrays]
    return array([row for part in arrays for row in part]) if axis == 0 else concatenate([part.T for part in arrays]).T


def column_stack(arrays):
    arrays = [asarray(part) for part in arrays]
    return concatenate([part if len(part.shape) > 1 else part.reshape(-1, 1) for part in arrays], axis=1)


# Products


def matmul(a, b):
    a, b = asarray(a), asarray(b)
    if a.shape == b.shape and len(a.shape) == 1:
        return _inner(a.entries, b.entries, 0.0 if a.dtype is float else _joined(a, b, int)(0))
    signature = "(n?,k),(k,m?)->(n?,m?)"
    for n, operand in enumerate((a, b)):
        if not operand.shape:
            words = f"does not have enough dimensions (has 0, gufunc core with signature {signature} requires 1)"
            raise ValueError(f"matmul: Input operand {n} {words}")
    inner = b.shape[0] if len(b.shape) == 1 else _two_axes(b)[0]
    if a.shape[-1] != inner:
        words = f"with gufunc signature {signature} (size {inner} is different from {a.shape[-1]})"
        raise ValueError(f"matmul: Input operand 1 has a mismatch in its core dimension 0, {words}")
    kind, x, y = _joined(a, b, int), a.entries, b.entries
    rows, columns = [1 if len(operand.shape) == 1 else operand.shape[n] for n, operand in enumerate((a, b))]
    products = []
    for row in [x[n * inner : (n + 1) * inner] for n in range(rows)]:
        products += [_inner(row, y, kind(0))] if columns == 1 else _mixture(row, y, columns, kind(0))
    return ndarray(products, a.shape[:-1] + b.shape[1:], kind)


def _inner(x, y, total):
    for n in range(len(x)):  # faster than a sum over pairs
        total += x[n] * y[n]
    return total


def _mixture(factors, entries, size, zero):
    """Return the sum of rows of entries, each multiplied by its factor."""
    total = [zero] * size
    for k in range(len(factors)):
        p, at = factors[k], k * size
        total = [total[n] + p * entries[at + n] for n in range(size)]
    return total


def dot(a, b):
    if isinstance(a, (bool, int, float)) or isinstance(b, (bool, int, float)):
        return a * b
    a, b = asarray(a), asarray(b)
    if a.shape[-1] != b.shape[0]:
        words = f"{a.shape[-1]} (dim {len(a.shape) - 1}) != {b.shape[0]} (dim 0)"
        raise ValueError(f"shapes {_said(a)} and {_said(b)} not aligned: {words}")
    return matmul(a, b)


def norm(a, ord=None, axis=None, keepdims=False):
    """Return the length of a vector, or the lengths along an axis."""
    a = asarray(a, float)
    if ord == 1:
        return abs(a).sum(axis, keepdims)
    if ord == inf:
        return abs(a).max(axis, keepdims)
    if ord not in (None, 2):
        raise ValueError("np.linalg.norm has the orders 1, 2 and inf in this page")
    return _each(_root, (a * a).sum(axis, keepdims))


class _Linalg:
    norm = staticmethod(norm)


linalg = _Linalg


# Functions of one and of two entries


def _exp(x):
    try:
        return math.exp(x)
    except (OverflowError, ValueError):  # MicroPython calls it a domain error
        return inf


def _log(x):
    return x if x == inf else math.log(x) if x > 0 else -inf if x == 0 else nan


def _log1p(x):
    return _log(1 + x) if abs(x) > 1e-4 else x - x * x / 2 + x**3 / 3 - x**4 / 4  # rounding hides the rest


def _expm1(x):
    return _exp(x) - 1 if abs(x) > 1e-4 else x + x * x / 2 + x**3 / 6 + x**4 / 24


def _root(x):
    return math.sqrt(x) if x >= 0 else nan


def _sign(x):
    return type(x)((x > 0) - (x < 0)) if x == x else nan


def _logaddexp(x, y):
    high, low = (x, y) if x > y else (y, x)
    return float(high) if high in (inf, -inf) else high + _log1p(_exp(low - high))


def _of_two(function, a, b):
    x, y, shape = _entries_of_both(asarray(a), b)
    kind = _joined(a, b)
    return _entry(ndarray([function(kind(p), kind(q)) for p, q in zip(x, y)], shape, kind))


def maximum(a, b):
    return _of_two(lambda x, y: x if x != x or x >= y else y, a, b)


def minimum(a, b):
    return _of_two(lambda x, y: x if x != x or x <= y else y, a, b)


def where(condition, a=None, b=None):
    if a is None:
        return nonzero(condition)
    kind = _joined(a, b)
    c, x, shape = _entries_of_both(asarray(condition), a)
    pairs, y, shape = _entries_of_both(ndarray(list(zip(c, x)), shape, None), b)
    return _entry(ndarray([kind(p if is_true else q) for (is_true, p), q in zip(pairs, y)], shape, kind))


def nonzero(a):
    a = asarray(a)
    places = [n for n, entry in enumerate(a.entries) if entry]
    steps = [_product(a.shape[n + 1 :]) for n in range(a.ndim)]
    return tuple([array([place // step % size for place in places], int) for step, size in zip(steps, a.shape)])


def isclose(a, b, rtol=1e-5, atol=1e-8):
    return abs(asarray(a) - b) <= atol + rtol * abs(asarray(b))


def cumsum(a, axis=0):
    rows = list(asarray(a)) if axis == 0 else list(asarray(a).T)
    sums = array([sum(rows[1 : n + 1], rows[0]) for n in range(len(rows))])
    return sums if axis == 0 else sums.T


def roll(a, n):
    entries = asarray(a).entries
    return ndarray(entries[-n % len(entries) :] + entries[: -n % len(entries)], asarray(a).shape, asarray(a).dtype)


def array_equal(a, b):
    a, b = asarray(a), asarray(b)
    return a.shape == b.shape and a.entries == b.entries


def _of_each(function):
    return lambda a: _each(function, a)


def _operator(name):
    def function(a, b, out=None):
        result = getattr(asarray(a), name)(b)
        return _entry(result) if out is None else out.in_place(result, name)

    return function


def _method(name):
    return lambda a, *arguments, **options: getattr(asarray(a), name)(*arguments, **options)


# All other functions; some are named like functions of Python, which must not be hidden in this module.
FUNCTIONS = {
    "exp": _of_each(_exp), "log": _of_each(_log), "log1p": _of_each(_log1p), "expm1": _of_each(_expm1),
    "sqrt": _of_each(_root), "square": _of_each(lambda x: x * x), "tanh": _of_each(math.tanh), "sign": _of_each(_sign),
    "abs": _of_each(abs), "absolute": _of_each(abs), "fabs": _of_each(abs), "isnan": _of_each(lambda x: x != x),
    "isfinite": _of_each(lambda x: -inf < x < inf), "logical_not": _of_each(lambda x: not x),
    "logaddexp": lambda a, b: _of_two(_logaddexp, asarray(a, float), b),
    "clip": lambda a, low, high: minimum(maximum(a, low), high),
    "logical_and": _operator("__and__"), "logical_or": _operator("__or__"), "add": _operator("__add__"),
    "subtract": _operator("__sub__"), "multiply": _operator("__mul__"), "divide": _operator("__truediv__"),
    "power": _operator("__pow__"), "less": _operator("__lt__"), "greater": _operator("__gt__"),
    "vdot": lambda a, b: dot(asarray(a).ravel(), asarray(b).ravel()), "inner": lambda a, b: dot(a, asarray(b).T),
    "outer": lambda a, b: asarray(a).reshape(-1, 1) * asarray(b).reshape(1, -1),
    "shape": lambda a: asarray(a).shape, "signbit": _of_each(lambda x: math.copysign(1, x) < 0),
    "empty": zeros, "copy": array, "stack": array, "vstack": array, "transpose": lambda a: asarray(a).T,
    "zeros_like": lambda a: zeros(asarray(a).shape, asarray(a).dtype),
    "ones_like": lambda a: ones(asarray(a).shape, asarray(a).dtype),
    "eye": lambda n: array([[float(r == c) for c in range(n)] for r in range(n)]),
    "repeat": lambda a, n: array([entry for entry in asarray(a).ravel() for _ in range(n)]),
    "vectorize": lambda function: lambda a: _each(lambda x: type(function(asarray(a).entries[0]))(function(x)), a),
    "append": lambda a, values: concatenate([asarray(a).ravel(), array([values]).ravel()]),
    "flatnonzero": lambda a: nonzero(asarray(a).ravel())[0],
    "count_nonzero": lambda a, axis=None: (asarray(a) != 0).sum(axis),
    "allclose": lambda a, b, rtol=1e-5, atol=1e-8: bool(asarray(isclose(a, b, rtol, atol)).all()),
    "amax": _method("max"), "amin": _method("min"),
}  # fmt: skip
for _name in "sum mean prod max min argmax argmin any all reshape ravel squeeze".split():
    FUNCTIONS[_name] = _method(_name)
