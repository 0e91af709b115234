"""Write an assignment as a page in which learners write and check their program, and from which they download it."""

import ast
import inspect
import json
from html import escape
from pathlib import Path

import nbformat

from pegasos_edu import datasets
from pegasos_edu.browser.python_in_page import interpreter, packed
from pegasos_edu.check.closeness import close
from pegasos_edu.check.tables import checker
from pegasos_edu.common.scripts import joined
from pegasos_edu.lessons.markup import code, exported, rendered
from pegasos_edu.lessons.pages import page
from pegasos_edu.teaching.masters import ANSWER
from pegasos_edu.teaching.targets.folders import program
from pegasos_edu.teaching.targets.notebooks import needed, released

TEMPLATES = Path(__file__).with_name("templates")
IN_PAGE = ("numpy", "math", "pegasos_edu.check")  # the modules that a page has
STYLE = """
.pegasos-answer textarea { width: 100%; max-width: 48em; padding: 8px; }
#hand-in button { margin: 4px 0; }
"""
DATA = """
def data_of(call):
    X, y = DATA[call]
    return np.array(X), np.array(y), None
"""


def assignment_page(assignment):
    """Return the page of an assignment, as HTML.

    Raises
    ------
    ValueError
        If a public check needs what a page does not have.
    """
    data = _Data()
    tasks, shown = [], []
    stored = nbformat.v4.reads(assignment.path.read_text("utf-8")).cells
    for n, cell in enumerate(assignment.cells):
        if cell.kind == "hidden":
            continue
        if cell.kind == "check":
            _require_little(assignment, cell)
            check = ast.unparse(data.visit(ast.parse(cell.source)))
            tasks[-1]["checks"].append({"name": cell.name, "points": cell.points, "source": check})
        elif cell.kind in ("write", "manual"):
            tasks.append({"place": n, "student": cell.student, "checks": []})
        shown.append(_as_html(assignment, cell, stored[cell.number - 1], is_question=cell.number > _last(assignment)))
    checks = [cell.source for cell in assignment.checks if cell.kind == "check"]
    given = "\n".join([inspect.getsource(close), *_definitions(assignment), f"DATA = {data.by_call!r}", DATA])
    python = [interpreter(), packed(checker("\n".join(checks), given))]
    content = {
        "name": assignment.name,
        "tasks": tasks,
        "notebook": released(assignment),
        "program": program(assignment),
        "hidden": sum(cell.points for cell in assignment.cells if cell.kind in ("hidden", "manual")),
    }
    text = json.dumps(content, ensure_ascii=False).replace("<", "\\u003c")
    parts = [
        f'<main class="lesson">\n{"".join(shown)}\n<div id="hand-in"></div>\n</main>',
        '<script type="text/plain" id="python">\n' + "\n".join(python) + "\n</script>",
        f'<script type="application/json" id="assignment">{text}</script>',
        f'<script type="module">\n{joined(TEMPLATES / "assignment.js")}assignment();\n</script>',
    ]
    return page(f"{assignment.name} · {assignment.title}", "\n".join(parts), STYLE)


def _last(assignment):
    """Return the number of the last cell of a task or a check."""
    return max(cell.number for cell in assignment.cells if cell.kind in ("write", "check", "hidden"))


def _as_html(assignment, cell, stored, is_question):
    """Return a cell as HTML; a cell of the question at the end with what it shows if all functions are right."""
    outputs = stored.get("outputs", [])
    if cell.kind == "text":
        return f"<div>{rendered(cell.source)}</div>\n"
    name = escape(f"{assignment.name} cell {cell.number}")
    if cell.kind == "write":
        return f'<div class="pegasos-write" data-name="{name}"><pre>{escape(cell.student)}</pre></div>\n'
    if cell.kind == "manual":
        question = cell.student.replace(ANSWER, "")
        return f'<div class="pegasos-answer" data-name="{name}">{rendered(question)}</div>\n'
    if cell.kind == "check":
        points = f"{cell.points} point{'s' * (cell.points != 1)}"
        name = f"<summary>Check of {escape(cell.name)}: {points}</summary>"
        return f'<details class="aside">{name}{exported(cell.student, outputs)}</details>\n'
    if not is_question or not outputs:
        return code(cell.student)
    said = "<p>This page does not run the next cell. With right functions it shows this:</p>"
    return f"{said}\n{exported(cell.student, outputs)}"


def _definitions(assignment):
    """Yield the functions and classes of the given cells, as source."""
    for node in ast.parse(assignment.given_source).body:
        if not isinstance(node, (ast.Import, ast.ImportFrom)):
            yield ast.unparse(node)


def _require_little(assignment, check):
    """Raise ValueError if a check imports what a page does not have."""
    for line in needed(assignment, check):
        node = ast.parse(line).body[0]
        module = getattr(node, "module", None) or (node.names[0].name if isinstance(node, ast.Import) else "")
        if module and module not in (*IN_PAGE, "pegasos_edu.datasets"):
            raise ValueError(
                f"{assignment.path}, cell {check.number}: a check in a page must use only "
                f"{', '.join(IN_PAGE)} and data, got {line!r}; hand out the notebook instead."
            )


class _Data(ast.NodeTransformer):
    """Replace each call that makes data by a call that looks them up, and store the data in `by_call`."""

    def __init__(self):
        self.by_call = {}

    def visit_Call(self, node):  # noqa: N802
        self.generic_visit(node)
        if not isinstance(node.func, ast.Name) or not hasattr(datasets, node.func.id):
            return node
        call = ast.unparse(node)
        X, y, _ = getattr(datasets, node.func.id)(
            *map(ast.literal_eval, node.args),
            **{keyword.arg: ast.literal_eval(keyword.value) for keyword in node.keywords},
        )
        self.by_call[call] = X.tolist(), y.tolist()
        return ast.Call(ast.Name("data_of"), [ast.Constant(call)], [])
