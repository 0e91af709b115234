"""What a learner can be asked to write: the boxes, and the functions beside them."""

from pegasos_edu import kernels, losses
from pegasos_edu.boxes import ALGORITHMS

FUNCTIONS = {
    function.__name__: function
    for function in (
        losses.hinge_loss, losses.hinge_slope, losses.log_loss, losses.log_slope, losses.objective,
        losses.kernel_objective, losses.projected, kernels.linear, kernels.polynomial, kernels.rbf,
    )
} | {"subgradient": losses.example_subgradient}  # fmt: skip
TASKS = ALGORITHMS | FUNCTIONS  # all that can be checked, by name
