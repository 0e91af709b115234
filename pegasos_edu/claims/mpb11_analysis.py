"""List claims of the paper of 2011 (the authors' manuscript of 26 pages) on the algorithm and its analysis.

Claims on kernels are in ``mpb11_kernels.py``, claims on the bias and on the experiments in ``mpb11_experiments.py``.
"""

import math
from itertools import product

import numpy as np

from pegasos_edu.algorithms import hinge, scaled
from pegasos_edu.algorithms.variants import variant
from pegasos_edu.claims.claims import Finding, Source
from pegasos_edu.claims.measuring import LAM, TWO, before_each_step, distances, end, excess, text
from pegasos_edu.datasets import breast_cancer, moons
from pegasos_edu.losses import hinge_loss, objective
from pegasos_edu.runs import run, stack
from pegasos_edu.theory import ball_radius, bounds, optimum

SOURCE = Source("mpb11", "the paper of 2011, in the authors' manuscript")
claim, wording = SOURCE.claim, SOURCE.wording


@claim(
    "norma", "section 1, on stochastic gradient descent",
    "“the number of iterations required to achieve” ε“-accurate solution is” O(1/(λε)²)",
    "Norma needs O(1/(λε)²) steps",
    "right", "This agrees with its bound, O(1/(λ√T)). In runs, too, its distance from the optimum falls about like "
    "1/√T, and that of Pegasos like 1/T or faster.",
)  # fmt: skip
def norma(full):
    """Measure the power of T with which f − f* falls from about 200 to about 5,000 steps, for both step sizes."""
    slower = variant(hinge, ("eta = 1 / (lam * t)", "eta = 0.7 / (lam * t**0.5)"), name="norma")
    data, lam, at, numbers = text(200), 0.001, [*range(150, 260, 10), *range(4500, 5550, 100)], {}
    best = optimum(*data, lam).value
    for name, algorithm in (("Pegasos", hinge), ("Norma", slower)):
        above = np.median(distances(algorithm, data, lam, at, 25 if full else 9, best), axis=0)
        numbers[f"power of T, {name}"] = float(np.log(above[11:].mean() / above[:11].mean()) / np.log(5000 / 200))
    return Finding(numbers, numbers["power of T, Pegasos"] < -0.85 and -0.7 < numbers["power of T, Norma"] < -0.35)


@claim(
    "ball-sphere", "section 2.2", "“project” w_t “after each iteration onto this sphere”",
    "w is projected onto a sphere",
    "imprecise", "It is projected onto the ball, as equation (6) has it: a w inside the ball stays where it is.",
)  # fmt: skip
def ball_and_sphere(full):
    """Measure the share of steps that end inside the ball."""
    X, y, _ = moons()
    norms = np.array([np.linalg.norm(step.w) for step in run(hinge, X, y, lam=LAM, T=500, project=True)])
    share = float(np.mean(norms < ball_radius(LAM) * (1 - 1e-9)))
    return Finding({"share of steps that end inside": share}, share > 0.5)


@claim(
    "projection", "section 2.2",
    "“We did not notice major differences between the projected and unprojected variants”",
    "projected and unprojected runs do not differ much",
    "imprecise", "Late in a run they do not. Early they can differ a lot, as the paper of 2007 says.",
)  # fmt: skip
def projection(full):
    """Measure the objective after 10 and after 3,000 steps with and without projection, for R = 10, λ = 0.01."""
    rng = np.random.default_rng(0)
    y = np.where(rng.random(200) < 0.5, 1, -1)
    X = rng.normal(size=(200, 5)) + 0.5 * y[:, None]
    X, numbers = 10 * X / np.linalg.norm(X, axis=1).max(), {}
    best = optimum(X, y, LAM).value
    for name, project in (("without", False), ("with", True)):
        above = distances(hinge, (X, y), LAM, [10, 3000], 100 if full else 9, best, project=project)
        numbers[f"f − f* {name} it at T = 10 and 3,000"] = np.median(above, axis=0).tolist()
    without, within = numbers.values()
    return Finding(numbers, without[0] > 3 * within[0] and 0.5 < without[1] / within[1] < 2)


