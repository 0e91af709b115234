"""Compute the right-hand side of each inequality that is proved for Pegasos.

f_t(w) = f(w; A_t) is the objective on the examples that step t draws, ∇_t a subgradient of f_t at w_t, η_t = 1/(λt),
and w* the minimiser of f. Sums go over t = 1, …, T. The sources are the papers [ICML07] and [MPB11], and the slides
[Shen], which number the lemmas of the proof.

Parameters of several functions
-------------------------------
R : float, ≥ 0
    A bound on the norm of every example.
lam : float, > 0
    The regularisation λ.
T : int, ≥ 1
    The number of steps.
project : bool
    Whether each step ends with the projection onto the ball of radius 1/√λ.
paper : {"MPB11", "ICML07"}
    The paper whose bound is used. The bound of 2007 requires T ≥ 3 and the projection.
delta : float, > 0 and < 1
    The probability δ that the bound fails.

All functions return a float and raise ValueError if an argument is not as described.
"""

import math

import numpy as np

from pegasos_edu.common.validation import (
    check_bool,
    check_choice,
    check_lam,
    check_not_negative,
    check_positive,
    check_size,
    check_vectors,
)

PAPERS = ("MPB11", "ICML07")
SLACK = 1e-9  # relative rounding error of a norm


# The lemmas of the proof


def strong_convexity(u, v, lam):
    """Return λ/2·‖u − v‖², a lower bound on f(u) − f(v) − ⟨u − v, g⟩ for each subgradient g of f at v [Shen Lemma 1].

    Parameters
    ----------
    u, v : array, (d,)
    lam : float, > 0
    """
    u, v = _vectors(u=u, v=v)
    return check_lam(lam) / 2 * float((u - v) @ (u - v))


def projection_angle(u, radius):
    """Return 0, an upper bound on ⟨u − v, θ − v⟩ if v is the point of the ball nearest to θ [Shen Lemma 2].

    Parameters
    ----------
    u : array, (d,)
        A point of the ball.
    radius : float, > 0
    """
    (u,) = _vectors(u=u)
    radius = check_positive("radius", radius)
    if np.linalg.norm(u) > radius * (1 + SLACK):
        raise ValueError(
            f"u must be in the ball of radius {radius:.4g}, got a norm of {np.linalg.norm(u):.4g}; scale it."
        )
    return 0.0


def progress(u, w, w_next, g, eta):
    """Return (‖u − w_t‖² − ‖u − w_{t+1}‖²)/(2η_t) + η_t/2·‖∇_t‖², an upper bound on ⟨w_t − u, ∇_t⟩ [Shen Lemma 3].

    Both sides are equal if nothing is projected.

    Parameters
    ----------
    u : array, (d,)
        Any point; with a projection, a point of the ball.
    w, w_next : array, (d,)
        w_t, and w_{t+1} = w_t − η_t·∇_t or its projection.
    g : array, (d,)
        ∇_t.
    eta : float, > 0
        η_t.
    """
    u, w, w_next, g = _vectors(u=u, w=w, w_next=w_next, g=g)
    eta = check_positive("eta", eta)
    nearer = float((u - w) @ (u - w) - (u - w_next) @ (u - w_next))
    return nearer / (2 * eta) + eta / 2 * float(g @ g)


def regret(G, lam, T):
    """Return G²/(2λ)·(1 + ln T), an upper bound on Σ f_t(w_t) − Σ f_t(u) for any draws [Shen Lemma 4; MPB11 Lemma 1].

    MPB11 and ICML07 divide both sides by T.

    Parameters
    ----------
    G : float, ≥ 0
        A bound on ‖∇_t‖ in each step, such as `gradient_norm`.
    lam : float, > 0
    T : int, ≥ 1
    """
    G = check_not_negative("G", G, "it is a bound on norms")
    return G * G / (2 * check_lam(lam)) * (1 + math.log(check_size("T", T)))


def norm_of_the_optimum(lam):
    """Return 1/√λ, an upper bound on ‖w*‖ for the hinge loss [Shen Lemma 5]; see `ball_radius` for the log loss."""
    return 1 / math.sqrt(check_lam(lam))


# The theorems


