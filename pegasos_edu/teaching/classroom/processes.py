"""Mark hand-ins in processes of their own, several at once; what happens to a process costs one check at most."""

import json
import multiprocessing
import os
import signal
import tempfile
import threading
import time
from contextlib import contextmanager
from multiprocessing import resource_tracker
from multiprocessing.connection import wait

from pegasos_edu.check.sandbox.limits import CHECK_MEMORY, CHECK_SECONDS, limited_memory
from pegasos_edu.check.sandbox.process import control, processor_time, protections, use
from pegasos_edu.common.processes import safe_imports
from pegasos_edu.common.time_limit import ASLEEP
from pegasos_edu.teaching.classroom.marking import TO_BE_READ, blank, mark

MAX_ON_WINDOWS = 60  # the most processes for which one process can wait there
LONGEST_FOLDER = 60  # the system takes names of sockets of some hundred bytes, and `multiprocessing` adds forty
_PAUSE = 0.1  # seconds between two looks at the processes
_SPARE = 3.0  # a check that does not stop by itself is ended after this multiple of its limit
_MEMORY = 2 * CHECK_MEMORY  # what a process may use besides the memory that it has when it starts
_LOADED_BEFORE = [__name__, "pegasos_edu.plots", "sklearn.datasets"]  # what most checks need and is slow to load
_START = "forkserver" if os.name == "posix" else "spawn"
ENDED = "Checking its results ended the process of the grader, so this check gives no points."
TOO_LONG = f"Checking its results took more than {_SPARE * CHECK_SECONDS:g} seconds and was stopped."


class GraderError(Exception):
    """Report that the grader itself failed on a hand-in; the text names the error."""


def run_all(tasks, jobs):
    """Yield the result of each task as soon as it is ready.

    A task is a generator that yields the connection for which it waits, and returns its result. At most `jobs` tasks
    run at once.
    """
    left, running = iter(tasks), {}
    try:
        while True:
            while len(running) < jobs and (task := next(left, None)):
                running[task] = None
            if not running:
                return
            before = len(running)
            for task in list(running):
                try:
                    running[task] = next(task)
                except StopIteration as end:
                    del running[task]
                    yield end.value
            if len(running) == before:
                wait(running.values(), _PAUSE)
    finally:
        for task in running:
            task.close()  # this ends its process


def marked(content, name, assignment):
    """Return the result of a hand-in as plain data, from the bytes and the name of its file; a task for `run_all`.

    If a check ends the process that runs it, another process goes on with the next check.

    Raises
    ------
    GraderError
        If the grader fails before the first check or after the last one.
    """
    checks = []
    while True:
        with _Marking(content, name, assignment, [bool(check["points"]) for check in checks]) as marking:
            whole = (yield from marking.part()) or marking.fail()
            while whole["is_graded"] and (part := (yield from marking.part())):
                if "points" in part:
                    checks.append(part)
                else:
                    return _assembled(whole | part, checks, assignment)
        if not whole["is_graded"]:
            return whole
        if len(checks) == len(assignment.checks):
            marking.fail()
        checks.append(blank(assignment.checks[len(checks)], marking.why) | {"points": 0, "cause": marking.why})


class _Marking:
    """Hold a process that runs `mark`."""

    def __init__(self, *given):
        context = multiprocessing.get_context(_START)
        context.set_forkserver_preload(_LOADED_BEFORE)
        self.line, theirs = context.Pipe(duplex=False)
        self._process, self.why = None, ENDED
        try:
            with _starting(), safe_imports():
                self._process = context.Process(target=_run, args=(theirs, control(), *given), daemon=True)
                self._process.start()
        except BaseException:
            self.__exit__()
            raise
        finally:
            theirs.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self._process and self._process.pid:
            self._process.kill()
            self._process.join()
        self.line.close()

    def part(self):
        """Return the next part of the result, or None if the process ends; yield while there is none yet."""
        begun, before = time.monotonic(), processor_time(self._process.pid)
        while not self.line.poll():
            now = processor_time(self._process.pid)
            taken = (time.monotonic() - begun) / ASLEEP if before is None else (now or before) - before
            if taken > _SPARE * CHECK_SECONDS:
                self.why = TOO_LONG
                return None
            yield self.line
        try:
            part = json.loads(self.line.recv_bytes())
        except (EOFError, OSError):
            return None
        return self.fail(part["error"]) if "error" in part else part

    def fail(self, words="its process ended"):
        raise GraderError(words)


def _assembled(whole, checks, assignment):
    """Return a result from the facts about the whole hand-in and the results of its checks."""
    return whole | {
        "points": sum(check["points"] for check in checks),
        "checks": checks + [blank(cell, TO_BE_READ) for cell in assignment.questions],
        "protections": [f"{'Yes' if holds else 'No'}: {words}." for holds, words in protections()],
    }


def _run(line, shared, *given):
    """Send the parts of a result, or the error of the grader."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    threading.Thread(target=lambda: (parent.join(), os._exit(1)), daemon=True).start()
    use(shared)
    with limited_memory(_MEMORY):
        try:
            for part in mark(*given):
                line.send_bytes(json.dumps(part).encode())
        except Exception as error:
            line.send_bytes(json.dumps({"error": type(error).__name__}).encode())


@contextmanager
def _starting():
    """Let processes that start now never receive Ctrl-C.

    A Ctrl-C that comes meanwhile interrupts this process afterwards, so that no process is half started.
    """
    pending, handler = [], signal.getsignal(signal.SIGINT)
    is_main = threading.current_thread() is threading.main_thread()
    if is_main:
        signal.signal(signal.SIGINT, lambda *_: pending.append(True))
    folder = tempfile.tempdir
    if os.name == "posix":
        if len(os.fsencode(tempfile.gettempdir())) > LONGEST_FOLDER:
            tempfile.tempdir = "/tmp"
        with safe_imports():
            resource_tracker.ensure_running()  # otherwise it starts with the first process, and ends the blocking
        mask = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])  # new processes inherit this
    try:
        yield
    finally:
        if os.name == "posix":
            signal.pthread_sigmask(signal.SIG_SETMASK, mask)
        tempfile.tempdir = folder
        if is_main:
            signal.signal(signal.SIGINT, handler)
    if pending:
        raise KeyboardInterrupt
