"""List the claims of slides of 2014 on the problem, the algorithm and the theorems; see ``slides_proofs.py``, too."""

import math
from itertools import product

import numpy as np

from pegasos_edu.algorithms import hinge, minibatch
from pegasos_edu.algorithms.variants import variant
from pegasos_edu.claims.claims import Finding, Source
from pegasos_edu.claims.measuring import (
    LAM,
    TWO,
    accuracy,
    before_each_step,
    end,
    excess,
    median_distance_to_optimum,
    regret_against_an_adversary,
    text,
)
from pegasos_edu.datasets import breast_cancer, moons
from pegasos_edu.losses import hinge_loss, objective
from pegasos_edu.runs import run, stack
from pegasos_edu.theory import ball_radius, bounds, optimum, subgradients

SOURCE = Source("slides", "slides of 2014, which write σ for λ")
claim, wording = SOURCE.claim, SOURCE.wording


wording(
    "definition", "the definitions of the problem", "f(w) = min_w σ/2·‖w‖² + 1/m·Σ l(w; (x, y)); x_i ∈ ℝ",
    "f(w) and f(w; A) are minima over w, and the examples are in ℝ",
    "imprecise", "They are the functions that are minimised, without the minimum. The examples are in ℝⁿ.",
)  # fmt: skip


@claim(
    "gradient", "the definition of ∇_t", "∇_t = σw_t − 1/|A_t|·Σ_{(x, y) ∈ A_t} yx",
    "∇_t subtracts the mean of y·x over all of A_t",
    "wrong", "The sum goes over A_t⁺, the examples with a margin below 1, which the pseudocode defines and does not "
    "use. As printed, w becomes the mean of y·x, divided by σ. Accuracy may hide it, the objective does not.",
)  # fmt: skip
def gradient(full):
    """Find where the printed steps end (at the mean); compare f and the accuracy with the correct algorithm."""
    (X, y, _), lam, T = breast_cancer(), 0.1, 20_000 if full else 2000
    printed = variant(minibatch, ("A[y[A] * scores < 1]", "A"), name="printed")
    right, wrong = (end(algorithm, X, y, lam=lam, T=T, k=5).w for algorithm in (minibatch, printed))
    mean, best = (y @ X) / len(y) / lam, optimum(X, y, lam).value
    cosine = float(wrong @ mean / np.linalg.norm(wrong) / np.linalg.norm(mean))
    numbers = {"cosine with the mean of y·x": cosine}
    for name, of in (("f − f*", lambda w: objective(w, X, y, lam) - best), ("accuracy", lambda w: accuracy(X @ w, y))):
        numbers[f"{name}, right and as printed"] = [float(of(right)), float(of(wrong))]
    reached, missed = numbers["f − f*, right and as printed"]
    return Finding(numbers, cosine > 0.99 and reached < 0.2 and missed > 1)


@claim(
    "start", "the pseudocode", "“Choose” w_1 “s.t.” ‖w_1‖ ≤ 1/√σ",
    "w_1 is any vector of norm 1/√σ at most",
    "right", "That is right with the projection, which these slides always use. Without it, the bound 2R on ‖∇_t‖ "
    "needs w_1 = 0.",
)  # fmt: skip
def start(full):
    """Find the longest first subgradient from points of the ball."""
    lam, x, y = 1.0, np.array([[0.1]]), np.array([1])
    places = np.linspace(-1, 1, 201 if full else 21) * ball_radius(lam)
    first = max(float(np.abs(subgradients(np.array([w]), x, y, lam)[0, 0])) for w in places)
    allowed = [bounds.gradient_norm(0.1, lam, project) for project in (True, False)]
    numbers = {"longest ‖∇_1‖": first, "√σ + R and 2R": allowed}
    return Finding(numbers, max(allowed[1], 0.9 * allowed[0]) < first <= allowed[0] * (1 + 1e-12))


