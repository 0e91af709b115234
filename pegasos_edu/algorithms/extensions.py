"""Write the algorithms for the other losses [MPB11 sec. 5] and for the bias [MPB11 sec. 6].

The letters, comments and sources are those of ``pegasos.py``. New letters:

    y      (m,)    numbers in `regression`, class numbers 0, …, n − 1 in `multiclass`
    v      (n, d)  in `multiclass`: row r belongs to class r, w_r = η·v_r
    epsilon        ε, the largest error without loss    b              the bias, given or learned
"""

from math import exp, sqrt

import numpy as np
from numpy.linalg import norm

from pegasos_edu.algorithms.inputs import Batches, Classes, Dense, Indices, Outcomes, Rows, Targets
from pegasos_edu.algorithms.rows import add, combine, dot, dots
from pegasos_edu.algorithms.step_types import BatchStep, BiasStep, MulticlassStep, SummedStep


def summed_logistic(X: Rows, y: Outcomes, lam, draws: Indices):
    """`logistic` with w stored as v/(λ·t), where v is the sum of all that was added [MPB11 sec. 5; eq. 13]."""
    v, eta = np.zeros(X.shape[1]), 0.0           # v = (0, …, 0), and w = (0, …, 0)
    for t, i in enumerate(draws, 1):             # for t = 1, …, T: choose i from {1, …, m}
        # CAUTION: with the η of the step before, 1/(λ·(t−1)), which left w = η·v
        score = eta * dot(v, X, i)               #   score = w·x = η·(v·x)
        eta = 1 / (lam * t)                      #   η = 1 / (λ·t)
        # CAUTION: written so that e^z, which overflows beyond z = 709, is never formed
        p = exp(-np.logaddexp(0, y[i] * score))  #   p = 1 / (1 + e^(y·score))
        add(v, y[i] * p, X, i)                   #   v = v + (y·p)·x
        yield SummedStep(t, i, eta, score, v)    # output w = v / (λ·t) = η·v


def logistic_minibatch(X: Rows, y: Outcomes, lam, draws: Batches, project=False):
    """Pegasos for the log loss on mini-batches of k examples [MPB11 sec. 5; Fig. 2]."""
    w = np.zeros(X.shape[1])                              # w = (0, …, 0)
    for t, A in enumerate(draws, 1):                      # for t = 1, …, T: choose A ⊆ {1, …, m}, |A| = k
        scores = dots(w, X, A)                            #   ⟨w, x_i⟩ for i ∈ A
        # CAUTION: written so that e^z, which overflows beyond z = 709, is never formed
        p = np.exp(-np.logaddexp(0, y[A] * scores))       #   p_i = 1 / (1 + e^(y_i·⟨w, x_i⟩)) for i ∈ A
        eta = 1 / (lam * t)                               #   η = 1 / (λ·t)
        total = combine(y[A] * p, X, A)                   #   Σ_{i ∈ A} y_i·p_i·x_i
        w = (1 - eta * lam) * w + (eta / len(A)) * total  #   w = (1 − η·λ)·w + (η/k)·Σ
        # CAUTION: the hinge's ball; the optimum lies within 0.528/√λ. No division while ‖w‖ = 0
        if project and norm(w) > 0:                       #   [optional:
            w = min(1, 1 / sqrt(lam) / norm(w)) * w       #     w = min{1, (1/√λ) / ‖w‖}·w ]
        yield BatchStep(t, A, eta, scores, w)             # output w


