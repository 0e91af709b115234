"""List the claims of a blog post of 2013 on Pegasos."""

import numpy as np

from pegasos_edu.algorithms import hinge, kernelized, minibatch, scaled
from pegasos_edu.algorithms.variants import variant
from pegasos_edu.claims.claims import Finding, Source
from pegasos_edu.claims.measuring import (
    LAM,
    W,
    before_each_step,
    distances,
    end,
    gram,
    last_above,
    median_distance_to_optimum,
    median_over_sets,
    rounded,
    text,
)
from pegasos_edu.datasets import breast_cancer, moons, sparse_text
from pegasos_edu.losses import hinge_loss
from pegasos_edu.runs import run, snapshots, stack
from pegasos_edu.theory import ball_radius, every_batch, optimum, subgradient, touched

SOURCE = Source("blog2013", "a post of 2013")
claim = SOURCE.claim


@claim(
    "steps", "its first step", "“These examples are sampled i.i.d. from” S",
    "the algorithm works with batches that are drawn independently",
    "imprecise", "A subset A_t ⊆ S and k independent draws are two ways to choose a batch: only the second can hold an "
    "example twice. The expected subgradient is that of f for both.",
)  # fmt: skip
def steps(full):
    """Compare the mean step over all batches of three, drawn in both ways, with the subgradient of f."""
    X, y, _ = moons(20 if full else 8)
    whole, off = subgradient(W, X, y, LAM), {}
    for name, replace in (("subsets", False), ("independent draws", True)):
        each = [subgradient(W, X, y, LAM, A) for A in every_batch(len(y), 3, replace)]
        off[f"mean over {name}, off by"] = rounded(np.abs(np.mean(each, axis=0) - whole).max())
    reached = median_distance_to_optimum(minibatch, moons()[:2], LAM, 1000, 5, k=5, project=True)
    return Finding(off | {"f − f* after 1,000 steps": reached}, set(off.values()) == {rounded(0)} and reached < 0.02)


@claim(
    "positive-loss", "its second step", "“which have a positive hinge loss”",
    "the examples with y⟨w, x⟩ < 1 are those with a positive hinge loss",
    "right", "At a margin of exactly 1 the loss is 0, and the example does not count.",
)  # fmt: skip
def positive_loss(full):
    """Compare what steps on batches of three add with their examples of positive loss, and take a step at margin 1."""
    (X, y, _), T, k = moons(), 1000 if full else 200, 3
    steps, w = (read(run(minibatch, X, y, lam=LAM, T=T, k=k)) for read in (stack, before_each_step))
    added = (steps.w - (1 - steps.eta * LAM)[:, None] * w) * (k / steps.eta)[:, None]
    lossy = hinge_loss(y[steps.A] * (X[steps.A] @ w[:, :, None])[:, :, 0]) > 0
    expected = np.sum((lossy * y[steps.A])[:, :, None] * X[steps.A], axis=1)
    differ = int(np.sum(np.abs(added - expected).max(axis=1) > 1e-9))
    at_one = float(end(minibatch, [[1.0]], [1], lam=1.0, T=2, k=1).w[0])  # w_2 = 1, and the second step halves it
    numbers = {"examples with a loss": int(lossy.sum()), "and without": int((~lossy).sum())}
    numbers |= {"steps that add others": differ, "w after a step at margin 1, from w = 1": at_one}
    return Finding(numbers, lossy.any() and not lossy.all() and differ == 0 and at_one == 0.5)


