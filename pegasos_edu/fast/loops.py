"""An algorithm as a loop: the same source without its stops, so that fitting can go on from any step.

`looped` changes three places of an algorithm and nothing else. It walks the draws part by part, and after each part
lets the weights enter a mean:

=========================================  =================================================================
``v, eta = np.zeros(X.shape[1]), 0.0``     ``v, eta = step.v, step.eta``
``for t, i in enumerate(draws, 1):``       ``for t, i in enumerate(draws[_start:_end], step.t + 1 + _start):``
``yield SummedStep(t, i, eta, score, v)``  ``left = SummedStep(t, i, eta, score, v)``, after the part
=========================================  =================================================================

so that ``step = looped(algorithm)(X, y, lam, draws, ends, step, mean)`` takes one step for each draw and returns the
last. Walked in pieces, an algorithm makes the very steps that it makes in one go.

For machine code `looped_out` and `stepped_out` are the same without a step to give back: what Python receives from
there are numbers, and the arrays are those that it has given (see ``compiling``).
"""

import ast
import inspect
import textwrap
from functools import cache

import numpy as np

from pegasos_edu.fast.averaging import collect

ZERO = {"t": 0, "i": -1, "eta": 0.0, "score": 0.0, "delta": 0.0}
ZERO |= {"A": np.zeros(0, dtype=np.int64), "scores": np.zeros(0)}
FRAME = "for _end in ends: collect(mean, {s}, {v}); _start = _end"  # around the loop of the algorithm
LOOPED = ("ends", "step", "mean")  # what a loop takes beside the arguments of its algorithm


@cache
def looped(algorithm):
    """The loop of an algorithm, advance(X, y, lam, draws, ends, step, mean, *options) -> step.

    Parameters
    ----------
    algorithm : generator function
        In the shape of the package's algorithms: one line that sets up the state under the names that its
        steps give it, then ``for t, i in enumerate(draws, 1):``, which ends on a ``yield``.

    Returns
    -------
    function
        The draws from one of the ``ends`` to the next are a part, none of them empty; the last end is the number of
        draws. The function may change the arrays of the step that it is given, as the algorithm does with its own.

    Raises
    ------
    ValueError
        For an algorithm of another shape.
    """
    function, setup, loop, stop = _going_on(algorithm, *LOOPED)
    loop.iter.args = [_written("draws[_start:_end]").value, _written("step.t + 1 + _start").value]
    s, v = _start(algorithm)[2].kept.names
    walk = _written(FRAME.format(s=f"left.{s}" if s else "1.0", v=f"left.{v}"))
    walk.body[:0] = [loop, stop]
    function.body = [setup, _written("_start = 0"), walk, _written("return left")]
    function.name = f"{algorithm.__name__}_loop"
    return _function(algorithm, function)


def looped_out(algorithm, loop):
    """`loop`, the compiled `looped(algorithm)`, with its step handed out: its arrays in those of `step`, and the rest
    as
    `handed_out` tells. Not part of the loop itself, which is slower when it has to hold two steps.
    """
    function = _going_on(algorithm, *LOOPED)[0]
    names = ", ".join(argument.arg for argument in function.args.args)
    function.body = [_written(f"left = _looped({names})"), _written(f"return {_handed_out(algorithm)}")]
    function.name = f"{algorithm.__name__}_loop_out"
    return _function(algorithm, function, _looped=loop)


@cache
def stepped_out(algorithm):
    """The algorithm, stepping from `step` on, the fifth argument, with each step handed out as by `looped_out`."""
    function, setup, loop, stop = _going_on(algorithm, "step")
    loop.body += [stop, _written(f"yield {_handed_out(algorithm)}")]
    function.body = [setup, loop]
    function.name = f"{algorithm.__name__}_out"
    return _function(algorithm, function)


def put(a, room):
    """Copy an array into `room`, unless it is there already; whether that was needed."""
    other = a.ctypes.data != room.ctypes.data
    if other:
        room[...] = a
    return other


def handed_out(room, values):
    """The step that was handed out: its numbers, and for each array whether it had to be put into that of `room`."""
    return type(room)(
        *[x if value is False else x.copy() if value is True else value for x, value in zip(room, values)]
    )


