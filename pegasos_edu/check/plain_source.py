"""Write an algorithm as a program that stands alone: without comments, options and helpers, it yields its state."""

import ast
import re

HELPERS = {  # functions of algorithms/rows.py with the expressions that they compute
    "dot": "{0} @ {1}[{2}]",
    "dots": "{1}[{2}] @ {0}",
    "combine": "{0} @ {1}[{2}]",
}


def plain_source(source, name, step=None):
    """Return the source of a function without its docstring, annotations, comments, options and helpers.

    Parameters
    ----------
    source : str
        An algorithm, a function of one expression, or one of them with edits.
    name : str
        The name that the function gets.
    step : type, optional
        The class of the steps that the algorithm yields; the program yields the state in it.

    Raises
    ------
    ValueError
        If it yields something else than such steps.
    """
    tree = ast.parse(source)
    (definition,) = tree.body
    definition.name, definition.returns, definition.decorator_list = name, None, []
    arguments, options = definition.args, {}
    for _ in range(len(arguments.defaults)):
        options[arguments.args.pop().arg] = arguments.defaults.pop()
    for argument in arguments.args:
        argument.annotation = None
    if ast.get_docstring(definition):
        definition.body = definition.body[1:]
    definition = _WithoutOptions(options, step).visit(definition)
    while (unused := _unused(definition)) and _Without(unused).removes_from(definition):
        pass
    return "\n".join(map(_without_brackets, ast.unparse(ast.fix_missing_locations(tree)).split("\n"))) + "\n"


class _WithoutOptions(ast.NodeTransformer):
    """Give the options their defaults, write the helpers out, and yield states instead of steps."""

    def __init__(self, options, step):
        self.options, self.step = options, step

    def visit_If(self, node):
        """Leave out what an option that is off would do."""
        test = node.test
        first = test.values[0] if isinstance(test, ast.BoolOp) and isinstance(test.op, ast.And) else test
        is_off = isinstance(first, ast.Name) and getattr(self.options.get(first.id), "value", True) is False
        return [self.visit(statement) for statement in node.orelse] if is_off else self.generic_visit(node)

    def visit_BinOp(self, node):
        """Leave out an option that is 0, such as b, from a sum."""
        node = self.generic_visit(node)
        is_added = isinstance(node.op, ast.Add) and isinstance(node.right, ast.Name)
        return node.left if is_added and getattr(self.options.get(node.right.id), "value", 1) == 0 else node

    def visit_Call(self, node):
        node = self.generic_visit(node)
        helper = HELPERS.get(getattr(node.func, "id", ""))
        return _expression(helper.format(*map(_bracketed, node.args))) if helper else node

    def visit_Expr(self, node):
        node = self.generic_visit(node)
        call = node.value
        if isinstance(call, ast.Call) and getattr(call.func, "id", "") == "add":
            v, c, X, i = map(_bracketed, call.args)
            return ast.parse(f"{v} += {c} * {X}[{i}]").body[0]
        return node

    def visit_Yield(self, node):
        node = self.generic_visit(node)
        call = node.value
        if not isinstance(call, ast.Call) or getattr(call.func, "id", "") != self.step.__name__:
            raise ValueError(f"the program must yield a {self.step.__name__}, got {ast.unparse(node)}; write it so.")
        values = dict(zip(self.step._fields, map(_bracketed, call.args)))
        s, v = self.step.kept.names
        state = values[v] if s is None or self.step.is_kernel else f"{values[s]} * {values[v]}"
        return ast.Yield(_expression(f"{state}, {values['b']}" if self.step.has_bias else state))


def _without_brackets(line):
    """Return a line without the brackets that `ast.unparse` writes around all that is assigned or yielded."""
    match = re.fullmatch(r"(\s*(?:[\w, ]+ = |yield ))\((.*)\)", line)
    text = match and match[1] + match[2]
    try:
        return text if text and ast.dump(ast.parse(text.strip())) == ast.dump(ast.parse(line.strip())) else line
    except SyntaxError:
        return line


def _expression(text):
    return ast.parse(text, mode="eval").body


def _bracketed(node):
    """Return an expression as text, in brackets unless it is a name or holds its own."""
    text = ast.unparse(node)
    return text if isinstance(node, (ast.Name, ast.Subscript, ast.Constant, ast.Call, ast.Attribute)) else f"({text})"


def _unused(definition):
    """Return the names that are assigned, and read at most to compute their own next values."""
    pairs = [pair for node in ast.walk(definition) if isinstance(node, ast.Assign) for pair in _pairs(node)]
    in_itself = [node for target, value in pairs for node in _names(value) if node.id == getattr(target, "id", "")]
    read = {node.id for node in _names(definition) if isinstance(node.ctx, ast.Load) and node not in in_itself}
    return {target.id for target, _ in pairs if isinstance(target, ast.Name)} - read


def _names(node):
    return [node for node in ast.walk(node) if isinstance(node, ast.Name)]


def _pairs(node):
    """Return the targets of an assignment, each with its value."""
    (target,) = node.targets
    if isinstance(target, ast.Tuple) and isinstance(node.value, ast.Tuple):
        return list(zip(target.elts, node.value.elts))
    return [(target, node.value)]


class _Without(ast.NodeTransformer):
    """Remove the assignments to some names."""

    def __init__(self, names):
        self.names, self.count = names, 0

    def removes_from(self, definition):
        """Remove them from a function; return whether there were any."""
        self.visit(definition)
        return self.count > 0

    def visit_Assign(self, node):
        kept = [pair for pair in _pairs(node) if getattr(pair[0], "id", "") not in self.names]
        if len(kept) == len(_pairs(node)):
            return node
        self.count += 1
        if not kept:
            return None
        targets, values = zip(*kept)
        if len(kept) == 1:
            return ast.Assign([targets[0]], values[0])
        return ast.Assign([ast.Tuple(list(targets), ast.Store())], ast.Tuple(list(values), ast.Load()))