@claim(
    "projection", "its fifth step", "“scale the vector back if the regularization cost would be too high”",
    "w is scaled back if the penalty would be too high",
    "imprecise", "The reason is that the optimum lies in the ball ‖w‖ ≤ 1/√λ, where the penalty is at most ½. So "
    "nothing is lost, and early steps cannot lead far away.",
)  # fmt: skip
def projection(full):
    """Check that the optimum lies in the ball, and measure f − f* after the first ten steps."""
    X, y, _ = breast_cancer()
    lams = (0.001, 0.01, 0.1, 1.0)
    shares = [float(np.linalg.norm(optimum(X, y, lam).w) / ball_radius(lam)) for lam in lams]
    early = [median_distance_to_optimum(hinge, (X, y), LAM, 10, 9, project=project) for project in (False, True)]
    numbers = {"λ": list(lams), "‖w*‖ in radii": shares, "f − f* at T = 10, without and with it": early}
    return Finding(numbers, max(shares) <= 1 and early[0] > 3 * early[1])


@claim(
    "bound", "its last but one paragraph", "“its runtime is” Õ(d/(λε))",
    "the run time is Õ(d/(λε))",
    "imprecise", "It is Õ(d·R²/(λε)): the squared length of the examples is missing, as in the abstract of the "
    "paper. Examples ten times as long with the same d, λ and ε take more steps.",
)  # fmt: skip
def bound(full):
    """Measure f − f* after the same number of steps for examples of three lengths and one λ."""
    (X, y, _), T, seeds = moons(), 3000 if full else 500, 25 if full else 9
    lengths = (1, 3, 10)
    reached = [median_distance_to_optimum(hinge, (s * X, y), LAM, T, seeds) for s in lengths]
    numbers = {"R times": list(lengths), f"f − f* after {T:,} steps": reached}
    return Finding(numbers, reached[2] > 4 * reached[0] and reached[1] > reached[0])


@claim(
    "d", "its last but one paragraph",
    "“the maximum number of non-zero features in each example (dimensionality of the training data)”",
    "d is the largest number of non-zero features of an example, the dimension of the data",
    "imprecise", "These are two different numbers. If w is kept as a·v, a step costs the first of them.",
)  # fmt: skip
def non_zeros(full):
    """Count the entries that a step touches, for rows with 30 non-zeros among more and more features."""
    sizes, plain, kept = (300, 3000) if not full else (300, 3000, 30_000), [], []
    for d in sizes:
        X, y, _ = sparse_text(m=50, d=d, nnz=30)
        kept.append(float(np.median(touched(run(scaled, X, y, lam=LAM, T=100)).either)))
        plain.append(float(np.median(touched(run(hinge, X.toarray(), y, lam=LAM, T=100)).either)))
    numbers = {"features": list(sizes), "entries touched in a step, w = a·v": kept, "dense": plain}
    return Finding(numbers, set(kept) == {30.0} and plain == list(sizes))


@claim(
    "m", "its last but one paragraph",
    "“does not influence the runtime of the algorithm, unlike all previous SVM solvers”",
    "the size of the training set has no influence on the run time, unlike for all earlier SVM solvers",
    "imprecise", "Batch and dual solvers do differ from Pegasos in this. Earlier stochastic solvers, such as Norma, "
    "also draw one example in a step, and come as near to the optimum with many examples as with few. And the claim "
    "holds for linear kernels only.",
)  # fmt: skip
def size_of_the_set(full):
    """Measure f − f* of Pegasos and of Norma, and the cost of a step with a kernel, for three sizes of the set."""
    sizes, seeds, T = (50, 200, 800), 50 if full else 15, 1000
    norma = variant(hinge, ("eta = 1 / (lam * t)", "eta = 0.7 / (lam * t**0.5)"), name="norma")
    numbers, kernel = {"m": list(sizes)}, []
    for name, algorithm in (("Pegasos", hinge), ("Norma", norma)):
        numbers[f"f − f* after {T:,} steps, {name}"] = [median_over_sets(algorithm, m, T, seeds) for m in sizes]
    for m in sizes:
        X, y, _ = moons(m)
        kernel.append(int(np.count_nonzero(end(kernelized, gram(X), y, lam=LAM, T=500).alpha)))
    numbers["kernel evaluations in step 500"] = kernel
    _, *reached, _ = numbers.values()
    free = all(max(some) < 6 * min(some) for some in reached) and max(reached[0]) < 0.03 and max(reached[1]) < 0.5
    return Finding(numbers, free and kernel[0] < kernel[1] < kernel[2] and kernel[2] > 1.5 * kernel[0])


