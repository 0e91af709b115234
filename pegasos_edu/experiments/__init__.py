"""The ledger: what is claimed of Pegasos in the papers and in what is taught from, each claim run.

>>> from pegasos_edu.experiments import CLAIMS
>>> CLAIMS["blog2016/smallest-loss"].verdict
'wrong'
"""

from pegasos_edu.experiments.blog2013 import BLOG2013
from pegasos_edu.experiments.blog2016 import BLOG2016
from pegasos_edu.experiments.claims import VERDICTS, Claim, Result, Shown
from pegasos_edu.experiments.clarification import CLARIFICATION
from pegasos_edu.experiments.slides import SLIDES
from pegasos_edu.experiments.slides_proofs import SLIDES as _  # noqa: F401

SOURCES = {source.key: source for source in (BLOG2016, CLARIFICATION, SLIDES, BLOG2013)}
CLAIMS = {claim.slug: claim for source in SOURCES.values() for claim in source.claims}

__all__ = ["CLAIMS", "SOURCES", "VERDICTS", "Claim", "Result", "Shown"]
