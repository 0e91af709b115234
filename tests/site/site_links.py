"""Find broken links in a folder of pages."""

from html.parser import HTMLParser
from posixpath import dirname, join, normpath
from urllib.parse import unquote, urlsplit

LEADING = ("href", "src", "srcset", "poster", "data", "action")


class _Links(HTMLParser):
    """Collect the ids and the links of a page."""

    def __init__(self, text):
        super().__init__()
        self.ids, self.links = set(), []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        values = dict(attributes)
        self.ids.add(values.get("id"))
        if values.get("rel") != "canonical":
            self.links += [(tag, values[name]) for name in LEADING if values.get(name)]


def broken(folder):
    """Return the pages that link to a missing file or id, or that load a file from outside the folder."""
    files = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}
    pages = {name: _Links((folder / name).read_text("utf-8")) for name in sorted(files) if name.endswith(".html")}
    return [
        f"{name}: {address}"
        for name, page in pages.items()
        for tag, address in page.links
        if not _leads(name, tag, address, files, pages)
    ]


def _leads(name, tag, address, files, pages):
    parts = urlsplit(address)
    if parts.scheme in ("http", "https", "mailto"):
        return tag == "a"  # a link loads nothing until it is clicked
    if parts.scheme or parts.netloc:
        return parts.scheme == "data"
    target = normpath(join(dirname(name), unquote(parts.path))) if parts.path else name
    places = {parts.fragment, unquote(parts.fragment)}  # a browser takes the first file that exists
    return target in files and (not parts.fragment or bool(places & pages[target].ids))
