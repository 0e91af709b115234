"""Make synthetic data from a seed: points in the plane, and sparse rows like those of texts."""

import numpy as np
from scipy import sparse

from pegasos_edu.common.validation import check_number, check_positive, check_seed, check_size
from pegasos_edu.datasets.dataset import Dataset


def toy(m=100, margin=0.5, seed=0):
    """Make two classes in the plane on both sides of a line through the origin, at least `margin` away from it.

    Parameters
    ----------
    m : int
        Number of examples.
    margin : float
        Distance of the nearest points from the line x₁ + x₂ = 0.
    seed : int

    Returns
    -------
    Dataset
    """
    m, margin = check_size("m", m), check_positive("margin", margin)
    rng = np.random.default_rng(check_seed(seed))
    y = _alternating(m)
    along, across = rng.normal(scale=1.2, size=m), margin + rng.exponential(scale=0.8, size=m)
    normal, tangent = np.array([1, 1]) / np.sqrt(2), np.array([1, -1]) / np.sqrt(2)
    X = np.outer(y * across, normal) + np.outer(along, tangent)
    X[0] = y[0] * margin * normal  # one point is exactly at this distance
    return Dataset(X, y, ("minus", "plus"))


def moons(m=200, noise=0.2, seed=0):
    """Make two interleaved half circles in the plane, around the origin; no line separates them.

    The numbers are those of scikit-learn's ``make_moons``, which is not used because it takes a second to load.

    Parameters
    ----------
    m : int
        Number of examples.
    noise : float
        Standard deviation of the noise; the circles have radius 1.
    seed : int

    Returns
    -------
    Dataset
    """
    m, noise = check_size("m", m), check_positive("noise", noise)
    rng = np.random.RandomState(check_seed(seed))
    upper, lower = np.linspace(0, np.pi, m // 2), np.linspace(0, np.pi, m - m // 2)
    across = np.append(np.cos(upper), 1 - np.cos(lower))
    up = np.append(np.sin(upper), 1 - np.sin(lower) - 0.5)
    order = np.arange(m)
    rng.shuffle(order)
    X = np.column_stack([across, up])[order] + rng.normal(scale=noise, size=(m, 2))
    return Dataset(X - [0.5, 0.25], np.where(order < m // 2, -1, 1), ("upper", "lower"))


def blobs(m=200, distance=3.0, offset=0.0, seed=0):
    """Make two round Gaussian classes in the plane, `distance` apart.

    Parameters
    ----------
    m : int
        Number of examples.
    distance : float
        The distance between the centres; each class has standard deviation 1 in every direction.
    offset : float
        The number that is added to both coordinates. At 0 the origin is halfway between the centres; with a large
        offset no line through the origin separates the classes, and Pegasos without a bias fails.
    seed : int

    Returns
    -------
    Dataset
    """
    m, distance = check_size("m", m), check_positive("distance", distance)
    offset = check_number("offset", offset)
    rng = np.random.default_rng(check_seed(seed))
    y = _alternating(m)
    centre = distance / 2 / np.sqrt(2) * np.ones(2)
    return Dataset(rng.normal(size=(m, 2)) + np.outer(y, centre) + offset, y, ("minus", "plus"))


def circles(m=200, noise=0.1, seed=0):
    """Make two classes on circles of radius 1 and 2 around the origin; no line separates them.

    Parameters
    ----------
    m : int
        Number of examples.
    noise : float
        Standard deviation of the distance from the circle.
    seed : int

    Returns
    -------
    Dataset
    """
    m, noise = check_size("m", m), check_positive("noise", noise)
    rng = np.random.default_rng(check_seed(seed))
    y = _alternating(m)
    angle, radius = rng.uniform(0, 2 * np.pi, m), 1.5 + 0.5 * y + rng.normal(scale=noise, size=m)
    return Dataset(radius[:, None] * np.column_stack([np.cos(angle), np.sin(angle)]), y, ("inner", "outer"))


def xor(m=200, noise=0.35, seed=0):
    """Make four round Gaussian clouds in the corners of a square; opposite clouds have the same class.

    Parameters
    ----------
    m : int
        Number of examples.
    noise : float
        Standard deviation of each cloud, whose centre has the distance 1 from each axis.
    seed : int

    Returns
    -------
    Dataset
    """
    m, noise = check_size("m", m), check_positive("noise", noise)
    rng = np.random.default_rng(check_seed(seed))
    y, right = _alternating(m), np.where(np.arange(m) // 2 % 2, -1, 1)
    centres = np.column_stack([right, y * right])
    return Dataset(centres + rng.normal(scale=noise, size=(m, 2)), y, ("signs differ", "signs agree"))


def _alternating(m):
    return np.where(np.arange(m) % 2, -1, 1)


def sparse_text(m=2_000, d=50_000, nnz=75, flip=0.05, seed=0):
    """Make documents as bags of words: rows of unit length with `nnz` non-zeros; words follow Zipf's law.

    A word of rank r is drawn with a probability proportional to 1/(r + 10); rare words have larger values,
    as in TF-IDF. The label is the sign of the product with a random vector.

    Parameters
    ----------
    m, d : int
        Number of documents, size of the vocabulary.
    nnz : int
        The number of different words in each document, at most half of d.
    flip : float
        The share of labels that are flipped, from 0 to 0.5.
    seed : int

    Returns
    -------
    Dataset
        X in CSR.
    """
    m, d, nnz = check_size("m", m), check_size("d", d), check_size("nnz", nnz)
    if 2 * nnz > d:
        raise ValueError(f"nnz must be at most d/2 = {d // 2}, got {nnz}; take fewer words for each document.")
    if not 0 <= check_number("flip", flip) <= 0.5:
        raise ValueError(f"flip must be a share from 0 to 0.5, got {flip!r}; 0.05 flips one label in 20.")
    rng = np.random.default_rng(check_seed(seed))
    p = 1 / (np.arange(d) + 11.0)
    p /= p.sum()
    cumulative = np.cumsum(p)
    words = np.stack([_different(rng, cumulative, nnz) for _ in range(m)])
    values = -np.log(p)[words] * rng.uniform(0.5, 1.5, size=words.shape)
    values /= np.linalg.norm(values, axis=1, keepdims=True)
    X = sparse.csr_matrix((values.ravel(), words.ravel(), np.arange(m + 1) * nnz), shape=(m, d))
    scores = X @ rng.normal(size=d)
    y = np.where(scores >= 0, 1, -1) * np.where(rng.random(m) < flip, -1, 1)
    return Dataset(X, y, ("minus", "plus"))


def _different(rng, cumulative, n):
    """Return n different indices in rising order, drawn from the distribution with these cumulative sums."""
    words = np.empty(0, dtype=np.int64)
    while len(words) < n:
        drawn = np.minimum(np.searchsorted(cumulative, rng.random(2 * n)), len(cumulative) - 1)
        words = np.concatenate([words, drawn])
        words = words[np.sort(np.unique(words, return_index=True)[1])]
    return np.sort(words[:n])
