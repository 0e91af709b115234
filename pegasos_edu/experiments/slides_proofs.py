"""What the slides of 2014 say in the lemmas of the proof and their proofs."""

import numpy as np

from pegasos_edu.boxes import hinge
from pegasos_edu.datasets import breast_cancer, moons
from pegasos_edu.experiments.claims import Shown
from pegasos_edu.experiments.measuring import LAM, before_each_step, points_of_a_step, rounded
from pegasos_edu.experiments.slides import SOURCE
from pegasos_edu.losses import hinge_loss, objective, projected
from pegasos_edu.runs import run, stack
from pegasos_edu.theory import bounds, optimum, subgradients

TOLERANCE = 1e-9
claim = SOURCE.claim


def draws(full):
    """The seeds of the points."""
    return range(2000 if full else 300)


@claim(
    "conjugate", "the definition of the conjugate", "the gradient of the conjugate of ½·‖·‖² on S is the projection",
    "right", "The point of S that is nearest.",
)  # fmt: skip
def conjugate(full):
    """Differences of f*(θ) = max over the ball of ⟨w, θ⟩ − ½·‖w‖² beside the nearest point."""

    def of(theta):
        w = projected(theta, 1.0)
        return w @ theta - w @ w / 2

    off, h = 0.0, 1e-6 * np.eye(3)
    for theta in 2 * np.random.default_rng(0).normal(size=(500 if full else 50, 3)):
        slopes = np.array([(of(theta + one) - of(theta - one)) / 2e-6 for one in h])
        off = max(off, float(np.abs(slopes - projected(theta, 1.0)).max()))
    return Shown({"largest difference": rounded(off, 1e-5)}, off < 1e-5)


@claim(
    "lemma-1", "Lemma 1", "σ·f plus a convex function lies above its tangents by σ times the divergence of f",
    "right", "With the rule that subgradients of a sum are sums of subgradients.",
)  # fmt: skip
def lemma_1(full):
    """What is above, beside what must be, on drawn pairs."""
    (X, y, _), least = moons(40), np.inf
    for seed in draws(full):
        u, v = np.random.default_rng(seed).normal(size=(2, 2))
        above = objective(u, X, y, LAM) - objective(v, X, y, LAM)
        above -= (u - v) @ subgradients(v, X, y, LAM).mean(axis=0)
        least = min(least, float(above) - bounds.strong_convexity(u, v, LAM))
    return Shown({"smallest slack": rounded(least)}, least > -TOLERANCE)


@claim(
    "lemma-2-proof", "the proof of Lemma 2", "for P(w) = ⟨w, θ⟩ − ½·‖w‖²: P(u) − P(v) ≥ ⟨u − v, ∇P(v)⟩",
    "wrong", "P is concave: the difference is that minus ½·‖u − v‖². The lemma stands: v + s(u − v) is in S, and P "
    "cannot rise from v in its direction.",
)  # fmt: skip
def lemma_2_proof(full):
    """The printed line, and the lemma, on drawn points."""
    holds, angle = 0, -np.inf
    for seed in draws(full):
        u, theta = np.random.default_rng(seed).normal(size=(2, 3)) * 2
        u, v = projected(u, 1.0), projected(theta, 1.0)
        holds += (u @ theta - u @ u / 2) - (v @ theta - v @ v / 2) >= (u - v) @ (theta - v)
        angle = max(angle, float((u - v) @ (theta - v)) - bounds.projection_angle(u, 1.0))
    found = {"draws": len(draws(full)), "the line holds in": int(holds), "largest ⟨u − v, θ − v⟩": rounded(angle)}
    return Shown(found, holds == 0 and angle < TOLERANCE)


def _share(line, full):
    """In how many of the draws a line holds, which takes u, w, g, η and the projected step."""
    return int(sum(bool(line(*points_of_a_step(seed))) for seed in draws(full)))


@claim(
    "lemma-3-sign", "the proof of Lemma 3", "⟨u − w_{t+1}, w_t − w_{t+1}⟩ ≥ η_t·⟨w_{t+1} − u, λ_t⟩",
    "wrong", "⟨u − w_{t+1}, w_{t+1} − w_t⟩ on the left: a sign is turned round. The lemma stands.",
)  # fmt: skip
def lemma_3_sign(full):
    """The line as printed and with the sign right, on drawn steps."""
    as_printed = _share(lambda u, w, g, eta, to: (u - to) @ (w - to) >= eta * (to - u) @ g - TOLERANCE, full)
    right = _share(lambda u, w, g, eta, to: (u - to) @ (to - w) >= eta * (to - u) @ g - TOLERANCE, full)
    found = {"draws": len(draws(full)), "as printed it holds in": as_printed, "with the sign right": right}
    return Shown(found, right == len(draws(full)) and as_printed < 0.9 * right)


