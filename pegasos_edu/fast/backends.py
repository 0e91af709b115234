"""Choose between plain Python and Numba by the number of steps."""

from collections.abc import Callable
from functools import cache
from importlib.util import find_spec
from typing import NamedTuple

import numpy as np

from pegasos_edu.algorithms.rows import Augmented
from pegasos_edu.common.extras import command_for
from pegasos_edu.common.warning import warn
from pegasos_edu.fast.compiling import (
    arrays,
    compiled_loop,
    compiled_scores,
    compiled_shrink,
    compiled_shuffled,
    is_switched_off,
)
from pegasos_edu.fast.loops import looped
from pegasos_edu.fast.shrinking import shrink
from pegasos_edu.runs.draws import shuffled

LONG = 100_000  # steps that take about as long in plain Python as Numba takes to load
SMALL = 1_000_000  # entries of X that are copied in no time
SLOW = 3_000_000  # steps that take more than ten seconds in plain Python


class Backend(NamedTuple):
    """Hold the functions that run an algorithm, in plain Python or compiled; both agree up to rounding."""

    loop: Callable  # like the result of `looped`
    shuffled: Callable  # like `runs.draws.shuffled`
    shrink: Callable  # like `fast.shrinking.shrink`
    scores: Callable  # takes w (d,) or (n, d) and X; returns ⟨w, x_i⟩ of all rows, (m,) or (m, n)


_plain_steps = [0]  # the number of steps that this process has taken in plain Python
_ready = set()  # algorithms, and kinds of rows, that this process has compiled or loaded


def backend(algorithm, X, compile, steps):
    """Return the backend for a run of about `steps` further steps.

    Parameters
    ----------
    algorithm : generator function
    X : array, CSR matrix or `Augmented`
    compile : {"auto", True, False}
        "auto" uses Numba, if it is installed, when this process has taken or is about to take many steps in plain
        Python, and for algorithms and kinds of rows that this process has compiled already. If Numba is switched off
        (NUMBA_DISABLE_JIT=1), the algorithm runs in plain Python.
    steps : int
    """
    is_installed = find_spec("numba") is not None
    kind = _kind(algorithm, X)
    is_long = kind in _ready or _plain_steps[0] + steps >= LONG
    if compile is True or (compile == "auto" and is_installed and is_long):
        try:
            compiled = numba_backend(algorithm)
        except ImportError as error:  # such as a Numba that is older than the installed NumPy
            if compile is True:
                raise
            warn(f"{error} This fit goes on in plain Python.", RuntimeWarning)
        else:
            _ready.add(kind)
            return compiled
    elif compile == "auto" and steps >= SLOW:
        warn(f"This fit is slow in plain Python; to make it faster, run: {command_for('numba')}", UserWarning)
    return python_backend(algorithm)


def _kind(algorithm, X):
    """Return the algorithm and the types of its data; for each such pair Numba compiles anew."""
    rows = X.rows if isinstance(X, Augmented) else X
    index = getattr(rows, "indices", None)
    return algorithm, type(X), type(rows), getattr(rows, "dtype", None), None if index is None else index.dtype


def as_one(X):
    """Return small dense rows with their constant column as one array, of which Python reads a row in half the time."""
    if not (isinstance(X, Augmented) and isinstance(X.rows, np.ndarray) and X.rows.size <= SMALL):
        return X
    return np.column_stack([X.rows, np.full(len(X.rows), X.scale)])


@cache
def python_backend(algorithm):
    """Return the algorithm in plain Python."""
    plain = looped(algorithm)

    def loop(X, y, lam, draws, *others):
        _plain_steps[0] += len(draws)
        single = draws.tolist() if draws.ndim == 1 else draws  # Python takes its own numbers in half the time
        return plain(as_one(X), y, lam, single, *others)

    return Backend(loop, shuffled, plain_shrink, scores)


def plain_shrink(draws, y, alpha, notes, lowest, highest, kept):
    """Call `shrink` with lists, whose elements Python reads faster."""
    return shrink(draws.tolist(), y.tolist(), alpha.tolist(), notes.tolist(), lowest, highest, kept)


def scores(w, X):
    """Return ⟨w, x_i⟩ of all rows, (m,), or (m, n) for w of shape (n, d)."""
    if isinstance(X, Augmented):
        return scores(w[..., :-1], X.rows) + X.scale * w[..., -1]
    return X @ w.T


@cache
def numba_backend(algorithm):
    """Return the algorithm compiled, or in plain Python if Numba is switched off."""
    if is_switched_off():
        return python_backend(algorithm)
    native_loop, native_scores = compiled_loop(algorithm), compiled_scores()

    def loop(X, y, lam, draws, *others):
        return native_loop(arrays(X), y, lam, np.asarray(draws), *others)

    def scores(w, X):
        rows = arrays(X)
        if w.ndim == 1:
            return native_scores(w, rows)
        return np.stack([native_scores(weights, rows) for weights in w], axis=1)

    return Backend(loop, compiled_shuffled(), compiled_shrink(), scores)
