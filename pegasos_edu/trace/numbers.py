"""Write a line of Python with its numbers: ``eta = 1 / (lam * t)`` becomes η = 1 / (0.1·7) = 1.429.

`formula` turns a statement into pieces of text and `Hole` s. A hole is filled with the value of its expression before
or after the line runs. Only names, entries of arrays, arithmetic and the functions in ``SAFE_FUNCTIONS`` are evaluated,
so that filling holes has no side effects.
"""

import ast
import math
from types import CodeType
from typing import NamedTuple

import numpy as np

from pegasos_edu.common.greek_letters import letter

OPERATORS = {
    ast.Add: (" + ", 1), ast.Sub: (" − ", 1), ast.Mult: ("·", 2), ast.MatMult: ("·", 2), ast.Div: (" / ", 2),
    ast.Pow: ("^", 4),
}  # fmt: skip
COMPARISONS = {ast.Lt: "<", ast.LtE: "≤", ast.Gt: ">", ast.GtE: "≥", ast.Eq: "=", ast.NotEq: "≠"}
# The functions and attributes that may be evaluated to fill a hole.
SAFE_FUNCTIONS = {"abs": (abs,), "len": (len,), "norm": (np.linalg.norm,), "sqrt": (math.sqrt, np.sqrt)}
SAFE_ATTRIBUTES = {"shape", "size", "T"}
MAX_ENTRIES = 4  # of a vector that are shown
MAX_INDICES = 6  # of a set that are shown
TAKEN, STATE = "→", "@w"  # keys without an expression: whether a condition held, and the weights


class Hole(NamedTuple):
    """Mark the place of a value in a formula."""

    key: str  # the name of the value: the expression, with ′ if it is evaluated after the line
    code: CodeType | None  # the compiled expression, or None for `TAKEN` and `STATE`
    after: bool
    operand: bool  # whether a negative number needs brackets
    otherwise: str  # the text if the value cannot be shown


class _UnknownError(Exception):
    """Signal that an expression cannot be written as a formula; only its result is shown."""


def formula(statement):
    """Return the pieces of text and holes that show what a statement computes; if it computes nothing, none."""
    match statement:
        case ast.Assign(targets=[ast.Tuple(elts=names)], value=ast.Tuple(elts=values)) if len(names) == len(values):
            return _join([_assigned(name, value) for name, value in zip(names, values)])
        case ast.Assign(targets=[ast.Tuple(elts=names)]):
            return _join([[*_target(name), " = ", _after(name)] for name in names])
        case ast.Assign(targets=[target], value=value):
            return _assigned(target, value)
        case ast.AugAssign(target=target, op=op, value=value):
            return _assigned(target, ast.BinOp(_loaded(target), op, value))
        case ast.Expr(value=ast.Call(func=ast.Name("add"), args=[v, c, X, i])):
            return _assigned(v, ast.BinOp(v, ast.Add(), ast.BinOp(c, ast.Mult(), _entry(X, i))))
        case ast.Expr(value=ast.Yield()):
            return ["w = ", Hole(STATE, None, True, False, "")]
        case ast.If(test=test) | ast.While(test=test):
            return [*_or_text(_condition, test), " → ", Hole(TAKEN, None, True, False, "")]
        case ast.For(target=target):
            names = target.elts if isinstance(target, ast.Tuple) else [target]
            return _join([[*_target(name), " = ", _after(name)] for name in names])
    return []


def as_recorded(value):
    """Return what is recorded of a value: a rounded number, a short vector, a bool or a set as text; else None."""
    if isinstance(value, (bool, np.bool_)):
        return str(bool(value))
    if isinstance(value, (int, float, np.number)) and not isinstance(value, np.complexfloating):
        return beside_one(float(value)) or rounded(value)
    if not isinstance(value, np.ndarray) or value.ndim > 1:
        return None
    if value.ndim == 0:
        return as_recorded(value[()])
    if value.dtype.kind in "iu":
        text = ", ".join(map(str, value[:MAX_INDICES].tolist()))
        return f"{{{text}, … ({len(value)} in all)}}" if len(value) > MAX_INDICES else f"{{{text}}}"
    if len(value) > MAX_ENTRIES and not value.any():
        return "(0, …, 0)"
    return [rounded(x) for x in value] if value.dtype.kind == "f" and len(value) <= MAX_ENTRIES else None


def beside_one(value):
    """Return a text such as (1 − 1e-16) for a number near 1, because a margin below 1 must not be rounded to 1."""
    apart = abs(value) - 1
    if apart == 0 or not abs(apart) <= 1e-9:
        return None
    return f"{'−' if value < 0 else ''}(1 {'−' if apart < 0 else '+'} {abs(apart):.0e})"


def rounded(value, digits=4):
    """Round to some digits, or to more if a number such as 0.99997 would become a whole number."""
    value = value.item() if isinstance(value, np.generic) else value
    if isinstance(value, int):
        return value
    if not math.isfinite(value):
        return str(value)
    whole = round(value)
    if value == whole == 0 or abs(value - whole) <= 1e-9 * abs(whole) or 1e4 <= abs(value) < 1e9:
        return whole if abs(whole) < 1e9 else float(f"{value:.{digits}g}")
    while (short := float(f"{value:.{digits}g}")) == round(short) and abs(short) < 1e4:
        digits += 1
    return short