def with_room(step, draws):
    """The step with room for what its successors look at: the examples of a batch, more than one score."""
    if "scores" not in step._fields:
        return step
    if step.is_batch:
        return step._replace(A=np.empty_like(draws[0]), scores=np.empty(len(draws[0])))
    return step._replace(scores=np.empty(len(step.kept[1])))


def _going_on(algorithm, *arguments):
    """The function as a tree, with more arguments; its set-up from `step`; its loop; and what its yield becomes."""
    function, (setup, loop) = _parts(algorithm)
    target = setup.targets[0]
    fields = [_field(name.id) for name in _names(target)]
    setup.value = ast.Tuple(fields, ast.Load()) if isinstance(target, ast.Tuple) else fields[0]
    stop = ast.Assign(targets=[ast.Name("left", ast.Store())], value=loop.body.pop().value.value)
    function.args.args[4:4] = [ast.arg(name) for name in arguments]
    return function, setup, loop, stop


def _handed_out(algorithm):
    """A tuple, as text: the numbers of the step that was left, and of each of its arrays whether it was put over."""
    kinds = _start(algorithm)[2].__annotations__.items()
    return ", ".join(f"put(left.{name}, step.{name})" if kind is np.ndarray else f"left.{name}" for name, kind in kinds)


def before(algorithm, X, y):
    """The step 0 of an algorithm, with the state that its first step starts from."""
    names, values, step = _start(algorithm)
    state = dict(zip(names, values(X, y)))
    return step(**{name: state.get(name, ZERO.get(name)) for name in step._fields})


@cache
def _start(algorithm):
    """The names of an algorithm's state, the function (X, y) that sets it up, and the type of its steps."""
    function, (setup, loop) = _parts(algorithm)
    values = setup.value
    function.args = _written("lambda X, y: 0").value.args
    function.body = [ast.Return(values if isinstance(values, ast.Tuple) else ast.Tuple([values], ast.Load()))]
    names = [name.id for name in _names(setup.targets[0])]
    return names, _function(algorithm, function), _known_to(algorithm)[loop.body[-1].value.value.func.id]


def _parts(algorithm):
    """The function as a tree, its set-up and its loop."""
    function = ast.parse(textwrap.dedent(inspect.getsource(algorithm))).body[0]
    body = function.body[1:] if ast.get_docstring(function) else function.body
    match body:
        case [
            ast.Assign(targets=[_]),
            ast.For(
                iter=ast.Call(func=ast.Name("enumerate"), args=[_, ast.Constant(1)]),
                body=[*_, ast.Expr(ast.Yield(ast.Call(func=ast.Name())))],
            ),
        ]:
            ast.increment_lineno(function, inspect.getsourcelines(algorithm)[1] - 1)
            return function, body
    raise ValueError(
        f"algorithm must set up its state in one line, go on with 'for t, i in enumerate(draws, 1):' and end that loop "
        f"on a yield, to run as a loop, got {algorithm.__name__} of another shape; run it step by step, with run."
    )


def _field(name):
    return ast.Attribute(ast.Name("step", ast.Load()), name, ast.Load())


def _written(text):
    """A statement, without a place of its own: it takes the line of what it is put into."""
    (statement,) = ast.parse(text).body
    for node in ast.walk(statement):
        for name in ("lineno", "end_lineno", "col_offset", "end_col_offset"):
            node.__dict__.pop(name, None)
    return statement


def _names(target):
    return target.elts if isinstance(target, ast.Tuple) else [target]


def _known_to(algorithm):
    """The names that the source of an algorithm may use: a variant has no module of its own."""
    return inspect.unwrap(algorithm).__globals__


def _function(algorithm, tree, **others):
    """The function of a tree, in the module and at the lines of the algorithm; it knows the algorithm's names, and
    others."""
    tree.returns, tree.decorator_list = None, []
    for argument in tree.args.args:
        argument.annotation = None
    module = ast.fix_missing_locations(ast.Module([tree], []))
    names = {**_known_to(algorithm), "collect": collect, "put": put, **others}
    exec(compile(module, inspect.getsourcefile(algorithm), "exec"), names)
    return names[tree.name]
