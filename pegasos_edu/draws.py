"""Which examples each step looks at: indices, made before the first step from a seed."""

import numpy as np

from pegasos_edu.progress import bar


def _uniform(m, n, rng):
    """Independent draws, each index equally likely [MPB11 Fig. 1]."""
    return rng.integers(m, size=n)


def _epochs(m, n, rng):
    """Passes over all indices, reshuffled before each [MPB11 Fig. 8]."""
    passes = np.tile(np.arange(m), (-(-n // m), 1))
    return rng.permuted(passes, axis=1).ravel()[:n]


def _permutation(m, n, rng):
    """One random order, repeated [MPB11 Fig. 8]."""
    return np.resize(rng.permutation(m), n)


def _cyclic(m, n, rng):
    """0, 1, ..., m − 1, 0, 1, ...: the order in which the data happen to be stored."""
    return np.resize(np.arange(m), n)


SAMPLINGS = {
    "uniform": _uniform,
    "epochs": _epochs,
    "permutation": _permutation,
    "cyclic": _cyclic,
}


def _subsets(m, T, k, rng, progress):
    """T independent sets of k different indices, each set equally likely [MPB11 Fig. 2]."""
    return np.stack([rng.choice(m, size=k, replace=False) for _ in bar(range(T), T, "batch", progress)])


def make_draws(sampling, m, T, seed, k=None, progress=None):
    """Indices into m examples for T steps.

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
    rng = np.random.default_rng(seed)
    if k is None:
        return SAMPLINGS[sampling](m, T, rng)
    if sampling == "uniform" and k > 1:
        return _subsets(m, T, k, rng, progress)
    return SAMPLINGS[sampling](m, T * k, rng).reshape(T, k)
