"""What a page of the site is, before it is made."""

from collections.abc import Callable
from posixpath import dirname, relpath
from typing import NamedTuple

from pegasos_edu.common.html import OfSite

HOME = "pegasos_edu"
FRONT = "index.html"
LESSONS, TRYING, CHECKING, TEACHING = PARTS = tuple(
    (name, f"{FRONT}#{name.lower()}") for name in ("Lessons", "Try", "Check", "Teach")
)


class Page(NamedTuple):
    """A page that is to be made.

    Attributes
    ----------
    path : str
        Within the site, with slashes.
    name : str
        As links to it say it.
    title, description : str
        As search engines show them.
    write : callable
        Called with the path of the file and an `OfSite`, by which it makes the page; may run in another process.
    beside : tuple of (str, str)
        Names and paths of pages to which its bar leads, after the front page.
    """

    path: str
    name: str
    title: str
    description: str
    write: Callable
    beside: tuple = ()

    def of_site(self, url=None):
        """What it says as a page of the site, published below a URL if one is given."""
        links = ((name, self.to(path)) for name, path in ((HOME, FRONT), *self.beside))
        published = None if url is None else address(url, self.path)
        return OfSite(self.title, self.description, tuple(links), published)

    def to(self, path):
        """The way from this page to another one."""
        return relpath(path, dirname(self.path) or ".")


def address(url, path):
    """Where a page is, if the site is published below a URL."""
    return f"{url.rstrip('/')}/{'' if path == FRONT else path}"
