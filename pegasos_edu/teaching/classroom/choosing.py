"""Choose the cells of a hand-in that are run: all but checks, in their order, behind what was given and is gone."""

import ast
import re

CHECK = re.compile(r"\s*(?:# *(?:HIDDEN )?CHECK\b|grader\.|# Initialize Otter\b)")  # otter's, too
COMMAND = re.compile(r"^ *[%!].*$", re.MULTILINE)  # of a notebook, not Python


def chosen(cells, assignment):
    """Return the sources to run, in order, an empty one for each cell that is left out; and what was noticed.

    The checks of a hand-in are left out whatever they hold, because those of the master are used. What was handed out
    behind the last cell to write only shows results, so it is not run if it is unchanged. Imports and functions of
    given cells that the hand-in uses and no longer has come first, as they were handed out.
    """
    last = max(n for n, cell in enumerate(assignment.cells) if cell.kind == "write")
    shown = (cell for cell in assignment.cells[last:] if cell.kind == "given")
    left_out = {_plain(cell.source) for cell in (*assignment.checks, *shown)}
    own = ["" if _is_check(cell) or _plain(cell.source) in left_out else cell.source for cell in cells]
    trees = [tree_of(source) for source in own]
    missing = _bound(tree_of(assignment.given)).difference(*map(_bound, trees)).intersection(_used(trees))
    if not missing:
        return own, []
    return [assignment.given, *own], [
        f"it lacks definitions that were given; they were run first: {', '.join(sorted(missing))}"
    ]


def _is_check(cell):
    nbgrader = cell.metadata.get("nbgrader")
    is_autograded = isinstance(nbgrader, dict) and nbgrader.get("grade") is True and nbgrader.get("solution") is False
    return is_autograded or bool(CHECK.match(cell.source))


def _plain(source):
    return "".join(source.split())


def tree_of(source):
    """Return a source as a tree, which is empty if it is not Python."""
    try:
        return ast.parse(COMMAND.sub("pass", source))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return ast.Module([], [])


def _bound(tree):
    """Return the names that a source binds at its top."""
    names = set()
    for node in tree.body:
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            names.add(node.name)
        elif isinstance(node, (ast.Import, ast.ImportFrom)):
            names |= {name.asname or name.name.split(".")[0] for name in node.names}
        else:
            names |= {one.id for one in ast.walk(node) if isinstance(one, ast.Name) and isinstance(one.ctx, ast.Store)}
    return names


def _used(trees):
    """Return the names that sources read."""
    nodes = (node for tree in trees for node in ast.walk(tree))
    return {node.id for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)}
