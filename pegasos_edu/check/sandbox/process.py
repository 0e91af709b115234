"""Start a process for each hand-in, ask it questions, and end it with everything that belongs to it."""

import atexit
import contextlib
import json
import os
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import threading
import time
import warnings
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import NamedTuple

from pegasos_edu.check.failures import Failed
from pegasos_edu.check.sandbox.limits import HAS_MEMORY_LIMIT, LIMITS
from pegasos_edu.check.worker import wire
from pegasos_edu.check.worker.server import LOADED_BEFORE, PREFIX
from pegasos_edu.common.time_limit import ASLEEP

_START = Path(__file__).resolve().parents[1] / "worker" / "stand_ins.py"
_FORKS = sys.platform.startswith("linux")
_START_SECONDS, _END_SECONDS = 30.0, 60.0
_LONGEST = 10_000  # the longest message of a keeper, in bytes
_SPARE = 2.0  # a process that does not stop by itself is ended after this multiple of its limit
_PAUSE = 0.1  # seconds between two checks of the time
# Python needs these variables to start, and Matplotlib needs them to find its fonts; no hand-in sees them.
_NEEDED = ("PATH", "HOME", "TMPDIR", "MPLCONFIGDIR", "LD_LIBRARY_PATH", "SYSTEMROOT", "TEMP", "TMP", "LOCALAPPDATA")
_IMPORTS = re.compile(r"^[ \t]*(?:import|from)[ \t].*$", re.MULTILINE)


class Process:
    """Run the process of one hand-in.

    If the sources name modules that load slowly, these modules are loaded before the process is confined.

    Attributes
    ----------
    protected : list of str
        Keys of `WORDS`, one for each protection that holds.
    is_asked : bool
        Whether a question waits for its answer; if the grader gives up waiting, the process must be ended.
    """

    def __init__(self, sources, limits):
        self.limits, self.is_asked = limits, False
        words = {word for text in sources for line in _IMPORTS.findall(text) for word in re.findall(r"\w+", line)}
        modules = sorted(words & set(LOADED_BEFORE))
        ours, theirs = socket.socketpair()
        self._line = ours
        with theirs:
            self._number, self._end = (_forked if _FORKS else _fresh)(theirs, modules, limits)
        try:
            ours.settimeout(_PAUSE)
            stopwatch = Stopwatch(self, _START_SECONDS, _START_SECONDS)
            self.protected = wire.receive(ours, wire.VALUES, stopwatch.check)
        except (EOFError, wire.MessageError, TimeoutError):
            self.end()
            raise OSError("the process for a hand-in does not start; check that there is enough memory") from None

    @property
    def processor(self):
        """Return the processor time of the process in seconds; None if the system does not report it."""
        return processor_time(self._number)

    @property
    def delayed(self):
        """Return how many seconds the process has waited for a processor; 0 if the system does not report it."""
        return sum(map(_delay, Path(f"/proc/{self._number}/task").glob("*")))

    def ask(self, stopwatch, *question):
        """Return the message that answers a question; raise `Failed` if the process ends or must be stopped."""
        self.is_asked = True
        try:
            self._line.settimeout(stopwatch.clock)
            wire.send(self._line, question, wire.GIVEN)
            self._line.settimeout(_PAUSE)
            message = wire.receive(self._line, wire.VALUES, stopwatch.check)
        except TypeError:  # a question that cannot be sent
            self.is_asked = False
            raise
        except TimeoutError:
            self.end()
            raise Failed("time", "") from None
        except wire.MessageError:
            self.end()
            words = "its results cannot be read; does it write into files that it has not opened?"
            raise Failed("exception", words) from None
        except (EOFError, OSError):
            why, status = self._end(grace=2.0)
            self._line.close()
            raise self._reason(why, status) from None
        self.is_asked = False
        return message

    def _reason(self, why, status):
        """Return why the process ended."""
        if why == "files":
            return Failed("exit", f"it writes more than {self.limits.bytes_of_files >> 20} MB, or too many files")
        if why == "threads":
            return Failed("exit", f"it starts more than {self.limits.threads} threads")
        if why != "itself":
            return Failed("exit", "it closes files that it has not opened, including the connection for its results")
        if status in (-9, -24):  # the system ended the process
            most = self.limits.total_seconds
            return Failed("time", f"it computed for more than {most:g} seconds in all, or used all memory")
        if status in (-4, -6, -7, -8, -11):
            return Failed("exit", "it makes Python crash")
        return Failed("exit", "it ends Python instead of returning")

    def end(self):
        """Kill the process and everything that it started, and remove its folder."""
        self._line.close()
        self._end()


