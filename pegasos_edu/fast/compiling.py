"""Compile the unchanged source of algorithms with Numba (extra ``fast``), and keep the result on disk.

Only the functions of `pegasos_edu.algorithms.rows` are written a second time, as loops for Numba; the tests compare
both versions.

A compiled function takes arrays and returns numbers, never an array or a NamedTuple: to make these, Numba runs a few
lines of Python, and Ctrl-C would end the process there. While Numba compiles, Ctrl-C waits.
"""

import inspect
import signal
import threading
from contextlib import contextmanager, suppress
from functools import cache, wraps
from typing import Any, NamedTuple

import numpy as np

import pegasos_edu.algorithms.rows as algorithm_rows
from pegasos_edu.algorithms.rows import Augmented
from pegasos_edu.common.extras import command_for
from pegasos_edu.fast.averaging import add_scaled, collect
from pegasos_edu.fast.loops import copy_into, initial_step, looped, number_loop, number_steps, step_of, with_room
from pegasos_edu.fast.shrinking import shrink
from pegasos_edu.runs.draws import shuffle
from pegasos_edu.runs.run import run

# The sums of dense rows may be computed in any order; then several products are computed at once.
ANY_ORDER = {"fastmath": {"reassoc", "contract", "nsz"}}


class CSR(NamedTuple):
    """Hold the arrays of a SciPy CSR matrix."""

    data: Any
    indices: Any
    indptr: Any
    shape: tuple


@cache
def compiled(algorithm):
    """Compile an algorithm with Numba. The same draws give the same steps, up to rounding, until a margin is so close
    to 1 that rounding decides.

    Parameters
    ----------
    algorithm : generator function
        One of ``ALGORITHMS.values()``, or another that uses only what Numba can compile.

    Returns
    -------
    function
        Call it, or pass it to `run`, instead of the algorithm. It is compiled at the first call with each type of
        data, which takes seconds, and later loaded from disk. Compiling saves time only if you need no step but the
        last, as in the estimators: a step that Python reads costs about as much as before. Iterate to the end,
        because an abandoned generator keeps its arrays in memory.

    Raises
    ------
    ValueError
        When it is called, as from `run`: compiled code would read or write at any place that a wrong index names.
    ImportError
        If Numba is not installed, or does not work with the installed NumPy.
    """
    if is_switched_off():
        return algorithm
    native, takes = _native(number_steps(algorithm)), inspect.signature(algorithm)
    names = list(takes.parameters)[4:]

    @wraps(algorithm)
    def call(*values, **options):
        given = takes.bind(*values, **options)
        given.apply_defaults()
        X, y, lam, draws, *others = given.arguments.values()
        return steps(run(algorithm, X, y, lam=lam, draws=draws, **dict(zip(names, others))))

    def steps(checked):
        X, y, lam, draws = checked.X, checked.y, checked.lam, checked.draws
        room = with_room(initial_step(algorithm, X, y), draws)
        for numbers in native(arrays(X), y, lam, draws, room, *checked.options.values()):
            yield step_of(room, numbers)

    call.is_compiled = True
    return call


@cache
def compiled_loop(algorithm):
    """Compile `looped(algorithm)`; it takes positional arguments, and X as `arrays` returns it."""
    native = _native(number_loop(algorithm, _native(looped(algorithm))))

    def loop(X, y, lam, draws, ends, step, *others):
        room = with_room(step, draws)
        return step_of(room, native(X, y, lam, draws, ends, room, *others))

    return loop


@cache
def compiled_shuffled():
    """Compile ``runs.draws.shuffled``."""
    native = _native(shuffle)

    def shuffled(u):
        order = np.arange(len(u))
        native(order, u)
        return order

    return shuffled


@cache
def compiled_scores():
    """Compile a function that returns ⟨w, x_i⟩ of all rows, (m,), for w (d,) and X as `arrays` returns it."""
    native = _native(_scores)

    def scores(w, X):
        totals = np.empty(X.shape[0])
        native(w, X, totals)
        return totals

    return scores


@cache
def compiled_shrink():
    """Compile ``fast.shrinking.shrink``."""
    return _native(shrink)


def arrays(X):
    """Return X in a form that Numba can compile."""
    if isinstance(X, Augmented):
        return X._replace(rows=arrays(X.rows))
    return CSR(X.data, X.indices, X.indptr, X.shape) if hasattr(X, "indptr") else X


def is_switched_off():
    """Return whether Numba shall compile nothing, as its switch NUMBA_DISABLE_JIT says."""
    return bool(_numba().config.DISABLE_JIT)


def _numba():
    with _ctrl_c_waits():
        try:
            import numba
            import numba.core.caching
        except ImportError as error:
            raise ImportError(
                f"compiled needs Numba, got none that works ({error}); run: {command_for('numba')}, "
                "or take the plain algorithm."
            ) from None
    return numba


def _native(function):
    numba = _numba()
    with _ctrl_c_waits():
        _overload()
        try:
            native = numba.njit(function, cache=True, nogil=True)
        except RuntimeError:  # an algorithm typed at a prompt has no file next to which Numba could keep the code
            native = numba.njit(function, nogil=True)

    def compile(types, compile=native.compile):
        with _ctrl_c_waits():
            try:
                return compile(types)
            except numba.errors.NumbaError:
                raise
            except Exception:  # the disk is full, or the stored code is damaged, for instance by a power cut
                with suppress(Exception):
                    native._cache.flush()
                native._cache = numba.core.caching.NullCache()
                return compile(types)

    native.compile = compile  # Numba calls this for types that it has not compiled yet
    return native


@contextmanager
def _ctrl_c_waits():
    """Raise KeyboardInterrupt only after the block: within it, the compiler could lose the exception."""
    if threading.current_thread() is not threading.main_thread() or signal.getsignal(signal.SIGINT) is None:
        yield  # only the main thread gets a KeyboardInterrupt
        return
    pressed = []
    former = signal.signal(signal.SIGINT, lambda *_: pressed.append(True))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, former)
        if pressed:
            signal.raise_signal(signal.SIGINT)


@cache
def _overload():
    """Tell Numba what the functions of `rows` do, for each kind of rows."""
    from numba import types
    from numba.extending import overload, register_jitable

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

    @overload(add_scaled)
    def add_to_mean(total, c, v):
        return _add_scaled

    register_jitable(collect)
    register_jitable(copy_into)


def _dot_dense(v, X, i):
    total = 0.0
    for j in range(X.shape[1]):
        total += X[i, j] * v[j]
    return total


def _dot_csr(v, X, i):  # unsigned indices need no check for negative values, which makes this a third faster
    total = 0.0
    for k in range(np.uintp(X.indptr[i]), np.uintp(X.indptr[i + 1])):
        total += X.data[k] * v[np.uintp(X.indices[k])]
    return total


def _dot_augmented(v, X, i):  # the last entry of v belongs to the constant column
    return algorithm_rows.dot(v, X.rows, i) + X.scale * v[-1]


def _dot_each(v, X, i):
    totals = np.empty(len(v))
    for r in range(len(v)):
        totals[r] = algorithm_rows.dot(v[r], X, i)
    return totals


def _add_dense(v, c, X, i):
    if c == 0:  # as in most steps of dual ascent
        return
    for j in range(X.shape[1]):
        v[j] += c * X[i, j]


def _add_csr(v, c, X, i):
    if c == 0:
        return
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


def _add_scaled(total, c, v):  # entry by entry, because an array for the product would slow down the whole loop
    flat, added = total.ravel(), v.ravel()
    for j in range(len(flat)):
        flat[j] += c * added[j]
