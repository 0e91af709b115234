"""Find out which of the declared shapes a learner's program has, and how it is called.

The shapes are: **one step**, ``step(w, x, y, eta, lam)`` and its relatives (`STEP_FORMS`); **all steps**,
``(X, y, lam, draws)``, as a generator, or as a function that returns its last state or all of them; and a **plain
function**, such as a loss. Parameters are matched by well-known names, the others by their position, and then the
report says so (``parts/matching.py``). Nothing else is guessed: the report on a program of another shape shows an
adapter.
"""

from typing import NamedTuple

from pegasos_edu.algorithms import step_types
from pegasos_edu.check.adapters import adapter_for, adapter_of_dictionary
from pegasos_edu.check.calling.failures import Failed
from pegasos_edu.check.parts import matching
from pegasos_edu.check.parts.observing import DrawsByItself
from pegasos_edu.check.parts.returned import ReturnedDictionary

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
    by_position: tuple = ()  # the names whose role comes from their position

    def arguments(self, values):
        """Return the arguments of a call by the program's own names."""
        return {name: values[role] for name, role in self.roles.items()}


def shape_of(program, task):
    """Return the `Shape` of a `Program` for a task; raise `Failed`, with an adapter, if it has none of the shapes."""
    if not task.is_algorithm:
        return _matched(program, task, "function", tuple(task.parameters))
    if program.is_class:
        words = f"{program.name} is a class that does not read the draws from a parameter or from self.draws"
        raise Failed("shape", words, adapter=adapter_for(program, task))
    kind = matching.kind_of(program.parameters, step_roles(task), program.is_generator)
    return _matched(program, task, kind, step_roles(task) if kind == "step" else all_roles(task))


def readings(shape):
    """Yield the other shapes of a program of one step: its counter may have been read as η, or its η as a counter.

    They are worth a try if the program is not right as it was read first.
    """
    if shape.kind == "step":
        match = matching.Match([*shape.roles.items()], [*shape.by_position], [*shape.notes])
        yield from (_shape("step", other) for other in matching.other_readings(match))


def called_as(program, shape):
    """Return the sentence that says how a program was called."""
    return matching.called_as(program.name, [*shape.roles.items()])


def adapter_after(failed, program, task, shape):
    """Return the failure of a program that ran, with an adapter if its shape may be the reason.

    That is so if it returned a dictionary, draws by itself, or cannot compute with an argument whose role comes from
    its position.
    """
    if isinstance(failed, ReturnedDictionary):
        adapter = adapter_of_dictionary(program, [*shape.roles.values()], failed.keys)
        return Failed("shape", failed.words, adapter=adapter)
    if isinstance(failed, DrawsByItself):
        return Failed("shape", failed.words, adapter=adapter_for(program, task))
    kind = failed.words.split(":")[0]
    is_of_types = kind in ("TypeError", "AttributeError", "IndexError") or "truth value" in failed.words
    if failed.kind != "exception" or not shape.by_position or not is_of_types:
        return failed
    said = " and ".join(matching.notes_on([(name, shape.roles[name]) for name in shape.by_position]))
    adapter = adapter_for(program, task, step_roles(task) if shape.kind == "step" else ())
    return Failed("shape", f"{said}, and then it fails with {failed.words.rstrip('.')}", failed.line, adapter)


def all_roles(task):
    """Return the roles of a program that takes all steps; if it has a kernel, the Gram matrix takes the place of X."""
    return ("K", *ALL_ROLES[1:]) if task.step.is_kernel else ALL_ROLES


def step_roles(task):
    """Return the roles of a program that takes one step; () if no lesson has a step of this kind."""
    return STEP_FORMS[task.step].takes if task.step in STEP_FORMS else ()


def any_step(task):
    """Return the shape of a program that takes one step by ``*args``."""
    return Shape("step", {role: role for role in step_roles(task)})


def _matched(program, task, kind, roles):
    """Return the shape of a program of a kind that must take some roles."""
    if program.takes_any:
        return Shape(kind, dict(zip(roles, roles)))
    match = matching.matched(program.parameters, roles, kind)
    if match.roles is None:
        in_step = step_roles(task) if task.is_algorithm and kind == "all" else ()
        adapter = adapter_for(program, task, roles if kind != "all" else ())
        raise Failed("shape", matching.must_take(program.parameters, roles, in_step), adapter=adapter)
    return _shape(kind, match)


def _shape(kind, match):
    return Shape(kind, dict(match.roles), tuple(match.notes), tuple(match.by_position))
