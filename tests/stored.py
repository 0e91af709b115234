"""Read the stored notebooks of the lessons, and make small notebooks for a test."""

import json
import re
from html import unescape
from pathlib import Path
from symtable import symtable

import nbformat

from pegasos_edu import hinge
from pegasos_edu.datasets import toy
from pegasos_edu.lessons import Quiz
from pegasos_edu.player import play
from pegasos_edu.plots import Picture, examples, figure

# The lessons

LESSONS = sorted((Path(__file__).parents[1] / "notebooks" / "lessons").glob("*.ipynb"))
PLAYERS = ("StepPlayer: ", "Comparison: ")
MADE_BY_THE_KERNEL = ("Explorer: ", "OnDemand: ")
MOVING = (*PLAYERS, *MADE_BY_THE_KERNEL)


def code(path):
    return [cell for cell in json.loads(path.read_text("utf-8"))["cells"] if cell["cell_type"] == "code"]


def shown(cell):
    """Return the outputs of a cell as text."""
    return "".join(part for output in cell["outputs"] for part in output.get("data", {}).get("text/plain", []))


def moving(path, kinds=MOVING):
    """Return the cells that show things of these kinds, and the cells that define names for them."""
    kept, needed = [], set()
    for cell in reversed(code(path)):
        source = "".join(cell["source"])
        binds, needs = names(source)
        if shown(cell).startswith(kinds) or needed & binds:
            kept.insert(0, source)
            needed = (needed | needs) - binds
    return kept


def names(source):
    """Return the names that a cell defines, and the names that it needs from other cells."""
    table = symtable(source, "cell", "exec")
    binds = {symbol.get_name() for symbol in table.get_symbols() if symbol.is_assigned() or symbol.is_imported()}
    return binds, used(table) - binds


def used(table):
    """Return the names of the notebook that a cell, or a function in it, uses."""
    names = {symbol.get_name() for symbol in table.get_symbols() if symbol.is_referenced() and symbol.is_global()}
    return names.union(*map(used, table.get_children()))


# Notebooks for a test


def of_slide(words):
    """Return the metadata of a slide with these words, or with a title for True; none for False."""
    words = {"title": "A title"} if words is True else words
    return {} if words is False else {"tags": ["slide"], "slide": words}


def says(text, slide=False):
    """Return a cell of text."""
    return nbformat.v4.new_markdown_cell(text, metadata=of_slide(slide))


def shows(thing, slide=False, source="thing", **metadata):
    """Return a cell of code that shows a thing as HTML and text; it prints a str, and shows nothing for None."""
    metadata = of_slide(slide) | metadata
    shown = []
    if isinstance(thing, str):
        shown = [nbformat.v4.new_output("stream", text=thing)]
    elif thing is not None:
        html = thing._repr_html_() if hasattr(thing, "_repr_html_") else thing._repr_mimebundle_()["text/html"]
        data = {"text/html": html, "text/plain": repr(thing)}
        shown = [nbformat.v4.new_output("execute_result", data=data, execution_count=1)]
    return nbformat.v4.new_code_cell(source, outputs=shown, execution_count=1, metadata=metadata)


def written(path, *cells):
    nbformat.write(nbformat.v4.new_notebook(cells=list(cells)), path)
    return path


def picture(panels=1):
    fig, axes = figure(panels)
    for ax in [axes] if panels == 1 else axes:
        examples(*toy()[:2], ax=ax)
    return Picture(fig, f"Circles and triangles, in {panels} panels.")


PICTURE = picture()
QUIZ = Quiz("What is $1+1$?", {2: "One after one.", 3: "Count again."}, 1 + 1, expected=2)
FOLDED = {"collapsed": True, "jupyter": {"source_hidden": True, "outputs_hidden": True}}


def player(**options):
    return play(hinge, *toy()[:2], lam=0.1, T=5, **options)


def plain(html):
    """Return the visible text of HTML, without blanks."""
    return re.sub(r"\s", "", unescape(re.sub("<[^>]*>", "", html))).replace("∗", "*")
