"""The ledger as a page: one file that needs no network."""

import html
from itertools import groupby
from pathlib import Path

from pegasos_edu.basics.html import whole_page
from pegasos_edu.basics.palette import css
from pegasos_edu.experiments.claims import VERDICTS
from pegasos_edu.experiments.sources import SOURCES

STYLE = Path(__file__).with_name("page.css")
HEAD = """<h1>Are the sources right?</h1>
<p>What is claimed of Pegasos in the papers and in what is taught from, in our words; what is to be said of it; and what
an experiment found that was made for it. Nothing is quoted, and nobody is blamed.</p>
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
    body = f"<main>{HEAD}<nav><ul>{links}</ul></nav>{body}</main>"
    return whole_page("Are the sources right?", style, body, of_site)


def _title(key):
    title = SOURCES[key].title
    return html.escape(title[0].upper() + title[1:])


def _row(result):
    """One claim, and what was found."""
    claim, problem = result.claim, "" if result.bears_out else " problem"
    name = claim.slug.replace("/", "-")
    found = "".join(f"<div>{html.escape(line)}</div>" for line in result.lines)
    if problem:
        found += "<div>These numbers do not bear it out.</div>"
    told = {"It says": html.escape(claim.says), "What is right": html.escape(claim.correct), "Found": found}
    parts = "".join(f"<dt>{name}</dt><dd{_class(name)}>{text}</dd>" for name, text in told.items())
    return (
        f'<article id="{name}" class="{claim.verdict}{problem}"><header><h3>{claim.slug}</h3>'
        f'<span class="verdict">{VERDICTS[claim.verdict]} {claim.verdict}</span>'
        f'<span class="place">{html.escape(claim.place)}</span></header><dl>{parts}</dl></article>\n'
    )


def _class(name):
    return ' class="found"' if name == "Found" else ""
