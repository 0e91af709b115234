"""Claims of lesson 09: a column of ones on centred data, and what is left of the first step on b."""

import numpy as np

from pegasos_edu.algorithms import free_bias
from pegasos_edu.lessons.elsewhere.claim import claim
from pegasos_edu.lessons.elsewhere.data_sets import MOONS, WIDE
from pegasos_edu.losses import objective
from pegasos_edu.theory import optimum, optimum_with_bias


@claim(
    "09/centred-ones",
    "On centred data with a column of ones, the smallest f(w, b) is more than 98 % of the f that is reached",
    lams=(0.1, 0.01),
    least=0.98,
    shown="{:.0%}",
)
def centred_ones(data, lam, seeds):
    X = data.X - data.X.mean(axis=0)
    *w, b = optimum(np.column_stack([X, np.ones(len(X))]), data.y, lam).w
    return optimum_with_bias(X, data.y, lam).value / objective(w, X, data.y, lam, b=b)


@claim(
    "09/first-step-stays",
    "After 2,000 steps more than a hundredth of what the first step did to b is left",
    lams=(0.1, 0.01),
    least=0.01,
    shown="{:.0%} left",
    condition=lambda name, lam: name not in (MOONS, WIDE),
)
def first_step_stays(data, lam, seeds):
    left = []
    for seed in seeds:
        rng, ends = np.random.default_rng(seed), []
        draws = rng.integers(len(data), size=2000)
        for label in (1, -1):  # the same run, but for the class of the first example
            draws[0] = rng.choice(np.flatnonzero(data.y == label))
            ends.append(data.steps(free_bias, lam, len(draws), 0, draws=draws).b[-1])
        left.append((ends[0] - ends[1]) / (2 / lam))
    return np.round(left, 3) + 0.0  # never −0
