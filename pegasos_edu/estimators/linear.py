"""What the linear estimators share: rows, bias, passes, snapshots, scores."""

from typing import Any, NamedTuple

import numpy as np
from sklearn.utils import assert_all_finite
from sklearn.utils.extmath import row_norms, safe_sparse_dot
from sklearn.utils.validation import check_is_fitted

from pegasos_edu.algorithms import multiclass, scaled
from pegasos_edu.algorithms.rows import augmented
from pegasos_edu.common.validation import check_bool, check_choice, check_positive, check_radius
from pegasos_edu.estimators.base import Pegasos, canonical, validated, warn_of_lam
from pegasos_edu.estimators.bias import best_bias
from pegasos_edu.estimators.fitting import Fit, Problem, fit, objective

BIASES = ("none", "augmented", "search")
ALGORITHM = "loss, project, batch_size, multi_class or epsilon"  # what the algorithm and its options follow from
LAM_OF_A_STREAM = 1e-4  # SGDClassifier's default


class Snapshot(NamedTuple):
    """The weights after a pass."""

    t: int  # steps so far
    coef: np.ndarray  # as coef_
    intercept: np.ndarray  # as intercept_
    objective: np.ndarray  # (n,) f, of each of the n problems that are solved side by side


class Task(NamedTuple):
    """What one call of fit or partial_fit has to do, its input checked."""

    X: Any  # (m, d)
    R: float  # max ‖x‖
    targets: list  # of arrays (m,)
    epochs: int
    lam: float
    weights: Any = None  # (m,) of the examples, or None
    n_classes: int | None = None
    last: Fit | None = None  # to go on from


class Linear(Pegasos):
    """What the linear estimators share."""

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

    def _checked(self, X, y, reset=True, **options):
        """X and y as scikit-learn checks them, and R = max ‖x‖; X is not copied where its form fits."""
        X, y = validated(self, X, y, reset=reset, accept_sparse="csr", order="C", ensure_all_finite=False, **options)
        R = float(np.sqrt(float(row_norms(X, squared=True).max())))
        if not np.isfinite(R):  # one look at all entries tells whether they are finite: a second one finds the words
            assert_all_finite(X, estimator_name=type(self).__name__, input_name="X")
        return X, y, R

    def _learn(self, task, **others):
        """Do the task; nothing of the estimator changes before it is done."""
        algorithm, options, k = self._algorithm(task.n_classes)
        lam = task.lam if task.weights is None else task.lam / task.weights.mean()  # examples are drawn by weight
        self._check_reach(task, lam, k)
        settings = {
            "average": self.average,
            "bias": self.bias,
            "bias_scale": self.bias_scale,
            ALGORITHM: (algorithm, options),
        }
        if task.last:
            self._check_kept(settings)
        learnt = self._searched(task, lam) if self.bias == "search" else self._walked(task, lam, algorithm, options, k)
        learnt |= {"_settings": settings, "lam_": task.lam, **others}
        former = {name: value for name, value in vars(self).items() if name not in ("history_", "search_")}
        self.__dict__ = former | learnt

    def _check_reach(self, task, lam, k):
        """That there is a batch, that nothing overflows, and a warning where λ is far from what the steps can use."""
        m = task.X.shape[0]
        if k is not None and k > m:
            raise ValueError(
                f"batch_size must be at most the number of examples, {m}, got {k}; give batch_size={m} for all of them."
            )
        scale = self.bias_scale if self.bias == "augmented" else 0.0
        radius = float(np.hypot(task.R, scale))
        steps = (task.last.t if task.last else 0) + task.epochs * (m // (k or 1))
        check_radius(task.X, radius, lam, steps)
        if task.epochs > 1:  # of a stream nobody knows how long it will be
            warn_of_lam(radius, lam, steps)

    def _check_kept(self, settings):
        changed = ", ".join(name for name in settings if settings[name] != self._settings[name])
        if changed:
            raise ValueError(
                f"fitting must go on with the settings it began with, got another {changed}; "
                "begin anew, with fit and warm_start=False."
            )

    def _walked(self, task, lam, algorithm, options, k):
        """What is learnt by walking the algorithm."""
        X = (
            canonical(task.X) if algorithm is scaled else task.X
        )  # a column twice would make ‖x‖², which keeps up ‖w‖, wrong
        rows = augmented(X, self.bias_scale) if self.bias == "augmented" else X
        problem = self._problem(algorithm, options, rows, task.targets, lam, task, k)
        history = list(getattr(self, "history_", ())) if task.last else []
        plan = self._plan(task.epochs, task.last.t if task.last else 0)
        if self.history:
            plan = plan._replace(on_pass=lambda *now: history.append(self._snapshot(problem, *now)))
        found = fit(problem, plan, task.last)
        return self._attributes(found) | ({"history_": history} if history else {})

    def _problem(self, algorithm, options, rows, targets, lam, task, k=None):
        starts = [np.arange(task.n_classes)] if algorithm is multiclass else targets  # all classes, seen yet or not
        return Problem(
            algorithm, options, rows, targets, starts, lam, self._losses_of(algorithm, options), k, task.weights
        )

    def _searched(self, task, lam):
        """What is learnt by a search for the bias of each target."""
        found = [self._best_bias(task, target, lam) for target in task.targets]
        first = found[0].fit
        together = first._replace(descents=tuple(one.fit.descents[0] for one in found))
        intercept = np.array([one.b for one in found])
        return self._attributes(together) | {"intercept_": intercept, "search_": [one.tried for one in found]}

    def _best_bias(self, task, target, lam):
        def problem_at(b):
            algorithm, options, y = self._at_bias(target, b)
            return self._problem(algorithm, options, task.X, [y], lam, task)

        return best_bias(problem_at, self._plan(task.epochs), *self._where_biases_lie(target))

    def _attributes(self, found):
        """What is known after the walk."""
        coef, intercept = self._weights(found.descents)
        return {"_fit": found, "coef_": coef, "intercept_": intercept, "t_": found.t, "n_iter_": found.n_iter}

    def _weights(self, descents):
        """coef_ and intercept_."""
        w = np.atleast_2d(descents[0].w) if len(descents) == 1 else np.stack([one.w for one in descents])
        if self.bias == "augmented":
            return np.ascontiguousarray(w[:, :-1]), self.bias_scale * w[:, -1]
        return w, np.zeros(len(w))

    def _snapshot(self, problem, descents, t, gear):
        values = [objective(problem, one, y, gear) for one, y in zip(descents, problem.targets)]
        return Snapshot(t, *self._weights(descents), np.array(values))

    def _scores(self, X):
        check_is_fitted(self, "coef_")
        X = validated(self, X, reset=False, accept_sparse="csr")
        return safe_sparse_dot(X, self.coef_.T, dense_output=True) + self.intercept_

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        return tags


def can_go_on(estimator):
    if estimator.bias == "search":
        raise AttributeError("partial_fit must have bias 'none' or 'augmented', got 'search', which needs all data.")
    return True
