"""Provide the base of the linear estimators: rows, bias, warm starts, history, scores."""

from dataclasses import replace
from typing import NamedTuple

import numpy as np
from sklearn.utils import assert_all_finite
from sklearn.utils.extmath import row_norms, safe_sparse_dot
from sklearn.utils.validation import check_is_fitted

from pegasos_edu.algorithms import dual_ascent, summed
from pegasos_edu.algorithms.rows import augmented
from pegasos_edu.common.validation import check_bool, check_choice, check_positive, check_radius
from pegasos_edu.estimators.base import Pegasos, certified, check_input, check_scores, is_auto, warn_about_lam
from pegasos_edu.estimators.bias import search_bias

BIASES = ("none", "augmented", "search")
OF_ONE_FIT = ("history_", "search_", "objective_", "gap_")  # attributes that not every fit sets
LAM_OF_A_STREAM = 1e-4  # SGDClassifier's default


class Snapshot(NamedTuple):
    """Hold the weights after a pass."""

    t: int  # steps so far
    coef: np.ndarray  # like coef_
    intercept: np.ndarray  # like intercept_
    objective: np.ndarray  # (n,) f for each of the n targets


class Linear(Pegasos):
    """Provide the settings and the fit that the linear estimators share."""

    def _check_settings(self):
        super()._check_settings()
        check_choice("bias", self.bias, BIASES)
        check_positive("bias_scale", self.bias_scale)
        check_bool("history", self.history)
        check_bool("warm_start", self.warm_start)
        if self.bias == "search" and (self.warm_start or self.history):
            raise ValueError(
                "bias='search' must start anew for each bias that it tries, got warm_start or history set; "
                "leave both False, or take bias='augmented'."
            )

    def _begin(self, X, y, is_stream, **options):
        """Check the settings and the data of a fit, or of a part of a stream.

        Returns
        -------
        y, R, last, problem
            R = max ‖x‖; the `Fit` to go on from, or None; and what a `Solver` needs but its targets.
        """
        self._check_settings()
        going_on = hasattr(self, "coef_") and (is_stream or self.warm_start)
        X, y, R = self._check_data(X, y, reset=not going_on, **options)
        last = self._fit if going_on else None
        auto = 1 / len(y) if not is_stream else self.lam_ if going_on else LAM_OF_A_STREAM
        passes = self._passes(None if is_stream else self.max_iter, last.t if last else 0)
        return y, R, last, {"X": X, "lam": auto if is_auto(self.lam) else float(self.lam), **passes}

    def _check_data(self, X, y, reset, **options):
        """Return X, y and R = max ‖x‖ after scikit-learn's checks; X is copied only if it has another form."""
        X, y = check_input(self, X, y, reset=reset, accept_sparse="csr", order="C", ensure_all_finite=False, **options)
        R = float(np.sqrt(float(row_norms(X, squared=True).max())))
        if not np.isfinite(R):  # only then look for the entry that is not finite
            assert_all_finite(X, estimator_name=type(self).__name__, input_name="X")
        return X, y, R

    def _solve(self, solver, R, last, bias_search, **others):
        """Run the solver, and set the attributes only when it is done.

        Parameters
        ----------
        solver : Solver
        R : float
            max ‖x‖.
        last : Fit or None
            The fit to go on from.
        bias_search : tuple of function (solver, target, b) -> Solver, and function (target) -> centre, spread
            The first returns the solver for a given bias; the second returns where the bias is expected.
        **others
            More attributes.
        """
        check_reach(solver, R, float(self.bias_scale) if self.bias == "augmented" else 0.0, last)
        settings = {
            "average": self.average,
            "bias": self.bias,
            "bias_scale": self.bias_scale,
            "loss, project, batch_size, multi_class or epsilon": (kept_by(solver.algorithm), solver.options),
        }
        if last:
            changed = ", ".join(name for name in settings if settings[name] != self._settings[name])
            if changed:
                raise ValueError(
                    f"fitting must go on with the settings it began with, got another {changed}; "
                    "begin anew, with fit and warm_start=False."
                )
        run = self._search if self.bias == "search" else self._run
        learnt = run(solver, last, *bias_search) | {"_settings": settings, "lam_": solver.lam, **others}
        kept = {name: value for name, value in vars(self).items() if name not in OF_ONE_FIT}
        self.__dict__ = kept | learnt

    def _run(self, solver, last, *_):
        """Fit, and return the attributes."""
        if self.bias == "augmented":
            solver = replace(solver, X=augmented(solver.X, self.bias_scale))
        history = list(getattr(self, "history_", ())) if last else []

        def keep(descents, t):
            values = [solver.objective(descent, y) for descent, y in zip(descents, solver.targets)]
            history.append(Snapshot(t, *self._weights(descents), np.array(values)))

        fit = solver.fit(last, keep if self.history else None)
        certificate = certified(fit, solver.tol, self._advice(solver))
        return self._attributes(fit) | certificate | ({"history_": history} if history else {})

    def _advice(self, solver):
        """Return what else helps a fit that does not reach its tolerance."""
        return ""

    def _search(self, solver, last, solver_at, where):
        """Search for a bias for each target, and return the attributes."""
        searches = [search_bias(lambda b, y=y: solver_at(solver, y, b), *where(y)) for y in solver.targets]
        biases, fits, trials = zip(*searches)
        together = fits[0]._replace(descents=tuple(fit.descents[0] for fit in fits))
        measured = together._replace(values=tuple(fit.values[0] for fit in fits))
        more = certified(measured, solver.tol, self._advice(solver))
        return self._attributes(together) | more | {"intercept_": np.array(biases), "search_": list(trials)}

    def _attributes(self, fit):
        coef, intercept = self._weights(fit.descents)
        return {"_fit": fit, "coef_": coef, "intercept_": intercept, "t_": fit.t, "n_iter_": fit.n_iter}

    def _weights(self, descents):
        """Return coef_ (n, d) and intercept_ (n,)."""
        w = np.atleast_2d(descents[0].w) if len(descents) == 1 else np.stack([descent.w for descent in descents])
        if self.bias == "augmented":
            return np.ascontiguousarray(w[:, :-1]), float(self.bias_scale) * w[:, -1]
        return w, np.zeros(len(w))

    def _scores(self, X):
        """Return ⟨w, x⟩ + b, (m, n)."""
        check_is_fitted(self, "coef_")
        X = check_input(self, X, reset=False, accept_sparse="csr")
        w = np.atleast_2d(self.coef_)
        return check_scores(lambda X: safe_sparse_dot(X, w.T, dense_output=True) + self.intercept_, X)

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        return tags


def check_reach(solver, R, bias_scale, last):
    """Check that a batch fits the data and that nothing overflows; warn if λ is far too small or too large."""
    m, k = solver.X.shape[0], solver.k
    if k is not None and k > m:
        raise ValueError(
            f"batch_size must be at most the number of examples, {m}, got {k}; give batch_size={m} for all of them."
        )
    radius = float(np.hypot(R, bias_scale))
    steps = (last.t if last else 0) + solver.max_iter * (m // (k or 1))
    check_radius(solver.X, radius, solver.step_lam, steps)
    if solver.algorithm is dual_ascent:  # has no step sizes
        steps = np.inf
    if solver.max_iter > 1:  # the length of a stream is unknown
        warn_about_lam(radius, solver.lam, steps, solver.lam / solver.step_lam)


def kept_by(algorithm):
    """Return the algorithm that goes on from the steps of another."""
    return summed if algorithm is dual_ascent else algorithm


def can_go_on(estimator):
    """Return whether the estimator has `partial_fit`."""
    if estimator.bias == "search":
        raise AttributeError("partial_fit must have bias 'none' or 'augmented', got 'search', which needs all data.")
    return True
