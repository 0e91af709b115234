"""Claims of lesson 03: what happens in a run, which w to keep, and the order of the examples."""

import numpy as np

from pegasos_edu.algorithms import hinge
from pegasos_edu.algorithms.variants import variant
from pegasos_edu.lessons.elsewhere.claim import claim
from pegasos_edu.lessons.elsewhere.data_sets import data_set
from pegasos_edu.lessons.pictures.lesson_03_pegasos import averages


def squared_length(X):
    """Return the mean of ‖x‖²."""
    return np.mean(np.sum(X**2, axis=1))


def has_long_examples(name, lam):
    """Return whether ‖x‖²/λ is 50 or more."""
    return squared_length(data_set(name).X) / lam >= 50


def has_far_mean(name, lam):
    """Return whether the squared length of the mean of all x is more than half the mean of ‖x‖²."""
    X = data_set(name).X
    return np.sum(X.mean(axis=0) ** 2) > squared_length(X) / 2


@claim(
    "03/additions-never-end",
    "In the second half of 1,000 steps, examples are added at least half as often as the share f* + λ/2·‖w*‖²",
    lams=(0.1, 0.01),
    least=0.5,
    shown="{:.2g} of the share",
)
def additions_never_end(data, lam, seeds):
    best = data.optimum(lam)
    runs = (data.steps(hinge, lam, 1000, seed) for seed in seeds)
    shares = [np.mean((data.y[log.i] * log.score)[500:] < 1) for log in runs]
    return np.array(shares) / (best.value + lam / 2 * best.w @ best.w)


@claim(
    "03/additions-raise-f",
    "Of the first 500 steps that add an example, at least a quarter raise f",
    lams=(0.1, 0.01),
    least=0.25,
    shown="{:.0%}",
)
def additions_raise_f(data, lam, seeds):
    shares = []
    for seed in seeds:
        log = data.steps(hinge, lam, 500, seed)
        rises = np.diff(data.f(log.w, lam)) > 0
        shares.append(rises[(data.y[log.i] * log.score < 1)[1:]].mean())
    return shares


@claim(
    "03/ten-times-the-steps",
    "After 3,000 steps the last w is at least five times as near to f* as after 300, in the median of all seeds",
    lams=(0.1, 0.01),
    least=5.0,
)
def ten_times_the_steps(data, lam, seeds):
    above = np.array([data.above(data.steps(hinge, lam, 3000, seed).w[[299, 2999]], lam) for seed in seeds])
    few, many = np.median(above, axis=0)
    return few / many


@claim(
    "03/keep-the-last-half",
    "After 2,000 steps the average of the last half is nearer to f* than the last w and than the average of all, "
    "in the mean of all seeds",
    lams=(0.1, 0.01),
    condition=has_long_examples,
)
def keep_the_last_half(data, lam, seeds):
    kept = (averages(data.steps(hinge, lam, 2000, seed), [2000]).values() for seed in seeds)
    last, of_all, of_half = np.mean([[data.above(w[0], lam) for w in some] for some in kept], axis=0)
    return min(last, of_all) / of_half


@claim(
    "03/first-step",
    "With η₀ = 1/λ the largest f in the first 100 steps is at least twice that with η₀ = 1/(mean of ‖x‖²)",
    lams=(0.1, 0.01),
    least=2.0,
)
def first_step(data, lam, seeds):
    first = 1 / squared_length(data.X)
    chosen = variant(hinge, ("1 / (lam * t)", f"{first} / (1 + lam * {first} * (t - 1))"))
    tops = [[data.f(data.steps(program, lam, 100, seed).w, lam).max() for program in (hinge, chosen)] for seed in seeds]
    return np.divide(*np.transpose(tops))


@claim(
    "03/sorted-is-farther",
    "After ten passes over sorted data f is more than twice as far above f* as after uniform draws",
    lams=(0.1, 0.01),
    least=2.0,
    condition=has_far_mean,
)
def sorted_is_farther(data, lam, seeds):
    T, order = 10 * len(data), np.argsort(data.y, kind="stable")
    in_order = data.steps(hinge, lam, T, 0, draws=np.tile(order, 10)).w[T // 2 :].mean(axis=0)
    drawn = [data.steps(hinge, lam, T, seed).w[T // 2 :].mean(axis=0) for seed in seeds]
    return data.above(in_order, lam) / data.above(np.array(drawn), lam)
