"""Show an algorithm as a table: Python on the left, the pseudocode of its comments on the right."""

import ast
import inspect
import io
import textwrap
import tokenize
from typing import NamedTuple

from pegasos_edu.common.consoles import Printable
from pegasos_edu.common.templates import template

# What a statement does: it loops, tests a condition, yields the step, or computes.
KINDS = {
    ast.For: "round",
    ast.While: "round",
    ast.If: "question",
    ast.Yield: "output",
    ast.Assign: "sets",
    ast.AugAssign: "sets",
    ast.AnnAssign: "sets",
    ast.Expr: "sets",
}


class ListingLine(NamedTuple):
    """Hold a line of an algorithm; a remark (CAUTION) is a line without code."""

    code: str
    pseudocode: str


class Listing(Printable):
    """Show the source of an algorithm at the end of a notebook cell.

    Parameters
    ----------
    algorithm : function
        A function with its pseudocode in right-hand comments.

    Attributes
    ----------
    title : str
        The first line of the docstring, as plain text.
    lines : list of ListingLine
        The lines without the docstring.
    numbers : list of int
        The number of each line in the source, from 1.
    kinds : list of str
        What each line does (`KINDS`), "" if it does nothing by itself.
    """

    def __init__(self, algorithm):
        self.source = textwrap.dedent(inspect.getsource(algorithm))
        self.title = (inspect.getdoc(algorithm) or algorithm.__name__).splitlines()[0].replace("`", "")
        docstring = _docstring(self.source)
        kept = [(n, line) for n, line in enumerate(_lines(self.source), 1) if n not in docstring and any(line)]
        self.numbers, self.lines = [n for n, _ in kept], [line for _, line in kept]
        kinds = _kinds(self.source)
        self.kinds = [kinds.get(n, "") for n in self.numbers]

    def __repr__(self):
        return self.source.rstrip("\n")

    def _repr_html_(self):
        return template(__file__, "listing.cell.html").render(title=self.title, lines=self.lines)


def _kinds(source):
    """Return what statements do (`KINDS`), by the number of their first line."""
    nodes = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.stmt)]
    return {node.lineno: KINDS.get(type(getattr(node, "value", None)), KINDS.get(type(node), "")) for node in nodes}


def _docstring(source):
    """Return the numbers of the lines of the docstring."""
    match ast.parse(source).body:
        case [ast.FunctionDef(body=[text, *_]) as function]:
            return range(text.lineno, text.end_lineno + 1) if ast.get_docstring(function) else range(0)
    raise OSError("its source is not a function")  # for code that was typed in, or made by exec


def _lines(source):
    """Yield each line of the source, split where its comment starts."""
    comments = {
        token.start[0]: token.start[1]
        for token in tokenize.generate_tokens(io.StringIO(source).readline)
        if token.type == tokenize.COMMENT
    }
    for number, text in enumerate(source.split("\n"), 1):  # as Python does; splitlines splits at more characters
        column = comments.get(number, len(text))
        yield ListingLine(text[:column].rstrip(), text[column:].removeprefix("#").removeprefix(" "))
