"""The linear estimators: classification and regression."""

from typing import NamedTuple

import numpy as np
from scipy.optimize import minimize_scalar
from scipy.special import expit
from sklearn.base import ClassifierMixin, RegressorMixin
from sklearn.utils.extmath import row_norms, safe_sparse_dot
from sklearn.utils.metaestimators import available_if
from sklearn.utils.validation import check_is_fitted, validate_data

from pegasos_edu.basics.validation import (
    check_bool,
    check_choice,
    check_number,
    check_positive,
    check_radius,
    check_size,
)
from pegasos_edu.boxes import (
    biased,
    logistic_minibatch,
    minibatch,
    multiclass,
    regression,
    scaled,
    summed,
    summed_logistic,
)
from pegasos_edu.boxes.inputs import augmented
from pegasos_edu.estimators.base import (
    FLOATS,
    Pegasos,
    canonical,
    checked_classes,
    example_weights,
    one_against_rest,
    signs,
    warn_of_lam,
)
from pegasos_edu.estimators.descent import Descent
from pegasos_edu.losses import LOSSES, insensitive_loss, multiclass_loss

BIASES = ("none", "augmented", "search")
BOX = "loss, project, batch_size, multi_class or epsilon"  # what the box and its options follow from
LAM_OF_A_STREAM = 1e-4  # SGDClassifier's default


class Snapshot(NamedTuple):
    """The weights after a pass."""

    t: int  # steps so far
    coef: np.ndarray  # as coef_
    intercept: np.ndarray  # as intercept_
    objective: np.ndarray  # (n,) f, of each of the n problems that are solved side by side


class Tried(NamedTuple):
    """A bias that the outer search tried, and the objective that it led to."""

    b: float
    objective: float


