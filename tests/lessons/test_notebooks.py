"""Test that executing a notebook twice gives the same file."""

import json

import nbformat
import pytest
from nbclient.exceptions import CellExecutionError

from pegasos_edu.lessons.notebooks import refresh

SHOWS = """\
from pegasos_edu import hinge
from pegasos_edu.datasets import toy
from pegasos_edu.player import play
print("first")
print("second")
play(hinge, *toy()[:2], lam=0.1, T=5)"""


def written(path, *sources):
    cells = [nbformat.v4.new_code_cell(source, id=f"cell-{n}") for n, source in enumerate(sources)]
    nbformat.write(nbformat.v4.new_notebook(cells=cells), path)
    return path


@pytest.mark.slow
def test_a_refreshed_notebook_is_the_same_every_time_and_holds_no_widget(tmp_path, monkeypatch):
    monkeypatch.setenv("JPY_SESSION_NAME", "two.ipynb")  # as a notebook does
    path = written(tmp_path / "one.ipynb", SHOWS)
    refresh(path)
    first = path.read_text("utf-8")
    refresh(path)
    assert path.read_text("utf-8") == first
    stream, shown = json.loads(first)["cells"][0]["outputs"]
    assert stream["text"] == ["first\n", "second\n"] and set(shown["data"]) == {"text/plain", "text/html"}
    assert (
        "widgets" not in json.loads(first)["metadata"] and "execution" not in json.loads(first)["cells"][0]["metadata"]
    )


def test_a_cell_that_raises_leaves_the_file_as_it_was(tmp_path):
    path = written(tmp_path / "one.ipynb", "1 / 0")
    before = path.read_text("utf-8")
    with pytest.raises(CellExecutionError, match="ZeroDivisionError"):
        refresh(path)
    assert path.read_text("utf-8") == before
