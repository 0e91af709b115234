"""The ledger as a page: one file that needs no network."""

import html
from itertools import groupby
from pathlib import Path

from pegasos_edu.claims.claims import VERDICTS
from pegasos_edu.claims.sources import SOURCES
from pegasos_edu.common.html import whole_page
from pegasos_edu.common.palette import css

STYLE = Path(__file__).with_name("page.css")
HEAD = """<h1>Are the sources right?</h1>
<p>Each row is about a claim of the papers on Pegasos, or of a text from which it is taught. It shows what is printed
there, words between quotation marks and formulas in our typing; what that says; what is right; and what an experiment
found. The rows do not cover every sentence of these texts. Slips happen to everyone who writes formulas: nobody is
blamed.</p>
<p>✓ right · ≈ imprecise: right under conditions that are not said, or said of the wrong thing · ! a trap: right on
paper, and bites in code · ✗ wrong</p>
"""


def page(results, of_site=None):
    """The page of what was found.

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
    style = css() + STYLE.read_text("utf-8")
    tested = sum(result.claim.is_tested for result in results)
    counts = (
        f"<p>{len(results)} claims: {tested} are tested; {len(results) - tested} are on wording alone, which no "
        "experiment can test.</p>"
    )
    body = f"<main>{HEAD}{counts}<nav><ul>{links}</ul></nav>{body}</main>"
    return whole_page("Are the sources right?", style, body, of_site)


def _title(key):
    title = SOURCES[key].title
    return html.escape(title[0].upper() + title[1:])


def _row(result):
    """One claim, and what was found."""
    claim, problem = result.claim, " problem" if result.failed else ""
    place, quote, says, correct = map(html.escape, (claim.place, claim.quote, claim.says, claim.correct))
    found = "".join(f"<div>{html.escape(line)}</div>" for line in result.lines)
    told = {"In print": quote, "It says": says, "What is right": correct, "Found": found}
    parts = "".join(f"<dt>{name}</dt><dd{_class(name)}>{text}</dd>" for name, text in told.items())
    return (
        f'<article id="{claim.slug.replace("/", "-")}" class="{claim.verdict}{problem}"><header><h3>{claim.slug}</h3>'
        f'<span class="verdict">{VERDICTS[claim.verdict]} {claim.verdict}</span>'
        f'<span class="place">{place}</span></header><dl>{parts}</dl></article>\n'
    )


def _class(name):
    return ' class="found"' if name == "Found" else ""