@claim(
    "gradient-norm", "the proof of Theorem 1", "‖∇_t‖ ≤ σ‖w_t‖ + ‖x‖ ≤ √σ + R",
    "no subgradient is longer than √σ + R",
    "right", "That holds with the projection, and some runs come near to it.",
)  # fmt: skip
def gradient_norm(full):
    """Divide the longest subgradient of runs on two data sets, with and without projection, by the bound."""
    shares = {True: [], False: []}
    for (X, y), lam in ((TWO, 0.01), (breast_cancer()[:2], 0.01)):
        R = float(np.linalg.norm(X, axis=1).max())
        for project, of_project in shares.items():
            steps = run(hinge, X, y, lam=lam, T=3000 if full else 300, project=project)
            i, w = stack(steps).i, before_each_step(steps)
            longest = max(np.linalg.norm(subgradients(v, X[[j]], y[[j]], lam)) for v, j in zip(w, i))
            of_project.append(float(longest) / (math.sqrt(lam) + R))
    numbers = {"longest over √σ + R, projected": shares[True], "not projected": shares[False]}
    return Finding(numbers, 0.8 < max(shares[True]) <= 1 + 1e-9 < max(shares[False]))


@claim(
    "one-subgradient", "the definition of convex", "“consists of a single vector which amounts to” ∇f(v)",
    "where a convex f is differentiable, its gradient is its only subgradient",
    "right", "At a kink there are many.",
)  # fmt: skip
def one_subgradient(full):
    """Count how many of a grid of slopes are subgradients of f for one example, next to its kink and at it."""
    lam, u, slopes = 1.0, np.linspace(-3, 3, 6001), np.round(np.linspace(-2, 2, 4001 if full else 401), 6)
    f, numbers = (lambda w: lam / 2 * w**2 + hinge_loss(w)), {}
    for v, name in ((0.5, "beside the kink"), (1.0, "at the kink")):
        held = [bool(np.all(f(u) - f(v) - (u - v) * slope >= -1e-9)) for slope in slopes]
        numbers[f"subgradients {name}"] = int(np.sum(held))
        numbers[f"the smallest {name}"] = float(slopes[held].min())
    single, smallest, many, _ = numbers.values()
    return Finding(numbers, single == 1 and np.isclose(smallest, 0.5 - 1) and many > 90)


@claim(
    "first-order", "the definition of convex",
    "“a differential function f is convex iff” f(u) − f(v) − ⟨u − v, ∇f(v)⟩ ≥ 0",
    "a differentiable function is convex if and only if it lies above its tangents",
    "right", "This is the first-order condition; the word must be “differentiable”.",
)  # fmt: skip
def first_order(full):
    """Test midpoints against chords and points against tangents for two convex functions and one that is not."""
    u, v = np.random.default_rng(0).normal(size=(2, 10_000 if full else 1000))
    softplus, logistic = (lambda x: np.logaddexp(0, x)), (lambda x: 1 / (1 + np.exp(-x)))
    cases = {"x²": (np.square, lambda x: 2 * x), "ln(1 + eˣ)": (softplus, logistic), "sin x": (np.sin, np.cos)}
    numbers, agree = {}, []
    for name, (f, slope) in cases.items():
        chords = int(np.sum(f((u + v) / 2) > (f(u) + f(v)) / 2 + 1e-12))
        tangents = int(np.sum(f(u) - f(v) - (u - v) * slope(v) < -1e-12))
        numbers[f"{name}: midpoints above chords, points below tangents"] = [chords, tangents]
        agree.append((chords > 0) == (tangents > 0))
    return Finding(numbers, all(agree) and min(numbers["sin x: midpoints above chords, points below tangents"]) > 0)


