"""What a hand-out says that clarifies the pseudocode of the paper for a course."""

import math
import random

import numpy as np

from pegasos_edu.boxes import hinge, kernelized, logistic, scaled
from pegasos_edu.boxes.variants import variant
from pegasos_edu.datasets import breast_cancer, digits, moons
from pegasos_edu.experiments.claims import Shown, Source
from pegasos_edu.experiments.measuring import (
    CAUGHT_UP,
    LAM,
    W,
    end,
    median_distance_to_optimum,
    off_the_subgradient,
    rounded,
)
from pegasos_edu.kernels import linear
from pegasos_edu.losses import C_from_lam, lam_from_C, log_loss, log_slope, objective
from pegasos_edu.runs import run, stack
from pegasos_edu.theory import ball_radius, optimum, subgradients

SOURCE = Source("clarification", "a hand-out that clarifies the pseudocode")
claim = SOURCE.claim


@claim(
    "first-t", "Algorithm 1", "t is one more in each round; where it starts is not said",
    "trap", "At 0 before the first round, so that η_1 = 1/λ. Who starts at 1 takes steps of 1/(λ(t + 1)): another "
    "sequence, which ends about as near.",
)  # fmt: skip
def first_t(full):
    """The first step, and where the run ends, with t counted from 1 and from 2."""
    X, y, _ = moons()
    later = variant(hinge, ("enumerate(draws, 1)", "enumerate(draws, 2)"), name="from_two")
    lengths = [float(np.linalg.norm(end(box, X, y, lam=LAM, T=1).w)) for box in (hinge, later)]
    T, seeds = 20_000 if full else 2000, 15 if full else 5
    reached = [median_distance_to_optimum(box, (X, y), LAM, T, seeds) for box in (hinge, later)]
    found = {"‖w_2‖ with t from 1 and from 2": lengths, f"f − f* after {T:,} steps": reached}
    return Shown(found, np.isclose(lengths[0], 2 * lengths[1]) and 0.5 < reached[0] / reached[1] < 2)


@claim(
    "randint", "section 1, practical hints", "the position of an example can be drawn with random.randint",
    "trap", "Python's randint(a, b) includes b: randint(0, m) is one too far once in m + 1 draws. NumPy's stops before "
    "b; from 1 on, it never draws the first example.",
)  # fmt: skip
def randint(full):
    """How often each index comes, of 9 examples."""
    m, n = 9, 100_000 if full else 10_000
    python, numpy = random.Random(0), np.random.RandomState(0)
    beyond = sum(python.randint(0, m) == m for _ in range(n)) / n
    first = int(np.sum(numpy.randint(1, m, size=n) == 0))
    found = {"share of randint(0, 9) that is 9": beyond, "times np.random.randint(1, 9) is 0": first}
    return Shown(found, abs(beyond - 1 / (m + 1)) < 0.01 and first == 0)


@claim(
    "passes", "section 1, practical hints", "one may go through the training set a number of times instead of drawing",
    "imprecise", "In a random order. In the order of the file, where one class often comes after the other, the last "
    "class that was seen decides.",
)  # fmt: skip
def passes(full):
    """Twenty passes over digits that are sorted by label."""
    X, y, _ = digits()
    order, seeds, found = np.argsort(y, kind="stable"), 9 if full else 3, {}
    names = {"uniform": "independent draws", "epochs": "reshuffled passes", "permutation": "one random order"}
    for sampling, name in (names | {"cyclic": "the order of the file"}).items():
        data, runs = (X[order], y[order]), 1 if sampling == "cyclic" else seeds
        found[f"f − f*, {name}"] = median_distance_to_optimum(hinge, data, LAM, 20 * len(y), runs, sampling=sampling)
    *shuffled, stored = found.values()
    return Shown(found, max(shuffled) < 10 * min(shuffled) and stored > 5 * max(shuffled))


