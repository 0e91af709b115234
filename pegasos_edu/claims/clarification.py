"""List the claims of a course hand-out that clarifies the pseudocode of the paper."""

import math
import random

import numpy as np

from pegasos_edu.algorithms import hinge, kernelized, logistic, minibatch, scaled
from pegasos_edu.algorithms.variants import variant
from pegasos_edu.claims.claims import Finding, Source
from pegasos_edu.claims.measuring import (
    CAUGHT_UP,
    LAM,
    TWO,
    W,
    end,
    excess,
    median_distance_to_optimum,
    off_the_subgradient,
    rounded,
)
from pegasos_edu.datasets import breast_cancer, digits, moons, sparse_text
from pegasos_edu.kernels import linear
from pegasos_edu.losses import C_from_lam, lam_from_C, log_loss, log_slope, objective
from pegasos_edu.runs import run, stack
from pegasos_edu.theory import ball_radius, bounds, optimum, subgradients, touched

SOURCE = Source("clarification", "a hand-out that clarifies the pseudocode")
claim, wording = SOURCE.claim, SOURCE.wording


@claim(
    "first-t", "Algorithm 1", "t = t + 1",
    "each step adds 1 to t; the text does not say where t starts",
    "trap", "It must start at 0, so that η_1 = 1/λ. A program in which t starts at 1 takes steps of 1/(λ(t + 1)): "
    "another sequence of w, which ends about as near to the optimum.",
)  # fmt: skip
def first_t(full):
    """Compare the first step and the end of the run when t is counted from 1 and from 2."""
    X, y, _ = moons()
    later = variant(hinge, ("enumerate(draws, 1)", "enumerate(draws, 2)"), name="from_two")
    lengths = [float(np.linalg.norm(end(algorithm, X, y, lam=LAM, T=1).w)) for algorithm in (hinge, later)]
    T, seeds = 20_000 if full else 2000, 45 if full else 15
    reached = [median_distance_to_optimum(algorithm, (X, y), LAM, T, seeds) for algorithm in (hinge, later)]
    numbers = {"‖w_2‖ with t from 1 and from 2": lengths, f"f − f* after {T:,} steps": reached}
    return Finding(numbers, np.isclose(lengths[0], 2 * lengths[1]) and 1 / 3 < reached[0] / reached[1] < 3)


@claim(
    "randint", "section 1, practical hints",
    "“generating a random number for its position in the training set using random.randint”",
    "the position of an example can be drawn with random.randint",
    "trap", "Python's randint(a, b) includes b: randint(0, m) returns m, one too many, once in m + 1 draws. NumPy's "
    "randint(1, m) excludes m, and never draws the first example.",
)  # fmt: skip
def randint(full):
    """Count how often each of the indices of 9 examples is drawn."""
    m, n = 9, 100_000 if full else 10_000
    python, numpy = random.Random(0), np.random.RandomState(0)
    beyond = sum(python.randint(0, m) == m for _ in range(n)) / n
    first = int(np.sum(numpy.randint(1, m, size=n) == 0))
    numbers = {"share of randint(0, 9) that is 9": beyond, "times np.random.randint(1, 9) is 0": first}
    return Finding(numbers, abs(beyond - 1 / (m + 1)) < 0.01 and first == 0)


@claim(
    "choice", "section 1, practical hints", "“directly from a list using random.choice”",
    "an example can be drawn with random.choice",
    "trap", "X and Y are two lists. If random.choice is called once for each list, x and y belong to different "
    "examples: draw a pair from list(zip(X, Y)), or an index.",
)  # fmt: skip
def choice(full):
    """Draw pairs from both lists at once and separately; count how often the label belongs to x."""
    (X, y, _), T, numbers, ends = moons(), 20_000 if full else 4000, {}, []
    best = optimum(X, y, LAM).value
    for name, apart in (("together", False), ("apart", True)):
        drawn = random.Random(0)
        i = [drawn.choice(range(len(y))) for _ in range(T)]
        j = [drawn.choice(range(len(y))) for _ in range(T)] if apart else i
        w = end(hinge, X[i], y[j], lam=LAM, draws=list(range(T))).w
        numbers[f"share of right labels, drawn {name}"] = float(np.mean(y[i] == y[j]))
        ends.append(objective(w, X, y, LAM) - best)
    numbers["f − f*"] = ends
    return Finding(numbers, 0.4 < numbers["share of right labels, drawn apart"] < 0.6 and ends[1] > 10 * ends[0])


