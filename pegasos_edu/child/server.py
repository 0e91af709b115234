"""Processes for hand-ins, one for each: forked from one that has loaded what all need, and that runs none of them.

On Linux a keeper stands between: it holds the leash of a process, whose other end the grader holds. When that end is
closed, for whatever reason, the process is killed with all that it started, and its folder is gone. Elsewhere there is
a fresh Python for each hand-in, and the grader ends it.
"""

import json
import os
import select
import shutil
import signal
import socket
import sys
import tempfile

from pegasos_edu.child.confine import die_with_parent, readable, unshare
from pegasos_edu.child.life import live, load

PREFIX = "pegasos-edu-"  # of the folders of hand-ins
_MAX_ORDER = 100_000
_PAUSE = 0.1  # seconds between two looks at the folder


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
    """Start the process of a hand-in, wait for its end or for that of the leash, and clean up."""
    folder = tempfile.mkdtemp(prefix=PREFIX)
    try:
        is_apart = unshare()
        child = os.fork()
        if child == 0:
            leash.close()
            die_with_parent()
            try:
                live(line, folder, limits, ["processes"] if is_apart else [])
            finally:
                os._exit(0)
        line.close()
        end = _wait(child, leash, folder, limits)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    try:
        leash.sendall(json.dumps(end).encode())
    except OSError:  # nobody wants to know
        pass


def _wait(child, leash, folder, limits):
    """How the process ended: by itself, with its status; for filling its folder; or as the leash was let go."""
    ends, why = select.poll(), None
    ends.register(leash, select.POLLIN)
    ended = os.pidfd_open(child)
    ends.register(ended, select.POLLIN)
    while why is None:
        ready = {number for number, _ in ends.poll(_PAUSE * 1000)}
        if ended in ready:
            why = "itself"
        elif leash.fileno() in ready:
            why = "leash"
        elif _is_full(folder, limits):
            why = "files"
    if why != "itself":
        os.kill(child, signal.SIGKILL)
    _, status = os.waitpid(child, 0)
    return {"why": why, "status": os.waitstatus_to_exitcode(status)}


def _is_full(folder, limits):
    with os.scandir(folder) as files:
        sizes = [file.stat(follow_symlinks=False).st_size for file in files]
    return sum(sizes) > limits["bytes_of_files"] or len(sizes) > limits["files"]
