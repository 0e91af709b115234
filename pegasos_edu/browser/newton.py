"""The optimum of the log loss for the page, on small and dense problems; in the small language of `language.py`.

`theory/optimum.py`, which also takes many features and sparse rows, leaves that to SciPy, which no page has.
"""

import numpy as np

from pegasos_edu.theory.optimum import TARGET_GAP, solver

LENGTHS = [1.0, 0.5, 0.25, 0.125, 0.03, 0.01, 0.001]  # of a step, until f falls


def newton(Z, lam, iterations=100):
    """The w that minimises λ/2·‖w‖² + the mean of log(1 + e^−z) for z = Zw, by Newton's method.

    Parameters
    ----------
    Z : array, (m, d)
        Its rows are y_i·x_i.
    lam : float, > 0
    iterations : int

    Returns
    -------
    w : array, (d,)
    a : array, (m,)
        1/(1 + e^z) there.
    """
    m, d = Z.shape
    w, f = np.zeros(d), 1.0
    pulls = np.full(m, 0.5)
    for _ in range(iterations):
        gradient = lam * w - pulls @ Z / m
        if gradient @ gradient <= 2 * lam * TARGET_GAP * f:
            break  # the gap is at most ‖∇f‖²/(2λ)
        curved = Z.T * np.sqrt(pulls * (1 - pulls) / m)
        solve = solver(curved, 1.0)
        factor = solve(np.full(d, lam))
        step, _ = factor(gradient, np.zeros(m))
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
