"""Make notebooks from a master: for learners, with solutions, and the sources for nbgrader and Otter-Grader."""

import ast
import json
import textwrap

from pegasos_edu.teaching.masters import ANSWER, MANUAL, region, slug, with_markers
from pegasos_edu.teaching.targets.texts import text

METADATA = {
    "kernelspec": {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"},
    "language_info": {"name": "python"},
}
SCORING = "from pegasos_edu.teaching.scoring import"


def student(assignment):
    """Return the notebook for a learner: with holes, without hidden checks, without outputs."""
    return _notebook(assignment, [_cell(cell, cell.student) for cell in assignment.cells if cell.student is not None])


def released(assignment):
    """Return the learner's notebook in the form that all graders take, as values for JSON.

    It has the metadata of nbgrader and Otter-Grader, and of each hidden check the first line, as nbgrader hands it out.
    """
    cells = []
    for cell in assignment.cells:
        kind, _, metadata = _nbgrader_cell(assignment, cell)
        cells.append((kind, cell.source.splitlines()[0] if cell.student is None else cell.student, metadata))
    notebook = json.loads(_notebook(assignment, cells))
    return notebook | {"metadata": notebook["metadata"] | {"otter": {"assignment_name": assignment.name}}}


def solution(assignment):
    """Return the notebook with solutions and all checks."""
    return _notebook(assignment, [_cell(cell, cell.solution) for cell in assignment.cells])


def nbgrader(assignment):
    """Return the source for `nbgrader generate_assignment`."""
    return _notebook(assignment, [_nbgrader_cell(assignment, cell) for cell in assignment.cells])


def _nbgrader_cell(assignment, cell):
    if cell.kind == "text":
        return _cell(cell, cell.source)
    source = with_markers(cell.source, "###")
    if cell.kind == "manual":
        source = with_markers(MANUAL.sub("", cell.source), "<!--", " -->")
    elif cell.kind in ("check", "hidden"):
        source = _nbgrader_check(assignment, cell)
    is_graded, is_written = cell.kind in ("check", "hidden", "manual"), cell.kind in ("write", "manual")
    metadata = {
        "grade": is_graded,
        "grade_id": slug(cell) if cell.name else f"cell_{cell.number:02d}",
        "locked": not is_written,
        "schema_version": 3,
        "solution": is_written,
        "task": False,
        **({"points": cell.points} if is_graded else {}),
    }
    return _cell(cell, source, {"nbgrader": metadata})


def _nbgrader_check(assignment, cell):
    """Return the source of a check, whose hidden lines learners see only in nbgrader's feedback.

    Hidden lines therefore only call the package if the check is from the course. The package then runs a hidden check,
    and gives a public one the solution's functions for earlier tasks.
    """
    first, *lines = cell.source.splitlines()
    name = "require" if cell.kind == "hidden" else "use_reference"
    hidden = [f"{SCORING} {name}", f'{name}("{assignment.name}", "{cell.name}", globals())']
    if cell.kind == "hidden":
        lines, hidden = [], hidden if assignment.is_of_course else lines
    elif not assignment.is_of_course:
        hidden = []
    return "\n".join([first, *(["### BEGIN HIDDEN TESTS", *hidden, "### END HIDDEN TESTS"] if hidden else []), *lines])


def otter(assignment):
    """Return the source for `otter assign`: each check is a question of its own."""
    cells = [("raw", text("otter_config.yml", name=assignment.name), {})]
    for cell in assignment.cells:
        if cell.kind in ("check", "hidden"):
            cells += _otter_check(assignment, cell)
        elif cell.kind == "manual":
            cells += _otter_question(cell)
        else:
            cells.append(_cell(cell, with_markers(cell.source, "#")))
    return _notebook(assignment, cells)


def _otter_check(assignment, cell):
    hidden, public = (str(cell.kind == kind).lower() for kind in ("hidden", "check"))
    config = f'""" # BEGIN TEST CONFIG\npoints: {cell.points}\nhidden: {hidden}\n""" # END TEST CONFIG\n'
    question = {"name": f'"{slug(cell)}"', "points": cell.points, "check_cell": public}
    return _block("QUESTION", question, _block("TESTS", {}, [("code", config + as_test(assignment, cell), {})]))


def _otter_question(cell):
    """Return a question in words: the question becomes the prompt, and the model answer the solution."""
    question = {"name": f'"{slug(cell)}"', "manual": "true", "points": cell.points}
    words = MANUAL.sub("", cell.student).replace(ANSWER, "").strip()
    prompt, solution = [("markdown", ANSWER, {})], [("markdown", region(cell), {})]
    parts = [*_block("PROMPT", {}, prompt), *_block("SOLUTION", {}, solution)]
    return _block("QUESTION", question, [("markdown", words, {}), *parts])


def _block(name, config, cells):
    lines = [f"# BEGIN {name}", *(f"{key}: {value}" for key, value in config.items())]
    return [("raw", "\n".join(lines), {}), *cells, ("raw", f"# END {name}", {})]


def as_test(assignment, cell, module=""):
    """Return a check as a function with its own imports and a name that begins with test_.

    The learner's functions are its parameters, or come from a `module`. A check of the course takes the solution's
    functions for earlier tasks from the package, if the package holds masters.
    """
    used, body = assignment.used(cell), "\n".join(cell.source.splitlines()[1:])
    lines = [f"{name} = {module}{name}" for name in used if module]
    if assignment.is_of_course and assignment.before(used[-1]):
        given = "".join(f", {name}={name}" for name in used)
        lines.append(f"{SCORING} with_reference")
        lines.append(f'with with_reference("{assignment.name}", "{cell.name}"{given}) as ({", ".join(used)},):')
        body = textwrap.indent(body, "    ")
    parameters = "" if module else ", ".join(used)
    lines = [*needed(assignment, cell), *lines, body]
    return f"def test_{slug(cell)}({parameters}):\n" + textwrap.indent("\n".join(lines), "    ")


def needed(assignment, cell):
    """Yield the imports and definitions of the given cells that a check uses, each as source."""
    given = ast.parse(assignment.given_source).body
    readers = [ast.parse(cell.source), *(node for node in given if not isinstance(node, (ast.Import, ast.ImportFrom)))]
    names = {node.id for reader in readers for node in ast.walk(reader) if isinstance(node, ast.Name)}
    for node in given:
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            node.names = [alias for alias in node.names if (alias.asname or alias.name.split(".")[0]) in names]
            if not node.names:
                continue
        yield ast.unparse(node)


def _cell(cell, source, metadata=None):
    folded = {"jupyter": {"source_hidden": True}} if cell.folded else {}
    return "markdown" if cell.kind in ("text", "manual") else "code", source, {**folded, **(metadata or {})}


def _notebook(assignment, cells):
    """Return the bytes of a notebook, given (type, source, metadata) for each cell."""
    content = []
    for number, (kind, source, metadata) in enumerate(cells, 1):
        of_code = {"execution_count": None, "outputs": []} if kind == "code" else {}
        name = f"{assignment.name.lower()}-{number:02d}"
        content.append({"cell_type": kind, "id": name, "metadata": metadata, "source": source, **of_code})
    notebook = {"cells": content, "metadata": METADATA, "nbformat": 4, "nbformat_minor": 5}
    return json.dumps(notebook, indent=1, sort_keys=True, ensure_ascii=False).encode() + b"\n"
