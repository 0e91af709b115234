"""Test the message of a cell that needs an earlier cell which has not run."""

import json

import nbformat
import pytest
from nbclient import NotebookClient

from pegasos_edu.common.course_folder import lesson, lessons
from pegasos_edu.common.stored_cells import read_cells
from pegasos_edu.lessons import skipped_cells
from pegasos_edu.lessons.skipped_cells import to_run_first

WELCOME = json.loads(lesson("00").read_text("utf-8"))["cells"]
IN_TWO = "in “2. A line that finds its place” that begins with\n    "
POINTS = f"`X` is made by the cell {IN_TWO}X, y, names = toy()"
COUNTED = f"`first` is made by the folded cell {IN_TWO}def all_right(seed):"
ASKED = f"`guess_points` is made by the folded cell {IN_TWO}counts = ["


def source(cell_id):
    [cell] = [cell for cell in WELCOME if cell["id"] == cell_id]
    return "".join(cell["source"])


def said_in_a_kernel(*sources):
    """Run cells one by one, even if some fail, and return the output and the error of the last one."""
    cells = [nbformat.v4.new_code_cell(output) for output in sources]
    notebook = nbformat.v4.new_notebook(cells=cells)
    NotebookClient(notebook, allow_errors=True, extra_arguments=["--log-level=ERROR"]).execute()
    outputs = notebook.cells[-1].outputs
    printed = "".join(output.text for output in outputs if output.output_type == "stream")
    return printed, [output.ename for output in outputs if output.output_type == "error"]


def test_a_quiz_far_below_a_skipped_cell_says_which_cell_to_run_first():
    printed, errors = said_in_a_kernel(source("welcome-02"), source("welcome-28"))
    assert POINTS in printed and "Run All Above Selected Cell" in printed
    assert errors == ["NameError"]


@pytest.mark.parametrize("path", lessons(), ids=lambda path: path.stem)
def test_the_first_cell_of_each_lesson_asks_for_this_message(path):
    first = next(cell for cell in read_cells(path.read_text("utf-8")) if cell.cell_type == "code")
    assert first.source.splitlines()[-1] == "watch()"


def test_an_outcome_says_that_its_prediction_was_not_made():
    assert ASKED in to_run_first("guess_points", source("welcome-12"))


def test_a_changed_cell_is_known_by_its_id():
    assert COUNTED in to_run_first("first", "Quiz(first)", "welcome-28")


@pytest.mark.parametrize(
    ("name", "own"),
    [
        ("first", "first + 1"),
        ("nowhere", source("welcome-28")),
        ("many_runs", source("welcome-28")),  # a later cell defines it
        ("state", source("welcome-28")),  # the variable of a comprehension
    ],
)
def test_nothing_is_said_of_a_cell_of_ones_own_or_of_a_name_that_no_cell_above_makes(name, cell):
    assert to_run_first(name, cell) == ""


def test_the_heading_is_the_last_one_above_the_cell(tmp_path, monkeypatch):
    cell = nbformat.v4.new_code_cell
    cells = [nbformat.v4.new_markdown_cell("# Lesson\n\n## Part"), cell("made = 1"), cell("made", id="asked")]
    path = tmp_path / "lesson.ipynb"
    nbformat.write(nbformat.v4.new_notebook(cells=cells), path)
    monkeypatch.setattr(skipped_cells, "lessons", lambda: [path])
    assert "in “Part” that begins with\n    made = 1" in to_run_first("made", "made", "asked")
