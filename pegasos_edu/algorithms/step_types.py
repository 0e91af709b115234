"""Define the steps that algorithms yield: the drawn examples, their scores, and the state after the update.

Step t starts from w_t and leaves w_{t+1}, so ``step.w`` is w_{t+1}. In addition to its fields every step has

==============  ======================================================================
``drawn``       (k,) the examples that the step drew
``scored``      (k,) their scores; for a `MulticlassStep` (n,) the scores of the classes
``kept``        s and v, for which w = s·v
``is_batch``    whether the step drew a mini-batch
``is_kernel``   whether v holds counts α; such a step has ``beta(y)`` instead of w
``has_bias``    whether the step holds a bias b
``is_dual``     whether the step moved one dual variable α instead of taking a step of size η
==============  ======================================================================

Fields may have leading axes (see ``runs.stack``); the properties work with them, too.
"""

from typing import NamedTuple

import numpy as np


class StoredWeights:
    """Give the pair s and v, for which w = s·v, without computing the product.

    The class itself gives the names of both fields, as in ``SummedStep.kept.names``; None stands for s = 1.
    """

    def __init__(self, s, v):
        self.names = s, v

    def __get__(self, step, kind):
        if step is None:
            return self
        s, v = self.names
        return (1.0 if s is None else getattr(step, s)), getattr(step, v)


def keeps(s, v, is_batch=False, is_kernel=False, has_bias=False, is_dual=False):
    """Return a decorator that adds the properties of every step to a class of steps that store w as s·v.

    ``@keeps("a", "v")``: w is the product of the fields a and v; ``@keeps(None, "w")``: w is a field.
    """

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
            kind.w = property(lambda step: _times(*step.kept), doc="w_{t+1}, in the shape of v")
        return kind

    return complete


def _beta(step, y):
    """Return the (m,) coefficients of w_{t+1}: β_j = α_j·y_j/(λt) = η_t·α_j·y_j."""
    return _times(step.eta, step.alpha * y)


def _times(a, v):
    """Return a·v, also for a stack of scalars (T,) and a stack of vectors (T, d) or matrices (T, n, d)."""
    a = np.asarray(a)
    return a.reshape(a.shape + (1,) * (np.ndim(v) - a.ndim)) * v


def _repr(step):
    """Return the fields in one line, with numbers rounded to 6 digits and long arrays shortened."""
    with np.printoptions(precision=6, suppress=False, threshold=8, edgeitems=2):
        fields = (
            f"{name}={format(value, '.6g') if isinstance(value, (int, float, np.number)) else value}"
            for name, value in step._asdict().items()
        )
        return f"{type(step).__name__}({', '.join(fields)})"


@keeps(None, "w")
class LinearStep(NamedTuple):
    """Record a step on one example, and w."""

    t: int  # the step, 1 ... T
    i: int  # the example drawn
    eta: float  # step size η_t
    score: float  # ⟨w_t, x_i⟩, before the update
    w: np.ndarray  # (d,) w_{t+1}


@keeps(None, "w", is_batch=True)
class BatchStep(NamedTuple):
    """Record a step on k examples, and w."""

    t: int  # the step, 1 ... T
    A: np.ndarray  # (k,) the examples drawn
    eta: float  # step size η_t
    scores: np.ndarray  # (k,) ⟨w_t, x_i⟩ for i in A, before the update
    w: np.ndarray  # (d,) w_{t+1}


@keeps("a", "v")
class ScaledStep(NamedTuple):
    """Record a step that stores w as a·v [MPB11 sec. 2.4]."""

    t: int  # the step, 1 ... T
    i: int  # the example drawn
    eta: float  # step size η_t
    score: float  # ⟨w_t, x_i⟩, before the update
    a: float  # the scale factor
    nu: float  # ‖w_{t+1}‖, updated only with the projection, which needs it
    v: np.ndarray  # (d,) the vector, which the next steps change in place


@keeps("eta", "v")
class SummedStep(NamedTuple):
    """Record a step that stores w = v/(λt) = η_t·v, where v is the sum of all that was added [MPB11 eq. 13]."""

    t: int  # the step, 1 ... T
    i: int  # the example drawn
    eta: float  # step size η_t
    score: float  # ⟨w_t, x_i⟩, before the update
    v: np.ndarray  # (d,) the sum, which the next steps change in place


@keeps(None, "w", has_bias=True)
class BiasStep(NamedTuple):
    """Record a step on w and on a bias b that is not penalised [MPB11 sec. 6]."""

    t: int  # the step, 1 ... T
    i: int  # the example drawn
    eta: float  # step size η_t
    score: float  # ⟨w_t, x_i⟩ + b_t, before the update
    b: float  # b_{t+1}
    w: np.ndarray  # (d,) w_{t+1}


@keeps("eta", "v")
class MulticlassStep(NamedTuple):
    """Record a step that stores a row of weights for each of n classes, as `SummedStep` stores w [MPB11 sec. 5]."""

    t: int  # the step, 1 ... T
    i: int  # the example drawn
    eta: float  # step size η_t
    scores: np.ndarray  # (n,) ⟨w_t of each class, x_i⟩, before the update
    v: np.ndarray  # (n, d) the sums, which the next steps change in place


@keeps("eta", "alpha", is_kernel=True)
class KernelStep(NamedTuple):
    """Record a step that stores w = Σ_j β_j·φ(x_j) as counts α, where β = η·α·y [MPB11 Fig. 3].

    In `kernelized_as_printed` the scores and the counts are wrong, as printed.
    """

    t: int  # the step, 1 ... T
    i: int  # the example drawn
    eta: float  # step size η_t
    score: float  # ⟨w_t, φ(x_i)⟩, before the update
    alpha: np.ndarray  # (m,) how often each example was added; the next steps change it in place


@keeps("eta", "alpha", is_kernel=True)
class CachedStep(NamedTuple):
    """Record a `KernelStep`, and the sums from which the scores are computed."""

    t: int  # the step, 1 ... T
    i: int  # the example drawn
    eta: float  # step size η_t
    score: float  # ⟨w_t, φ(x_i)⟩, before the update
    alpha: np.ndarray  # (m,) how often each example was added; the next steps change it in place
    s: np.ndarray  # (m,) Σ_j α_j·y_j·K(x_i, x_j) for each example i; changed in place, too


@keeps(None, "w", is_dual=True)
class DualStep(NamedTuple):
    """Record a step on one dual variable, and w [SSZ13 Procedure SDCA]."""

    t: int  # the step, 1 ... T
    i: int  # the example drawn
    score: float  # ⟨w_t, x_i⟩, before the update
    delta: float  # Δα, the change of α_i
    alpha: np.ndarray  # (m,) 0 ≤ α_j·y_j ≤ 1; the next steps change it in place
    w: np.ndarray  # (d,) w_{t+1} = 1/(λm)·Σ_j α_j·x_j; changed in place, too


STEPS = (LinearStep, BatchStep, ScaledStep, SummedStep, BiasStep, MulticlassStep, KernelStep, CachedStep, DualStep)


def copied(step):
    """Return the step with copies of its arrays, which later steps of the algorithm do not change."""
    return step._make([x.copy() if isinstance(x, np.ndarray) else x for x in step])
