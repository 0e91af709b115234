"""Keep the ledger of claims that papers and teaching texts make about Pegasos, each with its experiment.

>>> from pegasos_edu.claims import CLAIMS
>>> CLAIMS["blog2016/smallest-loss"].verdict
'wrong'
"""

from pegasos_edu.claims.claims import VERDICTS, Claim, Finding, Result
from pegasos_edu.claims.ledger import Ledger
from pegasos_edu.claims.sources import CLAIMS, SOURCES

__all__ = ["CLAIMS", "SOURCES", "VERDICTS", "Claim", "Ledger", "Result", "Finding"]
