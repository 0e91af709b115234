"""Test the program to expose in each of lessons 01 to 09."""

import json
import re

import pytest
from stored import LESSONS

from pegasos_edu.check import expose, puzzle
from pegasos_edu.check.puzzles import PUZZLES
from pegasos_edu.check.tables import puzzles_in

PATHS = {path.name[:2]: path for path in LESSONS}


@pytest.mark.parametrize("name", PUZZLES)
def test_a_lesson_shows_its_program_and_a_cell_to_hand_in_all_that_it_takes(name):
    cells = json.loads(PATHS[name].read_text("utf-8"))["cells"]
    [at] = [n for n, cell in enumerate(cells) if "expose" in cell["metadata"].get("tags", [])]
    text, shown, asked = ("".join(cell["source"]) for cell in cells[at - 2 : at + 1])
    assert puzzles_in(asked) == [name] and shown.endswith(f'puzzle("{name}")')
    taken = re.search(r"\((.*?)\)", puzzle(name).source)[1].split(", ")
    assert re.findall(r"(\w+)=\.\.\.,", asked) == taken
    assert text.startswith("**Expose it.**") and len(text.split()) < 60
    headings = [cell["source"][0].strip() for cell in cells[:at] if "".join(cell["source"]).startswith("## ")]
    assert headings[-1] == "## Try it"


@pytest.mark.parametrize("name", PUZZLES)
def test_the_cell_can_run_before_anything_is_written(name):
    taken = re.search(r"\((.*?)\)", puzzle(name).source)[1].split(", ")
    assert expose(name, **dict.fromkeys(taken, ...)).verdict == f"Not written yet: {taken[0]} is still `...`."
