"""Claims of lesson 04: how the answers of both losses differ, and whether promised probabilities hold."""

from functools import cache

import numpy as np

from pegasos_edu.algorithms import logistic
from pegasos_edu.lessons.elsewhere.claim import claim
from pegasos_edu.lessons.elsewhere.data_sets import data_set


@claim(
    "04/answers-agree",
    "Both losses learn from one half of the examples; at least nine of ten answers about the other half are the same",
    lams=(0.1, 0.001),
    least=0.9,
    shown="{:.0%}",
)
def answers_agree(data, lam, seeds):
    shares = []
    for seed in seeds:
        learned, asked = data.halves(seed)
        scores = [asked.X @ learned.optimum(lam, loss).w for loss in ("hinge", "log")]
        shares.append(np.mean(np.sign(scores[0]) == np.sign(scores[1])))
    return shares


def surplus(data, lam, seeds):
    """Return by how much the log loss, after one half, is surer of answers about the other half than right."""
    gaps = []
    for seed in seeds:
        learned, asked = data.halves(seed)
        scores = asked.X @ learned.optimum(lam, "log").w
        gaps.append(np.mean(1 / (1 + np.exp(-np.abs(scores)))) - np.mean(asked.y * scores > 0))
    return np.array(gaps)


@claim(
    "04/smaller-lam-promises-more",
    "With a smaller λ than 1, what the log loss says of new examples rises by more than what it keeps",
    lams=(0.1, 0.0001),
    least=0.0,
    shown="by {:.0%}",
)
def smaller_lam_promises_more(data, lam, seeds):
    return surplus(data, lam, seeds) - surplus(data, 1, seeds)


@claim(
    "04/large-lam-promises-too-little",
    "With λ = 1 the log loss is right about new examples more often than it says",
    lams=(1,),
    least=0.0,
    shown="by {:.0%}",
)
def large_lam_promises_too_little(data, lam, seeds):
    return -surplus(data, lam, seeds)


@cache
def _is_sure_of_the_known_and_wrong_on_new(name, lam):
    """Return whether, after one half, it is as good as sure of each label it knows, and wrong on 2 % of the others."""
    sure, wrong = [], []
    for seed in range(10):
        learned, asked = data_set(name).halves(seed)
        w = learned.optimum(lam, "log").w
        sure.append(np.mean(1 / (1 + np.exp(-learned.y * (learned.X @ w)))))
        wrong.append(np.mean(asked.y * (asked.X @ w) <= 0))
    return np.median(sure) > 0.999 and np.median(wrong) > 0.02


@claim(
    "04/small-lam-promises-too-much",
    "With the λ of its column the log loss is right about new examples less often than it says",
    lams=(1e-4, 1e-8),
    least=0.0,
    shown="by {:.1%}",
    condition=_is_sure_of_the_known_and_wrong_on_new,
)
def small_lam_promises_too_much(data, lam, seeds):
    return surplus(data, lam, seeds)


@claim(
    "04/the-loss-as-written-is-infinite",
    "In at least one of the first 100 steps with λ = 10⁻⁶, the mean of log(1 + e^−z) as written is infinite",
    lams=(1e-6,),
    least=0.0,
    shown="in {:.0f} steps",
)
def the_loss_as_written_is_infinite(data, lam, seeds):
    walks = (data.steps(logistic, lam, 100, seed).w for seed in seeds)
    with np.errstate(over="ignore"):
        losses = [np.log(1 + np.exp(-data.y * (w @ data.X.T))).mean(axis=1) for w in walks]
    return np.sum(np.isinf(losses), axis=1)
