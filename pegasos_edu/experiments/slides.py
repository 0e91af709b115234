"""What slides of 2014 say: the problem, the algorithm and the theorems; their proofs are in ``slides_proofs.py``."""

import math

import numpy as np

from pegasos_edu.boxes import hinge, minibatch
from pegasos_edu.boxes.variants import variant
from pegasos_edu.datasets import breast_cancer, moons
from pegasos_edu.experiments.claims import Shown, Source
from pegasos_edu.experiments.measuring import (
    LAM,
    W,
    accuracy,
    before_each_step,
    end,
    median_distance_to_optimum,
    text,
)
from pegasos_edu.losses import hinge_loss, objective
from pegasos_edu.runs import run
from pegasos_edu.theory import ball_radius, bounds, optimum, subgradients

SOURCE = Source("slides", "slides of 2014")
claim = SOURCE.claim


@claim(
    "definition", "the definitions of the problem", "f(w) and f(w; A) are minima over w, and the examples are in ℝ",
    "imprecise", "They are the functions that are minimised, without the minimum; the examples are in ℝⁿ.",
)  # fmt: skip
def definition(full):
    """The function at two w, beside its minimum, which is one number."""
    X, y, _ = moons()
    values = [float(objective(w, X, y, LAM)) for w in (np.zeros(2), W)]
    best = optimum(X, y, LAM).value
    return Shown({"f at two w": values, "min f": best, "n": X.shape[1]}, values[0] != values[1] and best < min(values))


@claim(
    "gradient", "the definition of ∇_t", "∇_t = σ·w_t − 1/|A_t|·Σ y·x over all of A_t",
    "wrong", "The sum goes over A_t⁺, the examples with a margin below 1, which the pseudocode defines and does not "
    "use. As printed, w becomes the mean of y·x over σ: accuracy may hide it, the objective does not.",
)  # fmt: skip
def gradient(full):
    """Where a run as printed ends: at the mean; and f and accuracy, beside those of the box."""
    (X, y, _), lam, T = breast_cancer(), 0.1, 20_000 if full else 2000
    printed = variant(minibatch, ("A[y[A] * scores < 1]", "A"), name="printed")
    right, wrong = (end(box, X, y, lam=lam, T=T, k=5).w for box in (minibatch, printed))
    mean, best = (y @ X) / len(y) / lam, optimum(X, y, lam).value
    cosine = float(wrong @ mean / np.linalg.norm(wrong) / np.linalg.norm(mean))
    found = {"cosine with the mean of y·x": cosine}
    for name, of in (("f − f*", lambda w: objective(w, X, y, lam) - best), ("accuracy", lambda w: accuracy(X @ w, y))):
        found[f"{name}, right and as printed"] = [float(of(right)), float(of(wrong))]
    return Shown(found, cosine > 0.99 and found["f − f*, right and as printed"][1] > 1)


@claim(
    "start", "the pseudocode", "w_1 is any vector of norm 1/√σ at most",
    "right", "With the projection, which is always on there. Without it, the bound 2R on ‖∇_t‖ needs w_1 = 0.",
)  # fmt: skip
def start(full):
    """The length of the first subgradient, from the edge of the ball."""
    lam, x, y = 1.0, np.array([[0.1]]), np.array([1])
    first = float(np.abs(subgradients(np.array([-ball_radius(lam)]), x, y, lam)[0, 0]))
    allowed = [bounds.gradient_norm(0.1, lam, project) for project in (True, False)]
    return Shown({"‖∇_1‖": first, "√σ + R and 2R": allowed}, allowed[1] < first <= allowed[0] * (1 + 1e-12))


