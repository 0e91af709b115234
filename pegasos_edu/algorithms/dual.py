"""Write dual coordinate ascent for the hinge loss, which was published after Pegasos.

The letters and comments are used as in ``pegasos.py``, but α is defined as in the source:

    alpha  (m,)    α, one number for each example, 0 ≤ α_i·y_i ≤ 1, and w = 1/(λ·m)·Σ_i α_i·x_i
    delta          Δα, the number that a step adds to α_i

There is no step size. Source: [SSZ13] Shalev-Shwartz, Zhang, Stochastic dual coordinate ascent methods for regularized
loss minimization, Journal of Machine Learning Research 14, 2013; it writes n for m.
"""

import numpy as np

from pegasos_edu.algorithms.inputs import Indices, Rows
from pegasos_edu.algorithms.rows import add, dot, square
from pegasos_edu.algorithms.step_types import DualStep


def dual_ascent(X: Rows, y, lam, draws: Indices):
    """Dual coordinate ascent for the hinge loss: each step optimises one α [SSZ13 Procedure SDCA; sec. 6.1]."""
    w, alpha = np.zeros(X.shape[1]), np.zeros(len(y))       # w = (0, …, 0), which is w(α) for α = (0, …, 0)
    for t, i in enumerate(draws, 1):                        # for t = 1, …, T: choose i from {1, …, m}
        score = dot(w, X, i)                                #   score = w·x
        # CAUTION: q must not be 0. For an empty row α·y then becomes 1, the best value, since its loss is always 1
        q = max(1e-300, square(X, i) / (lam * X.shape[0]))  #   q = ‖x‖² / (λ·m)
        best = (1 - y[i] * score) / q + alpha[i] * y[i]     #   best = (1 − y·score) / q + α[i]·y
        delta = y[i] * max(0, min(1, best)) - alpha[i]      #   Δα = y·max{0, min{1, best}} − α[i]
        alpha[i] += delta                                   #   α[i] = α[i] + Δα
        add(w, delta / (lam * X.shape[0]), X, i)            #   w = w + (Δα / (λ·m))·x
        yield DualStep(t, i, score, delta, alpha, w)        # output w
