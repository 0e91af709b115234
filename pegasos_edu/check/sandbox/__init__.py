"""Run the programs of hand-ins in processes of their own, where they do no harm and find no answers."""

from pegasos_edu.check.sandbox.limits import LIMITS, Limits
from pegasos_edu.check.sandbox.process import protections
from pegasos_edu.check.sandbox.sandbox import RemoteProgram, Sandbox, opened

__all__ = ["LIMITS", "Limits", "RemoteProgram", "Sandbox", "opened", "protections"]
