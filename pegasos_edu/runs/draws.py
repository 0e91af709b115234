"""Draw the indices of the examples for each step from a seed, before the first step."""

from itertools import chain, islice

import numpy as np

from pegasos_edu.common.progress import bar


def shuffle(order, u):
    """Put `order` into the order that the numbers u in [0, 1) decide, each equally likely (Fisher, Yates)."""
    for i in range(len(order) - 1, 0, -1):
        j = int(u[i] * (i + 1))
        order[i], order[j] = order[j], order[i]


def shuffled(u):
    """0, 1, ..., m − 1, shuffled by u (m,)."""
    order = list(range(len(u)))
    shuffle(order, u.tolist())
    return np.array(order)


def _uniform(m, rng, shuffled):
    """Independent draws, each index equally likely [MPB11 Fig. 1]."""
    while True:
        yield from rng.integers(m, size=(1 + 10_000 // m, m))  # short passes several at a time


def _epochs(m, rng, shuffled):
    """Passes over all indices, reshuffled before each [MPB11 Fig. 8]."""
    u = np.empty(m)
    while True:
        yield shuffled(rng.random(out=u))


def _permutation(m, rng, shuffled):
    """Return one random order, repeated [MPB11 Fig. 8]."""
    order = shuffled(rng.random(m))
    while True:
        yield order


def _cyclic(m, rng, shuffled):
    """0, 1, ..., m − 1, 0, 1, ...: the order in which the data happen to be stored."""
    while True:
        yield np.arange(m)


SAMPLINGS = {
    "uniform": _uniform,
    "epochs": _epochs,
    "permutation": _permutation,
    "cyclic": _cyclic,
}


def passes(sampling, m, seed, k=None, weights=None, shuffled=shuffled):
    """Yield the draws pass by pass, without end, each of about m indices.

    Parameters
    ----------
    sampling, m, seed, k
        As for `make_draws`.
    weights : array, (m,), optional
        Index i comes in a pass w_i/w̄ times on average, w̄ the mean weight, and never more than one time
        too many or too few ("uniform": on average).
    shuffled : function
        The order of 0, …, m − 1 that numbers u (m,) decide: the one of this module, or the same compiled.

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
    """Yield each order over indices that occur in proportion to their weight (systematic resampling)."""
    for order in orders:
        if weights is not None:
            m = len(order)
            edges = np.cumsum(weights) / np.sum(weights) * m
            there = np.searchsorted(edges, np.arange(m) + rng.random(), side="right")
            order = np.minimum(there, m - 1)[order]
        yield order


def _cut(orders, k):
    """Pieces of k; what is left of a pass goes to the next."""
    rest = np.empty(0, dtype=np.int64)
    for order in orders:
        rest = np.concatenate([rest, order])
        n = len(rest) // k
        if n:
            yield rest[: n * k].reshape(n, k)
        rest = rest[n * k :]


def _subsets(m, T, k, rng):
    """T independent sets of k different indices, each set equally likely [MPB11 Fig. 2]."""
    return np.stack([rng.choice(m, size=k, replace=False) for _ in range(T)])


def make_draws(sampling, m, T, seed, k=None, progress=None):
    """Indices into m examples for T steps: the first T of `passes`.

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
        As for `run`; only sets of more than one take long.

    Returns
    -------
    ndarray of int, (T,), or (T, k) if k is given. With k = 1 they are the draws without k.
    """
    orders = passes(sampling, m, seed, k)
    if k is not None:
        batches = bar(chain.from_iterable(orders), T, "batch", progress)
        return np.stack(list(islice(batches, T)))
    pieces = []
    for order in orders:
        pieces.append(order[:T])
        T -= len(pieces[-1])
        if T == 0:
            return np.concatenate(pieces)
