"""Record a running algorithm line by line: which lines each step executed, and the numbers in them.

The algorithm runs unchanged under Python's trace function, and `record` notes each line as it is executed. In the
middle of a step the weights are those that the algorithm would yield there: the arguments of its ``yield``, taken at
that line.

A line has a place in the `Listing`, and a formula with holes (``trace/numbers.py``). A `Hole` has a key, under which
its value is noted, and the code of its expression, which is evaluated before the line runs or, if ``after``, when it
has run. The keys `TAKEN` and `STATE` have no code: whether the condition of the line held, and the weights.
"""

import ast
import inspect
import sys
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from pegasos_edu.algorithms.step_types import STEPS, copied
from pegasos_edu.common.progress import bar
from pegasos_edu.common.time_limit import TimeLimit
from pegasos_edu.common.validation import excerpt
from pegasos_edu.trace.listing import Listing
from pegasos_edu.trace.numbers import SAFE_FUNCTIONS, STATE, TAKEN, Hole, as_recorded, formula

MAX_SECONDS = 5.0  # for one step
MAX_LINES = 200  # recorded in one step: the first lines, and the last one
MIN_STEPS_FOR_BAR = 2_000  # for a progress bar


class Moment(NamedTuple):
    """Record a line that was executed."""

    line: int  # its place in the listing, from 0
    changes: dict  # the values that changed, under the keys of the holes


class Recording(NamedTuple):
    """Hold a run of an algorithm, line by line."""

    listing: Listing
    formulas: dict  # the pieces of the formula (`numbers.formula`) of each line of the listing
    moments: list  # the moments of the set-up and of each step
    steps: list  # the steps, with copies of their arrays


def record(run, see=None, seconds=MAX_SECONDS):
    """Run an algorithm and record every line.

    Parameters
    ----------
    run : Run
        From ``run(algorithm, X, y, lam=…)``; with an algorithm of the package, or your own of the same shape.
    see : callable, optional
        Takes a step, or the step that the algorithm would yield at this line, and returns a dict of values to record;
        the weights (`numbers.STATE`) by default.
    seconds : float
        The time limit of one step (`TimeLimit`).

    Returns
    -------
    Recording

    Raises
    ------
    RuntimeError
        If the algorithm raises an error, does not end, or yields too few, too many or invalid steps; the message
        names the line.
    ValueError
        If the source of the algorithm cannot be read, or is not a set-up followed by a loop that yields.
    """
    algorithm = inspect.unwrap(run.algorithm)
    source = _AlgorithmSource(algorithm)
    is_compiled = getattr(run.algorithm, "is_compiled", False)  # Python itself then runs none of the function's lines
    watch = _Tracer(algorithm, source, see or _weights, seconds)
    walk = iter(replace(run, algorithm=algorithm if is_compiled else run.algorithm, progress=False))
    moments, steps = [], []
    for number in bar(range(1, len(run) + 1), len(run), "step", None, MIN_STEPS_FOR_BAR):
        step = watch.follow(walk, number)
        if step is None:
            watch.fail(f"stopped after {number - 1} of {len(run)} draws")
        if not watch.moments:
            raise _shape_error(algorithm, "a step that none of its own lines yields, for example by yield from")
        _check_step(step, run, watch)
        steps.append(copied(step))
        moments.append(watch.moments)
    if watch.follow(walk, len(run) + 1) is not None:
        watch.fail(f"went on after the last of {len(run)} draws")
    # The first step also recorded the set-up: the lines above the loop.
    start = sum(moment.line < source.loop for moment in moments[0])
    if not start:
        raise _shape_error(algorithm, "nothing before its loop")
    return Recording(source.listing, source.formulas, [moments[0][:start], moments[0][start:], *moments[1:]], steps)


def _weights(step):
    return {} if step.is_kernel else {STATE: as_recorded(step.w)}


