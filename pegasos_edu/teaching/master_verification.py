"""Verify the checks of a master with right and wrong hand-ins."""

import ast
import inspect
import textwrap
import warnings
from contextlib import nullcontext
from functools import partial

import numpy as np

from pegasos_edu.check.calling.programs import LocalProgram
from pegasos_edu.check.shapes import STEP_FORMS, shape_of
from pegasos_edu.misconceptions import entries, task, wrong_program
from pegasos_edu.teaching.scoring import checks_of, execute, functions, run, score


def verify(assignment):
    """Try the checks with the solution, with hand-ins that solve nothing, and with the mistakes of the catalogue.

    Returns pairs of a check and the title of a mistake that passes this check, although another check of the same
    function refuses the mistake.

    Raises
    ------
    ValueError
        If the solution fails a check, a hand-in that solves nothing passes one, or a check passes although the task
        above it is not done.
    """
    for result in score(assignment, functions(assignment, "solution")):
        if not result.passed:
            words = f"got: {result.message} Correct the solution or the check."
            raise _refusal(assignment, result.check, f"the solution must pass the check {result.check.name!r}, {words}")
    for check in assignment.checks:
        _require_task(assignment, check)
    for name in assignment.written:
        for check in checks_of(assignment)[name]:
            for words, program in _doing_nothing(assignment, name):
                if _passes(assignment, check, {name: program}):
                    words = f"must fail if {name} {words}, but it passes; let it test more, such as"
                    raise _refusal(assignment, check, f"the check {check.name!r} {words} the shape of the result.")
    for words, hand_in in _solving_nothing(assignment):
        for result in score(assignment, hand_in, lambda _: nullcontext()):
            if result.passed:
                words = f"must fail if all functions {words}, but it passes; let it test more than that they agree."
                raise _refusal(assignment, result.check, f"the check {result.check.name!r} {words}")
    return [slip for name in assignment.written for slip in _mistakes_passed(assignment, name)]


def _solving_nothing(assignment):
    """Yield pairs of a description in words and a hand-in in which no function solves its task."""
    solution = functions(assignment, "solution")
    yield "return zeros", {name: _returning_zeros(solution[name]) for name in assignment.written}
    yield "return their first argument", dict.fromkeys(assignment.written, lambda *args: args[0] if args else None)
    yield "raise an error", dict.fromkeys(assignment.written, lambda *_: 1 / 0)
    yield "return nothing", dict.fromkeys(assignment.written, lambda *_: None)


def _returning_zeros(right):
    return lambda *args: _zeros(right(*args))


def _refusal(assignment, check, words):
    return ValueError(f"{assignment.path}, cell {check.number}: {words}")


def _require_task(assignment, check):
    """Raise ValueError if a check passes although the task above it is not done."""
    above = [cell for cell in assignment.cells if cell.kind == "write" and cell.number < check.number]
    if above and _passes(assignment, check, until=above[-1]):
        words = f"must fail if the task in cell {above[-1].number} is not done, but it passes"
        raise _refusal(assignment, check, f"the check {check.name!r} {words}; move it below its own task.")


def _passes(assignment, check, changed=None, until=None):
    """Return whether a check passes with the solution's functions, some of them changed."""
    space = functions(assignment, "solution", until)
    space |= changed or {}  # in place, so that the other functions of the solution call the changed ones
    try:
        run(assignment, check, space)
    except (Exception, SystemExit):
        return False
    return True


def _doing_nothing(assignment, name):
    """Yield pairs of a description in words and a function that computes nothing."""
    right = functions(assignment, "solution")[name]
    yield "is not written yet", functions(assignment, "student")[name]
    yield "returns an empty array", lambda *_: np.empty(0)
    yield "returns an array without rows", lambda *args: np.empty((0, *np.shape(right(*args))))
    yield "returns zeros", _returning_zeros(right)
    yield "returns what it was given", lambda *args: args[0] if args else None


def _zeros(value):
    return tuple(map(_zeros, value)) if isinstance(value, tuple) else np.zeros_like(value)


# The mistakes of the catalogue