def processor_time(number):
    """Return the processor time of the process with a number, in seconds; None if the system does not report it."""
    try:
        return time.clock_gettime(~number << 3 | 2)  # the number of the processor clock of a process on Linux
    except (OSError, TypeError, AttributeError):
        return None


class Stopwatch:
    """Count the time that a process takes for a question.

    Processor time counts, so a busy machine makes no difference. The time during which the process only waits is
    counted separately. Where the system does not report processor time, the clock alone counts. Most programs stop by
    themselves after `seconds`.
    """

    def __init__(self, process, seconds, asleep):
        self._process, self._begun, self._before = process, time.monotonic(), process.processor
        self._most, self.clock, self._last = _SPARE * seconds, (ASLEEP + _SPARE) * seconds, 0.0
        self._most_asleep, self._asleep, self._slept, self._first = asleep, 0.0, 0.0, None

    @property
    def seconds(self):
        """Return the time up to now, or up to the end of the process."""
        if self._before is None:
            return self._elapsed / ASLEEP
        now = self._process.processor
        self._last = self._last if now is None else now - self._before
        return self._last

    @property
    def asleep(self):
        """Return how many seconds the process, and this one, neither computed nor waited for a processor."""
        if self._first and (busy := self._busy()) is not None:
            clock, before = self._first
            self._asleep = self._slept + max(0.0, time.monotonic() - clock - (busy - before))
        return self._asleep

    @property
    def _elapsed(self):
        return time.monotonic() - self._begun

    def _busy(self):
        """Return how many seconds the process and this one have computed, or waited for a processor, so far."""
        processor, here = self._process.processor, Path(f"/proc/self/task/{threading.get_native_id()}")
        return None if processor is None else processor + self._process.delayed + time.thread_time() + _delay(here)

    def check(self):
        """Raise TimeoutError if the process has used up its time."""
        if self._elapsed > self.clock or self.seconds > self._most or self.asleep > self._most_asleep:
            raise TimeoutError
        if self._first is None and self._elapsed > _PAUSE / 2 and (busy := self._busy()) is not None:
            self._first = time.monotonic(), busy

    @contextmanager
    def paused(self):
        """Do not count the time of this context."""
        begun, self._slept, self._first = time.monotonic(), self.asleep, None
        yield
        self._begun += time.monotonic() - begun


def _delay(task):
    """Return how many seconds a thread has waited for a processor; 0 if the system does not report it."""
    try:
        return int((task / "schedstat").read_bytes().split()[1]) / 1e9
    except (OSError, IndexError, ValueError):
        return 0.0


# On Linux: one process loads everything once, and forks a process for each hand-in


class _Server:
    """Hold the process that forks the processes of hand-ins. A grader starts it when it first needs it."""

    def __init__(self):
        self.owner = os.getpid()
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with theirs:
            self.process = _python({"line": theirs.fileno()}, pass_fds=[theirs.fileno()])
        self.process.stdin.close()
        self.control = ours

    @property
    def is_alive(self):
        return self.owner == os.getpid() and self.process.poll() is None

    def close(self):
        if self.owner == os.getpid():
            self.control.close()
            self.process.terminate()  # a fork of this process may still have this end of the socket open
            self.process.wait()


_SERVERS, _STARTING = [], threading.Lock()


def _server():
    with _STARTING:
        if not _SERVERS or not _SERVERS[-1].is_alive:
            _SERVERS.append(_Server())
            atexit.register(_SERVERS[-1].close)
        return _SERVERS[-1]


class _Shared(NamedTuple):
    """Hold the server of another process."""

    control: socket.socket
    is_alive = True


def control():
    """Return what another process needs to `use` the server of this one; None where there is no server."""
    return _server().control if _FORKS else None


def use(control):
    """Start the processes of hand-ins with the server of another process."""
    if control:
        _SERVERS.append(_Shared(control))


