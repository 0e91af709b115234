"""Test that every lesson has the parts that learners and teachers need, and that all lists of lessons contain it."""

import ast
import builtins
import json
import re
from pathlib import Path
from statistics import median

import pytest
from stored import names

from pegasos_edu.claims import CLAIMS
from pegasos_edu.common.course_folder import ON_SOLUTIONS
from pegasos_edu.lessons.formulas import with_mathml
from pegasos_edu.misconceptions import by_id

ROOT = Path(__file__).resolve().parents[2]
LESSONS = sorted((ROOT / "notebooks" / "lessons").glob("*.ipynb"))
GUIDE = ROOT / "notebooks" / "teaching" / "guide.md"
MAPS = {
    "README.md": (ROOT / "README.md").read_text("utf-8").split("## The course")[1].split("\n## ")[0],
    "lesson 00": LESSONS[0].read_text("utf-8").split("The map")[1].split("Which way?")[0],
}


@pytest.fixture(params=LESSONS, ids=lambda path: path.stem)
def cells(request):
    """Return the cells of each lesson in turn, each source as one text."""
    return cells_of(request.param)


def cells_of(path):
    return [cell | {"source": "".join(cell["source"])} for cell in json.loads(path.read_text("utf-8"))["cells"]]


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


# The guide for teachers


def part_of_the_guide(path):
    """Return the part of the guide about a lesson; its heading is the number and the question of the lesson."""
    number, asked = question(path)
    return GUIDE.read_text("utf-8").split(f"## {number} · {asked}\n")[1].split("\n## ")[0]


@pytest.mark.parametrize("path", LESSONS, ids=lambda path: path.stem)
def test_the_guide_says_of_each_lesson_what_a_teacher_asks(path):
    part, number = part_of_the_guide(path), path.stem[:2]
    for heading in ("Aim.", "On the projector", "What students get wrong.", "To assign."):
        assert f"**{heading}" in part
    assert f"`pegasos-edu lessons {number} --slides`" in part
    counted = [int(value) for value in re.findall(r"^\|.*\| (\d+) \|$", part, re.MULTILINE)]
    assert sum(counted) == said_minutes(cells_of(path))


def test_the_guide_names_mistakes_as_the_catalogue_does():
    titles = {entry.title for entry in by_id().values()}
    for path in LESSONS:
        wrong = part_of_the_guide(path).split("**What students get wrong.**")[1].split("**To assign.**")[0]
        named = re.findall(r"^\* \*([^*]+)\*", wrong, re.MULTILINE)
        assert set(named) <= titles and (named or path.stem.startswith("00"))


# The form of a lesson


NUMBERS = "one two three four five six seven eight nine".split()
WORDS = {"fifteen": 15, "twenty": 20, "thirty": 30} | {f"twenty-{name}": 20 + n for n, name in enumerate(NUMBERS, 1)}


def tags(cell):
    return cell["metadata"].get("tags", [])


def is_folded(cell):
    """Return whether the code of a cell is folded."""
    return cell["metadata"].get("jupyter", {}).get("source_hidden", False)


def opens_folded(cell):
    return cell["metadata"].get("jp-MarkdownHeadingCollapsed", False)


def sections(cells):
    """Return a dict: heading -> the cells of its section; the first section is the title with the imports."""
    parts = {}
    for cell in cells:
        if cell["cell_type"] == "markdown" and (match := re.match(r"##? (.*)", cell["source"])):
            assert match[1] not in parts
            part = parts.setdefault(match[1], [])
        part.append(cell)
    return parts


def main_line(cells):
    """Return the cells before "Check yourself"."""
    parts = sections(cells)
    names = list(parts)[: list(parts).index("Check yourself")]
    return [cell for name in names for cell in parts[name]]


def in_view(cells):
    """Return the visible cells of code on the main line, each as its lines without empty ones and comments."""
    shown = [cell["source"] for cell in main_line(cells) if cell["cell_type"] == "code" and not is_folded(cell)]
    return [[line for line in source.splitlines() if line.strip() and line.lstrip()[0] != "#"] for source in shown]


def words(cells):
    """Return the number of words on the main line; a formula counts as one."""
    text = "\n".join(cell["source"] for cell in main_line(cells) if cell["cell_type"] == "markdown")
    text = re.sub(r"\$\$.*?\$\$|\$[^$]*\$", "formula", re.sub(r"<[^>]*>", " ", text), flags=re.DOTALL)
    return len(text.split())


MOVED = dict.fromkeys(["StepPlayer", "Comparison", "Landscape"], 120)
SECONDS = {"Predict": 25, "Picture": 20, "Explorer": 40, "Proof": 90} | MOVED


