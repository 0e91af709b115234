"""Gram matrices that need not fit into memory: rows made on demand, the last used kept."""

from collections import OrderedDict

import numpy as np

BLOCK = 256  # rows made at a time, at most: matrix products of this size run at full speed


class GramRows:
    """Rows of a Gram matrix, computed when first asked for, as many of them kept as there is room for.

    A kernel algorithm takes it in the place of K: it only ever asks for ``K[i]``.

    Parameters
    ----------
    block : function of indices (n,), returning the (n, m) rows
    m : int
        Number of examples.
    megabytes : float
        Room for the rows that are kept and those that are being made.
    """

    def __init__(self, block, m, megabytes):
        self.block, self.shape = block, (m, m)
        room = int(megabytes * 2**20 / (8 * m))  # rows, those of the block that is being made included
        self.together = min(BLOCK, max(1, room // 4))
        self.capacity = max(1, room - self.together)
        self._kept = OrderedDict()

    def __getitem__(self, i):
        if i not in self._kept:
            self.prepare([i])
        self._kept.move_to_end(i)
        return self._kept[i]

    def prepare(self, wanted):
        """Make the rows that will be asked for next, together; those that there is no room for are left out."""
        missing = [i for i in dict.fromkeys(wanted) if i not in self._kept][: self.capacity]
        for start in range(0, len(missing), self.together):
            some = missing[start : start + self.together]
            for i, row in zip(some, self.block(np.array(some))):
                self._kept[i] = row.copy()  # not a view, which would keep the block alive
        while len(self._kept) > self.capacity:
            self._kept.popitem(last=False)
