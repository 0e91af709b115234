"""Collect what the checker knows about a task, for Python and for a page."""

import ast
import inspect
import math
import sys
from functools import cache
from pathlib import Path
from types import FunctionType

import numpy as np

from pegasos_edu.check import parts
from pegasos_edu.check.calls import cases
from pegasos_edu.check.parts.cases import whole_runs
from pegasos_edu.check.parts.checking import Knowledge
from pegasos_edu.check.parts.judging import judged
from pegasos_edu.check.parts.measured_steps import ProgramRun
from pegasos_edu.check.parts.searching import OWN_SIZE, KnownPrograms, OwnSize, RunSearch
from pegasos_edu.check.parts.tasks import Task
from pegasos_edu.check.shapes import STEP_FORMS, all_roles, step_roles
from pegasos_edu.common.micropython import for_micropython
from pegasos_edu.misconceptions import ASKED, by_id, entries, task, texts
from pegasos_edu.misconceptions.edits import switchboard, switched_source

SIZE = "1 / (lam * t)"  # the step size of most algorithms, in whose place a program's own step size can stand
IN_PLACE = "data-changed-in-place"
PLACES = math, np, np.linalg  # the modules of a page from which other names come


@cache
def knowledge(name):
    """Return the `Knowledge` about a task."""
    facts, form = _facts_of(name), _form(name)
    of_known = [lambda variant=variant: known(variant) for variant in (name, with_bias(name))]
    return Knowledge(name, Task(*facts) if facts else None, form, _calls(name), _texts(name), *of_known)


def knowledge_in_page(name):
    """Return the same knowledge as values for JSON."""
    return {
        "task": name,
        "roles": _roles(name),
        "facts": _facts_of(name),
        "form": _form(name),
        "calls": _calls(name),
        "texts": _texts(name),
        "known": {variant: known_in_page(variant) for variant in dict.fromkeys([name, with_bias(name)])},
        "with_bias": with_bias(name),
    }


@cache
def _texts(name):
    """Return the texts of the entries that a report on a task can tell."""
    told = {entry.id for variant in (name, with_bias(name)) for entry in entries(variant)} | {IN_PLACE}
    if task(name).is_algorithm and not task(name).step.is_dual:
        told |= {entry.id for entry in _named_by_parts() if _can_be_told(entry, name)}
    return {identifier: content for identifier, content in texts(name).items() if identifier in told}


@cache
def _named_by_parts():
    """Return the entries that stand in the modules of the parts."""
    text = "".join(path.read_text("utf-8") for path in Path(parts.__file__).parent.glob("*.py"))
    return [entry for entry in by_id().values() if f'"{entry.id}"' in text]


def _can_be_told(entry, name):
    """Return whether a measurement can find an entry in a task: it is for some task that has no other parts."""
    algorithms = [task(other) for other in ASKED if task(other).is_algorithm and entry.edits_for(other) is not None]
    asked = task(name)
    alike = [other for other in algorithms if other.step.is_kernel == asked.step.is_kernel]
    return entry.is_convention or any(
        other.is_batch <= asked.is_batch and other.is_log <= asked.is_log for other in alike
    )


def with_bias(name):
    """Return the name of the algorithm with which a program that learns a bias is compared."""
    return by_id()["free-bias"].learns.get(name, name)


@cache
def _facts_of(name):
    """Return the arguments of a `Task`; None for a plain function."""
    asked = task(name)
    if not asked.is_algorithm:
        return None
    step = asked.step
    conventions = [entry.id for entry in by_id().values() if entry.is_convention]
    facts = [name, asked.is_log, asked.is_batch, step.has_bias, step.has_bias, step.is_kernel, conventions]
    return [*facts, _is_measured(name, Task(*facts))]


def _is_measured(name, facts):
    """Return whether the parts explain the algorithm itself; those of some algorithms are not known."""
    asked = task(name)
    alone = KnownPrograms(switchboard(asked.reference, asked.names, ()), OwnSize(), **_facts(name) | {"entries": []})
    algorithm = RunSearch(alone, [ProgramRun(case, []) for case in whole_runs(facts)], False)
    judgement = judged(facts, algorithm.runs_of(()), False, lambda case, start: None, lambda judgement: ([], []))
    return judgement.passed and not judgement.findings


def _roles(name):
    """Return the roles of the parameters for each kind of program."""
    asked = task(name)
    if not asked.is_algorithm:
        return {"function": asked.parameters}
    return {"all": all_roles(asked), "step": step_roles(asked)}


def _form(name):
    return [*STEP_FORMS[task(name).step]] if task(name).step in STEP_FORMS else None


def _calls(name):
    """Return the calls of a plain function, with lists instead of arrays."""
    if task(name).is_algorithm:
        return []
    return [
        [words, {role: value.tolist() if isinstance(value, np.ndarray) else value for role, value in given.items()}]
        for words, given in cases(name)
    ]


@cache
def known(name):
    """Return the `KnownPrograms` of a task."""
    asked, size = task(name), OwnSize()
    switched = switchboard(asked.reference, asked.names | {"own_size": size}, _edits(name))
    return KnownPrograms(switched, size, **_facts(name))


def known_in_page(name):
    """Return the same known programs as values for JSON: ``source`` defines the function and the names that it uses."""
    asked = task(name)
    source = switched_source(asked.reference, _edits(name))
    return {"source": for_micropython(f"{_names(source, asked.names)}\n{source}", with_arrays=True), **_facts(name)}


def _edits(name):
    own_size = (((SIZE, "own_size(t)"),),) if SIZE in task(name).source else ()
    return tuple(entry.edits_for(name) for entry in entries(name)) + own_size


def _facts(name):
    """Return the other facts about the known programs."""
    step, catalogue = task(name).step, entries(name)
    facts = {
        "entries": [entry.id for entry in catalogue] + [OWN_SIZE] * (SIZE in task(name).source),
        "conventions": [entry.id for entry in catalogue if entry.is_convention],
    }
    if step is None:
        return facts
    facts["only_all"] = [entry.id for entry in catalogue if not entry.fits("step")]
    facts["only_step"] = [entry.id for entry in catalogue if not entry.fits("all")]
    facts["columns"] = [] if step.has_bias else [entry.id for entry in catalogue if entry.column]
    kinds = {flag: getattr(step, flag) for flag in ("has_bias", "is_kernel", "is_dual")}
    return facts | kinds | {"kept": step.kept.names}


def _names(source, names):
    """Return the source that defines the global names which another source uses, functions of this package too."""
    lines, waiting, done = ["import numpy as np"], [source], {"np"}
    while waiting:
        used = {node.id for node in ast.walk(ast.parse(waiting.pop())) if isinstance(node, ast.Name)} & {*names} - done
        for name in sorted(used):
            value = names[name]
            if hasattr(value, "_fields"):
                lines.append(f"{name} = namedtuple({name!r}, {value._fields!r})")
            elif isinstance(value, FunctionType) and value.__module__.startswith("pegasos_edu."):
                waiting.append(inspect.getsource(value))
                lines.append(waiting[-1])
                names = vars(sys.modules[value.__module__]) | names
            else:
                module = next(module for module in PLACES if hasattr(module, name))
                lines.append(f"from {module.__name__} import {name}")
        done |= used
    return "\n".join(lines)
