"""Write lines of Python that repeat a run."""

import inspect
import sys
from functools import partial

import numpy as np

MAX_ENTRIES = 40  # the most entries of X that are written out


def python(algorithm, settings, X, y, data):
    """Return the lines that call `play` with these settings, except settings that are None.

    `data` holds the lines of Python that make X and y, or is None.
    """
    imports, arguments = ["from pegasos_edu.player import play", _import(algorithm, "pegasos_edu", "function")], []
    for name, value in settings.items():
        if value is not None:
            more, text = _kernel(value) if callable(value) else ([], _literal(value))
            imports += more
            arguments.append(f"{name}={text}")
    call = f"play({algorithm.__name__}, X, y, {', '.join(arguments)})"
    return "\n".join([*imports, *lines_of_data(X, y, data), call]) + "\n"


def _is_of_package(thing):
    """Return whether a function can be imported from the package by its name; a variant cannot."""
    function = inspect.unwrap(thing)
    module = getattr(function, "__module__", None) or ""  # functions made by exec have the module None
    return module.startswith("pegasos_edu.") and vars(sys.modules[module]).get(function.__name__) is function


def _import(thing, module, kind):
    name = getattr(thing, "__name__", kind)
    return f"from {module} import {name}" if _is_of_package(thing) else f"# {name} is your {kind}"


def _literal(value):
    return repr(value.tolist() if hasattr(value, "tolist") else value)


def _kernel(kernel):
    """Return the imports and the expression of a kernel."""
    if isinstance(kernel, partial) and not kernel.args:
        imports, name = _kernel(kernel.func)
        given = "".join(f", {key}={_literal(value)}" for key, value in kernel.keywords.items())
        return ["from functools import partial", *imports], f"partial({name}{given})"
    return [_import(kernel, kernel.__module__, "kernel")], getattr(kernel, "__name__", "kernel")


def lines_of_data(X, y, data):
    """Return the lines that make the data: the known lines, or all numbers if they are few."""
    if data:
        return data.splitlines()
    if isinstance(X, np.ndarray) and X.size <= MAX_ENTRIES:
        return ["import numpy as np", f"X, y = np.array({X.tolist()}), np.array({y.astype(int).tolist()})"]
    return ["# X and y are the data that this player was given"]
