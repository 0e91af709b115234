"""Run a learner's program in MicroPython in a page, call it with the cases of a table, and return its results as JSON.

The program can import nothing but numpy, math and check, so it cannot reach the page that it runs in.
"""

import builtins
import io
import json
import math
import sys

import numpy as np

MAX_CHECKS = 20
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
GENERATOR = type((lambda: (yield))())
DRAWS = "draws indices indexes idx idxs inds order sequence samples picks choices batches index_list".split()
EXTRA = {  # parameters that a program need not have, with their names
    "function": [],
    "step": [["t", ["t", "step", "iteration"]]],
    "all": [["T", ["T", "n_iter", "iterations", "n_steps"]], ["k", ["k", "batch_size"]], ["epochs", ["epochs"]]],
}
SIGNS = {"add": "+", "sub": "-", "mul": "*", "truediv": "/", "floordiv": "//", "mod": "%", "pow": "**", "matmul": "@",
         "lt": "<", "gt": ">", "le": "<=", "ge": ">="}  # fmt: skip


class NotCheckable(Exception):  # noqa: N818
    """Say that a program does not take the right parameters."""


class WrongValue(Exception):  # noqa: N818
    """Say that a program did not return the right kind of value."""


class Checked:
    """Stand for the report that `check` returns; the page shows the report below the cell."""

    passed = True  # the page itself stops at the first report that did not pass

    def __repr__(self):
        return "(the report stands below)"


def run(source, original, tables, earlier="[]", after=""):
    """Run the source of a cell; return the states of each checked program and the error, if any, as JSON.

    The functions of `earlier` sources can be used; `after` is run last. `original` holds all sources as written.
    """
    tables, checks = json.loads(tables), []

    def check(program, task, conventions=None):
        if task not in tables:
            raise ValueError(f"task must be one of {', '.join(sorted(tables))} in this page; got {task!r}.")
        if len(checks) >= MAX_CHECKS:
            raise ValueError(f"check must be called at most {MAX_CHECKS} times in a cell")
        found = {"task": task, "runs": [], "changed": [], "failed": None, "conventions": conventions}
        checks.append(found)
        try:
            _try(program, original, tables[task], found)
        except BaseException as error:
            found["failed"] = described(error)
        return Checked()

    MODULES["pegasos_edu"].check = check
    names = {
        "np": np,
        "check": check,
        "math": MATH,
        "in_place_": in_place,
        "over_": Over(),
        "__name__": "__main__",
        "slice": np.slice_of,
    }
    failed = None
    for one in json.loads(earlier):
        try:
            exec(compile(one, "earlier", "exec"), names)
        except BaseException:
            pass  # of another cell
    try:
        exec(compile(source, "cell", "exec"), names)
        exec(compile(after, "checks", "exec"), names)
    except BaseException as error:
        failed = described(error)
    return json.dumps({"checks": checks, "failed": failed})


def in_place(sign, a, b):
    """Compute ``a *= b`` and similar statements, which MicroPython does not compute in place."""
    name, operator = OPERATORS[sign]
    result = operator(a, b)
    return a.in_place(result, name) if isinstance(a, np.ndarray) else result


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
    if isinstance(error, (NotCheckable, WrongValue)):
        return {"kind": "shape" if isinstance(error, NotCheckable) else "value", "words": str(error), "line": None}
    if isinstance(error, SystemExit):
        return {"kind": "exit", "words": "it ends Python with exit() instead of returning", "line": line}
    if isinstance(error, NotImplementedError):
        return {"kind": "unwritten", "words": "it raises NotImplementedError", "line": line}
    if isinstance(error, AssertionError) and line is None:
        return {"kind": "check", "words": str(error), "line": None}
    name, words = type(error).__name__, str(error)
    for own, usual in MESSAGES:
        words = words.replace(own, usual)
    if words.startswith("unsupported types for __"):
        name_of_sign, kinds = words[len("unsupported types for __") :].split("__: ")
        first, second = kinds.split(", ")
        if second == "'ndarray'" and name_of_sign in ("lt", "gt", "le", "ge"):
            words = "in this page an array must stand on the left of < and >, and the number on the right"
        else:
            words = f"unsupported operand type(s) for {SIGNS.get(name_of_sign, name_of_sign)}: {first} and {second}"
    return {"kind": "exception", "words": f"{name}: {words}" if words else name, "line": line}


# Calls


def _try(program, source, table, found):
    """Call a program with the arguments of each run, and store its states or values in `found`."""
    parameters = _parameters(program, source)
    if "all" in table and _takes_all_steps(parameters):
        table = table["all"]
    found["kind"] = table["kind"]
    roles = _matched(parameters, table["takes"], table["kind"])
    for run in table["runs"]:
        found["runs"].append(None)
        if table["kind"] == "all":
            found["runs"][-1] = _all_steps(program, roles, run, found)
        elif _takes_it(run, roles):
            found["runs"][-1] = _calls(program, roles, run, table["state"], found)


