"""Minimise the objective and certify the minimum.

Both losses have a dual objective D(a) ≤ f. With a ∈ [0, 1]^m and

    w(a) = 1/(λm)·Σ_i a_i·y_i·x_i,     D(a) = 1/m·Σ_i h(a_i) − λ/2·‖w(a)‖²,

where h(a) = a for the hinge loss and the entropy −a·log a − (1−a)·log(1−a) for the log loss, the duality gap
f(w) − D(a) bounds the distance of f(w) from its minimum.
"""

from typing import NamedTuple

import numpy as np
from scipy import sparse
from scipy.linalg import cho_factor, cho_solve
from scipy.special import entr

from pegasos_edu.common.validation import check_choice, check_data, check_gram, check_lam, check_range
from pegasos_edu.common.warning import warn
from pegasos_edu.losses import LOSSES, kernel_objective, objective

MAX_SIZE = 5_000  # the solver factors square matrices of at most this size
TARGET_GAP = 1e-10  # relative to max(1, f)
LENGTHS = [1.0, 0.5, 0.25, 0.125, 0.03, 0.01, 0.001]  # of a Newton step, tried in this order until f falls


class Optimum(NamedTuple):
    """Hold a minimiser of the objective and its certificate."""

    w: np.ndarray  # (d,)
    value: float  # f(w); the minimum of f lies in [value − gap, value]
    gap: float  # the duality gap at w, plus a bound on the rounding error


class KernelOptimum(NamedTuple):
    """Hold a minimiser of the objective with a kernel, and its certificate."""

    beta: np.ndarray  # (m,) coefficients of w = Σ_j β_j·φ(x_j)
    value: float
    gap: float


def optimum(X, y, lam, loss="hinge"):
    """Return the minimiser of f(w) = λ/2·‖w‖² + 1/m·Σ_i loss(y_i·⟨w, x_i⟩), with its duality gap.

    A primal-dual interior-point method minimises the hinge loss, Newton's method the log loss.

    Parameters
    ----------
    X : array or SciPy sparse matrix, (m, d)
        m or d must be at most 5,000.
    y : array, (m,), of −1 and +1
    lam : float, > 0
    loss : {"hinge", "log"}

    Returns
    -------
    Optimum

    Warns
    -----
    RuntimeWarning
        If the gap stays above 1e-8·max(1, f), which can happen for λ below 1e-8·max ‖x‖².
    """
    X, y = check_data(X, y)
    lam, at_zero = check_lam(lam), _at_zero(loss)
    w, _, dual = solved(X, y, lam, loss)
    value = float(objective(w, X, y, lam, loss))
    if value > at_zero:  # due to rounding
        w, value = np.zeros_like(w), at_zero
    return Optimum(w, value, _gap(value, dual - rounding(w, X), lam))


def kernel_optimum(K, y, lam, loss="hinge"):
    """Return the minimiser of f(w) = λ/2·‖w‖² + 1/m·Σ_i loss(y_i·⟨w, φ(x_i)⟩) over w = Σ_j β_j·φ(x_j).

    With K = U·S·Uᵀ, the inner products of the rows of Φ = U·√S are K, so the problem is the linear problem on Φ. The
    value and the gap are computed from K itself.

    Parameters
    ----------
    K : array, (m, m)
        The Gram matrix, without negative eigenvalues; m must be at most 5,000.
    y, lam, loss
        As for `optimum`.

    Returns
    -------
    KernelOptimum

    Warns
    -----
    RuntimeWarning
        In the same cases as `optimum`.
    """
    K, y = check_gram(K, y)
    lam, at_zero = check_lam(lam), _at_zero(loss)
    S, U = np.linalg.eigh(K)
    if S[0] < -1e-8 * S[-1]:
        raise ValueError(
            f"K must have no negative eigenvalues, got {S[0]:.3g}; take a kernel that is an inner product, such as rbf."
        )
    # Eigenvalues that are only rounding are left out; if K = 0, all are kept.
    kept = S > len(S) * np.finfo(float).eps * S[-1] if S[-1] > 0 else S == S[-1]
    root = np.sqrt(np.maximum(S[kept], 0))
    w, a, _ = solved(U[:, kept] * root, y, lam, loss)
    beta = U[:, kept] @ np.divide(w, root, where=root > 0, out=np.zeros_like(w))
    value = float(kernel_objective(beta, K, y, lam, loss))
    if value > at_zero:
        beta, value = np.zeros_like(beta), at_zero
    pull = a * y / (lam * len(y))  # w(a) = Σ_i pull_i·φ(x_i)
    # If rounding made the least eigenvalue negative, ‖w(a)‖² is enlarged, so that D is no larger than it may be.
    squared = pull @ K @ pull + max(0.0, -S[0]) * (pull @ pull)
    dual = _mean_h(a, loss) - lam / 2 * squared
    return KernelOptimum(beta, value, _gap(value, dual - rounding(beta, K), lam))


