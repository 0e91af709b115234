"""List the claims of the paper of 2007."""

import math

import numpy as np

from pegasos_edu.algorithms import hinge, minibatch
from pegasos_edu.claims.claims import Finding, Source
from pegasos_edu.claims.measuring import LAM, TWO, before_each_step, distances, median_distance_to_optimum, text
from pegasos_edu.datasets import breast_cancer, moons
from pegasos_edu.losses import objective
from pegasos_edu.runs import run
from pegasos_edu.theory import bounds, optimum

SOURCE = Source("icml07", "the paper of 2007")
claim = SOURCE.claim


@claim(
    "last-iterate", "section 3, below Theorem 3", "“analyzing the convergence of the last weight vector”",
    "Theorem 3 holds for the last w as well, if T is regarded as an index drawn at random",
    "imprecise", "That covers a random time to stop, not a T that was fixed beforehand. Bounds of O(ln T/T) for the "
    "last w came later: in expectation (Shamir and Zhang, 2013), with high probability (Harvey et al., 2019).",
)  # fmt: skip
def last_iterate(full):
    """Measure the mean of f(w_{T+1}) − f* over runs at fixed T, and the worst of the late w over their median."""
    (X, y, _), seeds, times = moons(), 100 if full else 20, [100, 1000, 10_000]
    best = optimum(X, y, LAM).value
    means = distances(hinge, (X, y), LAM, times, seeds, best).mean(axis=0)
    late = distances(hinge, (X, y), LAM, np.arange(501, 1001), 5, best)
    spread = float(np.median(late.max(axis=1) / np.median(late, axis=1)))
    numbers = {"T": times, "mean of f(w_{T+1}) − f*": means.tolist(), "worst over median, T from 501 to 1,000": spread}
    rate = [math.log(T) / T for T in times]
    numbers["that mean over its first value"] = (means / means[0]).tolist()
    numbers["ln T/T over its first value"] = [value / rate[0] for value in rate]
    return Finding(numbers, means[2] / means[0] < 3 * rate[2] / rate[0] and spread > 2)


@claim(
    "confidence", "section 3, equation (9)", "f(ŵ_i) − f(w*) ≤ ce·ln T/(λT/s) ≤ ce·ln T·⌈ln(1/δ)⌉/(λT)",
    "of s runs with T/s steps each, s ≥ ln(1/δ), one satisfies this bound with probability 1 − δ",
    "right", "It needs s = ⌈ln(1/δ)⌉. The text asks for the smallest whole number that is larger than ln(1/δ), which "
    "is one too many if ln(1/δ) is a whole number: then the second inequality fails.",
)  # fmt: skip
def confidence(full):
    """Count how often a single run, and the best of s = 3 runs, exceed the bound and a thirtieth of it."""
    (X, y), lam, s, T, rng = TWO, 0.3, 3, 90, np.random.default_rng(0)
    best, groups, above = optimum(X, y, lam).value, 200 if full else 40, []
    for seed in range(groups * s):
        w = before_each_step(run(hinge, X, y, lam=lam, T=T // s, seed=seed, project=True))
        above.append(objective(w[rng.integers(len(w))], X, y, lam) - best)
    above = np.array(above).reshape(groups, s)
    bound = math.e * s * bounds.expected_distance(1.0, lam, T, True, "ICML07")
    single, least = (float(np.mean(some > bound / 30)) for some in (above, above.min(axis=1)))
    numbers = {"runs above the bound": float(np.mean(above > bound)), "single runs above a thirtieth of it": single}
    numbers["best of three runs above a thirtieth of it"] = least
    return Finding(numbers, numbers["runs above the bound"] <= 1 / math.e and 0 < single and least < single**2)


@claim(
    "estimate", "section 3, below equation (9)", "“This requires” O(1/(λε²)) “examples in the general case”",
    "to choose among the runs, the objective must be estimated on O(1/(λε²)) examples",
    "right", "In the ball a loss is at most 1 + R/√λ, so O(1/(λε²)) examples are enough. The paper of 2011 has "
    "O(1/(λε)): see mpb11/footnote.",
)  # fmt: skip
def estimate(full):
    """Count how many examples estimate the mean loss of a w on the edge of the ball to within ε."""
    rng, needed, cases = np.random.default_rng(0), [], ((0.1, 0.2), (0.1, 0.1), (0.025, 0.2))
    for lam, epsilon in cases:
        sizes = np.unique(np.geomspace(2, 20_000, 200).astype(int))
        losses = np.maximum(0, 1 - TWO[1] / math.sqrt(lam))  # w on the edge of the ball, x = 1 and both labels
        repeats = 4000 if full else 1000
        counts = rng.binomial(sizes, 0.5, size=(repeats, len(sizes))) / sizes
        off = np.abs(counts * losses[1] + (1 - counts) * losses[0] - losses.mean())
        needed.append(int(sizes[np.argmax(np.mean(off <= epsilon, axis=0) >= 0.9)]))
    numbers = {"λ and ε": [f"{lam} and {epsilon}" for lam, epsilon in cases], "examples needed": needed}
    return Finding(numbers, 2.5 < needed[1] / needed[0] < 6.5 and 2 < needed[2] / needed[0] < 6.5)


@claim(
    "projection", "section 5, the comparison with Norma",
    "“important for the convergence of Pegasos, especially when T is small”",
    "the projection matters, above all if T is small",
    "right", "It matters on examples that are long compared with 1/√λ. Later, runs with and without it are about "
    "equally near to the optimum.",
)  # fmt: skip
def projection(full):
    """Measure f − f* with and without the projection, early and late."""
    data, at, numbers = breast_cancer()[:2], [10, 2000], {}
    for name, project in (("without", False), ("with", True)):
        above = np.median(distances(hinge, data, LAM, at, 25 if full else 7, project=project), axis=0)
        numbers[f"f − f* {name} it at T = 10 and 2,000"] = above.tolist()
    without, within = numbers.values()
    return Finding(numbers, without[0] > 5 * within[0] and 0.4 < without[1] / within[1] < 2.5)


@claim(
    "figure-3", "Figure 3", "“Left: T is fixed. Right: kT is fixed.”",
    "both panels are of one data set and one objective",
    "imprecise", "They cannot have the same λ and the same examples: on the left, 31,250 steps with large batches end "
    "near 0.094; on the right, 10⁵ examples in all reach 0.085, and 10⁶ reach 0.07. In runs of one problem, many "
    "steps with large batches end lower.",
)  # fmt: skip
def figure_3(full):
    """Compare, in one problem, the left panel with the right one for larger and larger batches."""
    data, T, sizes, seeds = text(300), 4000 if full else 800, (20, 50, 100), 9 if full else 3
    best, numbers = optimum(*data, 0.001).value, {"k": list(sizes)}
    for name, steps in ((f"T = {T:,}", [T] * 3), (f"k·T = {T:,}", [T // k for k in sizes])):
        ends = [median_distance_to_optimum(minibatch, data, 0.001, n, seeds, best, k=k) for k, n in zip(sizes, steps)]
        numbers[f"f − f* for {name}"] = ends
    left, right = list(numbers.values())[1:]
    return Finding(numbers, max(left) < 0.02 and max(left) < min(right) / 5)
