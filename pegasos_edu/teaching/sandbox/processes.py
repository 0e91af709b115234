"""Processes of hand-ins: started, asked, and ended with all that belongs to them."""

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
from functools import cache
from pathlib import Path

from pegasos_edu.common.time_limit import ASLEEP
from pegasos_edu.teaching.sandbox.limits import IS_LIMITED, LIMITS
from pegasos_edu.teaching.worker import wire
from pegasos_edu.teaching.worker.life import LOADED_BEFORE
from pegasos_edu.teaching.worker.server import PREFIX

_START = Path(__file__).resolve().parents[1] / "worker" / "start.py"
_FORKS = sys.platform.startswith("linux")
_START_SECONDS, _END_SECONDS = 30.0, 60.0
_LONGEST = 10_000  # bytes that a keeper says at once
_SPARE, _PAUSE = 2.0, 0.1  # how many times its limit a process may take that does not stop by itself; between two looks
# What Python needs to start, and Matplotlib to find its fonts; no hand-in sees any of it.
_KEPT = ("PATH", "HOME", "TMPDIR", "MPLCONFIGDIR", "LD_LIBRARY_PATH", "SYSTEMROOT", "TEMP", "TMP", "LOCALAPPDATA")
_IMPORTS = re.compile(r"^[ \t]*(?:import|from)[ \t].*$", re.MULTILINE)


class Ended(Exception):  # noqa: N818  not an error of ours
    """The process is no more; its words say why."""

    def __init__(self, kind, words):
        super().__init__(words)
        self.kind, self.words = kind, words


class Process:
    """The process of one hand-in.

    Parameters
    ----------
    sources : list of str
        What will run in it: modules that take long and are named there are loaded before.
    limits : Limits

    Attributes
    ----------
    protected : list of str
        Names of `WORDS`.
    is_asked : bool
        Whether a question waits for its answer; if nobody waits for it, the process has to be ended.
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
            self.protected = wire.receive(ours, Spending(self, _START_SECONDS).end_late)
        except (EOFError, wire.Broken, Ended):
            self.end()
            raise OSError("the process for a hand-in does not start; see whether there is memory left") from None

    @property
    def processor(self):
        """The seconds that it has computed; None if the system does not tell them."""
        try:
            return time.clock_gettime(~self._number << 3 | 2)  # the clock of a process, as Linux numbers it
        except (OSError, TypeError, AttributeError):
            return None

    def ask(self, spending, *question):
        """The answer to a question, or `Ended`."""
        self.is_asked = True
        try:
            self._line.settimeout(spending.clock)
            wire.send(self._line, question)
            self._line.settimeout(_PAUSE)
            answer = wire.receive(self._line, spending.end_late)
        except TypeError:  # a question that cannot be sent
            self.is_asked = False
            raise
        except (Ended, TimeoutError):
            self.end()
            raise Ended("time", "") from None
        except wire.Broken:
            self.end()
            raise Ended(
                "exception", "what comes back of it cannot be read: does it write into files that it has not opened?"
            ) from None
        except (EOFError, OSError):
            raise self._ended() from None
        self.is_asked = False
        return answer

    def _ended(self):
        """Why it ended by itself."""
        why, status = self._end(grace=2.0)
        self._line.close()
        if why == "files":
            return Ended("exit", f"it writes more files than {self.limits.bytes_of_files >> 20} MB, or too many")
        if why == "threads":
            return Ended("exit", f"it starts more than {self.limits.threads} threads")
        if why != "itself":
            return Ended("exit", "it closes files that it has not opened, by which its results come back")
        if status in (-9, -24):  # the system ended it
            most = self.limits.total_seconds
            return Ended("time", f"it computed for more than {most:g} seconds in all, or took all memory there is")
        if status in (-4, -6, -7, -8, -11):
            return Ended("exit", "it makes Python crash")
        return Ended("exit", "it ends Python where it should return")

    def end(self):
        """Kill it, with all that it started; its folder goes too."""
        self._line.close()
        self._end()


class Spending:
    """Count what a process spends on a question.

    What counts is the time of the processor, so that a busy machine takes nothing from anybody; a process that sleeps
    is stopped by the clock, much later. Where the system does not tell the time of the processor there is the clock
    alone.

    Parameters
    ----------
    process : Process
    seconds : float
        After which the process should have stopped by itself, as most can.
    """

    def __init__(self, process, seconds):
        self._process, self._begun, self._before = process, time.monotonic(), process.processor
        self._most, self.clock, self._last = _SPARE * seconds, (ASLEEP + _SPARE) * seconds, 0.0

    @property
    def seconds(self):
        """What was spent up to now, or when the process was last there."""
        if self._before is None:
            return (time.monotonic() - self._begun) / ASLEEP
        now = self._process.processor
        self._last = self._last if now is None else now - self._before
        return self._last

    def end_late(self):
        """Raise `Ended` if the process has had its time."""
        if time.monotonic() - self._begun > self.clock or self.seconds > self._most:
            raise Ended("time", "")


# One process that has loaded everything, and forks (Linux)


class _Server:
    """The process from which those of hand-ins are forked; started when it is needed, one for each grader."""

    def __init__(self):
        self.owner = os.getpid()
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with theirs:
            self.process = _python({"line": theirs.fileno()}, pass_fds=[theirs.fileno()])
        self.control = ours

    @property
    def is_alive(self):
        return self.owner == os.getpid() and self.process.poll() is None

    def close(self):
        if self.owner == os.getpid():
            self.control.close()
            self.process.terminate()  # it may be that a fork of this process holds its end of the line
            self.process.wait()


_SERVERS, _STARTING = [], threading.Lock()


def _server():
    with _STARTING:
        if not _SERVERS or not _SERVERS[-1].is_alive:
            _SERVERS.append(_Server())
            atexit.register(_SERVERS[-1].close)
        return _SERVERS[-1]


def _forked(line, modules, limits):
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    order = json.dumps({"modules": modules, "limits": limits._asdict()}).encode()
    with theirs:
        socket.send_fds(_server().control, [order], [line.fileno(), theirs.fileno()])
    begun = json.loads(ours.recv(_LONGEST) or '{"number": null, "folder": ""}')

    def end(grace=0.0):
        """Let the leash go, and wait until the keeper has cleaned up; return how the process ended."""
        said = b""
        with ours, contextlib.suppress(OSError):
            if grace:
                ours.settimeout(grace)
                with contextlib.suppress(TimeoutError):
                    said = ours.recv(_LONGEST)
            ours.settimeout(_END_SECONDS)
            ours.shutdown(socket.SHUT_WR)
            said = said or ours.recv(_LONGEST)
            ours.recv(_LONGEST)  # the keeper has ended
        _remove(begun["folder"])
        found = json.loads(said or '{"why": "", "status": null}')
        return found["why"], found["status"]

    return begun["number"], end


def _remove(folder):
    """Remove the folder of a process that has ended, if it is still there."""
    shutil.rmtree(folder, ignore_errors=True)
    if os.path.exists(folder):
        warnings.warn(f"The folder {folder} of a hand-in could not be removed; delete it.", stacklevel=2)


# A fresh Python for each (elsewhere)


def _fresh(line, modules, limits):
    folder = tempfile.mkdtemp(prefix=PREFIX)
    given = {"modules": modules, "limits": limits._asdict(), "folder": folder}
    if os.name == "posix":
        process = _python(given | {"line": line.fileno()}, pass_fds=[line.fileno()])
    else:
        process = _python(given | {"share": True}, stdin=subprocess.PIPE)
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
    """A Python with nothing of this one's environment, in a session of its own."""
    environment = {name: os.environ[name] for name in _KEPT if name in os.environ}
    environment |= {"PYTHONHASHSEED": "0", "PYTHONDONTWRITEBYTECODE": "1", "MPLBACKEND": "Agg"}
    environment |= dict.fromkeys(("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"), "1")
    path = [one for one in sys.path if one]
    quiet = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    command = [sys.executable, "-P", "-s", str(_START), json.dumps(given | {"path": path})]
    return subprocess.Popen(command, env=environment, start_new_session=True, **(quiet | options))


