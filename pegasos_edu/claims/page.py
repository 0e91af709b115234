"""Write the ledger as a page, a single file that needs no network."""

import html
from itertools import groupby
from pathlib import Path

from pegasos_edu.claims.claims import VERDICTS
from pegasos_edu.claims.formulas import with_mathml
from pegasos_edu.claims.sources import SOURCES
from pegasos_edu.common.html import style_of_texts, whole_page

STYLE = Path(__file__).with_name("page.css")
HEAD = """<h1>Are the sources right?</h1>
<p>Each row is about a claim of the papers on Pegasos, or of a text that teaches it. It shows the printed words in
quotation marks (formulas are typed anew), what they claim, what is right, and what an experiment found. The rows do not
cover every sentence of these texts. Everyone who writes formulas slips now and then: nobody is blamed.</p>
<p>✓ right · ≈ imprecise: right under unstated conditions, or about the wrong thing · ! a trap: right on
paper, but easy to get wrong in code · ✗ wrong</p>
"""


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
    links = "".join(f'<li><a href="#{key}">{_title(key)}</a> ({len(rows)})</li>' for key, rows in parts.items())
    body = "".join(
        f'<section><h2 id="{key}">{_title(key)}</h2>{"".join(map(_row, rows))}</section>' for key, rows in parts.items()
    )
    style = style_of_texts() + STYLE.read_text("utf-8")
    tested = sum(result.claim.is_tested for result in results)
    counts = (
        f"<p>{len(results)} claims: {tested} are tested; the other {len(results) - tested} are about "
        "wording, which no experiment can test.</p>"
    )
    body = f"<main>{HEAD}{counts}<nav><ul>{links}</ul></nav>{body}</main>"
    return whole_page("Are the sources right?", style, body, of_site)


def _title(key):
    title = SOURCES[key].title
    return html.escape(title[0].upper() + title[1:])


def _row(result):
    """Return one claim with its result."""
    claim, problem = result.claim, " problem" if result.failed else ""
    place, quote, says, correct = map(with_mathml, (claim.place, claim.quote, claim.says, claim.correct))
    measured = "".join(f"<div>{with_mathml(line)}</div>" for line in result.lines)
    told = {"In print": quote, "It says": says, "What is right": correct, "Found": measured}
    parts = "".join(f"<dt>{name}</dt><dd{_class(name)}>{text}</dd>" for name, text in told.items())
    return (
        f'<article id="{claim.slug.replace("/", "-")}" class="{claim.verdict}{problem}"><header><h3>{claim.slug}</h3>'
        f'<span class="verdict">{VERDICTS[claim.verdict]} {claim.verdict}</span>'
        f'<span class="place">{place}</span></header><dl>{parts}</dl></article>\n'
    )


def _class(name):
    return ' class="found"' if name == "Found" else ""
