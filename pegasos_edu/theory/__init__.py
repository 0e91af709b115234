"""What the runs are measured against."""

from pegasos_edu.theory.optimum import KernelOptimum, Optimum, kernel_optimum, optimum

__all__ = ["KernelOptimum", "Optimum", "kernel_optimum", "optimum"]
