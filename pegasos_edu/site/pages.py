"""Describe and render pages of the site."""

import html
import re
from collections.abc import Callable
from functools import cache
from pathlib import Path
from posixpath import dirname, relpath
from typing import NamedTuple

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from pegasos_edu.common.html import OfSite

TEMPLATES = Path(__file__).with_name("templates")
FRONT = "index.html"
LESSONS, PLAYGROUND, SPOT, SOURCES, REFERENCE, TEACHING = NAMES = (
    "Lessons", "Playground", "Spot the bug", "Sources", "Reference", "Teaching"
)  # fmt: skip
PATHS = (f"{FRONT}#lessons", "playground.html", "spot.html", "claims.html", "api/index.html", f"{FRONT}#teach")
LINKS = (("pegasos_edu", FRONT), *zip(NAMES, PATHS))  # of every page


class Page(NamedTuple):
    """Describe a page of the site and how to write it.

    Attributes
    ----------
    path : str
        Within the site, with slashes.
    name : str
        The text of links to it.
    title, description : str
        What search engines show.
    write : callable
        Writes the page, given the path of the file and an `OfSite`; may run in another process.
    here : str
        The name of the link of the bar below which it belongs; empty for none.
    near : tuple of (str, str)
        Names and paths of pages near it, which its bar names, too.
    """

    path: str
    name: str
    title: str
    description: str
    write: Callable
    here: str = ""
    near: tuple = ()

    def of_site(self, url=None):
        """Return its title, description, bar, and its address below a URL if one is given."""
        links, near = (tuple((name, self.way_to(path)) for name, path in some) for some in (LINKS, self.near))
        return OfSite(
            self.title, self.description, links, self.here, near, None if url is None else address(url, self.path)
        )

    def way_to(self, path):
        """Return the relative link from this page to another one."""
        return relpath(path, dirname(self.path) or ".")


def address(url, path):
    """Return where a page is if the site is published below a URL."""
    return f"{url.rstrip('/')}/{'' if path == FRONT else path}"


def text_of(markup):
    """Return the text of HTML on one line."""
    return " ".join(html.unescape(re.sub("<[^>]*>", "", str(markup).replace("¶", ""))).split())


@cache
def template(name):
    """Return a template from ``templates``, which escapes what is not marked as HTML."""
    loader = FileSystemLoader(TEMPLATES)
    options = {"trim_blocks": True, "lstrip_blocks": True, "undefined": StrictUndefined}
    return Environment(loader=loader, autoescape=True, **options).get_template(f"{name}.html.jinja2")