@claim(
    "convex", "the definition of convex", "f is convex exactly if it has a subgradient at every point of its domain",
    "imprecise", "So it is on open domains. −√(1 − x²) on [−1, 1] is convex and has none at ±1.",
)  # fmt: skip
def convex(full):
    """Midpoints of that function; and the slopes of its chords to 1, which a subgradient there would have to exceed."""
    f, (u, v) = (lambda x: -np.sqrt(1 - x * x)), np.random.default_rng(0).uniform(-1, 1, size=(2, 1000))
    above = float(np.max(f((u + v) / 2) - (f(u) + f(v)) / 2))
    slopes = [float((f(1.0) - f(1 - h)) / h) for h in (1e-2, 1e-4, 1e-6)]
    found = {"midpoints above chords by at most": above, "slopes of chords to 1": slopes}
    return Shown(found, above <= 1e-12 and slopes[2] > 9 * slopes[1] > 81 * slopes[0] / 10)


@claim(
    "strong-convexity", "the definition of strongly convex",
    "f is σ-strongly convex with respect to g if g lies above its tangents by σ times the divergence of f",
    "wrong", "The two names are swapped: that is said of g with respect to f, and f is the differentiable one.",
)  # fmt: skip
def strong_convexity(full):
    """f = ½·‖·‖² and g = f + mean hinge loss, σ = 1: the inequality in both directions, on drawn pairs."""
    (X, y, _), pairs = moons(40), np.random.default_rng(0).normal(size=(2000 if full else 400, 2, 2))
    right, swapped = 0, 0
    for u, v in pairs:
        of_f = bounds.strong_convexity(u, v, 1.0)
        tangent = (u - v) @ subgradients(v, X, y, 1.0).mean(axis=0)
        of_g = objective(u, X, y, 1.0) - objective(v, X, y, 1.0) - tangent
        right, swapped = right + (of_g >= of_f - 1e-9), swapped + (of_f >= of_g - 1e-9)
    found = {"pairs": len(pairs), "it holds for g and f": int(right), "for f and g": int(swapped)}
    return Shown(found, right == len(pairs) and swapped < len(pairs) / 2)


@claim(
    "theorem-1-names", "Theorem 1", "S is the ball, and the examples are in S; w* is an argmin of nothing",
    "imprecise", "Two sets have one name: w is in the ball, the examples are in B. w* minimises f over the ball.",
)  # fmt: skip
def theorem_1_names(full):
    """Examples that are in no such ball."""
    X, y, _ = breast_cancer()
    outside = int(np.sum(np.linalg.norm(X, axis=1) > ball_radius(0.1)))
    return Shown({"examples": len(y), "of them out of the ball at σ = 0.1": outside}, outside > 0)


@claim(
    "theorem-1-constant", "Theorem 1", "the average regret is at most c·ln T/(σT) with c = (√σ + R)²",
    "right", "Of the projected run. Without the projection the constant is 4R², and this one can fail.",
)  # fmt: skip
def theorem_1_constant(full):
    """Two examples at one place with opposite labels, three steps."""
    X, y, lams, found = np.ones((2, 1)), np.array([1, -1]), (0.01, 0.001), {}
    for project in (True, False):
        found[f"average regret with{'' if project else 'out'} projection"] = [
            _regret(X, y, lam, project) for lam in lams
        ]
    for name, project, paper in (("(√σ + R)²", True, "ICML07"), ("4R²", False, "MPB11")):
        found[f"bound with {name}"] = [bounds.average_regret(1.0, lam, 3, project, paper) for lam in lams]
    within, without, bound, other = map(np.array, found.values())
    return Shown(
        {"σ": list(lams)} | found, (within <= bound).all() and (bound < without).all() and (without <= other).all()
    )


def _regret(X, y, lam, project):
    """The largest mean of f_t(w_t) − f_t(w*) over three steps, for some orders of draws."""
    star, worst = optimum(X, y, lam).w, []
    for draws in ([0, 1, 0], [1, 0, 1], [0, 1, 1], [0, 0, 1]):
        w, z = before_each_step(run(hinge, X, y, lam=lam, draws=draws, project=project))[:, 0], y[draws]
        paid = lam / 2 * w**2 + hinge_loss(z * w) - lam / 2 * star[0] ** 2 - hinge_loss(z * star[0])
        worst.append(float(paid.mean()))
    return max(worst)


