"""Wrong programs made from the catalogue: each mistake of a task in several ways of writing."""

import ast
import inspect

import numpy as np

from pegasos_edu.algorithms import steps
from pegasos_edu.algorithms.variants import function_of
from pegasos_edu.check.naming import flags, switched
from pegasos_edu.misconceptions import by_id, task, wrong_program

# Ways to write all steps, or a function


def as_generator(name, *identifiers):
    """The program as the catalogue makes it."""
    return _on_column(wrong_program(name, *identifiers), name, identifiers)


def as_last_state(name, *identifiers):
    """A function that returns the last state."""
    program, of_step = as_generator(name, *identifiers), _state_of(name)

    def last(X, y, lam, draws):
        state = None
        for step in program(X, y, lam, draws):
            state = of_step(step)
        return state

    if task(name).step.is_kernel:
        return lambda K, y, lam, draws: last(K, y, lam, draws)
    return last


def respelled(name, *identifiers):
    """The same program with other names, with its sums in two statements, and with the branches of each if swapped."""
    program = _respelled(wrong_program(name, *identifiers), _InTwo(), _Swapped(), _Renamed())
    return _on_column(program, name, identifiers)


def respelled_again(name, *identifiers):
    """The same program with w − (ηλ·w − …), comparisons the other way round, and conditions in variables."""
    program = _respelled(
        wrong_program(name, *identifiers), _Subtracted(), _ComparedTheOtherWay(), _ConditionInAVariable()
    )
    return _on_column(program, name, identifiers)


def has_column(name, *identifiers):
    """Whether the mistakes belong to a program that adds a column of ones."""
    return not task(name).step.has_bias and any(by_id()[one].column for one in identifiers)


def _on_column(program, name, identifiers):
    if not task(name).is_algorithm or not has_column(name, *identifiers):
        return program
    return lambda X, y, lam, draws: program(np.column_stack([X, np.ones(len(X))]), y, lam, draws)


def _state_of(name):
    kind = task(name).step
    if kind is steps.BiasStep:
        return lambda step: (np.array(step.w), step.b)
    if kind and kind.is_kernel:
        return lambda step: step.alpha.copy()
    return lambda step: np.array(step.w)


def _respelled(program, *transformers):
    about = inspect.getsource(program)
    tree = ast.parse(about)
    for one in transformers:
        tree = ast.fix_missing_locations(one.visit(tree))
    (definition,) = tree.body
    return function_of(ast.unparse(tree), definition.name, program)


class _Renamed(ast.NodeTransformer):
    """Local variables with other names."""

    def visit_FunctionDef(self, node):
        parameters = {one.arg for one in (*node.args.args, *node.args.kwonlyargs)}
        self.local = {one.id for one in ast.walk(node) if isinstance(one, ast.Name) and isinstance(one.ctx, ast.Store)}
        self.local -= parameters
        return self.generic_visit(node)

    def visit_Name(self, node):
        return ast.Name(f"my_{node.id}", node.ctx) if node.id in self.local else node


class _Swapped(ast.NodeTransformer):
    """``if not …`` with the branches swapped."""

    def visit_If(self, node):
        self.generic_visit(node)
        return ast.If(test=ast.UnaryOp(ast.Not(), node.test), body=node.orelse or [ast.Pass()], orelse=node.body)


class _ComparedTheOtherWay(ast.NodeTransformer):
    """1 > z instead of z < 1."""

    OPPOSITE = {ast.Lt: ast.Gt, ast.Gt: ast.Lt, ast.LtE: ast.GtE, ast.GtE: ast.LtE}

    def visit_Compare(self, node):
        self.generic_visit(node)
        if len(node.ops) == 1 and type(node.ops[0]) in self.OPPOSITE:
            return ast.Compare(node.comparators[0], [self.OPPOSITE[type(node.ops[0])]()], [node.left])
        return node


