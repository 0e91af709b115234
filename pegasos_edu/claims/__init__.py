"""The ledger: what is claimed of Pegasos in the papers and in what is taught from, and what experiments found.

>>> from pegasos_edu.claims import CLAIMS
>>> CLAIMS["blog2016/smallest-loss"].verdict
'wrong'
"""

from pegasos_edu.claims.claims import VERDICTS, Claim, Result, Shown
from pegasos_edu.claims.ledger import Ledger
from pegasos_edu.claims.sources import CLAIMS, SOURCES

__all__ = ["CLAIMS", "SOURCES", "VERDICTS", "Claim", "Ledger", "Result", "Shown"]