class _AlgorithmSource:
    """Hold the listing of an algorithm, and its statements by the line of its file."""

    def __init__(self, algorithm):
        try:
            self.listing = Listing(algorithm)
            tree = ast.parse(self.listing.source).body[0]
        except (OSError, TypeError, SyntaxError) as error:
            raise ValueError(
                f"algorithm must have a source that can be read, got {algorithm.__name__} without one ({error}); "
                "write it in a cell or in a file, and give the function itself."
            ) from None
        self.offset = algorithm.__code__.co_firstlineno - 1  # from a line of the source to a line of the file
        places = {number: place for place, number in enumerate(self.listing.numbers)}
        self.statements, self.formulas = {}, {}
        for node in ast.walk(tree):
            if isinstance(node, ast.stmt) and node is not tree and node.lineno in places:
                self._add(node, places)
        loop = next((node for node in _own(tree) if isinstance(node, (ast.For, ast.While)) and _yields(node)), None)
        if loop is None:
            raise _shape_error(algorithm, "no loop with a yield in it")
        self.loop, self.yielded = places[loop.lineno], _yields(loop)[0].value

    def _add(self, node, places):
        """Add a statement; outer statements come first, and inner ones replace them at their own lines."""
        place = places[node.lineno]
        if place in self.formulas:  # of several statements on a line, nobody knows when each of them runs
            self.formulas[place] = []
            self.statements[node.lineno + self.offset] = _Statement(place, [], None)
            return
        body = getattr(node, "body", None)
        end = body[0].lineno - 1 if body else node.end_lineno
        body_line = body[0].lineno + self.offset if body else None
        statement = _Statement(place, formula(node), body_line)
        self.formulas[place] = statement.pieces
        for number in range(node.lineno, max(end, node.lineno) + 1):
            self.statements[number + self.offset] = statement


def _own(node):
    """Yield the nodes of a function in the order of its source, without nested functions."""
    for part in ast.iter_child_nodes(node):
        if not isinstance(part, (ast.FunctionDef, ast.Lambda)):
            yield part
            yield from _own(part)


def _yields(node):
    return [part for part in _own(node) if isinstance(part, ast.Yield)]


def _shape_error(algorithm, what):
    return ValueError(
        f"algorithm must set up its weights and then yield a step in each pass through a loop, got "
        f"{algorithm.__name__} with {what}; write it as pegasos_edu.hinge is written."
    )


class _Statement(NamedTuple):
    place: int  # in the listing
    pieces: list  # of its formula
    body_line: int | None  # the line of the file where its body starts

    def has(self, key):
        return any(isinstance(piece, Hole) and piece.key == key for piece in self.pieces)

    def holes(self, after):
        return [piece for piece in self.pieces if isinstance(piece, Hole) and piece.code and piece.after == after]


class _TooLong(BaseException):
    """Stop an algorithm that takes too long; not an Exception, because the algorithm might catch it."""


class _Tracer:
    """Trace an algorithm, and record the lines and the values of the current step."""

    def __init__(self, algorithm, source, see, seconds):
        self.algorithm, self.code, self.see, self.seconds = algorithm, algorithm.__code__, see, seconds
        self.source, self.step_now = source, _constructor(algorithm, source.yielded)
        self.known, self.moments, self.statement, self.number = {}, [], None, 0

    def follow(self, walk, number):
        """Return the next step, or None at the end. The moments of this step are in ``moments``."""
        self.moments, self.statement, self.number = [], None, number
        self.limit = TimeLimit(self.seconds)
        before = sys.gettrace()
        sys.settrace(self._on_call)
        try:
            return next(walk, None)
        except _TooLong:
            self.fail(f"ran for more than {self.seconds:g} seconds")
        except (Exception, SystemExit) as error:
            self.fail(f"got {type(error).__name__}: {error}", error)
        finally:
            sys.settrace(before)

    def fail(self, what, cause=None):
        """Raise an error that says what went wrong, and where."""
        where = f"in step {self.number}"
        if self.statement:
            line = self.source.listing.lines[self.statement.place]
            where += f", line {self.statement.place + 1} of the listing: {line.code.strip()}"
        name = self.algorithm.__name__
        raise RuntimeError(f"{name} must yield one step for each draw, but it {what} ({where}).") from cause

    def _on_call(self, frame, event, argument):
        frame.f_trace_opcodes = True  # a loop that only jumps, such as ``while True: pass``, reports no line
        return self._on_line if frame.f_code is self.code else self._on_other

    def _on_other(self, frame, event, argument):
        """Check the time limit while a function that the algorithm calls is running."""
        self._check_time()
        return self._on_other

    def _check_time(self):
        if self.limit.is_up:
            raise _TooLong

    def _on_line(self, frame, event, argument):
        self._check_time()
        if event == "line":
            statement = self.source.statements.get(frame.f_lineno)
            if statement and statement is not self.statement:
                self._leave(frame, taken=self.statement and frame.f_lineno == self.statement.body_line)
                self._enter(frame, statement)
        elif event == "return" and argument is not None:  # a yield is reported so, with the step as the argument
            self._leave(frame, step=argument)
        return self._on_line

    def _enter(self, frame, statement):
        self.statement = statement
        self.moments.append(Moment(statement.place, {}))
        self._note_values(frame, statement.holes(after=False))

    def _leave(self, frame, step=None, taken=None):
        if self.statement is None:
            return
        self._note_values(frame, self.statement.holes(after=True))
        if self.statement.has(TAKEN):
            self._note(TAKEN, "yes" if taken else "no")
        step = step if step is not None else self.step_now(frame)
        if step is not None:
            for key, value in _values_seen(self.see, step).items():
                self._note(key, value)
        if len(self.moments) > MAX_LINES:
            self._merge_last_two()

    def _note_values(self, frame, holes):
        for hole in holes:
            try:
                with np.errstate(all="ignore"):
                    self._note(hole.key, as_recorded(_value(hole.code, frame)))
            except Exception:  # a name without a value yet
                self._note(hole.key, None)

    def _note(self, key, value):
        if key not in self.known or self.known[key] != value:
            self.known[key] = value
            self.moments[-1].changes[key] = value

    def _merge_last_two(self):
        """Merge the last two moments into one."""
        dropped = self.moments.pop(-2)
        last = self.moments[-1]
        self.moments[-1] = Moment(last.line, dropped.changes | last.changes)


