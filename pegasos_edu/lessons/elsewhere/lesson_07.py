"""Claims of lesson 07: the first step of a scale factor, and a score that is taken too late."""

import numpy as np

from pegasos_edu.algorithms import hinge, scaled, summed
from pegasos_edu.algorithms.variants import variant
from pegasos_edu.lessons.elsewhere.claim import claim

UNGUARDED = variant(scaled, ("if t > 1:", "if True:"), ("if a < 1e-9:", "if False:"), name="unguarded")


@claim(
    "07/no-numbers",
    "Without the guard at t = 1, weights are no numbers after 1,000 steps",
    lams=(1e-4, 1e-5),
    least=0.0,
    shown="{:.0%} lost",
    condition=lambda name, lam: 1 - (1 / lam) * lam == 0,
)
def no_numbers(data, lam, seeds):
    with np.errstate(all="ignore"):
        ends = [data.steps(UNGUARDED, lam, 1000, seed).w[-1] for seed in seeds]
    return 1 - np.isfinite(ends).mean(axis=1)


@claim(
    "07/follows-hinge",
    "After 1,000 steps the weights of scaled and of summed agree with those of hinge to more than nine digits",
    lams=(1e-4, 1e-5),
    least=9.0,
    shown="{:g} digits",
)
def follows_hinge(data, lam, seeds):
    digits = []
    for seed in seeds:
        wanted, *others = (data.steps(program, lam, 1000, seed).w[-1] for program in (hinge, scaled, summed))
        apart = max(np.abs(w - wanted).max() for w in others) / np.abs(wanted).max()
        digits.append(-np.log10(max(apart, 1e-16)))
    return np.floor(digits)


@claim(
    "07/shrunk-score",
    "With the score of the shrunk w, fewer than one in 100 of 2,000 steps of hinge would decide differently",
    lams=(0.1, 0.01),
    least=100.0,
    shown="1 in {:g}",
)
def shrunk_score(data, lam, seeds):
    counts = []
    for seed in seeds:
        steps = data.steps(hinge, lam, 2000, seed)
        margins = data.y[steps.i] * steps.score
        counts.append(np.sum((margins >= 1) & ((1 - 1 / steps.t) * margins < 1)))
    return 2000 / np.maximum(counts, 1)
