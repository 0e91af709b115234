"""Write the published pseudocode as generators, line by line, and define their inputs and steps."""

from pegasos_edu.algorithms.dual import dual_ascent
from pegasos_edu.algorithms.extensions import (
    biased,
    free_bias,
    logistic_minibatch,
    multiclass,
    regression,
    summed_logistic,
)
from pegasos_edu.algorithms.pegasos import (
    hinge,
    kernelized,
    kernelized_as_printed,
    kernelized_cached,
    logistic,
    minibatch,
    scaled,
    summed,
)

ALGORITHMS = {
    algorithm.__name__: algorithm
    for algorithm in (
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
