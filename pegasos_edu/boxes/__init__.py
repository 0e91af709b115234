"""The boxes: published pseudocode as generators, line beside line; and what they take and yield."""

from pegasos_edu.boxes.algorithms import (
    hinge,
    kernelized,
    kernelized_as_printed,
    kernelized_cached,
    logistic,
    minibatch,
    scaled,
    summed,
)
from pegasos_edu.boxes.dual import dual_ascent
from pegasos_edu.boxes.extensions import biased, free_bias, logistic_minibatch, multiclass, regression, summed_logistic

ALGORITHMS = {
    box.__name__: box
    for box in (
        hinge, logistic, minibatch, scaled, summed, kernelized, kernelized_cached, kernelized_as_printed,
        summed_logistic, logistic_minibatch, regression, multiclass, biased, free_bias, dual_ascent,
    )
}  # fmt: skip

__all__ = [
    "ALGORITHMS",
    "biased",
    "dual_ascent",
    "free_bias",
    "hinge",
    "kernelized",
    "kernelized_as_printed",
    "kernelized_cached",
    "logistic",
    "logistic_minibatch",
    "minibatch",
    "multiclass",
    "regression",
    "scaled",
    "summed",
    "summed_logistic",
]
