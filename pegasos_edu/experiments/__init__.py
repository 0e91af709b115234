"""The ledger: what is claimed of Pegasos in the papers and in what is taught from, each claim run.

>>> from pegasos_edu.experiments import CLAIMS
>>> CLAIMS["blog2016/right-sign"].verdict
'wrong'
"""

from pegasos_edu.experiments import blog2016
from pegasos_edu.experiments.claims import VERDICTS, Claim, Result, Shown

SOURCES = {
    "blog2016": (blog2016, "a post of 2016"),
}  # key, the claims of it, what it is
CLAIMS = {claim.slug: claim for module, _ in SOURCES.values() for claim in module.CLAIMS}

__all__ = ["CLAIMS", "SOURCES", "VERDICTS", "Claim", "Result", "Shown"]