def _calls(program, roles, run, names, found):
    """Return what a function returns for each call, or the states that one step leaves again and again."""
    shared = {role: _value(one) for role, one in run["shared"].items()}
    state = {role: _value(one) for role, one in run["start"].items()}
    rows = []
    for n, call in enumerate(run["calls"]):
        values = dict(shared)
        values.update(state)
        values.update({role: _value(one) for role, one in call.items()})
        drawn = run["draws"][n] if "alpha" in state and "w" in state else None
        if drawn is not None:
            values["alpha"] = state["alpha"].entries[drawn]
        try:
            value = _called(program, roles, values, found)
        except ArithmeticError as error:
            found["arithmetic"] = described(error)
            return {"rows": rows, "ended": True}
        if not state:
            rows.append(_numbers(value))
            continue
        row, state = _read(value, state, names, drawn)
        rows.append(row)
    return {"rows": rows, "ended": False}


def _all_steps(program, roles, run, found):
    """Return the states that a program leaves: those that it yields or lists, or the last for some numbers of draws.

    States at which nobody looks may be empty.
    """
    values = {role: _value(run[role]) for role in ("X", "y", "lam")}
    size, draws, rows, start = values["X"].shape[1], run["draws"], [], None
    T = len(draws)

    def called(n):
        values["draws"] = _value(draws)[:n]
        values.update({"T": n, "epochs": 1, "k": len(draws[0]) if isinstance(draws[0], list) else 1})
        return _called(program, roles, values, found)

    try:
        value = called(T)
        if _length(value) > size or _weights(value, size, found) is None:
            if _length(value) not in (T - 1, T, T + 1):
                raise _wrong(value, f"w, an array of shape ({size},), or yield it after each step")
            rows = [_state_of(one, size, found) for one in value]
            if len(rows) > T:
                start, rows = rows[0], rows[1:]
            if isinstance(value, list) and rows[0] != [0.0] * size and all(one == rows[0] for one in rows):
                raise WrongValue("all states that it returns are equal; if it appends one array again and again and "
                                 "changes it in place, append a copy, w.copy()")  # fmt: skip
        else:
            try:
                start = _state_of(called(0), size, found)
            except Exception:
                pass  # a program need not run without draws
            for n in range(1, T):
                rows.append(_state_of(called(n), size, found) if n in run["at"] else [])
            rows.append(_state_of(value, size, found))
    except ArithmeticError as error:
        found["arithmetic"] = described(error)
        return {"rows": rows, "ended": True, "start": start}
    return {"rows": rows, "ended": False, "start": start}


def _weights(value, size, found):
    """Return w in what a program of all steps leaves: an array, or the only one of its size in a tuple; else None.

    The place in a tuple is that of the first run, because an array of other values may have this size in another one.
    """
    if isinstance(value, tuple):
        places = [n for n, one in enumerate(value) if isinstance(one, np.ndarray) and one.size == size]
        if "place" not in found and len(places) == 1:
            found["place"] = places[0]
        return value[found["place"]] if found.get("place") in places else None
    if isinstance(value, list) and all(isinstance(one, (int, float)) for one in value):
        value = np.array(value)
    return value if isinstance(value, np.ndarray) and value.size == size else None


def _state_of(value, size, found):
    w = _weights(value, size, found)
    if w is None:
        raise _wrong(value, f"w, an array of shape ({size},), or yield it after each step")
    if isinstance(value, tuple) and len(value) == 2 and any(isinstance(one, float) for one in value):
        raise WrongValue(f"it returned {_said(value)}; this page compares w alone, so return w alone")
    return _or_none(w.ravel().astype(float).entries)


def _length(value):
    return len(value) if isinstance(value, (list, tuple, np.ndarray)) else 0


def _called(program, roles, values, found):
    """Return the value of a call with copies of some arguments; a generator runs to its end."""
    given = {name: _copy(values[role]) for name, role in roles.items()}
    Over.by_zero = False
    value = _whole(program(**given))
    if Over.by_zero and "arithmetic" not in found:
        found["arithmetic"] = _error_of(program, {name: _copy(values[role]) for name, role in roles.items()})
    found["changed"] += [role for name, role in roles.items() if _differ(values[role], given[name])]
    return value


def _whole(value):
    """Return the values of a generator as a tuple of copies; return any other value unchanged."""
    if not isinstance(value, GENERATOR):
        return value
    return tuple([tuple([_copy(one) for one in step]) if isinstance(step, tuple) else _copy(step) for step in value])


def _error_of(program, given):
    """Return the error of a call that divides by 0."""
    Over.raises = True
    try:
        _whole(program(**given))
    except Exception as error:
        return described(error)
    finally:
        Over.raises = False


def _value(one):
    if isinstance(one, list) and one and not isinstance(one[0], list):
        return np.ndarray(one, (len(one),), type(one[0]))  # faster than np.array
    return np.array(one) if isinstance(one, list) else one


