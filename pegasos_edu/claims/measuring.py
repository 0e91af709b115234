"""Measure quantities that several experiments need."""

import numpy as np

from pegasos_edu.algorithms import hinge
from pegasos_edu.algorithms.variants import variant
from pegasos_edu.datasets import moons, sparse_text
from pegasos_edu.kernels import median_distance, rbf
from pegasos_edu.losses import hinge_loss, objective, projected
from pegasos_edu.runs import last, run, snapshots, stack
from pegasos_edu.theory import optimum, subgradients

LAM = 0.01
W = np.array([0.4, -1.2])  # on moons, with margins on both sides of 1
W.flags.writeable = False
TWO = np.ones((2, 1)), np.array([1, -1])  # two labels at one place, the hardest data for the steps of Pegasos
CAUGHT_UP = variant(hinge, ("score = w @ X[i]", "score = (1 - eta * lam) * (w @ X[i])"), name="shrinks_first")


def distances(algorithm, data, lam, T, seeds, best=None, **options):
    """Return f(w_{T+1}) − f* for each seed, with shape (seeds,), or (seeds, len(T)) for a sequence of T."""
    X, y = data
    best, at = optimum(X, y, lam).value if best is None else best, np.atleast_1d(T).tolist()
    runs = (run(algorithm, X, y, lam=lam, T=at[-1], seed=seed, progress=False, **options) for seed in range(seeds))
    above = np.array([objective(snapshots(steps, at=at).w, X, y, lam) for steps in runs]) - best
    return above if np.ndim(T) else above[:, 0]


def last_above(above, at):
    """Return the last step of each run that is above a goal; infinity if the run is above it at its last step, too."""
    latest = (int(at[row].max(initial=0)) for row in above)
    return [np.inf if last == at[-1] else last for last in latest]


def median_distance_to_optimum(*arguments, **options):
    """Return the median of `distances` over the seeds."""
    median = np.median(distances(*arguments, **options), axis=0)
    return median.tolist() if median.ndim else float(median)


def median_over_sets(algorithm, m, T, seeds):
    """Return the median of f(w_{T+1}) − f* over sets of m examples, each with its own draws."""
    ends = []
    for seed in range(seeds):
        X, y, _ = moons(m, seed=seed)
        w = end(algorithm, X, y, lam=LAM, T=T, seed=seed).w
        ends.append(objective(w, X, y, LAM) - optimum(X, y, LAM).value)
    return float(np.median(ends))


def off_the_subgradient(algorithm, data, lam, T):
    """Return the largest distance of an algorithm's steps from w_t − η_t·∇_t, relative to ‖w‖."""
    X, y = data
    w, off = np.zeros(X.shape[1]), 0.0
    for step in run(algorithm, X, y, lam=lam, T=T):
        w = w - step.eta * subgradients(w, X[[step.i]], y[[step.i]], lam)[0]
        off = max(off, float(np.abs(w - step.w).max() / max(1.0, np.abs(w).max())))
    return off


def rounded(value, limit=1e-9):
    """Return a number, or a text if it is only rounding error, because its digits differ between machines."""
    return f"below {limit:.0e}".replace("e-0", "e-") if abs(value) < limit else float(value)


def accuracy(scores, y):
    """Return the share of scores on the right side; a score of 0 is on neither."""
    return float(np.mean(scores * y > 0))


def gram(X, gamma=None):
    """Return the Gaussian kernel matrix; if γ is left out, the width is the median distance."""
    return rbf(X, gamma=gamma or 0.5 / median_distance(X) ** 2)


def evaluations(algorithm, K, y, lam, T, seed=0):
    """Count the kernel evaluations in T steps; each step needs one for each x_j with α_j > 0."""
    total, alpha = 0, np.zeros(len(y))
    for step in run(algorithm, K, y, lam=lam, T=T, seed=seed):
        total += np.count_nonzero(alpha)
        alpha = step.alpha.copy()
    return int(total)


def points_of_a_step(seed, lam=0.5):
    """Return u and w in the ball, a vector g, η, and the projected step from w against g."""
    rng = np.random.default_rng(seed)
    u, w = (projected(point, lam) for point in 2 * rng.normal(size=(2, 3)))
    g, eta = 2 * rng.normal(size=3), 1 / (lam * rng.integers(1, 20))
    return u, w, g, eta, projected(w - eta * g, lam)


def before_each_step(steps):
    """Return w_1, …, w_T of a run that starts at 0."""
    w = stack(steps).w
    return np.vstack([np.zeros_like(w[:1]), w[:-1]])


def excess(steps, X, y, lam, u):
    """Return f_t(w_t) − f_t(u) for the steps of a run that drew one example each."""
    i, parts = stack(steps).i, []
    for w in (before_each_step(steps), u):
        parts.append(lam / 2 * np.sum(w * w, axis=-1) + hinge_loss(y[i] * (X[i] * w).sum(axis=1)))
    return parts[0] - parts[1]


def draws_of_an_adversary(T, lam):
    """Return which example of `TWO` to draw in each step so that a projected run is wrong every time."""
    w, draws = 0.0, []
    for t in range(1, T + 1):
        draws.append(int(w > 0))
        y = TWO[1][draws[-1]]
        w = (1 - 1 / t) * w + y / (lam * t)  # the margin is at most 0, so the step adds the example
        w = float(projected(np.array([w]), lam)[0])
    return draws


def regret_against_an_adversary(T, lam):
    """Return Σ f_t(w_t) − Σ f_t(u) of a projected run on the adversary's draws, for the best fixed u."""
    X, y = TWO
    draws = draws_of_an_adversary(T, lam)
    u = optimum(X[draws], y[draws], lam).w
    return float(excess(run(hinge, X, y, lam=lam, draws=draws, project=True), X, y, lam, u).sum())


def text(m, d=300, nnz=30):
    """Make unit rows of d features with 30 non-zeros as a dense array, with labels from a hidden direction."""
    X, y, _ = sparse_text(m=m, d=d, nnz=nnz)
    return X.toarray(), y


def end(algorithm, X, y, **options):
    """Return the last step of a run."""
    return last(run(algorithm, X, y, progress=False, **options))
