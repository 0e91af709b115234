"""What a program is tried on: data and draws in which mistakes show.

On data drawn at random many mistakes show late or never: a score taken after shrinking needs a margin between 1 and
t/(t − 1), an alias an example that comes again, λ = 1 hides a missing λ. So probes are chosen for holding what they
should (`EVENTS` names it, and the tests look for it).
"""

from functools import cache
from typing import NamedTuple

import numpy as np

from pegasos_edu.boxes import ALGORITHMS
from pegasos_edu.boxes.inputs import Batches, Classes, Targets
from pegasos_edu.runs.run import signature

K = 3  # examples in a mini-batch
EDGE = "a margin of exactly 1"


class Probe(NamedTuple):
    """Data, λ and draws."""

    name: str
    X: np.ndarray  # (m, d) examples, for kernel tasks too: their K is X Xᵀ
    y: np.ndarray  # (m,) -1 and +1; numbers for regression, class numbers for multiclass
    lam: float
    draws: np.ndarray  # (T,) or (T, k)
    b: float = 0.0  # for `biased`, which is given one


@cache
def probes(task):
    """The probes of a box, the telling one first.

    Parameters
    ----------
    task : str
        The name of a box.

    Returns
    -------
    tuple of Probe
    """
    _, of_y, of_draws, _ = signature(ALGORITHMS[task])
    found = [_mixed("margins of every kind", 4806, 7, 5, 0.3), _edge(), _mixed("more examples", 4785, 11, 6, 0.07)]
    if of_y is Targets:
        found = [probe._replace(y=_targets(probe)) for probe in found]
    if of_y is Classes:
        found[-1] = _mixed("more examples", 47, 11, 6, 0.07)
        found = [probe._replace(y=(np.arange(len(probe.y)) * 2) % 3) for probe in found]
    if task == "free_bias":
        found = [_mixed(found[0].name, 0, 7, 5, 0.3), found[1], _mixed(found[2].name, 37, 11, 6, 0.07)]
    if task == "biased":
        found = [probe._replace(b=0.0 if probe.name == EDGE else 0.5) for probe in found]  # there b would be in the way
    if of_draws is Batches:
        found = [probe._replace(draws=_batches(probe)) for probe in found]
    return tuple(found)


def _mixed(name, seed, m, d, lam):
    """A pass in stored order, one reversed, one example three times, and some at random; quarters, and noisy labels."""
    rng = np.random.Generator(np.random.PCG64(seed))
    X = rng.integers(-8, 9, size=(m, d)) / 4 * (rng.random((m, d)) < 0.8)  # some are 0: what is left untouched there?
    y = np.where(X @ rng.normal(size=d) + rng.normal(size=m) > 0, 1, -1)
    y[:2] = 1, -1
    order = np.arange(m)
    draws = np.concatenate([order, order[::-1], [2, 2, 2], rng.integers(m, size=12)])
    return Probe(name, X, y, lam, draws)


def _edge():
    """A margin of exactly 1 in step 2, in numbers that no rounding touches: w_2 = 2·x_0 = (2, 0), and x_2 = (1/2, 1).

    With two examples in a step as well: there w_2 = x_0 + x_1.
    """
    X = np.array([[1.0, 0.0], [0.0, 0.5], [0.5, 1.0], [-0.25, 0.75], [0.5, -1.25]])
    return Probe(EDGE, X, np.array([1, 1, 1, -1, 1]), 0.5, np.array([0, 2, 3, 4, 2, 0, 3, 1]))


def _targets(probe):
    """Numbers that w·x could reach."""
    return np.round(probe.X @ np.linspace(1, -1, probe.X.shape[1]) + 0.5 * probe.y, 2)


def _batches(probe):
    """Each draw with its neighbours: three different examples; two where the margin of x_2 shall be 1."""
    m = len(probe.y)
    return (probe.draws[:, None] + np.array([0, 1] if probe.name == EDGE else [0, 1, m - 1])) % m


def margins(probe, task):
    """The margin of the example that each step of the right box looked at, (T,), and t, for boxes of one example."""
    box = ALGORITHMS[task]
    steps = box(probe.X, probe.y, probe.lam, probe.draws.tolist())
    found = [(step.t, probe.y[step.i] * step.score) for step in steps]
    return np.array([z for _, z in found]), np.array([t for t, _ in found])


# What a probe for the hinge loss must hold: from the margin of each step, t, and the draws.
EVENTS = {
    "a margin that shrinking would take below 1": lambda z, t, i: (z >= 1) & (z * (t - 1) < t),
    "a violation with a positive margin": lambda z, t, i: (z > 0) & (z < 1),
    "a wrong side": lambda z, t, i: z < 0,
    "no violation": lambda z, t, i: z >= 1,
    "example 0 violating late": lambda z, t, i: (i == 0) & (z < 1) & (t > 1),
    "an example that violates again": lambda z, t, i: np.array(
        [z[n] < 1 and any(i[p] == i[n] and z[p] < 1 for p in range(n)) for n in range(len(z))]
    ),
}
