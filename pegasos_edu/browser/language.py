"""Translate expressions of the small language, in which algorithms and sentences are written, to JavaScript.

In Python, numbers and vectors use the same operators, so each operator becomes a function that checks the type of its
arguments (`js/vectors.js`). Other Python is refused, and the error names the line.
"""

import ast
import json

WORDS = (
    "names, numbers, vectors, + − * / ** @, comparisons, and, or, not, if, the one loop over the draws, the yield, and "
    "the functions of algorithms/rows.py"
)
BINARY = {
    ast.Add: "plus", ast.Sub: "minus", ast.Mult: "times", ast.Div: "over", ast.Pow: "power", ast.MatMult: "product",
    ast.Mod: "modulo", ast.FloorDiv: "floored",
}  # fmt: skip
COMPARED = {
    ast.Lt: "below", ast.LtE: "atMost", ast.Gt: "above", ast.GtE: "atLeast", ast.Eq: "equal", ast.NotEq: "unequal",
}  # fmt: skip
# This table maps the names of functions in Python to their names in the page.
FUNCTIONS = {
    "np.zeros": "zeros", "np.zeros_like": "zerosLike", "np.arange": "arange", "np.argmax": "argmax", "np.exp": "exp",
    "np.logaddexp": "logaddexp", "np.where": "where", "np.abs": "abs", "np.sqrt": "sqrt", "np.sign": "sign",
    "np.minimum": "lesser", "np.maximum": "greater", "np.sum": "sum",
    "exp": "exp", "sqrt": "sqrt", "norm": "norm", "min": "least", "max": "most", "abs": "abs", "len": "len",
    "sum": "sum", "int": "whole", "dot": "dot", "dots": "dots", "add": "add", "combine": "combine",
    "square": "square", "all": "all", "zip": "zip", "float": "number",
}  # fmt: skip
METHODS = {"max": "most", "min": "least", "sum": "sum", "mean": "mean", "copy": "copy", "capitalize": "capitalised",
           "replace": "replaced", "lower": "lowered"}  # fmt: skip
RESERVED = set("in new var let const function delete typeof this null true false void yield with".split())


class RefusedError(ValueError):
    """Report an expression or a statement that the language lacks."""


def refused(node, what):
    """Return the error for a node, with its line."""
    return RefusedError(f"line {getattr(node, 'lineno', 1)}: {what}; an algorithm is written with {WORDS}.")


def name(text):
    """Return the name in JavaScript for a name in Python."""
    return f"{text}_" if text in RESERVED else text


def is_stored(node):
    """Return whether a node sets a name or an entry."""
    return isinstance(node.ctx, ast.Store)


def without_docstring(function):
    """Return the statements of a function without its docstring."""
    return function.body[1:] if ast.get_docstring(function) else function.body


class Expressions:
    """Write expressions as JavaScript.

    Parameters
    ----------
    known : set of str
        The names that have a value.
    functions : dict of str to str, optional
        More functions that may be called, with their names in the page.
    """

    def __init__(self, known, functions=None):
        self.known, self.functions = known, FUNCTIONS | (functions or {})

    def __call__(self, node):
        write = getattr(self, f"_{type(node).__name__.lower()}", None)
        if write is None:
            raise refused(node, f"`{ast.unparse(node)}` ({type(node).__name__})")
        return write(node)

    def all(self, nodes):
        """Return several expressions, separated by commas."""
        return ", ".join(map(self, nodes))

    def _constant(self, node):
        if node.value is not None and not isinstance(node.value, (bool, int, float, str)):
            raise refused(node, f"`{ast.unparse(node)}`")
        return json.dumps(node.value, ensure_ascii=False)

    def _name(self, node):
        if node.id not in self.known:
            raise refused(node, f"the name `{node.id}`, which has no value here")
        return name(node.id)

    def _binop(self, node):
        if type(node.op) not in BINARY:
            raise refused(node, f"the operator in `{ast.unparse(node)}`")
        return f"{BINARY[type(node.op)]}({self.all([node.left, node.right])})"

    def _unaryop(self, node):
        match node.op, node.operand:
            case ast.Not(), operand:
                return f"!{self.truth(operand)}"
            case ast.USub(), ast.Constant():
                return f"-{self(node.operand)}"
            case ast.USub(), operand:
                return f"times(-1, {self(operand)})"
            case ast.UAdd(), operand:
                return self(operand)
        raise refused(node, f"the operator in `{ast.unparse(node)}`")

    def _boolop(self, node):
        sign = " && " if isinstance(node.op, ast.And) else " || "
        return f"({sign.join(map(self, node.values))})"

    def _compare(self, node):
        pairs = zip([node.left, *node.comparators], node.ops, node.comparators)
        return " && ".join(self._compared(node, *pair) for pair in pairs)

    def _compared(self, node, left, op, right):
        if isinstance(op, (ast.Is, ast.IsNot)):
            return f"({self(left)} {'=' if isinstance(op, ast.Is) else '!'}== {self(right)})"
        if type(op) not in COMPARED:
            raise refused(node, f"the comparison `{ast.unparse(node)}`")
        return f"{COMPARED[type(op)]}({self.all([left, right])})"

    def truth(self, node):
        """Return an expression that has the same truth value in JavaScript as the condition in Python."""
        return f"truth({self(node)})"

    def _ifexp(self, node):
        return f"({self.truth(node.test)} ? {self(node.body)} : {self(node.orelse)})"

    def _subscript(self, node):
        match node.slice:
            case ast.Tuple(elts=[row, column]) if not isinstance(row, ast.Slice) and not isinstance(column, ast.Slice):
                return f"at(at({self.all([node.value, row])}), {self(column)})"
            case ast.Slice() | ast.Tuple():
                raise refused(node, f"the part `{ast.unparse(node)}`")
        return f"at({self.all([node.value, node.slice])})"

    def _attribute(self, node):
        if node.attr == "shape":
            return f"shape({self(node.value)})"
        raise refused(node, f"`{ast.unparse(node)}`")

    def _tuple(self, node):
        return f"[{self.all(node.elts)}]"

    _list = _tuple

    def _starred(self, node):
        return f"...{self(node.value)}"

    def _call(self, node):
        if node.keywords:
            raise refused(node, f"the argument {node.keywords[0].arg}= in `{ast.unparse(node)}`")
        called = ast.unparse(node.func)
        if called in self.functions:
            return f"{self.functions[called]}({self.all(node.args)})"
        match node.func:
            case ast.Attribute(value=owner, attr=attr) if attr in METHODS and ast.unparse(owner) != "np":
                return f"{METHODS[attr]}({self.all([owner, *node.args])})"
        raise refused(node, f"the function `{called}`")
