"""A ball that holds the optimum, for each loss: where the projection may pull back to."""

import math

from scipy.special import lambertw

from pegasos_edu.common.validation import check_choice, check_lam
from pegasos_edu.losses import LOSSES

MAX_MARGIN_TIMES_PULL = {"hinge": 1.0, "log": float(lambertw(math.exp(-1)).real)}  # 1 and 0.2785


def ball_radius(lam, loss="hinge"):
    """The radius of a ball around 0 that holds the minimiser of f: 1/√λ for the hinge loss, 0.5277/√λ for the log loss.

    At the minimiser w* a subgradient of f is 0: λ·w* = 1/m·Σ_i a_i·y_i·x_i, where the pull a_i is −slope of the loss
    at the margin z_i = y_i·⟨w*, x_i⟩ (at the hinge's kink, a number from 0 to 1). The product of both sides with w* is

        λ·‖w*‖² = 1/m·Σ_i a_i·z_i ≤ max_z a(z)·z.

    For the hinge loss that is at most 1, at margin 1: the ball of the paper [MPB11 Fig. 1, its projection]. For the log
    loss a(z)·z = z/(1 + e^z) is largest where z = 1 + e^−z, and is e^−z = c there, with c·e^c = 1/e: c = 0.2785.

    Parameters
    ----------
    lam : float, > 0
    loss : {"hinge", "log"}

    Returns
    -------
    float

    Raises
    ------
    ValueError
        For anything that is not as described.
    """
    return math.sqrt(MAX_MARGIN_TIMES_PULL[check_choice("loss", loss, LOSSES)] / check_lam(lam))
