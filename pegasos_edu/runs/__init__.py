"""Algorithms walked step by step: draws, runs, and what reads the steps."""

from pegasos_edu.runs.reading import average, first_difference, last, snapshots, stack
from pegasos_edu.runs.run import Run, run

__all__ = ["Run", "average", "first_difference", "last", "run", "snapshots", "stack"]
