"""A folder that is replaced as a whole: it holds the new site, or what it held before."""

import secrets
import shutil
from contextlib import contextmanager
from pathlib import Path

MARK = ".pegasos-site"  # a file by which a site is known, so that nothing else is ever replaced
SAID = "This folder is made by `pegasos-edu site`, which replaces it as a whole: keep nothing else in it.\n"


def checked(folder):
    """The folder, if it may be replaced: where it is not there, empty, or a site.

    Raises
    ------
    OSError
        Where it is a file.
    ValueError
        Where it holds anything else.
    """
    folder = Path(folder).resolve()
    if folder.exists() and not folder.is_dir():
        raise NotADirectoryError(f"DIR must be a folder for the site, got the file {folder}; name another one.")
    held = sorted(path.name for path in folder.iterdir()) if folder.exists() else []
    if held and MARK not in held:
        raise ValueError(f"DIR must be empty or hold a site made before, got {held[0]} in {folder}; name another one.")
    return folder


@contextmanager
def replaced(folder):
    """A new folder beside it, to be filled, which takes its place when the block ends well; else all is as it was."""
    folder = checked(folder)
    folder.parent.mkdir(parents=True, exist_ok=True)
    name = secrets.token_hex(8)  # one that nobody else has, now or before
    new, old = (folder.with_name(f".{folder.name}.{name}.{kind}") for kind in ("new", "old"))
    try:
        new.mkdir()
        (new / MARK).write_text(SAID, "utf-8", newline="\n")
        yield new
        if folder.exists():
            folder.rename(old)
        new.rename(folder)
    finally:
        if old.exists() and not folder.exists():  # between the two
            old.rename(folder)
        for left in (new, old):
            shutil.rmtree(left, ignore_errors=True)
