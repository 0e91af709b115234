"""List the claims of the slides of 2014 in the lemmas and their proofs."""

import numpy as np

from pegasos_edu.algorithms import dual_ascent, hinge
from pegasos_edu.claims.claims import Finding
from pegasos_edu.claims.measuring import (
    LAM,
    TWO,
    before_each_step,
    draws_of_an_adversary,
    end,
    points_of_a_step,
    regret_against_an_adversary,
    rounded,
)
from pegasos_edu.claims.slides import SOURCE
from pegasos_edu.datasets import moons
from pegasos_edu.losses import hinge_loss, objective, projected
from pegasos_edu.runs import run, stack
from pegasos_edu.theory import bounds, optimum, subgradients

TOLERANCE = 1e-9
claim = SOURCE.claim


def draws(full):
    """Return the seeds of the points."""
    return range(2000 if full else 300)


@claim(
    "divergence", "the definition of the Bregman divergence", "if f(v) = ½·‖v‖², then B_f(u‖v) = ½·‖u − v‖²",
    "the divergence of ½·‖·‖² is half the squared distance",
    "right", "The slides need no other divergence; that of another function need not even be symmetric.",
)  # fmt: skip
def divergence(full):
    """Compare f(u) − f(v) − ⟨u − v, ∇f(v)⟩ for ½·‖·‖² and for Σ exp(v) with ½·‖u − v‖² on drawn pairs."""
    u, v = np.random.default_rng(0).normal(size=(2, 2000 if full else 200, 3))
    half, off = np.sum((u - v) ** 2, axis=1) / 2, {}
    cases = {"½·‖v‖²": (lambda x: x * x / 2, lambda x: x), "Σ exp(v)": (np.exp, np.exp)}
    for name, (f, slope) in cases.items():
        off[name] = float(np.abs(np.sum(f(u) - f(v) - (u - v) * slope(v), axis=1) - half).max())
    square, other = off.values()
    return Finding({"½·‖v‖², off by": rounded(square), "Σ exp(v), off by": other}, square < TOLERANCE < 1 < other)


@claim(
    "conjugate", "the definition of the conjugate", "∇f*(θ) = argmax_{w ∈ S} ⟨w, θ⟩ − f(w) = argmin_{w ∈ S} ‖w − θ‖²",
    "the gradient of the conjugate of ½·‖·‖² on S is the projection",
    "right", "It is the nearest point of S.",
)  # fmt: skip
def conjugate(full):
    """Compare the slopes of f*(θ) = max over the ball of ⟨w, θ⟩ − ½·‖w‖² with the point of the ball nearest to θ."""

    def conjugate_of(theta):
        length = np.linalg.norm(theta)
        return length**2 / 2 if length < 1 else length - 0.5  # the best w points to θ and is at most 1 long

    off, h = 0.0, 1e-6 * np.eye(3)
    for theta in 2 * np.random.default_rng(0).normal(size=(500 if full else 50, 3)):
        slopes = np.array([(conjugate_of(theta + e) - conjugate_of(theta - e)) / 2e-6 for e in h])
        off = max(off, float(np.abs(slopes - projected(theta, 1.0)).max()))
    return Finding({"largest difference": rounded(off, 1e-5)}, off < 1e-5)


@claim(
    "lemma-1", "Lemma 1", "“Then” g = σf + h “is” σ“-strongly convex w.r.t” f",
    "σ·f plus a convex function lies above its tangents by σ times the divergence of f",
    "right", "It follows from the rule that the subgradients of a sum are sums of subgradients. With a factor above "
    "σ it fails.",
)  # fmt: skip
def lemma_1(full):
    """Measure on drawn pairs how far f lies above its tangents, minus the amount that σ and 2σ require."""
    (X, y, _), least = moons(40), np.full(2, np.inf)
    for seed in draws(full):
        u, v = np.random.default_rng(seed).normal(size=(2, 2))
        above = objective(u, X, y, LAM) - objective(v, X, y, LAM)
        above -= (u - v) @ subgradients(v, X, y, LAM).mean(axis=0)
        least = np.minimum(least, [float(above) - bounds.strong_convexity(u, v, s * LAM) for s in (1, 2)])
    numbers = {"smallest slack with σ": rounded(min(0.0, least[0])), "with 2σ": float(least[1])}
    return Finding(numbers, least[0] > -TOLERANCE and least[1] < -1e-4)


@claim(
    "lemma-2-proof", "the proof of Lemma 2", "P(u) − P(v) ≥ ⟨u − v, ∇P(v)⟩",
    "P(w) = ⟨w, θ⟩ − ½·‖w‖² lies above its tangents",
    "wrong", "P is concave: the left side is the right side minus ½·‖u − v‖². The lemma holds: v + s(u − v) is in S, "
    "and P cannot rise from v towards u.",
)  # fmt: skip
def lemma_2_proof(full):
    """Test the printed line, and the lemma, on drawn points."""
    holds, angle = 0, -np.inf
    for seed in draws(full):
        u, theta = np.random.default_rng(seed).normal(size=(2, 3)) * 2
        u, v = projected(u, 1.0), projected(theta, 1.0)
        holds += (u @ theta - u @ u / 2) - (v @ theta - v @ v / 2) >= (u - v) @ (theta - v)
        angle = max(angle, float((u - v) @ (theta - v)) - bounds.projection_angle(u, 1.0))
    numbers = {"draws": len(draws(full)), "the line holds in": int(holds), "largest ⟨u − v, θ − v⟩": rounded(angle)}
    return Finding(numbers, holds == 0 and angle < TOLERANCE)