def _value(code, frame):
    """Return the value of an expression in a frame; functions of the learner are never called."""
    for name in SAFE_FUNCTIONS.keys() & set(code.co_names):
        if eval(name, frame.f_globals, frame.f_locals) not in SAFE_FUNCTIONS[name]:
            return None
    return eval(code, frame.f_globals, frame.f_locals)


def _values_seen(see, step):
    """Return what `see` returns, or nothing if the step is invalid. An invalid step is reported when it is yielded."""
    try:
        with np.errstate(all="ignore"):
            return see(step)
    except Exception:
        return {}


def _constructor(algorithm, yielded):
    """Return a function that makes the step which the algorithm would yield in a frame, or None if it cannot."""
    names = [node.id for node in ast.walk(yielded) if isinstance(node, ast.Name)] if yielded else []
    kind = _resolve(algorithm, names[0]) if names else None
    is_step = isinstance(kind, type) and issubclass(kind, STEPS)
    # Only a call with plain names as arguments, such as LinearStep(t, i, eta, score, w), can be made at any line.
    if not (is_step and isinstance(yielded, ast.Call) and len(names) == 1 + len(yielded.args)):
        return lambda frame: None

    def step_now(frame):
        here = frame.f_locals
        return kind(*(here.get(name, 0.0) for name in names[1:]))

    return step_now


def _resolve(algorithm, name):
    known = inspect.getclosurevars(algorithm)
    return (known.globals | known.nonlocals).get(name)


def _check_step(step, run, watch):
    """Check that a step holds what was drawn and scored, and weights of the right size."""
    m = len(run.y)
    if not (isinstance(step, STEPS) and _has_weights(step, run)):
        kind = "KernelStep(t, i, eta, score, alpha)" if run.is_kernel_run else "LinearStep(t, i, eta, score, w)"
        watch.fail(f"yielded {excerpt(step)}, not a step such as {kind} with arrays of the right size")
    for name, value in step._asdict().items():
        try:
            finite = bool(np.isfinite(np.asarray(value, dtype=float)).all())
        except (TypeError, ValueError):
            finite = False
        if not finite:
            watch.fail(f"yielded a step whose {name} is {excerpt(value)}, not finite numbers")
    drawn = np.asarray(step.drawn)
    if drawn.dtype.kind not in "iu" or drawn.min() < 0 or drawn.max() >= m:
        example = excerpt(drawn.squeeze().tolist())
        watch.fail(f"yielded a step whose example is {example}, not an index from 0 to {m - 1}")
    if np.shape(step.scored) != (step.w.shape[:1] if run.loss == "multiclass" else drawn.shape):
        watch.fail("yielded a step whose score is not one number for each example drawn")


def _has_weights(step, run):
    """Return whether the weights are an array of the right size. A list would not be copied from step to step."""
    _, v = step.kept
    classes = (run.y.max() + 1,) if run.loss == "multiclass" else ()
    right = isinstance(v, np.ndarray) and v.shape == (*classes, run.X.shape[1])  # of a Gram matrix, (m,)
    return right and step.is_kernel == run.is_kernel_run
