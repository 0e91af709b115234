"""Edit the source of an algorithm: replace expressions and statements, even if their blanks and brackets differ.

An edit is a pair (pattern, replacement). The pattern is Python: an expression such as ``y[i] * score < 1``, or a
statement such as ``alpha[i] += 1``; it is replaced everywhere. Three patterns insert statements instead: `START`
before the first statement, `STEP` at the beginning of each step, `YIELD` before a step is yielded.
For an algorithm on mini-batches, the names in an edit are replaced by the names of batches (`IN_BATCHES`).
"""

import ast
import copy
import inspect
import textwrap
from functools import cache, lru_cache
from itertools import combinations

START, STEP, YIELD = "@start", "@step", "@yield"
IN_BATCHES = {"i": "A", "score": "scores", "LinearStep": "BatchStep"}


class NotFound(ValueError):  # noqa: N818  its message says what is not found
    """Signal that the source does not contain the pattern of an edit."""


# Patterns


@cache
def parsed(text):
    """Return the expression, or the list of statements, that a text stands for."""
    try:
        return ast.parse(text, mode="eval").body
    except SyntaxError:
        return ast.parse(textwrap.dedent(text)).body


@cache
def sought(pattern, replacement):
    """Return what an edit looks for: an expression, or a list of statements; a call can be a statement."""
    piece = parsed(pattern)
    if isinstance(parsed(replacement), list) and not isinstance(piece, list):
        return [ast.Expr(piece)]
    return piece


def meaning(pattern, replacement):
    """Return a text that two edits share if they look for the same code, even with other blanks and brackets."""
    return _dump(sought(pattern, replacement))


def _dump(node):
    return "; ".join(map(ast.dump, node)) if isinstance(node, list) else ast.dump(node)


@cache
def in_batches(text):
    """Return the text of an edit with the names of an algorithm on mini-batches."""
    if text.startswith("@"):
        return text
    node = copy.deepcopy(parsed(text))
    for part in node if isinstance(node, list) else [node]:
        for inner in ast.walk(part):
            if isinstance(inner, ast.Name):
                inner.id = IN_BATCHES.get(inner.id, inner.id)
    return "\n".join(map(ast.unparse, node)) if isinstance(node, list) else ast.unparse(node)


# The source of an algorithm with edits


@cache
def source_of(function):
    """Return the source of a function, without its indentation."""
    return textwrap.dedent(inspect.getsource(function))


def edited(source, edits):
    """Return the source of a function with edits (pattern, replacement) applied in turn; comments stay in place.

    Raise `NotFound` if a pattern is not in the source after the edits before it.
    """
    for pattern, replacement in edits:
        change = _inserted if pattern.startswith("@") else _replaced
        source = change(source, pattern, replacement)
    return source


def edited_line(source, pattern, replacement):
    """Return the number of the first line, from 1, that an edit changes; None if its pattern is not there."""
    if pattern.startswith("@"):
        node = _place(ast.parse(source), pattern)
        return node and node.lineno
    places = _places_of(source, sought(pattern, replacement))
    return places[0][0].lineno if places else None


def _place(tree, pattern):
    """Return the statement before which an edit inserts its text."""
    (function,) = tree.body
    body = function.body[1:] if ast.get_docstring(function) else function.body
    if pattern == START:
        return body[0]
    loop = next((statement for statement in body if isinstance(statement, ast.For)), None)
    if loop is None:
        return None
    return loop.body[0] if pattern == STEP else loop.body[-1]


def _inserted(source, pattern, text):
    node = _place(ast.parse(source), pattern)
    if node is None:
        raise NotFound(f"{pattern} needs a loop, got a function without a loop.")
    lines = source.split("\n")
    above = node.lineno - 1
    while lines[above - 1].lstrip().startswith("#"):  # a remark belongs to the line below it
        above -= 1
    lines[above:above] = textwrap.indent(textwrap.dedent(text), " " * node.col_offset).split("\n")
    return "\n".join(lines)


def _places_of(source, wanted):
    """Return the places of an expression, or of a list of statements, as (first, last); none lies within another."""
    return sorted(_places(source).get(_dump(wanted), ()), key=lambda place: (place[0].lineno, place[0].col_offset))