def _share(line, full):
    """Count the draws for which a line holds; the line takes u, w, g, η and the projected step."""
    return int(sum(bool(line(*points_of_a_step(seed))) for seed in draws(full)))


@claim(
    "lemma-3-sign", "the proof of Lemma 3", "⟨u − w_{t+1}, w_t − w_{t+1}⟩ ≥ η_t⟨w_{t+1} − u, λ_t⟩",
    "the left side of this line has w_t − w_{t+1}",
    "wrong", "It is ⟨u − w_{t+1}, w_{t+1} − w_t⟩: the sign is wrong. The lemma holds.",
)  # fmt: skip
def lemma_3_sign(full):
    """Test the line as printed and with the right sign, on drawn steps."""
    as_printed = _share(lambda u, w, g, eta, to: (u - to) @ (w - to) >= eta * (to - u) @ g - TOLERANCE, full)
    right = _share(lambda u, w, g, eta, to: (u - to) @ (to - w) >= eta * (to - u) @ g - TOLERANCE, full)
    numbers = {"draws": len(draws(full)), "as printed it holds in": as_printed, "with the sign right": right}
    return Finding(numbers, right == len(draws(full)) and as_printed < 0.9 * right)


@claim(
    "lemma-3-split", "the proof of Lemma 3, the next line", "= η_t⟨w_t − u, λ_t⟩ − ⟨w_{t+1} − w_t, ηλ_t⟩ + …",
    "η_t·⟨w_{t+1} − u, λ_t⟩ = η_t·⟨w_t − u, λ_t⟩ − ⟨w_{t+1} − w_t, η_t·λ_t⟩",
    "wrong", "There must be a plus before the last product.",
)  # fmt: skip
def lemma_3_split(full):
    """Test the line with both signs."""

    def with_sign(sign):
        return lambda u, w, g, eta, to: np.isclose(eta * (to - u) @ g, eta * (w - u) @ g + sign * (to - w) @ (eta * g))

    n, minus, plus = len(draws(full)), _share(with_sign(-1), full), _share(with_sign(1), full)
    return Finding({"draws": n, "with a minus it holds in": minus, "with a plus": plus}, minus == 0 and plus == n)


@claim(
    "lemma-3-equality", "the proof of Lemma 3, the line after that", "= … − ½·‖w_{t+1} − w_t‖² − ½·‖η_tλ_t‖² + …",
    "the product equals −½·‖w_{t+1} − w_t‖² − ½·‖η_t·λ_t‖²",
    "wrong", "It is at least that, ≥, and equal only if nothing was projected.",
)  # fmt: skip
def lemma_3_equality(full):
    """Look for equality in steps with and without a projection."""
    rows = []
    for seed in draws(full):
        _, w, g, eta, to = points_of_a_step(seed)
        slack = (to - w) @ (eta * g) + (to - w) @ (to - w) / 2 + eta**2 * (g @ g) / 2
        rows.append((np.allclose(to, w - eta * g), slack < TOLERANCE, slack >= -TOLERANCE))
    free, equal, least = np.array(rows).T
    numbers = {"steps without a projection": int(free.sum()), "of them equal": int(equal[free].sum())}
    numbers |= {"steps with one": int((~free).sum()), "equal among these": int(equal[~free].sum())}
    return Finding(numbers, least.all() and equal[free].all() and not equal[~free].any())


@claim(
    "lemmas-3-4", "Lemmas 3 and 4", "Σ g_t(w_t) − Σ g_t(u) ≤ G²/(2σ)·(1 + log T)",
    "if a step loses more than u, it leads nearer to u or is long; so the regret is at most G²(1 + ln T)/(2σ)",
    "right", "Both hold for all u in S; Lemma 4 needs what Lemma 3 assumes. Against an adversary the regret comes "
    "near to the bound.",
)  # fmt: skip
def lemmas_3_4(full):
    """Measure the slack of Lemma 3 along a projected run, and the regret over Lemma 4's bound."""
    (X, y, _), T = moons(), 2000 if full else 500
    drawn = run(hinge, X, y, lam=LAM, T=T, project=True)
    u, steps, w = optimum(X, y, LAM).w, stack(drawn), before_each_step(drawn)
    g = np.array([subgradients(v, X[[i]], y[[i]], LAM)[0] for v, i in zip(w, steps.i)])
    parts = zip(w, steps.w, g, steps.eta)
    slack = np.array([bounds.progress(u, a, b, c, eta) - (a - u) @ c for a, b, c, eta in parts])
    lams, over = (0.001, 0.01, 0.1), []
    for lam in lams:
        draws = draws_of_an_adversary(T, lam)
        at = before_each_step(run(hinge, *TWO, lam=lam, draws=draws, project=True))
        G = max(float(np.abs(subgradients(v, TWO[0][[i]], TWO[1][[i]], lam)).max()) for v, i in zip(at, draws))
        over.append(regret_against_an_adversary(T, lam) / bounds.regret(G, lam, T))
    numbers = {"smallest slack of Lemma 3": rounded(min(0.0, slack.min()), 1e-8)}
    numbers["steps in which it is an equality"] = int(np.sum(np.abs(slack) < 1e-6))
    numbers |= {"σ": list(lams), "regret over the bound of Lemma 4": over}
    return Finding(numbers, slack.min() > -1e-8 and 0.5 < max(over) <= 1)