def minutes(cells):
    """Count 200 words a minute, 15 s for a cell, 25 s for a formula, 4 min to write, and SECONDS for the rest."""
    shown = [re.split(r"\W", text, maxsplit=1) for text in outputs(main_line(cells))]
    asked = sum(len(rest[0].split()) for name, *rest in shown if name in ("Predict", "Outcome", "Proof"))
    formulas = sum(text.count("$$") // 2 for text in prose(main_line(cells)))
    written = sum("write" in tags(cell) for cell in cells)
    seconds = 15 * len(in_view(cells)) + 25 * formulas + sum(SECONDS.get(name, 0) for name, *_ in shown)
    return (words(cells) + asked) / 200 + seconds / 60 + 4 * written


def said_minutes(cells):
    return WORDS[re.match(r"# \d\d · .*\?\n\n\*\*([\w-]+) minutes\.?\*\* ", cells[0]["source"])[1].lower()]


def test_a_lesson_takes_about_the_minutes_that_it_says_and_at_most_thirty(cells):
    assert said_minutes(cells) - 8 < minutes(cells) <= said_minutes(cells) <= 30


def test_a_main_line_is_short_and_its_cells_are(cells):
    lengths = [len(lines) for lines in in_view(cells)]
    assert words(cells) <= 1100 and len(lengths) <= 20
    assert median(lengths) <= 3 and max(lengths) <= 8
    assert not any("assert " in line for lines in in_view(cells) for line in lines), "checks are folded"


def test_a_lesson_comes_in_the_same_order_as_all_others(cells):
    names = list(sections(cells))
    numbered = [name for name in names if re.match(r"\d\. ", name)]
    assert [name[0] for name in numbered] == [str(n) for n in range(1, len(numbered) + 1)]
    deeper = [name for name in names if name.startswith("Dig deeper: ")]
    order = [names[0], *numbered, "Check yourself", "Try it", "Remember", *deeper]
    assert names in (order, [*order, "Errata"]) and "At the end you" in cells[0]["source"]
    folded = [name for name, part in sections(cells).items() if opens_folded(part[0])]
    assert folded == names[names.index("Remember") + 1 :]


def test_a_section_begins_a_cell(cells):
    """Check this because the part that a prediction hides in a page ends with its section."""
    for text in prose(cells):
        assert not re.search(r"\n## ", re.sub(r"```.*?```", "", text, flags=re.DOTALL))


def test_a_lesson_closes_on_the_answer_to_its_question_and_what_to_remember(cells):
    question = re.match(r"# \d\d · (.*)", cells[0]["source"])[1]
    (last,) = sections(cells)["Remember"]
    form = rf"## Remember\n\n\*\*{re.escape(question)}\*\* [A-Z][^\n]*\.\n\n\* .*\*Sources?:\*"
    assert re.match(form, last["source"], re.DOTALL)


def test_errata_name_rows_of_the_ledger_and_where_the_lesson_shows_them(cells):
    for cell in sections(cells).get("Errata", [])[:1]:
        rows = re.findall(r"^\* (.*)", cell["source"], re.MULTILINE)
        named = [re.fullmatch(r"`([^`]+)` · ([^·]{1,110})", row) for row in rows]
        assert rows and all(named), "a row must have a slug and a place; only the ledger has the verdict"
        assert {match[1] for match in named} <= CLAIMS.keys()


# What a learner does


def test_a_lesson_asks_before_it_tells(cells):
    said = outputs(main_line(cells))
    asked = [text for text in said if text.startswith("Predict: ")]
    assert len(asked) >= 2 and not any("Predict first" in text for text in prose(cells))
    for question in (text.removeprefix("Predict: ").split(" [")[0] for text in asked):
        assert sum(text.startswith(f"Outcome: {question} ") for text in said) == 1
    quizzes = [cell for cell in cells if any(text.startswith("Quiz: ") for text in outputs([cell]))]
    assert len(quizzes) >= 3
    assert all(is_folded(cell) for cell in quizzes), "a cell with a quiz contains the answers"


def test_a_lesson_has_something_to_write_and_the_solution_passes(cells):
    if cells[0]["source"].startswith("# 00"):
        return
    holes = [n for n, cell in enumerate(cells) if "write" in tags(cell)]
    assert holes and all(cells[n] in main_line(cells) for n in holes)
    for n in holes:
        [said], [right] = outputs([cells[n]]), outputs([cells[n + 1]])
        assert "..." in cells[n]["source"] and said.startswith("[not yet] Not written yet")
        assert "solution" in tags(cells[n + 1]) and right.startswith("[passed] Right")


def exercises(cells):
    """Return the text and the solution of each exercise."""
    part = sections(cells)["Try it"]
    asked = [n for n, cell in enumerate(part) if re.search(r"^\*\*[A-E]\.\*\*", cell["source"], re.MULTILINE)]
    return [(part[n]["source"], part[n + 1]) for n in asked]


def test_the_exercises_have_their_solutions_folded_away(cells):
    letters = [re.search(r"^\*\*([A-E])\.", text, re.MULTILINE)[1] for text, _ in exercises(cells)]
    assert 3 <= len(letters) <= 5 and letters == sorted(letters)
    assert ON_SOLUTIONS in sections(cells)["Try it"][0]["source"]
    for _, cell in exercises(cells):
        assert "solution" in tags(cell) and cell["source"].splitlines()[-1].startswith("#")
    for cell in cells:
        assert ("solution" in tags(cell)) == cell["metadata"].get("jupyter", {}).get("outputs_hidden", False)


AGAIN = {"picture", "ax", "axes", "t", "seed", "n", "i", "name", "value"}  # names that may be reused


def test_no_name_means_two_things(cells):
    solutions = [[cell] for cell in cells if "solution" in tags(cell)]
    rest = [[cell for cell in part if "solution" not in tags(cell)] for part in sections(cells).values()]
    units = [{name for cell in part for name in bound_at_top(cell)} for part in [*rest, *solutions]]
    twice = {name for n, names in enumerate(units) for other in units[:n] for name in names & other}
    assert not twice - AGAIN


def bound_at_top(cell):
    """Return the names that a cell of code defines in the notebook, without imports and loop variables."""
    if cell["cell_type"] != "code":
        return set()
    body = ast.parse(cell["source"]).body
    names = {
        node.id for part in body if not isinstance(part, DEFINITIONS) for node in own_nodes(part) if is_stored(node)
    }
    return names - looped(body) | {part.name for part in body if isinstance(part, DEFINITIONS)}


DEFINITIONS = (ast.FunctionDef, ast.ClassDef)
INNER = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp, ast.Lambda, *DEFINITIONS)


