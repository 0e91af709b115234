"""Run hand-ins, each in a process of its own, and answer questions about it until the grader ends it.

On Linux a server loads the common modules once, and forks a keeper for each hand-in. The keeper forks the process of
the hand-in. When the grader closes its end of the socket, for any reason, the keeper kills this process and removes its
folder. On other systems the grader starts a fresh Python for each hand-in, and ends it.
"""

import contextlib
import importlib
import json
import os
import random
import select
import shutil
import signal
import socket
import stat
import sys
import tempfile
import time
from functools import partial

import numpy as np

from pegasos_edu.check.calling.failures import Failed
from pegasos_edu.check.worker import wire
from pegasos_edu.check.worker.confine import (
    confine,
    die_with_parent,
    mount_in_memory,
    readable,
    unmount,
    unshare,
)
from pegasos_edu.check.worker.program import Cells, failure_message

PREFIX = "pegasos-edu-"  # the folders of hand-ins have names that begin so
# Modules that load slowly are loaded before the process is confined: word in a program -> module.
LOADED_BEFORE = {
    "matplotlib": "matplotlib.pyplot",
    "scipy": "scipy.sparse",
    "sklearn": "sklearn.datasets",
    "pandas": "pandas",
    "pegasos_edu": "pegasos_edu.datasets",
    "datasets": "sklearn.datasets",
}
_MAX_ORDER = 100_000
_MAX_DESCRIPTOR = 4096
_PAUSE = 0.1  # seconds between two counts of a hand-in's files and threads


def begin(given):
    """Serve one hand-in or many, as the grader asked."""
    if "share" in given:  # Windows: a socket comes through the standard input
        line = socket.fromshare(sys.stdin.buffer.read())
    else:
        line = socket.socket(fileno=given["line"])
    if "folder" in given:
        load(given["modules"])
        live(line, given["folder"], given["limits"])
    else:
        _serve(line)


def load(names):
    """Load those slow modules that a program mentions."""
    for name in set(names) & set(LOADED_BEFORE):
        with contextlib.suppress(Exception):  # it is not installed; the program will report that
            importlib.import_module(LOADED_BEFORE[name])


def _serve(control):
    """Start a process for each order, until no more orders come."""
    readable()  # these folders are found once for all hand-ins
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # keepers end without being waited for
    while True:
        text, ends, *_ = socket.recv_fds(control, _MAX_ORDER, 2)
        if not text:
            return
        order = json.loads(text)
        load(order["modules"])
        if os.fork() == 0:
            control.close()
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            _keep(socket.socket(fileno=ends[0]), socket.socket(fileno=ends[1]), order["limits"])
            os._exit(0)
        for end in ends:
            os.close(end)


def _keep(line, leash, limits):
    """Start the process of a hand-in, wait until it ends or the grader releases it, and remove its folder."""
    folder, end = tempfile.mkdtemp(prefix=PREFIX), {"why": "", "status": None}
    try:
        protected = ["processes"] if unshare() else []
        protected += ["disk"] if protected and mount_in_memory(folder, limits) else []
        child = os.fork()
        if child == 0:
            leash.close()
            die_with_parent()
            try:
                live(line, folder, limits, protected)
            finally:
                os._exit(0)
        line.close()
        end = _hold(child, leash, folder, limits, "disk" in protected)
    finally:
        unmount(folder)
        shutil.rmtree(folder, ignore_errors=True)
        with contextlib.suppress(OSError):  # the grader is gone
            leash.sendall(json.dumps(end).encode())


def _hold(child, leash, folder, *facts):
    """Wait for a process, and return how it ended; kill it if anything goes wrong."""
    why = ""
    try:
        leash.sendall(json.dumps({"number": child, "folder": folder}).encode())
        why = _wait(child, leash, folder, *facts)
    finally:
        os.kill(child, signal.SIGKILL)  # the system keeps the number of the process until someone waits for it
        _, status = os.waitpid(child, 0)
    return {"why": why, "status": os.waitstatus_to_exitcode(status)}


