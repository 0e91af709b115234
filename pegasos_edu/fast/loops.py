"""Turn an algorithm into a loop: the same source without its yields, so that a fit can go on from any step.

`looped` changes three lines of an algorithm and nothing else. The loop takes the draws part by part, and adds the
weights to a mean after each part:

=========================================  =================================================================
``v, eta = np.zeros(X.shape[1]), 0.0``     ``v, eta = step.v, step.eta``
``for t, i in enumerate(draws, 1):``       ``for t, i in enumerate(draws[_start:_end], step.t + 1 + _start):``
``yield SummedStep(t, i, eta, score, v)``  ``notes[t - step.t - 1] = score``, and after the part
                                           ``left = SummedStep(t, i, eta, score, v)``
=========================================  =================================================================

``step = looped(algorithm)(X, y, lam, draws, ends, step, mean, notes)`` takes one step for each draw and returns the
last one. Several calls take exactly the same steps as one call. The notes keep the score of each step.

Compiled code returns numbers only (see ``compiling``): `number_loop` and `number_steps` copy the arrays of a step into
the arrays of another step, called the room, and return the numbers.
"""

import ast
import inspect
import textwrap
from functools import cache
from pathlib import Path
from zlib import crc32

import numpy as np

from pegasos_edu.fast.averaging import collect

ZERO = {"t": 0, "i": -1, "eta": 0.0, "score": 0.0, "delta": 0.0}
ZERO |= {"A": np.zeros(0, dtype=np.int64), "scores": np.zeros(0)}
LOOP = "for _end in ends: collect(mean, {s}, {v}); _start = _end"  # this goes around the loop of the algorithm
LOOP_ARGUMENTS = ("ends", "step", "mean", "notes")  # arguments of a loop, after those of its algorithm


@cache
def looped(algorithm):
    """Return the loop of an algorithm, (X, y, lam, draws, ends, step, mean, notes, *options) -> step.

    Parameters
    ----------
    algorithm : generator function
        It must have the shape of the package's algorithms: one line that sets up the state, with the names that it
        has in the steps, and then ``for t, i in enumerate(draws, 1):``, a loop that ends with a ``yield``.

    Returns
    -------
    function
        The draws from one of the ``ends`` to the next are a part; no part is empty, and the last end is the number of
        draws. The function may change the arrays of the step that it takes, as the algorithm changes its own. It
        fills the notes, an array like that of `notes_for`.

    Raises
    ------
    ValueError
        If the algorithm has another shape.
    """
    function, setup, loop, stop = _resumed(algorithm, *LOOP_ARGUMENTS)
    loop.iter.args = [_statement("draws[_start:_end]").value, _statement("step.t + 1 + _start").value]
    noted = [_statement(f"notes[{at}] = 0") for at in _places(algorithm)]
    for note, name in zip(noted, _noted(algorithm)):
        note.value = stop.value.args[_start(algorithm)[2]._fields.index(name)]
    loop.body += noted
    s, v = _start(algorithm)[2].kept.names
    parts = _statement(LOOP.format(s=f"left.{s}" if s else "1.0", v=f"left.{v}"))
    parts.body[:0] = [loop, stop]
    function.body = [setup, _statement("_start = 0"), parts, _statement("return left")]
    return _function(algorithm, function, "loop")


def number_loop(algorithm, loop):
    """Return a function that calls `loop`, the compiled `looped(algorithm)`, and returns the last step as numbers.

    The loop itself does not return them, because it is slower if it has to hold two steps.
    """
    function = _resumed(algorithm, *LOOP_ARGUMENTS)[0]
    names = ", ".join(argument.arg for argument in function.args.args)
    function.body = [_statement(f"left = _loop({names})"), _statement(f"return {_numbers(algorithm)}")]
    return _function(algorithm, function, "number_loop", _loop=loop)


def _noted(algorithm):
    """Return the names of what the notes keep of a step: its scores, and in dual ascent also the change of α."""
    return [name for name in ("score", "scores", "delta") if name in _start(algorithm)[2]._fields]


def _places(algorithm):
    """Return the indices of the notes at which these stand."""
    n = len(_noted(algorithm))
    return ["t - step.t - 1"] if n == 1 else [f"t - step.t - 1, {place}" for place in range(n)]


def notes_for(step, draws):
    """Return an empty array for the notes of these draws: (T,), (T, k) for batches, or (T, n) for several scores."""
    has_classes = "scores" in step._fields and not step.is_batch
    more = [len(step.kept[1])] if has_classes else [2] if step.is_dual else []
    return np.empty([*np.shape(draws), *more])


