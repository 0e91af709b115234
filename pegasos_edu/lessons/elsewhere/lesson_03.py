"""Claims of lesson 03: the order of the examples, and which w to keep."""

import numpy as np

from pegasos_edu.algorithms import hinge
from pegasos_edu.lessons.elsewhere.claim import claim
from pegasos_edu.lessons.elsewhere.data_sets import IMAGES


@claim(
    "03/sorted-is-farther",
    "After ten passes over sorted data f is more than twice as far above f* as after uniform draws",
    lams=(0.1, 0.01),
    least=2.0,
    condition=lambda name, lam: name in IMAGES,
)
def sorted_is_farther(data, lam, seeds):
    T, order = 10 * len(data), np.argsort(data.y, kind="stable")
    in_order = data.steps(hinge, lam, T, 0, draws=np.tile(order, 10)).w[T // 2 :].mean(axis=0)
    drawn = [data.steps(hinge, lam, T, seed).w[T // 2 :].mean(axis=0) for seed in seeds]
    return data.above(in_order, lam) / data.above(np.array(drawn), lam)