@lru_cache(100)
def _places(source):
    """Return where the expressions and the rows of statements of a source are, by what `_dump` returns for them."""
    places = {}
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.expr):
            places.setdefault(_dump(node), []).append((node, node))
        for body in (value for _, value in ast.iter_fields(node) if _is_body(value)):
            dumps = [*map(_dump, body)]
            for k, n in combinations(range(len(body) + 1), 2):
                places.setdefault("; ".join(dumps[k:n]), []).append((body[k], body[n - 1]))
    return places


def _is_body(value):
    return isinstance(value, list) and all(isinstance(statement, ast.stmt) for statement in value)


def _replaced(source, pattern, replacement):
    places = _places_of(source, sought(pattern, replacement))
    if not places:
        raise NotFound(f"{pattern!r} must occur in the source, got a source without it; read the source as it is now.")
    for first, last in reversed(places):
        start = _offset(source, first.lineno, first.col_offset)
        stop = _offset(source, last.end_lineno, last.end_col_offset)
        parts = source[:start], textwrap.dedent(replacement), source[stop:]
        if isinstance(first, ast.expr):
            parts = _bracketed(*parts)
        else:
            parts = parts[0], parts[1].replace("\n", "\n" + " " * first.col_offset), parts[2]
        source = "".join(parts)
    return source


def _bracketed(before, text, after):
    """Return the three parts with as few brackets around the middle as the meaning allows."""
    safe = before, f"({text})", after
    ways = [(before, text, after), safe]
    if before.endswith("(") and after.startswith(")"):
        ways.insert(0, (before[:-1], text, after[1:]))
    wanted = ast.dump(ast.parse("".join(safe)))
    return next(way for way in ways if _means("".join(way), wanted))


def _means(source, wanted):
    try:
        return ast.dump(ast.parse(source)) == wanted
    except SyntaxError:
        return False


def _offset(source, line, column):
    """Return the index of a character in a source, from its line and its column in bytes."""
    lines = source.split("\n")
    text = lines[line - 1].encode()[:column].decode()
    return sum(len(before) + 1 for before in lines[: line - 1]) + len(text)


# All edits in one program


def switchboard(function, names, edits):
    """Compile a function that contains the edits of every mistake, each behind a switch.

    If the third mistake replaces ``y[i] * score`` by ``score``, ``score if _on3 else y[i] * score`` stands there.
    This way hundreds of wrong programs can be run, although only one is compiled.

    Parameters
    ----------
    function : function
        An algorithm, or a function of one expression.
    names : dict
        The global names that its source and the edits use.
    edits : tuple of tuple of (str, str)
        The edits of each mistake.

    Returns
    -------
    function
        It takes the arguments of the function, and ``on``, a sequence with a bool for each mistake; an algorithm also
        takes ``first``, the number of the first step, and ``start``, a dict of start values that differ from the
        printed ones.
    """
    space = dict(names)
    exec(compile(switched_source(function, edits), f"<{function.__name__} with switches>", "exec"), space)
    return space["switched"]


@cache
def switched_source(function, edits):
    """Return the source of the function that `switchboard` compiles; its name is ``switched``."""
    tree = ast.parse(source_of(function))
    (definition,) = tree.body
    definition.name, definition.decorator_list, definition.returns = "switched", [], None
    for argument in definition.args.args:
        argument.annotation = None
    body = definition.body[1:] if ast.get_docstring(definition) else definition.body
    is_loop = any(isinstance(statement, ast.For) for statement in body)
    if is_loop:
        body = [_started(body[0]), *body[1:]]
    body = _Switches(edits).block(body, at_start=True)
    flags = ", ".join(f"_on{n}" for n in range(len(edits)))
    definition.body = [*(ast.parse(f"{flags}, = on").body if edits else []), *body]
    for name, default in (("on", "()"), *((("first", "1"), ("start", "{}")) if is_loop else ())):
        definition.args.kwonlyargs.append(ast.arg(name))
        definition.args.kw_defaults.append(parsed(default))
    if is_loop:
        _First().visit(definition)
    return ast.unparse(tree)


def _started(assignment):
    """Return the first assignment of an algorithm, in which ``start`` can replace the value of any variable.

    Its lines stand in an ``if True``, so that they remain one statement of the body, as the printed one.
    """
    (target,) = assignment.targets
    several = isinstance(target, ast.Tuple)
    pairs = zip(target.elts, assignment.value.elts) if several else [(target, assignment.value)]
    lines = [
        f"{name.id} = start['{name.id}'] if '{name.id}' in start else {ast.unparse(value)}" for name, value in pairs
    ]
    return ast.If(test=ast.Constant(True), body=ast.parse("\n".join(lines)).body, orelse=[])


