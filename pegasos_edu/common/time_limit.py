"""Limit how long a program may compute, even on a busy machine."""

import time

ASLEEP = 10  # a program that waits may take this many times as long as one that computes


class TimeLimit:
    """Count the time that this process computes, from now on.

    On a busy machine a program has to wait, which is not its fault. So the time is up only when both the clock and the
    processor time have passed the limit; a program that sleeps is stopped later.

    Parameters
    ----------
    seconds : float
        How long the program may compute. Several threads that compute do not make the time end earlier.
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
