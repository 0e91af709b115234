"""Choose the data, the draws and, for one step, the states on which a program is tried, so that mistakes show.

On random data many mistakes show late or never: a score computed after shrinking shows at a margin between 1 and
t/(t − 1), a second name for the same array shows if an example is drawn again, and λ = 1 hides a missing λ. So the data
are chosen to contain such events, and a step is tried at chosen states, where no mistake hides another.
"""

from functools import cache
from typing import NamedTuple

import numpy as np

from pegasos_edu.algorithms import step_types
from pegasos_edu.misconceptions import task as task_of

K = 3  # examples in a mini-batch
EDGE = "a margin of exactly 1"
MANY, MORE = "margins of every kind", "more examples"


class Case(NamedTuple):
    """Hold data, λ and draws, and where a run begins."""

    name: str
    X: np.ndarray  # (m, d) examples; if there is a kernel, K is X Xᵀ
    y: np.ndarray  # (m,) −1 and +1
    lam: float
    draws: np.ndarray  # (T,) or (T, k)
    first: int = 1  # the number of the first step
    start: dict = {}  # start values that differ from those of the algorithm

    @property
    def column(self):
        """Return the same case with a column of ones."""
        return self._replace(X=np.column_stack([self.X, np.ones(len(self.X))]))


@cache
def probes(name):
    """Return the test cases for a program of all steps. The first case shows most of the mistakes."""
    task = task_of(name)
    seeds = (2, 97) if task.step.has_bias else (597, 323)
    found = [_mixed(MANY, seeds[0], 7, 5, 0.3), _edge(), _lengths(), _mixed(MORE, seeds[1], 11, 6, 0.07)]
    if task.is_batch:
        found = [case._replace(draws=_batches(case)) for case in found]
    return tuple(found)


def _mixed(name, seed, m, d, lam):
    """Return a case with noisy labels; its draws hold a pass, a reversed pass, one example three times, and others.

    The numbers are such that no known program comes to a margin of 0 or 1, where rounding would decide.
    """
    rng = np.random.Generator(np.random.PCG64(seed))
    X = rng.integers(-8, 9, size=(m, d)) / 4 * (rng.random((m, d)) < 0.8)  # some entries are 0
    X *= 1 + 0.037 * np.arange(m)[:, None]
    y = np.where(X @ rng.normal(size=d) + rng.normal(size=m) > 0, 1, -1)
    y[:2] = 1, -1
    order = np.arange(m)
    draws = np.concatenate([order, order[::-1], [2, 2, 2], rng.integers(m, size=12)])
    return Case(name, X, y, lam, draws)


def _lengths():
    """Return a case of long and short examples: some w leave the ball of radius 2/λ, some kernel values are small."""
    case = _mixed("examples of different lengths", 60, 6, 4, 0.37)
    X = case.X * np.array([4.1, 0.23, 1.1, 0.6, 1.9, 0.27])[:, None]  # no margin is 1
    return case._replace(X=X)


def _edge():
    """Return a case with a margin of exactly 1 in step 2, without any rounding: w_2 = 2·x_0 = (2, 0), x_2 = (1/2, 1).

    This also holds with two examples in a step, because there w_2 = x_0 + x_1.
    """
    X = np.array([[1.0, 0.0], [0.0, 0.5], [0.5, 1.0], [-0.25, 0.75], [0.5, -1.25]])
    return Case(EDGE, X, np.array([1, 1, 1, -1, 1]), 0.5, np.array([0, 2, 3, 4, 2, 0, 3, 1]))


def _batches(case):
    """Return a batch for each draw: three different examples, or two in the case where the margin of x_2 is 1."""
    m = len(case.y)
    return (case.draws[:, None] + np.array([0, 1] if case.name == EDGE else [0, 1, m - 1])) % m


# One step at chosen states

MARGINS = 0.5, -1.0, 2.0, 1.0, 0.0
_W = np.array([1.0, -0.5, 0.25, 0.0])
_X = np.array([1.0, 0.5, 1.0, 0.5])  # ⟨w, x⟩ = 1 exactly
_X_0 = np.array([0.5, 1.0, 0.0, 2.0])  # ⟨w, x⟩ = 0 exactly
_TIMES = (2, 0.3), (3, 0.5), (5, 0.3), (10, 0.05), (2, 2.0)  # t and λ


@cache
def states(name):
    """Return the cases, each of a single step, on which a program for one step of an algorithm is tried.

    They have margins of 1/2, −1, 2, exactly 1 and 0 for both labels, at several t and λ; then w = 0, and a long w.
    """
    kind = task_of(name).step
    makers = {
        step_types.LinearStep: _of_w,
        step_types.BatchStep: _of_batch,
        step_types.BiasStep: _of_bias,
        step_types.ScaledStep: _of_scale,
        step_types.KernelStep: _of_counts,
        step_types.DualStep: _of_dual,
    }
    return tuple(makers[kind]())


