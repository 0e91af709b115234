"""What the source of a learner's program says to those who watch it run: its loops, what it gives back and reads."""

import ast
import linecache
from functools import lru_cache
from typing import NamedTuple

from pegasos_edu.submissions.roles import role_of

ROUNDS = "_rounds"  # stands for the number of rounds in what is given back: half-way it is how many there were

_FUNCTIONS = {
    *("array", "asarray", "list", "tuple", "dict", "float", "len", "sum", "copy", "deepcopy", "mean", "average", "dot"),
    *("ravel", "flatten", "reshape", "squeeze", "tolist", "astype", "hstack", "concatenate", "append", "zip", "range"),
    *("item", "items", "keys", "values", "toarray", "to_numpy", "vstack", "stack", "multiply", "matmul", "transpose"),
    *(
        "int",
        "abs",
        "min",
        "max",
        "asmatrix",
        "matrix",
        "r_",
        "sqrt",
        "round",
        "sorted",
        "enumerate",
        "Series",
        "get",
        "norm",
    ),
}


class Loop(NamedTuple):
    """A loop of a function."""

    header: int  # the line with which each round begins
    first: int
    last: int
    is_for: bool
    one_line: bool


class Plan(NamedTuple):
    """What to watch in a function."""

    name: str
    loops: dict  # header -> Loop
    given: tuple  # (label, code, names of parts) of what it gives back: returned, or put into attributes after the loop
    looks: dict  # line -> [(key, code, index, whole, is_late)] of what it takes out by an index
    is_generator: bool


@lru_cache(maxsize=64)
def _functions(file, lines):
    """The functions of a file by their first line and name; {} where its source cannot be read."""
    try:
        tree = ast.parse("".join(lines))
    except (SyntaxError, ValueError):
        return {}
    found = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            first = min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])
            found[first, node.name] = node
    return found


def node_of(code):
    """The definition from which a code object comes, or None."""
    if code.co_filename.startswith("<frozen"):
        return None
    return _functions(code.co_filename, tuple(linecache.getlines(code.co_filename))).get(
        (code.co_firstlineno, code.co_name)
    )


@lru_cache(maxsize=512)
def plan_of(code):
    """What to watch in the function of a code object; None where there is no source, as for a lambda."""
    node = node_of(code)
    if node is None:
        return None
    own = list(_own(node))
    loops = [_loop(part) for part in own if isinstance(part, (ast.For, ast.While))]
    loops = {loop.header: loop for loop in reversed(loops) if loop}
    return Plan(node.name, loops, tuple(_given(own, loops.values())), _looks(own), bool(code.co_flags & 0x20))


def _own(node):
    """All that stands in a function, in order, without the functions in it."""
    for part in ast.iter_child_nodes(node):
        if not isinstance(part, (ast.FunctionDef, ast.Lambda, ast.ClassDef)):
            yield part
            yield from _own(part)


def _loop(node):
    header, body = node.lineno, node.body[0]
    endless = isinstance(node, ast.While) and isinstance(node.test, ast.Constant)
    if endless:  # its first line is not visited again
        if isinstance(body, (ast.For, ast.While)):
            return None
        header = body.lineno
    elif isinstance(node, ast.While):
        header = node.test.lineno
    last = node.body[-1].end_lineno
    return Loop(header, node.lineno, last, isinstance(node, ast.For), last == node.lineno)


def _given(own, loops):
    """What a function gives back, and from what it is made after the loops."""
    start = min((loop.first for loop in loops), default=0)
    within = {line for loop in loops for line in range(loop.first, loop.last + 1)}
    returned = [node.value for node in own if isinstance(node, ast.Return) and node.value is not None]
    names = {part.id for value in returned for part in ast.walk(value) if isinstance(part, ast.Name)}
    made = [node for node in own if isinstance(node, (ast.Assign, ast.AnnAssign, ast.AugAssign))]
    later = [node for node in made if node.lineno > start and node.lineno not in within]
    made = [_value(node) for node in later if any(_is_given(target, names) for target in _targets(node))]
    for expression in [*returned, *(value for value in made if value is not None)]:
        if _is_safe(expression):
            parts = expression.elts if isinstance(expression, (ast.Tuple, ast.List)) else ()
            for form in dict.fromkeys((ast.unparse(_in_rounds(expression)), ast.unparse(expression))):
                yield form, compile(form, "<given>", "eval"), tuple(ast.unparse(part) for part in parts)


def _targets(node):
    return node.targets if isinstance(node, ast.Assign) else [node.target]


def _is_given(target, names):
    if isinstance(target, ast.Attribute):
        return isinstance(target.value, ast.Name) and target.value.id == "self"
    return isinstance(target, ast.Name) and target.id in names


def _value(node):
    if isinstance(node, ast.AugAssign):
        return ast.BinOp(node.target, node.op, node.value)
    return node.value


def _is_safe(expression):
    """Whether it may be evaluated at any time, as it changes nothing."""
    for part in ast.walk(expression):
        if isinstance(part, (ast.Yield, ast.YieldFrom, ast.Await, ast.NamedExpr, ast.Lambda)):
            return False
        if isinstance(part, ast.Call):
            name = part.func.attr if isinstance(part.func, ast.Attribute) else getattr(part.func, "id", None)
            if name not in _FUNCTIONS:
                return False
    return True


class _InRounds(ast.NodeTransformer):
    def visit_Name(self, node):
        return ast.Name(ROUNDS, node.ctx) if role_of(node.id) in ("T", "passes") else node

    def visit_Attribute(self, node):
        if role_of(node.attr) in ("T", "passes"):
            return ast.Name(ROUNDS, node.ctx)
        return self.generic_visit(node)

    def visit_Call(self, node):
        is_length = isinstance(node.func, ast.Name) and node.func.id == "len" and len(node.args) == 1
        if is_length and isinstance(node.args[0], ast.Name) and role_of(node.args[0].id) == "draws":
            return ast.Name(ROUNDS, ast.Load())
        return self.generic_visit(node)


def _in_rounds(expression):
    return _InRounds().visit(ast.parse(ast.unparse(expression), mode="eval").body)


def _looks(own):
    looks, stored = {}, {}
    for node in own:
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            stored.setdefault(node.lineno, set()).add(node.id)
    for node in own:
        if not isinstance(node, ast.Subscript) or isinstance(node.ctx, ast.Store) or not _is_safe(node):
            continue
        if isinstance(node.slice, (ast.Slice, ast.Constant)):
            continue
        names = {part.id for part in ast.walk(node.slice) if isinstance(part, ast.Name)}
        is_late = bool(names & stored.get(node.lineno, set()))  # the line itself makes the index
        key = (node.lineno, node.col_offset)
        looks.setdefault(node.lineno, []).append((key, _compiled(node), *_index(node), is_late))
    return looks


def _index(node):
    """The index, and that out of which it takes something, as code; for labels, which are no rows of X."""
    if isinstance(node.slice, (ast.Tuple, ast.Slice)):
        return None, None
    return _compiled(node.slice), _compiled(node.value)


def _compiled(node):
    return compile(ast.unparse(node), "<look>", "eval")