def _wait(child, leash, folder, limits, is_counted):
    """Return what ended the wait: "itself" (the process), "leash" (the grader), or too many "files" or "threads"."""
    ends, ended = select.poll(), os.pidfd_open(child)
    ends.register(leash, select.POLLIN)
    ends.register(ended, select.POLLIN)
    while True:
        ready = {number for number, _ in ends.poll(_PAUSE * 1000)}
        if ended in ready:
            return "itself"
        if leash.fileno() in ready:
            return "leash"
        with contextlib.suppress(OSError):  # the process has just ended, or there is no /proc
            if len(os.listdir(f"/proc/{child}/task")) > limits["threads"]:
                return "threads"
        if not is_counted and _is_full(child, folder, limits):
            return "files"


def _is_full(child, folder, limits):
    """Return whether a hand-in's files are too large or too many, including open files that were deleted."""
    sizes = {}
    for place in (folder, f"/proc/{child}/fd"):
        with contextlib.suppress(OSError):
            for name in os.listdir(place):
                with contextlib.suppress(OSError):  # the file was removed in the meantime
                    file = os.stat(os.path.join(place, name))
                    if place == folder or stat.S_ISREG(file.st_mode) and not file.st_nlink:
                        sizes[file.st_dev, file.st_ino] = file.st_size
    return sum(sizes.values()) > limits["bytes_of_files"] or len(sizes) > limits["files"]


# These functions run in the process of a hand-in


def live(line, folder, limits, protected=()):
    """Confine this process and answer questions. Each question names a method of `Cells` and its arguments."""
    _detach(line, folder)
    protected = confine(folder, limits, protected)
    time.sleep = _sleep
    random.seed(0)
    np.random.seed(0)
    cells = Cells(limits["seconds"], limits["cell_seconds"], partial(_call_outside, line))
    wire.send(line, protected, wire.VALUES)
    while True:
        try:
            what, *arguments = wire.receive(line, wire.GIVEN)
        except EOFError:
            return
        try:
            wire.send(line, _answer(cells, what, arguments), wire.VALUES)
        except TypeError as error:
            failed = Failed("shape", f"it returned a value that cannot be compared: {error}")
            wire.send(line, failure_message(failed), wire.VALUES)


def _sleep(seconds):
    """Return at once, because nobody looks at the program while it runs."""


def _call_outside(line, name, args, kwargs):
    """Ask the grader to call a function while it waits for an answer; return what `Cells.result` returns."""
    wire.send(line, ("call", name, args, kwargs), wire.VALUES)
    is_right, result = wire.receive(line, wire.GIVEN)
    if not is_right:
        raise RuntimeError(f"{name} of the course cannot be called like this: {result}")
    return result


def _answer(cells, what, arguments):
    try:
        return "answer", getattr(cells, what)(*arguments)
    except Failed as failed:
        return failure_message(failed)
    except KeyboardInterrupt:  # the program itself raised it
        words = "KeyboardInterrupt"
    except BaseException as error:  # the program has changed built-in functions, so that even reading its answer fails
        words = f"it changes Python or NumPy, so that it cannot be checked ({type(error).__name__})"
    return failure_message(Failed("exception", words))


def _detach(line, folder):
    """Close everything that the process inherited, empty its environment, and go to its folder."""
    null = os.open(os.devnull, os.O_RDWR)
    for number in (0, 1, 2):
        os.dup2(null, number)
    os.closerange(3, line.fileno())
    os.closerange(line.fileno() + 1, _MAX_DESCRIPTOR)
    os.chdir(folder)
    kept = {name: os.environ[name] for name in ("PATH", "SYSTEMROOT") if name in os.environ}
    os.environ.clear()
    of_folder = dict.fromkeys(("HOME", "TMPDIR", "TEMP", "TMP", "MPLCONFIGDIR", "PWD"), folder)
    tempfile.tempdir = folder
    os.environ.update(kept | of_folder | {"MPLBACKEND": "Agg", "OPENBLAS_NUM_THREADS": "1"})
    sys.argv[:] = [""]