class _First(ast.NodeTransformer):
    """Make the number of the first step a parameter."""

    def visit_Call(self, node):
        self.generic_visit(node)
        if isinstance(node.func, ast.Name) and node.func.id == "enumerate":
            node.args[1:] = [ast.Name("first", ast.Load())]
        return node


class _Switches:
    """Replace each pattern of an edit by `replacement if _on3 else pattern`.

    Replacements get switches, too; `used` holds the numbers of the mistakes in whose replacements a piece lies.
    """

    DEPTH = 2  # how many mistakes may lie within each other's replacements

    def __init__(self, edits):
        self.by_meaning, self.inserted = {}, {START: [], STEP: [], YIELD: []}
        for n, pairs in enumerate(edits):
            for pattern, replacement in pairs:
                if pattern.startswith("@"):
                    self.inserted[pattern].append((n, replacement))
                else:
                    self.by_meaning.setdefault(meaning(pattern, replacement), []).append((n, replacement))
        wanted = (sought(*pair) for pairs in edits for pair in pairs if not pair[0].startswith("@"))
        self.lengths = sorted({len(piece) for piece in wanted if isinstance(piece, list)}, reverse=True)

    def block(self, statements, used=frozenset(), at_start=False, is_loop=False):
        """Return the statements with switches, and with the inserted statements."""
        done, k = [], 0
        if at_start:
            done += self._insertions(START)[::-1]  # as in the edited text, where the last one comes first
        if is_loop:
            done += self._insertions(STEP)[::-1]
        while k < len(statements):
            n, alternatives = self._alternatives(statements, k, used)
            if is_loop and k == len(statements) - 1:
                done += self._insertions(YIELD)
            part = [self.statement(statement, used) for statement in statements[k : k + n]]
            for number, text in alternatives:
                body = self.block(_statements(text), used | {number})
                part = [ast.If(test=_flag(number), body=body or [ast.Pass()], orelse=part)]
            done, k = done + part, k + n
        return done

    def _insertions(self, where):
        return [
            ast.If(test=_flag(n), body=self.block(_statements(text), frozenset({n})), orelse=[])
            for n, text in self.inserted[where]
        ]

    def _alternatives(self, statements, k, used):
        if len(used) < self.DEPTH:
            for n in (n for n in self.lengths if k + n <= len(statements)):
                alternatives = self.by_meaning.get(_dump(statements[k : k + n]), [])
                if left := [(number, text) for number, text in alternatives if number not in used]:
                    return n, left
        return 1, []

    def statement(self, node, used):
        node = copy.copy(node)
        for name, value in ast.iter_fields(node):
            if isinstance(value, ast.expr):
                setattr(node, name, self.expression(value, used))
            elif isinstance(value, list) and value and isinstance(value[0], ast.stmt):
                setattr(node, name, self.block(value, used, is_loop=isinstance(node, ast.For) and not used))
            elif isinstance(value, list):
                setattr(node, name, [self._part(part, used) for part in value])
        return node

    def expression(self, node, used):
        if isinstance(getattr(node, "ctx", None), ast.Store):
            return node
        alternatives = self.by_meaning.get(_dump(node), ()) if len(used) < self.DEPTH else ()
        new = copy.copy(node)
        for name, value in ast.iter_fields(node):
            if isinstance(value, ast.expr):
                setattr(new, name, self.expression(value, used))
            elif isinstance(value, list):
                setattr(new, name, [self._part(part, used) for part in value])
        for number, text in alternatives:
            if number not in used:
                body = self.expression(parsed(text), used | {number})
                new = ast.IfExp(test=_flag(number), body=body, orelse=new)
        return new

    def _part(self, part, used):
        if isinstance(part, ast.keyword):
            return ast.keyword(part.arg, self.expression(part.value, used))
        return self.expression(part, used) if isinstance(part, ast.expr) else part


def _flag(number):
    return ast.Name(f"_on{number}", ast.Load())


def _statements(text):
    return ast.parse(textwrap.dedent(text)).body
