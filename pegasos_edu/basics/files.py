"""Files that are either whole or not there."""

import os
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def whole_file(path):
    """A path to write to, which becomes `path` when the block ends well and vanishes otherwise.

    Raises
    ------
    FileNotFoundError
        Where the folder of `path` does not exist.
    """
    path = Path(path)
    if not path.parent.is_dir():
        raise FileNotFoundError(f"{path.parent} must be a folder to write {path.name} into, got none; make it first.")
    part = path.with_name(f".{path.stem}.part{path.suffix}")
    try:
        yield part
        os.replace(part, path)
    finally:
        part.unlink(missing_ok=True)
