"""Claims of lesson 11: how the number of steps depends on λ and on the number of examples."""

import numpy as np

from pegasos_edu.algorithms import hinge
from pegasos_edu.lessons.elsewhere.claim import claim


def steps_until_near(data, lam, seeds):
    """Return after how many steps the last w is first within 0.1 of f*, in the median of all seeds."""
    above = (data.above(data.steps(hinge, lam, int(40 / lam), seed).w, lam) for seed in seeds)
    return np.median([1 + np.argmax(values < 0.1) if values.min() < 0.1 else np.inf for values in above])


@claim(
    "11/a-tenth-of-lam",
    "With a tenth of λ it takes at least three times as many steps until the last w is within 0.1 of f*, and at most "
    "thirty times as many, in the median of all seeds",
    lams=(0.1,),
    least=3.0,
)
def a_tenth_of_lam(data, lam, seeds):
    times = steps_until_near(data, lam / 10, seeds) / steps_until_near(data, lam, seeds)
    return times if times <= 30 else 0.0


@claim(
    "11/half-of-the-examples",
    "With half of the examples, chosen at random, it takes between half and twice as many steps until the last w is "
    "within 0.1 of f*, in the median of all seeds",
    lams=(0.1,),
    least=0.5,
)
def half_of_the_examples(data, lam, seeds):
    half, _ = data.halves(0)
    few, many = steps_until_near(half, lam, seeds), steps_until_near(data, lam, seeds)
    return min(few / many, many / few)