def _mistakes_passed(assignment, name):
    """Yield pairs of a check and a mistake that passes it, although another check refuses the mistake with `check`."""
    checks = checks_of(assignment)[name]
    asked = {check: options for check in checks if (options := _check_options(check, name))}
    others = [check for check in checks if check not in asked]
    if not asked or not others:
        return
    first, options = next(iter(asked.values()))
    for title, program in wrong_forms(functions(assignment, "solution")[name], first, **options):

        def lets_through(check, program=program):
            return _passes(assignment, check, {name: program})

        passed = [check for check in others if lets_through(check)]
        if passed and not all(map(lets_through, asked)):
            yield from ((check, title) for check in passed)


def _check_options(cell, name):
    """Return the arguments of `wrong_forms` for the task that a cell checks with `check`; None if it does not."""
    for call in ast.walk(ast.parse(cell.source)):
        if isinstance(call, ast.Call) and ast.unparse(call.func) == "check" and ast.unparse(call.args[0]) == name:
            return ast.literal_eval(call.args[1]), {"project": "'projection'" in ast.unparse(call)}
    return None


def wrong_forms(function, name, project=False):
    """Yield the titles of the mistakes of a task, each with a program that contains the mistake.

    Each program takes the same arguments as `function`, which is right. It projects if `project` is true.
    """
    asked = task(name)
    shape = shape_of(LocalProgram(function), asked)
    has_bias = asked.is_algorithm and asked.step.has_bias
    other = [] if has_bias else ["bias"]  # parts that this program does not have
    other += ["projection"] if shape.kind == "step" else []
    for entry in entries(name):
        is_mistake = not entry.is_convention and entry.part not in other and (has_bias or not entry.column)
        if is_mistake and (shape.kind == "function" or entry.fits(shape.kind)):
            program = wrong_program(name, entry.id)
            if shape.kind == "step":
                program = as_step(program, name)
            elif shape.kind == "all":
                program = partial(_last, program, {"project": True} if project else {})
            if program:
                yield entry.title, program


def _last(program, options, *args):
    """Return the last state of an algorithm."""
    with warnings.catch_warnings(action="ignore"), np.errstate(all="ignore"):
        *_, last = program(*args, **options)
    return getattr(last, "alpha", last.w)


def as_step(program, name):
    """Return one step of an algorithm as a function; None if the right algorithm has the same step."""
    form = STEP_FORMS[task(name).step]
    given = {"t", "eta"} if "eta" in form.takes else {"t"}
    body = _within_loop(program, given)
    if body == _within_loop(task(name).reference, given) and program is not task(name).reference:
        return None
    result = f"{form.number}, {form.array}" if form.number else form.array
    lines = [*_before_step(form.takes), *body.splitlines(), f"return {result}"]
    source = f"def step({', '.join(form.takes)}):\n" + textwrap.indent("\n".join(lines), "    ")
    space = dict(program.__globals__) | {"project": False}
    execute(source, "a step", space)
    return space["step"]


def _before_step(takes):
    """Yield statements that compute the names in an algorithm's loop from the arguments of one step."""
    if "x" in takes:
        yield "X, y, i = x[None], np.array([y]), 0"
    elif "X" in takes:
        yield "A = np.arange(len(y))"
    if "v" in takes:
        yield "v, nu = v.copy(), 0.0"
    if "t" not in takes:
        yield "t = round(1 / (eta * lam)) if eta * lam else 2"
    elif "eta" not in takes:
        yield "eta = 1 / (lam * (t - 1)) if t > 1 else 0.0"


def _within_loop(program, given):
    """Return the statements of a step without its `yield` and without those that compute a parameter."""
    tree = ast.parse(textwrap.dedent(inspect.getsource(program)))
    loop = next(node for node in ast.walk(tree) if isinstance(node, ast.For))
    return "\n".join(ast.unparse(node) for node in loop.body if not _shows(node) and not _sets(node) <= given)


def _shows(node):
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Yield)


def _sets(node):
    """Return the names that an assignment sets; {""} for any other statement."""
    names = {part.id for part in ast.walk(node) if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store)}
    return names if isinstance(node, (ast.Assign, ast.AugAssign)) and names else {""}
