"""What a student project's report says of kernels."""

import numpy as np

from pegasos_edu.boxes import hinge, kernelized, kernelized_cached
from pegasos_edu.datasets import digits, moons
from pegasos_edu.experiments import mpb11_kernels
from pegasos_edu.experiments.claims import Shown
from pegasos_edu.experiments.measuring import LAM, accuracy, end, evaluations, gram
from pegasos_edu.experiments.report import SOURCE
from pegasos_edu.kernels import median_distance
from pegasos_edu.losses import kernel_objective
from pegasos_edu.theory import kernel_optimum

claim = SOURCE.claim

claim(
    "kernel-index", "its kernel listing", "the index is chosen from {0, …, |S|}",
    "wrong", "These are |S| + 1 values, as in the paper's Figure 3: from {1, …, |S|}, or {0, …, |S| − 1} in Python.",
)(mpb11_kernels.kernel_index)  # fmt: skip
claim(
    "kernel-factor", "its kernel listing", "the score is 1/(λt) times the sum over j of α[j]·y_j·K",
    "trap", "The label y_j is right, where the paper prints another. The factor is 1/(λ(t − 1)) in step t, as "
    "w_t = 1/(λ(t − 1))·Σ: with 1/(λt) it is another sequence, which ends about as near.",
)(mpb11_kernels.kernel_factor)  # fmt: skip
claim(
    "kernel-sum", "below its kernel listing", "w_{t+1} is 1/(λt) times a sum over j whose summand has the index i_t",
    "wrong", "The sum goes over the rounds s up to t, each with its own example i_s and its own w_s.",
)(mpb11_kernels.kernel_sum)  # fmt: skip


@claim(
    "kernel-objective", "below its kernel listing", "the objective can be written in the α of the listing",
    "wrong", "The paper's formula has another α, with w = Σ α_i·φ(x_i). The counts of the listing stand for "
    "β_j = α_j·y_j/(λT).",
)  # fmt: skip
def counts_in_the_objective(full):
    """The formula with counts and with β."""
    (X, y, _), T = moons(), 5000 if full else 1000
    K = gram(X)
    last = end(kernelized, K, y, lam=LAM, T=T)
    values = [kernel_objective(some, K, y, LAM) for some in (last.alpha, last.beta(y))]
    best = kernel_optimum(K, y, LAM).value
    found = {"with the counts": values[0], "with β": values[1], "smallest f": best}
    return Shown(found, values[0] > 100 * values[1] and values[1] < best + 0.1)


@claim(
    "kernel-linear", "its results with a kernel", "the linear machine was run there, and had 51.2 %",
    "imprecise", "The section before has 97.5 % for that; the Gaussian kernel must be meant.",
)  # fmt: skip
def the_linear_one(full):
    """The linear machine on images, as near as a run comes."""
    X, y, Z, z = _images()
    found = {"accuracy of the linear one": accuracy(Z @ end(hinge, X, y, lam=LAM, T=2000).w, z)}
    return Shown(found, found["accuracy of the linear one"] > 0.9)


def _images(scale=1.0):
    """Digits with pixels up to `scale`, every second one to learn from."""
    X, y, _ = digits()
    return scale * X[::2], y[::2], scale * X[1::2], y[1::2]


@claim(
    "kernel-images", "its results with a kernel",
    "the Gaussian kernel has 51.2 %, as the images are linearly separable",
    "wrong", "A wide Gaussian kernel imitates the linear one. σ = 0.5 on pixels up to 255 is far below all distances: "
    "K is the identity, and says nothing of new images. With σ as wide as the median distance all is well.",
)  # fmt: skip
def width_on_images(full):
    """Digits with pixels up to 255, with σ = 0.5, and with σ at half, one and two median distances."""
    X, y, Z, z = _images(255.0)
    found, T, median = {}, 5000 if full else 1000, median_distance(X)
    for name, width in {"0.5": 0.5, "median/2": median / 2, "median": median, "2·median": 2 * median}.items():
        K = gram(np.vstack([X, Z]), gamma=0.5 / width**2)
        if name == "0.5":
            found["largest K of two images"] = float((K - np.eye(len(K))).max())
        beta = end(kernelized_cached, K[: len(X), : len(X)], y, lam=LAM, T=T).beta(y)
        scores = K[len(X) :, : len(X)] @ beta
        if name == "0.5":
            found["share of new images with a score of 0"] = float(np.mean(scores == 0))
        found[f"accuracy for σ = {name}"] = float(np.mean(np.where(scores >= 0, 1, -1) == z))
    off, zero, narrow, *others = found.values()
    return Shown(found, off < 1e-12 and zero == 1 and narrow < 0.6 and min(others) > 0.9)


@claim(
    "kernel-time", "its section on run time", "with a kernel, time grows linearly with the number of examples",
    "imprecise", "A step evaluates the kernel for every x_j that was added: at most t and at most m. At a given T that "
    "grows with m at first and then no more. Linear, it is for a program that computes whole rows.",
)  # fmt: skip
def kernel_time(full):
    """Kernel evaluations in T steps for ever larger sets."""
    sizes, T = ((125, 500, 2000, 4000), 2000) if full else ((50, 200, 800, 1600), 400)
    counts = [evaluations(kernelized, gram(X), y, LAM, T) for X, y in (moons(m)[:2] for m in sizes)]
    found = {"m": list(sizes), f"evaluations in {T:,} steps": counts}
    return Shown(found, counts[1] > 1.5 * counts[0] and counts[3] < 1.2 * counts[2])


@claim(
    "kernel-exponential", "its section on run time", "trained on every example, time would vary exponentially",
    "wrong", "With the square: as many steps as examples, and at most as many evaluations in each.",
)  # fmt: skip
def one_pass(full):
    """Kernel evaluations in m steps, over m²."""
    sizes = (500, 1000, 2000, 4000) if full else (200, 400, 800)
    share = [evaluations(kernelized, gram(X), y, LAM, len(y)) / len(y) ** 2 for X, y in (moons(m)[:2] for m in sizes)]
    return Shown({"m": list(sizes), "evaluations over m²": share}, max(share) < 0.5 and max(share) < 2 * min(share))


class Counted(float):
    """A number that counts what is done with it."""

    done = 0

    def __add__(self, other):
        return self._after(float.__add__, other)

    def __sub__(self, other):
        return self._after(float.__sub__, other)

    def __mul__(self, other):
        return self._after(float.__mul__, other)

    def _after(self, operation, other):
        Counted.done += 1
        return Counted(operation(self, other))


@claim(
    "kernel-dimension", "its section on run time", "with a Gaussian kernel, time grows linearly with the dimension",
    "right", "An evaluation subtracts, squares and adds for each feature.",
)  # fmt: skip
def kernel_and_d(full):
    """The operations in one ‖x − z‖²."""
    sizes, operations = (10, 100, 1000), []
    for d in sizes:
        Counted.done, total = 0, Counted(0)
        for one, other in np.random.default_rng(0).normal(size=(d, 2)):
            difference = Counted(one) - Counted(other)
            total = total + difference * difference
        operations.append(Counted.done)
    return Shown({"features": list(sizes), "operations": operations}, operations == [3 * d for d in sizes])
