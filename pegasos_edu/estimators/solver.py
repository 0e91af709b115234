"""Run an algorithm pass by pass until the objective no longer falls, and average its iterates."""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import islice
from typing import Any, NamedTuple

import numpy as np
from sklearn.exceptions import ConvergenceWarning

from pegasos_edu.algorithms.rows import Augmented
from pegasos_edu.algorithms.step_types import copied
from pegasos_edu.common.progress import bar
from pegasos_edu.common.warning import warn
from pegasos_edu.estimators.gram import GramRows
from pegasos_edu.fast.averaging import Mean, mean_of
from pegasos_edu.fast.backends import backend, python_backend
from pegasos_edu.fast.loops import initial_step
from pegasos_edu.runs.draws import passes

# From each pass, one iterate enters the mean for every STEPS_APART steps: at least 1, at most MOST_MOMENTS. The mean is
# then as good as the mean of all iterates (`benchmarks/compare.py --tables averages`); with fewer it varies more.
MOST_MOMENTS, STEPS_APART = 8, 250

# The number of passes between two measurements of the objective, and the fewest steps between them.
PATIENCE, FEWEST_STEPS = 5, 1_000
USUAL = 25  # passes that a fit with a tolerance often needs
AT_ONCE = 10_000  # steps in one call if nothing happens between passes
CALL = 100_000_000  # entries of X that one compiled call reads in about 0.1 s: Ctrl-C waits for its end


class Descent(NamedTuple):
    """Hold the last step for one target, and the mean of the iterates."""

    step: Any
    mean: Mean

    @property
    def w(self):
        """Return the mean of the iterates, or the last one if there is no mean; (m,) η·α for a kernel algorithm."""
        if self.mean.counts[0]:
            return self.mean.w
        s, v = self.step.kept
        return s * v


class Fit(NamedTuple):
    """Hold the result of a fit, from which another fit can go on."""

    descents: tuple  # one for each target
    t: int  # steps so far
    n_iter: int  # passes


def moments(X, size, steps):
    """Return how many iterates of a pass enter the mean: fewer in a short pass, or if w has as many entries as X."""
    return int(max(1, min(_entries(X) / size, steps / STEPS_APART, MOST_MOMENTS)))


def _entries(X):
    """Return the number of entries of X, the stored ones if it is sparse."""
    X = X.rows if isinstance(X, Augmented) else X
    return X.nnz if hasattr(X, "nnz") else X.shape[0] * X.shape[1]


