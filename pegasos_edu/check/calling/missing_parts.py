"""Find the part of a learner's function that is not written yet: the `...` of a lesson, or an empty body."""

import ast
import inspect
import textwrap
import types


def missing_in(function):
    """Say what is missing in a function, or in functions of its file that it calls; return "" if nothing is missing."""
    todo, seen = [function], []
    while todo:
        one = todo.pop(0)
        seen.append(one)
        if found := _missing(one):
            return found if one is function else f"{found} (in {one.__name__})"
        todo += [other for other in _called_by(one) if other not in seen + todo]
    return ""


def _called_by(function):
    """Return the functions of the same file whose names it uses."""
    inner = inspect.unwrap(function) if callable(function) else None
    if not isinstance(inner, types.FunctionType):
        return []
    used = (inner.__globals__.get(name) for name in inner.__code__.co_names)
    home = inner.__globals__.get("__name__")
    return [one for one in used if isinstance(one, types.FunctionType) and one.__module__ == home]


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
    if all(isinstance(one, ast.Pass) for one in body):
        return body[0].lineno if body else node.body[0].lineno
    places = [one.lineno for one in ast.walk(node) if isinstance(one, ast.Constant) and one.value is Ellipsis]
    indices = {part.lineno for one in ast.walk(node) if isinstance(one, ast.Subscript) for part in ast.walk(one.slice)
               if isinstance(part, ast.Constant) and part.value is Ellipsis}  # fmt: skip
    return min(set(places) - indices, default=None)


def _held(node, line):
    return "pass" if any(isinstance(one, ast.Pass) and one.lineno == line for one in ast.walk(node)) else "..."
