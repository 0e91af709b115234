"""Programs of learners beside the boxes, step by step: what they do, what is wrong, and why it was tempting."""

from pegasos_edu.grading.check import check
from pegasos_edu.grading.report import Report

__all__ = ["Report", "check"]
