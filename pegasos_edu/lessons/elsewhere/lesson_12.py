"""Claims of lesson 12: where dual ascent is ahead."""

import numpy as np

from pegasos_edu.algorithms import dual_ascent, hinge
from pegasos_edu.lessons.elsewhere.claim import claim
from pegasos_edu.lessons.elsewhere.data_sets import data_set

EXACT = 1e-9  # a distance that is as good as 0, so that rounding decides nothing


def has_margins_above_1(name, lam):
    """Return whether some example needs no pull at the optimum; else every step of Pegasos adds, until it is exact."""
    data = data_set(name)
    return np.any(data.y * (data.X @ data.optimum(lam).w) > 1 + 1e-6)


@claim(
    "12/dual-ascent-is-ahead",
    "After five passes dual ascent is at least 1.1 times as near to f* as the last w of Pegasos, in the median of all "
    "seeds",
    lams=(0.1, 0.01),
    least=1.1,
    condition=has_margins_above_1,
)
def dual_ascent_is_ahead(data, lam, seeds):
    passes = {"T": 5 * len(data), "sampling": "epochs"}
    ends = [[data.steps(program, lam, seed=seed, **passes).w[-1] for program in (hinge, dual_ascent)] for seed in seeds]
    of_pegasos, of_ascent = np.median([data.above(np.array(pair), lam) for pair in ends], axis=0)
    return (of_pegasos + EXACT) / (of_ascent + EXACT)