@claim(
    "scale-factor", "section 2.4", "“we can represent w as a pair (v, a)”",
    "w = a·v, with the norm kept beside it if there is a projection",
    "trap", "The factor a is 0 after step 1, and the next addition divides by it. Each projection multiplies "
    "a, too, so that a underflows in the end: now and then, multiply v by a, and set a to 1.",
)  # fmt: skip
def scale_factor(full):
    """Compute w after step 1 as the paper describes it, and a after many projected steps."""
    (X, y, _), T = moons(), 100_000 if full else 3000
    at_once = variant(scaled, ("if t > 1:", "if True:"), name="at_once")
    unfolded, lams = variant(scaled, ("if a < 1e-9:", "if False:"), name="unfolded"), (1e-2, 1e-4, 1e-6)
    with np.errstate(all="ignore"):
        first = end(at_once, X, y, lam=1e-4, T=1).w
    smallest = [float(end(unfolded, X, y, lam=lam, T=T, project=True).a) for lam in lams]
    numbers = {"w_2 at λ = 1e-4": "NaN" if np.isnan(first).any() else "numbers", "λ": list(lams)}
    numbers[f"a after {T:,} projected steps"] = smallest
    return Finding(numbers, np.isnan(first).any() and smallest[2] < 1e-12)


@claim(
    "lemma-1-proof", "section 3, the proof of Lemma 1", "“collapses to” −λ(T + 1)·‖w_{T+1} − u‖²",
    "a sum that contains + λ/2·‖w_t − u‖² collapses to −λ(T + 1)·‖w_{T+1} − u‖²",
    "wrong", "The term has a minus, and the sum collapses to −λT/2·‖w_{T+1} − u‖². The lemma holds.",
)  # fmt: skip
def lemma_1_proof(full):
    """Evaluate both sides at random points."""
    lam, T, numbers = 0.3, 50 if full else 12, {}
    distance = np.sum((np.random.default_rng(0).normal(size=(T + 1, 2)) - 0.5) ** 2, axis=1)
    t = np.arange(1, T + 1)
    nearer = float(np.sum((distance[:-1] - distance[1:]) * lam * t / 2))
    for name, sign, factor in (("right", -1, T / 2), ("as printed", 1, T + 1)):
        sides = [nearer + sign * lam / 2 * float(distance[:-1].sum()), -lam * factor * float(distance[-1])]
        numbers[f"both sides, {name}"] = sides
    right, printed = numbers.values()
    return Finding(numbers, np.isclose(*right) and not np.isclose(*printed, rtol=0.1))


@claim(
    "equation-12", "equation (12)", "w_{t+1} = (1 − 1/t)·w_t − 1/(tλ)·v_t, with ⟨w_t, x_t⟩ in v_t",
    "a step subtracts v_t/(λt), and the condition is about x_t",
    "wrong", "A step adds it, and the condition is about the example that was drawn. Equation (13) has the right "
    "sign.",
)  # fmt: skip
def equation_12(full):
    """Compare the steps of a run with the formula, for each of the two signs."""
    X, y, _ = moons()
    steps, w = (stack(run(hinge, X, y, lam=LAM, T=1000)), before_each_step(run(hinge, X, y, lam=LAM, T=1000)))
    v = ((y[steps.i] * steps.score < 1) * y[steps.i])[:, None] * X[steps.i]
    numbers = {}
    for name, sign in (("plus", 1), ("minus", -1)):
        there = (1 - 1 / steps.t)[:, None] * w + sign * v / (LAM * steps.t)[:, None]
        numbers[f"steps that a {name} makes, of 1,000"] = int(np.sum(np.abs(there - steps.w).max(axis=1) < 1e-9))
    adding = int(np.sum(v.any(axis=1)))
    return Finding(numbers | {"steps that add": adding}, list(numbers.values()) == [1000, 1000 - adding] and adding > 0)