@claim(
    "lemma-4-sum", "the proof of Lemma 4",
    "“first and third summands of right-hand side vanish and second summand is negative”",
    "with η_t = 1/(σt), what is left of the sum is G²/2·Σ η_t",
    "right", "More exactly, the second summand is at most 0. With steps of another size the others do not all vanish.",
)  # fmt: skip
def lemma_4_sum(full):
    """Find the largest and smallest 1/η_t − 1/η_{t−1} − σ for 1/(σt), 1/(2σt) and 1/(σ√t), and 1/η_1 − σ."""
    t, sigma, numbers = np.arange(1, 1001 if full else 101), 0.3, {}
    for name, times in {"1/(σt)": t, "1/(2σt)": 2 * t, "1/(σ√t)": t**0.5}.items():
        eta = 1 / (sigma * times)
        third, first = np.diff(1 / eta) - sigma, 1 / eta[0] - sigma
        numbers[name] = [rounded(first), rounded(third.min()), rounded(third.max())]
    zero = [rounded(0)] * 3
    return Finding(numbers, numbers["1/(σt)"] == zero and zero not in (numbers["1/(2σt)"], numbers["1/(σ√t)"]))


@claim(
    "dual", "the proof of Lemma 5", "max_{α ∈ [0, 1/m]^m} Σ α_i − 1/(2σ)·‖Σ α_i·y_i·x_i‖²",
    "this is the dual of the problem, with α_i between 0 and 1/m",
    "right", "Its maximum is the minimum of f, and w* = 1/σ·Σ α_i*·y_i·x_i.",
)  # fmt: skip
def dual(full):
    """Compare the dual at the end of a coordinate ascent with min f, for α_i up to 1/m and up to 1/(2m)."""
    X, y, _ = moons(60)
    m, best = len(y), optimum(X, y, LAM)
    alpha = _ascended(X, y, LAM, full)

    def value(a):
        return float(a.sum() - np.sum(((a * y) @ X) ** 2) / (2 * LAM))

    w = (alpha * y) @ X / LAM
    reached, halved = value(alpha), value(np.minimum(alpha, 0.5 / m))
    numbers = {"min f": best.value, "the dual": reached, "w off by": rounded(np.abs(w - best.w).max(), 1e-2)}
    numbers |= {"α·m from and to": [round(float(a) * m, 6) for a in (alpha.min(), alpha.max())]}
    near = abs(reached - best.value) < 1e-3 and np.abs(w - best.w).max() < 1e-2
    allowed = 0 <= alpha.min() and alpha.max() <= 1 / m * (1 + 1e-9)
    return Finding(numbers | {"with α ≤ 1/(2m)": halved}, near and allowed and halved < reached - 0.01)


def _ascended(X, y, lam, full):
    """Return the slides' α*, computed by dual coordinate ascent."""
    last = end(dual_ascent, X, y, lam=lam, T=(500 if full else 100) * len(y), sampling="epochs")
    return last.alpha * y / len(y)


@claim(
    "lemma-5", "the proof of Lemma 5", "σ‖w*‖² = Σ α_i* − max{0, 1 − y⟨w*, x⟩} ≤ 1",
    "σ·‖w*‖² is the sum of the α_i* minus the loss of an example",
    "imprecise", "The mean over the examples is missing before the maximum. A shorter proof: σ·w* is a mean of "
    "a_i·y_i·x_i with a_i in [0, 1], and a_i = 0 at margins above 1; times w* this is the mean of a_i·margin_i, at "
    "most 1.",
)  # fmt: skip
def lemma_5(full):
    """Evaluate both sides, with α* from a dual ascent and w* from another solver, for mean and single losses."""
    X, y, _ = moons(60)
    lams, off, printed = (0.01, 0.1, 1.0), [], []
    for lam in lams:
        w, alpha = optimum(X, y, lam).w, _ascended(X, y, lam, full)
        losses = hinge_loss(y * (X @ w))
        left = lam * float(w @ w)
        off.append(abs(float(alpha.sum() - losses.mean()) - left))
        printed.append(float(np.abs(alpha.sum() - losses - left).min()))
    numbers = {"σ": list(lams), "off with the mean loss": [rounded(value, 0.005) for value in off]}
    numbers["off with the loss of the example that fits best"] = printed
    return Finding(numbers, max(off) < 0.005 < min(printed) / 2)