@claim(
    "convex", "the definition of convex", "“is convex iff” ∂f(v) “is non-empty for all” v ∈ S",
    "f is convex if and only if it has a subgradient at every point of its domain",
    "imprecise", "That is so on open domains. −√(1 − x²) on [−1, 1] is convex and has no subgradient at ±1.",
)  # fmt: skip
def convex(full):
    """Test midpoints of that function, and the slopes of its chords to 1, which a subgradient would have to exceed."""
    f, (u, v) = (lambda x: -np.sqrt(1 - x * x)), np.random.default_rng(0).uniform(-1, 1, size=(2, 1000))
    above = float(np.max(f((u + v) / 2) - (f(u) + f(v)) / 2))
    slopes = [float((f(1.0) - f(1 - h)) / h) for h in (1e-2, 1e-4, 1e-6)]
    numbers = {"midpoints above chords by at most": above, "slopes of chords to 1": slopes}
    return Finding(numbers, above <= 1e-12 and slopes[2] > 9 * slopes[1] > 81 * slopes[0] / 10)


@claim(
    "strong-convexity", "the definition of strongly convex",
    "“closed and convex function” f “is” σ“-strongly convex” …, g(u) − g(v) − ⟨u − v, λ⟩ ≥ σB_f(u‖v)",
    "f is σ-strongly convex with respect to g if g lies above its tangents by σ times the divergence of f",
    "wrong", "The text swaps f and g: it is g that is strongly convex with respect to f, and f is differentiable.",
)  # fmt: skip
def strong_convexity(full):
    """Test the inequality in both directions for f = ½·‖·‖², g = f + mean hinge loss and σ = 1, on drawn pairs."""
    (X, y, _), pairs = moons(40), np.random.default_rng(0).normal(size=(2000 if full else 400, 2, 2))
    right, swapped = 0, 0
    for u, v in pairs:
        of_f = bounds.strong_convexity(u, v, 1.0)
        tangent = (u - v) @ subgradients(v, X, y, 1.0).mean(axis=0)
        of_g = objective(u, X, y, 1.0) - objective(v, X, y, 1.0) - tangent
        right, swapped = right + (of_g >= of_f - 1e-9), swapped + (of_f >= of_g - 1e-9)
    numbers = {"pairs": len(pairs), "it holds for g and f": int(right), "for f and g": int(swapped)}
    return Finding(numbers, right == len(pairs) and swapped < len(pairs) / 2)


wording(
    "theorem-1-names", "Theorem 1", "“for all” (x, y) ∈ S “the norm of x is at most” R; w* = argmin_{w ∈ S}",
    "S is the ball, and the examples are in S; w* is an argmin of nothing",
    "imprecise", "Two sets have one name: w is in the ball, the examples are in B. w* minimises f over the ball.",
)  # fmt: skip


@claim(
    "ball-minimum", "the proof of Theorem 1", "min_w σ/2·‖w‖² + … = min_{w ∈ S} σ/2·‖w‖² + …",
    "the minimum over the ball S is the minimum over all w",
    "right", "That follows from Lemma 5. For the log loss and for a given bias the ball must have another radius.",
)  # fmt: skip
def ball_minimum(full):
    """Divide the largest ‖w*‖ by the radius, and measure how much f grows if w* is moved into a smaller ball."""
    lams, shares, lost = np.geomspace(0.1, 10, 41 if full else 9), [], []
    X, y = np.ones((1, 1)), np.array([1])
    for lam in lams:
        w, value, _ = optimum(X, y, lam)
        shares.append(float(np.linalg.norm(w)) / ball_radius(lam))
        lost.append(float(objective(w * min(1, 0.9 * ball_radius(lam) / np.linalg.norm(w)), X, y, lam) - value))
    numbers = {"largest ‖w*‖ over 1/√σ": max(shares), "largest growth of f in 0.9 of the ball": max(lost)}
    return Finding(numbers, 0.999 < max(shares) <= 1 + 1e-6 and max(lost) > 1e-3)


