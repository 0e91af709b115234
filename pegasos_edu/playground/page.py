"""The playground as one HTML file: what it needs of the package, packed, and the scripts that make it live."""

import gzip
import json
from base64 import b64encode
from functools import cache
from pathlib import Path

import numpy as np

from pegasos_edu.basics import palette
from pegasos_edu.basics.files import whole_file
from pegasos_edu.basics.html import whole_page
from pegasos_edu.boxes import ALGORITHMS
from pegasos_edu.live import script_and_facts
from pegasos_edu.player.page import SCRIPT, STYLE, joined
from pegasos_edu.playground.settings import BOXES, DATA, FIELDS, KERNELS, dataset, takes
from pegasos_edu.playground.tours import tours as tours_of
from pegasos_edu.playground.whatif import offered

HERE = Path(__file__).parent
SCRIPTS = "settings points address past csv lines runs hand landscape panel tour playground showing".split()
STYLES = ["playground"]
TITLE = "Pegasos playground"
LINES = {
    **{box: f"from pegasos_edu import {box}" for box in BOXES},
    **{kernel: f"from pegasos_edu.kernels import {kernel}" for kernel in KERNELS},
    "numpy": "import numpy as np",
    "partial": "from functools import partial",
    "play": "from pegasos_edu.player import play",
    "compare": "from pegasos_edu.player import compare, play",
    "wrong": "from pegasos_edu.misconceptions import of\nfrom pegasos_edu.misconceptions.entries import made",
}  # of Python, for "Copy as Python"


def write(path, *tours, of_site=None):
    """Write the playground as one page, which opens from disk and needs no network.

    Parameters
    ----------
    path : path of the file
    *tours : paths of TOML files
        Of more guided tours; see `pegasos_edu.playground.tours.tours`.
    of_site : OfSite, optional
        Where it is a page of a site.

    Returns
    -------
    Path

    Raises
    ------
    FileNotFoundError, ValueError
        For a file of tours that is not there, or of another form.
    """
    text = page(tours_of(*tours), of_site)
    with whole_file(path) as file:
        file.write(text.encode())
    return Path(path)


def page(tours, of_site=None):
    """The whole page."""
    live, facts = made()
    content = _packed({**facts, "tours": tours})
    script = "".join([SCRIPT, live, joined("js", SCRIPTS, HERE)])
    body = (
        f'<main id="playground">\n<h1>{TITLE}</h1>\n'
        "<noscript>This page needs JavaScript, and nothing else.</noscript>\n</main>\n"
        f'<script type="text/plain" id="facts">{content}</script>\n'
        f'<script type="module">\n{script}\n'
        'open(document.getElementById("playground"), document.getElementById("facts").textContent);\n</script>'
    )
    return whole_page(TITLE, f"{palette.css()}{STYLE}{joined('css', STYLES, HERE)}", body, of_site)


@cache
def made():
    """The script of the boxes; and all that the scripts are told, the settings, the boxes, the data."""
    wrong = offered()
    names = {name: edit.entry.name for found in wrong.values() for name, edit in found.items()}
    edits = [edit for found in wrong.values() for edit in found.values()]
    script, live = script_and_facts([ALGORITHMS[box] for box in BOXES], edits)
    return script, {
        "live": live,
        "fields": FIELDS | {"whatif": {"first": "", "of": {"": "nothing goes wrong", **names}}},
        "boxes": {box: _box(box, wrong.get(box, {})) for box in BOXES},
        "data": {name: _data(name) for name in DATA},
        "lines": LINES,
    }


def _box(box, wrong):
    """What a box takes, and what can be done wrong in it."""
    return {**takes(box), "whatif": {name: _wrong(edit) for name, edit in wrong.items()}}


def _wrong(edit):
    """What is said of a misconception, and the Python that makes its program."""
    name, box = edit.entry.name, edit.task
    program = f'made(next(one for one in of("{box}") if one.name == "{name}"), "{box}")'
    return {"key": edit.key, "name": name, "says": edit.entry.says, "made": program}


def _data(name):
    """Points to the last bit, and the lines of Python that make them."""
    X, y, names = dataset(name)
    made = "blobs(offset=3.0)" if name == "blobs" else f"{name}()"
    return {
        "places": b64encode(np.ascontiguousarray(X, dtype="<f8").tobytes()).decode("ascii"),
        "labels": "".join("+" if label > 0 else "-" for label in y),
        "names": names,
        "lines": [f"from pegasos_edu.datasets import {name}", f"X, y, names = {made}"],
    }


def _packed(content):
    """JSON, by gzip and in base 64; the same bytes for the same content."""
    text = json.dumps(content, ensure_ascii=False, separators=(",", ":"))
    return b64encode(gzip.compress(text.encode(), mtime=0)).decode("ascii")
