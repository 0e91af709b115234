"""A call of a learner's function that cannot do harm: within a time limit, silent, and with all put back afterwards.

What goes wrong becomes a `Failed`, which says it in words and shows the learner's own line; nobody sees a traceback.
Only an interrupt by the user passes through.
"""

import builtins
import contextlib
import ctypes
import io
import linecache
import os
import random
import sys
import threading
import warnings
from contextlib import ExitStack, contextmanager
from typing import NamedTuple

import numpy as np

from pegasos_edu.basics.time_limit import TimeLimit

SECONDS = 5.0  # for one call
MAX_KEPT = 10_000  # characters of what is printed
MAX_DEPTH = 10_000  # of recursion, whatever is asked for: beyond that the interpreter itself may end


class Line(NamedTuple):
    """A line of a learner's program."""

    number: int
    text: str

    def __str__(self):
        return f"line {self.number}: {self.text}"


class Failed(Exception):  # noqa: N818  not an error of ours
    """A learner's program did not get through.

    Attributes
    ----------
    kind : {"time", "exception", "exit", "input", "shape", "none", "numbers", "recursion", "unwritten", "borrowed"}
    words : str
        What happened, as told to the learner.
    line : Line or None
        The learner's own line at which it happened.
    """

    def __init__(self, kind, words, line=None):
        super().__init__(words if line is None else f"{words} ({line})")
        self.kind, self.words, self.line = kind, words, line


class _TimeIsUp(BaseException):
    """Raised in the learner's code; no Exception, so that a program that catches all of these is stopped too."""


class _Asked(BaseException):
    """Raised where the learner's code asks for input."""


class Borrowed(Exception):  # noqa: N818  not an error of ours
    """Raised where a program calls what it should write itself, where that is not there; its text is the name."""


class Prints(io.TextIOBase):
    """A stream that counts what is written to it, and keeps the beginning."""

    encoding = "utf-8"

    def __init__(self):
        self.lines, self.characters, self._kept = 0, 0, []

    def writable(self):
        return True

    def write(self, text):
        if self.characters < MAX_KEPT:
            self._kept.append(text[: MAX_KEPT - self.characters])
        self.lines += text.count("\n")
        self.characters += len(text)
        return len(text)

    @property
    def text(self):
        """The beginning of what was written."""
        return "".join(self._kept)


class Guard:
    """Calls of one learner's program.

    Parameters
    ----------
    is_theirs : callable
        Whether a file, by the name that code objects have for it, is the learner's.
    namespaces : list of dict
        The globals of the learner's modules, in which names such as ``exit`` and ``show`` may stand.
    seconds : float
        How long one call may compute (`TimeLimit`).
    """

    def __init__(self, is_theirs, namespaces=(), seconds=SECONDS):
        self.is_theirs, self.namespaces, self.seconds = is_theirs, namespaces, seconds
        self.printed, self.figures = Prints(), 0

    def call(self, function, *args, within=(), **kwargs):
        """What the function returns, called within further context managers.

        Raises
        ------
        Failed
            For whatever it raises or does instead of returning.
        """
        try:
            with ExitStack() as stack:
                for manager in (_all_put_back(), self._silence(), *within):
                    stack.enter_context(manager)
                with np.errstate(all="ignore"):
                    return _limited(self.seconds, function, args, kwargs)
        except (Failed, KeyboardInterrupt):
            raise
        except BaseException as error:  # of the learner's: exits, and what no `except Exception` would see
            raise self._failed(error) from None

    def _failed(self, error):
        line = self._line(error)
        if isinstance(error, _TimeIsUp):
            return Failed("time", f"it ran for more than {self.seconds:g} seconds and was stopped", line)
        if isinstance(error, _Asked):
            return Failed(
                "input", "it asks for input, and nobody answers here: take what it needs as a parameter", line
            )
        if isinstance(error, SystemExit):
            return Failed("exit", "it ends Python (exit) where it should return", line)
        if isinstance(error, Borrowed):
            return Failed("borrowed", f"it calls {error}, which it should write itself: that gets no points", line)
        if isinstance(error, RecursionError):
            return Failed("recursion", "it calls itself again and again without an end", line)
        if isinstance(error, NotImplementedError):
            at = f"line {line.number} still" if line else "it"
            return Failed("unwritten", f"{at} raises NotImplementedError")
        said = _words(error)
        return Failed("exception", f"it raised {type(error).__name__}" + (f": {said}" if said else ""), line)

    def _line(self, error):
        """The last line of the learner's that the error went through."""
        trace, line = error.__traceback__, None
        while trace is not None:
            file = trace.tb_frame.f_code.co_filename
            if self.is_theirs(file):
                line = Line(trace.tb_lineno, linecache.getline(file, trace.tb_lineno).strip())
            trace = trace.tb_next
        return line

    @contextmanager
    def _silence(self):
        """No output, no input, no figures, no warnings, no end of Python."""
        exits = dict.fromkeys(("exit", "quit"), _leave)
        changes = [
            (
                vars(sys),
                {
                    "stdout": self.printed,
                    "stderr": self.printed,
                    "setrecursionlimit": _limit_depth(),
                    "unraisablehook": _nothing,
                },
            ),
            (vars(builtins), {"input": _ask, **exits}),
            (vars(os), {"_exit": _leave, "abort": _leave}),
        ]
        changes += [(names, {name: _leave for name in exits if name in names}) for names in self.namespaces]
        with swapped(changes), warnings.catch_warnings(), self._no_figures():
            warnings.simplefilter("ignore")
            yield

    @contextmanager
    def _no_figures(self):
        """Nothing is shown, and figures that were opened are closed; where Matplotlib is loaded already."""
        plt = sys.modules.get("matplotlib.pyplot")
        if plt is None:
            yield
            return
        before = set(plt.get_fignums())
        silent = {id(getattr(plt, name)): _nothing for name in ("show", "pause") if hasattr(plt, name)}
        held = [(names, exchanged(names, silent)) for names in self.namespaces]
        try:
            with swapped([(vars(plt), exchanged(vars(plt), silent)), *held]):
                yield
        finally:
            for number in set(plt.get_fignums()) - before:
                plt.close(number)
                self.figures += 1


