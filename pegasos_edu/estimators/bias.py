"""Search for a bias that has no penalty [MPB11 sec. 6]."""

from dataclasses import replace
from typing import NamedTuple

from scipy.optimize import minimize_scalar


class Trial(NamedTuple):
    """Hold a bias that the search tried, and the smallest objective for it."""

    b: float
    objective: float


def search_bias(solver_at, centre, spread):
    """Return the b that minimises J(b) = min_w f(w, b), which is convex in b.

    Parameters
    ----------
    solver_at : function of b
        It returns a `Solver` of one target with the bias b. The first fit finds out how many passes are enough; all
        others make as many, so that they can be compared.
    centre, spread : float
        The expected bias, and the largest distance of the best bias from the expected bias.

    Returns
    -------
    b, Fit and list of Trial
    """
    fits, trials = [], []

    def J(u):
        b = float(centre + spread * u)
        solver = solver_at(b)
        if fits:
            solver = replace(solver, max_iter=fits[0].n_iter, tol=None)
        else:
            solver = exactly(solver)
        fits.append(solver.fit())
        trials.append(Trial(b, solver.objective(fits[-1].descents[0], solver.targets[0])))
        return trials[-1].objective

    minimize_scalar(J, bracket=(-0.5, 0.5), method="brent", options={"xtol": 1e-3, "maxiter": 40})
    best = min(range(len(trials)), key=lambda n: trials[n].objective)
    last = exactly(solver_at(trials[best].b))  # its lower bound holds for all biases
    return trials[best].b, replace(last, is_bias_free=True).fit() if last.tol is not None else fits[best], trials


def exactly(solver):
    """Return the solver with a smaller tolerance, because J is flat near its minimum."""
    return solver if solver.tol is None else replace(solver, tol=solver.tol / 3)
