"""Read the state of a program in what it returned or yielded.

A value is None, an array, a tuple of values, a dictionary of the fields of a step, or an object with the name of its
``kind`` if it holds no numbers.
"""

import numpy as np

from pegasos_edu.check.failures import Failed
from pegasos_edu.check.parameter_names import NAMES

MOST_KEYS, WITH_KEYS = 10, " with the keys "


def places_in(value, size, has_bias, has_scale=False):
    """Return the places of w, with `size` entries, and of b in a tuple; () if w is nowhere, or in several places.

    A number next to w may be b; if the algorithm `has_bias`, nothing else may be in the tuple. If it `has_scale`, the
    first number may be the scale, whatever else is in the tuple.
    """
    arrays = [n for n, part in enumerate(value) if _is_state(part, size)]
    numbers = [n for n, part in enumerate(value) if _is_state(part, 1) and size > 1]
    if len(arrays) != 1 or has_bias and len(value) > 2:
        return ()
    return arrays[0], numbers[0] if numbers and (len(value) == 2 or has_scale) else None


def state_in(value, size, has_bias, places=None):
    """Find the one state in a value, as a pair of a list w and of b, which may be None; None if there is no such state.

    `size` is the number of entries of w, and `places` says where in a tuple w and b are, as `places_in` found in
    another run: a list of losses may have any length.
    """
    if isinstance(value, dict):
        w = [value[name] for name in ("w", "alpha") if name in value] or [value[name] for name in value]
        w = [array for array in w if _is_state(array, size)]
        b = [_numbers(value[name])[0] for name in NAMES["b"] if name in value and _is_state(value[name], 1)]
        return (_numbers(w[0]), b[0] if b else None) if w else None
    if isinstance(value, tuple):
        at_w, at_b = (places_in(value, size, has_bias) if places is None else places) or (len(value), None)
        if at_w >= len(value) or not _is_state(value[at_w], size):
            return None
        return _numbers(value[at_w]), None if at_b is None else _numbers(value[at_b])[0]
    return (_numbers(value), None) if _is_state(value, size) else None


def _is_state(value, size):
    return isinstance(value, np.ndarray) and value.size == size


def _numbers(array):
    return array.ravel().astype(float).tolist()


def described(value):
    """Describe a value that a program returned."""
    if value is None:
        return "None"
    if isinstance(value, dict):
        return f"a step with the fields {', '.join(value)}"
    if isinstance(value, np.ndarray):
        return f"an array of shape {value.shape}" if value.shape else "a number"
    if hasattr(value, "kind"):
        return f"an object of type {value.kind}"
    parts = [described(part) for part in value]
    if len(parts) > 2 and all([part == parts[0] for part in parts]):
        return f"{len(parts)} values, each of them {parts[0]}"
    more = ", …" if len(parts) > 4 else ""
    return f"a tuple of {len(parts)}: {', '.join(parts[:4])}{more}"


class ReturnedDictionary(Failed):
    """Signal that a program returned a dictionary. `keys` are its keys if they are few names."""

    keys = ()


def kind_of(value):
    """Return the name of the type of a value, with the keys of a dictionary if they are few names."""
    name = type(value).__name__
    keys = sorted(value) if isinstance(value, dict) and all([isinstance(key, str) for key in value]) else []
    are_names = 0 < len(keys) <= MOST_KEYS and all([_is_name(key) for key in keys])
    return name + (WITH_KEYS + ", ".join(keys) if are_names else "")


def _is_name(text):
    return text and len(text) < 30 and all([letter.isalpha() or letter in "_0123456789" for letter in text])


def wrong_value(value, wanted, more=""):
    """Return the `Failed` of a program that returned a value of the wrong kind."""
    missing = ". Is a return missing in one of its branches?" if value is None else ""
    name, *keys = getattr(value, "kind", "").split(WITH_KEYS)
    is_dictionary = name == "Counter" or name.endswith("dict")
    failed = (ReturnedDictionary if is_dictionary else Failed)(
        "shape", f"it returned {described(value)}; return {wanted}{more}{missing}"
    )
    if is_dictionary and keys:
        failed.keys = keys[0].split(", ")
    return failed