def _forked(line, modules, limits):
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    order = json.dumps({"modules": modules, "limits": limits._asdict()}).encode()
    with theirs:
        socket.send_fds(_server().control, [order], [line.fileno(), theirs.fileno()])
    start = json.loads(ours.recv(_LONGEST) or '{"number": null, "folder": ""}')

    def end(grace=0.0):
        """Release the process, wait until its keeper has cleaned up, and return how the process ended."""
        message = b""
        with ours, contextlib.suppress(OSError):
            if grace:
                ours.settimeout(grace)
                with contextlib.suppress(TimeoutError):
                    message = ours.recv(_LONGEST)
            ours.settimeout(_END_SECONDS)
            ours.shutdown(socket.SHUT_WR)
            message = message or ours.recv(_LONGEST)
            ours.recv(_LONGEST)  # the keeper has ended
        _remove(start["folder"])
        end = json.loads(message or '{"why": "", "status": null}')
        return end["why"], end["status"]

    return start["number"], end


def _remove(folder):
    """Remove the folder of a process that has ended, if it is still there."""
    shutil.rmtree(folder, ignore_errors=True)
    if os.path.exists(folder):
        warnings.warn(f"The folder {folder} of a hand-in could not be removed; delete it.", stacklevel=2)


# On other systems: a fresh Python for each hand-in


def _fresh(line, modules, limits):
    folder = tempfile.mkdtemp(prefix=PREFIX)
    given = {"modules": modules, "limits": limits._asdict(), "folder": folder}
    if os.name == "posix":
        process = _python(given | {"line": line.fileno()}, pass_fds=[line.fileno()])
    else:
        process = _python(given | {"share": True})
        process.stdin.write(line.share(process.pid))
    process.stdin.close()

    def end(grace=0.0):
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(grace)
        process.kill()
        process.wait()
        _remove(folder)
        return "itself", process.returncode

    return process.pid, end


def _python(given, **options):
    """Start a Python in a session of its own, with almost none of this process's environment.

    The orders go through its standard input, since everybody on this machine can read the command line of a process.
    """
    environment = {name: os.environ[name] for name in _NEEDED if name in os.environ}
    environment |= {"PATH": os.defpath} if os.name == "posix" else {}  # Windows finds libraries there
    environment |= {"PYTHONHASHSEED": "0", "PYTHONDONTWRITEBYTECODE": "1", "MPLBACKEND": "Agg"}
    environment |= dict.fromkeys(("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"), "1")
    path = [folder for folder in sys.path if folder]
    lines = {"stdin": subprocess.PIPE, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    command = [sys.executable, "-P", "-s", str(_START)]
    process = subprocess.Popen(command, bufsize=0, env=environment, start_new_session=True, **lines, **options)
    with contextlib.suppress(OSError):  # it has already ended, which its silence will show
        process.stdin.write(json.dumps(given | {"path": path}).encode() + b"\n")
    return process


# Two sentences for each protection: one if it holds on this machine, and one if it does not

WORDS = {
    "memory": ("its memory is limited", "its memory is not limited"),
    "disk": (
        "the system limits the total size and number of its files, including deleted ones that are still open",
        "the system does not limit its files; on Linux the grader counts them ten times a second, except deleted files "
        "that it only maps into memory",
    ),
    "files": (
        "it reads only Python's own files, and writes only into a folder that is removed afterwards; it can find out "
        "whether another file exists, and how large it is",
        "it can read and write your files",
    ),
    "calls": (
        "the kernel keeps it from starting other programs, from using the network and from sending signals",
        "only Python keeps it from other programs and from the network, but a hostile program can get around Python",
    ),
    "processes": (
        "it sees only its own processes, and they all end when it ends",
        "it can see that other processes exist, and the name of this machine",
    ),
    "threads": (
        "it is stopped if it starts many threads, which the grader counts ten times a second",
        "the number of its threads is not limited",
    ),
    "checks": (
        "memory and time are limited when its results are checked, in another process of their own",
        "time is limited when its results are checked, in another process of their own; memory is not",
    ),
}
ALWAYS = (
    "its process never holds expected values, solutions or the algorithms of this package",
    "its time and the size of its results are limited",
)


@cache
def protections():
    """Return pairs of whether a protection holds on this machine, and a sentence about it."""
    process = Process([], LIMITS)
    process.end()
    protected = [*process.protected, *(["threads"] if _FORKS else []), *(["checks"] if HAS_MEMORY_LIMIT else [])]
    pairs = [(name in protected, words[name not in protected]) for name, words in WORDS.items()]
    return (*((True, words) for words in ALWAYS), *pairs)