@dataclass(frozen=True)
class Solver:
    """Hold an algorithm, the problem that it solves for each target, and the settings of its passes.

    The objective of a target is f = λ/2·‖w‖² + 1/m·Σ_i c_i·loss_i, where a bias that is a weight is part of w.
    """

    algorithm: Callable
    X: Any  # (m, d) rows, or the (m, m) Gram matrix
    targets: list  # of arrays (m,): one descent for each
    lam: float
    loss: Callable | None  # of scores and a target: the loss of each example, (m,)
    options: tuple = ()  # of the algorithm, after its draws
    weights: Any = None  # (m,) c_i: example i is drawn in proportion to c_i, and the steps use λ/c̄
    k: int | None = None  # the size of a mini-batch
    classes: np.ndarray | None = None  # all class numbers of a multi-class target
    max_iter: int = 1
    sampling: str = "epochs"
    seed: Any = 0
    average: str = "none"
    tol: float | None = None
    compile: Any = "auto"
    verbose: bool = False
    moments: Callable = moments

    @property
    def step_lam(self):
        """Return the λ that the steps use."""
        return self.lam if self.weights is None else self.lam / self.weights.mean()

    def fit(self, last=None, on_pass=None):
        """Run the algorithm for each target until the passes are done, or no longer lower the objective.

        Parameters
        ----------
        last : Fit, optional
            The fit to go on from; it stays unchanged.
        on_pass : function, optional
            Called after each pass with the descents and the number of steps so far.

        Returns
        -------
        Fit
        """
        m, tol = self.X.shape[0], self.tol
        targets = range(len(self.targets))
        descents = [self._start(n) if last is None else self._resumed(last.descents[n]) for n in targets]
        t, done = last.t if last else 0, 0
        running, values = list(targets), [[] for _ in targets]
        ahead = m * len(targets) * (self.max_iter if tol is None else min(self.max_iter, USUAL))
        code = self._backend(ahead)
        orders = passes(self.sampling, m, self.seed, self.k, self.weights, lambda u: code.shuffled(u))
        for some in self._some_passes(orders, on_pass is not None, running):
            code = self._backend(max(0, ahead - done * m * len(targets)))
            draws, ends = np.concatenate(some), self._ends(descents[0], some)
            for n in running:
                descents[n] = descents[n]._replace(step=self._run(code, descents[n], n, draws, ends))
            t, done = t + len(draws), done + len(some)
            if on_pass:
                on_pass(descents, t)
            if tol is not None and done % patience(m) == 0:
                running[:] = [n for n in running if self._falls(n, descents[n], values[n], code)]
        if any(len(values[n]) > 2 for n in running):
            warn(
                f"After {done} epochs the objective still falls by more than tol={tol:g} times f(0) in "
                f"{patience(m)} epochs; enlarge max_iter, tol or lam.",
                ConvergenceWarning,
            )
        return Fit(tuple(descents), t, done)

    def objective(self, descent, y, code=None):
        """Return f for a target; `code` is the backend that computes it, by default plain Python."""
        step = descent.step
        if step.is_kernel:  # f of the last step, because f of a mean would need all of K
            scores = step.eta * step.s
            squared_norm = (step.beta(y) * scores).sum()
        else:
            scores = (code or python_backend(self.algorithm)).scores(descent.w, self.X)
            squared_norm = np.square(descent.w).sum()
        losses = self.loss(scores, y)
        return float(self.lam / 2 * squared_norm + (losses if self.weights is None else self.weights * losses).mean())

    def _start(self, n):
        """Return the descent of a target before its first step."""
        step = initial_step(self.algorithm, self.X, self.targets[n] if self.classes is None else self.classes)
        return Descent(step, mean_of(self.average, step.kept[1]))

    def _resumed(self, descent):
        """Return the descent of an earlier fit with copies of its arrays."""
        step, mean = descent
        mean = mean._replace(total=mean.total.copy(), counts=mean.counts.copy())
        return with_lam(Descent(copied(step), mean), self.step_lam)

    def _backend(self, steps):
        return backend(self.algorithm, self.X, False if isinstance(self.X, GramRows) else self.compile, steps)

    def _run(self, code, descent, n, draws, ends):
        """Return the step of a target after these draws; they are taken in calls so short that Ctrl-C works soon."""
        X, (step, mean) = self.X, descent
        loop = X.in_blocks(code.loop) if isinstance(X, GramRows) else code.loop
        calls = [(draws, ends)] if _entries(X) <= CALL else [(part, [len(part)]) for part in np.split(draws, ends[:-1])]
        for part, ends in calls:
            step = loop(X, self.targets[n], self.step_lam, part, np.asarray(ends), step, mean, *self.options)
        return step

    def _some_passes(self, orders, is_single, running):
        """Yield lists of passes: single passes if each is reported, else several, up to the next measurement of f."""
        m = self.X.shape[0]
        together = 1 if is_single else max(1, min(AT_ONCE // m, CALL // max(1, _entries(self.X))))
        if self.tol is not None:
            together = patience(m) if together >= patience(m) else 1
        some = []
        shown = bar(self._while(running, orders), self.max_iter, "epoch", bool(self.verbose))
        for done, order in enumerate(shown, 1):
            some.append(order)
            if len(some) == together or done == self.max_iter:
                yield some
                some = []

    def _while(self, running, orders):
        """Yield the passes until there are enough, or no target is running any more."""
        for order in islice(orders, self.max_iter):
            yield order
            if not running:
                return

    def _ends(self, descent, some):
        """Return the numbers of draws after which an iterate enters the mean; the last one is that of all draws."""
        ends, start = [], 0
        for order in some:
            parts = self.moments(self.X, descent.step.kept[1].size, len(order))
            ends += [start + len(order) * n // parts for n in range(1, parts + 1)]
            start += len(order)
        return np.array(ends)

    def _falls(self, n, descent, values, code):
        """Return whether f fell by more than tol·f(0) since it was last measured, or is above f(0)."""
        y = self.targets[n]
        if not values:
            values.append(self.objective(self._start(n), y, code))  # f(0)
        values.append(self.objective(descent, y, code))
        if len(values) < 3:
            return True
        zero, former, now = values[0], values[-2], values[-1]
        return now > zero or former - now > self.tol * zero


def with_lam(descent, lam):
    """Return the descent with another λ: w stays, t changes so that 1/(λt) stays, and the mean begins anew."""
    step, mean = descent
    if step.t == 0 or abs(step.eta * lam * step.t - 1) < 1e-9:
        return descent
    t = max(1, round(1 / (step.eta * lam)))
    eta = 1 / (lam * t)
    s, v = type(step).kept.names
    if s == "eta":  # w = η·v
        step = step._replace(**{v: getattr(step, v) * (step.eta / eta)})
    return Descent(step._replace(t=t, eta=eta), Mean(np.zeros_like(mean.total), np.zeros(2), mean.power))


def patience(m):
    """Return how many passes over m examples lie between two measurements of the objective."""
    return max(PATIENCE, -(-FEWEST_STEPS // m))
