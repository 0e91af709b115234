"""Write Pegasos as it was published: one generator for each variant, next to its pseudocode.

The right-hand comments, read downwards, are the pseudocode of the source. Where the code must differ
from what is printed, a comment says CAUTION and why. Letters in this file:

    X      (m, d)  the examples x_i, as rows            y      (m,)    the labels, each -1 or +1
    K      (m, m)  K[i, j] = K(x_i, x_j), instead of X  lam            λ > 0, the regularisation
    draws  (T,)    the example that each step draws     eta            η, the step size
    t              the step, from 1 to T                w      (d,)    the weights
    A      (k,)    a mini-batch                         v      (d,)    w = a·v, or w = η·v
    a, nu          the scale factor, and ν = ‖w‖        alpha  (m,)    α, how often each x_i was added

The papers number the examples 1, …, m; every index in this file goes from 0 to m − 1, as in Python.
The algorithms do not check their arguments; ``run`` checks them before the first step. Sources: [MPB11]
Shalev-Shwartz, Singer, Srebro, Cotter, Pegasos, Mathematical Programming B 127, 2011; [Johansson]
Clarification of the pseudocode in the Pegasos paper.
"""

from math import exp, sqrt

import numpy as np
from numpy.linalg import norm

from pegasos_edu.algorithms.inputs import Batches, Dense, Gram, Indices, Outcomes, Rows
from pegasos_edu.algorithms.rows import add, combine, dot, dots, square
from pegasos_edu.algorithms.step_types import BatchStep, CachedStep, KernelStep, LinearStep, ScaledStep, SummedStep


def hinge(X: Dense, y, lam, draws: Indices, project=False):
    """Pegasos for the hinge loss [MPB11 Fig. 1; Johansson Alg. 1]."""
    w = np.zeros(X.shape[1])                               # w = (0, …, 0)
    for t, i in enumerate(draws, 1):                       # for t = 1, …, T: choose i from {1, …, m}
        eta = 1 / (lam * t)                                #   η = 1 / (λ·t)
        score = w @ X[i]                                   #   score = w·x
        if y[i] * score < 1:                               #   if y·score < 1
            w = (1 - eta * lam) * w + (eta * y[i]) * X[i]  #     w = (1 − η·λ)·w + (η·y)·x
        else:                                              #   else
            w = (1 - eta * lam) * w                        #     w = (1 − η·λ)·w
        # CAUTION: ‖w‖ may be 0, for example after empty rows; never divide by 0
        if project and norm(w) > 0:                        #   [optional:
            w = min(1, 1 / sqrt(lam) / norm(w)) * w        #     w = min{1, (1/√λ) / ‖w‖}·w ]
        yield LinearStep(t, i, eta, score, w)              # output w


def logistic(X: Dense, y: Outcomes, lam, draws: Indices, project=False):
    """Pegasos for the log loss: logistic regression [MPB11 sec. 5; Johansson sec. 3]."""
    w = np.zeros(X.shape[1])                               # w = (0, …, 0)
    for t, i in enumerate(draws, 1):                       # for t = 1, …, T: choose i from {1, …, m}
        eta = 1 / (lam * t)                                #   η = 1 / (λ·t)
        score = w @ X[i]                                   #   score = w·x
        # CAUTION: written so that e^z, which overflows beyond z = 709, is never formed
        p = exp(-np.logaddexp(0, y[i] * score))            #   p = 1 / (1 + e^(y·score))
        w = (1 - eta * lam) * w + (eta * y[i] * p) * X[i]  #   w = (1 − η·λ)·w + (η·y·p)·x
        # CAUTION: this is the ball of the hinge; the optimum of the log loss lies within 0.528/√λ. Never divide by 0
        if project and norm(w) > 0:                        #   [optional:
            w = min(1, 1 / sqrt(lam) / norm(w)) * w        #     w = min{1, (1/√λ) / ‖w‖}·w ]
        yield LinearStep(t, i, eta, score, w)              # output w


def minibatch(X: Rows, y, lam, draws: Batches, project=False):
    """Pegasos for the hinge loss on mini-batches of k examples [MPB11 Fig. 2]."""
    w = np.zeros(X.shape[1])                              # w = (0, …, 0)
    for t, A in enumerate(draws, 1):                      # for t = 1, …, T: choose A ⊆ {1, …, m}, |A| = k
        scores = dots(w, X, A)                            #   ⟨w, x_i⟩ for i ∈ A
        violators = A[y[A] * scores < 1]                  #   A⁺ = {i ∈ A : y_i·⟨w, x_i⟩ < 1}
        eta = 1 / (lam * t)                               #   η = 1 / (λ·t)
        total = combine(y[violators], X, violators)       #   Σ_{i ∈ A⁺} y_i·x_i
        # CAUTION: k is the size of A, not of A⁺, which may be empty
        w = (1 - eta * lam) * w + (eta / len(A)) * total  #   w = (1 − η·λ)·w + (η/k)·Σ
        # CAUTION: ‖w‖ may be 0, for example after empty rows; never divide by 0
        if project and norm(w) > 0:                       #   [optional:
            w = min(1, 1 / sqrt(lam) / norm(w)) * w       #     w = min{1, (1/√λ) / ‖w‖}·w ]
        yield BatchStep(t, A, eta, scores, w)             # output w


