"""What is proved of Pegasos: the right-hand side of each inequality, with what it asks for checked when it is called.

Throughout, f_t(w) = f(w; A_t) is the objective on the examples that step t draws, ∇_t a subgradient of it at w_t,
η_t = 1/(λt), ‖x‖ ≤ R for all examples, w* the minimiser of f. Sums go over t = 1, …, T.

[ICML07] is the paper of 2007, [MPB11] that of 2011, [Shen] the slides of 2014, which number the lemmas of the proof.
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
SLACK = 1e-9  # of rounding, in what is asked for


# The lemmas of the proof


def strong_convexity(u, v, lam):
    """λ/2·‖u − v‖², by which f lies above each of its tangents: f(u) − f(v) − ⟨u − v, g⟩ is at least that.

    For each subgradient g of f at v, as f is λ/2·‖w‖² plus a convex function [Shen Lemma 1].

    Parameters
    ----------
    u, v : array, (d,)
    lam : float, > 0

    Returns
    -------
    float

    Raises
    ------
    ValueError
        For anything that is not as described.
    """
    u, v = _vectors(u=u, v=v)
    return check_lam(lam) / 2 * float((u - v) @ (u - v))


def projection_angle(u, radius):
    """0, which ⟨u − v, θ − v⟩ never exceeds, where v is the point of the ball that is nearest to θ.

    For each u in the ball the angle at v is at least a right one [Shen Lemma 2].

    Parameters
    ----------
    u : array, (d,)
        In the ball.
    radius : float, > 0

    Returns
    -------
    float

    Raises
    ------
    ValueError
        Where u is outside of the ball, too.
    """
    (u,) = _vectors(u=u)
    radius = check_positive("radius", radius)
    if np.linalg.norm(u) > radius * (1 + SLACK):
        raise ValueError(
            f"u must be in the ball of radius {radius:.4g}, got a norm of {np.linalg.norm(u):.4g}; scale it."
        )
    return 0.0


def progress(u, w, w_next, g, eta):
    """(‖u − w_t‖² − ‖u − w_{t+1}‖²)/(2η_t) + η_t/2·‖∇_t‖², which ⟨w_t − u, ∇_t⟩ never exceeds [Shen Lemma 3].

    How far the step was from right is paid for: by coming nearer to u, or by the length of the step. With equality
    where nothing is projected.

    Parameters
    ----------
    u : array, (d,)
        Any point of the ball, where there is a projection onto one; any point otherwise.
    w, w_next : array, (d,)
        w_t and w_{t+1}, which is w_t − η_t·∇_t, or that projected.
    g : array, (d,)
        ∇_t.
    eta : float, > 0
        η_t.

    Returns
    -------
    float

    Raises
    ------
    ValueError
        For anything that is not as described.
    """
    u, w, w_next, g = _vectors(u=u, w=w, w_next=w_next, g=g)
    eta = check_positive("eta", eta)
    nearer = float((u - w) @ (u - w) - (u - w_next) @ (u - w_next))
    return nearer / (2 * eta) + eta / 2 * float(g @ g)


def regret(G, lam, T):
    """G²/(2λ)·(1 + ln T), which Σ f_t(w_t) − Σ f_t(u) never exceeds, whatever is drawn [Shen Lemma 4; MPB11 Lemma 1].

    MPB11 and ICML07 divide both sides by T.

    Parameters
    ----------
    G : float, ≥ 0
        At least ‖∇_t‖ in each step: see `gradient_norm`.
    lam : float, > 0
        With which every f_t is λ-strongly convex.
    T : int, ≥ 1

    Returns
    -------
    float

    Raises
    ------
    ValueError
        For anything that is not as described.
    """
    G = check_not_negative("G", G, "it is a bound on norms")
    return G * G / (2 * check_lam(lam)) * (1 + math.log(check_size("T", T)))


def norm_of_the_optimum(lam):
    """1/√λ, which ‖w*‖ never exceeds for the hinge loss [Shen Lemma 5]; `ball_radius` knows the log loss too.

    Parameters
    ----------
    lam : float, > 0

    Returns
    -------
    float
    """
    return 1 / math.sqrt(check_lam(lam))


# The theorems


def gradient_norm(R, lam, project):
    """√λ + R with the projection, 2R without it: ‖∇_t‖ never exceeds that [MPB11 Theorem 1, its proof].

    With it ‖w_t‖ ≤ 1/√λ. Without it w_{t+1} is 1/(λt) times a sum of t vectors no longer than R, if w_1 = 0: at most
    R/λ long [MPB11 eq. 13].

    Parameters
    ----------
    R : float, ≥ 0
        At least the norm of each example.
    lam : float, > 0
    project : bool

    Returns
    -------
    float

    Raises
    ------
    ValueError
        For anything that is not as described.
    """
    R, lam = check_not_negative("R", R, "it is a bound on norms"), check_lam(lam)
    return math.sqrt(lam) + R if check_bool("project", project) else 2 * R


def average_regret(R, lam, T, project, paper="MPB11"):
    """c·(1 + ln T)/(2λT), by which 1/T·Σ f_t(w_t) exceeds 1/T·Σ f_t(w*) at most [MPB11 Theorem 1].

    Here c is the square of `gradient_norm`: (√λ + R)² with the projection, 4R² without. ICML07 has c·ln T/(λT), which
    is no smaller from T = 3 on, and proves it with the projection alone. Where each step takes all examples, the same
    holds of f(w̄) − f(w*), with w̄ the mean of w_1, …, w_T [Corollary 1].

    Parameters
    ----------
    R, lam, project
        As for `gradient_norm`.
    T : int, ≥ 1; for ICML07 ≥ 3
    paper : {"MPB11", "ICML07"}

    Returns
    -------
    float

    Raises
    ------
    ValueError
        For anything that is not as described.
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
    """What E f(w_r) − f(w*) never exceeds, with r drawn from 1, …, T [ICML07 Theorem 2].

    The same number as `average_regret`. Each step must draw its examples uniformly and independently of the steps
    before: then, given w_t, the expectation of f_t(w_t) is f(w_t). Reshuffled passes do not draw like that.

    Parameters
    ----------
    R, lam, T, project, paper
        As for `average_regret`.

    Returns
    -------
    float
    """
    return average_regret(R, lam, T, project, paper)


