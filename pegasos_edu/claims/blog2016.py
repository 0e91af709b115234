"""List the claims of a blog post of 2016 on Pegasos."""

import numpy as np

from pegasos_edu.algorithms import hinge, kernelized, minibatch
from pegasos_edu.algorithms.variants import variant
from pegasos_edu.claims.claims import Finding, Source
from pegasos_edu.claims.measuring import (
    LAM,
    W,
    distances,
    end,
    evaluations,
    gram,
    last_above,
    median_distance_to_optimum,
    off_the_subgradient,
    rounded,
)
from pegasos_edu.datasets import breast_cancer, moons
from pegasos_edu.losses import hinge_loss, objective
from pegasos_edu.runs import run, stack
from pegasos_edu.theory import ball_radius, every_batch, optimum, subgradient, subgradients, touched, variance_factor

SOURCE = Source("blog2016", "a post of 2016")
claim, wording = SOURCE.claim, SOURCE.wording


@claim(
    "step", "its section on the basic procedure", "∇_t = λw_t − 1[y_{i_t}⟨w_t, x_{i_t}⟩ < 1]·y_{i_t}·x_{i_t}",
    "a step goes against the subgradient of the objective on one example, with η = 1/(λt)",
    "right", "This is Figure 1 of the paper of 2011.",
)  # fmt: skip
def step(full):
    """Compare the steps with the subgradient, and the subgradient with slopes of the objective on one example."""
    X, y, _ = moons()
    off = off_the_subgradient(hinge, (X, y), LAM, 2000 if full else 200)
    h, gap = 1e-7 * np.eye(2), 0.0
    for i in range(20):
        example = X[[i]], y[[i]], LAM
        slopes = (objective(W + h, *example) - objective(W - h, *example)) / 2e-7
        gap = max(gap, float(np.abs(slopes - subgradients(W, *example)[0]).max()))
    numbers = {"largest difference from the algorithm": rounded(off), "from the slopes": rounded(gap, 1e-6)}
    return Finding(numbers, off < 1e-9 and gap < 1e-6)


wording(
    "minimum", "its first formula", "F = min_w(λ/2·‖w‖²) + 1/m·Σ l(w; (x, y))",
    "F is the minimum over w of the penalty, plus the mean loss",
    "imprecise", "The minimum is over both terms together, and F itself is the function of w without a minimum.",
)  # fmt: skip


@claim(
    "similarity", "its second formula", "⟨w, x⟩ = “+ve, when w is very similar to x”",
    "⟨w, x⟩ is positive if w and x are very similar",
    "imprecise", "It is, but it is also positive for many vectors that are far apart: its sign is that of the cosine "
    "of the angle, and its size grows with both lengths. It does not measure how similar two vectors are.",
)  # fmt: skip
def similarity(full):
    """Draw random pairs; look at pairs closer than ‖w‖, and compare the orders by ⟨w, x⟩ and by distance."""
    w, x = np.random.default_rng(0).normal(size=(2, 20_000 if full else 2000, 3))
    inner, away = np.sum(w * x, axis=1), np.linalg.norm(w - x, axis=1)
    near = away < np.linalg.norm(w, axis=1)
    halves = len(w) // 2
    reversed_ = float(np.mean((inner[:halves] < inner[halves:]) == (away[:halves] < away[halves:])))
    numbers = {"near pairs with ⟨w, x⟩ > 0": float(np.mean(inner[near] > 0))}
    numbers |= {"cases in which the pair with the larger ⟨w, x⟩ is farther apart": reversed_}
    return Finding(numbers, numbers["near pairs with ⟨w, x⟩ > 0"] == 1 and reversed_ > 0.2)


@claim(
    "smallest-loss", "below its second formula", "“the loss function will be minimized in these two scenarios”",
    "the loss is smallest wherever the score has the right sign",
    "wrong", "The hinge loss is 0 from margin 1 on. Between 0 and 1 the answer is right, but the loss is still "
    "1 − margin, and a step that draws the example adds it.",
)  # fmt: skip
def smallest_loss(full):
    """Measure the loss of examples on the right side, and the final f of a run that ignores these examples."""
    X, y, _ = moons()
    best = optimum(X, y, LAM)
    z = y * (X @ best.w)
    lossy = hinge_loss(z[z > 0])
    lossy = lossy[lossy > 0]
    numbers = {"right, and still a loss": len(lossy), "their mean loss": float(lossy.sum() / max(1, len(lossy)))}
    perceptron = variant(hinge, ("y[i] * score < 1", "y[i] * score <= 0"), name="perceptron")
    T = 20_000 if full else 4000
    f = [float(objective(end(algorithm, X, y, lam=LAM, T=T).w, X, y, LAM)) for algorithm in (hinge, perceptron)]
    numbers |= {"f of Pegasos, and when only wrong signs count": f, "smallest f": best.value}
    return Finding(numbers, len(lossy) > 0 and f[0] < 1.1 * best.value and f[1] > 1.3 * best.value)


