"""Classify with a linear algorithm."""

from dataclasses import replace

import numpy as np
from scipy.special import logsumexp
from sklearn.base import ClassifierMixin
from sklearn.utils.metaestimators import available_if
from sklearn.utils.validation import check_is_fitted

from pegasos_edu.algorithms import (
    biased,
    dual_ascent,
    logistic_minibatch,
    minibatch,
    multiclass,
    scaled,
    summed,
    summed_logistic,
)
from pegasos_edu.common.validation import check_bool, check_choice, check_size
from pegasos_edu.estimators.base import DenseTargets, all_or_nothing, example_weights
from pegasos_edu.estimators.certificate import LOG, MULTICLASS, hinge
from pegasos_edu.estimators.class_labels import check_classes, class_weights, one_against_rest, signs
from pegasos_edu.estimators.linear import Linear, can_go_on
from pegasos_edu.estimators.solver import Solver
from pegasos_edu.losses import LOSSES


def _has_probabilities(estimator):
    if estimator.loss != "log":
        raise AttributeError("probabilities need loss='log', got 'hinge', whose scores are not probabilities.")
    return True


def _with_bias(solver, y, b):
    """Return the solver of one target for a given bias."""
    return replace(solver, algorithm=biased, options=(b,), targets=[y], loss=hinge(b))


OF_DUAL_ASCENT = {
    "loss": "hinge",
    "batch_size": 1,
    "project": False,
    "multi_class": "ovr",
    "sampling": "epochs",
    "warm_start": False,
    "history": False,
}


