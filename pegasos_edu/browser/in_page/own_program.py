"""Run a learner's own program in MicroPython in a page, check it, and return the reports as JSON.

The program can import nothing but numpy, math and check, so it cannot reach the page that it runs in.
"""

import builtins
import io
import json
import math
import sys
from collections import namedtuple

import numpy as np

from pegasos_edu.check.calling.failures import Failed, SourceLine
from pegasos_edu.check.calling.kinds import kind_of
from pegasos_edu.check.parts import cases, matching
from pegasos_edu.check.parts.checking import Knowledge, checked
from pegasos_edu.check.parts.exposing import Puzzle, exposed
from pegasos_edu.check.parts.measured_steps import ProbeCase
from pegasos_edu.check.parts.observing import DrawsByItself, observer
from pegasos_edu.check.parts.parting_probes import simulated
from pegasos_edu.check.parts.returned import ReturnedDictionary
from pegasos_edu.check.parts.searching import KnownPrograms, OwnSize
from pegasos_edu.check.parts.tasks import Task

cases.prepare()  # before the page remembers the memory of Python

clock = None  # the page puts a function here, which takes whether the time from now on is that of the program

MAX_CHECKS = 20
MAX_LOOPS = 10_000  # of a call that need not end
MAX_YIELDED = 20_000
OPERATORS = {
    "*": ("multiply", lambda a, b: a * b),
    "/": ("divide", lambda a, b: Numerator(a) * b),
    "//": ("floor_divide", lambda a, b: a // b),
    "%": ("remainder", lambda a, b: a % b),
    "**": ("power", lambda a, b: a**b),
    "@": ("matmul", lambda a, b: a @ b),
    "&": ("bitwise_and", lambda a, b: a & b),
    "|": ("bitwise_or", lambda a, b: a | b),
}
MESSAGES = (  # pairs of a message of MicroPython and the message of Python
    ("isn't defined", "is not defined"),
    ("isn't iterable", "is not iterable"),
    ("isn't callable", "is not callable"),
    ("isn't subscriptable", "is not subscriptable"),
    ("can't convert ndarray to float", "only length-1 arrays can be converted to Python scalars"),
    ("divide by zero", "division by zero"),
    ("can't convert float to int", "'float' object cannot be interpreted as an integer"),
)
GENERATOR_FUNCTION = type(lambda: (yield))
GENERATOR = type((lambda: (yield))())
SIGNS = {"add": "+", "sub": "-", "mul": "*", "truediv": "/", "floordiv": "//", "mod": "%", "pow": "**", "matmul": "@",
         "lt": "<", "gt": ">", "le": "<=", "ge": ">="}  # fmt: skip


class NotCheckable(Failed):
    """Signal that a program has none of the shapes that can be checked."""


class KernelCase(ProbeCase):
    """Hold a case whose X is the Gram matrix."""

    @property
    def gram(self):
        return self.X


class Checked:
    """Stand for the report that `check` returns; the page shows the report below the cell."""

    passed = True  # the page itself stops at the first report that did not pass

    def __repr__(self):
        return "(the report stands below)"


class Exposed(Checked):
    """Stand for the report that `expose` returns, none for data that are no data."""

    def __init__(self, content=None):
        self.sizes, self.left_out, self.how_small = {}, (), ""
        if content and content["passed"]:
            self.sizes, self.left_out = content["sizes"], tuple(content["left_out"])
            self.how_small = content["how_small"]
        self.is_small = not self.left_out


def run(source, original, tables, earlier="[]", after="", data=None):
    """Run the source of a cell; return the reports of its checks, and the error, if any, as JSON.

    The functions of `earlier` sources can be used; `after` is run last. `original` holds all sources as written.
    `tables` holds what `check/known.py` writes for each task. If `data` holds X, y, λ and draws, the states that the
    programs leave there take the place of the reports, and those of the right program in the same conventions.
    """
    tables, checks = json.loads(tables), []

    def begun(task, what):
        known = [name for name in sorted(tables) if ("roles" in tables[name]) == (what == "task")]
        if task not in known:
            raise ValueError(f"{what} must be one of {', '.join(known)} in this page; got {task!r}.")
        if len(checks) >= MAX_CHECKS:
            raise ValueError(f"check and expose must be called at most {MAX_CHECKS} times in a cell")
        checks.append({"task": task, "kind": None, "failed": None, "report": None, "rows": None, "right": None})
        return checks[-1]

    def check(program, task, conventions=None):
        result = begun(task, "task")
        try:
            timed(False, _judge, PageProgram(program, original), tables[task], conventions, data, result)
        except BaseException as error:
            result["failed"] = described(error)
        return Checked()

    def expose(name, *values, **named):
        table = tables.get(name)
        if data is not None:
            return Exposed()
        result = begun(name, "name")
        try:
            puzzle = Puzzle(names={"in_place_": in_place}, **table)
            result["kind"], result["report"] = "exposed", timed(False, exposed, puzzle, values, named)
        except Exception as error:
            result["failed"] = described(error)
            result["failed"]["line"] = None  # Python knows only the last line of a call
            return Exposed()
        return Exposed(result["report"])

    MODULES["pegasos_edu"].check, MODULES["pegasos_edu"].expose = check, expose
    names = {
        "np": np,
        "check": check,
        "expose": expose,
        "math": MATH,
        "in_place_": in_place,
        "over_": Over(),
        "going_": Going(),
        "__name__": "__main__",
        "slice": np.slice_of,
    }
    failed = None
    for cell in json.loads(earlier):
        try:
            exec(compile(cell, "earlier", "exec"), names)
        except BaseException:
            pass  # of another cell
    try:
        exec(compile(source, "cell", "exec"), names)
        exec(compile(after, "checks", "exec"), names)
    except BaseException as error:
        failed = described(error)
    return json.dumps({"checks": checks, "failed": failed})


def timed(is_of_program, function, *arguments, **named):
    """Return the value of a function, and tell the page whose time it takes: only that of a program is limited."""
    clock(is_of_program)
    try:
        return function(*arguments, **named)
    finally:
        clock(not is_of_program)


def _judge(program, table, conventions, data, result):
    """Put the report on a program into `result`, or the states that it leaves on some data."""
    knowledge, shape, others = _knowledge(table), *_shapes(program, table["roles"])
    result["kind"] = shape.kind
    try:
        if data is not None:
            case = _case(shape, knowledge, json.loads(data))
            run = observer(program, shape, knowledge.facts, knowledge.form).run(case)
            result["rows"] = _rows(run.states, knowledge)
            result["right"] = _right_program(program, shape, others, knowledge, case)
            return
        outcome = checked(program, shape, others, knowledge, conventions)
    except Failed as failed:
        raise _after(failed, shape) from None
    is_known = outcome.failed is None and (outcome.passed or outcome.content["named"])
    failed = outcome.failed or (None if is_known else program.arithmetic)
    if failed:
        result["failed"] = described(_after(failed, shape))
    else:
        result["report"] = outcome.content
        result["report"]["facts"] += [["Note", note] for note in outcome.notes]


def _case(shape, knowledge, data):
    kind = KernelCase if knowledge.facts.is_kernel else ProbeCase
    return kind("", data["X"], data["y"], data["lam"], data["draws"], 1, shape.kind == "step", kind is KernelCase)


def _rows(states, knowledge):
    """Return states as rows of numbers, with the number beside w if the algorithm has one."""
    has_number = knowledge.form[2] in ("b", "alpha")
    return [[a if -1e308 < a < 1e308 else None for a in (w + [b] if has_number else w)] for w, b in states]


def _right_program(program, shape, others, knowledge, case):
    """Return the states of the right program in the conventions of a program, and their titles.

    Return None if it has no conventions, if its parts are not known, or if no run from w = 0 shows these conventions.
    """
    try:
        judgement = checked(program, shape, others, knowledge).judgement
    except Failed:
        return None
    if case.is_kernel or not judgement or not judgement.is_explained or not judgement.conventions:
        return None
    if any([finding.part in ("start", "output") for finding in judgement.findings]) or not knowledge.facts.is_measured:
        return None
    steps = simulated(judgement.identification.base, case)
    titles = [knowledge.texts[entry]["title"] for entry in judgement.conventions]
    return {"rows": _rows([(step.after, step.b_after) for step in steps], knowledge), "titles": titles}


def _knowledge(table):
    """Return the `Knowledge` that a table holds."""
    compiled = {}

    def known_programs(name):
        def compiled_once():
            if name not in compiled:
                compiled[name] = _compiled(table["known"][name])
            return compiled[name]

        return compiled_once

    facts = Task(*table["facts"]) if table["facts"] else None
    of_known = [known_programs(table[name]) for name in ("task", "with_bias")]
    return Knowledge(table["task"], facts, table["form"], table["calls"], table["texts"], *of_known)


def _compiled(table):
    """Return the `KnownPrograms` whose source a table holds."""
    facts = {name: value for name, value in table.items() if name != "source"}
    names = {"namedtuple": namedtuple, "in_place_": in_place, "own_size": OwnSize()}
    exec(table["source"], names)
    return KnownPrograms(names["switched"], names["own_size"], **facts)


def in_place(sign, a, b):
    """Compute ``a *= b`` and similar statements, which MicroPython does not compute in place."""
    name, operator = OPERATORS[sign]
    result = operator(a, b)
    return a.in_place(result, name) if isinstance(a, np.ndarray) else result


class Going:
    """Stand in each condition of while: the page writes ``while going_() and (a < b)``. It ends a call after `left`."""

    left = None

    def __call__(self):
        if Going.left is not None:
            Going.left -= 1
            if Going.left < 0:
                raise Failed("time", "it does not end")
        return True


class Over:
    """Stand for the operator /: the page writes ``a * over_ * b`` for ``a / b``, because numbers may come from NumPy.

    For numbers of NumPy, division by 0 gives infinity or NaN; for numbers of Python, it raises an error. Here both look
    alike, so the first such division is stored, and the call is repeated with the error.
    """

    raises, by_zero = False, False

    def __rmul__(self, a):
        return Numerator(a)


class Numerator:
    def __init__(self, a):
        self.a = a

    def __mul__(self, b):
        if not isinstance(self.a, (int, float)) or not isinstance(b, (int, float)) or b:
            return self.a / b
        Over.by_zero = True
        if Over.raises:
            raise ZeroDivisionError("division by zero")
        return np.quotient(self.a, b)


# Errors


def described(error):
    """Return an error as values: its kind, its message, and the line of the cell."""
    text = io.StringIO()
    sys.print_exception(error, text)
    lines = text.getvalue().strip().split("\n")
    at = [line.split(", line ")[1].split(",")[0] for line in lines if '"cell"' in line and ", line " in line]
    line = int(at[-1]) if at else None
    if isinstance(error, Failed):
        kind = "value" if error.kind == "shape" and not isinstance(error, NotCheckable) else error.kind
        return {"kind": kind, "words": error.words, "line": error.line.number if error.line else None}
    if isinstance(error, SystemExit):
        return {"kind": "exit", "words": "it ends Python with exit() instead of returning", "line": line}
    if isinstance(error, NotImplementedError):
        return {"kind": "unwritten", "words": "it raises NotImplementedError", "line": line}
    if isinstance(error, AssertionError) and line is None:
        return {"kind": "check", "words": str(error), "line": None}
    name, words = type(error).__name__, str(error)
    for message, usual in MESSAGES:
        words = words.replace(message, usual)
    if words.startswith("unsupported types for __"):
        name_of_sign, kinds = words[len("unsupported types for __") :].split("__: ")
        first, second = kinds.split(", ")
        if second == "'ndarray'" and name_of_sign in ("lt", "gt", "le", "ge"):
            words = "in this page an array must stand on the left of < and >, and the number on the right"
        else:
            words = f"unsupported operand type(s) for {SIGNS.get(name_of_sign, name_of_sign)}: {first} and {second}"
    return {"kind": "exception", "words": f"{name}: {words}" if words else name, "line": line}


# Calls


class PageOutcome:
    """Hold the result of one call: the value, why it failed, and the names of the arguments that it changed."""

    def __init__(self, value, failed=None, changed=()):
        self.value, self.failed, self.changed = value, failed, changed


class UnreadableInPage:
    """Stand for a value without numbers that could be compared."""

    def __init__(self, kind):
        self.kind = kind


class PageProgram:
    """Call a function of a cell."""

    def __init__(self, function, source):
        self.function, self.parameters = function, _parameters(function, source)
        self.name = function.__name__
        self.is_generator = type(function) is GENERATOR_FUNCTION
        self.arithmetic = None  # the first division by 0 that NumPy would not raise

    def call(self, calls, seconds=None):
        """Return the outcomes of calls, up to the first that fails; `seconds` stand for `MAX_LOOPS`."""
        outcomes = []
        Going.left = MAX_LOOPS if seconds else None
        for arguments in calls(outcomes):
            outcomes.append(self._called(arguments))
            if outcomes[-1].failed:
                break
        return outcomes

    def _called(self, arguments):
        given = _copies(arguments)
        Over.by_zero = False
        try:
            value = timed(True, self._value, given)
        except Exception as error:
            return PageOutcome(None, _failed(error))
        if Over.by_zero and not self.arithmetic:
            self.arithmetic = self._error_of(arguments)
        return PageOutcome(value, None, [name for name in given if _differ(arguments[name], given[name])])

    def _value(self, given):
        return plain_value(self.function(**given))

    def _error_of(self, arguments):
        """Return the failure of a call that divides by 0."""
        Over.raises = True
        try:
            timed(True, self._value, _copies(arguments))
        except Exception as error:
            return _failed(error)
        finally:
            Over.raises = False


def _failed(error):
    """Return an error as a `Failed`."""
    if isinstance(error, Failed):
        return error
    values = described(error)
    return Failed(values["kind"], values["words"], values["line"] and SourceLine(values["line"], ""))


def plain_value(value):
    """Return a value as a new array or a tuple of arrays, else as `UnreadableInPage`; a generator runs to its end."""
    if value is None:
        return None
    if isinstance(value, GENERATOR):
        steps = []
        for step in value:
            steps.append(plain_value(step))
            if len(steps) > MAX_YIELDED:
                raise Failed("time", f"it yields more than {MAX_YIELDED} steps")
        return tuple(steps)
    if isinstance(value, (np.ndarray, int, float)):
        return np.array(value, dtype=float)
    if isinstance(value, list) and all([isinstance(number, (int, float)) for number in value]):
        return np.array(value, dtype=float)
    if isinstance(value, (list, tuple)):
        return tuple([plain_value(part) for part in value])
    return UnreadableInPage(kind_of(value))


def _copies(arguments):
    return {name: value.copy() if isinstance(value, np.ndarray) else value for name, value in arguments.items()}


def _differ(before, after):
    pairs = zip(before.entries, after.entries) if isinstance(before, np.ndarray) else ()
    return any(a != b and (a == a or b == b) for a, b in pairs)  # two NaN count as equal


# Shapes


class PageShape:
    """Describe how a program is called."""

    def __init__(self, kind, match):
        self.kind, self.roles, self.by_position, self.notes = kind, match.roles, match.by_position, match.notes

    def arguments(self, values):
        """Return the arguments of a call by the program's own names."""
        return {name: values[role] for name, role in self.roles}


def _shapes(program, roles):
    """Return the shape of a program, and other shapes that it may have. `roles` holds the roles for each kind."""
    of_step = roles.get("step", [])
    kind = "function" if "function" in roles else matching.kind_of(program.parameters, of_step, program.is_generator)
    match = matching.matched(program.parameters, roles[kind], kind)
    if match.roles is None:
        in_step = of_step if kind == "all" else ()
        raise NotCheckable("shape", matching.must_take(program.parameters, roles[kind], in_step))
    others = matching.other_readings(match) if kind == "step" else []
    return PageShape(kind, match), [PageShape(kind, other) for other in others]


def _after(failed, shape):
    """Return the failure of a program that ran; its shape may be the reason."""
    if isinstance(failed, (ReturnedDictionary, DrawsByItself)):
        return NotCheckable("shape", failed.words)
    kind = failed.words.split(":")[0]
    is_of_types = kind in ("TypeError", "AttributeError", "IndexError") or "truth value" in failed.words
    if failed.kind != "exception" or not shape.by_position or not is_of_types:
        return failed
    said = " and ".join(matching.notes_on([(name, role) for name, role in shape.roles if name in shape.by_position]))
    words = failed.words[:-1] if failed.words.endswith(".") else failed.words
    return NotCheckable("shape", f"{said}, and then it fails with {words}", failed.line)


def _parameters(program, source):
    """Return for each parameter of a function its name, and whether it has a default, from the source of the cell."""
    name = getattr(program, "__name__", "")
    at = source.rfind(f"def {name}(")
    if not callable(program) or isinstance(program, type) or at < 0:
        words = "this page checks only functions that the cell defines with def; define it in this way"
        raise NotCheckable("shape", words)
    start, depth = at + len(f"def {name}("), 0
    parts, part = [], ""
    for letter in source[start:]:
        if letter == ")" and depth == 0:
            break
        depth += (letter in "([{") - (letter in ")]}")
        if letter == "," and depth == 0:
            parts.append(part)
            part = ""
        else:
            part += letter
    parts = [part.split("#")[0].strip() for part in parts + [part]]
    return [(part.split("=")[0].split(":")[0].strip(), "=" in part) for part in parts if part.strip("*/ ")]


# The modules and functions that a program can reach


class _ImportedModule:
    """Stand for a module that a program may import."""


def _exp(x):
    if x > 709.78:
        raise OverflowError("math range error")
    return math.exp(x)


MATH = _ImportedModule()
for _name in dir(math):
    setattr(MATH, _name, getattr(math, _name))
MATH.exp = _exp
MODULES = {"numpy": np, "math": MATH, "numpy.linalg": np.linalg, "pegasos_edu": _ImportedModule()}
MODULES["pegasos_edu.check"] = MODULES["pegasos_edu"]


def in_order(values, key=None, reverse=False, usual=sorted):
    """Return sorted values; equal ones keep their order, as in Python."""
    values, sign = list(values), -1 if reverse else 1
    pairs = usual([(key(value) if key else value, sign * n) for n, value in enumerate(values)], reverse=reverse)
    return [values[sign * n] for _, n in pairs]


def _imported(name, *_):
    if name in MODULES:
        return MODULES[name]
    raise ImportError(f"{name} is not in this page; it has numpy, math and pegasos_edu.check")


def _refused(*_):
    raise RuntimeError("this page cannot ask for input or open files; take the value as a parameter")


def close():
    """Remove, for good, everything else that a program could import, read or open."""
    global builtins
    builtins.__import__ = _imported
    for name in ("input", "open", "execfile", "help"):
        setattr(builtins, name, _refused)
    builtins = None


builtins.sorted = in_order
close()
