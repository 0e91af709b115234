"""Hold the examples and the algorithms of a player, and make, record and draw runs of them."""

import warnings
from functools import partial

import numpy as np
from threadpoolctl import threadpool_limits

from pegasos_edu.algorithms.inputs import Classes, Gram, Targets
from pegasos_edu.common.validation import check_choice, check_data, check_size
from pegasos_edu.losses import LOSSES
from pegasos_edu.player.fields import MAX_STEPS, own_settings
from pegasos_edu.player.python_lines import python
from pegasos_edu.plots.axes import legend_below, literal
from pegasos_edu.plots.pictures import figure
from pegasos_edu.plots.plots import decision_boundary, objective_curves, weights_image
from pegasos_edu.runs.reading import last
from pegasos_edu.runs.run import run, signature
from pegasos_edu.theory import kernel_optimum, optimum, optimum_with_bias
from pegasos_edu.trace.records import last_weights, record_of
from pegasos_edu.trace.scenes import MAX_POINTS

MAX_ENTRIES = 1_000_000  # the most entries of X for which f* is computed
FIXED_SETTINGS = {"X", "y", "kernel", "loss", "names", "shape", "data"}  # these do not change while a player exists


class Experiment:
    """Hold the parts of a player that stay when the settings of the run change; see `play` for each."""

    def __init__(self, algorithms, X, y, kernel=None, loss=None, names=("−1", "+1"), shape=None, data=None):
        self.algorithms = algorithms
        self.X, self.y = (_frozen_copy(part) for part in check_data(X, y))
        self.kernel, self.loss, self.data = kernel, loss, data
        self.names, self.shape = _check_names(names), _check_shape(shape, self.X.shape[1])
        self._optima = {}

    def moved(self, X, y, kernel):
        """Return the experiment with other examples or another kernel."""
        data = self.data if X is self.X else None
        return Experiment(self.algorithms, X, y, kernel, self.loss, self.names, self.shape, data)

    def run(self, settings):
        """Check the settings, which include the algorithm, and return their run."""
        algorithm = settings["algorithm"]
        of_X, of_y, _, _ = signature(algorithm)
        _check_algorithm(algorithm, of_X, of_y, self.X, self.kernel, self.shape)
        kernel = self.kernel if of_X is Gram else None
        trial = run(algorithm, kernel(self.X, self.X) if kernel else self.X, self.y, **self._options(settings))
        _check_steps(len(trial))
        check_choice("loss", self._loss_of(trial), LOSSES)
        return trial

    def record(self, run, settings):
        """Return the record of a run of these settings."""
        algorithm, kernel, loss = settings["algorithm"], self.kernel if run.is_kernel_run else None, self._loss_of(run)
        said = {"names": self.names, "shape": self.shape, "loss": self.loss, "kernel": kernel}
        lines = python(algorithm, self._options(settings) | said, self.X, self.y, self.data)
        best = partial(self._optimum, run, loss, kernel)
        return record_of(run, self.X, kernel, loss, best, names=self.names, shape=self.shape, python=lines)

    def _options(self, settings):
        """Return the arguments of `run`: settings that have a value and that this algorithm takes."""
        if fixed := FIXED_SETTINGS & settings.keys():
            raise ValueError(f"{', '.join(fixed)} cannot be changed; make another player with play(...).")
        others = {name for algorithm in self.algorithms for name in own_settings(algorithm)}
        left_out = {"algorithm", *others} - own_settings(settings["algorithm"])
        options = {
            name: value
            for name, value in settings.items()
            if name not in left_out and (value is not None or name in ("lam", "T"))
        }
        if "draws" in options:
            del options["T"]
        else:
            _check_steps(check_size("T", options["T"]))
        return options

    def _loss_of(self, run):
        return self.loss or run.loss

    def _optimum(self, run, loss, kernel, step):
        """Return f* with its gap, or None if the computation would take long or has no certificate."""
        key = (run.lam, loss, kernel, step.has_bias)
        if run.b or (step.has_bias and loss == "log") or np.prod(run.X.shape) > MAX_ENTRIES:
            return None
        if key not in self._optima:
            find = _with_bias if step.has_bias else kernel_optimum if kernel else optimum
            self._optima[key] = _certified(find, run, loss)
        return self._optima[key]

    def still(self, run, record):
        """Return the last moment of a run as a figure."""
        drawn, axes = figure(2, width=6.2, height=3.3)
        step, picture = last(run), record["picture"]
        if picture["kind"] == "images":
            weights_image(step.w, self.shape, ax=axes[0])
        else:
            points = np.reshape(picture["points"], (-1, 2))
            labels = np.array([1 if label == "+" else -1 for label in picture["labels"]])
            score, marked = self.score(run, record, step)
            decision_boundary(score, points, labels, marked=marked, names=self.names, ax=axes[0])
        t = np.arange(1, len(run) + 1)
        curves = {literal(run.algorithm.__name__): np.array(record["values"])}
        objective_curves(t, curves, optimum=record["optimum"], ax=axes[1])
        legend_below(axes[1])
        return drawn

    def score(self, run, record, step):
        """Return the score in the plane of the picture, and which examples to mark."""
        if run.is_kernel_run:
            beta = step.beta(run.y)
            return (lambda points: self.kernel(points, self.X) @ beta), beta != 0
        w, b = np.array(last_weights(record)), run.bias(step)
        return ((lambda points: points @ w + b) if b else w), None