@claim(
    "optional-step", "section 1, the differences in notation", "“This is not necessary and has been left out here.”",
    "the optional projection is not necessary",
    "right", "The analysis of 2011 holds without it, with the constant 4R² instead of (√λ + R)². Without it the "
    "first steps can lead far away; later, neither is better.",
)  # fmt: skip
def optional_step(full):
    """Measure f − f* with and without projection after 3,000 steps, and compare the regret with the bound."""
    (X, y, _), lams, ratios, seeds = moons(), (0.1, 0.01, 0.001), [], 25 if full else 9
    for lam in lams:
        free, held = (median_distance_to_optimum(hinge, (X, y), lam, 3000, seeds, project=p) for p in (False, True))
        ratios.append(free / held)
    (Z, z), draws = TWO, [0, 1, 0]
    regret = float(excess(run(hinge, Z, z, lam=LAM, draws=draws), Z, z, LAM, np.zeros(1)).mean())
    limits = [bounds.average_regret(1.0, LAM, 3, project) for project in (False, True)]
    numbers = {"λ": list(lams), "f − f* without it, over that with it": ratios}
    numbers |= {"regret of two examples without it": regret, "bounds with 4R² and with (√λ + R)²": limits}
    return Finding(numbers, 1 / 5 < min(ratios) and max(ratios) < 5 and limits[1] < regret < limits[0])


@claim(
    "passes", "section 1, practical hints",
    "“go through the training set a fixed number of times as in the perceptron code”",
    "a program may go through the training set a number of times instead of drawing examples",
    "imprecise", "That works in a random order. In the order of the file, in which one class often comes after the "
    "other, the class that was seen last decides.",
)  # fmt: skip
def passes(full):
    """Make twenty passes over digits that are sorted by label."""
    X, y, _ = digits()
    order, seeds, numbers = np.argsort(y, kind="stable"), 9 if full else 5, {}
    names = {"uniform": "independent draws", "epochs": "reshuffled passes", "permutation": "one random order"}
    for sampling, name in (names | {"cyclic": "the order of the file"}).items():
        data, runs = (X[order], y[order]), 1 if sampling == "cyclic" else seeds
        numbers[f"f − f*, {name}"] = median_distance_to_optimum(hinge, data, LAM, 20 * len(y), runs, sampling=sampling)
    *shuffled, stored = numbers.values()
    return Finding(numbers, max(shuffled) < 10 * min(shuffled) and stored > 5 * max(shuffled))


@claim(
    "derivation", "section 2.3",
    "“we arrive at Algorithm 1 if we combine Algorithm 2 with the variable step length formula”",
    "the gradient λ·w + ∇Loss, put into SGD with η = 1/(λt), is Algorithm 1",
    "right", "At a margin of 1 it is a subgradient.",
)  # fmt: skip
def derivation(full):
    """Compare the gradient with slopes of f on single examples, and steps along it with the algorithm."""
    X, y, _ = moons()
    h = 1e-7 * np.eye(2)
    slopes = [(objective(W + h, X[[i]], y[[i]], LAM) - objective(W - h, X[[i]], y[[i]], LAM)) / 2e-7 for i in range(20)]
    off = float(np.abs(np.array(slopes) - subgradients(W, X[:20], y[:20], LAM)).max())
    steps = off_the_subgradient(hinge, (X, y), LAM, 2000 if full else 200)
    return Finding(
        {"gradient beside slopes, off by": rounded(off, 1e-6), "steps, off by": rounded(steps)},
        off < 1e-6 and steps < 1e-9,
    )


