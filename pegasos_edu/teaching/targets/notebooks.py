"""Notebooks made of a master: for a learner, with solutions, and the sources of nbgrader and Otter-Grader."""

import ast
import json
import textwrap

from pegasos_edu.teaching.masters import ANSWER, MANUAL, marked, masters, region, slug

METADATA = {
    "kernelspec": {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"},
    "language_info": {"name": "python"},
}
NBGRADER_CONFIG = '''\
"""Configure nbgrader for these assignments: `...` stands where something is to be written, as the checks expect."""

c = get_config()  # noqa: F821
c.ClearSolutions.code_stub = {"python": "..."}
c.ClearSolutions.text_stub = "*Your answer here.*"
'''
OTTER_CONFIG = """\
# ASSIGNMENT CONFIG
name: "{name}"
init_cell: true
export_cell: false
strip_solutions_from_all_cells: true
tests:
    ok_format: false
"""
OTTER_TEST = '''\
""" # BEGIN TEST CONFIG
points: {points}
hidden: {hidden}
""" # END TEST CONFIG
'''


def student(assignment):
    """The notebook for a learner: with holes, without hidden checks, without outputs."""
    return _notebook(assignment, [_cell(cell, cell.student) for cell in assignment.cells if cell.student is not None])


def solution(assignment):
    """The notebook with solutions and all checks."""
    return _notebook(assignment, [_cell(cell, cell.solution) for cell in assignment.cells])


def nbgrader(assignment):
    """The source that `nbgrader generate_assignment` starts from."""
    return _notebook(assignment, [_of_nbgrader(assignment, cell) for cell in assignment.cells])


def _of_nbgrader(assignment, cell):
    source, points = marked(cell.source, "###"), {}
    is_graded, is_written = cell.kind in ("check", "hidden", "manual"), cell.kind in ("write", "manual")
    if cell.kind == "text":
        return _cell(cell, cell.source)
    if cell.kind == "manual":
        source = marked(MANUAL.sub("", cell.source), "<!--", " -->")
    if cell.kind == "hidden":
        source = _hidden(assignment, cell)
    if is_graded:
        points = {"points": cell.points}
    name = f"{slug(cell)}" if cell.name else f"cell_{cell.number:02d}"
    of_nbgrader = {
        "grade": is_graded,
        "grade_id": name,
        "locked": not is_written,
        "schema_version": 3,
        "solution": is_written,
        "task": False,
        **points,
    }
    return _cell(cell, source, {"nbgrader": of_nbgrader})


def _hidden(assignment, cell):
    """A hidden check of the course is called from the package, as a page of feedback shows what stands in cells."""
    first, *lines = cell.source.splitlines()
    if masters().get(assignment.name) == assignment.path:
        lines = [
            "from pegasos_edu.teaching.scoring import require",
            f'require("{assignment.name}", "{cell.name}", globals())',
        ]
    return "\n".join([first, "### BEGIN HIDDEN TESTS", *lines, "### END HIDDEN TESTS"])


def otter(assignment):
    """The source that `otter assign` starts from: each check is a question of its own."""
    cells = [("raw", OTTER_CONFIG.format(name=assignment.name), {})]
    for cell in assignment.cells:
        if cell.kind in ("check", "hidden"):
            cells += _tested(assignment, cell)
        elif cell.kind == "manual":
            cells += _asked(cell)
        else:
            cells.append(_cell(cell, marked(cell.source, "#")))
    return _notebook(assignment, cells)


def _tested(assignment, cell):
    is_hidden = cell.kind == "hidden"
    test = OTTER_TEST.format(points=cell.points, hidden=str(is_hidden).lower()) + as_function(assignment, cell)
    question = {"name": f'"{slug(cell)}"', "points": cell.points, "check_cell": str(not is_hidden).lower()}
    return _within("QUESTION", question, _within("TESTS", {}, [("code", test, {})]))


def _asked(cell):
    """A question in words: the question is its prompt, the model answer its solution."""
    question = {"name": f'"{slug(cell)}"', "manual": "true", "points": cell.points}
    asked = MANUAL.sub("", cell.student).replace(ANSWER, "").strip()
    answers = [("markdown", ANSWER, {})], [("markdown", region(cell), {})]
    parts = [*_within("PROMPT", {}, answers[0]), *_within("SOLUTION", {}, answers[1])]
    return _within("QUESTION", question, [("markdown", asked, {}), *parts])


def _within(block, config, cells):
    lines = [f"# BEGIN {block}", *(f"{key}: {value}" for key, value in config.items())]
    return [("raw", "\n".join(lines), {}), *cells, ("raw", f"# END {block}", {})]


def as_function(assignment, cell, takes=True):
    """A check as a function called test_…, which imports what it needs; its parameters are the learner's functions."""
    body = "\n".join(cell.source.splitlines()[1:])
    imports = "\n".join(needed(assignment, cell))
    parameters = ", ".join(assignment.used(cell)) if takes else ""
    return f"def test_{slug(cell)}({parameters}):\n" + textwrap.indent(f"{imports}\n{body}", "    ")


def needed(assignment, cell):
    """The imports and definitions of the given cells that a check uses, each as source."""
    given = ast.parse(assignment.given).body
    readers = [ast.parse(cell.source), *(node for node in given if not isinstance(node, (ast.Import, ast.ImportFrom)))]
    names = {node.id for reader in readers for node in ast.walk(reader) if isinstance(node, ast.Name)}
    for node in given:
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            used = [one for one in node.names if (one.asname or one.name.split(".")[0]) in names]
            if used:
                node.names = used
                yield ast.unparse(node)
        else:
            yield ast.unparse(node)


def _cell(cell, source, metadata=None):
    folded = {"jupyter": {"source_hidden": True}} if cell.folded else {}
    return "markdown" if cell.kind in ("text", "manual") else "code", source, {**folded, **(metadata or {})}


def _notebook(assignment, cells):
    """The bytes of a notebook; its cells are (type, source, metadata)."""
    made = []
    for number, (kind, source, metadata) in enumerate(cells, 1):
        of_code = {"execution_count": None, "outputs": []} if kind == "code" else {}
        name = f"{assignment.name.lower()}-{number:02d}"
        made.append({"cell_type": kind, "id": name, "metadata": metadata, "source": source, **of_code})
    notebook = {"cells": made, "metadata": METADATA, "nbformat": 4, "nbformat_minor": 5}
    return json.dumps(notebook, indent=1, sort_keys=True, ensure_ascii=False).encode() + b"\n"