def _at_zero(loss):
    """Return f at w = 0."""
    return float(LOSSES[check_choice("loss", loss, LOSSES)].value(0.0))


def solved(X, y, lam, loss):
    """Return the best w, the a that belongs to it, and D(a), without a warning."""
    check_range(X, lam)
    if min(X.shape) > MAX_SIZE:
        raise ValueError(
            f"X must have at most {MAX_SIZE} rows or at most {MAX_SIZE} columns here, got {X.shape}; "
            "take a subset of the examples."
        )
    # X/size, lam/size² and size·w make the same problem; size is not 0 if X is 0.
    size = max(float(abs(X).max()), 1e-140 * np.sqrt(lam))
    Z = (sparse.diags_array(y).dot(X).tocsr() if sparse.issparse(X) else y[:, None] * X) / size
    w, a = (interior_point if loss == "hinge" else newton)(Z, lam / size**2)
    return w / size, a, _dual(a, Z, lam / size**2, loss)


def rounding(w, X, b=0.0):
    """Return a bound on the rounding error of f that comes from the scores ⟨w, x_i⟩ + b."""
    return np.finfo(float).eps * float((abs(X) @ abs(w)).mean() + abs(b))


def _gap(value, dual, lam):
    """Return value − dual, and warn if it is large."""
    gap = max(0.0, float(value - dual))
    if gap > 100 * TARGET_GAP * max(1.0, value):
        warn(
            f"The duality gap is {gap:.1e} at f = {value:.6g}: compared with the squared norms, "
            f"lam = {lam:.1e} is too small for more digits; bring the features to one scale, or enlarge lam.",
            RuntimeWarning,
        )
    return gap


def _dual(a, Z, lam, loss):
    """Return D(a), where the rows of Z are y_i·x_i."""
    w = (Z.T @ a) / (lam * len(a))
    return float(_mean_h(a, loss) - lam / 2 * (w @ w))


def _mean_h(a, loss):
    """Return 1/m·Σ_i h(a_i)."""
    return (a if loss == "hinge" else entr(a) + entr(1 - a)).mean()


def interior_point(Z, lam, target=TARGET_GAP, iterations=100):
    """Return the w that minimises f and the a ∈ [0, 1]^m that maximises D, by Mehrotra's predictor-corrector method.

    The rows of Z are y_i·x_i, and u = 1 − a. The multipliers s ≥ 0 of a ≥ 0 and xi ≥ 0 of u ≥ 0 satisfy Z·w − 1 +
    xi − s = 0 at the optimum, where (Z·w)_i is the margin of example i and xi_i its hinge loss. At the optimum w =
    w(a), but w is a separate variable, because a rounding error in a is 1/(λm) times as large in w(a).

    The browser translates this function and all functions that it calls, except `solver`; see `browser/language.py`.
    """
    m, d = Z.shape
    factored = solver(Z, lam * m)
    a, u, s, xi = np.full(m, 0.5), np.full(m, 0.5), np.ones(m), np.ones(m)
    w = (a @ Z) / (lam * m)
    best, smallest = (np.zeros(d), np.zeros(m)), 1.0  # at w = 0, f is 1 and D is 0
    for _ in range(iterations):
        margins, w_of_a = Z @ w, (a @ Z) / (lam * m)
        f = lam / 2 * (w @ w) + np.maximum(0, 1 - margins).mean()
        gap = f - a.mean() + lam / 2 * (w_of_a @ w_of_a)
        if gap < smallest:
            best, smallest = (w, a), gap
        if gap <= target * max(1.0, f):
            break
        try:
            solve = factored(s / a + xi / u)
        except np.linalg.LinAlgError:
            break  # no digits left
        state, residuals = (a, u, s, xi), (margins - 1 + xi - s, lam * m * (w - w_of_a))
        _, predicted = _direction(solve, residuals, state, 0.0, 0.0)
        centre, (da, du, ds, dxi) = _centre(state, predicted), predicted
        dw, change = _direction(solve, residuals, state, centre - da * ds, centre - du * dxi)
        length = 0.995 * _longest(state, change)
        w = w + length * dw
        a, u, s, xi = (x + length * dx for x, dx in zip(state, change))
    return best