@claim(
    "bounce", "section 2.2", "“The purpose of this is to avoid the problems we saw in the lecture”",
    "steps that get smaller do not bounce around near the optimum",
    "right", "With a constant step size, w keeps moving, at a distance from the optimum that grows with the step size.",
)  # fmt: skip
def bounce(full):
    """Measure how far w moves late in a run, and f − f* there, with constant steps and with 1/(λt)."""
    (X, y, _), numbers, T = moons(), {}, 20_000 if full else 4000
    best = optimum(X, y, LAM).value
    for name, size in {"1/(λt)": "1 / (lam * t)", "0.1": "0.1", "1": "1.0"}.items():
        algorithm = variant(hinge, ("eta = 1 / (lam * t)", f"eta = {size}"), name="sized")
        late = [stack(run(algorithm, X, y, lam=LAM, T=T, seed=seed)).w[-1000:] for seed in range(9 if full else 3)]
        spread = float(np.median([np.linalg.norm(w - w.mean(axis=0), axis=1).mean() for w in late]))
        above = float(np.median([objective(w, X, y, LAM).mean() for w in late]) - best)
        numbers[f"spread of w and mean f − f*, η = {name}"] = [spread, above]
    falling, small, large = map(np.array, numbers.values())
    return Finding(numbers, (1.5 * falling < small).all() and (2 * small < large).all())


@claim(
    "c", "footnote 1", "“where C is multiplied by the loss, not the regularizer”",
    "other formulations have C, which multiplies the loss and not the penalty",
    "imprecise", "That is half of the difference. With C the losses are also summed, not averaged: C = 1/(λm).",
)  # fmt: skip
def c_and_lam(full):
    """Compare the w of scikit-learn's solver for C = 1/(λm), and the optimum for C = 1/λ, with the optimum for λ."""
    from sklearn.svm import LinearSVC

    X, y, _ = moons()
    lam, best = 0.1, optimum(X, y, 0.1).value
    model = LinearSVC(C=C_from_lam(lam, len(y)), loss="hinge", fit_intercept=False, tol=1e-8, max_iter=10**6)
    by_mean = objective(model.fit(X, y).coef_[0], X, y, lam) - best
    other = objective(optimum(X, y, lam_from_C(1 / lam, len(y))).w, X, y, lam) - best
    return Finding(
        {"f − f* for C = 1/(λm)": rounded(by_mean, 1e-5), "for C = 1/λ": other}, abs(by_mean) < 1e-5 and other > 1e-3
    )


@claim(
    "log-gradient", "section 3", "∇(“Loss”) = −y_i/(1 + exp(y_i·(w·x_i)))·x_i",
    "the gradient of the log loss is −y/(1 + exp(y·⟨w, x⟩))·x",
    "right", "It is the one in the table of the paper.",
)  # fmt: skip
def log_gradient(full):
    """Compare the printed slope with differences of the loss."""
    z = np.linspace(-30, 30, 601)
    printed, h = -1 / (1 + np.exp(z)), 1e-6
    off = float(np.abs((log_loss(z + h) - log_loss(z - h)) / (2 * h) - printed).max())
    return Finding({"largest difference": rounded(off, 1e-7)}, off < 1e-7 and np.allclose(printed, log_slope(z)))


wording(
    "page", "section 3", "“In the table on page 15 in the Pegasos paper”",
    "the table of the losses is on page 15 of the paper",
    "imprecise", "It is on page 14 of the authors' manuscript of 26 pages; other versions have other pages. It is "
    "the table of section 5.",
)  # fmt: skip


