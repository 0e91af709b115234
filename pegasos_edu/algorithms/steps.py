"""What an algorithm shows at each step: what it saw, and the state that it left behind.

Step t sees w_t and leaves w_{t+1}, so ``step.w`` is w_{t+1}. Beside its fields every step says what no reader should
have to guess from them:

==============  ======================================================================
``drawn``       (k,) the examples that it looked at
``scored``      (k,) their scores; of `MulticlassStep` (n,) the scores of the classes
``kept``        s and v, for which w = s·v
``is_batch``    whether it looked at a mini-batch
``is_kernel``   whether v holds counts α, and the step answers ``beta(y)`` in place of w
``has_bias``    whether it holds a bias b of its own
``is_dual``     whether it moved one dual variable α instead of taking a step of size η
==============  ======================================================================

Every field may gain leading axes (see ``runs.stack``); the properties still hold then.
"""

from typing import NamedTuple

import numpy as np


def _times(a, v):
    """a·v, also for a stack of scalars (T,) and a stack of vectors (T, d) or matrices (T, n, d)."""
    a = np.asarray(a)
    return a.reshape(a.shape + (1,) * (np.ndim(v) - a.ndim)) * v


class Kept:
    """s and v, for which w = s·v: what a step keeps of its weights, without forming the product.

    Of the class, ``SummedStep.kept.names`` are the names of both fields; None stands for s = 1.
    """

    def __init__(self, s, v):
        self.names = s, v

    def __get__(self, step, kind):
        if step is None:
            return self
        s, v = self.names
        return (1.0 if s is None else getattr(step, s)), getattr(step, v)


@property
def _the_example(step):
    """(1,) the example that the step looked at."""
    return np.expand_dims(step.i, -1)


@property
def _the_score(step):
    """(1,) the score of that example."""
    return np.expand_dims(step.score, -1)


def _show(step):
    """The fields, numbers rounded to 6 digits, long arrays cut short; a single step takes one line."""
    with np.printoptions(precision=6, suppress=False, threshold=8, edgeitems=2):
        fields = (
            f"{name}={format(value, '.6g') if isinstance(value, (int, float, np.number)) else value}"
            for name, value in step._asdict().items()
        )
        return f"{type(step).__name__}({', '.join(fields)})"


class LinearStep(NamedTuple):
    """A step that holds w itself."""

    t: int  # round, 1 ... T
    i: int  # the example drawn
    eta: float  # step size η_t
    score: float  # ⟨w_t, x_i⟩, before the update
    w: np.ndarray  # (d,) w_{t+1}

    drawn = _the_example
    scored = _the_score
    kept = Kept(None, "w")
    is_batch, is_kernel, has_bias, is_dual = False, False, False, False
    __repr__ = _show


class BatchStep(NamedTuple):
    """A step that looked at k examples."""

    t: int  # round, 1 ... T
    A: np.ndarray  # (k,) the examples drawn
    eta: float  # step size η_t
    scores: np.ndarray  # (k,) ⟨w_t, x_i⟩ for i in A, before the update
    w: np.ndarray  # (d,) w_{t+1}

    @property
    def drawn(self):
        """(k,) the examples that the step looked at."""
        return self.A

    @property
    def scored(self):
        """(k,) their scores."""
        return self.scores

    kept = Kept(None, "w")
    is_batch, is_kernel, has_bias, is_dual = True, False, False, False
    __repr__ = _show


class ScaledStep(NamedTuple):
    """A step that holds w as a·v [MPB11 sec. 2.4]."""

    t: int  # round, 1 ... T
    i: int  # the example drawn
    eta: float  # step size η_t
    score: float  # ⟨w_t, x_i⟩, before the update
    a: float  # the scale factor
    nu: float  # ‖w_{t+1}‖, kept up for the projection, and only with it
    v: np.ndarray  # (d,) the vector, mutated by the algorithm from step to step

    @property
    def w(self):
        """(d,) w_{t+1} = a·v."""
        return _times(self.a, self.v)

    drawn = _the_example
    scored = _the_score
    kept = Kept("a", "v")
    is_batch, is_kernel, has_bias, is_dual = False, False, False, False
    __repr__ = _show


