"""Linear support vector regression."""

import numpy as np
from sklearn.base import RegressorMixin
from sklearn.utils.metaestimators import available_if

from pegasos_edu.algorithms import regression
from pegasos_edu.common.validation import check_not_negative, check_targets
from pegasos_edu.estimators.base import all_or_nothing
from pegasos_edu.estimators.linear import LAM_OF_A_STREAM, Linear, Task, can_go_on
from pegasos_edu.losses import insensitive_loss


class PegasosRegressor(RegressorMixin, Linear):
    """Linear support vector regression by Pegasos.

    Minimises f(w) = λ/2·‖w‖² + 1/m·Σ_i max(0, |y_i − ⟨w, x_i⟩| − ε) [MPB11 sec. 5].

    Parameters
    ----------
    epsilon : float, >= 0
        ε, the error that costs nothing, in the units of y.
    lam : float, > 0, or "auto"
        λ, the regularisation. LinearSVR's C is 1/(λ·m); SGDRegressor's alpha is λ itself. "auto" as in
        `PegasosClassifier`.
    bias : {"augmented", "none", "search"}
        As in `PegasosClassifier`.
    max_iter, sampling, average, bias_scale, tol, random_state, warm_start, history, compile, verbose
        As in `PegasosClassifier`.

    Attributes
    ----------
    coef_ : array, (d,)
    intercept_ : array, (1,)
    lam_, n_iter_, t_, history_, search_
        As in `PegasosClassifier`.

    Raises
    ------
    ValueError
        For settings or data that are not as described.

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
        tol=2e-3,
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
    def fit(self, X, y):
        """Fit to examples X (m, d), dense or sparse, and numbers y (m,)."""
        self._check_settings()
        warm = self.warm_start and hasattr(self, "coef_")
        X, y, R = self._checked(X, y, reset=not warm, y_numeric=True)
        return self._regress(X, R, y, self.max_iter, 1 / len(y), warm)

    @available_if(can_go_on)
    @all_or_nothing
    def partial_fit(self, X, y):
        """One more pass, over these examples."""
        self._check_settings()
        going_on = hasattr(self, "coef_")
        X, y, R = self._checked(X, y, reset=not going_on, y_numeric=True)
        return self._regress(X, R, y, 1, self.lam_ if going_on else LAM_OF_A_STREAM, going_on)

    def _regress(self, X, R, y, epochs, auto, going_on):
        last = self._fit if going_on else None
        self._learn(Task(X, R, [check_targets(y, len(y))], epochs, self._lam(auto), last=last))
        return self

    def _check_settings(self):
        super()._check_settings()
        check_not_negative("epsilon", self.epsilon, "0.1 of y's standard deviation is usual")

    def _algorithm(self, n_classes):
        return regression, (float(self.epsilon),), None

    def _where_biases_lie(self, y):
        return np.median(y), float(np.std(y)) or 1.0

    def _at_bias(self, y, b):
        return *self._algorithm(None)[:2], y - b

    def _losses_of(self, algorithm, options):
        """The loss of each example, from the scores and y."""
        return lambda z, y: insensitive_loss(y, z, self.epsilon)

    def _attributes(self, found):
        learnt = super()._attributes(found)
        return learnt | {"coef_": learnt["coef_"].ravel()}

    def predict(self, X):
        """⟨w, x⟩ + b for each row."""
        return self._scores(X)
