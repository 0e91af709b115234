"""What a post of 2016 on Pegasos says."""

import numpy as np

from pegasos_edu.boxes import hinge, minibatch
from pegasos_edu.boxes.variants import variant
from pegasos_edu.datasets import breast_cancer, moons
from pegasos_edu.experiments.claims import Shown, Source
from pegasos_edu.experiments.measuring import (
    LAM,
    W,
    distances,
    end,
    median_distance_to_optimum,
    off_the_subgradient,
    rounded,
)
from pegasos_edu.losses import hinge_loss, objective
from pegasos_edu.runs import run
from pegasos_edu.theory import ball_radius, every_batch, optimum, subgradient, subgradients, touched, variance_factor

SOURCE = Source("blog2016", "a post of 2016")
claim = SOURCE.claim


@claim(
    "step", "its section on the basic procedure",
    "the objective on one example, its subgradient, the step against it with η = 1/(λt), the last w as the output",
    "right", "This is Figure 1 of the paper of 2011.",
)  # fmt: skip
def step(full):
    """One step against the subgradient, beside that of the box."""
    off = off_the_subgradient(hinge, moons()[:2], LAM, 2000 if full else 200)
    return Shown({"largest difference from the box": rounded(off)}, off < 1e-9)


@claim(
    "minimum", "its first formula", "F is the minimum over w of the penalty, plus the mean loss",
    "imprecise", "The minimum is over both terms together, and F itself is the function of w without a minimum.",
)  # fmt: skip
def minimum(full):
    """The minimum over w taken of the penalty alone is 0, at w = 0."""
    X, y, _ = moons()
    best, at_zero = optimum(X, y, LAM).value, objective(np.zeros(2), X, y, LAM)
    return Shown({"the mean loss where the penalty is smallest": at_zero, "smallest sum": best}, best < 0.9 * at_zero)


@claim(
    "similarity", "its second formula", "⟨w, x⟩ is positive where w and x are very similar",
    "imprecise", "Its sign is that of the cosine of the angle; its size grows with both lengths. It is no measure of "
    "how alike two vectors are.",
)  # fmt: skip
def similarity(full):
    """Inner products with a near vector, and with a far one at a larger angle."""
    w, near, far = np.array([1.0, 0.0]), np.array([0.5, 0.1]), np.array([50.0, 60.0])
    away = [float(np.linalg.norm(w - x)) for x in (near, far)]
    found = {"⟨w, x⟩ of a near x and a far one": [float(w @ near), float(w @ far)], "their distances from w": away}
    return Shown(found, w @ near < w @ far and away[0] < away[1])


@claim(
    "smallest-loss", "below its second formula", "the loss is smallest wherever the score has the right sign",
    "wrong", "The hinge loss is 0 from margin 1 on. Between 0 and 1 the answer is right and still costs 1 − margin, "
    "and a step that draws it adds it.",
)  # fmt: skip
def smallest_loss(full):
    """The loss of examples on the right side, and what becomes of f if steps pass them over."""
    X, y, _ = moons()
    best = optimum(X, y, LAM)
    z = y * (X @ best.w)
    inside = (z > 0) & (z < 1)
    numbers = {"right, and still a loss": int(inside.sum()), "their mean loss": float(hinge_loss(z[inside]).mean())}
    perceptron = variant(hinge, ("y[i] * score < 1", "y[i] * score <= 0"), name="perceptron")
    reached = objective(end(perceptron, X, y, lam=LAM, T=20_000 if full else 4000).w, X, y, LAM)
    numbers |= {"f when only wrong signs count": reached, "smallest f": best.value}
    return Shown(numbers, inside.any() and reached > 1.3 * best.value)


@claim(
    "acronym", "where the name is explained", "one of the words in the name is stochastic",
    "wrong", "Primal Estimated sub-GrAdient SOlver for SVM: the method is stochastic, the name does not say so.",
)  # fmt: skip
def acronym(full):
    """The capitals of the name."""
    words = "Primal Estimated sub-GrAdient SOlver for SVM"
    capitals = "".join(letter for letter in words.split(" for ")[0] if letter.isupper())
    return Shown({"words": words, "their capitals": capitals}, capitals == "PEGASO" and "tochastic" not in words)


@claim(
    "gradient", "its formula for the complete gradient", "the gradient of F is λ/2·∇‖w‖² plus the mean of the losses",
    "wrong", "The losses need their (sub)gradients as well: λ·w plus the mean of those.",
)  # fmt: skip
def gradient(full):
    """The printed formula at a point, λ·w plus a number, beside the slopes of f."""
    X, y, _ = moons()
    printed = LAM * W + hinge_loss(y * (X @ W)).mean()
    h = 1e-7 * np.eye(2)
    slopes = (objective(W + h, X, y, LAM) - objective(W - h, X, y, LAM)) / 2e-7
    right = subgradient(W, X, y, LAM)
    found = {"as printed": printed.tolist(), "the slopes of f": slopes.tolist(), "λ·w + mean of ∂ℓ": right.tolist()}
    return Shown(found, np.allclose(slopes, right, atol=1e-6) and not np.allclose(printed, right, atol=0.1))


@claim(
    "expectation", "below the formula for the complete gradient", "the expected ∇_t is the complete gradient",
    "right", "Given w_t it is a subgradient of F at w_t; batches have the same mean, and a variance that is "
    "(m − k)/(k(m − 1)) times that of one example.",
)  # fmt: skip
def expectation(full):
    """All examples, one after the other, and all batches of three."""
    X, y, _ = moons(40 if full else 12)
    whole, each = subgradient(W, X, y, LAM), subgradients(W, X, y, LAM)
    batches = each[every_batch(len(y), 3)].mean(axis=1)
    off = [float(np.abs(some.mean(axis=0) - whole).max()) for some in (each, batches)]
    spread = float(np.mean(np.sum((batches - whole) ** 2, axis=1)) / np.mean(np.sum((each - whole) ** 2, axis=1)))
    factor = variance_factor(len(y), 3)
    found = {
        "means of one and of batches of 3, off by": rounded(max(off)),
        "variance of batches of 3": spread,
        "by formula": factor,
    }
    return Shown(found, max(off) < 1e-12 and np.isclose(spread, factor))


