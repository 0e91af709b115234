"""The pictures of ``figures/``, and a page with all of them; what moves waits until it is asked for."""

import html
import re
from pathlib import Path

from pegasos_edu.common.files import whole_file
from pegasos_edu.lessons.figures import FIGURES
from pegasos_edu.lessons.pages import page

PACKAGE = Path(__file__).resolve().parent.parent
PLACES = (PACKAGE / "figures", PACKAGE.parent / "figures")  # in an installed package, and in a clone
TITLE = re.compile(r"<title>(.*?)</title>", re.DOTALL)  # of an SVG, as HTML
STYLE = """.gallery figure { margin: 1.5em 0; }
.gallery figcaption { max-width: 44em; color: var(--muted); margin-top: 0.4em; }
.gallery img { max-width: 100%; background: white; }
"""


def figures():
    """The paths of the pictures, in the order in which they are made.

    Raises
    ------
    FileNotFoundError
        Where one is missing.
    """
    for place in PLACES:
        if place.is_dir():
            break
    missing = [name for name in FIGURES if not (place / name).is_file()]
    if missing:
        raise FileNotFoundError(f"{place} must hold {missing[0]}, got none; run python -m pegasos_edu.lessons.figures.")
    return [place / name for name in FIGURES]


def write(paths, path, of_site):
    """Write the page, and the pictures beside it in a folder of their own."""
    folder = path.parent / "figures"
    folder.mkdir()
    for picture in paths:
        with whole_file(folder / picture.name) as file:
            file.write(picture.read_bytes())
    shown = "\n".join(map(_figure, paths))
    body = f'<main class="lesson">\n<div class="gallery">\n<h1>Figures</h1>\n{shown}\n</div>\n</main>'
    with whole_file(path) as file:
        file.write(page(of_site.title, body, STYLE, of_site).encode())


def said(path):
    """What a picture shows, as HTML: what it says itself, or the function that makes it."""
    if path.suffix == ".svg":
        return TITLE.search(path.read_text("utf-8"))[1]
    return html.escape(" ".join(FIGURES[path.name].__doc__.split()))


def _figure(path):
    to, words = f"figures/{path.name}", said(path)
    image = f'<img src="{to}" alt="{words}" loading="lazy">'
    if path.suffix == ".gif":
        image = f"<details><summary>Play {path.name}</summary>\n{image}\n</details>"
    return f'<figure id="{path.stem}">{image}\n<figcaption>{words} <a href="{to}">{path.name}</a></figcaption></figure>'
