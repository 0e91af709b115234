"""What the runs are measured against."""

from pegasos_edu.theory.optimum import Optimum, optimum

__all__ = ["Optimum", "optimum"]
