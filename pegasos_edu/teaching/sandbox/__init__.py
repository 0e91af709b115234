"""Run the programs of hand-ins in processes of their own, where they do no harm and find no answers."""

from pegasos_edu.teaching.sandbox.limits import LIMITS, Limits
from pegasos_edu.teaching.sandbox.processes import protections
from pegasos_edu.teaching.sandbox.program import Sandbox, opened
from pegasos_edu.teaching.sandbox.remote import RemoteProgram

__all__ = ["LIMITS", "Limits", "RemoteProgram", "Sandbox", "opened", "protections"]
