"""Limit how long a program may run, on a busy machine as on a quiet one."""

import time

ASLEEP = 10  # a program that waits may take so many times as long as one that computes


class TimeLimit:
    """Count the time that this process computes, from now on.

    A machine that is busy with something else lets a program wait, and waiting is not the program's fault. So time on
    the clock counts only together with time of the processor; a program that sleeps is stopped later.

    Parameters
    ----------
    seconds : float
        How long the program may compute. If several threads compute, their times do not add up to an earlier end.
    """

    def __init__(self, seconds):
        self.seconds, self._clock, self._processor = seconds, time.monotonic(), time.process_time()

    @property
    def is_up(self):
        """Return whether the program has run for too long."""
        elapsed = time.monotonic() - self._clock
        if elapsed <= self.seconds:
            return False
        return elapsed > ASLEEP * self.seconds or time.process_time() - self._processor > self.seconds
