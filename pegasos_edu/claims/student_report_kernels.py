"""List the claims of a student project's report on kernels."""

import numpy as np

from pegasos_edu.algorithms import hinge, kernelized, kernelized_cached
from pegasos_edu.claims import mpb11_kernels
from pegasos_edu.claims.claims import Finding
from pegasos_edu.claims.measuring import LAM, end, evaluations, gram, rounded
from pegasos_edu.claims.student_report import SOURCE
from pegasos_edu.datasets import digits, moons
from pegasos_edu.kernels import linear, median_distance
from pegasos_edu.losses import kernel_objective, lam_from_C
from pegasos_edu.runs import run, stack
from pegasos_edu.theory import kernel_optimum

claim, wording = SOURCE.claim, SOURCE.wording

wording(
    "kernel-index", "its kernel listing", "“Choose” i_t ∈ {0, …, |S|} “uniformly at random.”",
    "the index of an example is one of 0, …, |S|",
    "wrong", "These are |S| + 1 values, as in Figure 3 of the paper. It is one of 1, …, |S|, or of 0, …, |S| − 1 in "
    "Python.",
)  # fmt: skip
claim(
    "kernel-factor", "its kernel listing", "y_{i_t}·1/(λt)·Σ_j α_t[j]·y_j·K(x_{i_t}, x_j) < 1",
    "in step t the score is 1/(λt) times the sum over j of α[j]·y_j·K",
    "wrong", "The label y_j is right; the paper prints another one. The factor must be 1/(λ(t − 1)), as the "
    "definition of w_t below says: with 1/(λt) it is another algorithm, which ends about as near to the optimum.",
)(mpb11_kernels.kernel_factor)  # fmt: skip
claim(
    "kernel-sum", "below its kernel listing",
    "w_{t+1} = 1/(λt)·Σ_j 1[y_{i_t}⟨w_t, φ(x_{i_t})⟩ < 1]·y_{i_t}·φ(x_{i_t})",
    "w_{t+1} is 1/(λt) times a sum over j of terms with the index i_t",
    "wrong", "The sum goes over the steps s = 1, …, t, each with its own example i_s and its own w_s.",
)(mpb11_kernels.kernel_sum)  # fmt: skip


@claim(
    "kernel-counts", "below its kernel listing", "α_{t+1}[j] = |{t' ≤ t : i_{t'} = j ∧ y_j⟨w_{t'}, φ(x_j)⟩ < 1}|",
    "α_{t+1}[j] counts the steps up to t that drew example j at a margin below 1",
    "right", "It needs w_{t'} as the next display has it, with 1/(λ(t' − 1)).",
)  # fmt: skip
def counts_of_steps(full):
    """Compare counts by the margins of the linear Algorithm 1 with the α of both kernel listings."""
    (X, y, _), T, lam = moons(), 20_000 if full else 2000, 0.1
    steps = stack(run(hinge, X, y, lam=lam, T=T))
    counts = np.bincount(steps.i[y[steps.i] * steps.score < 1], minlength=len(y))
    right, printed = (end(algorithm, linear(X), y, lam=lam, T=T).alpha for algorithm in mpb11_kernels.BOTH)
    numbers = {"examples": len(y), "α unlike the counts": int(np.sum(right != counts))}
    numbers["with 1/(λt) in the listing"] = int(np.sum(printed != counts))
    return Finding(numbers, numbers["α unlike the counts"] == 0 < numbers["with 1/(λt) in the listing"])


@claim(
    "kernel-weights", "below its kernel listing", "w_{t+1} = 1/(λt)·Σ_{j=1}^m α_{t+1}[j]·y_j·φ(x_j)",
    "w_{t+1} is 1/(λt) times the sum over j of α_{t+1}[j]·y_j·φ(x_j)",
    "right", "So w_t has 1/(λ(t − 1)), which the listing should have as its factor.",
)  # fmt: skip
def weights_of_counts(full):
    """Compare the sums, with 1/(λt) and with 1/(λ(t + 1)), with w_{t+1} of the linear machine on the same draws."""
    (X, y, _), T = moons(), 5000 if full else 500
    w = end(hinge, X, y, lam=LAM, T=T).w
    total = (end(kernelized, linear(X), y, lam=LAM, T=T).alpha * y) @ X
    off = [float(np.abs(total / (LAM * t) - w).max()) for t in (T, T + 1)]
    numbers = {"off with 1/(λt)": rounded(off[0]), "with 1/(λ(t + 1))": off[1]}
    return Finding(numbers, off[0] < 1e-9 and off[1] > 1e-4)


