"""Score a hand-in to an assignment: run each check with the learner's functions.

A namespace maps names to the functions. A function in another process is a `Program` that can be called.
"""

import inspect
import linecache
import traceback
import types
import warnings
from contextlib import ExitStack, contextmanager
from functools import cache, partial
from hashlib import sha256
from typing import Any, NamedTuple

from pegasos_edu.check.calling.failures import Failed
from pegasos_edu.check.calling.missing_parts import missing_in
from pegasos_edu.check.calling.programs import Program, is_theirs
from pegasos_edu.check.report import Report
from pegasos_edu.check.sandbox.limits import limited_check
from pegasos_edu.check.worker.stand_ins import REAL
from pegasos_edu.teaching.masters import Cell, read_master

UNDO = "_pegasos_edu_undo"  # the name in a notebook under which `use_reference` keeps what undoes it


class Scored(NamedTuple):
    """Hold the result of a check."""

    check: Cell
    points: int  # all points of the check, or 0
    message: str  # the message for the learner; "" if the check passed
    report: Any = None  # the `Report` that says what is wrong, if there is one
    was_ended: bool = False  # whether the program was stopped, or ended Python
    replaced: tuple = ()  # the earlier functions that the solution's functions replaced

    @property
    def passed(self):
        """Return whether the check gave its points."""
        return self.points > 0


def score(assignment, namespace, put_in=None):
    """Run all checks of an assignment, and return a list of `Scored`.

    Each check is about one function: the last function of the notebook that the check uses. The learner's functions
    from earlier tasks are used if they are right. Otherwise the solution's functions stand in for them, so that each
    mistake costs points only once.

    Parameters
    ----------
    assignment : Assignment
    namespace : dict
        Maps names to the learner's functions; it is not changed.
    put_in : callable, optional
        Takes the names of functions of the solution. Returns a context manager, within which the learner's program uses
        these functions instead of its own. The default replaces globals of the learner's function.
    """
    return list(scores(assignment, namespace, put_in))


def scores(assignment, namespace, put_in=None, known=()):
    """Yield what `score` returns, without the checks in `known`, a dictionary from checks to their results."""
    known = dict(known)
    for check in [check for check in assignment.checks if check not in known]:
        if check not in known:
            known[check] = scored(assignment, check, namespace, put_in, known)
        yield known[check]


def scored(assignment, check, namespace, put_in=None, known=None):
    """Run one check; `known` maps checks to their results, and the other parameters are those of `score`."""
    *_, name = assignment.used(check)
    if not callable(namespace.get(name)):
        return Scored(check, 0, f"There must be a function {name}, got none; define it as in the notebook.")
    put_in, known = put_in or partial(_put_in, assignment, namespace[name]), {} if known is None else known
    earlier = assignment.before(name)
    wrong = tuple(task for task in earlier if not _is_right(assignment, task, namespace, put_in, known))
    first = _try(assignment, check, namespace, wrong, put_in)
    if first.passed or wrong == earlier or first.was_ended:
        return first
    other = _try(assignment, check, namespace, earlier, put_in)
    return other if other.passed else first


def _is_right(assignment, name, namespace, put_in, known):
    """Return whether a function passes the checks that learners can run, or the hidden ones if it has no others."""
    checks = checks_of(assignment)[name]
    for check in [check for check in checks if check.kind == "check"] or checks:
        if check not in known:
            known[check] = scored(assignment, check, namespace, put_in, known)
        if not known[check].passed:
            return False
    return callable(namespace.get(name))


@cache
def checks_of(assignment):
    """Return the checks about each function, which is the last one that they use."""
    checks = {name: [] for name in assignment.written}
    for check in assignment.checks:
        checks[assignment.used(check)[-1]].append(check)
    return checks


def _try(assignment, check, namespace, replaced, put_in):
    """Run one check with the solution's functions instead of the functions in `replaced`."""
    references = functions(assignment, "solution") if replaced else {}
    space = namespace | {name: references[name] for name in replaced}
    try:
        with put_in(replaced):
            for name in set(assignment.used(check)).difference(replaced):
                if reason := _reason_against(space.get(name)):
                    return Scored(check, 0, reason, replaced=replaced)
            run(assignment, check, space)
    except (Exception, SystemExit) as error:
        said = error.args[0] if error.args else None
        failed = said.failed if isinstance(said, Report) else error
        was_ended = isinstance(failed, Failed) and failed.kind in ("time", "exit")
        return Scored(check, 0, *_words(error), was_ended, replaced)
    return Scored(check, check.points, "", replaced=replaced)


@contextmanager
def _put_in(assignment, function, names):
    """Replace the functions with these names in the globals of `function`; see `score`."""
    space = _globals(function)
    copied, defined = dict(space), {"__name__": space.get("__name__")}
    if names:  # with the functions before them, which they may call
        last = max(map(assignment.written.index, names))
        execute(assignment.solutions(assignment.written[: last + 1]), "solution", defined)
    space.update({name: defined[name] for name in names})
    try:
        yield
    finally:
        for name in names:
            if space.get(name) is defined[name]:
                del space[name]
                space.update({name: copied[name]} if name in copied else {})


def _globals(function):
    return getattr(inspect.unwrap(function), "__globals__", {})


def run(assignment, check, namespace):
    """Run the code of a check, and let its errors through; the parameters are those of `score`."""
    space = {"__name__": "checks"}
    with limited_check(), warnings.catch_warnings(action="ignore"):  # about the learner's numbers, which are checked
        execute(assignment.given_source, "given", space)
        space |= {name: namespace[name] for name in assignment.written if name in namespace}
        execute(check.source, check.name, space)


