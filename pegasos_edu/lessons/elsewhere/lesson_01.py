"""Claims of lesson 01: what a mean loss shows beside a count of mistakes, and which λ is best for new examples."""

import numpy as np

from pegasos_edu.lessons.elsewhere.claim import claim
from pegasos_edu.lessons.elsewhere.data_sets import IMAGES, TUMOURS, TriedData
from pegasos_edu.losses import hinge_loss


def known_and_new(data, seed):
    """Return 57 random examples, or half of them if there are fewer than 114, and all others."""
    order = np.random.default_rng(seed).permutation(len(data))
    known = min(57, len(data) // 2)
    return [TriedData(data.name, data.X[part], data.y[part]) for part in (order[:known], order[known:])]


def mistakes(data, w):
    """Return how many answers of one w, or of each of several, are wrong."""
    return np.sum(data.y * (w @ data.X.T) <= 0, axis=-1)


@claim(
    "01/the-mean-loss-sees-more",
    "Of two rules of the same length with equally many mistakes, the one with the smaller mean hinge loss makes fewer "
    "mistakes on new examples more often than the other one",
    lams=(0.1, 0.01),
    least=0.5,
    shown="{:.0%} of the pairs",
    condition=lambda name, lam: name in (*IMAGES, TUMOURS),
)
def the_mean_loss_sees_more(data, lam, seeds):
    return [_better_with_the_smaller_loss(*known_and_new(data, seed), lam, seed) for seed in seeds]


def _better_with_the_smaller_loss(known, new, lam, seed):
    """Return the share of such pairs, among 100 rules around the optimum, in which the smaller loss is the better."""
    w = known.optimum(lam).w
    rules = w + np.linalg.norm(w) / np.sqrt(len(w)) * np.random.default_rng(seed).normal(size=(100, len(w)))
    rules *= np.linalg.norm(w) / np.linalg.norm(rules, axis=1, keepdims=True)
    losses = hinge_loss(known.y * (rules @ known.X.T)).mean(axis=1)
    wrong, wrong_new = mistakes(known, rules), mistakes(new, rules)
    smaller = losses[:, None] < losses
    pairs = (wrong[:, None] == wrong) & smaller & (wrong_new[:, None] != wrong_new)
    return np.mean((wrong_new[:, None] < wrong_new)[pairs])


@claim(
    "01/a-larger-lam-helps-on-new",
    "Learned from 57 examples, the λ of the column makes fewer mistakes on new ones than λ = 0.001",
    lams=(0.1, 0.3),
    least=1.1,
    shown="{:g} times fewer",
    condition=lambda name, lam: name == TUMOURS,
)
def a_larger_lam_helps_on_new(data, lam, seeds):
    parts = [known_and_new(data, seed) for seed in seeds]
    small, large = (sum(mistakes(new, known.optimum(number).w) for known, new in parts) for number in (0.001, lam))
    return small / large
