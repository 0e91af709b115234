"""The outer search for a bias that has no penalty [MPB11 sec. 6]."""

from typing import NamedTuple

from scipy.optimize import minimize_scalar

from pegasos_edu.estimators.fitting import Fit, fit, objective
from pegasos_edu.fast.choosing import plain


class Tried(NamedTuple):
    """A bias that the outer search tried, and the objective that it led to."""

    b: float
    objective: float


class Found(NamedTuple):
    """The best bias, the fit that goes with it, and all that was tried."""

    b: float
    fit: Fit
    tried: list


def best_bias(problem_at, plan, centre, spread):
    """The b that minimises J(b) = min_w f(w, b), which is convex in b.

    Parameters
    ----------
    problem_at : function of b
        The `Problem`, of one target, whose bias is b.
    plan : Plan
        The first fit says how many passes are enough: all others take as many, so that they can be compared.
    centre, spread : float
        Where biases lie, and how far around it.

    Returns
    -------
    Found
    """
    first = plan if plan.tol is None else plan._replace(tol=plan.tol / 10)  # J is flat where it is smallest
    fits, tried = [], []

    def J(u):
        b = float(centre + spread * u)
        problem = problem_at(b)
        fits.append(fit(problem, plan._replace(max_iter=fits[0].n_iter, tol=None) if fits else first))
        tried.append(Tried(b, objective(problem, fits[-1].descents[0], problem.targets[0], plain(problem.algorithm))))
        return tried[-1].objective

    minimize_scalar(J, bracket=(-0.5, 0.5), method="brent", options={"xtol": 1e-3, "maxiter": 40})
    best = min(range(len(tried)), key=lambda n: tried[n].objective)
    return Found(tried[best].b, fits[best], tried)