class _ConditionInAVariable(ast.NodeTransformer):
    """A condition in a variable of its own."""

    def visit_If(self, node):
        self.generic_visit(node)
        name = f"condition_{node.lineno}"
        return [ast.Assign([ast.Name(name, ast.Store())], node.test),
                ast.If(test=ast.Name(name, ast.Load()), body=node.body, orelse=node.orelse)]  # fmt: skip


def _sum_with_itself(node):
    """c and r if a statement is v = c·v + r, in which v is in neither c nor r."""
    match node:
        case ast.Assign(targets=[ast.Name(id=v)], value=ast.BinOp(left=ast.BinOp() as left, op=ast.Add(), right=r)):
            is_v = isinstance(left.op, ast.Mult) and isinstance(left.right, ast.Name) and left.right.id == v
            names = [one.id for part in (left.left, r) for one in ast.walk(part) if isinstance(one, ast.Name)]
            return (v, left.left, r) if is_v and v not in names else None
    return None


class _InTwo(ast.NodeTransformer):
    """v = c·v; v = v + r instead of v = c·v + r."""

    def visit_Assign(self, node):
        if found := _sum_with_itself(node):
            v, c, r = found
            return ast.parse(f"{v} = {v} * ({ast.unparse(c)})\n{v} = ({ast.unparse(r)}) + {v}").body
        return node


class _Subtracted(ast.NodeTransformer):
    """v = v − (a·v − r) instead of v = (1 − a)·v + r."""

    def visit_Assign(self, node):
        if found := _sum_with_itself(node):
            v, c, r = found
            match c:
                case ast.BinOp(left=ast.Constant(value=1), op=ast.Sub(), right=a):
                    return ast.parse(f"{v} = {v} - (({ast.unparse(a)}) * {v} - ({ast.unparse(r)}))").body
        return node


# One step


def as_step(name, *identifiers):
    """One step: the loop of the algorithm, begun at a given state."""
    return _STEPS[task(name).step](_walked(name, identifiers))


def _walked(name, identifiers):
    program, places = switched(name)
    on = flags(places, [by_id()[one] for one in identifiers])

    def step(X, y, lam, draws, t, **start):
        return next(program(X, y, lam, draws, on=on, first=t, start=start))

    return step


def _of_w(walk):
    def step(w, x, y, eta, lam):
        return walk(np.array([x]), np.array([y]), lam, [0], round(1 / (eta * lam)), w=w).w

    return step


def _of_batch(walk):
    def step(w, X, y, eta, lam):
        return walk(X, y, lam, np.arange(len(y))[None], round(1 / (eta * lam)), w=w).w

    return step


def _of_bias(walk):
    def step(w, b, x, y, eta, lam):
        after = walk(np.array([x]), np.array([y]), lam, [0], round(1 / (eta * lam)), w=w, b=b)
        return after.w, after.b

    return step


def _of_scale(walk):
    def step(a, v, x, y, eta, lam, t):
        after = walk(np.array([x]), np.array([y]), lam, [0], t, a=a, v=v, nu=np.linalg.norm(a * v))
        return after.a, after.v

    return step


def _of_counts(walk):
    def step(alpha, K, y, i, t, lam):
        return walk(K, y, lam, [i], t, alpha=alpha, eta=1 / (lam * (t - 1)) if t > 1 else 0.0).alpha

    return step


def _of_dual(walk):
    def step(w, alpha, x, y, lam, m):
        X, labels, alphas = np.zeros((m, len(x))), np.ones(m), np.zeros(m)
        X[0], labels[0], alphas[0] = x, y, alpha
        after = walk(X, labels, lam, [0], 1, w=w, alpha=alphas)
        return after.w, after.alpha[0]

    return step


_STEPS = {steps.LinearStep: _of_w, steps.BatchStep: _of_batch, steps.BiasStep: _of_bias, steps.ScaledStep: _of_scale,
          steps.KernelStep: _of_counts, steps.DualStep: _of_dual}  # fmt: skip