def _copy(one):
    return one.copy() if isinstance(one, np.ndarray) else one


def _differ(before, after):
    pairs = zip(before.entries, after.entries) if isinstance(before, np.ndarray) else ()
    return any(a != b and (a == a or b == b) for a, b in pairs)  # two NaN count as equal


def _takes_it(run, roles):
    """Return whether a function can be called for a run; a run with a bias needs a parameter for it."""
    return run["start"] or not run["calls"][0].get("b") or "b" in roles.values()


def _numbers(value):
    """Return the value of a function as a list of numbers, and its shape."""
    if not isinstance(value, (np.ndarray, float, int, list, tuple)):
        raise _wrong(value, "a number, or an array of numbers")
    value = np.asarray(value)
    return {"shape": value.shape, "entries": _or_none(value.entries)}


def _or_none(numbers):
    """Return numbers for JSON; None if one of them is infinite or NaN."""
    return [float(one) if -1e308 < one < 1e308 else None for one in numbers]


def _read(value, state, names, drawn):
    """Return the numbers to be compared, and the state for the next step."""
    size, is_pair = state[names[0]].size, len(names) > 1
    parts = list(value) if isinstance(value, tuple) else [value]
    parts = [np.array(one) if isinstance(one, list) else one for one in parts]
    arrays = [one for one in parts if isinstance(one, np.ndarray) and one.size == size]
    numbers = [
        one for one in parts if isinstance(one, (float, int)) or isinstance(one, np.ndarray) and one.size == 1 != size
    ]
    if len(arrays) != 1 or is_pair and (len(parts) != 2 or len(numbers) != 1):
        wanted = {"b": "w and b", "a": "a and v", "alpha": "w and the new α"}.get(names[-1] if is_pair else "")
        letter = "α" if names[0] == "alpha" else "w"
        raise _wrong(value, wanted or f"{letter}, an array of shape ({size},)", size)
    array = arrays[0].ravel().astype(float).copy()
    if not is_pair:
        return _or_none(array.entries), {names[0]: array}
    number = float(numbers[0])
    if names[1] == "a":
        return _or_none((number * array).entries), {"v": array, "a": number}
    left = number
    if drawn is not None:
        left = state["alpha"].copy()
        left[drawn] = number
    return _or_none(array.entries + [number]), {names[0]: array, names[1]: left}


def _wrong(value, wanted, size=0):
    missing = ". Is a return missing in one of its branches?" if value is None else ""
    if isinstance(value, np.ndarray) and size and value.shape == (size, size):
        missing = f". A column of shape ({size}, 1) and a row of shape ({size},) make a matrix when they are added"
    return WrongValue(f"it returned {_said(value)}; return {wanted}{missing}")


def _said(value):
    if value is None:
        return "None"
    if isinstance(value, np.ndarray):
        return f"an array of shape {value.shape}" if value.shape else "a number"
    if isinstance(value, (float, int)):
        return "a number"
    if isinstance(value, tuple):
        return f"a tuple of {len(value)}: " + ", ".join([_said(one) for one in value[:4]])
    return f"an object of type {type(value).__name__}"


# Parameters


def _parameters(program, source):
    """Return for each parameter of a function its name, and whether it has a default, from the source of the cell."""
    name = getattr(program, "__name__", "")
    at = source.rfind(f"def {name}(")
    if not callable(program) or isinstance(program, type) or at < 0:
        raise NotCheckable("this page checks only functions that the cell defines with def; define it in this way")
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
    parts = [one.split("#")[0].strip() for one in parts + [part]]
    return [(one.split("=")[0].split(":")[0].strip(), "=" in one) for one in parts if one.strip("*/ ")]


def _takes_all_steps(parameters):
    names = [name for name, _ in parameters]
    return names[:1] == ["X"] or any(name in DRAWS for name in names)


def _matched(parameters, takes, kind):
    """Return the role of each parameter: by a well-known name, then by its position."""
    roles, found = [role for role, _ in takes], {}
    extra = EXTRA[kind] if "t" not in roles else []
    for role, names in takes + extra:
        known = [name for name, _ in parameters if name in names and name not in found]
        if known:
            found[known[0]] = role
    left = [role for role in roles if role not in found.values()]
    free = [(name, has_default) for name, has_default in parameters if name not in found]
    if left and len([1 for _, has_default in free if not has_default]) <= len(left) <= len(free):
        found.update({name: role for (name, _), role in zip(free, left)})
        left, free = [], free[len(left) :]
    can_do_without = ["b", "Z"] + (["eta"] if "t" in found.values() and "lam" in found.values() else [])
    if any(role not in can_do_without for role in left) or any(not has_default for _, has_default in free):
        got = ", ".join([name for name, _ in parameters]) or "no parameters"
        raise NotCheckable(f"it must take ({', '.join(roles)}), got ({got})")
    return found


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


close()
