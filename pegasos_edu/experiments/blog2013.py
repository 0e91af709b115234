"""What a post of 2013 on Pegasos says."""

import numpy as np

from pegasos_edu.boxes import hinge, kernelized, minibatch, scaled
from pegasos_edu.datasets import breast_cancer, moons, sparse_text
from pegasos_edu.experiments.claims import Shown, Source
from pegasos_edu.experiments.measuring import (
    LAM,
    W,
    accuracy,
    distances,
    end,
    gram,
    median_distance_to_optimum,
    rounded,
    text,
)
from pegasos_edu.runs import run
from pegasos_edu.theory import ball_radius, every_batch, optimum, subgradient, touched
from pegasos_edu.theory.bounds import average_regret

SOURCE = Source("blog2013", "a post of 2013")
claim = SOURCE.claim


@claim(
    "steps", "its five steps", "the algorithm on batches drawn independently, with the projection",
    "right", "The form of 2007. A subset and k independent draws are two ways to choose a batch; the expected "
    "subgradient is right for both.",
)  # fmt: skip
def steps(full):
    """The mean over all batches of three, drawn in both ways, beside the subgradient of f."""
    X, y, _ = moons(20 if full else 8)
    whole, off = subgradient(W, X, y, LAM), {}
    for name, replace in (("subsets", False), ("independent draws", True)):
        each = [subgradient(W, X, y, LAM, A) for A in every_batch(len(y), 3, replace)]
        off[f"mean over {name}, off by"] = rounded(np.abs(np.mean(each, axis=0) - whole).max())
    reached = median_distance_to_optimum(minibatch, moons()[:2], LAM, 1000, 3, k=5, project=True)
    return Shown(off | {"f − f* after 1,000 steps": reached}, set(off.values()) == {rounded(0)} and reached < 0.01)


@claim(
    "projection", "its fifth step", "w is scaled back if the penalty would be too high",
    "imprecise", "Because the optimum is in the ball ‖w‖ ≤ 1/√λ, where the penalty is at most ½: nothing is lost, and "
    "early steps cannot lead far away.",
)  # fmt: skip
def projection(full):
    """Where the optimum lies in the ball."""
    X, y, _ = breast_cancer()
    lams = (0.001, 0.01, 0.1, 1.0)
    shares = [float(np.linalg.norm(optimum(X, y, lam).w) / ball_radius(lam)) for lam in lams]
    penalties = [lam / 2 * ball_radius(lam) ** 2 for lam in lams]
    found = {"λ": list(lams), "‖w*‖ in radii": shares, "the penalty on the sphere": penalties}
    return Shown(found, max(shares) <= 1 and np.allclose(penalties, 0.5))


@claim(
    "d", "the run time", "d is the largest number of non-zero features of an example, the dimensionality of the data",
    "imprecise", "These are two numbers. With the scale factor a step costs the first of them.",
)  # fmt: skip
def non_zeros(full):
    """Entries that a step touches, of rows with 30 non-zeros among ever more features."""
    sizes, entries = (300, 3000) if not full else (300, 3000, 30_000), []
    for d in sizes:
        X, y, _ = sparse_text(m=50, d=d, nnz=30)
        entries.append(float(np.median(touched(run(scaled, X, y, lam=LAM, T=100)).either)))
    return Shown({"features": list(sizes), "entries touched in a step": entries}, set(entries) == {30.0})


@claim(
    "m", "the run time", "the size of the training set has no influence on it, other than for all SVM solvers before",
    "imprecise", "Other than for the batch and dual solvers before; stochastic ones such as Norma had it as well. And "
    "for linear kernels alone: with others a step looks at all x_j that were added so far.",
)  # fmt: skip
def size_of_the_set(full):
    """What one step costs after 500, linear and with a kernel."""
    sizes, linear, kernel = (50, 100, 200) if not full else (50, 100, 200, 400, 800), [], []
    for m in sizes:
        X, y, _ = moons(m)
        linear.append(float(touched(run(hinge, X, y, lam=LAM, T=100)).either.mean()))
        kernel.append(int(np.count_nonzero(end(kernelized, gram(X), y, lam=LAM, T=500).alpha)))
    found = {"m": list(sizes), "entries in a linear step": linear, "kernel evaluations in a step": kernel}
    return Shown(found, len(set(linear)) == 1 and sorted(kernel) == kernel and kernel[-1] > 1.5 * kernel[0])


@claim(
    "more-data", "its last paragraph", "the run time should fall as the training set grows",
    "imprecise", "The run time to a given error on new examples, with λ tuned for each size. To a given distance from "
    "the optimum on the training set, at one λ, it does not.",
)  # fmt: skip
def more_data(full):
    """After as many steps: f − f* at one λ, and the smallest error on new examples over λ, for three sizes."""
    sizes, T, seeds, lams = (200, 1000, 5000), 10_000 if full else 2000, 5 if full else 1, (0.001, 0.01, 0.1)
    fixed, errors = [], []
    for m in sizes:
        X, y, Z, z = _flipped(m)
        if m <= 1000:
            fixed.append(float(np.median(distances(hinge, (X, y), 0.01, T, max(3, seeds)))))
        ends = [[end(hinge, X, y, lam=lam, T=T, seed=s).w for s in range(seeds)] for lam in lams]
        errors.append(min(np.mean([1 - accuracy(Z @ w, z) for w in some]) for some in ends))
    found = {"m": list(sizes), f"error on new ones after {T:,} steps": [float(e) for e in errors]}
    found[f"f − f* after {T:,} steps at m = 200 and 1,000"] = fixed
    return Shown(found, errors[0] > errors[1] > errors[2] and fixed[1] > 0.7 * fixed[0])


def _flipped(m, d=50):
    """m examples and 4,000 new ones with labels of a hidden direction, of which 5 % are turned round."""
    rng = np.random.default_rng(0)
    hidden, X = rng.normal(size=d), rng.normal(size=(m + 4000, d)) / np.sqrt(d)
    y = np.where(X @ hidden >= 0, 1, -1) * np.where(rng.random(m + 4000) < 0.05, -1, 1)
    return X[:m], y[:m], X[m:], y[m:]


@claim(
    "subset", "below its five steps", "that a step takes a subset only is a key to the analysis of the run time",
    "imprecise", "The bound on the number of steps is the same for every k. So k = 1 needs least work, as a step costs "
    "k examples; what counts is that a step's cost does not grow with m.",
)  # fmt: skip
def subset(full):
    """f − f* after 4,096 examples in all, in batches of several sizes, with one and the same bound on each T."""
    data, sizes, seeds = text(400), (1, 16, 256), 15 if full else 3
    best = optimum(*data, 0.001).value
    reached = [median_distance_to_optimum(minibatch, data, 0.001, 4096 // k, seeds, best, k=k) for k in sizes]
    bounds = [average_regret(1.0, 0.001, 4096 // k, project=False) for k in sizes]
    found = {"k": list(sizes), "f − f* after 4,096 examples": reached, "bound": bounds}
    return Shown(found, reached[0] < reached[2] / 2 and bounds[0] < bounds[1] < bounds[2])
