"""Machine code in short calls, as Ctrl-C is seen between calls only."""

from time import perf_counter

import numpy as np

LONGEST = 0.1  # seconds that a call should take at most
FIRST = 5_000_000  # products of the first call, of which nobody knows yet how long they take


class Pieces:
    """Loops cut into calls that are over in no time. They take the very steps that they take in one call."""

    def __init__(self):
        self.most = None  # draws of the next call

    def of(self, loop):
        """The loop, to be called as before."""

        def walk(X, y, lam, draws, ends, step, mean, *options):
            self.most = self.most or max(1, FIRST // (X.shape[1] * draws[0].size))
            if len(draws) <= self.most:
                return loop(X, y, lam, draws, ends, step, mean, *options)
            start = 0
            while start < len(draws):
                stops = ends[(ends > start) & (ends <= start + self.most)]
                into = mean
                if len(stops) == 0:  # a part that is cut does not enter the mean before its end
                    stops, into = np.array([start + self.most]), mean._replace(power=-1)
                part, begun = draws[start : stops[-1]], perf_counter()
                step = loop(X, y, lam, part, stops - start, step, into, *options)
                self.most = max(1, int(len(part) * LONGEST / (perf_counter() - begun)))
                start += len(part)
            return step

        return walk
