"""What the runs are measured against."""

from pegasos_edu.theory.optimum import KernelOptimum, Optimum, kernel_optimum, optimum
from pegasos_edu.theory.subgradients import subgradient, subgradients

__all__ = ["KernelOptimum", "Optimum", "kernel_optimum", "optimum", "subgradient", "subgradients"]
