"""Make pages. Each page is a single file that needs no other file and no network."""

import re
from base64 import b64encode
from functools import cache
from pathlib import Path
from typing import NamedTuple

from pegasos_edu.common.palette import css
from pegasos_edu.common.templates import template

HERE = Path(__file__).parent
BAR = """body { max-width: none; margin: 0; padding: 0; }
body > main { margin-inline: var(--edge); }
:is(.pegasos-player, .pegasos-editor > .notes) { padding-inline: 0; } /* the edge is that of the page */
.of-site {
  display: flex; gap: 1.4em; padding: 0 var(--edge); white-space: nowrap; color: var(--ink); background: var(--paper);
  border-bottom: 1px solid var(--faint);
  font: var(--note)/44px var(--texts);
}
.of-site a { color: inherit; text-decoration: none; }
.of-site a:hover { text-decoration: underline; }
.of-site > a { font-weight: 700; }
.of-site :is(div, button) { margin: 0; padding: 0; border: 0; color: inherit; background: none; }
.of-site > div { display: flex; gap: 1.4em; position: static; }
.of-site [aria-current] { box-shadow: inset 0 -3px var(--accent); }
.of-site span { display: flex; gap: 1.4em; margin-left: auto; }
.of-site button { display: none; font: inherit; cursor: pointer; }
.of-site :is(a, button):focus-visible { outline: 2px solid var(--accent); outline-offset: -2px; }
@media (max-width: 860px) { /* the links are in a menu */
  .of-site button { display: block; margin-left: auto; }
  .of-site span + button { margin-left: 0; }
  .of-site, .of-site span { gap: 1em; }
  .of-site > div:not(:popover-open) { display: none; }
  .of-site > div {
    position: fixed; inset: 44px 8px auto auto; flex-direction: column; gap: 0; padding: 4px 20px;
    background: var(--paper); border: 1px solid var(--faint); border-radius: 8px;
  }
}
@media print { .of-site { display: none } }
"""


# What a page may do. It holds its scripts, styles, fonts and pictures, its frames, and the Python of a learner, which
# runs in a worker. It loads nothing else and sends nothing, and no attribute is a script.
POLICY = (
    "default-src 'none'; script-src{} 'unsafe-inline' 'wasm-unsafe-eval'; script-src-attr 'none'; worker-src blob:; "
    "style-src 'unsafe-inline'; img-src{} data: blob:; media-src data:; font-src data:; base-uri 'none'; "
    "form-action 'none'"
)


class OfSite(NamedTuple):
    """Hold the parts of a page that belong to its site: title, description, links and address.

    Attributes
    ----------
    title : str
        The title that search engines show; plain text, like all attributes.
    description : str
    links : sequence of (str, str)
        Names and addresses in a bar above everything else, the same on every page; the first leads to the front page.
    here : str
        The name of the link to which the page belongs; empty if it belongs to none.
    near : sequence of (str, str)
        Names and addresses of pages near this one, at the end of the bar.
    url : str or None
        Where the page is published, if that is known.
    """

    title: str
    description: str
    links: tuple
    here: str = ""
    near: tuple = ()
    url: str | None = None


# Chromium stretches braces and places limits only with the MATH table of a font that is named here.
FORMULAS = """/* A subset of STIX Two Math, Copyright 2001-2021 The STIX Fonts Project Authors
(https://github.com/stipub/stixfonts), under the SIL Open Font License 1.1 (https://openfontlicense.org) */
@font-face { font-family: "of formulas"; src: url(data:font/woff2;base64,FONT) format("woff2"); }
math { font-family: "of formulas", math; font-size: 1.1em; }
mtd[columnalign="left"] { text-align: left; }
"""


# The bar, texts, code and players have the same edge.
TEXTS = """/* A subset of Inter, Copyright 2016-2018 The Inter Project Authors (https://github.com/rsms/inter),
under the SIL Open Font License 1.1 (https://openfontlicense.org) */
@font-face {
  font-family: "of texts"; src: url(data:font/woff2;base64,FONT) format("woff2"); font-weight: 400 700;
}
"""
# Norms and inner products look in texts as in formulas; in Inter, ‖ is a box.
SIGNS = """/* A subset of STIX Two Math, Copyright 2001-2021 The STIX Fonts Project Authors, OFL-1.1 */
@font-face {
  font-family: "of texts"; src: url(data:font/woff2;base64,FONT) format("woff2"); font-weight: 400 700;
  unicode-range: U+2016, U+27E8-27E9;
}
"""
EDGE = ":root { --edge: max(16px, 50% - 620px); }\n"
WIDE = ":root { --edge: max(12px, 50% - 840px); }\n"  # for a page that is a player


REMARK = re.compile(r" */\*(?:(?!\*/|Copyright).)*\*/", re.DOTALL)


def compact(style):
    """Return a stylesheet without indents and remarks; notices of rights stay."""
    lines = (line.strip() for line in REMARK.sub("", style).splitlines())
    return "".join(f"{line}\n" for line in lines if line)


@cache
def _font(style, name):
    """Return a style with the font that it needs."""
    font = HERE.joinpath(f"{name}.woff2").read_bytes()
    return style.replace("FONT", b64encode(font).decode("ascii"))


def typeface():
    """Return the style that contains the text face."""
    return _font(TEXTS, "text") + _font(SIGNS, "signs")


@cache
def style_of_texts(has_face=True):
    """Return the style that all pages of text share, with the colours of the palette and, if wanted, their face."""
    return f"{css()}{typeface() if has_face else ''}{EDGE}{HERE.joinpath('page.css').read_text('utf-8')}"


def whole_page(title, style, body, of_site=None):
    """Return a whole page in the colours of the reader's system; a page with formulas contains their font.

    Parameters
    ----------
    title : str
        As text; `Markup` if it is HTML, which must have no tags.
    style : str
        Rules of CSS; with `of_site` they must define the colours of the palette.
    body : str
        As HTML, scripts included.
    of_site : OfSite, optional
        Its title replaces `title`.

    Returns
    -------
    str
    """
    if "<math" in body:
        style = f"{_font(FORMULAS, 'math')}{style}"
    if of_site:
        title, style = of_site.title, f"{style}\n{BAR}"
        if EDGE not in style:
            style = f"{WIDE}{style}"
        if typeface() not in style:
            style = f"{typeface()}{style}"
    rules = POLICY.replace("{}", " 'self'" if of_site else "")  # a site's pages share a script and pictures
    page = template(__file__, "page.html").render(
        title=title, site=of_site, policy=rules, style=compact(style), body=body
    )
    return f"{page}\n"