def scaled(X: Rows, y, lam, draws: Indices, project=False):
    """`hinge` with w stored as a·v, so a step touches only the non-zeros of x [MPB11 sec. 2.4; Johansson sec. 4]."""
    v, a, nu = np.zeros(X.shape[1]), 1.0, 0.0                           # v = (0, …, 0), a = 1, ν = ‖a·v‖ = 0
    for t, i in enumerate(draws, 1):                                    # for t = 1, …, T: choose i from {1, …, m}
        eta = 1 / (lam * t)                                             #   η = 1 / (λ·t)
        # CAUTION: with the a of the step before; shrinking a first would be another algorithm
        score = a * dot(v, X, i)                                        #   score = a·(v·x)
        # CAUTION: at t = 1, 1 − η·λ is 0, and η·y/a would divide by 0; w is still 0, so nothing has to shrink
        if t > 1:
            a = (1 - eta * lam) * a                                     #   a = (1 − η·λ)·a
            nu = (1 - eta * lam) * nu                                   #   ν = (1 − η·λ)·ν
        if y[i] * score < 1:                                            #   if y·score < 1
            add(v, eta * y[i] / a, X, i)                                #     v = v + (η·y / a)·x
            if project:                                                 #     [optional:
                inner = (1 - eta * lam) * score                         #       ⟨w, x⟩ for the w just shrunk
                grown = 2 * eta * y[i] * inner + eta**2 * square(X, i)  #       2·η·y·⟨w, x⟩ + η²·‖x‖²
                nu = sqrt(max(0.0, nu**2 + grown))                      #       ν = ‖w + η·y·x‖ ]
        # CAUTION: ν may be 0, for example after empty rows; never divide by 0
        if project and nu > 0:                                          #   [optional:
            s = min(1, 1 / sqrt(lam) / nu)                              #     s = min{1, (1/√λ) / ν}
            a, nu = s * a, s * nu                                       #     a = s·a, ν = s·ν ]
        # CAUTION: projections shrink a until it underflows, so v takes over the factor a now and then
        if a < 1e-9:
            v, a = a * v, 1.0                                           #   v = a·v, a = 1
        yield ScaledStep(t, i, eta, score, a, nu, v)                    # output w = a·v


def summed(X: Rows, y, lam, draws: Indices):
    """`hinge` with w stored as v/(λ·t), where v is the sum of the violators [MPB11 eq. 13]."""
    v, eta = np.zeros(X.shape[1]), 0.0         # v = (0, …, 0), and w = (0, …, 0)
    for t, i in enumerate(draws, 1):           # for t = 1, …, T: choose i from {1, …, m}
        # CAUTION: with the η of the step before, 1/(λ·(t−1)), which left w = η·v
        score = eta * dot(v, X, i)             #   score = w·x = η·(v·x)
        eta = 1 / (lam * t)                    #   η = 1 / (λ·t)
        if y[i] * score < 1:                   #   if y·score < 1
            add(v, y[i], X, i)                 #     v = v + y·x
        yield SummedStep(t, i, eta, score, v)  # output w = v / (λ·t) = η·v


def kernelized(K: Gram, y, lam, draws: Indices):
    """Pegasos with a kernel; the score follows the paper's definition of w [MPB11 sec. 4; Fig. 3 corrected]."""
    alpha, eta = np.zeros(len(y)), 0.0             # α = (0, …, 0), and w = (0, …, 0)
    # CAUTION: Fig. 3 prints {0, …, |S|}, one index too many
    for t, i in enumerate(draws, 1):               # for t = 1, …, T: choose i from {1, …, m}
        # CAUTION: Fig. 3 prints y_i instead of y_j
        total = (alpha * y) @ K[i]                 #   Σ_j α[j]·y_j·K(x_i, x_j)
        # CAUTION: Fig. 3 prints 1/(λ·t); this is the η of the step before, 1/(λ·(t−1)), which left w
        score = eta * total                        #   score = η·Σ
        eta = 1 / (lam * t)                        #   η = 1 / (λ·t)
        if y[i] * score < 1:                       #   if y·score < 1
            alpha[i] += 1                          #     α[i] = α[i] + 1
        yield KernelStep(t, i, eta, score, alpha)  # output α


def kernelized_cached(K: Gram, y, lam, draws: Indices):
    """`kernelized` with its sums stored in s, so that only a violated margin needs a row of K [MPB11 sec. 4]."""
    alpha, s, eta = np.zeros(len(y)), np.zeros(len(y)), 0.0  # α = (0, …, 0), s = (0, …, 0), and w = (0, …, 0)
    for t, i in enumerate(draws, 1):                         # for t = 1, …, T: choose i from {1, …, m}
        # CAUTION: with the η of the step before, 1/(λ·(t−1)), which left w
        score = eta * s[i]                                   #   score = η·Σ_j α[j]·y_j·K(x_i, x_j) = η·s[i]
        eta = 1 / (lam * t)                                  #   η = 1 / (λ·t)
        if y[i] * score < 1:                                 #   if y·score < 1
            alpha[i] += 1                                    #     α[i] = α[i] + 1
            s += y[i] * K[i]                                 #     s = s + y·K(x_i, ·)
        yield CachedStep(t, i, eta, score, alpha, s)         # output α


def kernelized_as_printed(K: Gram, y, lam, draws: Indices):
    """Pegasos with a kernel as MPB11 Fig. 3 prints it, slips included: to study, not to use."""
    alpha = np.zeros(len(y))                       # α = (0, …, 0)
    # CAUTION: printed with one index too many; the draws never contain this index
    for t, i in enumerate(draws, 1):               # for t = 1, …, T: choose i from {0, …, |S|}
        eta = 1 / (lam * t)                        #   η = 1 / (λ·t)
        # CAUTION: y_i should be y_j
        total = y[i] * (alpha @ K[i])              #   Σ_j α[j]·y_i·K(x_i, x_j)
        # CAUTION: λ·t should be λ·(t−1)
        score = total / (lam * t)                  #   score = Σ / (λ·t)
        if y[i] * score < 1:                       #   if y·score < 1
            alpha[i] += 1                          #     α[i] = α[i] + 1
        yield KernelStep(t, i, eta, score, alpha)  # output α
