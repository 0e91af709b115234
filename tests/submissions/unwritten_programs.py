"""Programs that are not written yet: UNWRITTEN maps a name to (task, what is told of it, program)."""

import numpy as np

UNWRITTEN = {}


def unwritten(task, words):
    def put(program):
        UNWRITTEN[program.__name__] = task, words, program
        return program

    return put


# The lines are counted from the decorator on, as `inspect` does.


@unwritten("hinge", "line 4 still holds `...`")
def nothing_but_a_hole(w, x, y, eta, lam):
    # shrink w; if the margin is below 1, add the example
    ...


@unwritten("logistic", "line 4 still holds `...`")
def a_hole_as_a_number(w, x, y, eta, lam):
    z = y * (w @ x)
    pull = ...
    return (1 - eta * lam) * w + eta * pull * z * x


@unwritten("objective", "lines 3 and 5 still hold `...`")
def several_holes(w, X, y, lam):
    penalty = ...
    margins = y * (X @ w)
    losses = np.maximum(0, ... - margins)
    return penalty + losses.mean()


@unwritten("hinge", "line 4 still holds `...`")
def a_hole_in_a_branch(w, x, y, eta, lam):
    if y * (w @ x) < 1:
        ...
    return (1 - eta * lam) * w


@unwritten("hinge", "line 6 still holds `...`")
def a_hole_in_a_generator(X, y, lam, draws):
    w = np.zeros(X.shape[1])
    for t, i in enumerate(draws, 1):
        eta = 1 / (lam * t)
        w = (1 - eta * lam) * w + ...
        yield t, i, w


@unwritten("hinge", "line 5 still holds `...`")
def a_loop_without_an_end(X, y, lam, T):
    w = np.zeros(X.shape[1])
    while True:
        ...
    return w


@unwritten("projected", "there is nothing yet below the docstring of only_words")
def only_words(w, lam):
    """The projection."""


@unwritten("subgradient", "line 4 still holds `pass`")
def passed(w, x, y, lam):
    """The subgradient."""
    pass


@unwritten("hinge", "line 3 still raises NotImplementedError")
def to_do(X, y, lam, T):
    raise NotImplementedError("to be written")


@unwritten("hinge", "line 5 still raises NotImplementedError")
def to_do_later(X, y, lam, T):
    w = np.zeros(X.shape[1])
    for _ in range(T):
        raise NotImplementedError
    return w


@unwritten("hinge", "line 9 still holds `...`")
class Machine:
    def fit(self, X, y, lam, draws):
        self.w = np.zeros(X.shape[1])
        self.walk(X, y, lam, draws)

    def walk(self, X, y, lam, draws):
        for _ in draws:
            ...


def _margin(w, x, y):
    return ...


@unwritten("hinge", "line -2 still holds `...` (in _margin)")
def a_hole_in_a_helper(w, x, y, eta, lam):
    return (1 - eta * lam) * w + (eta * y * x if _margin(w, x, y) < 1 else 0)