def gradient_norm(R, lam, project):
    """Return an upper bound on ‖∇_t‖: √λ + R with the projection, 2R without it [MPB11 proof of Theorem 1].

    ∇_t is λ·w_t minus a vector of norm at most R, so ‖∇_t‖ ≤ λ·‖w_t‖ + R. With the projection, ‖w_t‖ ≤ 1/√λ. Without
    it, if w_1 = 0, then w_{t+1} is 1/(λt) times a sum of t vectors of norm at most R, so ‖w_{t+1}‖ ≤ R/λ
    [MPB11 eq. 13].
    """
    R, lam = check_not_negative("R", R, "it is a bound on norms"), check_lam(lam)
    return math.sqrt(lam) + R if check_bool("project", project) else 2 * R


def average_regret(R, lam, T, project, paper="MPB11"):
    """Return c·(1 + ln T)/(2λT), an upper bound on 1/T·Σ f_t(w_t) − 1/T·Σ f_t(w*) [MPB11 Theorem 1].

    c is the square of `gradient_norm`. The bound of ICML07, c·ln T/(λT), is not smaller. If each step uses all
    examples, f(w̄) − f(w*) has the same bound, where w̄ is the mean of w_1, …, w_T [MPB11 Corollary 1].
    """
    c, lam, T = gradient_norm(R, lam, project) ** 2, check_lam(lam), check_size("T", T)
    if check_choice("paper", paper, PAPERS) == "MPB11":
        return c * (1 + math.log(T)) / (2 * lam * T)
    if T < 3 or not project:
        raise ValueError(
            "the bound of 2007 must have T >= 3 and the projection, "
            f'got T={T}, project={project}; take paper="MPB11", which needs neither.'
        )
    return c * math.log(T) / (lam * T)


def expected_distance(R, lam, T, project, paper="MPB11"):
    """Return an upper bound on E f(w_r) − f(w*), where r is drawn from 1, …, T [ICML07 Theorem 2].

    The bound is equal to `average_regret`. Each step must draw its examples uniformly and independently of the steps
    before, unlike in reshuffled passes. Then, given w_t, the expectation of f_t(w_t) is f(w_t).
    """
    return average_regret(R, lam, T, project, paper)


def likely_distance(R, lam, T, project, delta, paper="MPB11"):
    """Return `expected_distance`/δ, which f(w_r) − f(w*) exceeds with probability at most δ [ICML07 Theorem 3].

    The draws must be as for `expected_distance`. The bound follows from Markov's inequality.
    """
    return expected_distance(R, lam, T, project, paper) / _check_delta(delta)


def likely_average(R, lam, T, project, delta):
    """Return 21·c·ln(T/δ)/(λT), which 1/T·Σ f(w_t) − f(w*) exceeds with probability at most δ [MPB11 Lemma 2].

    The draws must be as for `expected_distance`, R must be at least 1 and λ at most 1/4. The same holds for
    f(w̄) − f(w*) [MPB11 Corollary 2].
    """
    c, lam, T, delta = gradient_norm(R, lam, project) ** 2, check_lam(lam), check_size("T", T), _check_delta(delta)
    if R < 1:
        raise ValueError(f"R must be at least 1 here, got {R:.4g}; take R=1, which bounds shorter examples too.")
    if lam > 0.25:
        raise ValueError(f"lam must be at most 1/4 here, got {lam:.4g}; take likely_distance, which holds for any lam.")
    return 21 * c * math.log(T / delta) / (lam * T)


def likely_iterate(R, lam, T, project, delta):
    """Return twice `likely_average`, an upper bound on f(w_t) − f(w*) for at least half of all t [MPB11 Lemma 3].

    It needs a run in which the bound of Lemma 2 holds, as it does with probability at least 1 − δ. Since at least half
    of all t have the bound, a t that is drawn from 1, …, T at random has it with probability at least ½ [Lemma 3].
    """
    return 2 * likely_average(R, lam, T, project, delta)


def _check_delta(delta):
    if check_positive("delta", delta) >= 1:
        raise ValueError(f"delta must be above 0 and below 1, got {delta!r}; it is a probability, such as 0.05.")
    return float(delta)


def _vectors(**named):
    """Check that all are vectors of the same length."""
    arrays = {name: np.asarray(value, dtype=float) for name, value in named.items()}
    d = next(iter(arrays.values())).shape[-1:]
    return [check_vectors(name, array, d[0] if d else 0, stack=False) for name, array in arrays.items()]
