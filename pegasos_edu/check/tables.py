"""Write what a page needs to check programs: the knowledge about its tasks, explanations of errors, and functions.

A page also needs the programs of the puzzles whose data it judges.
"""

import ast
import inspect
import json
from functools import cache

from pegasos_edu.check.error_hints import explanations
from pegasos_edu.check.known import knowledge_in_page
from pegasos_edu.check.puzzles import puzzle_in_page
from pegasos_edu.misconceptions import ASKED
from pegasos_edu.misconceptions import task as task_of

# The functions of the package that a task uses.
GIVEN = {
    "slack": "\n".join(
        [
            *(inspect.getsource(task_of(name).reference) for name in ("objective", "subgradient")),
            """
def subgradient(w, X, y, lam, of_one=subgradient):
    return np.mean([of_one(w, x, label, lam) for x, label in zip(X, y)], axis=0)
""",
        ]
    )
}


def checker(source, given=""):
    """Return what a page needs to check the programs that a source checks, as values for JSON.

    These are the tables of its tasks and puzzles, the explanations of errors, and the source of functions that programs
    may use, those in the source `given` among them.
    """
    tasks = tasks_in(source)
    return {
        "tables": {name: table(name) for name in tasks} | {name: table_of_puzzle(name) for name in puzzles_in(source)},
        "errors": errors(),
        "given": "\n".join([given, *(GIVEN[name] for name in tasks if name in GIVEN)]),
    }


@cache
def table(name):
    """Return the table of a task as values for JSON.

    ``text`` is for the Python of the page, as a text of JSON, because JavaScript would read 2.0 as 2; ``state`` names
    what one step of the algorithm returns.
    """
    content = knowledge_in_page(name)
    _, *state = content["form"] or [()]
    return {"task": name, "state": state, "text": json.dumps(content, ensure_ascii=False, separators=(",", ":"))}


def table_of_puzzle(name):
    """Return the table of a puzzle as values for JSON, in the form of that of a task."""
    return {"task": name, "state": [], "text": json.dumps(puzzle_in_page(name), ensure_ascii=False)}


def step_tasks():
    """Return the names of the tasks in which a program takes one step."""
    return [name for name in ASKED if task_of(name).is_algorithm]


def tasks_in(source):
    """Return the names of the tasks that a source checks, each once."""
    return _names_passed(source, "check", 1)


def puzzles_in(source):
    """Return the names of the puzzles whose data a source judges, each once."""
    return _names_passed(source, "expose", 0)


def _names_passed(source, function, place):
    """Return the texts that a source passes to a function at a place among its arguments, each once."""
    names = {}
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == function:
            name = node.args[place] if len(node.args) > place else None
            if not isinstance(name, ast.Constant) or not isinstance(name.value, str):
                words = f"a page must see the name that {function} is given"
                raise ValueError(f"{words}, got {ast.unparse(node)!r}; write the name there, in quotation marks.")
            names[name.value] = True
    return [*names]


def errors():
    """Return the explanations of errors as values for JSON: patterns, and the texts about them."""
    return [{field: getattr(entry, field) for field in ("error", "line", "says", "hints")} for entry in explanations()]
