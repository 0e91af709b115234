"""The ledger: what is claimed of Pegasos in the papers and in what is taught from, and what experiments found.

>>> from pegasos_edu.experiments import CLAIMS
>>> CLAIMS["blog2016/smallest-loss"].verdict
'wrong'
"""

from pegasos_edu.experiments.claims import VERDICTS, Claim, Result, Shown
from pegasos_edu.experiments.ledger import Ledger
from pegasos_edu.experiments.sources import CLAIMS, SOURCES

__all__ = ["CLAIMS", "SOURCES", "VERDICTS", "Claim", "Ledger", "Result", "Shown"]
