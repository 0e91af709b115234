"""The course as a whole: every lesson has what a learner and a lecturer look for, and every map leads to it."""

import ast
import json
import re
from pathlib import Path

import pytest

from pegasos_edu.course.maths import with_mathml

ROOT = Path(__file__).resolve().parents[2]
LESSONS = sorted((ROOT / "notebooks" / "lessons").glob("*.ipynb"))
MAPS = {
    "README.md": (ROOT / "README.md").read_text("utf-8").split("## The course")[1].split("\n## ")[0],
    "lesson 00": LESSONS[0].read_text("utf-8").split("The map")[1].split("Which way?")[0],
}


@pytest.fixture(params=LESSONS, ids=lambda path: path.stem)
def cells(request):
    """The cells of each lesson in turn, each source as one text."""
    loaded = json.loads(request.param.read_text("utf-8"))["cells"]
    return [cell | {"source": "".join(cell["source"])} for cell in loaded]


def prose(cells):
    return [cell["source"] for cell in cells if cell["cell_type"] == "markdown"]


def outputs(cells):
    return [
        "".join(output["data"]["text/plain"])
        for cell in cells
        for output in cell.get("outputs", [])
        if "data" in output
    ]


def question(path):
    first = "".join(json.loads(path.read_text("utf-8"))["cells"][0]["source"])
    return re.match(r"# (\d\d) · (.*\?)\n", first).groups()


def test_the_lessons_are_numbered_without_a_gap():
    assert [path.name[:2] for path in LESSONS] == [f"{n:02d}" for n in range(len(LESSONS))]
    assert [question(path)[0] for path in LESSONS] == [path.name[:2] for path in LESSONS]


@pytest.mark.parametrize("name", MAPS)
@pytest.mark.parametrize("path", LESSONS, ids=lambda path: path.stem)
def test_the_maps_name_every_lesson_by_its_question(path, name):
    assert path.stem in MAPS[name] or name == "lesson 00" == f"lesson {path.stem[:2]}"
    assert question(path)[1] in MAPS[name]


def test_a_lesson_opens_on_its_question_and_closes_on_what_to_remember(cells):
    first, *_, last = prose(cells)
    assert re.match(r"# \d\d · .*\?\n\n\*\*\w+ minutes\.?\*\* ", first) and "At the end you" in first
    assert last.startswith("## Remember\n\n* ") and re.search(r"\*Sources?:\*", last)


def test_a_lesson_asks_before_it_tells(cells):
    assert sum(text.count("**Predict first") for text in prose(cells)) >= 2
    quizzes = [cell for cell in cells if any(said.startswith("Quiz: ") for said in outputs([cell]))]
    assert len(quizzes) >= 3
    assert all(cell["metadata"]["jupyter"]["source_hidden"] for cell in quizzes), "it holds the answers"


def test_the_exercises_have_their_solutions_folded_away(cells):
    start = next(n for n, cell in enumerate(cells) if cell["source"].startswith("## Try it"))
    exercises = re.findall(r"^\*\*([A-E])\.\*\*", "\n".join(prose(cells[start:])), re.MULTILINE)
    solutions = [cell for cell in cells[start:] if cell["metadata"].get("jupyter", {}).get("source_hidden")]
    assert 3 <= len(exercises) == len(solutions) <= 5 and exercises == sorted(exercises)
    assert all(cell["source"].splitlines()[-1].startswith("#") for cell in solutions)


def test_what_a_lecturer_shows_is_tagged(cells):
    shown = [cell for cell in cells if "slide" in cell["metadata"].get("tags", [])]
    assert sum(cell["cell_type"] == "code" for cell in shown) >= 4
    assert all(outputs([cell]) for cell in shown if cell["cell_type"] == "code")


def test_every_formula_can_be_shown_without_a_network(cells):
    for text in prose(cells):
        assert not re.search(r"\$\S", re.sub(r"`[^`]*`", "", with_mathml(text)))


def test_what_follows_a_slider_is_not_changed_by_later_cells(cells):
    trees = [ast.parse(cell["source"]) for cell in cells if cell["cell_type"] == "code"]
    for place, call in ((n, node) for n, tree in enumerate(trees) for node in ast.walk(tree) if is_explorer(node)):
        name = call.args[0].id
        draw = next(part for tree in trees for part in tree.body if getattr(part, "name", None) == name)
        bound_later = set().union(*(bound(part) for tree in trees[place + 1 :] for part in tree.body))
        own = bound(draw.body) | {node.arg for node in ast.walk(draw) if isinstance(node, ast.arg)}
        taken = {node.id for node in ast.walk(draw) if isinstance(node, ast.Name)} - own
        assert not taken & bound_later, f"{name} takes what later cells bind anew: give it the data inside"


def is_explorer(node):
    return isinstance(node, ast.Call) and getattr(node.func, "id", None) == "explore"


def bound(part):
    """The names that statements bind where they stand, those within functions left out."""
    if isinstance(part, list):
        return set().union(*map(bound, part))
    if isinstance(part, ast.FunctionDef):
        return {part.name}
    return {node.id for node in ast.walk(part) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
