"""Write the playground as one HTML file with the scripts and the packed facts that it needs."""

import gzip
import json
from base64 import b64encode
from functools import cache
from pathlib import Path

from pegasos_edu.browser.engine import played
from pegasos_edu.browser.translated_functions import translated
from pegasos_edu.common import palette
from pegasos_edu.common.file_kinds import KINDS
from pegasos_edu.common.files import whole_file
from pegasos_edu.common.html import typeface, whole_page
from pegasos_edu.common.scripts import completed, joined
from pegasos_edu.datasets import columns
from pegasos_edu.player.fields import bug_field, data_of, modules_and_algorithms
from pegasos_edu.player.page import HERE, STYLE, style
from pegasos_edu.player.settings import DATA, dataset, fields
from pegasos_edu.player.tours import tours as tours_of

TITLE = "Pegasos playground"
COLUMNS = HERE / "js" / "columns.js"


def write(path, *tours, address=None, of_site=None, writing=None):
    """Write the playground as one page, which opens from disk and needs no network.

    Parameters
    ----------
    path : path of the file
    *tours : paths of TOML files
        Files with more guided tours; see `pegasos_edu.player.tours.tours`.
    address : str, optional
        The address where the page will be published; its links begin with this address.
    of_site : OfSite, optional
        Facts about the site, if the page is part of one.
    writing : lessons.tasks.Writing, optional
        What the tab "Write it" needs; without it, the page has no such tab.

    Raises
    ------
    FileNotFoundError, ValueError
        If a file of tours does not exist or is invalid.
    """
    text = page(tours_of(*tours), address, of_site, writing)
    with whole_file(path) as file:
        file.write(text.encode())
    return Path(path)


def page(tours, address=None, of_site=None, writing=None):
    """Return the whole page."""
    script, facts = script_and_facts(*played())
    facts = facts | {"tours": tours, "base": address or (of_site.url if of_site else None)}
    content = _packed(facts | ({"writing": writing.facts} if writing else {}))
    body = (
        f'<main id="playground">\n<h1>{TITLE}</h1>\n'
        "<noscript>This page needs JavaScript.</noscript>\n</main>\n"
        f'<script type="text/plain" id="facts">{content}</script>\n'
        f"{writing.script if writing else ''}"
        f'<script type="module">\n{script}\n'
        'open(document.getElementById("playground"), document.getElementById("facts").textContent);\n</script>'
    )
    styles = f"{typeface()}{palette.css()}{STYLE}{style('playground', 'cell')}"
    return whole_page(TITLE, styles, body, of_site)


@cache
def script_and_facts(*names):
    """Return the script of the page, and its facts: settings, algorithms and data."""
    modules, facts = modules_and_algorithms(*names)
    facts = facts | {"fields": fields() | bug_field(facts["algorithms"]), "data": {name: _data(name) for name in DATA}}
    facts |= {"start": {"step": 0}, "kinds": [(start.decode("ascii"), name) for start, name in KINDS]}
    return joined(HERE / "js" / "playground.js", modules | {COLUMNS: rules_of_columns()}), facts


def rules_of_columns():
    """Return the module that makes a table of rows as `datasets.csv` does."""
    rules = columns.equally_wide, columns.label_column, columns.has_titles, columns.table_of, columns.is_gap
    return completed(COLUMNS, translated(*rules))


def _data(name):
    options = ", ".join(f"{key}={value}" for key, value in getattr(DATA[name][1], "keywords", {}).items())
    return data_of(*dataset(name), [f"from pegasos_edu.datasets import {name}", f"X, y, names = {name}({options})"])


def _packed(content):
    """Return content as JSON, packed by gzip in base 64; the same content gives the same bytes."""
    text = json.dumps(content, ensure_ascii=False, separators=(",", ":"))
    return b64encode(gzip.compress(text.encode(), mtime=0)).decode("ascii")
