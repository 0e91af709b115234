"""Define the steps that algorithms yield: the drawn examples, their scores, and the state after the update.

Step t starts from w_t and leaves w_{t+1}, so ``step.w`` is w_{t+1}. In addition to its fields every step has

==============  ======================================================================
``drawn``       (k,) the examples that the step drew
``scored``      (k,) their scores; of `MulticlassStep` (n,) the scores of the classes
``kept``        s and v, for which w = s·v
``is_batch``    whether the step drew a mini-batch
``is_kernel``   whether v holds counts α; such a step has ``beta(y)`` instead of w
``has_bias``    whether the step holds a bias b of its own
``is_dual``     whether the step moved one dual variable α instead of taking a step of size η
==============  ======================================================================

Every field may gain leading axes (see ``runs.stack``); the properties still hold then.
"""

from typing import NamedTuple

import numpy as np


class StoredWeights:
    """The pair s and v, for which w = s·v, without forming the product.

    On the class, ``SummedStep.kept.names`` are the names of both fields; None stands for s = 1.
    """

    def __init__(self, s, v):
        self.names = s, v

    def __get__(self, step, kind):
        if step is None:
            return self
        s, v = self.names
        return (1.0 if s is None else getattr(step, s)), getattr(step, v)


def keeps(s, v, is_batch=False, is_kernel=False, has_bias=False, is_dual=False):
    """Return a decorator that gives a type of steps, which keeps w as s·v, the properties of every step."""

    def complete(kind):
        kind.kept = StoredWeights(s, v)
        kind.is_batch, kind.is_kernel, kind.has_bias, kind.is_dual = is_batch, is_kernel, has_bias, is_dual
        kind.drawn = property(lambda step: step.A if is_batch else np.expand_dims(step.i, -1))
        has_scores = "scores" in kind._fields
        kind.scored = property(lambda step: step.scores if has_scores else np.expand_dims(step.score, -1))
        kind.__repr__ = _repr
        if is_kernel:
            kind.beta = _beta
        elif s:
            kind.w = property(lambda step: _times(*step.kept), doc="w_{t+1}, as v")
        return kind

    return complete


def _beta(step, y):
    """(m,) coefficients of w_{t+1}: β_j = α_j·y_j/(λt) = η_t·α_j·y_j."""
    return _times(step.eta, step.alpha * y)


def _times(a, v):
    """a·v, also for a stack of scalars (T,) and a stack of vectors (T, d) or matrices (T, n, d)."""
    a = np.asarray(a)
    return a.reshape(a.shape + (1,) * (np.ndim(v) - a.ndim)) * v


def _repr(step):
    """Return the fields, with numbers rounded to 6 digits and long arrays cut short; a step takes one line."""
    with np.printoptions(precision=6, suppress=False, threshold=8, edgeitems=2):
        fields = (
            f"{name}={format(value, '.6g') if isinstance(value, (int, float, np.number)) else value}"
            for name, value in step._asdict().items()
        )
        return f"{type(step).__name__}({', '.join(fields)})"


@keeps(None, "w")
class LinearStep(NamedTuple):
    """A step that holds w itself."""

    t: int  # the step, 1 ... T
    i: int  # the example drawn
    eta: float  # step size η_t
    score: float  # ⟨w_t, x_i⟩, before the update
    w: np.ndarray  # (d,) w_{t+1}


@keeps(None, "w", is_batch=True)
class BatchStep(NamedTuple):
    """A step on k examples."""

    t: int  # the step, 1 ... T
    A: np.ndarray  # (k,) the examples drawn
    eta: float  # step size η_t
    scores: np.ndarray  # (k,) ⟨w_t, x_i⟩ for i in A, before the update
    w: np.ndarray  # (d,) w_{t+1}


@keeps("a", "v")
class ScaledStep(NamedTuple):
    """A step that holds w as a·v [MPB11 sec. 2.4]."""

    t: int  # the step, 1 ... T
    i: int  # the example drawn
    eta: float  # step size η_t
    score: float  # ⟨w_t, x_i⟩, before the update
    a: float  # the scale factor
    nu: float  # ‖w_{t+1}‖, updated only with the projection, which needs it
    v: np.ndarray  # (d,) the vector, mutated by the algorithm from step to step


@keeps("eta", "v")
class SummedStep(NamedTuple):
    """A step that holds w = v/(λt) = η_t·v as the sum of the examples that violated the margin [MPB11 eq. 13]."""

    t: int  # the step, 1 ... T
    i: int  # the example drawn
    eta: float  # step size η_t
    score: float  # ⟨w_t, x_i⟩, before the update
    v: np.ndarray  # (d,) the sum, mutated by the algorithm from step to step


@keeps(None, "w", has_bias=True)
class BiasStep(NamedTuple):
    """A step on w and on a bias b that is not penalised [MPB11 sec. 6]."""

    t: int  # the step, 1 ... T
    i: int  # the example drawn
    eta: float  # step size η_t
    score: float  # ⟨w_t, x_i⟩ + b_t, before the update
    b: float  # b_{t+1}
    w: np.ndarray  # (d,) w_{t+1}


@keeps("eta", "v")
class MulticlassStep(NamedTuple):
    """A step that holds a row of weights for each of n classes, as a sum like `SummedStep` [MPB11 sec. 5]."""

    t: int  # the step, 1 ... T
    i: int  # the example drawn
    eta: float  # step size η_t
    scores: np.ndarray  # (n,) ⟨w_t of each class, x_i⟩, before the update
    v: np.ndarray  # (n, d) the sums, mutated by the algorithm from step to step


@keeps("eta", "alpha", is_kernel=True)
class KernelStep(NamedTuple):
    """A step that holds w = Σ_j β_j·φ(x_j) as counts α, β = η·α·y [MPB11 Fig. 3].

    In `kernelized_as_printed` the score, and with it the counts, are those of the printed slips.
    """

    t: int  # the step, 1 ... T
    i: int  # the example drawn
    eta: float  # step size η_t
    score: float  # ⟨w_t, φ(x_i)⟩, before the update
    alpha: np.ndarray  # (m,) how often each example was added, mutated from step to step


@keeps("eta", "alpha", is_kernel=True)
class CachedStep(NamedTuple):
    """A `KernelStep` that also holds the sums from which every score follows."""

    t: int  # the step, 1 ... T
    i: int  # the example drawn
    eta: float  # step size η_t
    score: float  # ⟨w_t, φ(x_i)⟩, before the update
    alpha: np.ndarray  # (m,) how often each example was added, mutated from step to step
    s: np.ndarray  # (m,) Σ_j α_j·y_j·K(x_i, x_j) for each example i, mutated likewise


@keeps(None, "w", is_dual=True)
class DualStep(NamedTuple):
    """A step on one dual variable; it also holds w [SZ13 Procedure SDCA]."""

    t: int  # the step, 1 ... T
    i: int  # the example drawn
    score: float  # ⟨w_t, x_i⟩, before the update
    delta: float  # Δα, the change of α_i
    alpha: np.ndarray  # (m,) 0 ≤ α_j·y_j ≤ 1, mutated by the algorithm from step to step
    w: np.ndarray  # (d,) w_{t+1} = 1/(λm)·Σ_j α_j·x_j, mutated likewise


STEPS = (LinearStep, BatchStep, ScaledStep, SummedStep, BiasStep, MulticlassStep, KernelStep, CachedStep, DualStep)


def copied(step):
    """Return the step with arrays of its own, which later steps of the algorithm do not change."""
    return step._make([x.copy() if isinstance(x, np.ndarray) else x for x in step])