def own_nodes(part):
    """Yield the nodes of a statement, except nodes within functions and other scopes."""
    for child in ast.iter_child_nodes(part):
        if not isinstance(child, INNER):
            yield child
            yield from own_nodes(child)


def is_stored(node):
    return isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)


def looped(body):
    loops = [node for part in body for node in ast.walk(part) if isinstance(node, ast.For)]
    return {node.id for loop in loops for node in ast.walk(loop.target) if isinstance(node, ast.Name)}


def test_an_exercise_needs_no_names_but_those_of_the_sections_that_it_names(cells):
    parts = sections(cells)
    first = next(iter(parts))
    for text, solution in exercises(cells):
        named = re.findall(r"section (\d)", text)
        known = [code(part) for name, part in parts.items() if name == first or name[0] in named]
        bound = set(dir(builtins)).union(*(names(source)[0] for source in sum(known, [])))
        assert names(solution["source"])[1] <= bound, text


def code(part):
    """Return the cells of code on which other cells may depend: none to write, none that show these, no solutions."""
    return [
        cell["source"]
        for cell in part
        if cell["cell_type"] == "code"
        and not {"write", "solution"} & set(tags(cell))
        and not cell["source"].startswith("beside(")
    ]


# What is shown of a lesson


def test_what_a_lecturer_shows_is_tagged(cells):
    shown = [cell for cell in cells if "slide" in cell["metadata"].get("tags", [])]
    assert sum(cell["cell_type"] == "code" for cell in shown) >= 4
    assert all(cell["outputs"] for cell in shown if cell["cell_type"] == "code")


def test_every_formula_can_be_shown_without_a_network(cells):
    for text in prose(cells):
        assert not re.search(r"\$\S", re.sub(r"`[^`]*`", "", with_mathml(text)))


def test_what_follows_a_slider_is_not_changed_by_later_cells(cells):
    trees = [ast.parse(cell["source"]) for cell in cells if cell["cell_type"] == "code"]
    for place, call in ((n, node) for n, tree in enumerate(trees) for node in ast.walk(tree) if is_explorer(node)):
        name = call.args[0].id
        draw = next(part for tree in trees for part in tree.body if getattr(part, "name", None) == name)
        bound_later = set().union(*(bound(part) for tree in trees[place + 1 :] for part in tree.body))
        inner = bound(draw.body) | {node.arg for node in ast.walk(draw) if isinstance(node, ast.arg)}
        taken = {node.id for node in ast.walk(draw) if isinstance(node, ast.Name)} - inner
        assert not taken & bound_later, f"{name} takes what later cells bind anew: give it the data inside"


def is_explorer(node):
    return isinstance(node, ast.Call) and getattr(node.func, "id", None) == "explore"


def bound(part):
    """Return the names that statements bind in their own scope, not in functions within."""
    if isinstance(part, list):
        return set().union(*map(bound, part))
    if isinstance(part, ast.FunctionDef):
        return {part.name}
    return {node.id for node in ast.walk(part) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
