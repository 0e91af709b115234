"""The ledger: what is claimed of Pegasos in the papers and in what is taught from, each claim run.

>>> from pegasos_edu.experiments import CLAIMS
>>> CLAIMS["blog2016/smallest-loss"].verdict
'wrong'
"""

from pegasos_edu.experiments import (
    blog2013,
    blog2016,
    clarification,
    icml07,
    mpb11,
    mpb11_kernels,
    report,
    report_kernels,
    slides,
    slides_proofs,
)
from pegasos_edu.experiments.claims import VERDICTS, Claim, Result, Shown

MODULES = (
    icml07, mpb11, mpb11_kernels, blog2016, clarification, slides, slides_proofs, blog2013, report, report_kernels,
)  # fmt: skip
SOURCES = {module.SOURCE.key: module.SOURCE for module in MODULES}
CLAIMS = {claim.slug: claim for source in SOURCES.values() for claim in source.claims}

__all__ = ["CLAIMS", "SOURCES", "VERDICTS", "Claim", "Result", "Shown"]
