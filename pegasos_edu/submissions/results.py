"""What came back of a program: a vector, a pair, a path, or an object that holds it."""

import inspect
from typing import NamedTuple

import numpy as np

from pegasos_edu.submissions.submission import form_in_words, in_words
from pegasos_edu.submissions.trial import Failed
from pegasos_edu.submissions.values import Kept, kept, number, path, widened

_ATTRIBUTES = (
    *("w", "w_", "coef_", "weights", "weights_", "weight", "weight_", "theta", "theta_", "W", "coef", "weight_vector"),
    *("alpha", "alpha_", "alphas", "alphas_", "beta", "beta_", "a", "v"),
)
_BIASES = ("b", "b_", "bias", "bias_", "intercept_", "intercept")
_FACTORS = ("a", "s", "scale", "c", "factor")


class Returned(NamedTuple):
    """What came back, taken apart."""

    state: Kept | None
    path: np.ndarray | None = None
    wide: np.ndarray | None = None


def result_of(value, form, names):
    if value is None:
        raise Failed("none", "it returned None: it is not written yet, or its return is missing")
    if value is NotImplemented or value is Ellipsis:
        raise Failed("none", "it is not written yet")
    found = kept(value, form, names)
    if found is not None:
        return Returned(found)
    parts = [value, *value] if isinstance(value, tuple) else [value]
    for part in parts:
        states = path(part, form)
        if states is not None:
            return Returned(Kept(states[-1]), states)
    for part in parts:
        wide = widened(part, form)
        if wide is not None:
            return Returned(Kept(wide), None, wide)
    found = result_of_attributes(value, form)
    if found is not None:
        return found
    raise Failed("shape", f"it returned {in_words(value)}, where {form_in_words(form)} should be")


def result_of_attributes(owner, form):
    """The state in the attributes of an object."""
    names = [name for name in (*_ATTRIBUTES, *getattr(owner, "__dict__", {})) if name not in ("X", "y", "x", "Y")]
    values = {name: getattr(owner, name, None) for name in dict.fromkeys(names)}
    values = {name: value for name, value in values.items() if value is not None and not inspect.isroutine(value)}
    biases = (number(values.get(name)) for name in _BIASES)
    bias = next((value for value in biases if value is not None), None)
    for name, value in values.items():
        found = kept(value, form)
        if found is not None:
            if name == "v":
                factor = next((number(values[one]) for one in _FACTORS if number(values.get(one)) is not None), 1.0)
                found = Kept(factor * found.vector)
            return Returned(Kept(found.vector, bias if found.bias is None else found.bias))
    for value in values.values():
        wide = widened(value, form)
        if wide is not None:
            return Returned(Kept(wide), None, wide)
    return None
