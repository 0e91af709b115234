"""Write and open the files that a command makes."""

import webbrowser
from pathlib import Path

from pegasos_edu.common.files import whole_file


def write(path, content):
    """Write bytes to a file, make its folder if it is missing, and return its path."""
    path = Path(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    with whole_file(path) as file:
        file.write(content)
    return path


def show(page, arguments):
    """Open a page in the browser, unless the user gave a path with --out."""
    if not arguments.out:
        webbrowser.open(page.resolve().as_uri())
