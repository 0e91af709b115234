"""Claims of lesson 08: who gets a vote, what shows a wrong label, and a short reach."""

import numpy as np
from scipy.spatial.distance import cdist

from pegasos_edu.algorithms import kernelized
from pegasos_edu.algorithms.variants import variant
from pegasos_edu.kernels import median_distance, rbf
from pegasos_edu.lessons.elsewhere.claim import claim
from pegasos_edu.lessons.elsewhere.data_sets import WIDE, TriedData
from pegasos_edu.losses import kernel_objective
from pegasos_edu.theory import kernel_optimum

PRINTED = variant(kernelized, ("alpha * y", "alpha * y[i]"), name="printed_label")


def _table(data):
    """Return the Gaussian kernel of a data set, with the γ with which a search begins."""
    return rbf(data.X, gamma=1 / (2 * median_distance(data.X) ** 2))


def _end(algorithm, K, y, lam, T, seed):
    """Return the last step of a run."""
    return TriedData("", K, y).steps(algorithm, lam, T, seed)


@claim(
    "08/votes-near-the-boundary",
    "Examples without a vote after 3m steps have larger margins at the optimum than those with one, by more than 0.1",
    lams=(0.01,),
    least=0.1,
    shown="{:g} larger",
    condition=lambda name, lam: name != WIDE,
)
def votes_near_the_boundary(data, lam, seeds):
    K = _table(data)
    margins, more = data.y * (K @ kernel_optimum(K, data.y, lam).beta), []
    for seed in seeds:
        has_vote = _end(kernelized, K, data.y, lam, 3 * len(data), seed).alpha[-1] > 0
        more.append(-1.0 if has_vote.all() else np.median(margins[~has_vote]) - np.median(margins[has_vote]))
    return more


@claim(
    "08/objective-shows-the-label",
    "After 1,000 steps with the printed label, f is more than twice as far above f* as with the right one",
    lams=(0.1, 0.01),
    least=2.0,
)
def objective_shows_the_label(data, lam, seeds):
    K = _table(data)
    least, above = kernel_optimum(K, data.y, lam).value, []
    for seed in seeds:
        ends = [_end(algorithm, K, data.y, lam, 1000, seed).alpha[-1] for algorithm in (PRINTED, kernelized)]
        f = kernel_objective(np.array(ends) * data.y / (lam * 1000), K, data.y, lam)
        above.append((f[0] - least) / (f[1] - least))
    return above


@claim(
    "08/nearest-neighbour",
    "With a very short reach, more than 99 of 100 new examples whose score is not 0 get the class of the nearest one",
    lams=(0.1, 0.001),
    least=0.99,
    shown="{:.0%}",
    condition=lambda name, lam: name != WIDE,
)
def nearest_neighbour(data, lam, seeds):
    shares = []
    for seed in seeds:
        seen, new = data.halves(seed)
        distances = cdist(new.X, seen.X, "sqeuclidean")
        gamma = 300 / np.median(distances.min(axis=1))
        beta = _end(kernelized, rbf(seen.X, gamma=gamma), seen.y, lam, 10 * len(seen), seed).alpha[-1] * seen.y
        scores = rbf(new.X, seen.X, gamma=gamma) @ beta
        shares.append(np.mean((scores * seen.y[distances.argmin(axis=1)] > 0)[scores != 0]))
    return shares
