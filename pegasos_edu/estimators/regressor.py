"""Predict numbers by linear support vector regression."""

from dataclasses import replace

import numpy as np
from sklearn.base import RegressorMixin
from sklearn.utils.metaestimators import available_if

from pegasos_edu.algorithms import regression
from pegasos_edu.common.validation import check_not_negative, check_targets
from pegasos_edu.estimators.base import DenseTargets, all_or_nothing, example_weights
from pegasos_edu.estimators.certificate import insensitive
from pegasos_edu.estimators.linear import Linear, can_go_on
from pegasos_edu.estimators.solver import Solver


class PegasosRegressor(DenseTargets, RegressorMixin, Linear):
    """Fit a linear support vector regression by Pegasos.

    It minimises f(w) = λ/2·‖w‖² + 1/m·Σ_i max(0, |y_i − ⟨w, x_i⟩| − ε) [MPB11 sec. 5].

    Parameters
    ----------
    epsilon : float, >= 0
        ε, the error that costs nothing, in the units of y.
    lam : float, > 0, or "auto"
        λ, the regularisation. LinearSVR's C is 1/(λ·m); SGDRegressor's alpha is λ itself. "auto" means the same as in
        `PegasosClassifier`.
    bias : {"augmented", "none", "search"}
        As in `PegasosClassifier`.
    max_iter, sampling, average, bias_scale, tol, random_state, warm_start, history, compile, verbose
        As in `PegasosClassifier`.

    Attributes
    ----------
    coef_ : array, (d,)
    intercept_ : array, (1,)
    lam_, n_iter_, t_, objective_, gap_, history_, search_
        As in `PegasosClassifier`.

    Raises
    ------
    ValueError
        If settings or data are not as described.

    Warns
    -----
    ConvergenceWarning, UserWarning
        As in `PegasosClassifier`.
    """

    def __init__(
        self,
        epsilon=0.1,
        *,
        lam="auto",
        max_iter=200,
        sampling="epochs",
        average="tail",
        bias="augmented",
        bias_scale=1.0,
        tol=0.2,
        random_state=0,
        warm_start=False,
        history=False,
        compile="auto",
        verbose=False,
    ):
        self.epsilon = epsilon
        self.lam = lam
        self.max_iter = max_iter
        self.sampling = sampling
        self.average = average
        self.bias = bias
        self.bias_scale = bias_scale
        self.tol = tol
        self.random_state = random_state
        self.warm_start = warm_start
        self.history = history
        self.compile = compile
        self.verbose = verbose

    @all_or_nothing
    def fit(self, X, y, sample_weight=None):
        """Fit to examples X (m, d), dense or sparse, and numbers y (m,), with weights as in `PegasosClassifier`."""
        return self._regress(X, y, sample_weight, is_stream=False)

    @available_if(can_go_on)
    @all_or_nothing
    def partial_fit(self, X, y, sample_weight=None):
        """Make one more pass, over these examples, with weights as in `PegasosClassifier`."""
        return self._regress(X, y, sample_weight, is_stream=True)

    def _regress(self, X, y, sample_weight, is_stream):
        """Fit to the targets, and set the attributes."""
        y, R, last, problem = self._begin(X, y, is_stream, y_numeric=True)
        epsilon, weights = float(self.epsilon), example_weights(sample_weight, problem["X"])
        targets, loss = [check_targets(y, len(y))], insensitive(epsilon)
        solver = Solver(regression, targets=targets, loss=loss, options=(epsilon,), weights=weights, **problem)
        self._solve(solver, R, last, (_with_bias, lambda y: (np.median(y), float(np.std(y)) or 1.0)))
        self.coef_ = self.coef_.ravel()
        return self

    def _check_settings(self):
        super()._check_settings()
        check_not_negative("epsilon", self.epsilon, "0.1 of y's standard deviation is usual")

    def predict(self, X):
        """Return ⟨w, x⟩ + b for each row."""
        return self._scores(X).ravel()


def _with_bias(solver, y, b):
    """Return the solver of one target for a given bias."""
    return replace(solver, targets=[y - b])