@claim(
    "mini-batch", "its section on mini-batches", "the objective on a batch is penalty plus mean loss over the batch",
    "right", "So the step divides by k, the size of the batch; divided by the number of violators, or by nothing, it "
    "solves another problem.",
)  # fmt: skip
def mini_batch(full):
    """Batches of 20, divided by k, by the violators, by nothing."""
    data, T, seeds, found = moons()[:2], 4000 if full else 400, 9 if full else 3, {}
    for name, by in {"k": "len(A)", "the violators": "max(1, len(violators))", "nothing": "1"}.items():
        box = variant(minibatch, ("(eta / len(A))", f"(eta / {by})"), name="divided")
        found[f"f − f* divided by {name}"] = median_distance_to_optimum(box, data, 0.1, T, seeds, k=20)
    by_k, *others = found.values()
    return Shown(found, 3 * by_k < min(others))


@claim(
    "projection-sphere", "its section on the projection", "w is projected onto a sphere",
    "imprecise", "Onto the ball: a w inside of it stays where it is.",
)  # fmt: skip
def projection_sphere(full):
    """How many steps end inside."""
    X, y, _ = moons()
    norms = np.array([np.linalg.norm(one.w) for one in run(hinge, X, y, lam=LAM, T=500, project=True)])
    share = float(np.mean(norms < ball_radius(LAM) * (1 - 1e-9)))
    return Shown({"radius": ball_radius(LAM), "share of steps that end inside": share}, share > 0.5)


@claim(
    "projection-no-difference", "its section on the projection",
    "with and without the projection there is no major difference",
    "imprecise", "None late; early there can be a large one, as the first steps without it are up to R/λ long. The "
    "paper of 2007 says so too.",
)  # fmt: skip
def projection_no_difference(full):
    """f − f* with and without it, early and late, on examples that are long beside 1/√λ."""
    data, at, found = breast_cancer()[:2], [10, 3000], {}
    best = optimum(*data, LAM).value
    for name, project in (("without it", False), ("with it", True)):
        reached = median_distance_to_optimum(hinge, data, LAM, at, 25 if full else 5, best, project=project)
        found[f"f − f* {name} at T = 10 and 3,000"] = reached
    without, within = found.values()
    return Shown(found, without[0] > 5 * within[0] and 0.5 < without[1] / within[1] < 2)


@claim(
    "iterations", "its last paragraph", "O(1/ε) steps lead to accuracy ε",
    "imprecise", "Õ(R²/(λε)): λ and the length of the examples belong to it. Scaled examples with λ scaled by the "
    "square are the same problem.",
)  # fmt: skip
def iterations(full):
    """f − f* after the same number of steps, for several R²/λ, and for the same one made in two ways."""
    X, y, _ = breast_cancer()
    T, seeds, R = 10_000 if full else 1000, 15 if full else 5, float(np.linalg.norm(X, axis=1).max())
    cases = {"λ = 0.1": (X, 0.1), "λ = 0.01": (X, 0.01), "x/10, λ = 0.001": (X / 10, 0.001), "λ = 0.001": (X, 0.001)}
    reached = [median_distance_to_optimum(hinge, (Z, y), lam, T, seeds) for Z, lam in cases.values()]
    scaled = [(R / 10) ** 2 / lam if "x" in name else R**2 / lam for name, (_, lam) in cases.items()]
    found = {"cases": list(cases), "R²/λ": scaled, f"f − f* at T = {T:,}": reached}
    return Shown(found, np.isclose(reached[0], reached[2]) and 3 * reached[0] < reached[1] < reached[3] / 3)


@claim(
    "lambda", "its last paragraph",
    "earlier solvers needed 1/ε² steps because theirs grow with 1/λ, and those of Pegasos do not depend on λ",
    "wrong", "Pegasos' own bound has the factor 1/λ, as the abstract of the paper says; earlier analyses had 1/ε² for "
    "other reasons. Measured, the steps grow as λ falls.",
)  # fmt: skip
def steps_against_lam(full):
    """After how many steps f stays within 0.05 of f*, for ever smaller λ."""
    data, seeds, needed = moons(100)[:2], 15 if full else 5, []
    lams = (0.1, 0.01, 0.001, 0.0001) if full else (0.1, 0.01, 0.001)
    for lam in lams:
        at = np.unique(np.geomspace(1, 10 / lam, 40).astype(int))
        above = distances(hinge, data, lam, at, seeds) > 0.05
        latest = [int(at[row].max(initial=0)) for row in above]
        needed.append(float(np.median(latest)))
    return Shown({"λ": list(lams), "last step that is not within 0.05 of f*": needed}, sorted(needed) == needed)


@claim(
    "run-time", "its last paragraph", "the run time depends on k and T alone",
    "imprecise", "For given k and T also on the number of features, or of non-zeros with sparse rows.",
)  # fmt: skip
def run_time(full):
    """Entries that a step touches, for few and for many features."""
    rng, entries = np.random.default_rng(0), []
    for d in (10, 1000):
        X, y = rng.normal(size=(50, d)), np.where(rng.random(50) < 0.5, 1, -1)
        entries.append(float(touched(run(hinge, X, y, lam=LAM, T=50)).either.mean()))
    return Shown({"features": [10, 1000], "entries touched in a step": entries}, entries[1] > 50 * entries[0])