@claim(
    "iterations", "below the corollary and below Theorem 3",
    "accuracy ε takes O(c/(σε)) steps, with confidence O(1/(σδε))",
    "imprecise", "Õ, as the bound has a factor ln T; for draws by an adversary, regret really grows with it.",
)  # fmt: skip
def iterations(full):
    """T·bound, which would be flat; and the regret against labels that w always has wrong."""
    times = (30, 300, 3000, 30_000) if full else (30, 300, 3000)
    scaled = [T * bounds.average_regret(1.0, 0.1, T, True, "ICML07") for T in times]
    summed = [_regret_of_an_adversary(T, 0.1) for T in times]
    found = {"T": list(times), "T·bound": scaled, "regret against an adversary": summed}
    return Shown(found, scaled[-1] > 2 * scaled[0] and summed[0] < summed[1] < summed[2])


def _regret_of_an_adversary(T, lam):
    w, before, labels = 0.0, [], []
    for t in range(1, T + 1):
        y = -1.0 if w > 0 else 1.0
        before.append(w)
        labels.append(y)
        w = (1 - 1 / t) * w + (y / (lam * t) if y * w < 1 else 0.0)
        w = max(-1 / math.sqrt(lam), min(w, 1 / math.sqrt(lam)))
    before, labels = np.array(before), np.array(labels)
    best = T * optimum(np.ones((T, 1)), labels, lam).value
    return float(np.sum(lam / 2 * before**2 + hinge_loss(labels * before)) - best)


@claim(
    "theorems-2-3", "Theorems 2 and 3", "bounds for a w_r with r at random: in expectation, and with probability 1 − δ",
    "right", "The draws must be independent; some of the indices are misprinted. Both lie far above what runs do.",
)  # fmt: skip
def theorems_2_3(full):
    """The mean over runs and rounds, and how often the second bound is exceeded."""
    X, y, _ = moons()
    R, T, best = float(np.linalg.norm(X, axis=1).max()), 300, optimum(X, y, LAM).value
    runs = (run(hinge, X, y, lam=LAM, T=T, seed=seed, project=True) for seed in range(200 if full else 30))
    above = np.concatenate([objective(before_each_step(one), X, y, LAM) for one in runs]) - best
    found = {"mean of f(w_r) − f*": float(above.mean())}
    found["bound on it"] = bounds.expected_distance(R, LAM, T, True, "ICML07")
    exceeded = float(np.mean(above > bounds.likely_distance(R, LAM, T, True, 0.1, "ICML07")))
    found["share above the bound with δ = 0.1"] = exceeded
    return Shown(found, above.mean() <= found["bound on it"] and exceeded <= 0.1)


@claim(
    "figures", "the results", "two figures: f against k for fixed T, and for fixed k·T",
    "right", "They are Figure 3 of the paper of 2007: for fixed T larger batches are better, for fixed k·T none is "
    "better than small ones, and the largest are worse.",
)  # fmt: skip
def figures(full):
    """Both in small."""
    data, sizes, seeds = text(1000 if full else 300), (1, 16, 256), 9 if full else 3
    best, found = optimum(*data, 0.001).value, {"k": list(sizes)}
    for name, steps in (("T = 64", [64] * 3), ("k·T = 4,096", [4096 // k for k in sizes])):
        ends = [median_distance_to_optimum(minibatch, data, 0.001, T, seeds, best, k=k) for k, T in zip(sizes, steps)]
        found[f"f − f* for {name}"] = ends
    fixed, budget = list(found.values())[1:]
    return Shown(found, fixed[0] > 3 * fixed[1] and fixed[1] > 2 * fixed[2] and budget[2] > 1.5 * max(budget[:2]))
