"""Find the part of a learner's function that is not written yet: the `...` of a lesson, or an empty body."""

import ast
import inspect
import textwrap
import types


def missing_in(function):
    """Say what is missing in a function, or in functions of its file that it calls; return "" if nothing is missing."""
    todo, seen = [function], []
    while todo:
        candidate = todo.pop(0)
        seen.append(candidate)
        if missing := _missing(candidate):
            return missing if candidate is function else f"{missing} (in {candidate.__name__})"
        todo += [other for other in _called_by(candidate) if other not in seen + todo]
    return ""


def _called_by(function):
    """Return the functions of the same file whose names it uses."""
    inner = inspect.unwrap(function) if callable(function) else None
    if not isinstance(inner, types.FunctionType):
        return []
    used = (inner.__globals__.get(name) for name in inner.__code__.co_names)
    home = inner.__globals__.get("__name__")
    return [value for value in used if isinstance(value, types.FunctionType) and value.__module__ == home]


def _missing(function):
    try:
        lines, first = inspect.getsourcelines(function)
        node = ast.parse(textwrap.dedent("".join(lines))).body[0]
    except (OSError, TypeError, SyntaxError, IndexError):
        return ""
    line = _line_missing(node)
    return "" if line is None else f"line {line + max(first, 1) - 1} still holds `{_held(node, line)}`"


def _line_missing(node):
    """Return the first line that stands for something still to be written."""
    if not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
        return None  # the statement that contains a lambda
    body = node.body[1:] if ast.get_docstring(node, clean=False) is not None else node.body
    if all(isinstance(statement, ast.Pass) for statement in body):
        return body[0].lineno if body else node.body[0].lineno
    places = [inner.lineno for inner in ast.walk(node) if isinstance(inner, ast.Constant) and inner.value is Ellipsis]
    slices = [inner.slice for inner in ast.walk(node) if isinstance(inner, ast.Subscript)]
    indices = {
        part.lineno
        for place in slices
        for part in ast.walk(place)
        if isinstance(part, ast.Constant) and part.value is Ellipsis
    }
    return min(set(places) - indices, default=None)


def _held(node, line):
    return "pass" if any(isinstance(inner, ast.Pass) and inner.lineno == line for inner in ast.walk(node)) else "..."