@claim(
    "lemma-3-split", "the next line of that proof",
    "η_t·⟨w_{t+1} − u, λ_t⟩ = η_t·⟨w_t − u, λ_t⟩ − ⟨w_{t+1} − w_t, η_t·λ_t⟩",
    "wrong", "With a plus before the last product.",
)  # fmt: skip
def lemma_3_split(full):
    """The line with both signs."""

    def with_sign(sign):
        return lambda u, w, g, eta, to: np.isclose(eta * (to - u) @ g, eta * (w - u) @ g + sign * (to - w) @ (eta * g))

    n, minus, plus = len(draws(full)), _share(with_sign(-1), full), _share(with_sign(1), full)
    return Shown({"draws": n, "with a minus it holds in": minus, "with a plus": plus}, minus == 0 and plus == n)


@claim(
    "lemma-3-equality", "the line after that",
    "the product is replaced by −½·‖w_{t+1} − w_t‖² − ½·‖η_t·λ_t‖², with an equals sign",
    "wrong", "At least that, ≥; it is equal only where nothing was projected.",
)  # fmt: skip
def lemma_3_equality(full):
    """Equality in steps with and without a projection."""
    rows = []
    for seed in draws(full):
        _, w, g, eta, to = points_of_a_step(seed)
        slack = (to - w) @ (eta * g) + (to - w) @ (to - w) / 2 + eta**2 * (g @ g) / 2
        rows.append((np.allclose(to, w - eta * g), slack < TOLERANCE, slack >= -TOLERANCE))
    free, equal, least = np.array(rows).T
    found = {"steps without a projection": int(free.sum()), "of them equal": int(equal[free].sum())}
    found |= {"steps with one": int((~free).sum()), "equal among these": int(equal[~free].sum())}
    return Shown(found, least.all() and equal[free].all() and not equal[~free].any())


@claim(
    "lemmas-3-4", "Lemmas 3 and 4", "a step comes nearer to u or is long; so the regret is at most G²(1 + ln T)/(2σ)",
    "right", "For all u in S; Lemma 4 needs what Lemma 3 assumes.",
)  # fmt: skip
def lemmas_3_4(full):
    """Both along a projected run, for u = w*."""
    (X, y, _), T = moons(), 2000 if full else 500
    u, steps = optimum(X, y, LAM).w, stack(run(hinge, X, y, lam=LAM, T=T, project=True))
    w = before_each_step(run(hinge, X, y, lam=LAM, T=T, project=True))
    g = np.array([subgradients(one, X[[i]], y[[i]], LAM)[0] for one, i in zip(w, steps.i)])
    parts = zip(w, steps.w, g, steps.eta)
    slack = min(bounds.progress(u, a, b, c, eta) - (a - u) @ c for a, b, c, eta in parts)
    f = [LAM / 2 * np.sum(v * v, axis=-1) + hinge_loss(y[steps.i] * (X[steps.i] * v).sum(axis=1)) for v in (w, u)]
    bound = bounds.regret(float(np.linalg.norm(g, axis=1).max()), LAM, T)
    found = {"smallest slack of Lemma 3": rounded(slack, 1e-8), "regret": float(np.sum(f[0] - f[1])), "bound": bound}
    return Shown(found, slack > -1e-8 and found["regret"] <= bound)


@claim(
    "lemma-5", "the proof of Lemma 5", "σ·‖w*‖² = Σ α_i* − max{0, 1 − y·⟨w*, x⟩} ≤ 1",
    "imprecise", "The mean over the examples is missing before the maximum. Shorter: σ·w* is a mean of a_i·y_i·x_i "
    "with a_i in [0, 1], and 0 at margins above 1; times w* this is the mean of a_i·margin_i, at most 1.",
)  # fmt: skip
def lemma_5(full):
    """The identity at the optimum, where f is Σ α* − σ/2·‖w*‖² with a duality gap of 0, with and without the mean."""
    X, y, _ = breast_cancer()
    lams, off, printed = (0.01, 0.1, 1.0), 0.0, []
    for lam in lams:
        w, value, gap = optimum(X, y, lam)
        square, losses = lam * (w @ w), hinge_loss(y * (X @ w))
        alphas = value - gap + square / 2
        off = max(off, abs(float(alphas - losses.mean() - square)))
        printed.append(float(alphas - losses.max() - square))
    found = {"off with the mean": rounded(off, 1e-6), "off with the largest loss in its place": printed}
    return Shown(found, off < 1e-6 and max(printed) < -0.01)