@claim(
    "theorem-1-constant", "Theorem 1", "c = (√σ + R)²; 1/T·Σ f(w_t; A_t) ≤ 1/T·Σ f(w*; A_t) + c·ln T/(σT)",
    "the average regret is at most c·ln T/(σT) with c = (√σ + R)²",
    "right", "It holds for the projected run. Without the projection the constant is 4R², and this bound can fail.",
)  # fmt: skip
def theorem_1_constant(full):
    """Find the largest average regret over all draws of three steps, for two opposite labels at one place."""
    lams, numbers = (0.1, 0.01, 0.001), {"σ": [0.1, 0.01, 0.001]}
    for project in (True, False):
        name = f"average regret with{'' if project else 'out'} projection"
        numbers[name] = [_largest_regret(lam, project, 3) for lam in lams]
    for name, project, paper in (("(√σ + R)²", True, "ICML07"), ("4R²", False, "MPB11")):
        numbers[f"bound with {name}"] = [bounds.average_regret(1.0, lam, 3, project, paper) for lam in lams]
    _, within, without, bound, other = map(np.array, numbers.values())
    right = (within <= bound).all() and (bound < without)[1:].all() and (without <= other).all()
    return Finding(numbers, right and (within / bound).max() > 0.2)


def _largest_regret(lam, project, T):
    """Return the largest mean of f_t(w_t) − f_t(w*) over all orders of drawing the two examples."""
    star = optimum(*TWO, lam).w
    runs = (run(hinge, *TWO, lam=lam, draws=list(draws), project=project) for draws in product((0, 1), repeat=T))
    return max(float(excess(steps, *TWO, lam, star).mean()) for steps in runs)


@claim(
    "corollary", "the corollary of Theorem 1", "“Assume” … A_t = B “for all” t; f(w̄) ≤ f(w*) + c·ln T/(σT)",
    "if every step takes all examples, f(w̄) is within c·ln T/(σT) of f*",
    "right", "In runs it is far nearer. If steps draw single examples, the bound can fail in some runs.",
)  # fmt: skip
def corollary(full):
    """Find the largest (f(w̄) − f*)/bound over T, for one label and several σ, and for single draws."""
    X, y, shares, single = np.ones((1, 1)), np.array([1]), [], []
    lams = np.geomspace(0.1, 10, 21 if full else 7)
    for lam in lams:
        w, best = before_each_step(run(minibatch, X, y, lam=lam, T=30, k=1, project=True)), optimum(X, y, lam).value
        for T in (3, 10, 30):
            limit = bounds.average_regret(1.0, lam, T, True, "ICML07")
            shares.append(float(objective(w[:T].mean(axis=0), X, y, lam) - best) / limit)
    for seed in range(100 if full else 30):
        w = before_each_step(run(hinge, *TWO, lam=0.3, T=10, seed=seed, project=True)).mean(axis=0)
        single.append(float(objective(w, *TWO, 0.3) - optimum(*TWO, 0.3).value))
    limit = bounds.average_regret(1.0, 0.3, 10, True, "ICML07")
    numbers = {"f(w̄) − f* over the bound, at most": max(shares), "the same for single draws": max(single) / limit}
    return Finding(numbers, 0.02 < max(shares) <= 1)


@claim(
    "complexity", "below the corollary", "“the complexity of single iteration is” O(md)",
    "a step on all examples costs O(md)",
    "right", "That is so for dense examples: each is read for its score, and again if its margin is below 1.",
)  # fmt: skip
def complexity(full):
    """Count the entries of X that a step on all examples reads while no margin is above 1, for several m and d."""
    cases, asked = ((50, 100), (100, 100), (50, 200)), []
    for m, d in cases:
        X, y = np.random.default_rng(0).normal(size=(m, d)).view(_CountingRows), np.ones(m)
        next(minibatch(X, y, LAM, [np.arange(m)]))
        asked.append(X.count)
    numbers = {"m and d": [f"{m} and {d}" for m, d in cases], "entries read": asked}
    return Finding(numbers, asked[1] == asked[2] == 2 * asked[0] >= 50 * 100)


