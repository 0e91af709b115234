"""What a learner's program is handed: its parameters by what they are, and the data in the form that it takes."""

import inspect
import math
import sys
from typing import NamedTuple

import numpy as np

from pegasos_edu.submissions.chance import ServedGenerator, ServedRandom, ServedRandomState
from pegasos_edu.submissions.roles import plain, role_of
from pegasos_edu.submissions.trial import Failed

_FRAME_NAMES = {"iloc", "iterrows", "itertuples", "to_numpy", "loc", "columns", "sample", "DataFrame", "drop"}
_DICT_NAMES = {"items", "keys", "iteritems", "Counter", "defaultdict", "get", "setdefault"}


class Data(NamedTuple):
    """Examples and labels as they are handed over, and the keys of their features."""

    X: object
    y: object
    pairs: object  # both in one, for programs without a parameter for labels
    features: list


def _arrays(X, y):
    return Data(X.copy(), y.copy(), [(x.copy(), label) for x, label in zip(X, y.tolist())], [])


def _lists(X, y):
    return Data(X.tolist(), y.tolist(), list(zip(X.tolist(), y.tolist())), [])


def _dicts(X, y, name=int):
    rows = [{name(j): x for j, x in enumerate(row) if x != 0} for row in X.tolist()]
    return Data(rows, y.tolist(), list(zip(rows, y.tolist())), [name(j) for j in range(X.shape[1])])


def _named_dicts(X, y):
    return _dicts(X, y, "x{}".format)


def _tables(X, y):
    whole = np.column_stack([X, y]) if y.dtype.kind in "fiu" else [[*x, label] for x, label in zip(X.tolist(), y)]
    return Data(X.copy(), y.copy(), whole, [])


def _labels_first(X, y):
    return Data(X.copy(), y.copy(), list(zip(y.tolist(), X.copy())), [])


def _frames(X, y):
    pandas = sys.modules["pandas"]
    frame = pandas.DataFrame(X.copy(), columns=[f"x{j}" for j in range(X.shape[1])])
    labels = pandas.Series(y.copy(), name="y")
    return Data(frame, labels, frame.assign(y=labels), list(frame.columns))


def forms(names, has_labels):
    """The forms in which data can be handed over, the likeliest first, for a program that uses these names."""
    found = [_arrays, _lists, _dicts, _named_dicts]
    if not has_labels:
        found = [_arrays, _tables, _lists, _dicts, _named_dicts, _labels_first]
    if names & _DICT_NAMES:
        found.sort(key=lambda form: form not in (_dicts, _named_dicts))
    if names & _FRAME_NAMES and "pandas" in sys.modules:
        found.insert(0, _frames)
    return found


def same(given, kept):
    """Whether data are still what they were."""
    if given is None or isinstance(given, (int, float, str)):
        return given == kept
    if hasattr(given, "equals"):
        return bool(given.equals(kept))
    if isinstance(given, np.ndarray):
        return np.array_equal(given, kept)
    if isinstance(given, dict) or len(given) != len(kept):
        return given == kept
    return all(same(a, b) for a, b in zip(given, kept))


def roles(function, is_kernel, order=None, known=()):
    """What each parameter of a function is: name -> role; None for those that keep what they have.

    Raises
    ------
    Failed
        Where a parameter that must be given has a name that says nothing.
    """
    parameters = _parameters(function)
    if order is not None:
        return _in_order(parameters, order)
    found, taken = {}, set(known)
    for parameter in parameters:
        role = _role(parameter, is_kernel, taken)
        if role in taken:
            role = None
        if role is None and parameter.default is parameter.empty:
            raise Failed(
                "shape",
                f"its parameter {parameter.name} has a name from which it cannot be told what to give; say what its "
                'parameters are, such as order=("X", "y", "lam", "T")',
            )
        found[parameter.name] = role
        taken.add(role)
        taken.discard(None)
    if "lam" not in taken and "alpha" in found and not is_kernel:
        found["alpha"] = "lam"
    return found


def _parameters(function):
    try:
        parameters = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):
        raise Failed("shape", "it is nothing that can be called with parameters; give a function or a class") from None
    return [one for one in parameters if one.kind not in (one.VAR_POSITIONAL, one.VAR_KEYWORD)]


def _in_order(parameters, order):
    if len(order) > len(parameters):
        raise Failed("shape", f"order names {len(order)} parameters, and it has {len(parameters)}")
    return dict(zip((one.name for one in parameters), order))


def _role(parameter, is_kernel, taken):
    name, default = parameter.name, parameter.default
    role = role_of(name)
    if role == "K" and not is_kernel:
        role = "k"
    if role == "k" and is_kernel and name in ("k", "K"):
        role = "kernel" if "X" in taken else "K"
    if role == "T" and "T" in taken and plain(name) == "n":
        role = "m"
    if role == "off":
        return role if isinstance(default, bool) or default is parameter.empty else None
    if role in ("start", "eta", "tol", "b") and default is not parameter.empty:
        return None
    if role == "kernel" and isinstance(default, str):
        return "kernel_name" if default == "linear" else role
    if plain(name) == "alpha" and default is parameter.empty and not is_kernel:
        return "lam"
    if isinstance(default, np.random.Generator):
        return "rng"
    return role


class Values(NamedTuple):
    """What the parameters of a program get on a probe."""

    lam: float
    T: int  # steps, or passes where the program counts these
    passes: int
    m: int
    d: int
    k: int
    draws: object
    C: float
    names: set  # all that the program's code uses
    b: float = 0.0  # the bias that a box is given

    def of(self, role, data):
        """The argument for a role."""
        simple = {"X2": data.X, "y2": data.y, "off": False, "kernel": linear, "kernel_name": "linear", "seed": 0}
        simple |= {"tol": 0.0, "eta": 1.0, "b": 0.0, "start": np.zeros(self.d), "X": data.X, "y": data.y}
        if role == "draws":
            return self.draws.copy()
        if role == "rng":
            return self._generator()
        return simple[role] if role in simple else getattr(self, role)

    def _generator(self):
        if self.names & {"integers", "permuted"}:
            return ServedGenerator()
        if self.names & {"randrange", "choices", "sample"}:
            return ServedRandom()
        return ServedRandomState() if self.names & {"randint", "rand", "random_sample"} else ServedGenerator()


def linear(a, b, *_, **__):
    """The linear kernel of two examples, or of two sets of them."""
    return np.asarray(a) @ np.asarray(b).T


def values(probe, names, counts_passes, C_is_lam):
    """The `Values` on a probe."""
    m, T, draws = len(probe.y), len(probe.draws), np.asarray(probe.draws)
    k = draws.shape[1] if draws.ndim > 1 else 1
    passes = math.ceil(T * k / m)
    C = probe.lam if C_is_lam else 1 / (probe.lam * m)
    steps, passes = (passes, passes) if counts_passes else (T, T if counts_passes is False else passes)
    return Values(probe.lam, steps, passes, m, probe.X.shape[1], k, draws, C, names, getattr(probe, "b", 0.0))
