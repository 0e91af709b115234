"""Rewrite Python of this package for MicroPython, which lacks some of its syntax."""

import ast
import re
from functools import reduce

SIGNS = {ast.Mult: "*", ast.Div: "/", ast.FloorDiv: "//", ast.Mod: "%", ast.Pow: "**"}


def for_micropython(source, with_arrays=False):
    """Return a source without comments and docstrings, and without the syntax that MicroPython lacks.

    MicroPython cannot read stars in lists, or texts with braces within such texts, and the method ``sort`` may exchange
    equal items; the function ``sorted`` of a page does not. If `with_arrays`, ``w *= 2`` becomes
    ``w = in_place_("*", w, 2)``, because MicroPython would make a new array.
    """
    text = ast.unparse(_Rewriting(with_arrays).visit(ast.parse(source)))
    return re.sub(r"(?m)^(?: {4})+", lambda indent: " " * (len(indent[0]) // 4), text)


class _Rewriting(ast.NodeTransformer):
    """Rewrite all parts of a source in one pass, because the sources are long."""

    def __init__(self, with_arrays):
        self.with_arrays, self.depth = with_arrays, 0

    def visit(self, node):
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef)) and ast.get_docstring(node):
            node.body[0] = ast.Pass()
        return super().visit(node)

    # [a, *b] becomes [a] + list(b), and likewise for tuples.
    def visit_List(self, node):
        return self._joined(node, "list")

    def visit_Tuple(self, node):
        return self._joined(node, "tuple")

    def _joined(self, node, kind):
        self.generic_visit(node)
        if isinstance(node.ctx, ast.Store) or not any(isinstance(element, ast.Starred) for element in node.elts):
            return node
        parts = [
            _called(kind, element.value) if isinstance(element, ast.Starred) else type(node)([element], ast.Load())
            for element in node.elts
        ]
        return reduce(lambda first, second: ast.BinOp(first, ast.Add(), second), parts)

    # f"{x:g}" within another such text becomes "{:g}".format(x).
    def visit_FormattedValue(self, node):
        self.depth += 1
        node.value = self.visit(node.value)
        self.depth -= 1
        return node

    def visit_JoinedStr(self, node):
        self.generic_visit(node)
        if self.depth == 0:
            return node
        values = [value for value in node.values if isinstance(value, ast.FormattedValue)]
        template = "".join("{" + _format_of(value) + "}" if value in values else value.value for value in node.values)
        arguments = [value.value for value in values]
        return ast.Call(ast.Attribute(ast.Constant(template), "format", ast.Load()), arguments, [])

    # a.sort(key=f) becomes a[:] = sorted(a, key=f).
    def visit_Expr(self, node):
        self.generic_visit(node)
        call = node.value
        if not (isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and call.func.attr == "sort"):
            return node
        in_order = ast.Call(ast.Name("sorted", ast.Load()), [call.func.value], call.keywords)
        return ast.copy_location(ast.Assign([ast.Subscript(call.func.value, ast.Slice(), ast.Store())], in_order), node)

    def visit_AugAssign(self, node):
        self.generic_visit(node)
        sign = SIGNS.get(type(node.op))
        if not sign or not self.with_arrays:  # MicroPython has += and -= in place
            return node
        target = ast.parse(ast.unparse(node.target), mode="eval").body
        value = _called("in_place_", ast.Constant(sign), target, node.value)
        return ast.copy_location(ast.Assign([node.target], value), node)


def _format_of(node):
    return f":{node.format_spec.values[0].value}" if node.format_spec else ""


def _called(name, *arguments):
    return ast.Call(ast.Name(name, ast.Load()), list(arguments), [])
