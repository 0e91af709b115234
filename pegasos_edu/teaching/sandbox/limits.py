"""How much a hand-in may use, and how much the grader may use to look at what comes back from it."""

import contextlib
import os
import signal
import threading
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import numpy as np

from pegasos_edu.check.failures import Failed

try:
    import resource
except ImportError:  # Windows
    resource = None

IS_LIMITED = resource is not None and Path("/proc/self/statm").exists()  # macOS does not hold to limits of memory
CHECK_MEMORY, CHECK_SECONDS = 200 << 20, 20.0  # for one check, in the grader


class Limits(NamedTuple):
    """What one hand-in may use up. Seconds are those of the processor; by the clock they may be many times as long."""

    seconds: float = 5.0  # for one call of a function
    cell_seconds: float = 10.0  # for one cell
    total_seconds: float = 120.0  # for everything
    memory: int = 1 << 30  # bytes, beside what Python takes itself
    bytes_of_files: int = 20 << 20  # in its folder
    files: int = 200  # in its folder
    open_files: int = 64
    threads: int = 64
    starts: int = 12  # how often it is started anew where its process has ended


LIMITS = Limits()


@contextmanager
def limited(memory=CHECK_MEMORY, seconds=CHECK_SECONDS):
    """Limit what a check may compute from what a hand-in returned: it may be shaped so that it takes all there is.

    Parameters
    ----------
    memory : int
        Bytes, beside what this process has taken already.
    seconds : float
        Of the processor.

    Raises
    ------
    Failed
        If the check takes more.
    """
    with _limited_memory(memory), _limited_time(seconds):
        try:
            yield
        except MemoryError:
            words = f"to look at what it returned takes more than {memory >> 20} MB of memory"
            raise Failed("shape", words) from None


@contextmanager
def _limited_memory(memory):
    if not IS_LIMITED:
        yield
        return
    np.ones((64, 64)) @ np.ones((64, 64))  # BLAS takes its buffers now; for want of them it would end Python
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
        raise Failed("time", f"to look at what it returned takes more than {seconds:g} seconds")

    before = signal.signal(signal.SIGPROF, stop)
    try:
        signal.setitimer(signal.ITIMER_PROF, seconds, 1.0)  # again and again, as something may catch it
        yield
    finally:
        with contextlib.suppress(Failed):  # the last one may be on its way
            signal.setitimer(signal.ITIMER_PROF, 0)
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)
