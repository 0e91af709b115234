"""Compute what runs are compared with: certified optima, duality gaps, bounds and subgradients.

All functions raise ValueError if an argument is not as described.
"""

from pegasos_edu.theory.bias import BiasedOptimum, best_bias, optimum_with_bias
from pegasos_edu.theory.gap import dual_value, duality_gap, until_gap
from pegasos_edu.theory.optimum import KernelOptimum, Optimum, kernel_optimum, optimum
from pegasos_edu.theory.projection import Projections, projections
from pegasos_edu.theory.radius import ball_radius
from pegasos_edu.theory.subgradients import every_batch, subgradient, subgradients, variance_factor
from pegasos_edu.theory.touched_entries import Touched, touched

__all__ = [
    "BiasedOptimum",
    "KernelOptimum",
    "Optimum",
    "Projections",
    "Touched",
    "ball_radius",
    "best_bias",
    "dual_value",
    "duality_gap",
    "every_batch",
    "kernel_optimum",
    "optimum",
    "optimum_with_bias",
    "projections",
    "subgradient",
    "subgradients",
    "touched",
    "until_gap",
    "variance_factor",
]