def _direction(solve, residuals, state, to_s, to_xi):
    """Return the Newton step of w and of the state towards residuals of 0, a·s = to_s and u·xi = to_xi.

    It solves Z·dw + dxi − ds = −(Z·w − 1 + xi − s), λm·dw − Zᵀ·da = −λm·(w − w(a)), s·da + a·ds = to_s − a·s,
    xi·du + u·dxi = to_xi − u·xi and du = −da; without ds, dxi and du, the system of `solver` is left.
    """
    a, u, s, xi = state
    of_margins, of_w = residuals
    da, dw = solve(-of_margins + to_s / a - s - to_xi / u + xi, of_w)
    return dw, (da, -da, (to_s - s * da) / a - s, (to_xi + xi * da) / u - xi)


def _centre(state, change):
    """Return the target of the products a·s and u·xi, which is small if the predicted step is long."""
    length = _longest(state, change)
    a, u, s, xi = state
    after_a, after_u, after_s, after_xi = (x + length * dx for x, dx in zip(state, change))
    now, after = a @ s + u @ xi, after_a @ after_s + after_u @ after_xi
    return now / (2 * len(a)) * (after / now) ** 3


def _longest(now, change):
    """Return the length of the longest step, at most 1, that keeps all variables non-negative."""
    now, change = np.concatenate(now), np.concatenate(change)
    falling = change < 0
    return np.append(now[falling] / -change[falling], 1.0).min()


def newton(Z, lam, iterations=100):
    """Return the w that minimises f for the log loss and a_i = 1/(1 + e^{z_i}) for z = Zw, by Newton's method.

    The browser translates this function too.
    """
    m, d = Z.shape
    w, f = np.zeros(d), 1.0  # f(0) is log 2; the curvature is largest at 0, so that the first full step falls
    pulls = np.full(m, 0.5)
    for _ in range(iterations):
        gradient = lam * w - pulls @ Z / m
        if gradient @ gradient <= 2 * lam * TARGET_GAP * f:
            break  # the gap is at most ‖∇f‖²/(2λ)
        curved = Z.T * np.sqrt(pulls * (1 - pulls) / m)
        factored = solver(curved, 1.0)
        solve = factored(np.full(d, lam))
        step, _ = solve(gradient, np.zeros(m))  # (λ·I + Zᵀ·P·Z)·step = ∇f, where P holds p·(1 − p)/m
        for length in LENGTHS:
            shorter = w - length * step
            value = lam / 2 * (shorter @ shorter) + np.logaddexp(0, -(Z @ shorter)).mean()
            if value < f:
                break
        if value >= f:
            break  # no digits left
        w, f = shorter, value
        pulls = np.exp(-np.logaddexp(0, Z @ w))
    return w, pulls


def solver(Z, c):
    """Return a function with factored(D)(r, q) = (x, v), the solution of D·x + Z·v = r and Zᵀ·x − c·v = q."""
    m, d = Z.shape
    gram = _dense(Z @ Z.T) / c if m <= d else None

    def factored(D):
        once = _by_columns(Z, c, D) if gram is None else _by_rows(Z, c, D, gram)

        def refined(r, q):
            x, v = once(r, q)
            more_x, more_v = once(r - D * x - Z @ v, q - Z.T @ x + c * v)
            return x + more_x, v + more_v

        return refined

    return factored


def _by_rows(Z, c, D, gram):
    """Solve (ZZᵀ/c + D)·x = r + Z·q/c."""
    factor = _factor(gram, D)

    def once(r, q):
        x = cho_solve(factor, r + Z @ q / c)
        return x, (Z.T @ x - q) / c

    return once


def _by_columns(Z, c, D):
    """Solve (ZᵀD⁻¹Z + c)·v = ZᵀD⁻¹·r − q."""
    weighted = sparse.diags_array(1 / D).dot(Z) if sparse.issparse(Z) else Z / D[:, None]
    factor = _factor(_dense(Z.T @ weighted), np.full(Z.shape[1], c))

    def once(r, q):
        v = cho_solve(factor, weighted.T @ r - q)
        return (r - Z @ v) / D, v

    return once


def _factor(A, D):
    """Return the Cholesky factor of A + diag(D), or with a larger D if rounding leaves no factor."""
    try:
        return cho_factor(A + np.diag(D))
    except np.linalg.LinAlgError:
        return cho_factor(A + np.diag(D + 4 * np.finfo(float).eps * A.diagonal().max()))


def _dense(A):
    return A.toarray() if sparse.issparse(A) else A
