"""Find out which of the declared shapes a learner's program has, and how it is called.

The shapes are: **one step**, ``step(w, x, y, eta, lam)`` and its relatives (`STEP_FORMS`); **all steps**,
``(X, y, lam, draws)``, as a generator, or as a function that returns its last state or all of them; and a **plain
function**, such as a loss. Parameters are matched by well-known names (`NAMES`), the others by their position. Nothing
else is guessed: the report on a program of another shape shows an adapter.
"""

from typing import NamedTuple

import numpy as np

from pegasos_edu.algorithms import step_types
from pegasos_edu.check.adapters import adapter_for
from pegasos_edu.check.failures import Failed
from pegasos_edu.check.parameter_names import NAMES
from pegasos_edu.check.programs import Fields, Unreadable

# Parameters with these names have no role, and their position gives them no role either.
OTHERS = "seed rng random_state generator verbose tol eps epsilon kernel project projection C".split()
ALL_ROLES = ("X", "y", "lam", "draws")


class StepForm(NamedTuple):
    """Describe how a program of one step is called, and what it returns."""

    takes: tuple
    array: str  # the array that it returns, with `number`, if any; of α this is the entry of the drawn example
    number: str = ""


# The form of a program for each kind of step that a lesson asks for.
STEP_FORMS = {
    step_types.LinearStep: StepForm(("w", "x", "y", "eta", "lam"), "w"),
    step_types.BatchStep: StepForm(("w", "X", "y", "eta", "lam"), "w"),
    step_types.BiasStep: StepForm(("w", "b", "x", "y", "eta", "lam"), "w", "b"),
    step_types.ScaledStep: StepForm(("a", "v", "x", "y", "eta", "lam", "t"), "v", "a"),
    step_types.KernelStep: StepForm(("alpha", "K", "y", "i", "t", "lam"), "alpha"),
    step_types.DualStep: StepForm(("w", "alpha", "x", "y", "lam", "m"), "w", "alpha"),
}


class Shape(NamedTuple):
    """Describe how a program is called."""

    kind: str  # "step", "all" or "function"
    roles: dict  # name of a parameter -> its role
    notes: tuple = ()

    def arguments(self, values):
        """Return the arguments of a call by the program's own names."""
        return {name: values[role] for name, role in self.roles.items()}


def shape_of(program, task):
    """Return the `Shape` of a `Program` for a task; raise `Failed`, with an adapter, if it has none of the shapes."""
    if not task.is_algorithm:
        return _matched(program, task, "function", tuple(task.parameters))
    kind = _kind(program, task)
    return _matched(program, task, kind, step_roles(task) if kind == "step" else all_roles(task))


def all_roles(task):
    """Return the roles of a program that takes all steps; if it has a kernel, the Gram matrix takes the place of X."""
    return ("K", *ALL_ROLES[1:]) if task.step.is_kernel else ALL_ROLES


def step_roles(task):
    """Return the roles of a program that takes one step; () if no lesson has a step of this kind."""
    return STEP_FORMS[task.step].takes if task.step in STEP_FORMS else ()


def any_step(task):
    """Return the shape of a program that takes one step by ``*args``."""
    return Shape("step", {role: role for role in step_roles(task)})


def _kind(program, task):
    """Return whether a program takes one step or all steps, as its declaration alone says."""
    names = [one.name for one in program.parameters]
    roles = step_roles(task)
    if program.is_class:
        words = f"{program.name} is a class that does not read the draws from a parameter or from self.draws"
        raise Failed("shape", words, adapter=adapter_for(program, task))
    takes_all = program.is_generator or not roles or _has(names, "draws") or names and names[0] in NAMES["X"]
    required = sum(not one.has_default for one in program.parameters)
    is_step = not takes_all and (names and names[0] in NAMES[roles[0]] or required == len(roles))
    return "step" if is_step else "all"


def _has(names, role):
    return any(name in NAMES[role] for name in names)


