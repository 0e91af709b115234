"""Run the programs of hand-ins in processes of their own, where they do no harm and find no answers."""

from pegasos_edu.grading.sandbox.limits import LIMITS, Limits
from pegasos_edu.grading.sandbox.processes import protections
from pegasos_edu.grading.sandbox.program import Handed, opened
from pegasos_edu.grading.sandbox.remote import Remote

__all__ = ["LIMITS", "Handed", "Limits", "Remote", "opened", "protections"]
