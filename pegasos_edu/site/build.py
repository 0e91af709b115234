"""Build the site: write its pages on all cores into a new folder, which then replaces the old one."""

import os
import signal
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from html import escape
from multiprocessing import get_context
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.parse import urlsplit

import pdoc  # noqa: F401 - it comes first, because the extra that brings it brings all that a site needs
from threadpoolctl import threadpool_limits

from pegasos_edu.common.files import replace_folder
from pegasos_edu.common.progress import bar
from pegasos_edu.site.contents import contents
from pegasos_edu.site.pages import FRONT, address

MARK = ".pegasos-site"  # marks a folder as a site; no other folder is ever replaced
MARK_TEXT = "This folder is made by `pegasos-edu site`, which replaces it completely: keep nothing else in it.\n"


def build(folder, url=None, processes=None, progress=None):
    """Build the site in a folder, which is replaced completely or not at all.

    Parameters
    ----------
    folder : path
        A new or empty folder, or one that holds an earlier site.
    url : str, optional
        The address where the folder will be published; adds canonical addresses and a sitemap.
    processes : int, optional
        Number of processes that write pages; by default one for each core.
    progress : bool, optional
        Whether to show a progress bar.

    Returns
    -------
    Path
        The front page.

    Raises
    ------
    ValueError
        If the folder holds anything else, the URL is invalid, or a notebook has no introduction.
    OSError
        If a file cannot be read or written.
    """
    if url is not None and (urlsplit(url).scheme not in ("http", "https") or not urlsplit(url).netloc):
        raise ValueError(f"URL must be the address of the site, such as https://example.org/pegasos/, got {url!r}.")
    folder = _replaceable(folder)
    pages = contents()
    folder.parent.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(dir=folder.parent, prefix=f".{folder.name}.") as temporary:
        new = Path(temporary) / "new"
        for parent in {(new / page.path).parent for page in pages}:
            parent.mkdir(parents=True, exist_ok=True)
        count = sum(1 + len(page.needs) for page in pages)
        for _ in bar(_written(pages, new, url, processes or os.cpu_count() or 1), count, "part", progress):
            pass
        if url:
            _write_sitemap(new, url)
        (new / MARK).write_text(MARK_TEXT, "utf-8", newline="\n")
        replace_folder(folder, new, Path(temporary) / "old")
    return folder / FRONT


def _replaceable(folder):
    """Return the folder if it is new, empty, or a site."""
    folder = Path(folder).resolve()
    if folder.exists() and not folder.is_dir():
        raise NotADirectoryError(f"DIR must be a folder for the site, got the file {folder}; name another one.")
    names = sorted(path.name for path in folder.iterdir()) if folder.exists() else []
    if names and MARK not in names:
        raise ValueError(f"DIR must be empty or hold a site made before, got {names[0]} in {folder}; name another one.")
    return folder


def _written(pages, folder, url, processes):
    """Yield after each result that a page needs and after each page; stop at the first that fails."""
    alone, needing = ([page for page in pages if bool(page.needs) is has] for has in (False, True))
    writes = {page: partial(page.write, folder / page.path, page.of_site(url)) for page in pages}
    tasks = [*(need for page in needing for need in page.needs), *map(writes.get, alone)]
    results = []
    for result in _results(tasks, processes):
        results.append(result)
        yield
    for page in needing:
        writes[page]([results.pop(0) for _ in page.needs])
        yield


def _results(tasks, processes):
    """Yield the result of each task, in their order."""
    if processes == 1:
        yield from map(_result, tasks)
        return
    options = {"initializer": signal.signal, "initargs": (signal.SIGINT, signal.SIG_IGN)}  # they ignore Ctrl-C
    context = get_context("forkserver" if os.name == "posix" else "spawn")
    context.set_forkserver_preload([__name__, "sklearn.datasets"])  # imports take longer than most pages
    with ProcessPoolExecutor(processes, context, **options) as pool:
        yield from pool.map(_result, tasks)


def _result(task):
    with threadpool_limits(1, "blas"):  # more threads than cores only wait for each other
        return task()


def _write_sitemap(folder, url):
    """Write the addresses of all pages for search engines."""
    paths = sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*.html"))
    rows = "".join(f"<url><loc>{escape(address(url, path))}</loc></url>\n" for path in paths)
    text = '<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n'
    (folder / "sitemap.xml").write_text(f"{text}{rows}</urlset>\n", "utf-8", newline="\n")
