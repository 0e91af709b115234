"""Find out in which of the declared shapes a learner's program is written, and call it so.

There are three: **one step**, ``step(w, x, y, eta, lam)`` and its relatives (`STEP_ROLES`); **all steps**,
``(X, y, lam, draws)``, as a generator, or as a function that returns its last state or all of them; and a **plain
function**, such as a loss. Parameters are matched by well-known names (`NAMES`), the others by their position. Nothing
else is guessed: a program of another shape gets a message with an adapter.
"""

from typing import NamedTuple

import numpy as np

from pegasos_edu.algorithms import steps
from pegasos_edu.check.adapters import adapter_for
from pegasos_edu.check.failures import Failed
from pegasos_edu.check.names import NAMES
from pegasos_edu.check.programs import Fields, Unreadable

# What is none of the roles, so that it does not stand for one by its position.
OTHERS = "seed rng random_state generator verbose tol eps epsilon kernel project projection C".split()
ALL_ROLES = ("X", "y", "lam", "draws")
STEP_ROLES = {
    steps.LinearStep: ("w", "x", "y", "eta", "lam"),
    steps.BatchStep: ("w", "X", "y", "eta", "lam"),
    steps.BiasStep: ("w", "b", "x", "y", "eta", "lam"),
    steps.ScaledStep: ("a", "v", "x", "y", "eta", "lam", "t"),
    steps.KernelStep: ("alpha", "K", "y", "i", "t", "lam"),
    steps.DualStep: ("w", "alpha", "x", "y", "lam", "m"),
}


class Shape(NamedTuple):
    """How a program is called."""

    kind: str  # "step", "all" or "function"
    roles: dict  # name of a parameter -> its role
    notes: tuple = ()

    def arguments(self, values):
        """Return what is passed, by the program's own names."""
        return {name: values[role] for name, role in self.roles.items()}


def shape_of(program, task):
    """Return the shape of a program.

    Parameters
    ----------
    program : Program
    task : Task

    Returns
    -------
    Shape

    Raises
    ------
    Failed
        If it is of none of the shapes; the message holds an adapter.
    """
    if not task.is_algorithm:
        return _matched(program, task, "function", _roles_of_function(task))
    kind = _kind(program, task)
    roles = STEP_ROLES[task.step] if kind == "step" else all_roles(task)
    return _matched(program, task, kind, roles)


def all_roles(task):
    """Return the roles of a program that takes all steps: of one with a kernel the Gram matrix comes first."""
    return ("K", *ALL_ROLES[1:]) if task.step.is_kernel else ALL_ROLES


def step_roles(task):
    """Return the roles of a program that takes one step, None if no lesson has one of this kind."""
    return STEP_ROLES.get(task.step)


def any_step(task):
    """Return the shape of a program that takes one step by ``*args``."""
    return Shape("step", {role: role for role in step_roles(task)})


def _roles_of_function(task):
    return tuple(task.parameters)


def _kind(program, task):
    """Whether an algorithm's program takes one step or all steps; only what it declares is looked at."""
    names = [one.name for one in program.parameters]
    roles = step_roles(task)
    if program.is_class:
        words = f"{program.name} is a class that does not read the draws from a parameter or from self.draws"
        raise Failed("shape", words, adapter=adapter_for(program, task))
    if program.is_generator or _has(names, "draws") or roles is None or names and names[0] in NAMES["X"]:
        return "all"
    required = sum(not one.has_default for one in program.parameters)
    if names and names[0] in NAMES[roles[0]] or required == len(roles):
        return "step"
    return "all"


def _has(names, role):
    return any(name in NAMES[role] for name in names)


