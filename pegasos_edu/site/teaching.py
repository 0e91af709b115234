"""Texts for teachers, which are markdown, as pages with their contents above them."""

import re
from pathlib import Path

from pegasos_edu.common.files import whole_file
from pegasos_edu.lessons.pages import LINK, page, rendered
from pegasos_edu.site.notebooks import plain

HEADING = re.compile(r'<h2 id="([^"]+)">(.*?)<a class="anchor-link"', re.DOTALL)
TITLE = re.compile(r"# (.+)\n\n((?:.+\n)+)")
SCROLLS = '<div class="scrolls" tabindex="0">\n<table'
STYLE = """.contents ul { columns: 18em; padding-left: 1.2em; }
.scrolls { overflow-x: auto; }
.lesson > .text { overflow-x: visible; }
"""


def said(path):
    """The title and the first paragraph of a text, without anything but text."""
    title, first = TITLE.match(path.read_text("utf-8")).groups()
    return plain(rendered(title)), plain(rendered(first))


def write(text, path, of_site):
    """Write a text in markdown as a page.

    Parameters
    ----------
    text, path : Path
        Of the text and of the page.
    of_site : OfSite
    """
    body = LINK.sub(r"\1.html", rendered(Path(text).read_text("utf-8")))
    body = body.replace("<table", SCROLLS).replace("</table>", "</table>\n</div>").replace("<th></th>", "<td></td>")
    links = "".join(f'<li><a href="#{name}">{plain(heading)}</a></li>\n' for name, heading in HEADING.findall(body))
    contents = f'<nav class="contents" aria-label="Contents">\n<ul>\n{links}</ul>\n</nav>\n'
    before, heading, after = body.partition("<h2")
    made = f'<main class="lesson">\n<div class="text">\n{before}{contents}{heading}{after}\n</div>\n</main>'
    with whole_file(path) as file:
        file.write(page(of_site.title, made, STYLE, of_site).encode())