@claim(
    "theorem-1-t", "Theorem 1", "“Then, for” T ≥ 3",
    "the average regret is at most c(1 + ln T)/(2λT) for T ≥ 3",
    "right", "It holds for T = 1 and 2 as well. The condition is left over from the paper of 2007, whose bound has "
    "ln T instead of (1 + ln T)/2.",
)  # fmt: skip
def theorem_1(full):
    """Compare the largest average regret with its bound for T = 1, 2, 3, over all orders of drawing examples."""
    lams, worst = np.geomspace(0.01, 10, 13 if full else 4), np.zeros(3)
    for (X, y), lam, project in product(((np.ones((1, 1)), np.array([1])), TWO), lams, (False, True)):
        star = optimum(X, y, lam).w
        limits = [bounds.average_regret(1.0, lam, T, project=project) for T in (1, 2, 3)]
        for draws in product(range(len(y)), repeat=3):
            paid = excess(run(hinge, X, y, lam=lam, draws=list(draws), project=project), X, y, lam, star)
            worst = np.maximum(worst, np.cumsum(paid) / (1 + np.arange(3)) / limits)
    slack = [math.log(T) - (1 + math.log(T)) / 2 for T in (1, 2, 3)]
    numbers = {"largest regret over bound at T = 1, 2, 3": worst.tolist(), "ln T − (1 + ln T)/2": slack}
    return Finding(numbers, 0.2 < worst.min() and worst.max() <= 1 and slack[1] < 0 < slack[2])


@claim(
    "last-better", "section 3, below Corollary 2",
    "“In practice, the final hypothesis” …, “often provides better results”",
    "the last w is often better than the average of all w",
    "right", "The average still contains the first w, which are far away. The average of the second half is about as "
    "good as the last w, or better.",
)  # fmt: skip
def last_better(full):
    """Compare f − f* of the last w, of the average and of the average of the second half, run by run."""
    numbers, better, seeds = {}, [], 30 if full else 10
    for name, (X, y, _), lam in (("moons", moons(), LAM), ("tumours", breast_cancer(), LAM)):
        best, rows = optimum(X, y, lam).value, []
        for seed in range(seeds):
            w = stack(run(hinge, X, y, lam=lam, T=2000, seed=seed)).w
            ways = [w[-1], w.mean(axis=0), w[1000:].mean(axis=0)]
            rows.append(objective(np.array(ways), X, y, lam) - best)
        numbers[f"f − f* of the last, the average, the second half's: {name}"] = np.median(rows, axis=0).tolist()
        better.append(int(np.sum(np.array(rows)[:, 0] < np.array(rows)[:, 1])))
    return Finding(numbers | {f"runs of {seeds} in which the last is better": better}, min(better) >= 0.7 * seeds)


wording(
    "lemma-3", "Lemma 3", "“with a probability of at least” ½",
    "for a random t, f(w_t) − f* is at most 42c·ln(T/δ)/(λT) with a probability of at least ½",
    "imprecise", "The bound of Lemma 2, from which this follows, may itself fail with probability δ: together they "
    "give (1 − δ)/2.",
)  # fmt: skip


@claim(
    "footnote", "section 3, footnote 1", "“estimate it according to a sample of size” O(1/(λε))",
    "a sample of O(1/(λε)) examples is enough to know the objective of a w to within ε",
    "imprecise", "To know its value, the size of a sample must be of the order 1/ε², as the paper of 2007 says: with "
    "1/(λε) examples, estimates are off by more and more in units of ε as ε falls. 1/(λε) can be enough to tell which "
    "of two w is better; this is the question of its reference [35].",
)  # fmt: skip
def footnote(full):
    """Measure how often the mean loss on 1/(λε) examples is off by more than ε, for smaller and smaller ε."""
    (X, y, _), rng, epsilons = moons(2000), np.random.default_rng(0), (0.1, 0.001, 0.0001)
    losses, shares = hinge_loss(y * (X @ optimum(X, y, LAM).w)), []
    for epsilon in epsilons:
        n = round(1 / (LAM * epsilon))
        times = rng.multinomial(n, np.full(len(y), 1 / len(y)), size=4000 if full else 400)
        shares.append(float(np.mean(np.abs(times @ losses / n - losses.mean()) > epsilon)))
    numbers = {"ε": list(epsilons), "share of estimates that are off by more": shares}
    return Finding(numbers, shares[0] < 0.05 and shares[1] > 0.4 and shares[2] > 0.7)
