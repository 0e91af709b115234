"""Minimise the objective with an unpenalised bias b.

    f(w, b) = λ/2·‖w‖² + 1/m·Σ_i max{0, 1 − y_i·(⟨w, x_i⟩ + b)}                       [MPB11 eq. 23]

For any a ∈ [0, 1]^m, with w(a) and D(a) as in ``optimum.py``, f(w, b) ≥ D(a) − b·1/m·Σ_i a_i·y_i. The bound is
useful if this sum is nearly 0. Some minimiser has |b| ≤ 1 + R·‖w‖, because the kinks of f in b are y_i − ⟨w, x_i⟩.
"""

import warnings
from typing import NamedTuple

import numpy as np

from pegasos_edu.common.norms import radius
from pegasos_edu.common.validation import check_data, check_labels, check_lam, check_vectors
from pegasos_edu.common.warning import warn
from pegasos_edu.losses import objective
from pegasos_edu.theory.optimum import TARGET_GAP, optimum, rounding

CONSTANT_FEATURE = 10.0  # its value, in units of the largest ‖x‖
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
    found, shift = _around(centre, X, y, lam)
    for _ in range(MAX_ROUNDS):
        if found.gap <= 10 * TARGET_GAP * max(1.0, found.value) or not found.w.any():
            break
        centre = centre - shift / (found.w @ found.w) * found.w
        other, shift = _around(centre, X, y, lam)
        if other.gap >= found.gap:
            break
        found = other
    if found.gap > 100 * TARGET_GAP * max(1.0, found.value):
        warn(
            f"The gap is {found.gap:.1e} at f = {found.value:.6g}: lam = {lam:.1e} is too small for the squared "
            "norms of the rows, or no direction separates the classes; enlarge lam, or look at the features.",
            RuntimeWarning,
        )
    return found


def _around(centre, X, y, lam):
    """Return the optimum for scores ⟨w, x − centre⟩ + b, where b is penalised slightly, and this b."""
    Z = X - centre
    R = radius(Z) or 1.0
    scale = CONSTANT_FEATURE * R
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)  # of the gaps, only the last one counts
        (*w, last), value, gap = optimum(np.column_stack([Z, np.full(len(Z), scale)]), y, lam)
    w, shift = np.array(w), scale * last
    b = best_bias(Z @ w, y) - w @ centre
    reached = float(objective(w, X, y, lam, b=b))
    dual = value - gap + lam / 2 * last**2  # D(a); and 1/m·Σ_i a_i·y_i = λ·last/scale
    reach = 1 + R * np.sqrt(2 * reached / lam)  # bounds |b| of a minimiser, because λ/2·‖w‖² ≤ f
    bound = dual - reach * lam * abs(last) / scale - rounding(w, X, b)
    return BiasedOptimum(w, float(b), reached, max(0.0, float(reached - bound))), shift
