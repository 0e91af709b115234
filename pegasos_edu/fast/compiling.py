"""Algorithms through Numba (extra ``fast``): the unchanged source, compiled and kept on disk.

Only what an algorithm calls from `pegasos_edu.algorithms.rows` is written out once more, as the loops that Numba
turns into machine code; the tests hold both to the same results.

A call into machine code takes arrays and gives back numbers, never an array or a NamedTuple: to make those, Numba runs
a few lines of Python, in which Ctrl-C raises an exception that it does not look for, and the process dies.
"""

import atexit
import inspect
import threading
from concurrent.futures import Future
from functools import cache, partial, wraps
from importlib.util import find_spec
from pathlib import Path
from types import FunctionType
from typing import Any, NamedTuple
from zlib import crc32

import numpy as np

import pegasos_edu.algorithms.rows as algorithm_rows
import pegasos_edu.fast.averaging as averaging
import pegasos_edu.fast.loops as loops
from pegasos_edu.algorithms.rows import Augmented
from pegasos_edu.fast.loops import before, handed_out, looped, looped_out, stepped_out, with_room
from pegasos_edu.runs.draws import shuffle

# Dense sums may be taken in any order, so that several products are formed at once.
ANY_ORDER = {"fastmath": {"reassoc", "contract", "nsz"}}
_WORKER = "pegasos_edu compiles"  # the name of the threads that call the compiler
_ending = threading.Event()  # set when Python ends


class CSR(NamedTuple):
    """The arrays of a SciPy CSR matrix."""

    data: Any
    indices: Any
    indptr: Any
    shape: tuple


@cache
def compiled(algorithm):
    """The same algorithm, compiled: the same draws give the same steps, to rounding, until a margin is 1 to the last
    digit.

    Parameters
    ----------
    algorithm : generator function
        One of ``ALGORITHMS.values()``, or another that uses only what Numba knows.

    Returns
    -------
    function
        To be called, or handed to `run`, in the place of the algorithm. Compiled when first called with each
        type of data (seconds), and loaded from disk afterwards. A step that Python looks at costs about
        as much as before; the gain is where only the last one counts, as in the estimators. Walk its
        steps to the end: an abandoned walk keeps its arrays in memory.

    Raises
    ------
    ImportError
        Where Numba is not installed, or not fit for the installed NumPy.
    """
    native, takes = _native(stepped_out(algorithm)), inspect.signature(algorithm)

    @wraps(algorithm)
    def call(*values, **options):
        given = takes.bind(*values, **options)
        given.apply_defaults()
        return steps(*given.arguments.values())

    def steps(X, y, lam, draws, *values):
        draws = np.asarray(draws)
        room = with_room(before(algorithm, X, y), draws)
        for out in native(arrays(X), y, float(lam), draws, room, *values):
            yield handed_out(room, out)

    call.is_compiled = True
    return call


@cache
def compiled_loop(algorithm):
    """`looped(algorithm)`, compiled; to be called without names, X as `arrays` has it."""
    native = _native(looped_out(algorithm, _native(looped(algorithm))))

    def loop(X, y, lam, draws, ends, step, mean, *options):
        room = with_room(step, draws)
        return handed_out(room, native(X, y, lam, draws, ends, room, mean, *options))

    return loop


@cache
def compiled_shuffled():
    """`shuffled` of the draws, compiled."""
    native = _native(shuffle)

    def shuffled(u):
        order = np.arange(len(u))
        native(order, u)
        return order

    return shuffled


@cache
def compiled_scores():
    """⟨w, x_i⟩ of all rows, (m,), for w (d,) and X as `arrays` has it."""
    native = _native(_scores)

    def scores(w, X):
        totals = np.empty(X.shape[0])
        native(w, X, totals)
        return totals

    return scores


def is_installed():
    """Whether Numba is there, without loading it."""
    return find_spec("numba") is not None


def arrays(X):
    """X as Numba knows it."""
    if isinstance(X, Augmented):
        return X._replace(rows=arrays(X.rows))
    return CSR(X.data, X.indices, X.indptr, X.shape) if hasattr(X, "indptr") else X


def _native(function):
    return _apart(_compiling, function)


def _compiling(function):
    try:
        import numba
    except ImportError as error:
        raise ImportError(
            f"compiled needs Numba, got none that works ({error}); run: python -m pip install numba, "
            "or take the plain algorithm."
        ) from None
    _teach()
    _stoppable()
    try:
        native = numba.njit(_stamped(function), cache=True, nogil=True)
    except RuntimeError:  # nowhere to keep it, as for an algorithm typed at a prompt
        native = numba.njit(function, nogil=True)
    native.compile = partial(_apart, partial(_compile, native.compile))  # what Numba calls for types not seen before
    native._cache.load_overload = partial(_kept, native._cache, native._cache.load_overload)
    return native


def _apart(function, *values):
    """Return function(*values), called in another thread: Ctrl-C reaches the main thread, and never the compiler.

    After Ctrl-C the main thread goes on at once, and the other thread in the background, until Python ends.
    """
    if threading.current_thread() is not threading.main_thread():
        return function(*values)
    future = Future()
    threading.Thread(target=_fulfil, args=(future, function, values), name=_WORKER, daemon=True).start()
    return future.result()


def _fulfil(future, function, values):
    try:
        future.set_result(function(*values))
    except BaseException as error:
        future.set_exception(error)


@atexit.register
def _stop():
    """Stop what is compiled in the background at the next pass of the compiler, and wait for that."""
    _ending.set()
    for thread in threading.enumerate():
        if thread.name == _WORKER:
            thread.join()


