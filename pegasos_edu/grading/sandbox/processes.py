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
from functools import cache
from pathlib import Path

from pegasos_edu.child import wire
from pegasos_edu.child.life import LOADED_BEFORE
from pegasos_edu.child.server import PREFIX
from pegasos_edu.grading.sandbox.limits import LIMITS

_START = Path(__file__).resolve().parents[2] / "child" / "start.py"
_FORKS = sys.platform.startswith("linux")
_START_SECONDS, _END_SECONDS = 60.0, 10.0
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
    """

    def __init__(self, sources, limits):
        self.limits = limits
        words = {word for text in sources for line in _IMPORTS.findall(text) for word in re.findall(r"\w+", line)}
        modules = sorted(words & set(LOADED_BEFORE))
        ours, theirs = socket.socketpair()
        self._line = ours
        with theirs:
            self._end = (_forked if _FORKS else _fresh)(theirs, modules, limits)
        try:
            self.protected = wire.receive(ours, time.monotonic() + _START_SECONDS)
        except (EOFError, wire.Broken, wire.Late):
            self.end()
            raise OSError("the process for a hand-in does not start; see whether there is memory left") from None

    def ask(self, seconds, *question):
        """The answer to a question, or `Ended`."""
        until = time.monotonic() + seconds
        try:
            self._line.settimeout(max(seconds, 0.001))
            wire.send(self._line, question)
            return wire.receive(self._line, until)
        except (wire.Late, TimeoutError):
            self.end()
            raise Ended("time", "") from None
        except wire.Broken:
            self.end()
            raise Ended("exception", "what came back of it are no numbers that can be read") from None
        except (EOFError, OSError):
            raise self._ended() from None

    def _ended(self):
        """Why it ended by itself."""
        why, status = self._end(grace=1.0)
        self._line.close()
        if why == "files":
            return Ended("exit", f"it writes more files than {self.limits.bytes_of_files >> 20} MB, or too many")
        if why != "itself":
            return Ended("exit", "it closes what it is asked through, and goes on")
        if status in (-9, -24):  # the system ended it
            most = self.limits.total_seconds
            return Ended("time", f"it computed for more than {most:g} seconds in all, or took all memory there is")
        if status in (-4, -6, -7, -8, -11):
            return Ended("exit", "Python crashes in it")
        return Ended("exit", "it ends Python, or closes what it is asked through, where it should return")

    def end(self):
        """Kill it, with all that it started; its folder goes too."""
        self._line.close()
        self._end()


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
    ours, theirs = socket.socketpair()
    order = json.dumps({"modules": modules, "limits": limits._asdict()}).encode()
    with theirs:
        socket.send_fds(_server().control, [order], [line.fileno(), theirs.fileno()])

    def end(grace=0.0):
        """Let the leash go, and wait until the keeper has cleaned up; how the process had ended."""
        said = b""
        with ours, contextlib.suppress(OSError):
            ours.settimeout(grace or _END_SECONDS)
            if grace:
                with contextlib.suppress(TimeoutError):
                    said = ours.recv(1000)
                ours.settimeout(_END_SECONDS)
            ours.shutdown(socket.SHUT_WR)
            while piece := ours.recv(1000):
                said += piece
        found = json.loads(said) if said else {"why": "", "status": None}
        return found["why"], found["status"]

    return end


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
        shutil.rmtree(folder, ignore_errors=True)
        return "itself", process.returncode

    return end


def _python(given, **options):
    """A Python with nothing of this one's environment, in a session of its own."""
    environment = {name: os.environ[name] for name in _KEPT if name in os.environ}
    environment |= {"PYTHONHASHSEED": "0", "PYTHONDONTWRITEBYTECODE": "1", "MPLBACKEND": "Agg"}
    environment |= dict.fromkeys(("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"), "1")
    path = [one for one in sys.path if one]
    quiet = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    command = [sys.executable, "-P", "-s", str(_START), json.dumps(given | {"path": path})]
    return subprocess.Popen(command, env=environment, start_new_session=True, **(quiet | options))


# In words

_WORDS = {
    "resources": ("time, memory and the size of files are limited", "memory and the size of files are not limited"),
    "files": (
        "files other than Python's own cannot be read, nothing can be written but a folder that is removed",
        "files of yours can be read and written by whoever means to",
    ),
    "calls": (
        "no other programs, no network, no signals: the kernel refuses them",
        "other programs and the network are refused by Python only, which can be got round",
    ),
    "processes": (
        "each hand-in sees no processes but its own, and all of these end with it",
        "a hand-in can see that there are other processes",
    ),
}


@cache
def protections():
    """What a hand-in can do on this machine and what not: pairs (whether it is protected, words)."""
    process = Process([], LIMITS)
    process.end()
    always = (True, "expected values are never in the process of a hand-in, nor are the boxes of this package")
    found = [(name in process.protected, words[name not in process.protected]) for name, words in _WORDS.items()]
    return (always, *found)
