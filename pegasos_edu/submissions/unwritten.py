"""What of a learner's program is not written yet: the holes that a lesson leaves for it, `...`, and empty bodies."""

import ast
import types
from typing import NamedTuple

from pegasos_edu.submissions.afar import Afar
from pegasos_edu.submissions.all_steps import fit_of
from pegasos_edu.submissions.homes import Home, plain_function
from pegasos_edu.submissions.sources import node_of

_ALWAYS = (ast.For, ast.While)  # a body of these that is nothing but `...` leaves something out


class Hole(NamedTuple):
    """What is missing."""

    words: str
    is_certain: bool  # whether no program with it can be right: a branch with nothing to do may hold `...`


def hole_of(program):
    """What is not written yet in a program, or in what it calls of the learner's own; None where all is.

    Parameters
    ----------
    program : callable or class

    Returns
    -------
    Hole or None
        None as well where there is no source to be read.
    """
    if isinstance(program, Afar):
        return program.hole()
    for node, is_own in _definitions(program):
        if missing := _missing(node):
            words, is_certain = missing
            return Hole(words if is_own else f"{words} (in {node.name})", is_certain)
    return None


def _definitions(program):
    """The functions that a call of the program reaches, and for each whether it is the program, or of its class."""
    kind, methods = None, set()
    if fit_of(program) is not None:
        kind = program if isinstance(program, type) else type(program)
        todo = [getattr(kind, name, None) for name in ("__init__", fit_of(program))]
        methods = {plain_function(one) for one in todo}
    else:
        todo = [program]
    home, seen = Home(kind or program), set()
    while todo:
        function = plain_function(todo.pop(0))
        if function is None or function.__code__ in seen or not home.is_theirs(function.__code__.co_filename):
            continue
        seen.add(function.__code__)
        if node := node_of(function.__code__):
            yield node, len(seen) == 1 or function in methods
        names = _names_of(function.__code__)
        own = [plain_function(getattr(kind, name)) for name in names if kind is not None and hasattr(kind, name)]
        methods.update(own)
        others = (function.__globals__.get(name) for name in names)
        todo += own + [one for one in others if isinstance(one, types.FunctionType)]


def _names_of(code):
    """The names that a code object uses, and those of the functions in it."""
    inner = [one for one in code.co_consts if isinstance(one, types.CodeType)]
    return [*code.co_names, *(name for one in inner for name in _names_of(one))]


def _missing(node):
    """What a definition lacks, in words, and whether it is certain to be missing; None if nothing is."""
    body = node.body[1:] if ast.get_docstring(node, clean=False) is not None else node.body
    if not body:
        return f"there is nothing yet below the docstring of {node.name}", True
    if all(isinstance(part, ast.Pass) for part in body):
        return f"line {body[0].lineno} still holds `pass`", True
    if isinstance(body[0], ast.Raise) and "NotImplementedError" in ast.unparse(body[0]):
        return f"line {body[0].lineno} still raises NotImplementedError", True
    holes = _Holes()
    holes.look(body, certain=len(body) == 1)
    if not holes.found:
        return None
    lines = [str(line) for line in sorted(holes.found)]
    if len(lines) == 1:
        words = f"line {lines[0]} still holds `...`"
    else:
        words = f"lines {', '.join(lines[:-1])} and {lines[-1]} still hold `...`"
    return words, any(holes.found.values())


class _Holes(ast.NodeVisitor):
    """The lines on which `...` stands for something; not as an index, a default, an annotation, or to compare with."""

    def __init__(self):
        self.found = {}  # line -> whether it is certain

    def look(self, body, certain):
        """Go through statements; certain says whether `...` alone would leave something out here."""
        for part in body:
            if isinstance(part, ast.Expr) and _is_ellipsis(part.value):
                self._put(part, certain)
            else:
                self.visit(part)

    def generic_visit(self, node):
        if _is_ellipsis(node):
            self._put(node, True)
        for _, value in ast.iter_fields(node):
            if isinstance(value, list) and value and all(isinstance(one, ast.stmt) for one in value):
                self.look(value, isinstance(node, _ALWAYS) and len(value) == 1)
            else:
                for one in value if isinstance(value, list) else [value]:
                    if isinstance(one, ast.AST):
                        self.visit(one)

    def visit_Subscript(self, node):
        self.visit(node.value)

    def visit_Compare(self, node):
        if not all(isinstance(one, (ast.Is, ast.IsNot)) for one in node.ops):
            self.generic_visit(node)

    def visit_FunctionDef(self, node):
        self.look(node.body, certain=len(node.body) == 1)

    def visit_AnnAssign(self, node):
        if node.value is not None:
            self.visit(node.value)

    def _put(self, node, certain):
        self.found[node.lineno] = self.found.get(node.lineno, False) or certain


def _is_ellipsis(node):
    return isinstance(node, ast.Constant) and node.value is Ellipsis
