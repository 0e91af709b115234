"""Describe the settings of a run: the values of each setting, and the settings that an algorithm takes."""

from base64 import b64encode
from functools import cache

import numpy as np

from pegasos_edu.algorithms import ALGORITHMS
from pegasos_edu.algorithms.inputs import Batches, Gram
from pegasos_edu.browser import modules_and_facts
from pegasos_edu.browser.edits import edits
from pegasos_edu.runs.run import signature

MAX_STEPS = 10_000
KERNELS = {"rbf": "RBF", "polynomial": "polynomial", "linear": "linear"}
ORDERS = {
    "uniform": "with replacement",
    "epochs": "reshuffled in every pass",
    "permutation": "one random order",
    "cyclic": "in stored order",
}
RANGES = {
    "lam": {"low": 1e-5, "high": 10.0},
    "gamma": {"low": 0.01, "high": 100.0},
    "k": {"low": 1, "high": 500, "isWhole": True},
    "T": {"low": 1, "high": MAX_STEPS, "isWhole": True},
    "seed": {"low": 0, "high": 2**31 - 1, "isWhole": True},
    "kernel": {"of": KERNELS},
    "sampling": {"of": ORDERS},
}
OPTION_RANGE = {"low": -100.0, "high": 100.0}  # the limits of a numeric option of an algorithm
FIRST = {"lam": 0.1, "kernel": "rbf", "gamma": 2.0, "k": 5, "T": 200, "sampling": "uniform", "seed": 0}
LINES = {
    **{kernel: f"from pegasos_edu.kernels import {kernel}" for kernel in KERNELS},
    "numpy": "import numpy as np",
    "partial": "from functools import partial",
    "play": "from pegasos_edu.player import play",
    "compare": "from pegasos_edu.player import compare, play",
    "wrong": "from pegasos_edu.misconceptions import wrong_program",
}  # lines of Python for "Copy as Python"


@cache
def modules_and_algorithms(*names):
    """Return the modules (see `modules_and_facts`) and facts with which a page makes and changes runs of algorithms.

    The facts are ``engine``, ``algorithms`` and ``lines``, for JSON.
    """
    chosen = edits(names)
    modules, engine = modules_and_facts([ALGORITHMS[name] for name in names], chosen)
    lines = LINES | {name: f"from pegasos_edu import {name}" for name in names}
    algorithms = {name: takes(ALGORITHMS[name]) | {"whatif": _bugs(name, chosen)} for name in names}
    return modules, {"engine": engine, "algorithms": algorithms, "lines": lines}


def takes(algorithm):
    """Return the parameters that an algorithm takes besides those of all algorithms, by its signature."""
    of_X, _, of_draws, options = signature(algorithm)
    return {"kernel": of_X is Gram, "k": of_draws is Batches, "options": options}


def own_settings(algorithm):
    """Return the names of the settings that this algorithm takes, but not every algorithm."""
    taken = takes(algorithm)
    return {*taken["options"], "k"} if taken["k"] else {*taken["options"]}


def run_fields(algorithms, values, of_kernel=True):
    """Return a field for each setting of runs of some algorithms: its first value, and its choices or limits.

    The first values are those in `values`, which the limits include, otherwise the usual ones. Without `of_kernel`, the
    kernel cannot be changed.
    """
    kinds = [takes(algorithm) for algorithm in algorithms]
    options = {name: value for kind in kinds for name, value in kind["options"].items()}
    limits = {name: {} if isinstance(value, bool) else OPTION_RANGE for name, value in options.items()}
    kernel = ["kernel", "gamma"] if of_kernel and any(kind["kernel"] for kind in kinds) else []
    names = [*kernel, "lam", "T", *(["k"] if any(kind["k"] for kind in kinds) else []), "seed", "sampling"]
    algorithms = {algorithm.__name__: algorithm.__name__ for algorithm in algorithms}
    fields = {
        "algorithm": {"first": next(iter(algorithms)), "of": algorithms},
        **{name: {"first": FIRST[name], **RANGES[name]} for name in names},
        **{name: {"first": value, **limits[name]} for name, value in options.items()},
    }
    return {name: _reaching(field, values.get(name, field["first"])) for name, field in fields.items()}


def _reaching(field, value):
    """Return a field with this first value, and with limits that include it."""
    limits = {"low": min(field["low"], value), "high": max(field["high"], value)} if "low" in field else {}
    return field | {"first": value} | limits


def panel_of(algorithms, settings):
    """Return what a panel of the browser needs for a run that only Python can make: see js/settings.js."""
    values = {"k": 1} | {name: value for name, value in settings.items() if value is not None}  # the defaults of `run`
    fields = run_fields(algorithms, values | {"algorithm": settings["algorithm"].__name__}, of_kernel=False)
    of_each = {algorithm.__name__: takes(algorithm) | {"whatif": {}} for algorithm in algorithms}
    return {"fields": fields, "algorithms": of_each}


def _bugs(algorithm, chosen):
    """Return the bugs that an algorithm can have, each with its texts and the Python code that makes its program."""
    return {
        edit.entry.id: {
            "key": edit.key,
            "name": edit.entry.title,
            "says": f"{edit.entry.says} {edit.entry.effect}",
            "made": f'wrong_program("{algorithm}", "{edit.entry.id}")',
        }
        for edit in chosen
        if edit.task == algorithm
    }


def bug_field(algorithms):
    """Return the field for adding a bug, if the page offers bugs for these algorithms."""
    names = {
        identifier: bug["name"] for algorithm in algorithms.values() for identifier, bug in algorithm["whatif"].items()
    }
    return {"whatif": {"first": "", "of": {"": "none", **names}}} if names else {}


def data_of(X, y, names, lines):
    """Return the exact points, and the lines of Python that make them, for JSON."""
    places = np.ascontiguousarray(X, dtype="<f8").tobytes()
    signs = "".join("+" if label > 0 else "-" for label in y)
    return {"places": b64encode(places).decode("ascii"), "labels": signs, "names": names, "lines": lines}
