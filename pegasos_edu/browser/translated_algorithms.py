"""Translate an algorithm to JavaScript from its source, with calls that record its lines.

The text of each statement is

    tracer?.enter(place, …);  what it does;  tracer?.leave(place, …);  tracer?.see(…);

where ``place`` is the place of the line in the listing. `enter` gets the values of the holes of the line's formula that
are known before the line runs; `leave` gets the others. `see` gets the weights where they may have changed, in the form
of a step. Without a tracer, the function only runs.
"""

import ast
import json

from pegasos_edu.browser.language import Expressions, is_stored, name, refused, without_docstring
from pegasos_edu.trace.listing import Listing
from pegasos_edu.trace.numbers import STATE, TAKEN, Hole, formula

PARAMETERS = ("X", "y", "lam", "draws")


class TranslatedAlgorithm:
    """Hold an algorithm translated to JavaScript.

    Parameters
    ----------
    algorithm : generator function
        The algorithm, in the form of the package's algorithms.

    Attributes
    ----------
    listing : Listing
    kind : type
        The type of the steps that it yields.
    formulas : dict of int to list
        The pieces (`numbers.formula`) of each line of the listing that can run.
    loop : int
        The place of the line of the loop.
    text : str
        ``function* (X, y, lam, draws, options, tracer) {…}``, which yields steps as objects with their fields.

    Raises
    ------
    RefusedError
        If the algorithm uses Python that the small language lacks; the message names the line.
    """

    def __init__(self, algorithm):
        self.listing = Listing(algorithm)
        self._places = {number: place for place, number in enumerate(self.listing.numbers)}
        self._tree = ast.parse(self.listing.source).body[0]
        given = [argument.arg for argument in self._tree.args.args]
        stored = {node.id for node in ast.walk(self._tree) if isinstance(node, ast.Name) and is_stored(node)}
        self._express = Expressions({*given, *stored})
        self._lines, self.formulas, self.loop = [], {}, None
        self._step = self._yielded()
        self.kind = algorithm.__globals__[ast.unparse(self._step.func)]
        self._kept = self._kept_by_name()
        for node in without_docstring(self._tree):
            self._statement(node)
        self.text = "\n".join([*self._heads(given, stored), *self._lines, "}"])

    def _heads(self, given, stored):
        """Yield the lines before the first statement; they declare options and the names that the algorithm sets."""
        names = ", ".join(map(name, given[: len(PARAMETERS)]))
        options = zip(given[len(PARAMETERS) :], self._tree.args.defaults)
        taken = ", ".join(f"{name(option)} = {json.dumps(node.value)}" for option, node in options)
        yield f"function* ({names}, options, tracer) {{"
        if taken:
            yield f"const {{{taken}}} = options;"
        yield f"let {', '.join(map(name, sorted(stored - set(given))))};"

    def _yielded(self):
        """Return the call that makes the step."""
        yields = [node.value for node in ast.walk(self._tree) if isinstance(node, ast.Yield)]
        if len(yields) != 1 or not isinstance(yields[0], ast.Call):
            raise refused(self._tree, f"{len(yields)} yields instead of one")
        return yields[0]

    def _kept_by_name(self):
        """Return a dict from the fields of the step to the names of the weights, if the step consists of names."""
        if not all(isinstance(node, ast.Name) for node in self._step.args):
            return {}
        s, v = self.kind.kept.names
        names = dict(zip(self.kind._fields, (node.id for node in self._step.args)))
        return {field: names[field] for field in (s, v, "b") if field in names}

    def _statement(self, node):
        write = getattr(self, f"_{type(node).__name__.lower()}", None)
        place = self._places.get(node.lineno)
        if write is None or place is None:
            raise refused(node, f"`{ast.unparse(node).splitlines()[0]}`")
        write(node, place)

    def _traced(self, node, place, done, condition=None):
        """Write a statement between the calls that record it."""
        pieces = self.formulas[place] = formula(node)
        holes = [piece for piece in pieces if isinstance(piece, Hole) and piece.key not in (TAKEN, STATE)]
        before = dict.fromkeys(hole.key for hole in holes if not hole.after)
        after = dict.fromkeys(hole.key.removesuffix("′") for hole in holes if hole.after)
        values = [self._express(_parsed(key, node)) for key in after] + ([condition] if condition else [])
        self._call("enter", [str(place), *(self._express(_parsed(key, node)) for key in before)])
        self._lines += done
        self._call("leave", [str(place), *values])
        if self._changes(node) & set(self._kept.values()):
            self._call("see", [f"{{{', '.join(f'{field}: {name(kept)}' for field, kept in self._kept.items())}}}"])

    def _pass(self, node, place):
        self._traced(node, place, [])

    def _call(self, what, arguments):
        self._lines.append(f"tracer?.{what}({', '.join(arguments)});")

    def _changes(self, node):
        """Return the names that a statement sets or whose entries it changes; its inner statements do not count."""
        if isinstance(node, ast.If):
            return set()
        if isinstance(node, ast.For):
            return {part.id for part in ast.walk(node.target) if isinstance(part, ast.Name)}
        changed = {part.id for part in ast.walk(node) if isinstance(part, ast.Name) and is_stored(part)}
        stored = [part for part in ast.walk(node) if isinstance(part, ast.Subscript) and is_stored(part)]
        added = [part.args[0] for part in ast.walk(node) if isinstance(part, ast.Call) and part.args]
        return changed | {_root(part) for part in [*stored, *added]}

    def _assign(self, node, place):
        if len(node.targets) != 1:
            raise refused(node, f"`{ast.unparse(node)}`, which sets two names at once")
        self._traced(node, place, [f"{self._target(node.targets[0])} = {self._express(node.value)};"])

    def _target(self, target):
        match target:
            case ast.Name():
                return name(target.id)
            case ast.Tuple():
                return f"[{', '.join(map(self._target, target.elts))}]"
            case ast.Subscript(value=ast.Name() as array, slice=index) if not isinstance(index, ast.Slice):
                return f"{self._express(array)}[{self._express(index)}]"
        raise refused(target, f"what is set in `{ast.unparse(target)}`")

    def _augassign(self, node, place):
        target = self._target(node.target)
        operation = self._express(ast.copy_location(ast.BinOp(_loaded(node.target), node.op, node.value), node))
        in_place = isinstance(node.target, ast.Name)  # a vector changes in place, as in NumPy
        self._traced(node, place, [f"{target} = {f'into({target}, {operation})' if in_place else operation};"])

    def _expr(self, node, place):
        match node.value:
            case ast.Yield(value=ast.Call() as step):
                values = [f"{field}: {value}" for field, value in zip(self.kind._fields, map(self._express, step.args))]
                self.formulas[place] = formula(node)
                self._call("enter", [str(place)])
                self._lines.append(f"yield {{{', '.join(values)}}};")
            case ast.Call():
                self._traced(node, place, [f"{self._express(node.value)};"])
            case _:
                raise refused(node, f"`{ast.unparse(node)}`")

    def _if(self, node, place):
        condition = f"q{place}"
        self._traced(node, place, [f"const {condition} = {self._express.truth(node.test)};"], condition)
        self._lines.append(f"if ({condition}) {{")
        self._block(node.body)
        self._lines.append("}")
        if node.orelse:
            self._lines.append("else {")
            self._block(node.orelse)
            self._lines.append("}")

    def _block(self, nodes):
        for node in nodes:
            self._statement(node)

    def _for(self, node, place):
        match node:
            case ast.For(
                target=ast.Tuple(elts=[ast.Name(count), ast.Name(drawn)]),
                iter=ast.Call(func=ast.Name("enumerate"), args=[draws, *start], keywords=[]),
                orelse=[],
            ) if self.loop is None:
                self.loop = place
            case _:
                raise refused(node, f"the loop `{ast.unparse(node).splitlines()[0]}`")
        first = self._express(start[0]) if start else "0"
        self._lines.append(f"for (const [n, drawn] of {self._express(draws)}.entries()) {{")
        self._traced(node, place, [f"[{name(count)}, {name(drawn)}] = [n + {first}, drawn];"])
        self._block(node.body)
        self._lines.append("}")


def _root(node):
    """Return the name of the array in an expression for an entry, such as v in v[r]."""
    while isinstance(node, ast.Subscript):
        node = node.value
    return node.id if isinstance(node, ast.Name) else ""


def _loaded(target):
    return ast.parse(ast.unparse(target), mode="eval").body


def _parsed(key, node):
    return ast.copy_location(_loaded(ast.parse(key, mode="eval").body), node)
