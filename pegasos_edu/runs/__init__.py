"""Run algorithms step by step: make the draws, take the steps, and read them."""

from pegasos_edu.runs.reading import average, first_difference, last, snapshots, stack
from pegasos_edu.runs.run import Run, run

__all__ = ["Run", "average", "first_difference", "last", "run", "snapshots", "stack"]
