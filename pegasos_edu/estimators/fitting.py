"""Fitting, and when to stop: an algorithm walked pass by pass for each target, with a mean of its iterates on the
way."""

from collections.abc import Callable
from itertools import islice
from time import perf_counter
from typing import Any, NamedTuple

import numpy as np
from sklearn.exceptions import ConvergenceWarning

from pegasos_edu.algorithms.rows import Augmented
from pegasos_edu.algorithms.steps import copied
from pegasos_edu.common.progress import bar
from pegasos_edu.common.warning import warn
from pegasos_edu.fast.averaging import Mean, mean_of
from pegasos_edu.fast.choosing import Chooser
from pegasos_edu.fast.loops import before
from pegasos_edu.runs.draws import passes

# Of each pass one iterate enters the mean, or one for every so many steps, but no more than 8. These do as well as all
# (`benchmarks/compare.py --tables averages`); with fewer the objective of the mean goes up and down between passes.
MOST_MOMENTS, STEPS_APART = 8, 250

# The objective is measured after so many passes, and no fewer than so many steps.
PATIENCE, FEWEST_STEPS = 5, 1_000
USUAL = 25  # passes that a fit with a tolerance often needs
AT_ONCE = 10_000  # steps to take in one go where nothing is to be done between passes


class Problem(NamedTuple):
    """What is minimised, and the algorithm that does it."""

    algorithm: Callable
    options: tuple  # what the algorithm takes beyond its draws
    X: Any  # (m, d) rows, or the (m, m) Gram matrix
    targets: list  # of arrays (m,): one descent for each
    starts: list  # the same, or what the first step is set up from in their place
    lam: float  # of the draws: where examples weigh c_i, that of f over the mean of c
    losses: Callable  # of scores and y: the loss of each example, (m,)
    k: int | None = None  # the size of a mini-batch
    weights: Any = None  # (m,) c_i, by which examples are drawn, or None
    scored: Callable = lambda descent, X, gear: gear.scores(descent.w, X)  # the scores of all examples, (m,) or (m, n)
    squared_norm: Callable = lambda descent, y, scores: np.square(descent.w).sum()  # ‖w‖²
    around: Callable = lambda walk: walk  # what else is to be done around the loop of the algorithm


def moments(X, size, steps):
    """Few where a look at all of w costs much beside the steps: in short passes, and with many rare words."""
    return int(max(1, min(entries(X) / size, steps / STEPS_APART, MOST_MOMENTS)))


def entries(X):
    """How many entries X has, those that are stored if it is sparse."""
    X = X.rows if isinstance(X, Augmented) else X
    return X.nnz if hasattr(X, "nnz") else X.shape[0] * X.shape[1]


class Plan(NamedTuple):
    """How many passes, in which order, and what is done on the way."""

    max_iter: int
    sampling: str
    seed: Any
    average: str
    tol: float | None
    compile: Any
    verbose: bool = False
    on_pass: Callable | None = None  # called after each pass with the descents, t and a gear
    moments: Callable = moments  # of the rows, the size of w and the steps: how many iterates of a pass enter the mean


class Descent(NamedTuple):
    """What the steps for one target have left."""

    step: Any
    mean: Mean

    @property
    def w(self):
        """The mean of the iterates, or the last one where there is none; (m,) η·α for a kernel algorithm."""
        if self.mean.counts[0]:
            return self.mean.w
        s, v = self.step.kept
        return s * v


class Fit(NamedTuple):
    """The outcome."""

    descents: tuple  # one for each target
    t: int  # steps so far
    n_iter: int  # passes so far


def fit(problem, plan, last=None):
    """Walk the algorithm for each target until the passes are done, or lower the objective no more.

    Parameters
    ----------
    problem : Problem
    plan : Plan
    last : Fit, optional
        To go on from; it stays as it is.

    Returns
    -------
    Fit
    """
    descents = [_begun(problem, plan, n, last) for n in range(len(problem.targets))]
    t, n_iter = (last.t, last.n_iter) if last else (0, 0)
    m, watch = problem.X.shape[0], _Watch(problem, plan)
    sure = plan.max_iter if plan.tol is None else min(plan.max_iter, USUAL)
    chooser = Chooser(problem.algorithm, problem.X, plan.compile, sure * m * len(descents))
    gear = chooser.gear()
    orders = passes(plan.sampling, m, plan.seed, problem.k, problem.weights, lambda u: gear.shuffled(u))
    for some in _some_at_a_time(orders, plan, m):
        gear = chooser.gear()
        draws, ends = np.concatenate(some), _ends(problem, plan, descents[0], some)
        walk, start = problem.around(chooser.walk(gear)), perf_counter()
        for n in watch.running:
            descents[n] = _walked(problem, descents[n], n, draws, ends, walk)
        chooser.walked(gear, len(draws) * len(watch.running), perf_counter() - start)
        t, n_iter = t + len(draws), n_iter + len(some)
        if plan.on_pass:
            plan.on_pass(descents, t, gear)
        if not watch.goes_on(descents, len(some), gear):
            break
    return Fit(tuple(descents), t, n_iter)