@claim(
    "kernel-objective", "below its kernel listing", "“can then be written in terms of the α variables”",
    "the objective is λ/2·Σ α_i·α_j·K plus the mean loss, in the α of the listing",
    "wrong", "The formula of the paper has another α, with w = Σ α_i·φ(x_i). The counts of the listing stand for β_j "
    "= α_j·y_j/(λT).",
)  # fmt: skip
def counts_in_the_objective(full):
    """Evaluate the formula with counts and with β."""
    (X, y, _), T = moons(), 5000 if full else 1000
    K = gram(X)
    last = end(kernelized, K, y, lam=LAM, T=T)
    values = [kernel_objective(some, K, y, LAM) for some in (last.alpha, last.beta(y))]
    best = kernel_optimum(K, y, LAM).value
    numbers = {"with the counts": values[0], "with β": values[1], "smallest f": best}
    return Finding(numbers, values[0] > 100 * values[1] and values[1] < best + 0.1)


wording(
    "kernel-linear", "its results with a kernel",
    "“ran the linear SVM on it. We were able to achieve on average 51.2%”",
    "the linear machine was run on the images and got 51.2 %",
    "imprecise", "The section before has 97.5 % for the linear machine. Here the Gaussian kernel must be meant.",
)  # fmt: skip


def _images(scale=1.0):
    """Return digits with pixels up to `scale`, every second one to learn from."""
    X, y, _ = digits()
    return scale * X[::2], y[::2], scale * X[1::2], y[1::2]


@claim(
    "kernel-images", "its results with a kernel",
    "“Since the data is highly linearly separable, we did not achieve high results with an RBF kernel”",
    "the Gaussian kernel gets 51.2 % because the images are linearly separable",
    "wrong", "A wide Gaussian kernel imitates the linear one. σ = 0.5 on pixels up to 255 is far below all "
    "distances: K is the identity, and every new image has a score of 0. With σ as wide as the median distance it "
    "works.",
)  # fmt: skip
def width_on_images(full):
    """Learn digits whose pixels go up to 255, for σ = 0.5 and for 0.5, 1 and 2 times the median distance."""
    X, y, Z, z = _images(255.0)
    numbers, T, median = {}, 5000 if full else 1000, median_distance(X)
    for name, width in {"0.5": 0.5, "median/2": median / 2, "median": median, "2·median": 2 * median}.items():
        K = gram(np.vstack([X, Z]), gamma=0.5 / width**2)
        if name == "0.5":
            numbers["largest K of two images"] = float((K - np.eye(len(K))).max())
        beta = end(kernelized_cached, K[: len(X), : len(X)], y, lam=LAM, T=T).beta(y)
        scores = K[len(X) :, : len(X)] @ beta
        if name == "0.5":
            numbers["share of new images with a score of 0"] = float(np.mean(scores == 0))
        numbers[f"accuracy for σ = {name}"] = float(np.mean(np.where(scores >= 0, 1, -1) == z))
    off, zero, narrow, *others = numbers.values()
    return Finding(numbers, off < 1e-12 and zero == 1 and narrow < 0.6 and min(others) > 0.9)


@claim(
    "kernel-search", "its results with a kernel",
    "“did a hyperparameter search for finding the best values of C and σ”",
    "a search found C = 0.005 and σ = 0.5 best, with 51.2 % of the images right",
    "imprecise", "The report does not say which widths its search tried, and its images are others. On these digits, a "
    "search that tries widths near the median distance finds far better values.",
)  # fmt: skip
def search(full):
    """Choose σ and C by held-out images, for digits with pixels up to 255, and measure the accuracy."""
    X, y, Z, z = _images(255.0)
    half, T = len(X) // 2, 3000 if full else 600
    tried = {}
    for width in (0.5, *(median_distance(X) * np.array([0.25, 0.5, 1.0, 2.0]))):
        K = gram(np.vstack([X, Z]), gamma=0.5 / width**2)
        for C in (0.005, 1.0):
            beta = end(kernelized_cached, K[:half, :half], y[:half], lam=lam_from_C(C, half), T=T).beta(y[:half])
            held, new = (_right(K[part, :half] @ beta, some) for part, some in _parts(half, y, z))
            tried[round(float(width), 1), C] = held, new
    chosen = max(tried, key=lambda pair: tried[pair][0])
    numbers = {"σ and C of the report, new images right": tried[0.5, 0.005][1], "σ and C chosen": list(chosen)}
    numbers["new images right"] = tried[chosen][1]
    return Finding(numbers, tried[chosen][1] > 0.9 > 0.6 > tried[0.5, 0.005][1])


