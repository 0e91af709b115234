"""Draw the indices of the examples for each step from a seed, before the first step."""

from itertools import chain, islice

import numpy as np

from pegasos_edu.common.progress import bar


def shuffle(order, u):
    """Shuffle `order` in place by the numbers u in [0, 1), so that all orders are equally likely (Fisher, Yates)."""
    for i in range(len(order) - 1, 0, -1):
        j = int(u[i] * (i + 1))
        order[i], order[j] = order[j], order[i]


def shuffled(u):
    """Return 0, 1, ..., m − 1, shuffled by the numbers u (m,)."""
    order = list(range(len(u)))
    shuffle(order, u.tolist())
    return np.array(order)


# All four orders have the same parameters; `shuffle_by` is `shuffled` or its compiled version.


def _uniform(m, rng, shuffle_by):
    """Yield rows of m independent draws, each index equally likely [MPB11 Fig. 1]."""
    while True:
        yield from rng.integers(m, size=(1 + 10_000 // m, m))  # several passes at once if they are short


def _epochs(m, rng, shuffle_by):
    """Yield passes over all indices, reshuffled before each pass [MPB11 Fig. 8]."""
    u = np.empty(m)
    while True:
        yield shuffle_by(rng.random(out=u))


def _permutation(m, rng, shuffle_by):
    """Yield one random order again and again [MPB11 Fig. 8]."""
    order = shuffle_by(rng.random(m))
    while True:
        yield order


def _cyclic(m, rng, shuffle_by):
    """Yield 0, 1, ..., m − 1 again and again: the order in which the data are stored."""
    while True:
        yield np.arange(m)


SAMPLINGS = {
    "uniform": _uniform,
    "epochs": _epochs,
    "permutation": _permutation,
    "cyclic": _cyclic,
}


def passes(sampling, m, seed, k=None, weights=None, shuffled=shuffled):
    """Yield the draws pass by pass, without end; a pass has about m indices.

    Parameters
    ----------
    sampling, m, seed, k
        As for `make_draws`.
    weights : array, (m,), optional
        A pass contains index i about w_i/w̄ times, where w̄ is the mean weight: for "uniform" on average, otherwise
        w_i/w̄ rounded up or down.
    shuffled : function
        The function `shuffled` of this module, or its compiled version.

    Yields
    ------
    ndarray of int, (m,), or (n, k) if k is given
    """
    rng = np.random.default_rng(seed)
    if sampling == "uniform" and k is not None and k > 1 and weights is None:
        while True:
            yield _subsets(m, max(1, m // k), k, rng)
    orders = _weighted(SAMPLINGS[sampling](m, rng, shuffled), weights, rng)
    yield from orders if k is None else _cut(orders, k)


def _weighted(orders, weights, rng):
    """Replace the indices in each order, so that each occurs in proportion to its weight (systematic resampling)."""
    for order in orders:
        if weights is not None:
            m = len(order)
            edges = np.cumsum(weights) / np.sum(weights) * m
            there = np.searchsorted(edges, np.arange(m) + rng.random(), side="right")
            order = np.minimum(there, m - 1)[order]
        yield order


def _cut(orders, k):
    """Yield pieces of k indices; the rest of a pass is joined to the next pass."""
    rest = np.empty(0, dtype=np.int64)
    for order in orders:
        rest = np.concatenate([rest, order])
        n = len(rest) // k
        if n:
            yield rest[: n * k].reshape(n, k)
        rest = rest[n * k :]


def _subsets(m, T, k, rng):
    """Return T independent sets of k different indices, each set equally likely [MPB11 Fig. 2]."""
    return np.stack([rng.choice(m, size=k, replace=False) for _ in range(T)])


def make_draws(sampling, m, T, seed, k=None, progress=None):
    """Return the indices of the examples that T steps draw: the first T of `passes`.

    Parameters
    ----------
    sampling : {"uniform", "epochs", "permutation", "cyclic"}
        The order; see ``SAMPLINGS``.
    m, T : int
        Number of examples, number of steps.
    seed : int
        The same seed gives the same draws on any machine.
    k : int, optional
        Size of a mini-batch. ``uniform`` then draws sets of k different examples; the other
        orders are cut into pieces of k, so that a piece may span two passes.
    progress : bool, optional
        As for `run`; only the draws of mini-batches take long.

    Returns
    -------
    ndarray of int, (T,), or (T, k) if k is given. With k = 1 the indices are the same as without k.
    """
    orders = passes(sampling, m, seed, k)
    if k is not None:
        batches = bar(chain.from_iterable(orders), T, "batch", progress)
        return np.stack(list(islice(batches, T)))
    pieces, left = [], T
    for order in orders:
        pieces.append(order[:left])
        left -= len(pieces[-1])
        if left == 0:
            return np.concatenate(pieces)