def _check_steps(T):
    if T > MAX_STEPS:
        raise ValueError(f"T must be at most {MAX_STEPS:,} to be stepped through, got {T:,}; give a smaller T.")


def _frozen_copy(data):
    """Return a copy of the data that no algorithm can change."""
    data = data.copy()
    (data.data if hasattr(data, "indptr") else data).setflags(write=False)
    return data


def _with_bias(X, y, lam, loss):
    return optimum_with_bias(X, y, lam)


def _certified(find, run, loss):
    """Return an optimum, or None if the solver fails, for example on badly scaled data."""
    with warnings.catch_warnings(), threadpool_limits(1, "blas"):  # many threads are slow on a busy machine
        warnings.simplefilter("ignore", RuntimeWarning)
        try:
            best = find(run.X, run.y, run.lam, loss)
        except (ValueError, np.linalg.LinAlgError):
            return None
    return best if best.gap <= 1e-4 * best.value else None


def _check_names(names):
    if isinstance(names, str) or np.size(names) != 2:
        raise ValueError(f"names must be a pair, the names of the classes -1 and +1, got {names!r}.")
    return tuple(str(name) for name in names)


def _check_shape(shape, d):
    if shape is None:
        return None
    if np.size(shape) != 2 or np.prod(shape) != d or not all(isinstance(n, (int, np.integer)) and n > 0 for n in shape):
        raise ValueError(
            f"shape must be (rows, columns) with rows * columns equal to the columns of X, {d}, got {shape!r}."
        )
    return tuple(map(int, shape))


def _check_algorithm(algorithm, of_X, of_y, X, kernel, shape):
    """Check that there is a picture for the algorithm and the data."""
    if of_y in (Targets, Classes):
        raise ValueError(
            f"algorithm must take labels -1 and +1, got {algorithm.__name__}; "
            "pegasos_edu.trace.record(run(...)) records its lines."
        )
    if of_X is not Gram:
        return
    if not callable(kernel):
        raise ValueError(
            f"kernel must be a function of two arrays for {algorithm.__name__}, got {kernel!r}; "
            "give partial(rbf, gamma=2.0)."
        )
    if shape is not None or X.shape[1] != 2 or X.shape[0] > MAX_POINTS or not isinstance(X, np.ndarray):
        raise ValueError(
            f"X must be an array of at most {MAX_POINTS:,} examples with two features for {algorithm.__name__}, "
            f"got {type(X).__name__} of shape {X.shape}; take X[:{MAX_POINTS}, :2], without shape."
        )
