"""Limit the time, memory and files of a hand-in, and of the grader that checks its results."""

import contextlib
import os
import signal
import threading
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import numpy as np

from pegasos_edu.check.calling.failures import Failed

try:
    import resource
except ImportError:  # Windows
    resource = None

HAS_MEMORY_LIMIT = resource is not None and Path("/proc/self/statm").exists()  # macOS does not enforce it
CHECK_MEMORY, CHECK_SECONDS = 200 << 20, 20.0  # the limits of one check in the grader


class Limits(NamedTuple):
    """Hold the limits of one hand-in. The seconds are those of the processor, except where it waits."""

    seconds: float = 5.0  # the limit of one call of a function
    cell_seconds: float = 10.0  # the limit for one cell
    total_seconds: float = 120.0  # the limit for the whole hand-in
    asleep_seconds: float = 60.0  # the time that it may wait in all, without computing
    memory: int = 1 << 30  # the bytes that it may use, besides the memory of Python itself
    bytes_of_files: int = 20 << 20  # the largest total size of the files in its folder
    files: int = 200  # the most files in its folder
    open_files: int = 64
    threads: int = 64
    starts: int = 12  # processes at most; a new process starts when the hand-in has ended the last process


LIMITS = Limits()


@contextmanager
def limited_check(memory=CHECK_MEMORY, seconds=CHECK_SECONDS):
    """Limit the memory and the time of a check, since a hostile hand-in may return huge results.

    Raises
    ------
    Failed
        If the check takes more.
    """
    with limited_memory(memory), _limited_time(seconds):
        try:
            yield
        except MemoryError:
            raise Failed("shape", f"checking its result takes more than {memory >> 20} MB of memory") from None


@contextmanager
def limited_memory(memory):
    """Limit the memory that this process may use besides what it has now, in bytes, where the system enforces this."""
    if not HAS_MEMORY_LIMIT:
        yield
        return
    np.ones((64, 64)) @ np.ones((64, 64))  # BLAS must take its buffers before the limit; later it would end Python
    taken = int(Path("/proc/self/statm").read_text().split()[5]) * os.sysconf("SC_PAGE_SIZE")
    before, most = resource.getrlimit(resource.RLIMIT_DATA)
    wanted = taken + memory
    resource.setrlimit(resource.RLIMIT_DATA, (wanted if before < 0 else min(before, wanted), most))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_DATA, (before, most))


@contextmanager
def _limited_time(seconds):
    if not hasattr(signal, "SIGPROF") or threading.current_thread() is not threading.main_thread():
        yield
        return

    def stop(*_):
        raise Failed("time", f"checking its result takes more than {seconds:g} seconds")

    before = signal.signal(signal.SIGPROF, stop)
    try:
        signal.setitimer(signal.ITIMER_PROF, seconds, 1.0)  # repeats, because the code may catch the first error
        yield
    finally:
        with contextlib.suppress(Failed):  # one more signal may still come
            signal.setitimer(signal.ITIMER_PROF, 0)
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)
