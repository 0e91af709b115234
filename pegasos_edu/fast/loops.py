"""A box as a loop: the same source without its stops, so that fitting can go on from any step.

`looped` rewrites three places of a box and nothing else:

==================================================  ==================================
``v, eta = np.zeros(X.shape[1]), 0.0``              ``v, eta = step.v, step.eta``
``for t, i in enumerate(draws, 1):``                ``… enumerate(draws, step.t + 1):``
``yield SummedStep(t, i, eta, score, v)``           ``left = SummedStep(…)``
==================================================  ==================================

so that ``step = looped(box)(X, y, lam, draws, step)`` takes one step for each draw and returns the
last, ``left``; there must be at least one. Walked in pieces, a box makes the very steps that it makes in one go.
"""

import ast
import inspect
import textwrap
from functools import cache

import numpy as np

ZERO = {"t": 0, "i": -1, "eta": 0.0, "score": 0.0, "A": np.zeros(0, dtype=np.int64), "scores": np.zeros(0)}


@cache
def looped(box):
    """The loop of a box, advance(X, y, lam, draws, step, *options) -> step.

    Parameters
    ----------
    box : generator function
        In the shape of the package's boxes: one line that sets up the state under the names that its
        steps give it, then ``for t, i in enumerate(draws, 1):``, which ends on a ``yield``.

    Returns
    -------
    function
        It may change the arrays of the step that it is given, as the box does with its own.

    Raises
    ------
    ValueError
        For a box of another shape.
    """
    function, (setup, loop) = _parts(box)
    target = setup.targets[0]
    fields = [_of_step(name.id) for name in _names(target)]
    setup.value = ast.Tuple(fields, ast.Load()) if isinstance(target, ast.Tuple) else fields[0]
    loop.iter.args[1] = ast.BinOp(_of_step("t"), ast.Add(), ast.Constant(1))
    stop = loop.body[-1]
    loop.body[-1] = ast.Assign(targets=[ast.Name("left", ast.Store())], value=stop.value.value)
    function.body = [setup, loop, ast.Return(ast.Name("left", ast.Load()))]
    function.args.args.insert(4, ast.arg("step"))
    function.name = f"{box.__name__}_loop"
    return _function(box, function)


def before(box, X, y):
    """The step 0 of a box, with the state that its first step starts from."""
    names, values, step = _start(box)
    state = dict(zip(names, values(X, y)))
    return step(**{name: state.get(name, ZERO.get(name)) for name in step._fields})


@cache
def _start(box):
    """The names of a box's state, the function (X, y) that sets it up, and the type of its steps."""
    function, (setup, loop) = _parts(box)
    values = setup.value
    function.args = ast.parse("lambda X, y: 0", mode="eval").body.args
    function.body = [ast.Return(values if isinstance(values, ast.Tuple) else ast.Tuple([values], ast.Load()))]
    names = [name.id for name in _names(setup.targets[0])]
    return names, _function(box, function), box.__globals__[loop.body[-1].value.value.func.id]


def _parts(box):
    """The function as a tree, its set-up and its loop."""
    function = ast.parse(textwrap.dedent(inspect.getsource(box))).body[0]
    body = function.body[1:] if ast.get_docstring(function) else function.body
    match body:
        case [
            ast.Assign(targets=[_]),
            ast.For(
                iter=ast.Call(func=ast.Name("enumerate"), args=[_, ast.Constant(1)]),
                body=[*_, ast.Expr(ast.Yield(ast.Call(func=ast.Name())))],
            ),
        ]:
            ast.increment_lineno(function, inspect.getsourcelines(box)[1] - 1)
            return function, body
    raise ValueError(
        f"box must set up its state in one line, go on with 'for t, i in enumerate(draws, 1):' and end that loop on "
        f"a yield, to be walked as a loop, got {box.__name__} of another shape; walk it step by step, with run."
    )


def _of_step(name):
    return ast.Attribute(ast.Name("step", ast.Load()), name, ast.Load())


def _names(target):
    return target.elts if isinstance(target, ast.Tuple) else [target]


def _function(box, tree):
    """The function of a tree, in the module and at the lines of the box."""
    tree.returns, tree.decorator_list = None, []
    for argument in tree.args.args:
        argument.annotation = None
    module = ast.fix_missing_locations(ast.Module([tree], []))
    namespace = {}
    exec(compile(module, inspect.getsourcefile(box), "exec"), box.__globals__, namespace)
    return namespace[tree.name]
