"""Claims of lesson 02: one example a step or all, which examples lead uphill, and how the best step falls."""

import numpy as np

from pegasos_edu.algorithms import hinge
from pegasos_edu.lessons.elsewhere.claim import claim
from pegasos_edu.lessons.elsewhere.data_sets import IMAGES, TUMOURS
from pegasos_edu.theory import subgradients


@claim(
    "02/single-steps-end-lower",
    "Ten passes of single steps end nearer to f* than ten full steps with the best of 31 constant sizes",
    lams=(0.1, 0.01),
    condition=lambda name, lam: name in (*IMAGES, TUMOURS),
)
def single_steps_end_lower(data, lam, seeds):
    sizes = np.geomspace(0.001, 100, 31)[:, None]
    w = np.zeros((31, data.X.shape[1]))
    for _ in range(10):
        w = w - sizes * [subgradients(row, data.X, data.y, lam).mean(axis=0) for row in w]
    single = [data.steps(hinge, lam, 10 * len(data), seed).w[-1] for seed in seeds]
    return data.above(w, lam).min() / data.above(np.array(single), lam)


@claim(
    "02/one-class-leads-uphill",
    "After 200 steps, at least nine of ten examples that lead uphill belong to one class",
    lams=(0.1,),
    least=0.9,
    shown="{:.0%} of them",
    condition=lambda name, lam: name in IMAGES,
)
def one_class_leads_uphill(data, lam, seeds):
    return [_larger_class_uphill(data, data.steps(hinge, lam, 200, seed).w[-1], lam) for seed in seeds]


def _larger_class_uphill(data, w, lam):
    """Return the share of the larger class among the examples whose step leads uphill; 0 if none does."""
    rows = subgradients(w, data.X, data.y, lam)
    signs = data.y[rows @ rows.mean(axis=0) < 0]
    return max(np.mean(signs > 0), np.mean(signs < 0)) if len(signs) else 0.0


def best_step(data, w, lam):
    """Return the step size that brings w nearest to w* on average."""
    rows = subgradients(w, data.X, data.y, lam)
    return rows.mean(axis=0) @ (w - data.optimum(lam).w) / np.sum(rows**2, axis=1).mean()


@claim(
    "02/the-best-step-falls",
    "The best step is more than ten times as long after 10 steps as after 1,000",
    lams=(0.1, 0.01),
    least=10.0,
)
def the_best_step_falls(data, lam, seeds):
    runs = [data.steps(hinge, lam, 1000, seed).w for seed in seeds]
    return [best_step(data, w[9], lam) / best_step(data, w[-1], lam) for w in runs]


@claim(
    "02/the-best-step-is-not-longer",
    "After 1,000 steps of 1/(λt), the next such step is at least two thirds as long as the best one",
    lams=(0.1, 0.01),
    least=2 / 3,
    shown="{:g} times as long",
)
def the_best_step_is_not_longer(data, lam, seeds):
    ends = [data.steps(hinge, lam, 1000, seed).w[-1] for seed in seeds]
    return [1 / (lam * 1001) / best_step(data, w, lam) for w in ends]