@cache
def _stoppable():
    """Numba asks at each pass whether Python ends."""
    from numba.core import event

    class Stop(event.Listener):
        def on_start(self, _):
            if _ending.is_set():
                raise SystemExit

        def on_end(self, _):
            pass

    event.register("numba:run_pass", Stop())


def _compile(compile, types):
    """What was compiled, kept on disk or not."""
    try:
        return compile(types)
    except OSError:  # as of a full disk: by then it is compiled
        return compile(types)


def _kept(cache, load, *of):
    """What was kept on disk; None where it cannot be read, as after a power cut: then it is compiled and kept anew."""
    try:
        return load(*of)
    except Exception:  # of pickle or LLVM, which raise whatever they like
        try:
            cache.flush()
        except OSError:
            cache.disable()
        return None


def _stamped(function):
    """A copy whose name, and so its file on disk, changes with this room: Numba watches only the algorithm's own
    file."""
    stamp = f"{function.__name__}_{_version():08x}"
    copy = FunctionType(function.__code__.replace(co_name=stamp, co_qualname=stamp), function.__globals__, stamp)
    copy.__defaults__, copy.__qualname__ = function.__defaults__, stamp
    return copy


@cache
def _version():
    """A number that changes with what is compiled along with an algorithm."""
    return crc32(b"".join(path.read_bytes() for path in sorted(Path(__file__).parent.glob("*.py"))))


@cache
def _teach():
    """Numba learns what the functions of `rows` do, for each kind of rows."""
    from numba import types
    from numba.extending import overload

    def kind(X):
        return X.instance_class if isinstance(X, types.BaseNamedTuple) else np.ndarray

    @overload(algorithm_rows.dot, jit_options=ANY_ORDER)
    def dot_dense(v, X, i):
        return _dot_dense if kind(X) is np.ndarray and v.ndim == 1 else None

    @overload(algorithm_rows.dot)
    def dot_others(v, X, i):
        if v.ndim == 2:
            return _dot_each
        return {CSR: _dot_csr, Augmented: _dot_augmented}.get(kind(X))

    @overload(algorithm_rows.add)
    def add(v, c, X, i):
        return {np.ndarray: _add_dense, CSR: _add_csr, Augmented: _add_augmented}[kind(X)]

    @overload(algorithm_rows.square, jit_options=ANY_ORDER)
    def square(X, i):
        return {np.ndarray: _square_dense, CSR: _square_csr, Augmented: _square_augmented}[kind(X)]

    @overload(algorithm_rows.dots)
    def dots(w, X, A):
        return _dots

    @overload(algorithm_rows.combine)
    def combine(c, X, A):
        return _combine

    @overload(averaging.collect)
    def collect(mean, s, v):
        return _collect

    @overload(averaging.next_weight)
    def next_weight(counts, power):
        return averaging.next_weight

    @overload(loops.put)
    def put(a, room):
        return loops.put

    @overload(averaging.add_scaled)
    def add_scaled(total, c, v):
        return _add_scaled if v.ndim == 1 else _add_scaled_rows


def _dot_dense(v, X, i):
    total = 0.0
    for j in range(X.shape[1]):
        total += X[i, j] * v[j]
    return total


def _dot_csr(v, X, i):  # indices that cannot be negative are not looked at twice: a third faster
    total = 0.0
    for k in range(np.uintp(X.indptr[i]), np.uintp(X.indptr[i + 1])):
        total += X.data[k] * v[np.uintp(X.indices[k])]
    return total


def _dot_augmented(v, X, i):  # no row reaches the last entry of v, so that no view without it is needed
    return algorithm_rows.dot(v, X.rows, i) + X.scale * v[-1]


def _dot_each(v, X, i):
    totals = np.empty(len(v))
    for r in range(len(v)):
        totals[r] = algorithm_rows.dot(v[r], X, i)
    return totals


def _add_dense(v, c, X, i):
    for j in range(X.shape[1]):
        v[j] += c * X[i, j]


def _add_csr(v, c, X, i):
    for k in range(np.uintp(X.indptr[i]), np.uintp(X.indptr[i + 1])):
        v[np.uintp(X.indices[k])] += c * X.data[k]


def _add_augmented(v, c, X, i):
    algorithm_rows.add(v, c, X.rows, i)
    v[-1] += c * X.scale


def _square_dense(X, i):
    total = 0.0
    for j in range(X.shape[1]):
        total += X[i, j] ** 2
    return total


def _square_csr(X, i):
    total = 0.0
    for k in range(np.uintp(X.indptr[i]), np.uintp(X.indptr[i + 1])):
        total += X.data[k] ** 2
    return total


def _square_augmented(X, i):
    return algorithm_rows.square(X.rows, i) + X.scale**2


def _dots(w, X, A):
    totals = np.empty(len(A))
    for n in range(len(A)):
        totals[n] = algorithm_rows.dot(w, X, A[n])
    return totals


def _combine(c, X, A):
    total = np.zeros(X.shape[1])
    for n in range(len(A)):
        algorithm_rows.add(total, c[n], X, A[n])
    return total


def _scores(w, X, totals):
    for i in range(len(totals)):
        totals[i] = algorithm_rows.dot(w, X, i)


def _collect(mean, s, v):
    if mean.power >= 0:
        averaging.add_scaled(mean.total, s * averaging.next_weight(mean.counts, mean.power), v)


def _add_scaled(total, c, v):
    for j in range(len(v)):
        total[j] += c * v[j]


def _add_scaled_rows(total, c, v):
    for r in range(len(v)):
        averaging.add_scaled(total[r], c, v[r])