@cache
def number_steps(algorithm):
    """Return the algorithm, changed so that it yields each step as numbers; its fifth argument is the room."""
    function, setup, loop, stop = _resumed(algorithm, "step")
    loop.body += [stop, _statement(f"yield {_numbers(algorithm)}")]
    function.body = [setup, loop]
    return _function(algorithm, function, "number_steps")


def copy_into(room, a):
    """Copy an array into `room`, unless it is there already, and return whether it was copied."""
    is_elsewhere = a.ctypes.data != room.ctypes.data
    if is_elsewhere:
        room[...] = a
    return is_elsewhere


def step_of(room, numbers):
    """Return the step with these numbers and the arrays of `room`, or copies of them if they were copied into it."""
    return type(room)(*[x if n is False else x.copy() if n is True else n for x, n in zip(room, numbers)])


def with_room(step, draws):
    """Return the step with arrays for the examples and the scores of a batch, or for the scores of all classes."""
    if "scores" not in step._fields:
        return step
    if step.is_batch:
        return step._replace(A=np.empty_like(draws[0]), scores=np.empty(len(draws[0])))
    return step._replace(scores=np.empty(len(step.kept[1])))


def initial_step(algorithm, X, y):
    """Return step 0 of an algorithm, with the state from which its first step starts."""
    names, values, step = _start(algorithm)
    state = dict(zip(names, values(X, y)))
    return step(**{name: state.get(name, ZERO.get(name)) for name in step._fields})


def _resumed(algorithm, *arguments):
    """Return the function as a tree with more arguments, its set-up from `step`, its loop, and its yield replaced."""
    function, (setup, loop) = _parts(algorithm)
    target = setup.targets[0]
    fields = [ast.Attribute(ast.Name("step", ast.Load()), name.id, ast.Load()) for name in _names(target)]
    setup.value = ast.Tuple(fields, ast.Load()) if isinstance(target, ast.Tuple) else fields[0]
    stop = ast.Assign(targets=[ast.Name("left", ast.Store())], value=loop.body.pop().value.value)
    function.args.args[4:4] = [ast.arg(name) for name in arguments]
    return function, setup, loop, stop


def _numbers(algorithm):
    """Return the source of a tuple: the numbers of the step `left`, and whether each of its arrays was copied."""
    kinds = _start(algorithm)[2].__annotations__.items()
    return ", ".join(
        f"copy_into(step.{name}, left.{name})" if kind is np.ndarray else f"left.{name}" for name, kind in kinds
    )


@cache
def _start(algorithm):
    """Return the names of an algorithm's state, the function (X, y) that sets it up, and the type of its steps."""
    function, (setup, loop) = _parts(algorithm)
    values = setup.value
    function.args = _statement("lambda X, y: 0").value.args
    function.body = [ast.Return(values if isinstance(values, ast.Tuple) else ast.Tuple([values], ast.Load()))]
    names = [name.id for name in _names(setup.targets[0])]
    return names, _function(algorithm, function, "start"), _globals(algorithm)[loop.body[-1].value.value.func.id]


def _parts(algorithm):
    """Return the function as a tree, its set-up and its loop."""
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
        f"with a yield, got {algorithm.__name__} of another shape; run it step by step, with run."
    )


def _statement(text):
    """Return a statement without line numbers, so that it gets the number of the line where it is inserted."""
    (statement,) = ast.parse(text).body
    for node in ast.walk(statement):
        for name in ("lineno", "end_lineno", "col_offset", "end_col_offset"):
            node.__dict__.pop(name, None)
    return statement


def _names(target):
    return target.elts if isinstance(target, ast.Tuple) else [target]


def _globals(algorithm):
    """Return the names that the source of an algorithm may use; a variant is in no module."""
    return inspect.unwrap(algorithm).__globals__


def _function(algorithm, tree, suffix, **others):
    """Compile a tree to a function that has the algorithm's module, line numbers and names, and the `others`."""
    tree.name = f"{algorithm.__name__}_{suffix}_{_version()}"
    tree.returns, tree.decorator_list = None, []
    for argument in tree.args.args:
        argument.annotation = None
    module = ast.fix_missing_locations(ast.Module([tree], []))
    names = {**_globals(algorithm), "collect": collect, "copy_into": copy_into, **others}
    exec(compile(module, inspect.getsourcefile(algorithm), "exec"), names)
    return names[tree.name]


@cache
def _version():
    """Return a number that changes with this folder, because Numba watches only the algorithm's file."""
    return f"{crc32(b''.join(path.read_bytes() for path in sorted(Path(__file__).parent.glob('*.py')))):08x}"