def _assigned(target, value):
    """Return the pieces of η = 1 / (0.1·7) = 1.429, or of η = 1.429 if there is nothing to compute."""
    left, result = _target(target), _after(target)
    try:
        pieces = _expression(value)
    except _UnknownError:
        return [*left, " = ", result]
    if isinstance(value, (ast.Name, ast.Constant, ast.Subscript)):
        return [*left, " = ", result]
    return [*left, " = ", *pieces, " = ", result]


def _target(target):
    """Return the left side: a letter, or an entry with its index."""
    if isinstance(target, ast.Subscript):
        return [*_target(target.value), "[", *_or_text(_expression, target.slice), "]"]
    return [letter(ast.unparse(target))]


def _after(target):
    target = _loaded(target)
    return Hole(ast.unparse(target) + "′", _compiled(target), True, False, "…")


def _before(node, operand=False):
    text = ast.unparse(node)
    return Hole(text, _compiled(node), False, operand, letter(text))


def _loaded(target):
    return ast.parse(ast.unparse(target), mode="eval").body


def _compiled(node):
    return compile(ast.unparse(node), "<hole>", "eval")


def _entry(X, i):
    return _loaded(ast.Subscript(X, i, ast.Load()))


def _join(parts):
    return [piece for n, part in enumerate(parts) for piece in ([", ", *part] if n else part)]


def _or_text(write, node):
    try:
        return write(node)
    except _UnknownError:
        return [letter(ast.unparse(node))]


def _condition(test):
    """Return the pieces of a condition such as −1·0.32 = −0.32 < 1."""
    match test:
        case ast.Compare(left=left, ops=[op], comparators=[right]) if type(op) in COMPARISONS:
            value = [" = ", _before(left)] if isinstance(left, (ast.BinOp, ast.Call)) and _is_safe(left) else []
            return [*_expression(left), *value, f" {COMPARISONS[type(op)]} ", *_expression(right)]
        case ast.BoolOp(op=op, values=values):
            word = " and " if isinstance(op, ast.And) else " or "
            return [piece for n, value in enumerate(values) for piece in ([word] if n else []) + _condition(value)]
        case ast.Name():
            return [f"{letter(test.id)} = ", _before(test)]
    return _expression(test)


def _is_safe(node):
    """Return whether an expression may be evaluated to fill a hole."""
    allowed = (
        ast.Name, ast.Constant, ast.Subscript, ast.Slice, ast.Tuple, ast.BinOp, ast.UnaryOp,
        ast.Compare, ast.expr_context, ast.operator, ast.unaryop, ast.cmpop,
    )  # fmt: skip
    return all(isinstance(part, allowed) or _is_safe_use(part) for part in ast.walk(node))


def _is_safe_use(part):
    """Return whether a node is like X.shape or norm(w); the evaluation checks that norm is NumPy's."""
    match part:
        case ast.Attribute(attr=name):
            return name in SAFE_ATTRIBUTES
        case ast.Call(func=ast.Name(name), keywords=[]):
            return name in SAFE_FUNCTIONS
    return False


def _expression(node, level=0, operand=False):
    """Return the pieces of an expression, in brackets if the operator around it has a higher precedence."""
    match node:
        case ast.Constant(value=int() | float() as value):
            return [f"{value:g}"]
        case ast.Name():
            return [_before(node, operand)]
        case ast.Attribute() | ast.Subscript() if _is_safe(node):
            return [_before(node, operand)]
        case ast.UnaryOp(op=ast.USub(), operand=inner):
            return _bracketed(["−", *_expression(inner, 3, True)], operand or level > 2)
        case ast.BinOp(left=left, op=op, right=right) if type(op) in OPERATORS:
            sign, rank = OPERATORS[type(op)]
            minus, power = isinstance(op, (ast.Sub, ast.Div)), isinstance(op, ast.Pow)
            before = _expression(left, rank + power, level > 0 or power)
            return _bracketed([*before, sign, *_expression(right, rank + minus, True)], rank < level)
        case ast.Call(func=ast.Name(name) | ast.Attribute(attr=name), args=arguments, keywords=[]):
            return _call(name, arguments, operand)
    raise _UnknownError


def _bracketed(pieces, wanted):
    return ["(", *pieces, ")"] if wanted else pieces


def _call(name, arguments, operand):
    """Return the pieces of a function call as a paper would write it."""
    match name, arguments:
        case "exp", [ast.UnaryOp(ast.USub(), ast.Call(func=ast.Attribute(attr="logaddexp"), args=[_, z]))]:
            return _bracketed(["1 / (1 + e^(", *_expression(z), "))"], operand)
        case "exp", [z]:
            return ["e^(", *_expression(z), ")"]
        case "sqrt", [z]:
            return ["√", *_expression(z)] if isinstance(z, (ast.Name, ast.Constant)) else ["√(", *_expression(z), ")"]
        case "norm", [z]:
            return ["‖", *_expression(z), "‖"]
        case "len" | "abs", [z]:
            return ["|", *_expression(z), "|"]
        case "min" | "max", _:
            return [f"{name}(", *_join([_expression(z) for z in arguments]), ")"]
        case "dot", [v, X, i]:
            return ["⟨", *_expression(v), ", ", *_expression(_entry(X, i)), "⟩"]
        case "dot", [v, x]:
            return ["⟨", *_expression(v), ", ", *_expression(x), "⟩"]
        case "square", [X, i]:
            return ["‖", *_expression(_entry(X, i)), "‖²"]
    raise _UnknownError
