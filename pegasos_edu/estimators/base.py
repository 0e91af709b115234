"""Check the settings and the data of all estimators."""

import numbers
from functools import wraps

import numpy as np
from sklearn.base import BaseEstimator
from sklearn.exceptions import ConvergenceWarning
from sklearn.utils import check_random_state
from sklearn.utils.validation import _check_sample_weight, validate_data

from pegasos_edu.common.sparse_rows import rows_of
from pegasos_edu.common.validation import (
    check_bool,
    check_choice,
    check_lam,
    check_not_negative,
    check_seed,
    check_size,
    check_unmasked,
)
from pegasos_edu.common.warning import warn
from pegasos_edu.fast.averaging import AVERAGES
from pegasos_edu.runs.draws import SAMPLINGS

FLOATS = (np.float64, np.float32)


def all_or_nothing(fit):
    """Restore the estimator if a method fails or is interrupted."""

    @wraps(fit)
    def fit_or_leave(self, *values, **options):
        former = dict(vars(self))
        try:
            return fit(self, *values, **options)
        except BaseException:
            self.__dict__ = former
            raise

    return fit_or_leave


def is_auto(setting):
    """Return whether a setting is left to the estimator."""
    return isinstance(setting, str) and setting == "auto"


class Pegasos(BaseEstimator):
    """Hold the settings that all estimators have."""

    def _check_settings(self):
        if not is_auto(self.lam):
            check_lam(self.lam)
        check_size("max_iter", self.max_iter)
        check_choice("sampling", self.sampling, SAMPLINGS)
        check_choice("average", self.average, AVERAGES)
        if self.tol is not None:
            check_not_negative("tol", self.tol, "0.01 stops within 1 % of the minimum, and None makes all passes")
        if not isinstance(self.verbose, numbers.Integral):  # scikit-learn also allows whole numbers
            check_bool("verbose", self.verbose)
        if not is_auto(self.compile):
            check_bool("compile", self.compile)

    def _passes(self, max_iter, t=0):
        """Return the settings of a `Solver`'s passes after t steps; None means one pass without a measurement."""
        names = ("sampling", "average", "compile", "verbose")
        seed = seed_of(self.random_state)
        tol = None if max_iter is None or self.tol is None else float(self.tol)
        ends = {"max_iter": int(max_iter or 1), "tol": tol, "seed": [seed, t] if t else seed}
        return {name: getattr(self, name) for name in names} | ends


def seed_of(random_state):
    """Return the seed of the draws, as in `run`."""
    if isinstance(random_state, numbers.Integral):
        return check_seed(random_state)
    return int(check_random_state(random_state).randint(np.iinfo(np.int32).max))


class DenseTargets:
    """Refuse sparse targets, which scikit-learn's scores read without checking what they store."""

    def score(self, X, y, sample_weight=None):
        """Return the accuracy for labels, and R² for numbers, as scikit-learn defines them."""
        if hasattr(y, "tocsr"):
            raise ValueError(f"y must be a dense array, got an object of type {type(y).__name__}; give it as a list.")
        return super().score(X, y, sample_weight)


class WrongKindError(TypeError, ValueError):
    """Say that data are no numbers: a TypeError for scikit-learn's checks, and a ValueError as everywhere here."""


def check_input(estimator, X, *y, **options):
    """Check X and y as scikit-learn does; before it touches a sparse X, make a sound one of it."""
    if hasattr(X, "tocsr"):
        X = rows_of("X", X, FLOATS, in_order=False)
    for name, values in zip("Xy", (X, *y)):
        check_unmasked(name, values)
    try:
        if getattr(getattr(X, "dtype", None), "kind", None) in ("m", "M"):  # scikit-learn takes dates for numbers
            raise TypeError("dates and times are no numbers")
        with np.errstate(over="ignore"):
            return validate_data(estimator, X, *y, dtype=FLOATS, **options)
    except OverflowError:
        raise ValueError("X and y must hold numbers below 1.8e308, got a larger one; divide all by it.") from None
    except TypeError as error:
        raise WrongKindError(
            f"X and y must be arrays of real numbers, got another kind ({error}); convert them."
        ) from None


def example_weights(sample_weight, X, others=None):
    """Return the weights c_i: those of the examples, divided by their mean, times others; None if all are 1.

    An example of weight 2 then counts as much as two examples.
    """
    if sample_weight is None:
        return others
    given = _check_sample_weight(sample_weight, X, dtype=np.float64, ensure_non_negative=True)
    if not given.any():  # newer versions of scikit-learn have refused it by now
        raise ValueError("Sample weights must contain at least one non-zero number; got zeros alone.")
    given = given / given.max()  # so that the sum is finite
    weights = given / given.mean()
    if others is not None:
        return weights * others
    return None if np.ptp(given) == 0 else weights


def check_scores(compute, X):
    """Return the scores of X that a function computes, after checking that they are finite."""
    with np.errstate(over="ignore", invalid="ignore"):
        scores = compute(X)
    if not np.isfinite(scores).all():
        raise ValueError(
            f"X must leave the scores finite, got entries up to {abs(X).max():.3g}; scale X as in the fit."
        )
    return scores


def certified(fit, tol, advice):
    """Return the attributes of what was measured, after a warning if a gap is above the tolerance."""
    values, bounds = np.array(fit.values).T
    if np.isnan(values).any():
        return {}
    gaps = np.maximum(0.0, values - bounds)  # a negative gap is a rounding error
    worst = np.argmax(gaps - (tol or 0) * values)
    if tol is not None and gaps[worst] > tol * values[worst]:
        warn(
            f"After {fit.n_iter} epochs the objective is {values[worst]:.6g}, and its minimum is known to be at least "
            f"{bounds[worst]:.6g}: the gap is {gaps[worst] / values[worst]:.2g} of the objective, above tol={tol:g}. "
            f"Bring the columns to one scale, or enlarge max_iter, tol or lam{advice}.",
            ConvergenceWarning,
        )
    return {"objective_": values, "gap_": gaps}


def warn_about_lam(radius, lam, steps, weight=1.0):
    """Warn if λ, divided by the mean weight of an example, is far too small for so many steps, or too large."""
    name = f"lam={lam:g}" if weight == 1 else f"lam={lam:g}, divided by the mean class weight {weight:.3g},"
    lam /= weight
    if lam * steps < 0.01 * radius**2:
        warn(
            f"{name} is far too small for {steps} steps on rows of norm up to {radius:.3g}: lam*T/R**2 is "
            f"{lam * steps / radius**2:.1e}, so the steps 1/(lam*t) stay so long that the last few examples decide; "
            "enlarge lam or max_iter, or scale the features.",
            ConvergenceWarning,
        )
    elif 0 < radius**2 < lam:
        warn(
            f"{name} is above the largest squared norm of a row, {radius**2:.3g}, so that no margin reaches 1: "
            "the weights only compare the means of the classes, in proportion to 1/lam; take a smaller lam.",
            UserWarning,
        )