def regression(X: Rows, y: Targets, lam, draws: Indices, epsilon=0.1):
    """Support vector regression with the ε-insensitive loss max{0, |y − w·x| − ε} [MPB11 sec. 5; eq. 13]."""
    v, eta = np.zeros(X.shape[1]), 0.0         # v = (0, …, 0), and w = (0, …, 0)
    for t, i in enumerate(draws, 1):           # for t = 1, …, T: choose i from {1, …, m}
        # CAUTION: with the η of the step before, 1/(λ·(t−1)), which left w = η·v
        score = eta * dot(v, X, i)             #   score = w·x = η·(v·x)
        eta = 1 / (lam * t)                    #   η = 1 / (λ·t)
        if score - y[i] > epsilon:             #   if score − y > ε
            add(v, -1, X, i)                   #     v = v − x
        if y[i] - score > epsilon:             #   if y − score > ε
            add(v, 1, X, i)                    #     v = v + x
        yield SummedStep(t, i, eta, score, v)  # output w = v / (λ·t) = η·v


def multiclass(X: Rows, y: Classes, lam, draws: Indices):
    """Pegasos for the multi-class loss max_r {δ(r, y) − w_y·x + w_r·x}, δ(y, y) = 0, else 1 [MPB11 sec. 5; eq. 13]."""
    v, eta = np.zeros((y.max() + 1, X.shape[1])), 0.0        # v_r = (0, …, 0), and w_r = (0, …, 0), for each class r
    for t, i in enumerate(draws, 1):                         # for t = 1, …, T: choose i from {1, …, m}
        # CAUTION: with the η of the step before, 1/(λ·(t−1)), which left w_r = η·v_r
        scores = eta * dot(v, X, i)                          #   z_r = w_r·x = η·(v_r·x) for each r
        eta = 1 / (lam * t)                                  #   η = 1 / (λ·t)
        r = np.argmax(scores + (np.arange(len(v)) != y[i]))  #   r = argmax_r {δ(r, y) + z_r}
        # CAUTION: if r = y, the loss is 0, and the two lines below would cancel, except for rounding
        if r != y[i]:                                        #   if r ≠ y
            add(v[r], -1, X, i)                              #     v_r = v_r − x
            add(v[y[i]], 1, X, i)                            #     v_y = v_y + x
        yield MulticlassStep(t, i, eta, scores, v)           # output w_r = v_r / (λ·t) = η·v_r


def biased(X: Rows, y, lam, draws: Indices, b=0.0):
    """`summed` for scores w·x + b with a given bias b, for a search over b [MPB11 sec. 6; eq. 13]."""
    v, eta = np.zeros(X.shape[1]), 0.0         # v = (0, …, 0), and w = (0, …, 0)
    for t, i in enumerate(draws, 1):           # for t = 1, …, T: choose i from {1, …, m}
        # CAUTION: with the η of the step before, 1/(λ·(t−1)), which left w = η·v
        score = eta * dot(v, X, i) + b         #   score = w·x + b = η·(v·x) + b
        eta = 1 / (lam * t)                    #   η = 1 / (λ·t)
        if y[i] * score < 1:                   #   if y·score < 1
            add(v, y[i], X, i)                 #     v = v + y·x
        yield SummedStep(t, i, eta, score, v)  # output w = v / (λ·t) = η·v


def free_bias(X: Dense, y, lam, draws: Indices):
    """`hinge` for scores w·x + b; it also learns b, which has no penalty [MPB11 sec. 6]."""
    w, b = np.zeros(X.shape[1]), 0.0                       # w = (0, …, 0), b = 0
    for t, i in enumerate(draws, 1):                       # for t = 1, …, T: choose i from {1, …, m}
        eta = 1 / (lam * t)                                #   η = 1 / (λ·t)
        score = w @ X[i] + b                               #   score = w·x + b
        if y[i] * score < 1:                               #   if y·score < 1
            w = (1 - eta * lam) * w + (eta * y[i]) * X[i]  #     w = (1 − η·λ)·w + (η·y)·x
            # CAUTION: nothing shrinks b, so the first steps, of size 1/λ, are hardly ever undone
            b = b + eta * y[i]                             #     b = b + η·y
        else:                                              #   else
            w = (1 - eta * lam) * w                        #     w = (1 − η·λ)·w
        yield BiasStep(t, i, eta, score, b, w)             # output w and b
