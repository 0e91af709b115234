"""Minimise the objective with an unpenalised bias b.

    f(w, b) = λ/2·‖w‖² + 1/m·Σ_i max{0, 1 − y_i·(⟨w, x_i⟩ + b)}                       [MPB11 eq. 23]

For any a ∈ [0, 1]^m, with w(a) and D(a) as in ``optimum.py``, f(w, b) ≥ D(a) − b·1/m·Σ_i a_i·y_i. So D(a) is a bound
for every b if Σ_i a_i·y_i = 0. Any a is made so if the a_i of the class with the larger sum are multiplied by the
ratio of the two sums, which is at most 1.
"""

from typing import NamedTuple

import numpy as np

from pegasos_edu.common.norms import radius
from pegasos_edu.common.validation import check_data, check_labels, check_lam, check_vectors
from pegasos_edu.common.warning import warn
from pegasos_edu.losses import objective
from pegasos_edu.theory.gap import dual_value
from pegasos_edu.theory.optimum import TARGET_GAP, rounding, solved

CONSTANT_FEATURE = 10.0  # its value, in units of the largest ‖x‖, or of 10·√λ if this is larger
MAX_ROUNDS = 8  # of centring; two or three usually suffice


class BiasedOptimum(NamedTuple):
    """Hold a minimiser of the objective with an unpenalised bias, and its certificate."""

    w: np.ndarray  # (d,)
    b: float
    value: float  # f(w, b): the minimum of f lies in [value − gap, value]
    gap: float


def best_bias(scores, y):
    """Return the b that minimises Σ_i max{0, 1 − y_i·(score_i + b)}, exactly [MPB11 eq. 24].

    The sum is convex and piecewise linear in b. Its slope starts at −P, where P is the number of positive examples, and
    rises by 1 at each kink y_i − score_i. The result is the middle between kinks P and P + 1, in rising order.

    Parameters
    ----------
    scores : array, (m,)
        ⟨w, x_i⟩.
    y : array, (m,), of −1 and +1

    Returns
    -------
    float
    """
    scores = check_vectors("scores", scores, np.size(scores), stack=False)
    y = check_labels(y, len(scores))
    kinks, positive = np.sort(y - scores), int(np.sum(y > 0))
    return float(kinks[max(positive - 1, 0) : positive + 1].mean())


def optimum_with_bias(X, y, lam):
    """Return the minimiser of f(w, b) = λ/2·‖w‖² + 1/m·Σ_i max{0, 1 − y_i·(⟨w, x_i⟩ + b)}, with a certificate.

    `optimum` with a constant feature penalises b slightly, which changes nothing if the best b is 0. So the origin is
    moved onto the boundary, and the optimum is computed again, until the certificate is tight.

    Parameters
    ----------
    X : array, (m, d)
    y : array, (m,), of −1 and +1
    lam : float, > 0

    Returns
    -------
    BiasedOptimum

    Warns
    -----
    RuntimeWarning
        If the gap stays above 1e-8·max(1, f).
    """
    X, y = check_data(X, y, sparse=False)
    lam, centre = check_lam(lam), X.mean(axis=0)
    best, shift = _around(centre, X, y, lam)
    for _ in range(MAX_ROUNDS):
        if best.gap <= 10 * TARGET_GAP * max(1.0, best.value) or not best.w.any():
            break
        centre = centre - shift / (best.w @ best.w) * best.w
        other, shift = _around(centre, X, y, lam)
        if other.gap >= best.gap:
            break
        best = other
    best = min(best, _at_zero(best, y), key=lambda optimum: optimum.value)
    if best.gap > 100 * TARGET_GAP * max(1.0, best.value):
        warn(
            f"The gap is {best.gap:.1e} at f = {best.value:.6g}: the minimum at lam = {lam:.1e} is known to within "
            "this gap; for more digits, bring the features to one scale, or enlarge lam.",
            RuntimeWarning,
        )
    return best


def _around(centre, X, y, lam):
    """Return the optimum for scores ⟨w, x − centre⟩ + b, where b is penalised slightly, and this b."""
    Z = X - centre
    scale = CONSTANT_FEATURE * max(radius(Z), 10 * np.sqrt(lam))  # the penalty on b is λ/2·(b/scale)²
    (*w, last), a, _ = solved(np.column_stack([Z, np.full(len(Z), scale)]), y, lam, "hinge")
    w, shift = np.array(w), scale * last
    b = best_bias(Z @ w, y) - w @ centre
    reached = float(objective(w, X, y, lam, b=b))
    bound = dual_value(_balanced(a, y) * y, Z, y, lam) - rounding(w, X, b)
    return BiasedOptimum(w, float(b), reached, max(0.0, float(reached - bound))), shift


def _at_zero(nearest, y):
    """Return w = 0 with its best bias, and the same lower bound."""
    value = 2 * float(min(np.mean(y > 0), np.mean(y < 0)))
    b = best_bias(np.zeros(len(y)), y)
    return BiasedOptimum(np.zeros_like(nearest.w), b, value, max(0.0, value - nearest.value + nearest.gap))


def _balanced(a, y):
    """Return a in [0, 1] with a smaller a in one class, so that both classes have the same sum."""
    a = np.clip(a, 0, 1)
    positive, negative = a[y > 0].sum(), a[y < 0].sum()
    heavier, larger = (y > 0, positive) if positive > negative else (y < 0, negative)
    return np.where(heavier, a * (min(positive, negative) / larger), a) if larger > 0 else a