def exchanged(names, by_id):
    """Those names of a namespace whose objects are to be others, with these."""
    return {name: by_id[id(value)] for name, value in list(names.items()) if id(value) in by_id}


@contextmanager
def swapped(changes):
    """Other values in namespaces, pairs (dict, names with values), and the old ones again at the end."""
    before = [(names, {name: names[name] for name in new if name in names}, list(new)) for names, new in changes]
    try:
        for names, new in changes:
            names.update(new)
        yield
    finally:
        for names, old, new in reversed(before):
            for name in new:
                if name not in old:
                    names.pop(name, None)
            names.update(old)


@contextmanager
def _all_put_back():
    """What is one for the whole process stands afterwards as it stood before."""
    chance, of_numpy = random.getstate(), np.random.get_state()
    folder, environment, depth, trace = _folder(), dict(os.environ), sys.getrecursionlimit(), sys.gettrace()
    put_back = sys.setrecursionlimit
    with np.printoptions():
        try:
            yield
        finally:
            sys.settrace(trace)
            put_back(depth)
            random.setstate(chance)
            np.random.set_state(of_numpy)
            if folder and _folder() != folder:
                os.chdir(folder)
            if environment != os.environ:
                os.environ.clear()
                os.environ.update(environment)


def _folder():
    with contextlib.suppress(OSError):
        return os.getcwd()


def _limit_depth():
    real = sys.setrecursionlimit
    return lambda limit: real(min(limit, MAX_DEPTH))


def _ask(*_):
    raise _Asked


def _leave(*_):
    raise SystemExit


def _nothing(*_, **__):
    return None


def _words(error):
    """What an exception says, in one short line; an exception of the learner's own may say nothing at all."""
    try:
        said = " ".join(str(error).split())
    except Exception:
        return ""
    return said if len(said) <= 300 else said[:297] + "..."


def _limited(seconds, function, args, kwargs):
    """Call a function, and raise `_TimeIsUp` in it when time is up.

    A signal would do in the main thread only, and a trace function does not see a loop of one jump. So another thread
    raises the exception in this one, again and again, as the program may catch it. Before this returns, that thread
    has ended, so that no exception comes late.
    """
    finished, here = _Finished(), threading.get_ident()
    watch = threading.Thread(target=_stop_after, args=(TimeLimit(seconds), finished, here), daemon=True)
    watch.start()
    try:
        try:
            value = function(*args, **kwargs)
        finally:
            _end(finished, watch)
    finally:  # where the exception came just before that
        _end(finished, watch)
    if finished.late:
        raise _TimeIsUp  # the program had caught it
    return value


class _Finished(threading.Event):
    late = False


def _stop_after(limit, finished, thread):
    while not finished.wait(0.05):
        if finished.late or limit.is_up:
            finished.late = True
            ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), ctypes.py_object(_TimeIsUp))


def _end(finished, watch):
    """End the other thread, and let the last exception of it, which may be on its way, come here."""
    while True:
        try:
            sys.settrace(None)  # what is called from here on is ours
            finished.set()
            watch.join()
            for _ in range(100):  # it comes between two instructions; to call it back would leave Python 3.11 waiting
                pass
            return
        except _TimeIsUp:
            continue
