"""What all estimators share: settings, classes, and the way from pass to pass."""

import numbers
import warnings
from itertools import islice

import numpy as np
from sklearn.base import BaseEstimator
from sklearn.exceptions import ConvergenceWarning
from sklearn.utils import check_random_state
from sklearn.utils.class_weight import compute_class_weight
from sklearn.utils.multiclass import check_classification_targets

from pegasos_edu.basics.progress import bar
from pegasos_edu.basics.validation import (
    check_bool,
    check_choice,
    check_lam,
    check_number,
    check_seed,
    check_size,
    excerpt,
)
from pegasos_edu.estimators.descent import AVERAGES, walker
from pegasos_edu.runs.draws import SAMPLINGS, passes

FLOATS = (np.float64, np.float32)
TOGETHER = 10_000  # steps to take in one go where nothing is to be done between passes
PATIENCE = 5  # passes after which the objective is compared; from one to the next it may rise by chance


class Pegasos(BaseEstimator):
    """The settings that all estimators have, and passes over the data until they are enough."""

    def _check_settings(self):
        if not self._is_auto(self.lam):
            check_lam(self.lam)
        check_size("max_iter", self.max_iter)
        check_choice("sampling", self.sampling, SAMPLINGS)
        check_choice("average", self.average, AVERAGES)
        if self.tol is not None and check_number("tol", self.tol) < 0:
            raise ValueError(f"tol must be at least 0, or None, got {self.tol!r}; 1e-3 is usual.")
        if not self._is_auto(self.compile):
            check_bool("compile", self.compile)

    @staticmethod
    def _is_auto(setting):
        return isinstance(setting, str) and setting == "auto"

    def _seed(self):
        """The seed of the draws: as in `run` at first, another one whenever fitting goes on."""
        if isinstance(self.random_state, numbers.Integral):
            seed = check_seed(self.random_state)
        else:
            seed = int(check_random_state(self.random_state).randint(np.iinfo(np.int32).max))
        return [seed, self.t_] if self.t_ else seed

    def _go_on(self, X, targets, lam, epochs, compile, k=None, weights=None):
        """Passes over the data, until `epochs` of them are done or five lower no objective by tol times itself."""
        draws = passes(self.sampling, X.shape[0], self._seed(), k, weights)
        for descent in self._descents:
            descent.carry_over(lam)
        walk = walker(self._descents[0].box, epochs * X.shape[0] * len(targets), compile)
        running = [(descent, y, []) for descent, y in zip(self._descents, targets)]
        for some in self._some_at_a_time(draws, epochs, X.shape[0]):
            for descent, y, _ in running:
                self._walk(descent, X, y, np.concatenate(some), walk)
            self.t_ += sum(map(len, some))
            self.n_iter_ += len(some)
            self._look(X, targets, weights)
            running = [one for one in running if self._falls(*one, X, weights)]
            if not running:
                return
        if self.tol is not None and epochs > PATIENCE:
            warnings.warn(
                f"After {epochs} epochs the objective still falls by more than tol={self.tol:g} times itself in "
                f"{PATIENCE} epochs; enlarge max_iter, tol or lam.",
                ConvergenceWarning,
                stacklevel=3,
            )

    def _some_at_a_time(self, draws, epochs, m):
        """Lists of passes: one at a time, or some together where nothing is to be done between them."""
        together = 1 if self._looks() else -(-TOGETHER // m)
        starts = range(0, epochs, together)
        for n in bar(starts, len(starts), "epoch", bool(self.verbose)):
            yield list(islice(draws, min(together, epochs - n)))

    def _looks(self):
        """Whether something is to be done after each single pass."""
        return self.average != "none" or self.tol is not None

    def _walk(self, descent, X, y, order, walk):
        descent.go(X, y, order, walk)

    def _look(self, X, targets, weights):
        """Called after each pass."""

    def _falls(self, descent, y, values, X, weights):
        """Whether the last passes lowered the objective by more than tol times itself."""
        if self.tol is None:
            return True
        values.append(self._objective(descent, X, y, weights))
        return len(values) <= PATIENCE or values[-1 - PATIENCE] - values[-1] > self.tol * values[-1]


def checked_classes(y, estimator):
    """The classes, and of each label the number of its class."""
    try:
        check_classification_targets(y)
        classes = np.unique(y)
    except TypeError:
        raise ValueError(
            f"y must hold labels of one kind, got {excerpt(y)}; fill in what is missing, and take numbers or words."
        ) from None
    if len(classes) < 2:
        raise ValueError(
            f"{type(estimator).__name__} needs at least 2 classes, got 1 class: {classes[0]!r}; "
            "see that y holds the labels, and that no split has left a class out."
        )
    return classes, np.searchsorted(classes, y)


def one_against_rest(numbers_, n_classes):
    """Labels −1 and +1: for each class against the rest, or for the second of two."""
    return [np.where(numbers_ == n, 1.0, -1.0) for n in (range(n_classes) if n_classes > 2 else [1])]


def signs(z):
    """The number of the class that wins: by the sign of one column of scores, or by the largest of several."""
    return (z > 0).astype(int) if z.ndim == 1 else z.argmax(axis=1)


def example_weights(class_weight, classes, numbers_):
    """The weight of each example, by its class; None if all are alike."""
    if class_weight is None:
        return None
    known = isinstance(class_weight, dict) and all(map(_is_weight, class_weight.values()))
    if not known and not (isinstance(class_weight, str) and class_weight == "balanced"):
        raise ValueError(
            f"class_weight must be None, 'balanced' or a dict with a finite weight of at least 0 for each class, got "
            f"{class_weight!r}; 'balanced' makes all classes count alike."
        )
    weights = compute_class_weight(class_weight, classes=classes, y=classes[numbers_])[numbers_]
    if not weights.sum() > 0:
        raise ValueError(
            f"class_weight must leave some example with a weight above 0, got {class_weight!r}; see that its keys are "
            "the labels."
        )
    return weights


def _is_weight(value):
    return isinstance(value, numbers.Real) and 0 <= value < np.inf


def canonical(X):
    """X with each column at most once in a row, if it is sparse; a copy where it was not so."""
    if hasattr(X, "indptr") and not X.has_canonical_format:
        X = X.copy()
        X.sum_duplicates()
    return X


def warn_of_lam(radius, lam, steps):
    """A warning where λ is far from what so many steps can use."""
    if lam * steps < 0.01 * radius**2:
        warnings.warn(
            f"lam={lam:g} is far too small for {steps} steps on rows of norm up to {radius:.3g}: lam·T/R² is "
            f"{lam * steps / radius**2:.1e}, so the steps 1/(lam·t) stay so long that the last few examples decide; "
            "enlarge lam or max_iter, or scale the features.",
            ConvergenceWarning,
            stacklevel=4,
        )
    elif 0 < radius**2 < lam:
        warnings.warn(
            f"lam={lam:g} is above the largest ‖x‖², {radius**2:.3g}, so that no margin reaches 1: the weights only "
            "compare the means of the classes, and shrink as 1/lam; take a smaller lam.",
            UserWarning,
            stacklevel=4,
        )
