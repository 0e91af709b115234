"""Pages that are one file and ask for nothing else: no network, no other file."""

import html
from base64 import b64encode
from functools import cache
from pathlib import Path
from typing import NamedTuple

BAR = """.of-site {
  display: flex; flex-wrap: wrap; gap: 0 1.4em; margin: 0; padding: 0.5em 16px; border: 0;
  justify-content: start; border-bottom: 1px solid var(--faint); color: var(--ink); background: var(--paper);
  font: 15px/1.9 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif;
}
.of-site a { color: var(--link); }
.of-site a:first-child { font-weight: 600; }
.of-site a:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
@media print { .of-site { display: none } }
"""


class OfSite(NamedTuple):
    """The parts of a page that belong to its site: title, description, links and address.

    Attributes
    ----------
    title : str
        What search engines show; plain text, as all of these are.
    description : str
    links : sequence of (str, str)
        Names and addresses of pages, in a bar above everything else; the first leads to the front page.
    url : str or None
        Where the page is published, if that is known.
    """

    title: str
    description: str
    links: tuple
    url: str | None = None

    @property
    def head(self):
        """Return what the head of the page contains besides its title."""
        made = f'<meta name="description" content="{html.escape(self.description)}">\n'
        return made + (f'<link rel="canonical" href="{html.escape(self.url)}">\n' if self.url else "")

    @property
    def bar(self):
        """Return the links as HTML."""
        made = "\n".join(f'<a href="{html.escape(to)}">{html.escape(name)}</a>' for name, to in self.links)
        return f'<nav class="of-site" aria-label="Site">\n{made}\n</nav>\n'


# Chromium stretches braces and places limits by the MATH table of the font that is named here, and of no other.
FORMULAS = """/* A subset of STIX Two Math, Copyright 2001-2021 The STIX Fonts Project Authors
(https://github.com/stipub/stixfonts), under the SIL Open Font License 1.1 (https://openfontlicense.org) */
@font-face { font-family: "of formulas"; src: url(data:font/woff2;base64,FONT) format("woff2"); }
math { font-family: "of formulas", math; font-size: 1.1em; }
mtd[columnalign="left"] { text-align: left; }
"""


@cache
def _formulas():
    """Return the style of formulas, with the font that it needs."""
    font = Path(__file__).with_name("math.woff2").read_bytes()
    return FORMULAS.replace("FONT", b64encode(font).decode("ascii"))


def whole_page(title, style, body, of_site=None):
    """Return a whole page in the colours of the reader's system; a page with formulas contains their font.

    Parameters
    ----------
    title : str
        As HTML, without tags.
    style : str
        Rules of CSS; with `of_site`, colours of the palette among them.
    body : str
        As HTML, scripts included.
    of_site : OfSite, optional
        Its title takes the place of the other one.

    Returns
    -------
    str
    """
    head = bar = ""
    if "<math" in body:
        style = f"{_formulas()}{style}"
    if of_site:
        title, head, bar, style = html.escape(of_site.title), of_site.head, of_site.bar, f"{style}\n{BAR}"
    return (
        f'<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<title>{title}</title>\n{head}'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="color-scheme" content="light dark">\n<link rel="icon" href="data:,">\n'
        f"<style>\n{style}</style>\n</head>\n<body>\n{bar}{body}\n</body>\n</html>\n"
    )
