"""Claims of lesson 06: when the projection acts, and what it changes."""

import numpy as np

from pegasos_edu.algorithms import hinge
from pegasos_edu.lessons.elsewhere.claim import claim
from pegasos_edu.lessons.elsewhere.data_sets import data_set
from pegasos_edu.runs import run, snapshots

LAMS = (0.1, 0.01, 0.001)


def _pair(data, lam, seed, steps):
    """Return w after some steps of a run without, and of one with the projection."""
    given = {"lam": lam, "T": int(steps[-1]), "seed": seed}
    runs = [run(hinge, data.X, data.y, project=on, **given) for on in (False, True)]
    return [snapshots(run, at=steps).w for run in runs]


def _ratios(data, lam, seeds, steps):
    """Return for each seed the mean of f − f* over some steps without the ball, divided by the mean with the ball."""
    means = [[data.above(w, lam).mean() for w in _pair(data, lam, seed, steps)] for seed in seeds]
    return np.divide(*np.transpose(means))


def _in_radii(name, lam):
    """Return the length of a typical example in units of √λ: the length of its first addition in radii."""
    return np.median(np.linalg.norm(data_set(name).X, axis=1)) / np.sqrt(lam)


@claim(
    "06/early",
    "After three steps, w is nearer to f* with the ball",
    lams=LAMS,
    condition=lambda name, lam: _in_radii(name, lam) > 20,
)
def early(data, lam, seeds):
    return _ratios(data, lam, seeds, [3])


@claim(
    "06/late",
    "Over the steps 1,001 to 2,000, w is as far from f* with the ball as without, up to a factor of 2",
    lams=LAMS[1:],
    least=0.5,
    shown="{:g} of it",
)
def late(data, lam, seeds):
    ratio = _ratios(data, lam, seeds, range(1010, 2001, 30))
    return np.minimum(ratio, 1 / ratio)


def _does_a_long_example_move_all_scores(name, lam):
    """Return whether examples that a line separates have more in common than not, and are many radii long.

    An added example then raises, or lowers, the scores of both classes.
    """
    data = data_set(name)
    common = np.sum(np.mean(data.X, axis=0) ** 2) / np.mean(np.sum(data.X**2, axis=1))
    is_separable = np.all(data.y * (data.X @ data.optimum(1e-4).w) > 0)
    return is_separable and common > 0.5 and _in_radii(name, lam) > 100


@claim(
    "06/between",
    "Over the last third of the steps in which a typical added example is longer than the radius, w is farther from "
    "f* with the ball",
    lams=(0.01, 0.001, 0.0001),
    condition=_does_a_long_example_move_all_scores,
)
def between(data, lam, seeds):
    last = _in_radii(data.name, lam)
    return 1 / _ratios(data, lam, seeds, np.unique(np.linspace(max(1, 2 * last / 3), max(1, last), 11).astype(int)))


@claim(
    "06/direction",
    "After 100 steps, a w of its best length is farther from f* with the ball",
    lams=LAMS,
    condition=lambda name, lam: _in_radii(name, lam) > 100,
)
def direction(data, lam, seeds):
    lengths = np.geomspace(1e-4, 10, 61)[:, None]
    pairs = (_pair(data, lam, seed, [100]) for seed in seeds)
    lowest = [[data.above(lengths * w, lam).min() for w in pair] for pair in pairs]
    return 1 / np.divide(*np.transpose(lowest))


@claim(
    "06/cuts-stop",
    "In 2,000 steps, nothing is cut after step 1,000",
    lams=LAMS,
    least=999.5,
    shown="the last {:g} steps without a cut",
)
def cuts_stop(data, lam, seeds):
    def calm(seed):
        lengths = np.linalg.norm(data.steps(hinge, lam, 2000, seed, project=True).w, axis=1)
        cut = np.abs(lengths * np.sqrt(lam) - 1) < 1e-9  # only a cut leaves w on the edge of the ball
        return 2000 - np.append(0, np.flatnonzero(cut) + 1).max()

    return [calm(seed) for seed in seeds]
