"""Read, run and watch Pegasos, the primal estimated sub-gradient solver for SVM.

>>> from pegasos_edu import hinge, last, run
>>> from pegasos_edu.datasets import toy
>>> X, y, names = toy()
>>> last(run(hinge, X, y, lam=0.1, T=500)).t
500
"""

from pegasos_edu.common import current_folder

if current_folder.is_program():  # before anything else is imported
    current_folder.leave_out()

# isort: split
from pegasos_edu.algorithms import (
    ALGORITHMS,
    biased,
    dual_ascent,
    free_bias,
    hinge,
    kernelized,
    kernelized_as_printed,
    kernelized_cached,
    logistic,
    logistic_minibatch,
    minibatch,
    multiclass,
    regression,
    scaled,
    summed,
    summed_logistic,
)
from pegasos_edu.algorithms.step_types import copied
from pegasos_edu.algorithms.variants import variant
from pegasos_edu.fast.compiling import compiled
from pegasos_edu.losses import C_from_lam, kernel_objective, lam_from_C, objective
from pegasos_edu.runs import Run, average, first_difference, last, run, snapshots, stack

__version__ = "2026.11.27"

__all__ = [
    "ALGORITHMS",
    "C_from_lam",
    "Run",
    "average",
    "biased",
    "compiled",
    "copied",
    "dual_ascent",
    "first_difference",
    "free_bias",
    "hinge",
    "kernel_objective",
    "kernelized",
    "kernelized_as_printed",
    "kernelized_cached",
    "lam_from_C",
    "last",
    "logistic",
    "logistic_minibatch",
    "minibatch",
    "multiclass",
    "objective",
    "regression",
    "run",
    "scaled",
    "snapshots",
    "stack",
    "summed",
    "summed_logistic",
    "variant",
]
