"""The site, made as a whole: its pages, on all cores; its front page; and every link of them tried."""

import os
import signal
from concurrent.futures import ProcessPoolExecutor
from html import escape
from multiprocessing import get_context
from pathlib import Path
from urllib.parse import urlsplit

from pegasos_edu.common.files import whole_file
from pegasos_edu.common.progress import bar
from pegasos_edu.site import folders, front, links, reference
from pegasos_edu.site.contents import contents
from pegasos_edu.site.pages import address


def build(folder, url=None, processes=None, progress=None):
    """Make the site in a folder, which is replaced as a whole, or not at all.

    Parameters
    ----------
    folder : path
        Not there yet, empty, or holding a site.
    url : str, optional
        Where the folder will be published; then each page names its address, and there is a map of the site.
    processes : int, optional
        How many make pages at the same time; 1 is this one alone. One a core if left out.
    progress : bool, optional
        A progress bar.

    Returns
    -------
    Path
        Of the front page.

    Raises
    ------
    ImportError
        Where pdoc is not installed.
    ValueError
        Where the folder holds anything else, the URL is none, a notebook does not say what it is about, or a link
        leads nowhere.
    OSError
        Where something cannot be read or written.
    """
    reference.check_installed()
    url, folder = _checked(url), folders.checked(folder)
    everything = contents()
    pages = [front.page(everything), *everything.pages]
    with folders.replaced(folder) as new:
        tasks = []
        for page in pages:
            path = new / page.path
            path.parent.mkdir(parents=True, exist_ok=True)
            tasks.append((page.write, path, page.of_site(url)))
        for _ in bar(_made(tasks, processes or os.cpu_count() or 1), len(tasks), "page", progress):
            pass
        if url:
            _write_map(new / "sitemap.xml", [address(url, page.path) for page in pages])
        if wrong := links.broken(new):
            some = "; ".join(wrong[:5])
            raise ValueError(f"every link of the site must lead somewhere, got {some}; mend where they stand.")
    return folder / front.FRONT


def _made(tasks, processes):
    """One after another is done; the first that fails ends it."""
    if processes == 1:
        yield from map(_make, tasks)
        return
    options = {"initializer": signal.signal, "initargs": (signal.SIGINT, signal.SIG_IGN)}  # Ctrl-C is for this process
    with ProcessPoolExecutor(processes, get_context("spawn"), **options) as pool:
        yield from pool.map(_make, tasks)


def _make(task):
    write, path, of_site = task
    write(path, of_site)


def _checked(url):
    if url is not None and (urlsplit(url).scheme not in ("http", "https") or not urlsplit(url).netloc):
        raise ValueError(f"URL must be where the site will be, such as https://example.org/pegasos/, got {url!r}.")
    return url


def _write_map(path, addresses):
    """What search engines read: the addresses of all pages."""
    rows = "".join(f"<url><loc>{escape(one)}</loc></url>\n" for one in addresses)
    text = '<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n'
    with whole_file(Path(path)) as file:
        file.write(f"{text}{rows}</urlset>\n".encode())