def _parts(half, y, z):
    """Return the held-out images and the new ones as rows of K, with their labels."""
    return (slice(half, len(y)), y[half:]), (slice(len(y), None), z)


def _right(scores, y):
    """Return the share of images on the right side; a score of 0 counts as +1."""
    return float(np.mean(np.where(scores >= 0, 1, -1) == y))


@claim(
    "kernel-time", "its section on run time", "“vary linearly with the number of samples”",
    "with a kernel, time grows linearly with the number of examples",
    "imprecise", "A step evaluates the kernel for every x_j that was added before: at most t and at most m of them. "
    "For a given T this number grows with m at first, but not for ever. A program that computes whole rows of K does "
    "take linear time.",
)  # fmt: skip
def kernel_time(full):
    """Count the kernel evaluations in T steps for larger and larger sets."""
    sizes, T = ((125, 500, 2000, 4000), 2000) if full else ((50, 200, 800, 1600), 400)
    counts = [float(np.median([_evaluated(*moons(m, seed=s)[:2], s, T) for s in range(7)])) for m in sizes]
    numbers = {"m": list(sizes), f"evaluations in {T:,} steps": counts}
    return Finding(numbers, counts[1] > 1.5 * counts[0] and counts[3] < 1.25 * counts[2])


def _evaluated(X, y, seed, T=400):
    """Count the kernel evaluations in a run."""
    return evaluations(kernelized, gram(X), y, LAM, T, seed)


@claim(
    "kernel-exponential", "its section on run time",
    "“If the model is trained on every sample, then time would vary exponentially.”",
    "trained on every example, time would grow exponentially",
    "wrong", "It grows with the square of m: there are as many steps as examples, and at most as many evaluations in "
    "each.",
)  # fmt: skip
def one_pass(full):
    """Count the kernel evaluations in m steps, divided by m²."""
    sizes = (500, 1000, 2000, 4000) if full else (200, 400, 800)
    share = [evaluations(kernelized, gram(X), y, LAM, len(y)) / len(y) ** 2 for X, y in (moons(m)[:2] for m in sizes)]
    return Finding({"m": list(sizes), "evaluations over m²": share}, max(share) < 0.5 and max(share) < 2 * min(share))


@claim(
    "kernel-dimension", "its section on run time", "“time would increase linearly with dimensionality”",
    "with a Gaussian kernel, time grows linearly with the dimension",
    "right", "One evaluation takes a few operations for each feature, and the number of evaluations hardly depends "
    "on the dimension, if σ is as wide as the median distance.",
)  # fmt: skip
def kernel_and_d(full):
    """Count the kernel evaluations in 400 steps on 200 random examples of three dimensions; 200 a step are possible."""
    sizes, counts = (10, 100, 1000), []
    for d in sizes:
        counts.append(float(np.median([_evaluated(*_noise(d, seed), seed) for seed in range(15 if full else 5)])))
    numbers = {"features": list(sizes), "evaluations": counts, "at most": 400 * 200}
    return Finding(numbers, max(counts) < 1.2 * min(counts) and 0.4 < counts[0] / (400 * 200) < 0.6)


def _noise(d, seed):
    """Make random data with random labels."""
    rng = np.random.default_rng(seed)
    return rng.normal(size=(200, d)), np.where(rng.random(200) < 0.5, 1, -1)


@claim(
    "spike", "the caption of its last figure",
    "“The spike in between may be because data generated is random in each case”",
    "a spike in the times may come from the random data",
    "imprecise", "It may, but other random data of one size hardly change the number of kernel evaluations. A computer "
    "that did something else in that second explains a spike as well.",
)  # fmt: skip
def spike(full):
    """Count the kernel evaluations for many random sets of one size."""
    counts = [_evaluated(*_noise(100, seed), seed) for seed in range(60 if full else 12)]
    over = float(max(counts) / np.median(counts))
    numbers = {"evaluations, fewest and most": [min(counts), max(counts)], "most over median": over}
    return Finding(numbers, over < 1.15 and 0.4 < min(counts) / (400 * 200) < 0.6)
