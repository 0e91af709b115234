"""Make the known programs of a task, for the checker and for a page."""

import ast
import inspect
import math
import sys
from functools import cache
from types import FunctionType

import numpy as np

from pegasos_edu.check.parts.searching import OWN_SIZE, KnownPrograms, OwnSize
from pegasos_edu.common.micropython import for_micropython
from pegasos_edu.misconceptions import entries, task
from pegasos_edu.misconceptions.edits import switchboard, switched_source

SIZE = "1 / (lam * t)"  # the step size of most algorithms, in whose place a program's own step size can stand
PLACES = math, np, np.linalg  # the modules of a page from which other names come


@cache
def known(name):
    """Return the `KnownPrograms` of a task."""
    about, size = task(name), OwnSize()
    switched = switchboard(about.reference, about.names | {"own_size": size}, _edits(name))
    return KnownPrograms(switched, size, **_facts(name))


def known_in_page(name):
    """Return the same known programs as values for JSON: ``source`` defines the function and the names that it uses."""
    about = task(name)
    source = switched_source(about.reference, _edits(name))
    return {"source": for_micropython(f"{_names(source, about.names)}\n{source}", with_arrays=True), **_facts(name)}


def _edits(name):
    own_size = [[(SIZE, "own_size(t)")]] if SIZE in task(name).source else []
    return [entry.edits_for(name) for entry in entries(name)] + own_size


def _facts(name):
    """Return the other facts about the known programs."""
    step, found = task(name).step, entries(name)
    facts = {
        "entries": [one.id for one in found] + [OWN_SIZE] * (SIZE in task(name).source),
        "conventions": [one.id for one in found if one.is_convention],
    }
    if step is None:
        return facts
    facts["only_all"] = [one.id for one in found if not one.fits("step")]
    facts["columns"] = [] if step.has_bias else [one.id for one in found if one.column]
    return facts | {"kept": step.kept.names, "has_bias": step.has_bias, "is_kernel": step.is_kernel, "is_dual": step.is_dual}


def _names(source, names):
    """Return the source that defines the global names that another source uses, functions of this package among them."""
    lines, waiting, done = ["import numpy as np"], [source], {"np"}
    while waiting:
        used = {one.id for one in ast.walk(ast.parse(waiting.pop())) if isinstance(one, ast.Name)} & {*names} - done
        for name in sorted(used):
            value = names[name]
            if hasattr(value, "_fields"):
                lines.append(f"{name} = namedtuple({name!r}, {value._fields!r})")
            elif isinstance(value, FunctionType) and value.__module__.startswith("pegasos_edu."):
                waiting.append(inspect.getsource(value))
                lines.append(waiting[-1])
                names = vars(sys.modules[value.__module__]) | names
            else:
                module = next(one for one in PLACES if hasattr(one, name))
                lines.append(f"from {module.__name__} import {name}")
        done |= used
    return "\n".join(lines)