def _matched(program, task, kind, roles):
    """Match each role by a well-known name, then the rest by position; any other parameter must have a default."""
    if program.takes_any:
        return Shape(kind, dict(zip(roles, roles)))
    names = [one.name for one in program.parameters]
    found = {}
    extra = {"all": ("T", "k", "epochs"), "step": ("t",)}.get(kind, ())
    for role in (*roles, *(role for role in extra if role not in roles)):
        known = next((name for name in names if name in NAMES.get(role, (role,)) and name not in found), None)
        if known:
            found[known] = role
    left = [role for role in roles if role not in found.values()]
    free = sorted((one for one in program.parameters if one.name not in found), key=lambda one: one.has_default)
    places = [one for one in free if one.name not in OTHERS]
    if _fit(places, left):
        found |= {one.name: role for one, role in zip(places, left)}
        free, left = [one for one in free if one.name not in found], []
    matched = found.values()  # a step that takes t and λ can compute η
    optional = [role for role in left if role in ("b", "Z") or role == "eta" and {"t", "lam"} <= {*matched}]
    if len(left) > len(optional) or any(not one.has_default for one in free):
        adapter = adapter_for(program, task, roles if kind != "all" else ())
        raise Failed("shape", _explained(program, task, kind, roles), adapter=adapter)
    notes = tuple(f"`{one.name}` was left at its default" for one in free)
    return Shape(kind, {name: found[name] for name in names if name in found}, notes)


def _fit(free, left):
    """Return whether each remaining role has a free parameter, and each parameter without a default has a role."""
    required = sum(not one.has_default for one in free)
    return bool(left) and required <= len(left) <= len(free)


def _explained(program, task, kind, roles):
    got = ", ".join(one.name for one in program.parameters) or "no parameters"
    wanted = f"({', '.join(roles)})"
    if task.is_algorithm and kind == "all" and (step := step_roles(task)):
        wanted += f" for all steps or ({', '.join(step)}) for one step"
    return f"it must take {wanted}, got ({got})"


# What comes back


class State(NamedTuple):
    """Hold the state that a program returned."""

    w: np.ndarray  # as one row
    b: float | None = None


def places_in(value, size, has_bias):
    """Return the places of w, with `size` entries, and of b in a tuple; () if w is nowhere, or in several places.

    A number next to w may be b; if the algorithm `has_bias`, nothing else may be in the tuple.
    """
    arrays = [n for n, one in enumerate(value) if _is_state(one, size)]
    numbers = [n for n, one in enumerate(value) if isinstance(one, np.ndarray) and one.size == 1 and size > 1]
    if len(arrays) != 1 or has_bias and len(value) > 2:
        return ()
    return arrays[0], numbers[0] if len(value) == 2 and numbers else None


def state_in(value, size, has_bias, places=None):
    """Find the one state in a value that a program returned or yielded; return None if there is not exactly one.

    Parameters
    ----------
    value : as `programs.plain_value` returns it
        An array; (w, b) or (b, w); a step with a field w; or a tuple in which one array is the state.
    size : int
        The number of entries of the state.
    has_bias : bool
        As for `places_in`.
    places : (int, int or None), optional
        Where in a tuple w and b are, as `places_in` found in another run: a list of losses may have any length.
    """
    if isinstance(value, Fields):
        names = [name for name in ("w", "alpha") if name in value] or value
        w = next((value[name] for name in names if _is_state(value[name], size)), None)
        b = next((float(value[name]) for name in NAMES["b"] if name in value and np.size(value[name]) == 1), None)
        return None if w is None else State(w.ravel(), b)
    if isinstance(value, tuple):
        at_w, at_b = (places_in(value, size, has_bias) if places is None else places) or (len(value), None)
        if at_w >= len(value) or not _is_state(value[at_w], size):
            return None
        return State(value[at_w].ravel(), None if at_b is None else float(np.ravel(value[at_b])[0]))
    return State(value.ravel()) if _is_state(value, size) else None


def _is_state(value, size):
    return isinstance(value, np.ndarray) and value.size == size


def described(value):
    """Describe a value that a program returned."""
    if value is None:
        return "None"
    if isinstance(value, Unreadable):
        return f"an object of type {value.kind}"
    if isinstance(value, Fields):
        return f"a step with the fields {', '.join(value)}"
    if isinstance(value, tuple):
        return f"a tuple of {len(value)}: " + ", ".join(map(described, value[:4]))
    return f"an array of shape {value.shape}" if value.ndim else "a number"


def wrong_value(value, wanted, more=""):
    """Return the `Failed` of a program that returned a value of the wrong kind."""
    missing = ". Is a return missing in one of its branches?" if value is None else ""
    return Failed("shape", f"it returned {described(value)}; return {wanted}{more}{missing}")