@claim(
    "derivation", "section 2.3", "the gradient λ·w + ∇Loss, put into SGD with η = 1/(λt), is Algorithm 1",
    "right", "It is a subgradient where the margin is 1.",
)  # fmt: skip
def derivation(full):
    """The slopes of f on each single example; and steps against them, beside the box."""
    X, y, _ = moons()
    h = 1e-7 * np.eye(2)
    slopes = [(objective(W + h, X[[i]], y[[i]], LAM) - objective(W - h, X[[i]], y[[i]], LAM)) / 2e-7 for i in range(20)]
    off = float(np.abs(np.array(slopes) - subgradients(W, X[:20], y[:20], LAM)).max())
    steps = off_the_subgradient(hinge, (X, y), LAM, 2000 if full else 200)
    return Shown(
        {"gradient beside slopes, off by": rounded(off, 1e-6), "steps, off by": rounded(steps)},
        off < 1e-6 and steps < 1e-9,
    )


@claim(
    "c", "footnote 1", "other formulations have C, which multiplies the loss and not the penalty",
    "imprecise", "True, and one half of it: there the losses are summed, here they are averaged. So C = 1/(λm).",
)  # fmt: skip
def c_and_lam(full):
    """scikit-learn's solver with C = 1/(λm), and the optimum of what C = 1/λ stands for."""
    from sklearn.svm import LinearSVC

    X, y, _ = moons()
    lam, best = 0.1, optimum(X, y, 0.1).value
    model = LinearSVC(C=C_from_lam(lam, len(y)), loss="hinge", fit_intercept=False, tol=1e-8, max_iter=10**6)
    by_mean = objective(model.fit(X, y).coef_[0], X, y, lam) - best
    other = objective(optimum(X, y, lam_from_C(1 / lam, len(y))).w, X, y, lam) - best
    return Shown(
        {"f − f* for C = 1/(λm)": rounded(by_mean, 1e-5), "for C = 1/λ": other}, abs(by_mean) < 1e-5 and other > 1e-3
    )


@claim(
    "log-gradient", "section 3", "the gradient of the log loss is −y/(1 + exp(y·⟨w, x⟩))·x",
    "right", "As the table of the paper has it.",
)  # fmt: skip
def log_gradient(full):
    """The slope as printed beside differences of the loss."""
    z = np.linspace(-30, 30, 601)
    printed, h = -1 / (1 + np.exp(z)), 1e-6
    off = float(np.abs((log_loss(z + h) - log_loss(z - h)) / (2 * h) - printed).max())
    return Shown({"largest difference": rounded(off, 1e-7)}, off < 1e-7 and np.allclose(printed, log_slope(z)))


@claim(
    "page", "section 3", "the table of the losses is on page 15 of the paper",
    "imprecise", "On page 14 of the authors' manuscript of 26 pages; other versions have other pages. It is the table "
    "of section 5.",
)  # fmt: skip
def page(full):
    """Nothing to compute: looked up."""
    return Shown({"page of 26": 14}, True)


@claim(
    "overflow", "section 3", "NumPy's exp overflows with a warning that can be ignored",
    "trap", "In the gradient it can: the pull becomes 0 or 1, as it should. In the objective log(1 + exp(−z)) becomes "
    "infinite, or 0 where it is small; logaddexp(0, −z) does neither.",
)  # fmt: skip
def overflow(full):
    """Both, at margins that a run meets."""
    X, y, _ = breast_cancer()
    w = stack(run(logistic, X, y, lam=1e-4, T=2000 if full else 200)).w
    largest = float(np.abs(X @ w.T).max())
    with np.errstate(over="ignore"):
        pull, loss = 1 / (1 + np.exp(np.array([-1000.0, 1000.0]))), np.log(1 + np.exp(np.array([1000.0, -40.0])))
    found = {"largest margin in a run": largest, "pulls at −1,000 and 1,000": pull.tolist()}
    found |= {"losses at −1,000 and 40": loss.tolist(), "with logaddexp": log_loss([-1000.0, 40.0]).tolist()}
    try:
        math.exp(1000)
    except OverflowError as error:
        found["math.exp"] = str(error)
    right = pull.tolist() == [1, 0] and loss.tolist() == [math.inf, 0] and "math.exp" in found
    return Shown(found, right and largest > 709)


