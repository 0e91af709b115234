"""Find the links of a folder of pages that lead nowhere."""

from html.parser import HTMLParser
from posixpath import dirname, join, normpath
from urllib.parse import unquote, urlsplit

LEADING = ("href", "src", "srcset", "poster", "data", "action")


class _Links(HTMLParser):
    """The ids and the links of a page."""

    def __init__(self, text):
        super().__init__()
        self.ids, self.links = set(), []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        self.ids |= {attributes.get("id")}
        if attributes.get("rel") != "canonical":
            self.links += [(tag, attributes[name]) for name in LEADING if attributes.get(name)]


def broken(folder):
    """Return the links that lead to no file, to no place in it, or that a browser would follow by itself elsewhere."""
    files = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}
    pages = {name: _Links((folder / name).read_text("utf-8")) for name in sorted(files) if name.endswith(".html")}
    return [
        f"{name}: {link}"
        for name, page in pages.items()
        for tag, link in page.links
        if not _leads(name, tag, link, files, pages)
    ]


def _leads(name, tag, link, files, pages):
    parts = urlsplit(link)
    if parts.scheme in ("http", "https", "mailto"):
        return tag == "a"  # which waits for a click
    if parts.scheme or parts.netloc:
        return parts.scheme == "data"
    target = normpath(join(dirname(name), unquote(parts.path))) if parts.path else name
    places = {parts.fragment, unquote(parts.fragment)}
    return target in files and (not parts.fragment or bool(places & pages[target].ids))
