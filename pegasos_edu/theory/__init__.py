"""What the runs are measured against."""

from pegasos_edu.theory.bias import BiasedOptimum, best_bias, optimum_with_bias
from pegasos_edu.theory.optimum import KernelOptimum, Optimum, kernel_optimum, optimum
from pegasos_edu.theory.subgradients import every_batch, subgradient, subgradients, variance_factor

__all__ = [
    "BiasedOptimum",
    "KernelOptimum",
    "Optimum",
    "best_bias",
    "every_batch",
    "kernel_optimum",
    "optimum",
    "optimum_with_bias",
    "subgradient",
    "subgradients",
    "variance_factor",
]