@claim(
    "log-rescaled", "section 3", "“Don't forget that the weight vector still needs to be rescaled in each step.”",
    "with the log loss, too, every step multiplies w by 1 − ηλ",
    "right", "Without it the penalty is missing, and the first steps, of size 1/λ, are never undone.",
)  # fmt: skip
def log_rescaled(full):
    """Measure f − f* for the log loss, with and without the factor."""
    (X, y, _), T, seeds = moons(), 10_000 if full else 1000, 15 if full else 5
    best = optimum(X, y, LAM, loss="log").value
    unscaled, numbers = variant(logistic, ("(1 - eta * lam) * w", "w"), name="unscaled"), {}
    for name, algorithm in (("with it", logistic), ("without it", unscaled)):
        ends = [objective(end(algorithm, X, y, lam=LAM, T=T, seed=s).w, X, y, LAM, "log") for s in range(seeds)]
        numbers[f"f − f* {name}"] = float(np.median(ends)) - best
    right, wrong = numbers.values()
    return Finding(numbers, right < 0.02 and wrong > 10 * right)


@claim(
    "overflow", "section 3", "“If you use np.exp, you'll just get a warning message that you can ignore.”",
    "NumPy's exp overflows with a warning that can be ignored",
    "trap", "In the gradient it can: 1/(1 + exp(z)) becomes 0 or 1, as it should. In the objective, log(1 + exp(−z)) "
    "becomes infinite, or 0 instead of a small number; logaddexp(0, −z) avoids both.",
)  # fmt: skip
def overflow(full):
    """Evaluate both forms at margins that a run reaches."""
    X, y, _ = breast_cancer()
    w = stack(run(logistic, X, y, lam=1e-4, T=2000 if full else 200)).w
    largest = float(np.abs(X @ w.T).max())
    with np.errstate(over="ignore"):
        pull, loss = 1 / (1 + np.exp(np.array([-1000.0, 1000.0]))), np.log(1 + np.exp(np.array([1000.0, -40.0])))
    numbers = {"largest margin in a run": largest, "pulls at −1,000 and 1,000": pull.tolist()}
    numbers |= {"losses at −1,000 and 40": loss.tolist(), "with logaddexp": log_loss([-1000.0, 40.0]).tolist()}
    try:
        math.exp(1000)
    except OverflowError as error:
        numbers["math.exp"] = str(error)
    right = pull.tolist() == [1, 0] and loss.tolist() == [math.inf, 0] and "math.exp" in numbers
    return Finding(numbers, right and largest > 709)


@claim(
    "scale-factor", "section 4", "“We initialize a to 1” …, a = (1 − η·λ)·a",
    "a starts at 1 and is multiplied by 1 − η·λ in every step, including the first",
    "wrong", "1 − η·λ is 0 at t = 1: a becomes 0, and the addition divides by it. Leave a as it is at t = 1. A test "
    "for a = 0 does not catch every λ: for some, rounding leaves 1e-16 instead of 0, and the result is right.",
)  # fmt: skip
def scale_factor(full):
    """Find the factor after step 1 for λ = 1/n, and the final w of a run with the printed steps."""
    X, y, _ = moons()
    zero = float(np.mean([1 - 1 / (1 / n) * (1 / n) == 0 for n in range(1, 10_001)]))
    printed, ends = variant(scaled, ("if t > 1:", "if True:"), name="printed"), []
    with np.errstate(all="ignore"):
        for lam in (1e-4, 1e-5):
            ends.append("NaN" if np.isnan(end(printed, X, y, lam=lam, T=100).w).any() else "numbers")
    return Finding({"share of λ = 1/n with a = 0": zero, "w at λ = 1e-4 and 1e-5": ends}, ends == ["NaN", "numbers"])