def _settings():
    """Yield y, z, t and λ for each label and margin."""
    for n, (z, y) in enumerate((z, y) for z in MARGINS for y in (1, -1)):
        yield (y, z, *_TIMES[n % len(_TIMES)])


def _example(y, z):
    """Return an example whose margin is z."""
    return y * z * _X if z else y * _X_0


def _case(y, z, t, lam, w, x, **start):
    words = f"a margin of {z:g}, y = {y:+d}, t = {t}, λ = {lam:g}"
    return Case(words, np.array([x]), np.array([y]), lam, np.array([0]), t, {"w": w} | start)


def _of_w():
    for y, z, t, lam in _settings():
        yield _case(y, z, t, lam, _W, _example(y, z))
    yield _case(-1, 0.0, 1, 0.3, 0 * _W, _X)
    yield _case(1, 2.0, 1, 0.5, _W, 2 * _X)
    yield _case(1, 4.0, 4, 0.5, 4 * _W, _X)


def _of_scale():
    for case in _of_w():
        w = case.start["w"]
        a = 0.25 if w.any() else 1.0
        if case.first > 1 or not w.any():
            yield case._replace(start={"v": w / a, "a": a, "nu": np.linalg.norm(w)})


def _of_bias():
    for y, z, t, lam in _settings():
        b = 1.5 if t % 2 else -0.75
        yield _case(y, z, t, lam, _W, (y * z - b) * _X, b=b)
    yield _case(-1, 0.0, 1, 0.3, 0 * _W, _X, b=0.0)


def _of_batch():
    """Yield batches of three with all margins, a batch of one example, and a batch in which no margin is violated."""
    rows = {(z, y): _example(y, z) for z in MARGINS for y in (1, -1)}
    choices = (((0.5, 1), (2.0, -1), (-1.0, 1)), ((2.0, 1), (0.0, -1), (0.5, -1)), ((1.0, 1), (2.0, -1), (0.5, 1)),
               ((2.0, 1), (2.0, -1), (3.0, 1)), ((-1.0, -1), (0.5, -1), (0.0, 1)), ((0.5, -1),),
               ((1.0, -1), (1.0, 1), (-1.0, -1)))  # fmt: skip
    for n, chosen in enumerate(choices):
        t, lam = _TIMES[n % len(_TIMES)]
        X = np.array([rows.get(one, one[0] * one[1] * _X) for one in chosen])
        words = f"margins of {', '.join(f'{z:g}' for z, _ in chosen)}, t = {t}, λ = {lam:g}"
        yield Case(words, X, np.array([y for _, y in chosen]), lam, np.arange(len(X))[None], t, {"w": _W})
    X = np.array([_X, _X_0])
    yield Case("w = 0, t = 1, λ = 0.3", X, np.array([1, -1]), 0.3, np.array([[0, 1]]), 1, {"w": 0 * _W})
    yield Case("a long w, t = 4, λ = 0.5", X, np.array([1, -1]), 0.5, np.array([[0, 1]]), 4, {"w": 4 * _W})
    X = np.array([_X, 2 * _X])
    yield Case("a long w that violates no margin, t = 4, λ = 0.5", X, np.array([1, 1]), 0.5, np.array([[0, 1]]), 4,
               {"w": 4 * _W})  # fmt: skip


def _of_counts():
    """Yield counts of every kind on the data of the first probe."""
    X, y = probes("kernelized")[0][1:3]
    for n in range(12):
        t, lam = (1, 0.3) if n == 0 else _TIMES[n % len(_TIMES)]
        counts = np.zeros(len(y)) if n == 0 else (np.arange(len(y)) * (n + 2) % 5 % 3).astype(float)
        eta = 1 / (lam * (t - 1)) if t > 1 else 0.0
        words = f"counts {', '.join(f'{c:g}' for c in counts)}, t = {t}, λ = {lam:g}"
        yield Case(words, X, y, lam, np.array([n % len(y)]), t, {"alpha": counts, "eta": eta})


def _of_dual():
    """Yield states with α·y of 0, 0.3 and 1 at every margin."""
    for n, (y, z, _, lam) in enumerate(_settings()):
        share = (0.3, 0.0, 1.0)[n % 3]
        X = np.array([_example(y, z), _X_0])
        alpha = np.array([y * share, 0.5])
        words = f"a margin of {z:g}, y = {y:+d}, α·y = {share:g}, λ = {lam:g}"
        yield Case(words, X, np.array([y, 1]), lam, np.array([0]), 1, {"w": _W, "alpha": alpha})