class PegasosClassifier(DenseTargets, ClassifierMixin, Linear):
    """Fit a linear classifier by Pegasos: a support vector machine or logistic regression.

    It minimises f(w) = λ/2·‖w‖² + 1/m·Σ_i c_i·loss(y_i·⟨w, x_i⟩), with labels y_i = ±1, by running one of the
    package's algorithms, until a lower bound of f proves that f is near its minimum. With ``average="none"`` and
    ``bias="none"`` the weights are those of
    ``last(run(summed, X, y, lam=lam, T=t_, seed=random_state, sampling=sampling))``.

    Parameters
    ----------
    loss : {"hinge", "log"}
        max(0, 1 − z), the support vector machine; or log(1 + e^−z), logistic regression, which adds
        `predict_proba` and `predict_log_proba`.
    solver : {"pegasos", "dual"}
        Steps of Pegasos, or `pegasos_edu.dual_ascent`, which reaches a small `tol` sooner. Dual ascent takes the hinge
        loss without weights of examples or classes, reshuffles the examples, and leaves out those whose α can change no
        more. `partial_fit` always makes steps of Pegasos.
    lam : float, > 0, or "auto"
        λ, the regularisation. LinearSVC's C is 1/(λ·m) (`pegasos_edu.lam_from_C`); SGDClassifier's
        alpha is λ itself. "auto" is 1/m, which is C = 1; in `partial_fit`, where m is unknown, it is 1e-4, or the λ of
        the last fit.
    max_iter : int
        The largest number of passes (epochs) of m draws each.
    batch_size : int
        k, the number of examples in a step [MPB11 Fig. 2]; an epoch has m/k steps.
    project : bool
        Whether to project w onto the ball of radius 1/√λ after each step, the optional line of the paper.
    sampling : {"epochs", "uniform", "permutation", "cyclic"}
        The order of the examples, as in `run`: reshuffled in each pass, with replacement (as in the paper's
        analysis), one random order repeated, or the stored order.
    average : {"tail", "all", "none"}
        The result: a mean in which the weight of w_t is about t⁶, so that the last half of the iterates has 99 % of
        the weight (Shamir, Zhang, ICML 2013); the plain mean [MPB11 Cor. 1]; or the last iterate. A mean takes 1 to 8
        iterates of each pass, evenly spaced.
    bias : {"augmented", "none", "search"}
        A constant feature `bias_scale`, whose weight is penalised like the others (as in LinearSVC);
        no bias; or the b that minimises J(b) = min_w f(w, b), without a penalty, found by an outer search
        of about 13 to 26 fits (hinge loss, one example in a step) [MPB11 sec. 6].
    bias_scale : float, > 0
        The constant feature. The larger it is, the weaker the penalty on the bias, and the larger its
        changes in a step.
    multi_class : {"ovr", "crammer_singer"}
        For more than two classes: each class against the rest, as in scikit-learn's OneVsRestClassifier; or
        the multi-class hinge loss [MPB11 sec. 5], for bias "none" or "augmented", one example in a step.
    class_weight : dict, "balanced" or None
        The weight c_i of an example, by its class. An example is drawn c_i/c̄ times as often, where c̄ is the
        mean weight. Not available in `partial_fit`.
    tol : float, >= 0, or None
        The fit stops when f minus a lower bound of its minimum is at most tol·f; so 0.01 is within 1 % of the minimum.
        Steps of Pegasos measure this every five passes (more if these are fewer than 1,000 steps), and their bound
        comes closer more slowly than f itself. None makes exactly `max_iter` passes; then steps of Pegasos measure
        nothing. `partial_fit` always makes one pass, without a measurement. The gap says when more passes are of no
        use, so no examples are held out to find out (`early_stopping` of SGDClassifier).
    random_state : int, RandomState instance or None
        The same int gives the same draws on any machine, and the same weights up to rounding, unless a margin is so
        close to 1 that rounding decides whether the example is added. On data with one decimal, about one fit in 200
        differs for this reason, by a few percent.
    warm_start : bool
        Whether `fit` goes on from the last fit, with the step sizes that it had reached.
    history : bool
        Whether to keep a snapshot after each pass, in ``history_``.
    compile : {"auto", True, False}
        Whether the algorithm runs through Numba (extra ``fast``). "auto" uses Numba, if it is installed, when this
        process has taken or is about to take more than 100,000 steps, because loading it takes about a second.
        The result with Numba may differ by no more than the results of two machines (see `random_state`).
    verbose : bool
        Whether to show a progress bar.

    Attributes
    ----------
    coef_ : array, (1, d) or (n_classes, d)
    intercept_ : array, (1,) or (n_classes,)
    classes_ : array, (n_classes,)
    lam_ : float
        The λ that was used.
    n_iter_ : int
        The number of passes of the last fit.
    t_ : int
        The number of steps, with those of the fits from which this fit went on.
    history_ : list of snapshots (t, coef, intercept, objective), with ``history=True``
    objective_ : array, (1,) or (n_classes,)
        f of each target; with ``bias="search"`` the bias has no penalty. Not set if nothing was measured.
    gap_ : array, like ``objective_``
        f minus the largest known lower bound: the minimum lies in [objective_ − gap_, objective_].
    search_ : for each target a list of the trials (b, objective), with ``bias="search"``

    Raises
    ------
    ValueError
        If settings or data are not as described.

    Warns
    -----
    ConvergenceWarning
        If `tol` was not reached, or λ is too small for so many steps of Pegasos.
    UserWarning
        If λ is so large that no margin can reach 1.

    Examples
    --------
    >>> from pegasos_edu.datasets import breast_cancer
    >>> from pegasos_edu.estimators import PegasosClassifier
    >>> X, y, names = breast_cancer()
    >>> model = PegasosClassifier(solver="dual", lam=0.01, tol=0.01).fit(X, y)
    >>> model.score(X, y) > 0.97, bool(model.gap_ <= 0.01 * model.objective_)
    (True, True)
    """

    def __init__(
        self,
        loss="hinge",
        *,
        solver="pegasos",
        lam="auto",
        max_iter=200,
        batch_size=1,
        project=False,
        sampling="epochs",
        average="tail",
        bias="augmented",
        bias_scale=1.0,
        multi_class="ovr",
        class_weight=None,
        tol=0.2,
        random_state=0,
        warm_start=False,
        history=False,
        compile="auto",
        verbose=False,
    ):
        self.loss = loss
        self.solver = solver
        self.lam = lam
        self.max_iter = max_iter
        self.batch_size = batch_size
        self.project = project
        self.sampling = sampling
        self.average = average
        self.bias = bias
        self.bias_scale = bias_scale
        self.multi_class = multi_class
        self.class_weight = class_weight
        self.tol = tol
        self.random_state = random_state
        self.warm_start = warm_start
        self.history = history
        self.compile = compile
        self.verbose = verbose

    @all_or_nothing
    def fit(self, X, y, sample_weight=None):
        """Fit to examples X (m, d), dense or sparse, and labels y (m,) of any kind.

        `sample_weight` (m,) multiplies the weights c_i, after division by its mean: an example of weight 2 counts as
        much as two examples.
        """
        y, R, last, problem = self._begin(X, y, is_stream=False)
        classes, numbers = check_classes(y, self)
        if last and not np.array_equal(classes, self.classes_):
            raise ValueError(
                f"warm_start=True must go on with the classes of the last fit, {self.classes_}, got {classes}; "
                "set warm_start=False to start anew."
            )
        weights = example_weights(sample_weight, problem["X"], class_weights(self.class_weight, classes, numbers))
        self._check_dual(weights)
        algorithm = dual_ascent if self.solver == "dual" else None
        return self._classify(numbers, classes, R, last, algorithm, weights=weights, **problem)

    @available_if(can_go_on)
    @all_or_nothing
    def partial_fit(self, X, y, classes=None, sample_weight=None):
        """Make one more pass, over these examples; in the first call `classes` must hold all classes.

        With batches of k examples, the last examples are not used if they are fewer than k. `sample_weight` (m,) says
        how often each of these examples is drawn beside the others.
        """
        if self.class_weight is not None:
            raise ValueError(
                f"class_weight must be None in partial_fit, got {self.class_weight!r}: the mean weight of all examples "
                "is not known yet; give a sample_weight."
            )
        y, R, last, problem = self._begin(X, y, is_stream=True)
        known = self._known_classes(y, classes, last is not None)
        weights = example_weights(sample_weight, problem["X"])
        return self._classify(np.searchsorted(known, y), known, R, last, None, weights=weights, **problem)

    def _known_classes(self, y, classes, going_on):
        """Return the classes of the first call of partial_fit, which must contain all labels."""
        if not going_on and classes is None:
            raise ValueError("classes must be passed on the first call to partial_fit, got None; give np.unique(y).")
        known = self.classes_ if going_on else check_classes(np.asarray(classes), self)[0]
        if classes is not None and not np.array_equal(np.unique(classes), known):
            raise ValueError(f"classes must be those of the first call, {known}, got {np.unique(classes)}.")
        unknown = np.setdiff1d(y, known)
        if len(unknown):
            raise ValueError(
                f"y must hold the classes of the first call, {known}, got {unknown} as well; "
                "name all classes in the first call, or fit anew."
            )
        return known

    def _classify(self, numbers, classes, R, last, algorithm, **problem):
        """Fit to the numbers of the classes by this algorithm, or that of the settings, and set the attributes."""
        n = len(classes)
        if self.multi_class == "crammer_singer" and n > 2:  # for two classes, its loss is the hinge loss
            targets = [numbers.astype(np.int64)]
            solver = Solver(multiclass, targets=targets, loss=MULTICLASS, classes=np.arange(n), **problem)
        else:
            usual, options, k = self._algorithm()
            targets, loss = one_against_rest(numbers, n), hinge() if self.loss == "hinge" else LOG
            solver = Solver(algorithm or usual, targets=targets, loss=loss, options=options, k=k, **problem)
        self._solve(solver, R, last, (_with_bias, lambda y: (0.0, 1.0)), classes_=classes)
        return self

    def _algorithm(self):
        """Return the algorithm for these settings, its options, and the size of its mini-batches, if any."""
        if self.loss == "hinge" and self.batch_size > 1:
            return minibatch, (self.project,), int(self.batch_size)
        if self.loss == "log" and (self.batch_size > 1 or self.project):
            return logistic_minibatch, (self.project,), int(self.batch_size)
        if self.loss == "log":
            return summed_logistic, (), None
        return (scaled, (True,), None) if self.project else (summed, (), None)

    def _check_dual(self, weights):
        """Check that all settings leave dual ascent possible, if it is chosen."""
        at_odds = self._at_odds(weights)
        if self.solver == "dual" and at_odds:
            raise ValueError(
                f"solver='dual' must come without weights and with {OF_DUAL_ASCENT} and bias 'none' or 'augmented', "
                f"got another {', '.join(at_odds)}; take solver='pegasos' for these."
            )

    def _at_odds(self, weights):
        """Return the names of what rules out dual ascent."""
        names = [name for name, value in OF_DUAL_ASCENT.items() if getattr(self, name) != value]
        return names + ["bias"] * (self.bias == "search") + ["weights"] * (weights is not None)

    def _advice(self, solver):
        return "" if self.solver == "dual" or self._at_odds(solver.weights) else ", or take solver='dual'"

    def _check_settings(self):
        super()._check_settings()
        check_choice("loss", self.loss, LOSSES)
        check_choice("solver", self.solver, ("pegasos", "dual"))
        check_choice("multi_class", self.multi_class, ("ovr", "crammer_singer"))
        check_size("batch_size", self.batch_size)
        check_bool("project", self.project)
        plain = self.loss == "hinge" and self.batch_size == 1 and not self.project
        if self.multi_class == "crammer_singer" and (not plain or self.bias == "search"):
            raise ValueError(
                "multi_class='crammer_singer' must come with loss='hinge', batch_size=1, project=False and bias 'none' "
                "or 'augmented', got other settings; take multi_class='ovr' for those."
            )
        if self.bias == "search" and not plain:
            raise ValueError(
                "bias='search' must come with loss='hinge', batch_size=1 and project=False, got other settings; "
                "take bias='augmented', with a bias_scale of 10 for a weaker penalty."
            )

    def decision_function(self, X):
        """Return ⟨w, x⟩ + b for each row: (m,) for two classes, positive for the second; else (m, n_classes)."""
        z = self._scores(X)
        return z.ravel() if z.shape[1] == 1 else z

    def predict(self, X):
        """Return the class of each row."""
        check_is_fitted(self, "coef_")
        return self.classes_[signs(self.decision_function(X))]

    @available_if(_has_probabilities)
    def predict_proba(self, X):
        """Return P(class | x) for each row, (m, n_classes), columns as in ``classes_``; for the log loss."""
        return np.exp(self.predict_log_proba(X))

    @available_if(_has_probabilities)
    def predict_log_proba(self, X):
        """Return the logarithms of `predict_proba`, which are finite where a probability is too small for a float."""
        z = self._scores(X)
        log_p = -np.logaddexp(0, -z if z.shape[1] > 1 else np.hstack([z, -z]))
        return log_p - logsumexp(log_p, axis=1, keepdims=True)
