"""Run an algorithm pass by pass until its objective is certified to be near the smallest one."""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import islice
from typing import Any, NamedTuple

import numpy as np

from pegasos_edu.algorithms import dual_ascent, kernelized_cached
from pegasos_edu.algorithms.rows import Augmented
from pegasos_edu.algorithms.step_types import SummedStep, copied
from pegasos_edu.common.progress import bar
from pegasos_edu.estimators.ascent import ascended
from pegasos_edu.estimators.certificate import Certificate, DualLoss
from pegasos_edu.estimators.gram import GramRows
from pegasos_edu.fast.averaging import Mean, mean_of
from pegasos_edu.fast.backends import backend, python_backend
from pegasos_edu.fast.loops import initial_step, notes_for
from pegasos_edu.runs.draws import passes

# From each pass, one iterate enters the mean for every STEPS_APART steps: at least 1, at most MOST_MOMENTS. The mean is
# then as good as the mean of all iterates (`benchmarks/compare.py --tables averages`); with fewer it varies more.
MOST_MOMENTS, STEPS_APART = 8, 250

# The number of passes between two measurements of the gap, and the fewest steps between them.
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
        """Return the mean of the iterates, or the last one if there is none; (m,) η·α for a kernel algorithm."""
        if self.mean.counts[0]:
            return self.mean.w
        s, v = self.step.kept
        return s * v


class Fit(NamedTuple):
    """Hold the result of a fit, from which another fit can go on."""

    descents: tuple  # one for each target
    t: int  # steps so far
    n_iter: int  # passes
    values: tuple  # for each target f and its lower bound; NaN if they were not measured


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
    loss: DualLoss
    options: tuple = ()  # of the algorithm, after its draws
    weights: Any = None  # (m,) c_i: example i is drawn in proportion to c_i, and the steps use λ/c̄
    is_bias_free: bool = False  # whether the lower bound shall hold for every bias
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

    @property
    def expected_steps(self):
        """Return how many steps one target will probably take."""
        return self.X.shape[0] * (self.max_iter if self.tol is None else min(self.max_iter, USUAL))

    @property
    def is_kernel(self):
        """Return whether X is a Gram matrix."""
        return self.algorithm is kernelized_cached

    def fit(self, last=None, on_pass=None):
        """Run the algorithm for each target until the passes are done, or the gap is at most tol·f.

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
        if self.algorithm is dual_ascent:
            return Fit(*ascended(self))
        m, tol = self.X.shape[0], self.tol
        targets = range(len(self.targets))
        descents = [self.start(n) if last is None else self._resumed(last.descents[n]) for n in targets]
        t, done = last.t if last else 0, 0
        running, values = list(targets), [(np.nan, np.nan)] * len(targets)
        certificates = None if tol is None else [Certificate(self, y) for y in self.targets]
        ahead = len(targets) * self.expected_steps
        code = self.backend(ahead)
        orders = passes(self.sampling, m, self.seed, self.k, self.weights, code.shuffled)
        for some in self._some_passes(orders, on_pass is not None, running):
            code = self.backend(max(0, ahead - done * m * len(targets)))
            draws, ends = np.concatenate(some), self.ends_of(descents[0], some)
            for n in running:
                step, notes = self.run(code, descents[n], n, draws, ends)
                descents[n] = descents[n]._replace(step=step)
                if certificates:
                    certificates[n].add(draws, notes)
            t, done = t + len(draws), done + len(some)
            if on_pass:
                on_pass(descents, t)
            if certificates and (done % patience(m) == 0 or done == self.max_iter):
                for n in running:
                    values[n] = self.objective(descents[n], self.targets[n], code), certificates[n].bound()
                running[:] = [n for n in running if not self.is_near(*values[n])]
        return Fit(tuple(descents), t, done, tuple(values))

    def is_near(self, f, bound):
        """Return whether the gap is within the tolerance."""
        return self.tol is not None and f - bound <= self.tol * f

    def objective(self, descent, y, code=None):
        """Return f for a target; `code` is the backend that computes it, by default plain Python."""
        w, step = descent.w, descent.step
        if self.is_kernel:
            scores = self.X @ (w * y) if descent.mean.counts[0] else step.eta * step.s
            squared_norm = (w * y * scores).sum()
        else:
            scores = (code or python_backend(self.algorithm)).scores(w, self.X)
            squared_norm = np.square(w).sum()
        return float(self.lam / 2 * squared_norm + (self.c * self.loss.value(scores, y)).mean())

    @property
    def c(self):
        """Return the weights of the examples."""
        return 1.0 if self.weights is None else self.weights

    def worth(self, a, y):
        """Return 1/m·Σ_i c_i·worth(a_i, y_i)."""
        return float((self.c * self.loss.worth(a, y)).mean())

    def coefficients(self, a):
        """Return the coefficients c_i·a_i/(λm) of w(a), (m,), or (n, m) for n classes."""
        return self.c * a.T / (self.lam * len(a))

    def combined(self, a):
        """Return w(a) = 1/(λm)·Σ_i c_i·a_i·x_i, or its scores for a kernel."""
        each, X = self.coefficients(a), self.X
        if self.is_kernel:
            return X @ each
        if isinstance(X, Augmented):
            return np.concatenate([each @ X.rows, X.scale * each.sum(axis=-1, keepdims=True)], axis=-1)
        return each @ X

    def start(self, n):
        """Return the descent of a target before its first step."""
        step = initial_step(self.algorithm, self.X, self.targets[n] if self.classes is None else self.classes)
        return Descent(step, mean_of(self.average, step.kept[1]))

    def _resumed(self, descent):
        """Return the descent of an earlier fit with copies of its arrays; after dual ascent, only w goes on."""
        step, mean = descent
        if step.is_dual:
            eta = 1 / (self.step_lam * step.t)
            v = step.w / eta
            return Descent(SummedStep(step.t, -1, eta, 0.0, v), mean_of(self.average, v))
        mean = mean._replace(total=mean.total.copy(), counts=mean.counts.copy())
        return with_lam(Descent(copied(step), mean), self.step_lam)

    def backend(self, steps):
        return backend(self.algorithm, self.X, False if isinstance(self.X, GramRows) else self.compile, steps)

    def run(self, code, descent, n, draws, ends):
        """Return the step of a target after these draws, and the notes; Ctrl-C works after each of the short calls."""
        X, (step, mean) = self.X, descent
        loop = X.in_blocks(code.loop) if isinstance(X, GramRows) else code.loop
        notes, start = notes_for(step, draws), 0
        calls = [ends] if _entries(X) <= CALL else [ends[n : n + 1] for n in range(len(ends))]
        for some in calls:
            part, parts = slice(start, some[-1]), np.asarray(some) - start
            step = loop(X, self.targets[n], self.step_lam, draws[part], parts, step, mean, notes[part], *self.options)
            start = some[-1]
        return step, notes

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

    def ends_of(self, descent, some):
        """Return the numbers of draws after which an iterate enters the mean; the last one is that of all draws."""
        ends, start = [], 0
        for order in some:
            parts = self.moments(self.X, descent.step.kept[1].size, len(order))
            ends += [start + len(order) * n // parts for n in range(1, parts + 1)]
            start += len(order)
        return np.array(ends)


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