@claim(
    "more-data", "its last paragraph", "“runtime should actually decrease with the size of the training set”",
    "the run time should fall as the training set grows",
    "imprecise", "The run time to a given error on new examples should fall, if λ is tuned for each size. The run "
    "time to a given distance from the optimum on the training set, at one λ, does not fall.",
)  # fmt: skip
def more_data(full):
    """Count the steps until f − f* stays below 0.02, for three sizes and one λ."""
    sizes, seeds, at = (200, 1000, 2000), 25 if full else 9, np.unique(np.geomspace(10, 3000, 40).astype(int))
    needed = []
    for m in sizes:
        X, y, _, _ = _flipped(m)
        above = distances(hinge, (X, y), 0.1, at, seeds) > 0.02
        needed.append(float(np.median(last_above(above, at))))
    numbers = {"m": list(sizes), "steps until f − f* stays below 0.02": needed}
    reached = max(needed) < np.inf
    return Finding(numbers, reached and max(needed) < 3 * min(needed) and needed[2] > 0.5 * needed[0])


@claim(
    "empirical", "its last paragraph", "“in their empirical studies, it does!”",
    "in experiments the run time falls as the training set grows",
    "right", "It does so in these experiments, too: a given error on new examples takes fewer steps, if λ is tuned "
    "for each size.",
)  # fmt: skip
def empirical(full):
    """Count the steps until only 9 % of new examples are wrong, with the best of three λ, for two sizes of the set."""
    sizes, lams, needed = (1000, 10_000), (0.03, 0.1, 0.3), []
    for m in sizes:
        sets = [_flipped(m, seed) for seed in range(25 if full else 9)]
        needed.append(min(float(np.median([_steps_to_goal(*data, lam) for data in sets])) for lam in lams))
    told = ["not in 3,000" if n == np.inf else n for n in needed]
    return Finding({"m": list(sizes), "steps to 9 % wrong": told}, needed[0] > 1.2 * needed[1])


def _steps_to_goal(X, y, Z, z, lam):
    """Return the number of steps until at most 9 % of Z are wrong; infinity if 3,000 steps are not enough."""
    at = np.unique(np.geomspace(100, 3000, 40).astype(int))
    w = snapshots(run(hinge, X, y, lam=lam, T=at[-1]), at=at).w
    there = np.mean(z * (w @ Z.T) <= 0, axis=1) <= 0.09
    return at[there.argmax()] if there.any() else np.inf


def _flipped(m, seed=0, d=20):
    """Make m examples and 2,000 new ones, labelled by a hidden direction; 5 % of the labels are changed."""
    rng = np.random.default_rng(seed)
    hidden, X = rng.normal(size=d), rng.normal(size=(m + 2000, d))
    y = np.where(X @ hidden >= 0, 1, -1) * np.where(rng.random(m + 2000) < 0.05, -1, 1)
    return X[:m], y[:m], X[m:], y[m:]


@claim(
    "subset", "below its five steps", "“that turns out to be a key component in the runtime analysis of Pegasos”",
    "a key to the run time is that a step uses only a subset of the examples",
    "right", "Then the cost of a step does not grow with m. The bound on the number of steps is the same for every "
    "k, so by this bound the smallest subset, k = 1, needs the least work.",
)  # fmt: skip
def subset(full):
    """Measure f − f* after 4,096 examples in all, in batches of three sizes and in batches of all examples."""
    data, sizes, seeds = text(400), (1, 16, 400), 15 if full else 5
    best = optimum(*data, 0.001).value
    reached = [median_distance_to_optimum(minibatch, data, 0.001, 4096 // k, seeds, best, k=k) for k in sizes]
    numbers = {"k, of 400": list(sizes), "f − f* after 4,096 examples": reached}
    return Finding(numbers, max(reached[:2]) < reached[2] / 2)
