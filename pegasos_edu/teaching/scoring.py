"""Score a hand-in to an assignment: run each check with the learner's functions.

The functions stand in a namespace, name -> function. A function in another process is a `Program` that can be called.
"""

import inspect
import linecache
import traceback
import warnings
from contextlib import contextmanager
from functools import partial
from hashlib import sha256
from typing import Any, NamedTuple

from pegasos_edu.check.failures import Failed
from pegasos_edu.check.programs import Program
from pegasos_edu.check.report import Report
from pegasos_edu.check.unwritten import missing_in
from pegasos_edu.teaching.borrowing import modules_used
from pegasos_edu.teaching.masters import Cell, read_master
from pegasos_edu.teaching.sandbox.limits import limited

ALLOWED = (
    "common",
    "algorithms.inputs",
    "algorithms.rows",
    "algorithms.steps",
    "datasets",
)  # a learner need not write these


class Scored(NamedTuple):
    """A check that was run."""

    check: Cell
    points: int  # that it gave: all or none
    message: str  # for the learner; "" where it gave its points
    report: Any = None  # the `Report` that says what is wrong, where there is one
    was_ended: bool = False  # whether the program was stopped, or ended Python

    @property
    def passed(self):
        """Whether it gave its points."""
        return self.points > 0


def score(assignment, namespace, put_in=None):
    """Run all checks of an assignment.

    A check is about the function that is written last of those that it uses. For all that are written before, the
    solution's are put in, so that one mistake costs its own points only. If that fails, the learner's own are tried:
    a ``step`` with other parameters fits the loop that was written for it.

    Parameters
    ----------
    assignment : Assignment
    namespace : dict
        The learner's functions by their names; it is not changed.
    put_in : callable, optional
        Given a source, and names that it defines, it returns a context manager within which the learner's program has
        these functions instead of its own. If left out, they are put in among the globals of the learner's function.

    Returns
    -------
    list of Scored
        In the order of the checks. An exception of the learner's is never raised; the message describes it.
    """
    return [scored(assignment, check, namespace, put_in) for check in assignment.checks]


def scored(assignment, check, namespace, put_in=None):
    """Run one check; parameters as for `score`."""
    *_, name = assignment.used(check)
    if not callable(namespace.get(name)):
        return Scored(check, 0, f"There must be a function {name}, got none; define it as in the notebook.")
    earlier = assignment.before(name)
    put_in = put_in or partial(_put_in, namespace[name])
    found = _tried(assignment, check, namespace, earlier, put_in)
    if found.passed or not earlier or found.was_ended:
        return found
    own = _tried(assignment, check, namespace, (), put_in)
    return own if own.passed else found


def _tried(assignment, check, namespace, earlier, put_in):
    """Run one check with the solution's functions for all that was written earlier."""
    references = functions(assignment, "solution") if earlier else {}
    space = namespace | {name: references[name] for name in earlier}
    try:
        with put_in(assignment.solutions(earlier), earlier):  # the process of a hand-in gets no others
            for name in set(assignment.used(check)).difference(earlier):
                if reason := _reason_against(space.get(name)):
                    return Scored(check, 0, reason)
            run(assignment, check, space)
    except (Exception, SystemExit) as error:
        return Scored(check, 0, *_told(error), was_ended=_is_end(error))
    return Scored(check, check.points, "")


def _is_end(error):
    """Whether a program was stopped, or ended Python."""
    said = error.args[0] if error.args else None
    failed = said.failed if isinstance(said, Report) else error
    return isinstance(failed, Failed) and failed.kind in ("time", "exit")


@contextmanager
def _put_in(function, source, names):
    """Exchange the functions of these names that a function uses; parameters as for `score`."""
    space = getattr(inspect.unwrap(function), "__globals__", {})
    own, defined = dict(space), {"__name__": space.get("__name__")}
    if names:
        execute(source, "solution", defined)
    space.update({name: defined[name] for name in names})
    try:
        yield
    finally:
        for name in names:
            space.pop(name)
        space.update({name: own[name] for name in names if name in own})


def run(assignment, check, namespace):
    """Run the code of a check as it stands, with all that it raises; parameters as for `score`."""
    space = {"__name__": "checks"}
    with limited(), warnings.catch_warnings(action="ignore"):  # of the learner's numbers, which are looked at
        execute(assignment.given, "given", space)
        space |= {name: namespace[name] for name in assignment.written if name in namespace}
        execute(check.source, check.name, space)


def require(assignment, name, namespace):
    """Run the hidden check of a name and raise what it says, if it fails: for graders that run a notebook.

    Parameters
    ----------
    assignment : str
        The name of a master of the course, such as "A2".
    name : str
        Of the check.
    namespace : dict
        The learner's functions; ``globals()`` in a notebook.

    Raises
    ------
    AssertionError
        With the message for the learner.
    """
    assignment = read_master(assignment)
    (check,) = (check for check in assignment.checks if check.name == name)
    found = scored(assignment, check, namespace)
    if not found.passed:
        raise AssertionError(found.message)


def functions(assignment, version):
    """What the cells of an assignment define.

    Parameters
    ----------
    assignment : Assignment
    version : {"student", "solution"}
        As it is handed out, or with the solutions.

    Returns
    -------
    dict
        Name -> value, for `score`.
    """
    space = {"__name__": "handed_in"}
    execute(assignment.given, "given", space)
    for cell in assignment.cells:
        if cell.kind == "write":
            execute(getattr(cell, version), f"{assignment.name} cell {cell.number}", space)
    return space


def execute(source, name, space):
    """Run a source in a namespace, so that its lines are known to those who read programs."""
    file = f"<{name} {sha256(source.encode()).hexdigest()[:8]}>"
    linecache.cache[file] = len(source), None, source.splitlines(keepends=True), file
    exec(compile(source, file, "exec"), space)


def _reason_against(function):
    """Why a function gets no points without being run; "" if nothing speaks against it."""
    is_here = not isinstance(function, Program)  # the process of a hand-in refuses by itself what is not its own
    borrowed = [module for module in modules_used(function) if not _is_allowed(module)] if is_here else []
    if borrowed:
        return f"It uses {borrowed[0]}, which already has what you should write; write it yourself."
    missing = missing_in(function) if is_here else function.missing()
    return missing and f"Not written yet: {missing}."


def _is_allowed(module):
    return module.removeprefix("pegasos_edu").removeprefix(".").startswith(ALLOWED)


def _told(error):
    """What is said of a check that failed, and the report, if it has one."""
    if isinstance(error, AssertionError):
        said = error.args[0] if error.args else f"This must hold: {_line(error)}"
        return str(said), said if isinstance(said, Report) else None
    if isinstance(error, Failed):
        return f"It failed: {error}.", None
    return f"It failed: {type(error).__name__}: {error} (in {_line(error)})", None


def _line(error):
    """The last line of a check or of the learner's at which it happened."""
    lines = [frame.line for frame in traceback.extract_tb(error.__traceback__) if frame.filename.startswith("<")]
    return lines[-1] if lines else "a call"