class Linear(Pegasos):
    """What the linear estimators share: rows, bias, passes, snapshots, scores."""

    def _check_settings(self):
        super()._check_settings()
        check_choice("bias", self.bias, BIASES)
        check_positive("bias_scale", self.bias_scale)
        check_bool("history", self.history)
        if self.bias == "search" and (self.warm_start or self.history):
            raise ValueError(
                "bias='search' must start anew for each bias that it tries, got warm_start or history set; "
                "leave both False, or take bias='augmented'."
            )

    def _checked(self, X, y, reset=True, **options):
        """X and y as scikit-learn checks them; X is not copied where its form fits."""
        return validate_data(self, X, y, reset=reset, accept_sparse="csr", dtype=FLOATS, order="C", **options)

    def _descend(self, X, targets, epochs, lam, weights=None, n_classes=None, going_on=False):
        """All passes of one call of fit, or the one of partial_fit; nothing changes before all checks are done."""
        box, options, k = self._box(n_classes)
        of_draws = lam if weights is None else lam / weights.mean()  # examples are drawn by their weights
        self._check_reach(X, of_draws, epochs, k, going_on)
        settings = {"average": self.average, "bias": self.bias, "bias_scale": self.bias_scale, BOX: (box, options)}
        if going_on:
            self._check_kept(settings)
        else:
            self._forget()
        self._settings, self.lam_ = settings, lam
        if self.bias == "search":
            self._search(X, targets, of_draws, epochs, weights)
            return
        X = canonical(X) if box is scaled else X  # a column twice would make ‖x‖², which keeps up ‖w‖, wrong
        rows = augmented(X, self.bias_scale) if self.bias == "augmented" else X
        if not going_on:
            starts = [np.arange(n_classes)] if box is multiclass else targets  # all classes, seen yet or not
            self._descents = [Descent(box, rows, y, of_draws, options, self.average) for y in starts]
        self._go_on(rows, targets, of_draws, epochs, self.compile, k, weights)
        self._read_off()

    def _check_reach(self, X, lam, epochs, k, going_on):
        """That there is a batch, that nothing overflows, and a warning where λ is far from what the steps can use."""
        if k is not None and k > X.shape[0]:
            raise ValueError(
                f"batch_size must be at most the number of examples, {X.shape[0]}, got {k}; "
                f"give batch_size={X.shape[0]} for all of them."
            )
        scale = self.bias_scale if self.bias == "augmented" else 0.0
        radius = float(np.hypot(np.sqrt(float(row_norms(X, squared=True).max())), scale))
        steps = (self.t_ if going_on else 0) + epochs * (X.shape[0] // (k or 1))
        check_radius(X, radius, lam, steps)
        if epochs > 1:  # of a stream nobody knows how long it will be
            warn_of_lam(radius, lam, steps)

    def _check_kept(self, settings):
        changed = ", ".join(name for name in settings if settings[name] != self._settings[name])
        if changed:
            raise ValueError(
                f"fitting must go on with the settings it began with, got another {changed}; "
                "begin anew, with fit and warm_start=False."
            )

    def _search(self, X, targets, lam, epochs, weights):
        """The best bias for each target."""
        found = [self._best_bias(X, target, lam, epochs, weights) for target in targets]
        self.search_ = [tried for tried, _, _ in found]
        self._descents = [descent for _, descent, _ in found]
        self._read_off()
        self.intercept_ = np.array([b for _, _, b in found])

    def _best_bias(self, X, target, lam, epochs, weights):
        """All that was tried to minimise J(b) = min_w f(w, b), convex in b, and the best [MPB11 sec. 6]."""
        centre, spread = self._where_biases_lie(target)
        tried, best = [], None

        def J(u):
            nonlocal best
            b = float(centre + spread * u)
            box, options, y = self._at_bias(target, b)
            self._descents, self.t_, self.n_iter_ = [Descent(box, X, y, lam, options, self.average)], 0, 0
            self._go_on(X, [y], lam, epochs, self.compile, weights=weights)
            tried.append(Tried(b, float(self._objective(self._descents[0], X, y, weights))))
            if tried[-1].objective == min(one.objective for one in tried):
                best = self._descents[0], b
            return tried[-1].objective

        minimize_scalar(J, bracket=(-0.5, 0.5), method="brent", options={"xtol": 1e-3, "maxiter": 40})
        return tried, *best

    def _read_off(self):
        """coef_ and intercept_ from the descents."""
        one = len(self._descents) == 1
        w = np.atleast_2d(self._descents[0].w) if one else np.stack([descent.w for descent in self._descents])
        self.coef_, self.intercept_ = w, np.zeros(len(w))
        if self.bias == "augmented":
            self.coef_, self.intercept_ = np.ascontiguousarray(w[:, :-1]), self.bias_scale * w[:, -1]

    def _looks(self):
        return self.history or super()._looks()

    def _look(self, X, targets, weights):
        if self.history:
            if not hasattr(self, "history_"):
                self.history_ = []
            self._read_off()
            objectives = [self._objective(d, X, y, weights) for d, y in zip(self._descents, targets)]
            self.history_.append(Snapshot(self.t_, self.coef_, self.intercept_, np.array(objectives)))

    def _objective(self, descent, X, y, weights):
        """λ/2·‖w‖² + 1/m·Σ_i c_i·loss_i, where a bias that is a weight counts as one."""
        losses = self._losses(descent, scores(X, descent.w), y)
        mean = losses.mean() if weights is None else (weights * losses).mean()
        return self.lam_ / 2 * np.vdot(descent.w, descent.w) + mean

    def _forget(self):
        self._descents, self.t_, self.n_iter_ = [], 0, 0
        for name in ("history_", "search_"):
            if hasattr(self, name):
                delattr(self, name)

    def _scores(self, X):
        check_is_fitted(self, "coef_")
        X = validate_data(self, X, reset=False, accept_sparse="csr", dtype=FLOATS)
        return safe_sparse_dot(X, self.coef_.T, dense_output=True) + self.intercept_

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        return tags


def scores(X, w):
    """⟨w, x_i⟩ of all rows, (m,), or (m, n) for w of shape (n, d)."""
    if hasattr(X, "rows"):
        return scores(X.rows, w[..., :-1]) + X.scale * w[..., -1]
    return X @ w.T


def _can_go_on(estimator):
    if estimator.bias == "search":
        raise AttributeError("partial_fit must have bias 'none' or 'augmented', got 'search', which needs all data.")
    return True


def _has_probabilities(estimator):
    if estimator.loss != "log":
        raise AttributeError("predict_proba must have loss='log', got 'hinge', whose scores are no probabilities.")
    return True


class PegasosClassifier(ClassifierMixin, Linear):
    """Linear classification by Pegasos: support vector machine or logistic regression.

    Minimises f(w) = λ/2·‖w‖² + 1/m·Σ_i c_i·loss(y_i·⟨w, x_i⟩), labels y_i = ±1, by walking one of the
    package's boxes. With ``average="none"`` and ``bias="none"`` the weights are those of
    ``last(run(summed, X, y, lam=lam, T=max_iter * m, seed=random_state, sampling=sampling))``.

    Parameters
    ----------
    loss : {"hinge", "log"}
        max(0, 1 − z), the support vector machine; or log(1 + e^−z), logistic regression, which adds
        `predict_proba`.
    lam : float, > 0, or "auto"
        λ, the regularisation. LinearSVC's C is 1/(λ·m) (`pegasos_edu.lam_from_C`); SGDClassifier's
        alpha is λ itself. "auto" is 1/m, which is C = 1; in `partial_fit`, where m is unknown, it is 1e-4,
        or what it was before.
    max_iter : int
        Passes (epochs) of m draws each.
    batch_size : int
        k examples a step [MPB11 Fig. 2]; an epoch then has m/k steps.
    project : bool
        Bring w back into the ball of radius 1/√λ after each step, the optional line of the paper.
    sampling : {"epochs", "uniform", "permutation", "cyclic"}
        Which example comes next, as in `run`: each once in a reshuffled pass, any (as in the paper's
        analysis), one random order repeated, or the stored order.
    average : {"tail", "all", "none"}
        Which of the iterates w_t make the result: a mean in which w_t weighs about t⁶, so that the
        last half has 99 % (Shamir, Zhang, ICML 2013); the plain mean [MPB11 Cor. 1]; or the last one.
        Of each pass 1 to 8 iterates enter, evenly spaced.
    bias : {"augmented", "none", "search"}
        A constant feature `bias_scale`, whose weight is penalised like the others (as in LinearSVC);
        none; or the b that minimises J(b) = min_w f(w, b), unpenalised, by an outer search that fits
        some 13 to 26 times (hinge loss, one example a step) [MPB11 sec. 6].
    bias_scale : float, > 0
        The constant feature. The larger it is, the less the bias is penalised, and the more the steps
        swing.
    multi_class : {"ovr", "crammer_singer"}
        For more than two classes: each against the rest, as scikit-learn's OneVsRestClassifier does; or
        the multi-class hinge loss [MPB11 sec. 5], for bias "none" or "augmented", one example a step.
    class_weight : dict, "balanced" or None
        c_i by the class of example i. An example is drawn c_i/c̄ times as often, c̄ the mean. Not in
        `partial_fit`.
    tol : float, >= 0, or None
        Stop once five passes lower the objective, measured on all examples, by no more than tol times
        itself. None: exactly `max_iter` passes. `partial_fit` takes one pass in any case.
    random_state : int, RandomState instance or None
        The same int gives the same weights on any machine.
    warm_start : bool
        Whether `fit` goes on from the last one, with the step sizes of that moment.
    history : bool
        Whether to keep a snapshot after each pass, in ``history_``.
    compile : {"auto", True, False}
        Whether the box runs through Numba (extra ``fast``): "auto" does if Numba is installed and there
        are 300,000 steps or more. The result is the same to rounding.
    verbose : bool
        Whether to show a progress bar.

    Attributes
    ----------
    coef_ : array, (1, d) or (n_classes, d)
    intercept_ : array, (1,) or (n_classes,)
    classes_ : array, (n_classes,)
    lam_ : float
        λ as it was used.
    n_iter_ : int
        Passes so far.
    t_ : int
        Steps so far.
    history_ : list of snapshots (t, coef, intercept, objective), with ``history=True``
    search_ : list of (b, objective) that were tried, for each problem, with ``bias="search"``

    Raises
    ------
    ValueError
        For settings or data that are not as described.

    Warns
    -----
    ConvergenceWarning
        Where λ is too small for so many steps, or `tol` was not reached.
    UserWarning
        Where λ is so large that no margin can reach 1.

    Examples
    --------
    >>> from pegasos_edu.datasets import breast_cancer
    >>> from pegasos_edu.estimators import PegasosClassifier
    >>> X, y, names = breast_cancer()
    >>> model = PegasosClassifier(lam=0.01).fit(X, y)
    >>> model.score(X, y) > 0.97
    True
    """

    def __init__(
        self,
        loss="hinge",
        *,
        lam="auto",
        max_iter=50,
        batch_size=1,
        project=False,
        sampling="epochs",
        average="tail",
        bias="augmented",
        bias_scale=1.0,
        multi_class="ovr",
        class_weight=None,
        tol=None,
        random_state=0,
        warm_start=False,
        history=False,
        compile="auto",
        verbose=False,
    ):
        self.loss = loss
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

    def fit(self, X, y):
        """Fit to examples X (m, d), dense or sparse, and labels y (m,) of any kind."""
        self._check_settings()
        warm = self.warm_start and hasattr(self, "coef_")
        X, y = self._checked(X, y, reset=not warm)
        classes, numbers = checked_classes(y, self)
        if warm and not np.array_equal(classes, self.classes_):
            raise ValueError(
                f"warm_start=True must go on with the classes of the last fit, {self.classes_}, got {classes}; "
                "set warm_start=False to start anew."
            )
        return self._learn(X, numbers, classes, self.max_iter, 1 / len(numbers), warm)

    @available_if(_can_go_on)
    def partial_fit(self, X, y, classes=None):
        """One more pass, over these examples; all `classes` must be named in the first call.

        With batches of k, what is left when the examples are divided by k is not looked at.
        """
        self._check_settings()
        if self.class_weight is not None:
            raise ValueError(
                f"class_weight must be None in partial_fit, got {self.class_weight!r}: the mean weight of all examples "
                "is not known yet; repeat the examples that are to count for more."
            )
        going_on = hasattr(self, "coef_")
        X, y = self._checked(X, y, reset=not going_on)
        known = self._known_classes(y, classes, going_on)
        auto = self.lam_ if going_on else LAM_OF_A_STREAM
        return self._learn(X, np.searchsorted(known, y), known, 1, auto, going_on)

    def _known_classes(self, y, classes, going_on):
        """The classes of the first call of partial_fit, which must hold all labels."""
        if not going_on and classes is None:
            raise ValueError("classes must be passed on the first call to partial_fit, got None; give np.unique(y).")
        known = self.classes_ if going_on else checked_classes(np.asarray(classes), self)[0]
        if classes is not None and not np.array_equal(np.unique(classes), known):
            raise ValueError(f"classes must be those of the first call, {known}, got {np.unique(classes)}.")
        unknown = np.setdiff1d(y, known)
        if len(unknown):
            raise ValueError(
                f"y must hold the classes of the first call, {known}, got {unknown} as well; "
                "name all classes in the first call, or fit anew."
            )
        return known

    def _learn(self, X, numbers, classes, epochs, auto, going_on):
        n = len(classes)
        targets = [numbers.astype(np.int64)] if self._is_multiclass(n) else one_against_rest(numbers, n)
        weights = example_weights(self.class_weight, classes, numbers)
        lam = auto if self._is_auto(self.lam) else float(self.lam)
        self._descend(X, targets, epochs, lam, weights, n, going_on)
        self.classes_ = classes
        return self

    def _is_multiclass(self, n_classes):
        """Whether all classes are learnt together; the multi-class hinge loss of two classes is the hinge loss."""
        return self.multi_class == "crammer_singer" and n_classes > 2

    def _check_settings(self):
        super()._check_settings()
        check_choice("loss", self.loss, LOSSES)
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

    def _box(self, n_classes):
        """The box that these settings stand for, its options, and the size of its mini-batches, if it has any."""
        if self._is_multiclass(n_classes):
            return multiclass, (), None
        if self.loss == "hinge" and self.batch_size > 1:
            return minibatch, (self.project,), self.batch_size
        if self.loss == "log" and (self.batch_size > 1 or self.project):
            return logistic_minibatch, (self.project,), self.batch_size
        if self.loss == "log":
            return summed_logistic, (), None
        return (scaled, (True,), None) if self.project else (summed, (), None)

    def _where_biases_lie(self, y):
        """A centre, and a spread around it."""
        return 0.0, 1.0

    def _at_bias(self, y, b):
        """The box for a given bias, its options and its target."""
        return biased, (b,), y

    def _losses(self, descent, z, y):
        if descent.box is multiclass:
            return multiclass_loss(y, z)
        return LOSSES[self.loss].value(y * (z + (descent.options[0] if descent.box is biased else 0.0)))

    def decision_function(self, X):
        """⟨w, x⟩ + b for each row: (m,) for two classes, positive for the second; else (m, n_classes)."""
        z = self._scores(X)
        return z.ravel() if z.shape[1] == 1 else z

    def predict(self, X):
        """The class of each row."""
        check_is_fitted(self, "coef_")
        return self.classes_[signs(self.decision_function(X))]

    @available_if(_has_probabilities)
    def predict_proba(self, X):
        """P(class | x) for each row, (m, n_classes), columns in the order of ``classes_``; for the log loss."""
        p = expit(self._scores(X))
        if p.shape[1] == 1:
            return np.hstack([1 - p, p])
        total = p.sum(axis=1, keepdims=True)
        return np.divide(p, total, out=np.full_like(p, 1 / p.shape[1]), where=total > 0)


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
        max_iter=50,
        sampling="epochs",
        average="tail",
        bias="augmented",
        bias_scale=1.0,
        tol=None,
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

    def fit(self, X, y):
        """Fit to examples X (m, d), dense or sparse, and numbers y (m,)."""
        self._check_settings()
        warm = self.warm_start and hasattr(self, "coef_")
        X, y = self._checked(X, y, reset=not warm, y_numeric=True)
        return self._learn(X, y, self.max_iter, 1 / len(y), warm)

    @available_if(_can_go_on)
    def partial_fit(self, X, y):
        """One more pass, over these examples."""
        self._check_settings()
        going_on = hasattr(self, "coef_")
        X, y = self._checked(X, y, reset=not going_on, y_numeric=True)
        return self._learn(X, y, 1, self.lam_ if going_on else LAM_OF_A_STREAM, going_on)

    def _learn(self, X, y, epochs, auto, going_on):
        lam = auto if self._is_auto(self.lam) else float(self.lam)
        self._descend(X, [y.astype(np.float64)], epochs, lam, going_on=going_on)
        return self

    def _check_settings(self):
        super()._check_settings()
        if check_number("epsilon", self.epsilon) < 0:
            raise ValueError(
                f"epsilon must be at least 0, got {self.epsilon!r}; 0.1 of y's standard deviation is usual."
            )

    def _box(self, n_classes):
        return regression, (float(self.epsilon),), None

    def _where_biases_lie(self, y):
        return np.median(y), float(np.std(y)) or 1.0

    def _at_bias(self, y, b):
        return *self._box(None)[:2], y - b

    def _losses(self, descent, z, y):
        return insensitive_loss(y, z, self.epsilon)

    def _read_off(self):
        super()._read_off()
        self.coef_ = self.coef_.ravel()

    def predict(self, X):
        """⟨w, x⟩ + b for each row."""
        return self._scores(X)
