"""What learners keep and give back, as arrays: columns, matrices, lists, dicts by feature, pairs of w and b."""

import contextlib
from typing import NamedTuple

import numpy as np

_BIAS = {"b", "bias", "intercept", "w0", "b0", "offset", "theta0", "beta0"}
_SCALE = {"a", "s", "scale", "factor", "c", "r", "scaling"}
_LARGEST = 100_000  # entries of an array that is looked at


class Kept(NamedTuple):
    """A state: the vector, and the bias where there is one beside it."""

    vector: np.ndarray
    bias: float | None = None


class Form(NamedTuple):
    """What a state looks like in a task."""

    shape: tuple  # (d,), (m,), or (n, d) for several classes
    features: list  # the keys that stand for its entries in a dict
    has_bias: bool  # whether (number, vector) are a bias and w, or else a scale and v

    @property
    def size(self):
        """How many entries the last axis has."""
        return self.shape[-1]


def array(value, features=None):
    """A value as an array of floats of its own, without axes of length 1; None if it holds anything but numbers."""
    if value is None or isinstance(value, (str, bytes)):
        return None
    if isinstance(value, dict):
        return _of_dict(value, features)
    if hasattr(value, "toarray"):
        value = value.toarray()
    if isinstance(value, np.ndarray) and (value.size > _LARGEST or value.dtype.kind not in "fiubO"):
        return None
    try:
        found = np.array(value, dtype=float)
    except Exception:  # whatever the object is that a learner returns
        return None
    return found.reshape([n for n in found.shape if n != 1]) if found.size != 1 else found.reshape(-1)


def _of_dict(value, features):
    if features is None or not set(value) <= set(features):
        return None
    with contextlib.suppress(Exception):
        return np.array([float(value.get(name, 0.0)) for name in features])
    return None


def number(value):
    """A value as a float; None if it is no single number."""
    if isinstance(value, (bool, np.bool_, str)) or value is None:
        return None
    found = array(value) if np.ndim(value) <= 2 and not isinstance(value, dict) else None
    return float(found[0]) if found is not None and found.shape == (1,) else None


def kept(value, form, names=()):
    """The state in a value: a vector, with a constant column or not, or a pair of w and b, or of a and v.

    Parameters
    ----------
    value
        Whatever was returned, or stands in a variable.
    form : Form
    names : sequence of str
        Of the parts, where they are known.

    Returns
    -------
    Kept or None
    """
    if isinstance(value, (tuple, list)) and len(value) and not _is_flat(value):
        return _of_parts(list(value), form, names, isinstance(value, list))
    if isinstance(value, dict) and any(_fits(array(part, form.features), form) for part in value.values()):
        return _of_parts(list(value.values()), form, [str(name) for name in value])
    found = array(value, form.features)
    if _fits(found, form):
        return Kept(found.reshape(form.shape))
    return None


def _is_flat(value):
    return all(isinstance(x, (int, float, np.number)) or (isinstance(x, np.ndarray) and x.size == 1) for x in value)


def _fits(found, form):
    if found is None:
        return False
    if len(form.shape) > 1:
        return found.shape == form.shape
    return found.ndim == 1 and found.size == form.size


def widened(value, form):
    """The (d + 1,) vector of a program that has the bias as a weight of a constant column, or None."""
    wide = Form((*form.shape[:-1], form.size + 1), [], False)
    found = array(value)
    return found if _fits(found, wide) else None


def path(value, form):
    """The states of a value that holds all of them one after the other, (n, …); None if it does not."""
    found = array(value, None) if not isinstance(value, dict) else None
    if found is None and isinstance(value, list) and value and isinstance(value[0], (dict, tuple)):
        states = [kept(one, form) for one in value]
        found = np.array([one.vector for one in states]) if all(states) else None
    if found is None or found.ndim != len(form.shape) + 1 or len(found) < 2:
        return None
    return found if found.shape[1:] == form.shape else None


def _of_parts(parts, form, names, is_list=False):
    names = [*names, *[""] * len(parts)][: len(parts)]
    vectors = [place for place, part in enumerate(parts) if _fits(array(part, form.features), form)]
    if is_list and len(vectors) == len(parts) > 1:  # many states, not one
        return None
    if not vectors:
        inner = (kept(part, form) for part in parts if isinstance(part, (tuple, list, dict)))
        return next((one for one in inner if one), None)
    place = vectors[0]
    vector = array(parts[place], form.features).reshape(form.shape)
    numbers = [(j, number(part)) for j, part in enumerate(parts) if number(part) is not None]
    for j, value in numbers:
        role = _role(names[j].lower().split(".")[-1].strip("_"), j < place, form.has_bias)
        if role == "scale":
            return Kept(value * vector)
        if role == "bias":
            return Kept(vector, value)
    return Kept(vector)


def _role(name, is_first, has_bias):
    if name in _BIAS:
        return "bias"
    if name in _SCALE:
        return "scale"
    if name:
        return None
    return "scale" if is_first and not has_bias else "bias"


class Rows:
    """Finds the examples that values are: rows of X, by their numbers."""

    def __init__(self, X, features):
        self.features, self.d = features, X.shape[1]
        self.places = {}
        for sign in (-1, 1):
            for i, row in enumerate(X):
                self.places[_key(sign * row)] = i
        for row in {_key(row) for row in X}:
            if sum(_key(other) == row for other in X) > 1:  # the same example twice: it cannot be told which
                del self.places[row]

    def find(self, value):
        """The examples in a value: (x, y), x, x with a label or a 1 beside it, several x; as a tuple of indices."""
        if isinstance(value, (tuple, list)) and 0 < len(value) <= 3 and not _is_flat(value):
            parts = [self.find(part) for part in value]
            return next((part for part in parts if part), ())
        found = array(value, self.features)
        if found is None or not found.size:
            return ()
        rows = found.reshape(1, -1) if found.ndim == 1 else found
        if rows.ndim != 2 or not self.d <= rows.shape[1] <= self.d + 2:
            return ()
        places = [self._place(row) for row in rows]
        return tuple(places) if None not in places else ()

    def _place(self, row):
        extra = len(row) - self.d
        pieces = (row[start : start + self.d] for start in range(extra + 1))
        return next((self.places[_key(piece)] for piece in pieces if _key(piece) in self.places), None)


def _key(row):
    return (np.asarray(row, dtype=np.float32) + 0.0).tobytes()