def objective(problem, descent, y, gear):
    """f = λ/2·‖w‖² + 1/m·Σ_i c_i·loss_i, where a bias that is a weight counts as one."""
    scores = problem.scored(descent, problem.X, gear)
    penalty = problem.lam / 2 * problem.squared_norm(descent, y, scores)
    if problem.weights is None:
        return float(penalty + problem.losses(scores, y).mean())
    return float(penalty * problem.weights.mean() + (problem.weights * problem.losses(scores, y)).mean())


def _begun(problem, plan, n, last=None):
    """The descent of a target before its first step, or where the last fit left it, with arrays of its own."""
    if last is None:
        step = before(problem.algorithm, problem.X, problem.starts[n])
        return Descent(step, mean_of(plan.average, step.kept[1]))
    step, mean = last.descents[n]
    mean = mean._replace(total=mean.total.copy(), counts=mean.counts.copy())
    return carried_over(Descent(copied(step), mean), problem.lam)


def carried_over(descent, lam):
    """Go on with another λ from the same w, at the round t where 1/(λt) is what it was; means begin anew."""
    step, mean = descent
    if step.t == 0 or abs(step.eta * lam * step.t - 1) < 1e-9:
        return descent
    t = max(1, round(1 / (step.eta * lam)))
    eta = 1 / (lam * t)
    s, v = type(step).kept.names
    if s == "eta":  # w = η·v
        step = step._replace(**{v: getattr(step, v) * (step.eta / eta)})
    return Descent(step._replace(t=t, eta=eta), Mean(np.zeros_like(mean.total), np.zeros(2), mean.power))


def _some_at_a_time(orders, plan, m):
    """Lists of passes: one at a time where each is looked at, else some together, until the objective is measured."""
    together = 1 if plan.on_pass else max(1, AT_ONCE // m)
    if plan.tol is not None:
        together = patience(m) if together >= patience(m) else 1
    starts = range(0, plan.max_iter, together)
    for n in bar(starts, len(starts), "epoch", bool(plan.verbose)):
        yield list(islice(orders, min(together, plan.max_iter - n)))


def _ends(problem, plan, descent, some):
    """Where in the draws of some passes iterates enter the mean, and the end."""
    if plan.average == "none":
        return np.array([sum(map(len, some))])
    ends, start = [], 0
    for order in some:
        parts = plan.moments(problem.X, descent.step.kept[1].size, len(order))
        ends += [start + len(order) * n // parts for n in range(1, parts + 1)]
        start += len(order)
    return np.array(ends)


def _walked(problem, descent, n, draws, ends, walk):
    """The descent after these draws."""
    step = walk(problem.X, problem.targets[n], problem.lam, draws, ends, descent.step, descent.mean, *problem.options)
    return descent._replace(step=step)


def patience(m):
    """How many passes over m examples are between two measurements of the objective."""
    return max(PATIENCE, -(-FEWEST_STEPS // m))


class _Watch:
    """Which targets go on: those whose objective fell, in the last passes, by more than tol·f(0), or is above f(0)."""

    def __init__(self, problem, plan):
        self.problem, self.plan, self.passes = problem, plan, 0
        self.patience = patience(problem.X.shape[0])
        self.running = list(range(len(problem.targets)))
        self.values = [[] for _ in self.running]  # of the objective: f(0), and every few passes

    def goes_on(self, descents, passes, gear):
        """Whether any of them does, after so many more passes."""
        self.passes += passes
        if self.plan.tol is not None and self.passes % self.patience == 0:
            self.running = [n for n in self.running if self._fell(n, descents[n], gear)]
        if self.passes == self.plan.max_iter and any(len(self.values[n]) > 2 for n in self.running):
            self._warn()
        return bool(self.running)

    def _fell(self, n, descent, gear):
        y, values = self.problem.targets[n], self.values[n]
        if not values:
            values.append(objective(self.problem, _begun(self.problem, self.plan, n), y, gear))  # f(0)
        values.append(objective(self.problem, descent, y, gear))
        if len(values) < 3:
            return True
        zero, former, now = values[0], values[-2], values[-1]
        return now > zero or former - now > self.plan.tol * zero

    def _warn(self):
        warn(
            f"After {self.passes} epochs the objective still falls by more than tol={self.plan.tol:g} times that of "
            f"w = 0 in {self.patience} epochs; enlarge max_iter, tol or lam.",
            ConvergenceWarning,
        )
