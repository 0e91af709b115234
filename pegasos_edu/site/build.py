"""Build the site in a folder, which is replaced as a whole."""

import os
import secrets
import shutil
import signal
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from functools import partial
from html import escape
from multiprocessing import get_context
from pathlib import Path
from urllib.parse import urlsplit

from pegasos_edu.common.progress import bar
from pegasos_edu.site import front, reference
from pegasos_edu.site.contents import contents
from pegasos_edu.site.pages import FRONT, address

MARK = ".pegasos-site"  # a file that marks a site, so that nothing else is ever replaced
WARNING = "This folder is made by `pegasos-edu site`, which replaces it as a whole: keep nothing else in it.\n"
SITEMAP = '<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n'


def build(folder, url=None, processes=None, progress=None):
    """Build the site in a folder, which is replaced as a whole or left as it is.

    Parameters
    ----------
    folder : path
        A folder that does not exist, is empty, or holds a site.
    url : str, optional
        Where the folder will be published; each page then names its address, and there is a sitemap.
    processes : int, optional
        How many processes write pages at the same time; by default one for each core.
    progress : bool, optional
        Whether to show a progress bar.

    Returns
    -------
    Path
        The front page.

    Raises
    ------
    ImportError
        If pdoc is not installed.
    ValueError
        If the folder holds anything else, the URL is not one, or a notebook does not say what it is about.
    OSError
        If something cannot be read or written.
    """
    reference.check_installed()
    _check_url(url)
    folder = check_folder(folder)
    everything = contents()
    pages = [front.page(everything), *everything.pages]
    with replaced(folder) as new:
        for _ in bar(_written(pages, new, url, processes or os.cpu_count() or 1), len(pages), "page", progress):
            pass
        if url:
            rows = "".join(f"<url><loc>{escape(address(url, page.path))}</loc></url>\n" for page in pages)
            (new / "sitemap.xml").write_text(f"{SITEMAP}{rows}</urlset>\n", "utf-8", newline="\n")
    return folder / FRONT


def _written(pages, folder, url, processes):
    """Write the pages; the first error ends it."""
    write = partial(_write, folder=folder, url=url)
    if processes == 1:
        yield from map(write, pages)
        return
    options = {"initializer": signal.signal, "initargs": (signal.SIGINT, signal.SIG_IGN)}  # Ctrl-C is for this process
    with ProcessPoolExecutor(processes, get_context("spawn"), **options) as pool:
        yield from pool.map(write, pages)


def _write(page, folder, url):
    path = folder / page.path
    path.parent.mkdir(parents=True, exist_ok=True)
    page.write(path, page.of_site(url))


def _check_url(url):
    if url is not None and (urlsplit(url).scheme not in ("http", "https") or not urlsplit(url).netloc):
        raise ValueError(f"URL must be where the site will be, such as https://example.org/pegasos/, got {url!r}.")


def check_folder(folder):
    """Return the folder as a path; raise an error if it is a file or holds anything but a site."""
    folder = Path(folder).resolve()
    if folder.exists() and not folder.is_dir():
        raise NotADirectoryError(f"DIR must be a folder for the site, got the file {folder}; name another one.")
    names = sorted(path.name for path in folder.iterdir()) if folder.exists() else []
    if names and MARK not in names:
        raise ValueError(f"DIR must be empty or hold a site made before, got {names[0]} in {folder}; name another one.")
    return folder


@contextmanager
def replaced(folder):
    """Yield a new folder that takes the place of the old one if the block ends well; otherwise nothing changes."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    name = secrets.token_hex(8)  # nobody else has a folder of this name
    new, old = (folder.with_name(f".{folder.name}.{name}.{kind}") for kind in ("new", "old"))
    try:
        new.mkdir()
        (new / MARK).write_text(WARNING, "utf-8", newline="\n")
        yield new
        if folder.exists():
            folder.rename(old)
        new.rename(folder)
    finally:
        if old.exists() and not folder.exists():  # the second rename failed
            old.rename(folder)
        for left in (new, old):
            shutil.rmtree(left, ignore_errors=True)