# What holds on this machine, in words

WORDS = {
    "memory": ("its memory is limited", "its memory is not limited"),
    "disk": (
        "all its files together are limited by the system, with those that have no name any more",
        "its files are not limited by the system; on Linux they are counted ten times a second, except those that it "
        "only maps",
    ),
    "files": (
        "it reads no files but Python's own, and writes only into a folder that is removed; it can find out whether "
        "another file is there, and how large that is",
        "it can read and write your files",
    ),
    "calls": (
        "it starts no other programs, uses no network and sends no signals: the kernel refuses them",
        "only Python keeps it from other programs and from the network; a program can get round that",
    ),
    "processes": (
        "it sees no processes but its own, and all of these end with it",
        "it can see that there are other processes",
    ),
    "threads": (
        "it ends if it starts many threads, which are counted ten times a second",
        "its threads are not limited",
    ),
    "checks": (
        "what the grader computes from its results is limited in memory and time",
        "what the grader computes from its results is not limited in memory",
    ),
}
ALWAYS = (
    "expected values are never in the process of a hand-in, nor are the algorithms of this package; the solutions of "
    "earlier tasks are there while a later one is checked",
    "its time is limited, and so is the size of what comes back from it",
)


@cache
def protections():
    """Return what a hand-in can do on this machine and what not: pairs (whether it is protected, words)."""
    process = Process([], LIMITS)
    process.end()
    protected = [*process.protected, *(["threads"] if _FORKS else []), *(["checks"] if IS_LIMITED else [])]
    found = [(name in protected, words[name not in protected]) for name, words in WORDS.items()]
    return (*((True, words) for words in ALWAYS), *found)