@claim(
    "indicator", "its section on the basic procedure", "“only when w yields some non-zero loss in the example”",
    "an example is added only if it has a loss",
    "right", "Any other step only shrinks w.",
)  # fmt: skip
def indicator(full):
    """Compare the steps that only shrink w with the examples that have no loss."""
    X, y, _ = moons()
    steps = stack(run(hinge, X, y, lam=LAM, T=5000 if full else 1000))
    before = np.vstack([np.zeros((1, 2)), steps.w[:-1]])
    shrunk = np.abs(steps.w - (1 - steps.eta * LAM)[:, None] * before).max(axis=1) < 1e-12
    lossless = hinge_loss(y[steps.i] * steps.score) == 0
    numbers = {"steps without a loss": int(lossless.sum()), "steps that only shrink": int(shrunk.sum())}
    return Finding(numbers, np.array_equal(shrunk, lossless) and 0 < lossless.sum() < len(lossless))


wording(
    "acronym", "where the name is explained", "“where stochastic means having a random probability distribution”",
    "one of the words in the name is stochastic",
    "wrong", "The name stands for Primal Estimated sub-GrAdient SOlver for SVM. The method is stochastic; the name "
    "does not say so.",
)  # fmt: skip


@claim(
    "gradient", "its formula for the complete gradient", "Ḟ = λ/2·∇‖w‖² + 1/m·Σ l(w; (x, y))",
    "the gradient of F is λ/2·∇‖w‖² plus the mean of the losses",
    "wrong", "It is λ·w plus the mean of the (sub)gradients of the losses.",
)  # fmt: skip
def gradient(full):
    """Compare the printed formula at a point, λ·w plus a number, with the slopes of f."""
    X, y, _ = moons()
    printed = LAM * W + hinge_loss(y * (X @ W)).mean()
    h = 1e-7 * np.eye(2)
    slopes = (objective(W + h, X, y, LAM) - objective(W - h, X, y, LAM)) / 2e-7
    right = subgradient(W, X, y, LAM)
    numbers = {"as printed": printed.tolist(), "the slopes of f": slopes.tolist(), "λ·w + mean of ∂ℓ": right.tolist()}
    return Finding(numbers, np.allclose(slopes, right, atol=1e-6) and not np.allclose(printed, right, atol=0.1))


@claim(
    "expectation", "below the formula for the complete gradient",
    "“the expected value of the subgradient” …, “turns out to be equal to the complete gradient”",
    "the expected ∇_t is the complete gradient",
    "right", "Given w_t, it is a subgradient of F at w_t; batches have the same mean, and a variance that is (m − "
    "k)/(k(m − 1)) times that of one example.",
)  # fmt: skip
def expectation(full):
    """Run through all examples one by one, and through all batches of three."""
    X, y, _ = moons(40 if full else 12)
    whole, each = subgradient(W, X, y, LAM), subgradients(W, X, y, LAM)
    batches = each[every_batch(len(y), 3)].mean(axis=1)
    off = [float(np.abs(some.mean(axis=0) - whole).max()) for some in (each, batches)]
    spread = float(np.mean(np.sum((batches - whole) ** 2, axis=1)) / np.mean(np.sum((each - whole) ** 2, axis=1)))
    factor = variance_factor(len(y), 3)
    numbers = {
        "means of one and of batches of 3, off by": rounded(max(off)),
        "variance of batches of 3": spread,
        "by formula": factor,
    }
    return Finding(numbers, max(off) < 1e-12 and np.isclose(spread, factor))


@claim(
    "mini-batch", "its section on mini-batches", "f(w, A_t) = λ/2·‖w‖² + 1/k·Σ_{i ∈ A_t} l(w; (x_i, y_i))",
    "the objective on a batch is the penalty plus the mean loss over the batch",
    "right", "So a step divides by k, the size of the batch. A step that divides by the number of violators, or not "
    "at all, solves another problem.",
)  # fmt: skip
def mini_batch(full):
    """Divide the sum over batches of 20 by k, by the number of violations, and not at all."""
    data, T, seeds, numbers = moons()[:2], 4000 if full else 400, 9 if full else 5, {}
    for name, by in {"k": "len(A)", "the violators": "max(1, len(violators))", "nothing": "1"}.items():
        algorithm = variant(minibatch, ("(eta / len(A))", f"(eta / {by})"), name="divided")
        numbers[f"f − f* divided by {name}"] = median_distance_to_optimum(algorithm, data, 0.1, T, seeds, k=20)
    by_k, *others = numbers.values()
    return Finding(numbers, 3 * by_k < min(others))


@claim(
    "projection-sphere", "its section on the projection", "“project” w_t “after each iteration onto a sphere”",
    "w is projected onto a sphere",
    "imprecise", "It is projected onto the ball: a w inside the ball stays where it is.",
)  # fmt: skip
def projection_sphere(full):
    """Measure the share of steps that end inside the ball."""
    X, y, _ = moons()
    norms = np.array([np.linalg.norm(step.w) for step in run(hinge, X, y, lam=LAM, T=500, project=True)])
    share = float(np.mean(norms < ball_radius(LAM) * (1 - 1e-9)))
    return Finding({"radius": ball_radius(LAM), "share of steps that end inside": share}, share > 0.5)