def likely_distance(R, lam, T, project, delta, paper="MPB11"):
    """`expected_distance`/δ: f(w_r) − f(w*) exceeds it with probability δ at most [ICML07 Theorem 3].

    The draws must be as for `expected_distance`. By Markov's inequality, which knows nothing of Z = f(w_r) − f(w*) but
    that Z ≥ 0 and its mean.

    Parameters
    ----------
    R, lam, T, project, paper
        As for `average_regret`.
    delta : float, > 0 and < 1

    Returns
    -------
    float

    Raises
    ------
    ValueError
        For anything that is not as described.
    """
    return expected_distance(R, lam, T, project, paper) / _check_delta(delta)


def likely_average(R, lam, T, project, delta):
    """21·c·ln(T/δ)/(λT): 1/T·Σ f(w_t) − f(w*) exceeds it with probability δ at most [MPB11 Lemma 2].

    Each step must draw its examples uniformly and independently of the steps before. The same holds of f(w̄) − f(w*)
    [Corollary 2]. It grows with ln(1/δ), not 1/δ.

    Parameters
    ----------
    R : float, ≥ 1
        At least the norm of each example: where all norms are below 1, R = 1 is a bound on them too.
    lam : float, > 0 and ≤ 1/4
    T, project
        As for `average_regret`.
    delta : float, > 0 and < 1

    Returns
    -------
    float

    Raises
    ------
    ValueError
        For anything that is not as described.
    """
    c, lam, T, delta = gradient_norm(R, lam, project) ** 2, check_lam(lam), check_size("T", T), _check_delta(delta)
    if R < 1:
        raise ValueError(f"R must be at least 1 here, got {R:.4g}; take R=1, which bounds shorter examples too.")
    if lam > 0.25:
        raise ValueError(f"lam must be at most 1/4 here, got {lam:.4g}; take likely_distance, which holds for any lam.")
    return 21 * c * math.log(T / delta) / (lam * T)


def likely_iterate(R, lam, T, project, delta):
    """42·c·ln(T/δ)/(λT), twice `likely_average`: at least every second w_t is as near as that [MPB11 Lemma 3].

    So a w_t with t drawn from 1, …, T is, with probability ½ at least, in a run of which Lemma 2 holds.

    Parameters
    ----------
    R, lam, T, project, delta
        As for `likely_average`.

    Returns
    -------
    float
    """
    return 2 * likely_average(R, lam, T, project, delta)


def _check_delta(delta):
    if check_positive("delta", delta) >= 1:
        raise ValueError(f"delta must be above 0 and below 1, got {delta!r}; it is a probability, such as 0.05.")
    return float(delta)


def _vectors(**named):
    """Vectors of the same length."""
    arrays = {name: np.asarray(value, dtype=float) for name, value in named.items()}
    d = next(iter(arrays.values())).shape[-1:]
    return [check_vectors(name, array, d[0] if d else 0, stack=False) for name, array in arrays.items()]
