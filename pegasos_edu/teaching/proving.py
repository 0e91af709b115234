"""Prove a master: try hand-ins that are not right against its checks."""

import ast
import inspect
import textwrap
import warnings
from functools import partial

import numpy as np

from pegasos_edu.check.programs import LocalProgram
from pegasos_edu.check.shapes import shape_of
from pegasos_edu.misconceptions import entries, task, wrong_program
from pegasos_edu.teaching.scoring import execute, functions, run, score

ONE = "X, y, i, t = x[None], np.array([y]), 0, round(1 / (eta * lam)) if eta * lam else 2"
STEPS = {  # what stands around one step of an algorithm in a function for one step: parameters, before it, result
    "hinge": ("w, x, y, eta, lam", ONE, "w"),
    "logistic": ("w, x, y, eta, lam", ONE, "w"),
    "minibatch": ("w, X, y, eta, lam", "A, t = np.arange(len(y)), round(1 / (eta * lam))", "w"),
    "scaled": ("a, v, x, y, eta, lam, t", "X, y, i, v, nu = x[None], np.array([y]), 0, v.copy(), 0.0", "a, v"),
    "kernelized": ("alpha, K, y, i, t, lam", "eta = 1 / (lam * (t - 1)) if t > 1 else 0.0", "alpha"),
}


def prove(assignment):
    """Try the solution, hand-ins that do nothing, and the mistakes of the catalogue.

    Parameters
    ----------
    assignment : Assignment

    Returns
    -------
    list of (Cell, str)
        A check, and the title of a mistake that passes it, although another check of the same function refuses it.

    Raises
    ------
    ValueError
        Unless the solution passes all checks, and no check is passed by a hand-in that does nothing.
    """
    for found in score(assignment, functions(assignment, "solution")):
        if not found.passed:
            raise ValueError(
                f"{assignment.path}, cell {found.check.number}: the solution must pass the check {found.check.name!r}, "
                f"got: {found.message} Correct one of the two."
            )
    for name in assignment.written:
        for check in _checks_of(assignment, name):
            for words, program in _doing_nothing(assignment, name):
                if _passes(assignment, check, name, program):
                    raise ValueError(
                        f"{assignment.path}, cell {check.number}: the check {check.name!r} must fail where {name} "
                        f"{words}, got that it passes; let it ask for more, also for the shape of the result."
                    )
    return [slip for name in assignment.written for slip in _mistaken(assignment, name)]


def _checks_of(assignment, name):
    """The checks of a function: those that use no function which is written later."""
    return [check for check in assignment.checks if assignment.used(check)[-1] == name]


def _passes(assignment, check, name, program):
    """Whether a check gives its points to a solution in which one function is another one."""
    space = functions(assignment, "solution")
    space[name] = program  # for the functions of the solution that call it, too
    try:
        run(assignment, check, space)
    except (Exception, SystemExit):
        return False
    return True


def _doing_nothing(assignment, name):
    """Functions that take nothing in hand, with what they do in words."""
    right = functions(assignment, "solution")[name]
    yield "is not written yet", functions(assignment, "student")[name]
    yield "returns an empty array", lambda *_: np.empty(0)
    yield "returns an array without rows", lambda *args: np.empty((0, *np.shape(right(*args))))
    yield "returns zeros", lambda *args: _zeros(right(*args))
    yield "returns what it was given", lambda *args: args[0] if args else None


def _zeros(value):
    return tuple(map(_zeros, value)) if isinstance(value, tuple) else np.zeros_like(value)


# The mistakes of the catalogue


def _mistaken(assignment, name):
    """The checks of a function that a mistake passes although `check`, in another check, refuses it."""
    checks = _checks_of(assignment, name)
    asked = {check: options for check in checks if (options := _asked(check, name))}
    others = [check for check in checks if check not in asked]
    if not asked or not others:
        return
    about, options = next(iter(asked.values()))
    for title, program in wrong_forms(functions(assignment, "solution")[name], about, **options):
        passed = [check for check in others if _passes(assignment, check, name, program)]
        if passed and not all(_passes(assignment, check, name, program) for check in asked):
            yield from ((check, title) for check in passed)


def _asked(cell, name):
    """The task as which `check` is asked about a function in a check, with options of the program; or None."""
    for call in ast.walk(ast.parse(cell.source)):
        if isinstance(call, ast.Call) and ast.unparse(call.func) == "check" and ast.unparse(call.args[0]) == name:
            return ast.literal_eval(call.args[1]), {"project": "'projection'" in ast.unparse(call)}
    return None


def wrong_forms(function, name, project=False):
    """Yield the mistakes of a task, each with a program that makes it and is called as a function is.

    Parameters
    ----------
    function : callable
        That is right.
    name : str
        Of the task.
    project : bool
        Whether the programs project.

    Yields
    ------
    (str, callable)
        The title of the mistake, and the program.
    """
    about = task(name)
    shape = shape_of(LocalProgram(function), about)
    other = [] if about.is_algorithm and about.step.has_bias else ["bias"]  # what is not in such a program
    other += ["projection"] if shape.kind == "step" else []
    for entry in entries(name):
        is_mistake = not entry.is_convention and entry.part not in other
        if is_mistake and (shape.kind == "function" or entry.fits(shape.kind)):
            program = wrong_program(name, entry.id)
            if shape.kind == "step":
                program = as_step(program, name)
            elif shape.kind == "all":
                program = partial(_last, program, {"project": True} if project else {})
            if program:
                yield entry.title, program


def _last(program, options, *args):
    """What an algorithm leaves."""
    with warnings.catch_warnings(action="ignore"), np.errstate(all="ignore"):
        *_, last = program(*args, **options)
    return getattr(last, "alpha", last.w)


def as_step(program, name):
    """Return one step of an algorithm as a function; None if it is the same as that of the right one."""
    given = {"t"} if name == "kernelized" else {"t", "eta"}
    body = _within_loop(program, given)
    if body == _within_loop(task(name).reference, given) and program is not task(name).reference:
        return None
    parameters, before, result = STEPS[name]
    source = f"def step({parameters}):\n    {before}\n{textwrap.indent(body, '    ')}\n    return {result}"
    space = dict(program.__globals__) | {"project": False}
    execute(source, "a step", space)
    return space["step"]


def _within_loop(program, given):
    """What an algorithm does in a step: without what it shows, and without the numbers that a step is given."""
    tree = ast.parse(textwrap.dedent(inspect.getsource(program)))
    loop = next(node for node in ast.walk(tree) if isinstance(node, ast.For))
    return "\n".join(ast.unparse(node) for node in loop.body if not _shows(node) and not _sets(node) <= given)


def _shows(node):
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Yield)


def _sets(node):
    """The names that an assignment sets; of anything else a name that is none."""
    names = {part.id for part in ast.walk(node) if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store)}
    return names if isinstance(node, (ast.Assign, ast.AugAssign)) and names else {""}