class _CountingRows(np.ndarray):
    """Count the entries of the rows that are read from this matrix."""

    count = 0

    def __getitem__(self, rows):
        entries = np.asarray(self)[rows]
        self.count += entries.size
        return entries


@claim(
    "iterations", "below the corollary and below Theorem 3",
    "“required for achieving a solution of accuracy” ε “is” O(c/(σε))",
    "accuracy ε takes O(c/(σε)) steps, and with confidence 1 − δ O(1/(σδε))",
    "imprecise", "It takes Õ(c/(σε)), because the bound has a factor ln T. Against an adversary who chooses the "
    "labels, the regret really grows with it.",
)  # fmt: skip
def iterations(full):
    """Measure how much ten times as many steps add to the regret, if w gets every label wrong."""
    times = (30, 300, 3000, 30_000) if full else (30, 300, 3000)
    summed = [regret_against_an_adversary(T, 0.01) for T in times]
    allowed = [bounds.regret(1 + 0.1, 0.01, T) for T in times]
    steps = np.diff(summed)
    numbers = {"T": list(times), "regret": summed, "bound": allowed, "added by each factor of ten": steps.tolist()}
    return Finding(numbers, steps.max() < 1.3 * steps.min() and steps.min() > 50 and summed[-1] <= allowed[-1])


@claim(
    "theorems-2-3", "Theorems 2 and 3", "E E_r[f(w_r)] ≤ f(w*) + c·ln T/(σT); “with probability of at least” 1 − δ",
    "bounds for a w_r with r at random: in expectation, and with probability 1 − δ",
    "right", "The draws must be independent; some of the indices are misprinted. Both bounds lie far above what most "
    "runs do.",
)  # fmt: skip
def theorems_2_3(full):
    """Average over runs and steps on two examples with opposite labels, and count how often the bounds fail."""
    (X, y), T, lam, above = TWO, 30, 0.3, []
    best, mean = optimum(X, y, lam).value, bounds.expected_distance(1.0, lam, T, True, "ICML07")
    for seed in range(400 if full else 80):
        steps = run(hinge, X, y, lam=lam, T=T, seed=seed, project=True)
        above.append(objective(before_each_step(steps), X, y, lam) - best)
    above = np.concatenate(above)
    likely = bounds.likely_distance(1.0, lam, T, True, 0.1, "ICML07")
    exceeded = [float(np.mean(above > bound)) for bound in (mean, likely)]
    numbers = {"mean of f(w_r) − f*, over its bound": float(above.mean()) / mean}
    numbers |= {"share above that bound": exceeded[0], "share above the one with δ = 0.1": exceeded[1]}
    return Finding(numbers, 0.08 < above.mean() / mean <= 1 and exceeded[1] <= 0.1 and 0 < exceeded[0])


@claim(
    "figures", "the results", "“Figure: fix T” …, “Figure: fix” kT",
    "two figures show f against k for fixed T, and for fixed k·T",
    "right", "They are Figure 3 of the paper of 2007. For fixed T larger batches are better; for fixed k·T none is "
    "much better than small ones, and the largest are worse.",
)  # fmt: skip
def figures(full):
    """Repeat both figures with fewer steps."""
    data, sizes, seeds = text(1000 if full else 300), (1, 16, 256), 9 if full else 5
    best, numbers = optimum(*data, 0.001).value, {"k": list(sizes)}
    for name, steps in (("T = 64", [64] * 3), ("k·T = 4,096", [4096 // k for k in sizes])):
        ends = [median_distance_to_optimum(minibatch, data, 0.001, T, seeds, best, k=k) for k, T in zip(sizes, steps)]
        numbers[f"f − f* for {name}"] = ends
    fixed, budget = list(numbers.values())[1:]
    return Finding(numbers, fixed[0] > 3 * fixed[1] and fixed[1] > 2 * fixed[2] and budget[2] > 1.5 * max(budget[:2]))
