"""Compute the radius of a ball that contains the optimum."""

import math

from scipy.special import lambertw

from pegasos_edu.common.validation import check_choice, check_lam
from pegasos_edu.losses import LOSSES

MAX_MARGIN_TIMES_PULL = {"hinge": 1.0, "log": float(lambertw(math.exp(-1)).real)}  # 1 and 0.2785


def ball_radius(lam, loss="hinge"):
    """Return a bound on the norm of the minimiser of f: 1/√λ for the hinge loss, 0.5277/√λ for the log loss.

    A subgradient of f vanishes at the minimiser w*: λ·w* = 1/m·Σ_i a_i·y_i·x_i, where the pull a_i is minus the slope
    of the loss at the margin z_i = y_i·⟨w*, x_i⟩. The product of both sides with w* gives

        λ·‖w*‖² = 1/m·Σ_i a_i·z_i ≤ max_z a(z)·z,

    which is 1 for the hinge loss [MPB11 Fig. 1] and c = 0.2785, with c·e^c = 1/e, for the log loss.

    Parameters
    ----------
    lam : float, > 0
    loss : {"hinge", "log"}

    Returns
    -------
    float
    """
    return math.sqrt(MAX_MARGIN_TIMES_PULL[check_choice("loss", loss, LOSSES)] / check_lam(lam))
