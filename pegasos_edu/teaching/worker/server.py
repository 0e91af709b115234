"""Processes for hand-ins, one for each: forked from one that has loaded what all need, and that runs none of them.

On Linux a keeper stands between: it holds the leash of a process, whose other end the grader holds. When that end is
closed, for whatever reason, the process is killed with all that it started, and its folder is gone. Elsewhere there is
a fresh Python for each hand-in, and the grader ends it.
"""

import contextlib
import json
import os
import select
import shutil
import signal
import socket
import stat
import sys
import tempfile

from pegasos_edu.teaching.worker.confine import die_with_parent, put_in_memory, readable, unmount, unshare
from pegasos_edu.teaching.worker.life import live, load

PREFIX = "pegasos-edu-"  # of the folders of hand-ins
_MAX_ORDER = 100_000
_PAUSE = 0.1  # seconds between two looks at its files and threads


def begin(given):
    """Serve as it was asked for: one hand-in or many."""
    if "share" in given:  # Windows: a socket comes through the standard input
        line = socket.fromshare(sys.stdin.buffer.read())
    else:
        line = socket.socket(fileno=given["line"])
    if "folder" in given:
        load(given["modules"])
        live(line, given["folder"], given["limits"])
    else:
        _serve(line)


def _serve(control):
    """Start a process for each order that comes, until there are no more."""
    readable()  # found once for all
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
    """Start the process of a hand-in, hold it until it ends or the leash is let go, and remove its folder."""
    folder, end = tempfile.mkdtemp(prefix=PREFIX), {"why": "", "status": None}
    try:
        protected = ["processes"] if unshare() else []
        protected += ["disk"] if protected and put_in_memory(folder, limits) else []
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
        with contextlib.suppress(OSError):  # nobody wants to know
            leash.sendall(json.dumps(end).encode())


def _hold(child, leash, folder, *about):
    """Say how a process ended; it has ended when this returns, whatever happens in between."""
    why = ""
    try:
        leash.sendall(json.dumps({"number": child, "folder": folder}).encode())
        why = _wait(child, leash, folder, *about)
    finally:
        os.kill(child, signal.SIGKILL)  # nobody else has its number before it was waited for
        _, status = os.waitpid(child, 0)
    return {"why": why, "status": os.waitstatus_to_exitcode(status)}


def _wait(child, leash, folder, limits, is_counted):
    """Return why it is over: it ended by itself, it used too many files or threads, or the leash was let go."""
    ends, ended = select.poll(), os.pidfd_open(child)
    ends.register(leash, select.POLLIN)
    ends.register(ended, select.POLLIN)
    while True:
        ready = {number for number, _ in ends.poll(_PAUSE * 1000)}
        if ended in ready:
            return "itself"
        if leash.fileno() in ready:
            return "leash"
        with contextlib.suppress(OSError):  # it has just ended, or there is no /proc
            if len(os.listdir(f"/proc/{child}/task")) > limits["threads"]:
                return "threads"
        if not is_counted and _is_full(child, folder, limits):
            return "files"


def _is_full(child, folder, limits):
    """Whether its files are too large or too many, those included that are open and have no name any more."""
    sizes = {}
    for place in (folder, f"/proc/{child}/fd"):
        with contextlib.suppress(OSError):
            for name in os.listdir(place):
                with contextlib.suppress(OSError):  # it is gone since
                    found = os.stat(os.path.join(place, name))
                    if place == folder or stat.S_ISREG(found.st_mode) and not found.st_nlink:
                        sizes[found.st_dev, found.st_ino] = found.st_size
    return sum(sizes.values()) > limits["bytes_of_files"] or len(sizes) > limits["files"]