def functions(assignment, version, until=None):
    """Return the names that the cells of an assignment define, in the "student" or the "solution" version.

    If the cell `until` is given, only the cells before it are run.
    """
    space = {"__name__": "handed_in"}
    execute(assignment.given_source, "given", space)
    for cell in assignment.cells:
        if cell.kind == "write" and (until is None or cell.number < until.number):
            execute(getattr(cell, version), f"{assignment.name} cell {cell.number}", space)
    return space


def execute(source, name, space):
    """Run a source in a namespace, so that `inspect` finds its lines."""
    file = f"<{name} {sha256(source.encode()).hexdigest()[:8]}>"
    linecache.cache[file] = len(source), None, source.splitlines(keepends=True), file
    exec(compile(source, file, "exec"), space)


# Functions for graders that run a notebook or its tests; they find checks of the course by name


def require(assignment, name, namespace):
    """Run a hidden check of the course with the functions in a namespace, such as ``globals()``.

    Raises
    ------
    AssertionError
        If the check fails; the text of the error is the message for the learner.
    """
    _undo(namespace)
    assignment = read_master(assignment)
    result = scored(assignment, _named(assignment, name), namespace)
    if not result.passed:
        raise AssertionError(result.message)


@contextmanager
def with_reference(assignment, name, **used):
    """Replace the learner's earlier functions by the solution's for a check of the course, as `score` does.

    Yields the functions that the check should use. These are the learner's own if the package holds no masters, as in
    the wheel for learners.
    """
    try:
        assignment = read_master(assignment)
        check = _named(assignment, name)
    except (ValueError, OSError):
        yield tuple(used.values())
        return
    last = list(used.values())[-1]
    written = {key: value for key, value in _globals(last).items() if key in assignment.written}
    result = scored(assignment, check, written | used)
    references = functions(assignment, "solution") if result.replaced else {}
    functions_to_use = tuple(references[key] if key in result.replaced else value for key, value in used.items())
    with _put_in(assignment, last, result.replaced):
        yield functions_to_use


def use_reference(assignment, name, namespace):
    """Replace the earlier functions in the globals of a notebook as `with_reference` does, until the next check."""
    _undo(namespace)
    master = read_master(assignment)
    used = {key: namespace.get(key) for key in master.used(_named(master, name))}
    namespace[UNDO] = ExitStack()
    namespace[UNDO].enter_context(with_reference(assignment, name, **used))


def _undo(namespace):
    """Undo the last `use_reference` in a notebook."""
    namespace.pop(UNDO, ExitStack()).close()


def _named(assignment, name):
    (check,) = (check for check in assignment.checks if check.name == name)  # ValueError for another version's
    return check


# Words


def _reason_against(function):
    """Return why a function gets no points even before it runs; "" if it may run."""
    is_here = not isinstance(function, Program)  # in another process, the process itself refuses borrowed functions
    borrowed = [module for module in modules_used(function) if not _is_allowed(module)] if is_here else []
    if borrowed:
        return f"It uses {borrowed[0]}, which already does what you should write; write it yourself."
    missing = missing_in(function) if is_here else function.missing()
    return missing and f"Not written yet: {missing}."


def _is_allowed(module):
    return module.removeprefix("pegasos_edu").removeprefix(".").startswith(REAL)


def modules_used(function):
    """Return the modules of this package that a learner's function uses, directly or through other functions."""
    todo, known, used = [function], [], {}
    while todo:
        value = todo.pop()
        inner = inspect.unwrap(value) if callable(value) else value
        module = value.__name__ if isinstance(value, types.ModuleType) else getattr(inner, "__module__", None)
        if isinstance(module, str) and module.split(".")[0] == "pegasos_edu":
            used[module] = None
        elif isinstance(value, (dict, list, tuple)):
            todo += [entry for entry in (value.values() if isinstance(value, dict) else value) if callable(entry)]
        elif isinstance(value, partial):
            todo.append(value.func)
        elif isinstance(value, type) and module != "builtins":
            todo += [method for method in vars(value).values() if inspect.isfunction(method)]
        elif inspect.isfunction(value) and value not in known and is_theirs(value.__code__.co_filename):
            known.append(value)
            names, space = {name for code in _codes(value.__code__) for name in code.co_names}, value.__globals__
            used |= dict.fromkeys(name for name in names - set(space) if name.split(".")[0] == "pegasos_edu")
            todo += [space[name] for name in names if name in space]
            todo += inspect.getclosurevars(value).nonlocals.values()
    return list(used)


def _codes(code):
    """Return a code object and the code objects within it."""
    return [code, *(inner for part in code.co_consts if isinstance(part, types.CodeType) for inner in _codes(part))]


def _words(error):
    """Return the message about a check that failed, and its report or None."""
    if isinstance(error, AssertionError):
        said = error.args[0] if error.args else f"This must hold: {_line(error)}"
        return str(said), said if isinstance(said, Report) else None
    if isinstance(error, Failed):
        return f"It failed: {error}.", None
    return f"It failed: {type(error).__name__}: {error} (in {_line(error)})", None


def _line(error):
    """Return the last line of the check, or of the learner's code, through which an error passed."""
    lines = [frame.line for frame in traceback.extract_tb(error.__traceback__) if frame.filename.startswith("<")]
    return lines[-1] if lines else "a call"
