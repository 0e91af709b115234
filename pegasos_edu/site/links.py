"""Whether every link within a folder of pages leads somewhere."""

import re
from html import unescape
from posixpath import dirname, join, normpath
from urllib.parse import unquote, urlsplit

TAG = re.compile(
    r"""<!--.*?--> | <(script|style)\b([^>]*)>.*?</\1> | <([a-z][\w-]*)((?:[^<>"']|"[^"]*"|'[^']*')*)>""",
    re.DOTALL | re.IGNORECASE | re.VERBOSE,
)
ATTRIBUTE = re.compile(r"""([\w:-]+)=("[^"]*"|'[^']*'|[^\s"'>]+)""")
LEADING = ("href", "src", "srcset", "poster", "data", "action")


class _Page:
    """What a page can be entered at, and where it leads."""

    def __init__(self, text):
        self.ids, self.links = set(), []
        for found in TAG.finditer(text):
            tag, rest = (found[1], found[2]) if found[1] else (found[3], found[4])
            own = {name.lower(): unescape(value.strip("\"'")) for name, value in ATTRIBUTE.findall(rest or "")}
            self.ids |= {own["id"]} if "id" in own else set()
            if own.get("rel") != "canonical":
                self.links += [(tag.lower(), own[name]) for name in LEADING if own.get(name)]


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
