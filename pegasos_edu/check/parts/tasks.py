"""Hold the facts about a task that decide what is right."""


class Task:
    """Hold the facts about an algorithm.

    Attributes
    ----------
    is_log, is_batch, is_kernel
        Whether it is for the log loss, for mini-batches, or with a kernel.
    asks_bias, has_bias
        Whether the algorithm has a bias, and whether the program has one.
    conventions
        The identifiers of the entries that are conventions; whatever else is not right is a mistake.
    is_measured
        Whether the parts explain the algorithm itself; else programs are compared with single entries.
    """

    def __init__(self, name, is_log=False, is_batch=False, asks_bias=False, has_bias=False, is_kernel=False,
                 conventions=(), is_measured=True):  # fmt: skip
        self.name, self.is_log, self.is_batch = name, is_log, is_batch
        self.asks_bias, self.has_bias, self.is_kernel, self.conventions = asks_bias, has_bias, is_kernel, conventions
        self.is_measured = is_measured

    def with_bias(self, has_bias=True):
        """Return the facts for a program that also learns a bias, or does not."""
        of = self.name, self.is_log, self.is_batch, self.asks_bias, has_bias, self.is_kernel, self.conventions
        return Task(*of, self.is_measured)

    def allows(self, entries):
        """Return whether entries are conventions, all of them; () are not."""
        return bool(entries) and all(entry in self.conventions for entry in entries)