def _matched(program, task, kind, roles):
    """Each role by a well-known name, then the rest by position; what is left over must have a default."""
    if program.takes_any:
        return Shape(kind, dict(zip(roles, roles)))
    names = [one.name for one in program.parameters]
    found = {}
    for role in roles:
        known = next((name for name in names if name in NAMES.get(role, (role,)) and name not in found), None)
        if known:
            found[known] = role
    left = [role for role in roles if role not in found.values()]
    free = sorted((one for one in program.parameters if one.name not in found), key=lambda one: one.has_default)
    extra = {"all": ("T", "k", "epochs"), "step": ("t",)}.get(kind, ())
    for role in extra:
        known = next((one for one in free if one.name in NAMES[role] and role not in roles), None)
        if known:
            found[known.name] = role
            free.remove(known)
    places = [one for one in free if one.name not in OTHERS]
    if _fit(places, left):
        found |= {one.name: role for one, role in zip(places, left)}
        free, left = [one for one in free if one.name not in found], []
    given = found.values()  # a step that is given t knows η
    optional = [role for role in left if role in ("b", "Z") or role == "eta" and "t" in given and "lam" in given]
    if [role for role in left if role not in optional] or any(not one.has_default for one in free):
        adapter = adapter_for(program, task, roles if kind == "step" else ())
        raise Failed("shape", _explained(program, task, kind, roles), adapter=adapter)
    notes = tuple(f"`{one.name}` was left at its default" for one in free)
    return Shape(kind, {name: found[name] for name in names if name in found}, notes)


def _fit(free, left):
    """Whether the parameters that are free stand for the roles that are left: as many of them as must be given."""
    required = sum(not one.has_default for one in free)
    return bool(left) and required <= len(left) <= len(free)


def _explained(program, task, kind, roles):
    got = ", ".join(one.name for one in program.parameters) or "no parameters"
    wanted = f"({', '.join(roles)})"
    if task.is_algorithm and kind == "all" and (step := step_roles(task)):
        wanted += f" for all steps or ({', '.join(step)}) for one step"
    return f"it must take {wanted}, got ({got})"


# What comes back


class Returned(NamedTuple):
    """The state in a value."""

    w: np.ndarray  # as one row
    b: float | None = None


def places_in(value, size, has_bias):
    """Return where in a tuple w and b are, None for b if there is none; () if w is nowhere, or in several places.

    Parameters
    ----------
    value : tuple
    size : int
        How many entries w has.
    has_bias : bool
        Whether a number beside w may be a bias only if nothing else is beside it.
    """
    arrays = [n for n, one in enumerate(value) if _is_state(one, size)]
    numbers = [n for n, one in enumerate(value) if isinstance(one, np.ndarray) and one.size == 1 and size > 1]
    if len(arrays) != 1 or has_bias and len(value) > 2:
        return ()
    return arrays[0], numbers[0] if len(value) == 2 and numbers else None


def state_in(value, size, has_bias, places=None):
    """Return the state in what a program returned or yielded.

    Parameters
    ----------
    value : as `programs.plain` makes it
        An array; (w, b) or (b, w); a step with a field w; or a tuple in which one array is the state.
    size : int
        How many entries the state has.
    has_bias : bool
        Whether a number beside the state may be a bias only if nothing else is beside it.
    places : (int, int or None), optional
        Where in a tuple w and b are, as `places_in` found in another run: a list of losses may have any length.

    Returns
    -------
    Returned or None
        None if there is no array of this size, or several.
    """
    if isinstance(value, np.ndarray):
        return Returned(value.ravel()) if value.size == size else None
    if isinstance(value, Fields):
        names = [name for name in ("w", "alpha") if name in value] or value
        w = next((value[name] for name in names if _is_state(value[name], size)), None)
        b = next((float(value[name]) for name in NAMES["b"] if name in value and np.size(value[name]) == 1), None)
        return None if w is None else Returned(w.ravel(), b)
    if isinstance(value, tuple):
        at_w, at_b = (places_in(value, size, has_bias) if places is None else places) or (len(value), None)
        if at_w >= len(value) or not _is_state(value[at_w], size):
            return None
        return Returned(value[at_w].ravel(), None if at_b is None else float(np.ravel(value[at_b])[0]))
    return None


def _is_state(value, size):
    return isinstance(value, np.ndarray) and value.size == size


def described(value):
    """Return in words what came back."""
    if value is None:
        return "None"
    if isinstance(value, Unreadable):
        return f"an object of type {value.kind}"
    if isinstance(value, Fields):
        return f"a step with the fields {', '.join(value)}"
    if isinstance(value, tuple):
        return f"a tuple of {len(value)}: " + ", ".join(map(described, value[:4]))
    return f"an array of shape {value.shape}" if value.ndim else "a number"
