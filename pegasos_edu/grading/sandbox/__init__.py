"""Programs of hand-ins in processes of their own, which do no harm and hold no answers."""

from pegasos_edu.grading.sandbox.limits import LIMITS, Limits
from pegasos_edu.grading.sandbox.processes import protections
from pegasos_edu.grading.sandbox.program import Program, opened
from pegasos_edu.grading.sandbox.remote import Remote

__all__ = ["LIMITS", "Limits", "Program", "Remote", "opened", "protections"]
