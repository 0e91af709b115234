"""Describe and render pages of the site."""

import html
import re
from collections.abc import Callable
from pathlib import Path
from posixpath import dirname, relpath
from typing import NamedTuple

from pegasos_edu.common.html import OfSite
from pegasos_edu.lessons.formulas import with_flat

TEMPLATES = Path(__file__).with_name("templates")
FRONT = "index.html"
LESSONS, PLAYGROUND, SPOT, SOURCES, REFERENCE, TEACHING = NAMES = (
    "Lessons",
    "Playground",
    "Spot the bug",
    "Sources",
    "Reference",
    "Teaching",
)
PATHS = (f"{FRONT}#lessons", "playground.html", "spot.html", "claims.html", "api/index.html", f"{FRONT}#teach")
LINKS = (("pegasos_edu", FRONT), *zip(NAMES, PATHS))  # the links on every page


class Page(NamedTuple):
    """Describe a page of the site and how to write it.

    Attributes
    ----------
    path : str
        The path within the site, with slashes.
    name : str
        The text of links to the page.
    title, description : str
        The texts that search engines show.
    write : callable
        Takes the path of a file and an `OfSite`, and writes the page; may run in another process.
    here : str
        The name of the link in the bar that covers the page; empty if none does.
    near : tuple of (str, str)
        Names and paths of related pages, which its bar also links.
    needs : tuple of callables without arguments
        Long work whose results `write` takes as a list; each may run in another process.
    """

    path: str
    name: str
    title: str
    description: str
    write: Callable
    here: str = ""
    near: tuple = ()
    needs: tuple = ()

    def of_site(self, url=None):
        """Return the title, description and bar of the page, and its address if a URL is given."""
        links, near = (tuple((name, self.way_to(path)) for name, path in some) for some in (LINKS, self.near))
        return OfSite(
            self.title, self.description, links, self.here, near, None if url is None else address(url, self.path)
        )

    def way_to(self, path):
        """Return the relative link from this page to another one."""
        return relpath(path, dirname(self.path) or ".")


def address(url, path):
    """Return the address of a page if the site is published at a URL."""
    return f"{url.rstrip('/')}/{'' if path == FRONT else path}"


def text_of(markup):
    """Return the text of HTML on one line."""
    return " ".join(html.unescape(re.sub("<[^>]*>", "", with_flat(str(markup)).replace("¶", ""))).split())
