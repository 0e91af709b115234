"""Keep the ledger: what the papers and teaching texts claim about Pegasos, and what experiments show about each claim.

>>> from pegasos_edu.claims import CLAIMS
>>> CLAIMS["blog2016/smallest-loss"].verdict
'wrong'
"""

from pegasos_edu.claims.claims import VERDICTS, Claim, Finding, Result
from pegasos_edu.claims.ledger import Ledger
from pegasos_edu.claims.sources import CLAIMS, SOURCES

__all__ = ["CLAIMS", "SOURCES", "VERDICTS", "Claim", "Ledger", "Result", "Finding"]