class SummedStep(NamedTuple):
    """A step that holds w as the sum of the examples that violated the margin [MPB11 eq. 13]."""

    t: int  # round, 1 ... T
    i: int  # the example drawn
    eta: float  # step size η_t
    score: float  # ⟨w_t, x_i⟩, before the update
    v: np.ndarray  # (d,) the sum, mutated by the algorithm from step to step

    @property
    def w(self):
        """(d,) w_{t+1} = v/(λt) = η_t·v."""
        return _times(self.eta, self.v)

    drawn = _the_example
    scored = _the_score
    kept = Kept("eta", "v")
    is_batch, is_kernel, has_bias, is_dual = False, False, False, False
    __repr__ = _show


class BiasStep(NamedTuple):
    """A step on w and on a bias b that is not penalised [MPB11 sec. 6]."""

    t: int  # round, 1 ... T
    i: int  # the example drawn
    eta: float  # step size η_t
    score: float  # ⟨w_t, x_i⟩ + b_t, before the update
    b: float  # b_{t+1}
    w: np.ndarray  # (d,) w_{t+1}

    drawn = _the_example
    scored = _the_score
    kept = Kept(None, "w")
    is_batch, is_kernel, has_bias, is_dual = False, False, True, False
    __repr__ = _show


class MulticlassStep(NamedTuple):
    """A step that holds a row of weights for each of n classes, as a sum like `SummedStep` [MPB11 sec. 5]."""

    t: int  # round, 1 ... T
    i: int  # the example drawn
    eta: float  # step size η_t
    scores: np.ndarray  # (n,) ⟨w_t of each class, x_i⟩, before the update
    v: np.ndarray  # (n, d) the sums, mutated by the algorithm from step to step

    @property
    def w(self):
        """(n, d) w_{t+1} = v/(λt) = η_t·v."""
        return _times(self.eta, self.v)

    @property
    def scored(self):
        """(n,) the scores of the classes."""
        return self.scores

    drawn = _the_example
    kept = Kept("eta", "v")
    is_batch, is_kernel, has_bias, is_dual = False, False, False, False
    __repr__ = _show


class KernelStep(NamedTuple):
    """A step that holds w = Σ_j β_j·φ(x_j) as counts α [MPB11 Fig. 3].

    In `kernelized_as_printed` the score, and with it the counts, are those of the printed slips.
    """

    t: int  # round, 1 ... T
    i: int  # the example drawn
    eta: float  # step size η_t
    score: float  # ⟨w_t, φ(x_i)⟩, before the update
    alpha: np.ndarray  # (m,) how often each example was added, mutated from step to step

    def beta(self, y):
        """(m,) coefficients of w_{t+1}: β_j = α_j·y_j/(λt) = η_t·α_j·y_j."""
        return _times(self.eta, self.alpha * y)

    drawn = _the_example
    scored = _the_score
    kept = Kept("eta", "alpha")  # β = η·α·y
    is_batch, is_kernel, has_bias, is_dual = False, True, False, False
    __repr__ = _show


class CachedStep(NamedTuple):
    """A `KernelStep` that also holds the sums from which every score is read off."""

    t: int  # round, 1 ... T
    i: int  # the example drawn
    eta: float  # step size η_t
    score: float  # ⟨w_t, φ(x_i)⟩, before the update
    alpha: np.ndarray  # (m,) how often each example was added, mutated from step to step
    s: np.ndarray  # (m,) Σ_j α_j·y_j·K(x_i, x_j) for each example i, mutated likewise

    beta = KernelStep.beta
    drawn = _the_example
    scored = _the_score
    kept = Kept("eta", "alpha")
    is_batch, is_kernel, has_bias, is_dual = False, True, False, False
    __repr__ = _show


class DualStep(NamedTuple):
    """A step on one dual variable, which holds w beside all of them [SZ13 Procedure SDCA]."""

    t: int  # round, 1 ... T
    i: int  # the example drawn
    score: float  # ⟨w_t, x_i⟩, before the update
    delta: float  # Δα, what α_i has changed by
    alpha: np.ndarray  # (m,) 0 ≤ α_j·y_j ≤ 1, mutated by the algorithm from step to step
    w: np.ndarray  # (d,) w_{t+1} = 1/(λm)·Σ_j α_j·x_j, mutated likewise

    drawn = _the_example
    scored = _the_score
    kept = Kept(None, "w")
    is_batch, is_kernel, has_bias, is_dual = False, False, False, True
    __repr__ = _show


STEPS = (LinearStep, BatchStep, ScaledStep, SummedStep, BiasStep, MulticlassStep, KernelStep, CachedStep, DualStep)


def copied(step):
    """The step with arrays of its own, which later steps of the algorithm leave alone."""
    return step._make([x.copy() if isinstance(x, np.ndarray) else x for x in step])
