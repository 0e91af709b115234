"""Whether every link within a folder of pages leads somewhere."""

from html.parser import HTMLParser
from posixpath import dirname, join, normpath
from urllib.parse import unquote, urlsplit

LEADING = ("href", "src", "poster", "data", "srcset", "action")


class _Page(HTMLParser):
    """What a page can be entered at, and where it leads."""

    def __init__(self, text):
        super().__init__()
        self.ids, self.links = set(), []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        for name, value in attrs:
            if name == "id" or (name == "name" and tag == "a"):
                self.ids.add(value)
            elif name in LEADING and value and not (tag == "link" and ("rel", "canonical") in attrs):
                self.links.append((tag, value))


def broken(folder):
    """Everything that is wrong with the links of the pages in a folder.

    Parameters
    ----------
    folder : Path

    Returns
    -------
    list of str
        A page and one of its links, which leads to no file, to no place in its page, out of the folder, or to a
        place on this machine; or which a browser would follow by itself to somewhere else.
    """
    files = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}
    pages = {name: _Page((folder / name).read_text("utf-8")) for name in sorted(files) if name.endswith(".html")}
    return [
        f"{name}: {address}"
        for name, page in pages.items()
        for tag, address in page.links
        if not _leads(name, tag, address, files, pages)
    ]


def _leads(name, tag, address, files, pages):
    parts = urlsplit(address)
    if parts.scheme in ("http", "https", "mailto"):
        return tag == "a"  # which waits for a click
    if parts.scheme or parts.netloc:
        return parts.scheme == "data"
    target = normpath(join(dirname(name), unquote(parts.path))) if parts.path else name
    places = {parts.fragment, unquote(parts.fragment)}  # of which a browser takes the first that is there
    return target in files and (not parts.fragment or bool(places & pages[target].ids))