@claim(
    "projection-no-difference", "its section on the projection",
    "“no major difference was found during the experiments between the projected and the unprojected variants”",
    "runs with and without the projection do not differ much",
    "imprecise", "Late in a run they do not. Early they can differ a lot, because the first steps without the "
    "projection are up to R/λ long. The paper of 2007 says so, too.",
)  # fmt: skip
def projection_no_difference(full):
    """Measure f − f* with and without the projection, early and late, on examples longer than 1/√λ."""
    data, at, numbers = breast_cancer()[:2], [10, 3000], {}
    best = optimum(*data, LAM).value
    for name, project in (("without it", False), ("with it", True)):
        reached = median_distance_to_optimum(hinge, data, LAM, at, 25 if full else 5, best, project=project)
        numbers[f"f − f* {name} at T = 10 and 3,000"] = reached
    without, within = numbers.values()
    return Finding(numbers, without[0] > 5 * within[0] and 0.5 < without[1] / within[1] < 2)


@claim(
    "iterations", "its last paragraph",
    "“the number of iterations required to obtain a solution of accuracy” ε “is” O(1/ε)",
    "O(1/ε) steps lead to accuracy ε",
    "imprecise", "It takes Õ(R²/(λε)) steps: the number depends on λ and on the length of the examples. If the "
    "examples are s times as long and λ is multiplied by s², the problem stays the same.",
)  # fmt: skip
def iterations(full):
    """Measure f − f* after the same number of steps for several R²/λ, and for two problems with the same R²/λ."""
    X, y, _ = breast_cancer()
    T, seeds, R = 10_000 if full else 1000, 15 if full else 5, float(np.linalg.norm(X, axis=1).max())
    cases = {"λ = 0.1": (X, 0.1), "λ = 0.01": (X, 0.01), "x/10, λ = 0.001": (X / 10, 0.001), "λ = 0.001": (X, 0.001)}
    reached = [median_distance_to_optimum(hinge, (Z, y), lam, T, seeds) for Z, lam in cases.values()]
    scaled = [(R / 10) ** 2 / lam if "x" in name else R**2 / lam for name, (_, lam) in cases.items()]
    numbers = {"cases": list(cases), "R²/λ": scaled, f"f − f* at T = {T:,}": reached}
    return Finding(numbers, np.isclose(reached[0], reached[2]) and 3 * reached[0] < reached[1] < reached[3] / 3)


@claim(
    "lambda", "its last paragraph", "“while with PEGASOS, this is not the case”",
    "earlier solvers needed 1/ε² steps because their number of steps grows with 1/λ; that of Pegasos does not",
    "wrong", "The bound of Pegasos has the factor 1/λ as well, as the abstract of the paper says. Earlier analyses "
    "had 1/ε² for other reasons. In runs the number of steps grows as λ falls.",
)  # fmt: skip
def steps_against_lam(full):
    """Count the steps until f stays within 0.05 of f*, for smaller and smaller λ."""
    data, seeds, needed = moons(100)[:2], 15 if full else 5, []
    lams = (0.1, 0.01, 0.001, 0.0001) if full else (0.1, 0.01, 0.001)
    for lam in lams:
        at = np.unique(np.geomspace(1, 10 / lam, 40).astype(int))
        needed.append(float(np.median(last_above(distances(hinge, data, lam, at, seeds) > 0.05, at))))
    numbers = {"λ": list(lams), "last step that is not within 0.05 of f*": needed}
    return Finding(numbers, np.inf > needed[-1] and needed[2] > 2 * needed[1] > 4 * needed[0])


@claim(
    "run-time", "its last paragraph", "“It just depends on” k, “the size of the subset we are taking, and” T",
    "the run time depends on k and T alone",
    "imprecise", "It does not depend on m, for linear kernels. But for given k and T it depends on the number of "
    "features, or of non-zeros for sparse rows; and with other kernels it depends on m.",
)  # fmt: skip
def run_time(full):
    """Measure the cost of a step for fixed k and T, with few and many examples and features, and with a kernel."""
    rng, T, cases = np.random.default_rng(0), 200, ((50, 10), (200, 10), (50, 300))
    entries, kernel = [], []
    for m, d in cases:
        X, y = rng.normal(size=(m, d)), np.where(rng.random(m) < 0.5, 1, -1)
        entries.append(float(touched(run(hinge, X, y, lam=LAM, T=T)).either.mean()))
        kernel.append(evaluations(kernelized, gram(X), y, LAM, T) / T)
    numbers = {"m and d": [f"{m} and {d}" for m, d in cases], "entries touched in a step, linear": entries}
    numbers["kernel evaluations in a step"] = kernel
    return Finding(numbers, entries[0] == entries[1] and entries[2] > 20 * entries[0] and kernel[1] > 1.3 * kernel[0])
