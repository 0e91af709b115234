"""Describe a page of the site before it is written, and fill in the templates."""

from collections.abc import Callable
from functools import cache
from pathlib import Path
from posixpath import dirname, relpath
from typing import NamedTuple

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from pegasos_edu.common.files import whole_file
from pegasos_edu.common.html import OfSite

HOME = "pegasos_edu"
FRONT = "index.html"
LESSONS, TRYING, CHECKING, TEACHING = PARTS = tuple(
    (name, f"{FRONT}#{name.lower()}") for name in ("Lessons", "Try", "Check", "Teach")
)
TEMPLATES = Path(__file__).with_name("templates")


class Page(NamedTuple):
    """A page of the site.

    Attributes
    ----------
    path : str
        The path within the site, with slashes.
    name : str
        The text of links to the page.
    title, description : str
        What search engines show.
    write : callable
        Writes the page, given the path of its file and an `OfSite`; may run in another process.
    beside : tuple of (str, str)
        Names and paths of the pages in the bar, after the front page.
    """

    path: str
    name: str
    title: str
    description: str
    write: Callable
    beside: tuple = ()

    def of_site(self, url=None):
        """Return what the page says as a part of the site, which is published below the URL if one is given."""
        links = ((name, relpath(path, dirname(self.path) or ".")) for name, path in ((HOME, FRONT), *self.beside))
        return OfSite(self.title, self.description, tuple(links), None if url is None else address(url, self.path))


def write_html(html, path, of_site):
    """Write the page that a function returns for an `OfSite`."""
    with whole_file(path) as file:
        file.write(html(of_site).encode())


def address(url, path):
    """Return the address of a page if the site is published below the URL."""
    return f"{url.rstrip('/')}/{'' if path == FRONT else path}"


def filled(template, **values):
    """Return a template of this folder with values, which are escaped unless they are `Markup`."""
    return _environment().get_template(template).render(values)


@cache
def _environment():
    return Environment(
        loader=FileSystemLoader(TEMPLATES), autoescape=True, undefined=StrictUndefined, trim_blocks=True,
        lstrip_blocks=True,
    )  # fmt: skip
