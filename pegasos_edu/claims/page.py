"""Write the ledger as a page, a single file that needs no network."""

from itertools import groupby
from pathlib import Path

from pegasos_edu.claims.claims import VERDICTS
from pegasos_edu.claims.formulas import with_mathml
from pegasos_edu.claims.sources import SOURCES
from pegasos_edu.common.html import style_of_texts, whole_page
from pegasos_edu.common.templates import template

STYLE = Path(__file__).with_name("page.css")


def page(results, of_site=None):
    """Return the page of the results.

    Parameters
    ----------
    results : sequence of Result
        In the order of the ledger.
    of_site : OfSite, optional

    Returns
    -------
    str
    """
    parts = {key: list(rows) for key, rows in groupby(results, lambda result: result.claim.source)}
    body = template(__file__, "page.html").render(
        parts=parts,
        count=len(results),
        tested=sum(result.claim.is_tested for result in results),
        sources=SOURCES,
        verdicts=VERDICTS,
        with_mathml=with_mathml,
    )
    return whole_page("Are the sources right?", style_of_texts() + STYLE.read_text("utf-8"), body, of_site)
