"""Claims of lesson 00: a few examples go far, and no mistake is no reason to stop."""

import numpy as np

from pegasos_edu.algorithms import hinge
from pegasos_edu.lessons.elsewhere.claim import claim
from pegasos_edu.lessons.elsewhere.data_sets import data_set


def rights(data, w):
    """Return for each w the share of the examples that it gets right."""
    return np.mean(data.y * (np.atleast_2d(w) @ data.X.T) > 0, axis=1)


@claim(
    "00/good-before-it-has-seen-all",
    "After half as many steps as there are examples, Pegasos gets nine tenths as many right as the optimum does",
    lams=(0.1, 0.05),
    least=0.9,
    shown="{:.0%} of the optimum's",
    condition=lambda name, lam: len(data_set(name)) > data_set(name).X.shape[1],
)
def good_before_all_were_seen(data, lam, seeds):
    half = [data.steps(hinge, lam, len(data) // 2, seed).w[-1] for seed in seeds]
    return rights(data, half) / rights(data, data.optimum(lam).w)


def _does_the_optimum_make_no_mistake(name, lam):
    data = data_set(name)
    return rights(data, data.optimum(lam).w) == 1


@claim(
    "00/goes-on-without-mistakes",
    "There is a step that leaves no mistake, and after it Pegasos still adds examples",
    lams=(0.01,),
    least=0.0,
    shown="{:g} in a pass",
    condition=_does_the_optimum_make_no_mistake,
)
def goes_on_without_mistakes(data, lam, seeds):
    return [_added_after_the_last_mistake(data, data.steps(hinge, lam, 4 * len(data), seed)) for seed in seeds]


def _added_after_the_last_mistake(data, steps):
    """Return how many examples are added in a pass after the first w without a mistake; 0 if there is no such w."""
    spotless = np.flatnonzero(rights(data, steps.w) == 1)
    after = slice(spotless[0] + 1, spotless[0] + 1 + len(data)) if len(spotless) else slice(0)
    return np.sum(data.y[steps.i[after]] * steps.score[after] < 1)
