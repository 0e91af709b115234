"""Collect all sources and all claims: the papers first, then the teaching texts by year."""

from pegasos_edu.claims import (
    blog2013,
    blog2016,
    clarification,
    icml07,
    mpb11_analysis,
    mpb11_experiments,
    mpb11_kernels,
    slides,
    slides_proofs,
    student_report,
    student_report_kernels,
)

MODULES = (
    icml07, mpb11_analysis, mpb11_kernels, mpb11_experiments, blog2013, slides, slides_proofs, blog2016, clarification,
    student_report, student_report_kernels,
)  # fmt: skip
SOURCES = {module.SOURCE.key: module.SOURCE for module in MODULES}
CLAIMS = {claim.slug: claim for source in SOURCES.values() for claim in source.claims}
