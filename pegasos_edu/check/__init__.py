"""Compare a learner's program with the algorithm and name the misconception."""

from pegasos_edu.check.check import check
from pegasos_edu.check.closeness import close
from pegasos_edu.check.puzzles import expose, puzzle
from pegasos_edu.check.report import Report

__all__ = ["Report", "check", "close", "expose", "puzzle"]