@claim(
    "scale-factor", "section 4", "a starts at 1 and is multiplied by 1 − η·λ in every step, the first one too",
    "wrong", "1 − η·λ is 0 at t = 1: a becomes 0, and the addition divides by it. Skip the shrinking at t = 1, or set "
    "a and v back. A test for a = 0 is no guard: for some λ rounding leaves 1e-16 there, and all goes well.",
)  # fmt: skip
def scale_factor(full):
    """The factor after step 1 for λ = 1/n; and what the printed steps end at."""
    X, y, _ = moons()
    zero = float(np.mean([1 - 1 / (1 / n) * (1 / n) == 0 for n in range(1, 10_001)]))
    printed, ends = variant(scaled, ("if t > 1:", "if True:"), name="printed"), []
    with np.errstate(all="ignore"):
        for lam in (1e-4, 1e-5):
            ends.append("NaN" if np.isnan(end(printed, X, y, lam=lam, T=100).w).any() else "numbers")
    return Shown({"share of λ = 1/n with a = 0": zero, "w at λ = 1e-4 and 1e-5": ends}, ends == ["NaN", "numbers"])


@claim(
    "scale-order", "section 4", "the scaled steps are listed with the shrinking of a before the score",
    "trap", "The score must take the a of the last round. With the shrunk one it is the score with 1/(λt), as Figure 3 "
    "of the paper prints it: another sequence, which decides differently now and then.",
)  # fmt: skip
def scale_order(full):
    """Decisions that differ from those of Algorithm 1, and from those with Figure 3's factor."""
    X, y, _ = moons()
    figure = variant(kernelized, ("score = eta * total", "score = total / (lam * t)"), name="with_its_factor")
    lams, differ, same = (0.1, 0.01, 0.001), [], True
    for lam in lams:
        plain, early = (stack(run(box, X, y, lam=lam, T=2000)) for box in (hinge, CAUGHT_UP))
        differ.append(int(np.sum((y[plain.i] * plain.score < 1) != (y[early.i] * early.score < 1))))
        alpha = end(figure, linear(X), y, lam=lam, T=2000).alpha
        counts = np.bincount(early.i[y[early.i] * early.score < 1], minlength=len(y))
        same = same and np.array_equal(alpha, counts)
    found = {
        "λ": list(lams),
        "decisions that differ, of 2,000": differ,
        "counts beside Figure 3": "the same" if same else "others",
    }
    return Shown(found, max(differ) > 0 and same)


@claim(
    "subgradient", "footnote 2", "that it is only a subgradient has no practical consequences",
    "right", "On measured features margins of exactly 1 hardly come, and < or ≤ makes no difference. With whole "
    "numbers they do come, and a test of one step can tell.",
)  # fmt: skip
def only_a_subgradient(full):
    """Runs with < and with ≤, on measured features and at a tie."""
    loose = variant(hinge, ("y[i] * score < 1", "y[i] * score <= 1"), name="loose")
    X, y, _ = moons()
    ends = [end(box, X, y, lam=LAM, T=5000).w for box in (hinge, loose)]
    tie = [end(box, [[1.0]], [1], lam=1.0, T=2).w.tolist() for box in (hinge, loose)]
    found = {"difference on moons": float(np.abs(ends[0] - ends[1]).max()), "w at a tie, with < and ≤": tie}
    return Shown(found, np.array_equal(*ends) and tie[0] != tie[1])


@claim(
    "two-losses", "section 1", "both the hinge loss and the log loss go into Pegasos",
    "right", "With the same bound for the log loss. Its projection has a smaller ball: 0.528/√λ holds the optimum.",
)  # fmt: skip
def two_losses(full):
    """How near a run with the log loss comes, and where its optimum lies."""
    X, y, _ = breast_cancer()
    best = optimum(X, y, LAM, loss="log")
    f = [objective(end(logistic, X, y, lam=LAM, T=3000, seed=s).w, X, y, LAM, "log") for s in range(9 if full else 3)]
    lengths = [float(np.linalg.norm(optimum(X, y, lam, "log").w) * math.sqrt(lam)) for lam in (0.001, 0.1, 10.0)]
    found = {"f − f*": float(np.median(f)) - best.value, "‖w*‖·√λ": lengths, "ball": ball_radius(1.0, "log")}
    return Shown(found, found["f − f*"] < 0.05 and max(lengths) <= found["ball"])
