"""Programs of learners, read: in which shape each is written, and what it does on given draws, step by step."""

from pegasos_edu.submissions.reading import read
from pegasos_edu.submissions.submission import Submission, Trace
from pegasos_edu.submissions.trial import Failed

__all__ = ["Failed", "Submission", "Trace", "read"]