@claim(
    "scale-order", "section 4",
    "“replace the vector scaling step above with the following” …, “change the dot product”",
    "the change of a is described before the score",
    "trap", "The score must be computed with the a of the step before. With the new a it has the factor 1/(λt), as in "
    "Figure 3 of the paper: this is another algorithm, some of whose decisions differ.",
)  # fmt: skip
def scale_order(full):
    """Count the decisions that differ from Algorithm 1, and from Algorithm 1 with the factor of Figure 3."""
    X, y, _ = moons()
    figure = variant(kernelized, ("score = eta * total", "score = total / (lam * t)"), name="with_its_factor")
    lams, differ, same = (0.1, 0.01, 0.001), [], True
    for lam in lams:
        plain, early = (stack(run(algorithm, X, y, lam=lam, T=2000)) for algorithm in (hinge, CAUGHT_UP))
        differ.append(int(np.sum((y[plain.i] * plain.score < 1) != (y[early.i] * early.score < 1))))
        alpha = end(figure, linear(X), y, lam=lam, T=2000).alpha
        counts = np.bincount(early.i[y[early.i] * early.score < 1], minlength=len(y))
        same = same and np.array_equal(alpha, counts)
    numbers = {
        "λ": list(lams),
        "decisions that differ, of 2,000": differ,
        "counts compared with Figure 3": "equal" if same else "different",
    }
    return Finding(numbers, max(differ) > 0 and same)


@claim(
    "scale-cost", "section 4",
    "“we need to go through all dimensions, and we need to do this for every training instance!”",
    "to rescale w, a step goes through all dimensions",
    "right", "With w = a·v it goes through the non-zeros of its example only.",
)  # fmt: skip
def scale_cost(full):
    """Count the entries that a step rewrites on sparse rows, by the pseudocode and with the factor a."""
    X, y, _ = sparse_text(m=100, d=10_000 if full else 1000, nnz=20)
    plain = touched(run(minibatch, X, y, lam=LAM, T=100, k=1)).rewritten
    kept = touched(run(scaled, X, y, lam=LAM, T=100)).rewritten
    numbers = {"features": X.shape[1], "non-zeros of an example": 20}
    numbers |= {"rewritten in a step": float(np.median(plain)), "with the factor a": float(np.median(kept))}
    return Finding(numbers, numbers["rewritten in a step"] == X.shape[1] and numbers["with the factor a"] <= 20)


@claim(
    "subgradient", "footnote 2", "“This doesn't have any practical consequences in our case.”",
    "it makes no difference in practice that ∇ is only a subgradient",
    "right", "Margins of exactly 1 are rare with measured features, and < or ≤ makes no difference. With whole "
    "numbers they occur, and a test of one step can tell the two apart.",
)  # fmt: skip
def only_a_subgradient(full):
    """Compare runs with < and with ≤, on measured features and at a tie."""
    loose = variant(hinge, ("y[i] * score < 1", "y[i] * score <= 1"), name="loose")
    X, y, _ = moons()
    ends = [end(algorithm, X, y, lam=LAM, T=5000).w for algorithm in (hinge, loose)]
    tie = [end(algorithm, [[1.0]], [1], lam=1.0, T=2).w.tolist() for algorithm in (hinge, loose)]
    numbers = {"difference on moons": float(np.abs(ends[0] - ends[1]).max()), "w at a tie, with < and ≤": tie}
    return Finding(numbers, np.array_equal(*ends) and tie[0] != tie[1])


@claim(
    "two-losses", "section 1", "“algorithm applied to the SVC and LR objective functions”",
    "Pegasos works with both the hinge loss and the log loss",
    "right", "The bound is the same for the log loss. Its optimum lies in a smaller ball, of radius 0.528/√λ.",
)  # fmt: skip
def two_losses(full):
    """Measure how close a run with the log loss comes to the optimum, and where the optimum lies."""
    X, y, _ = breast_cancer()
    best = optimum(X, y, LAM, loss="log")
    f = [objective(end(logistic, X, y, lam=LAM, T=3000, seed=s).w, X, y, LAM, "log") for s in range(9 if full else 5)]
    lengths = [float(np.linalg.norm(optimum(X, y, lam, "log").w) * math.sqrt(lam)) for lam in (0.001, 0.1, 10.0)]
    numbers = {"f − f*": float(np.median(f)) - best.value, "‖w*‖·√λ": lengths, "ball": ball_radius(1.0, "log")}
    return Finding(numbers, numbers["f − f*"] < 0.05 and max(lengths) <= numbers["ball"])
