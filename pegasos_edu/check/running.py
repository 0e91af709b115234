"""Run a learner's code with a time limit and without output, and turn every error that it raises into a `Failed`.

In a notebook the code runs in the same process as everything else: this protects against mistakes, not against malice.
"""

import builtins
import contextlib
import ctypes
import io
import linecache
import random
import sys
import threading
import warnings
from contextlib import contextmanager

import numpy as np

from pegasos_edu.check.failures import Failed, SourceLine
from pegasos_edu.common.time_limit import TimeLimit

SECONDS = 5.0
MAX_KEPT = 10_000  # characters of the output


class Borrowed(Exception):  # noqa: N818  not an error of ours
    """Signal that a program calls a function that the learner should write. The text is the name of this function."""


class _TimeIsUp(BaseException):
    """Stop the learner's code; not an Exception, so that a program that catches every Exception stops, too."""


class _AskedForInput(BaseException):
    """Stop the learner's code where it calls ``input``."""


class Prints(io.TextIOBase):
    """Keep the beginning of the output."""

    encoding = "utf-8"

    def __init__(self):
        self.text = ""

    def writable(self):
        return True

    def write(self, text):
        self.text += text[: max(0, MAX_KEPT - len(self.text))]
        return len(text)


def run(function, *args, is_theirs, seconds=SECONDS, prints=None):
    """Call a function with `args` and return its value.

    Parameters
    ----------
    is_theirs : callable
        Returns whether a file, named as in a code object, is the learner's.
    seconds : float
        How long the function may compute.
    prints : Prints, optional
        Keeps the output.

    Raises
    ------
    Failed
        If it raises anything or does not return. Only an interrupt by the user passes through.
    """
    try:
        with _quiet(prints or Prints()), np.errstate(all="ignore"):
            return _limited(seconds, function, args)
    except (Failed, KeyboardInterrupt):
        raise
    except BaseException as error:  # exits, too, which no `except Exception` would catch
        raise failed(error, is_theirs, seconds) from None


def failed(error, is_theirs, seconds=SECONDS):
    """Return the `Failed` for an exception in a learner's code."""
    line = _line(error, is_theirs)
    match error:
        case _TimeIsUp():
            return Failed("time", f"it ran for more than {seconds:g} seconds and was stopped", line)
        case _AskedForInput():
            return Failed("input", "it calls input(), and nobody can answer here; take the value as a parameter", line)
        case SystemExit():
            return Failed("exit", "it ends Python with exit() instead of returning", line)
        case Borrowed():
            return Failed("borrowed", f"it calls {error}, which it should write itself; that gets no points", line)
        case NotImplementedError():
            return Failed("unwritten", "it raises NotImplementedError", line)
    return Failed("exception", f"{type(error).__name__}: {_message(error)}".rstrip(": "), line)


def _line(error, is_theirs):
    """Return the last line of the learner's code in the traceback of an error."""
    trace, line = error.__traceback__, None
    while trace is not None:
        file = trace.tb_frame.f_code.co_filename
        if is_theirs(file):
            line = SourceLine(trace.tb_lineno, linecache.getline(file, trace.tb_lineno).strip())
        trace = trace.tb_next
    return line


def _message(error):
    """Return the message of an exception in one short line; the learner's own exceptions may not even have one."""
    try:
        text = " ".join(str(error).split())
    except Exception:
        return ""
    return text if len(text) <= 300 else text[:297] + "..."


@contextmanager
def _quiet(prints):
    """Allow no output, input, warnings or open figures, and restore the generators of random numbers."""
    chance, of_numpy, of_input = random.getstate(), np.random.get_state(), builtins.input
    figures = _figures()
    builtins.input = _ask
    try:
        with contextlib.redirect_stdout(prints), contextlib.redirect_stderr(prints), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            yield
    finally:
        builtins.input = of_input
        random.setstate(chance)
        np.random.set_state(of_numpy)
        for number in _figures() - figures:
            sys.modules["matplotlib.pyplot"].close(number)


def _ask(*_):
    raise _AskedForInput


def _figures():
    plt = sys.modules.get("matplotlib.pyplot")
    return set(plt.get_fignums()) if plt else set()


# The time limit


def _limited(seconds, function, args):
    """Call a function, and raise `_TimeIsUp` in it when time is up.

    A signal would work in the main thread only. So another thread raises the exception in this one, again and again,
    since the program may catch it. That thread ends before this function returns, so no exception comes late.
    """
    finished, here = _Finished(), threading.get_ident()
    watch = threading.Thread(target=_stop_after, args=(TimeLimit(seconds), finished, here), daemon=True)
    try:
        watch.start()
    except RuntimeError:  # Pyodide has no threads, so there is no limit
        return function(*args)
    try:
        try:
            value = function(*args)
        finally:
            _end(finished, watch)
    finally:  # if the exception came just before `_end`
        _end(finished, watch)
    if finished.late:
        raise _TimeIsUp  # the program had caught the exception
    return value


class _Finished(threading.Event):
    late = False


def _stop_after(limit, finished, thread):
    while not finished.wait(0.05):
        if finished.late or limit.is_up:
            finished.late = True
            ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), ctypes.py_object(_TimeIsUp))


def _end(finished, watch):
    """End the other thread, and catch its last exception, which may still be on its way."""
    while True:
        try:
            finished.set()
            watch.join()
            for _ in range(100):  # it is raised between two instructions; cancelling it would leave Python 3.11 waiting
                pass
            return
        except _TimeIsUp:
            continue
