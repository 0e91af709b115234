"""Masters of assignments: one ordinary notebook each, from which all that is handed out and graded is made.

In cells of code, what a learner is to write stands between ``# BEGIN SOLUTION`` and ``# END SOLUTION``. A cell that
begins with ``# CHECK name: 3 points`` or ``# HIDDEN CHECK name: 2 points`` is a check: plain Python with asserts, which
uses the learner's functions, what the given cells import or define as functions, and what it defines itself. A cell of
text that begins with ``<!-- MANUAL name: 2 points -->`` is a question in words; a teacher gives its points.
"""

import ast
import builtins
import re
from pathlib import Path
from typing import NamedTuple

import nbformat

from pegasos_edu.lessons.copies import home

TITLE = re.compile(r"# ([A-Za-z][\w-]*) *[·:–—-] *(\S.*)")
FRAME = re.compile(r"\*\*(\d+) points?, (\d+) minutes?\.\*\* *(.*)")
CHECK = re.compile(r"# *(HIDDEN )?CHECK\b(.*)")
WORTH = re.compile(r" +([A-Za-z][\w ,()'-]*?) *: *(\d+) +points?\.? *")
MANUAL = re.compile(r"<!-- *MANUAL(?: +([A-Za-z][\w ]*?))? *(?:: *(\d+) +points?)? *-->\n?")
MARKER = re.compile(r"( *)(?:#+|<!--) *(BEGIN|END) SOLUTION *(?:-->)? *")
ANSWER = "*Your answer here.*"
_GIVEN = ast.Import, ast.ImportFrom, ast.FunctionDef, ast.ClassDef


class Cell(NamedTuple):
    """A cell of a master."""

    number: int  # in the notebook, from 1
    kind: str  # "text", "given", "write", "check", "hidden" or "manual"
    source: str  # as it stands in the master
    student: str | None  # as a learner gets it; None for a hidden check
    solution: str  # as the solution has it: without the markers
    name: str = ""  # of a check, or of a question in words
    points: int = 0  # of a check, or of a question in words
    folded: bool = False  # whether its code is folded in the notebook


class Assignment(NamedTuple):
    """A master, read."""

    path: Path
    name: str  # such as A2
    title: str
    points: int  # of all checks and questions in words
    minutes: int
    needs: str  # what a learner must know before
    cells: tuple  # of Cell, in order

    @property
    def checks(self):
        """The cells that give points, hidden ones too, in order."""
        return tuple(cell for cell in self.cells if cell.kind in ("check", "hidden"))

    @property
    def written(self):
        """The names that the cells with a solution define, in order: the learner's."""
        names = (name for cell in self.cells if cell.kind == "write" for name in _bound(ast.parse(cell.solution).body))
        return tuple(dict.fromkeys(names))

    @property
    def given(self):
        """The imports, functions and classes of the given cells, as one source: what checks may use as well."""
        nodes = (node for cell in self.cells if cell.kind == "given" for node in ast.parse(cell.source).body)
        return "\n".join(ast.unparse(node) for node in nodes if isinstance(node, _GIVEN))

    def solutions(self, names):
        """Return what given cells define, and the solution's functions of these names alone, as one source."""
        cells = (cell for cell in self.cells if cell.kind == "write")
        nodes = (node for cell in cells for node in ast.parse(cell.solution).body)
        return "\n\n\n".join([self.given, *(ast.unparse(node) for node in nodes if set(_bound([node])) & set(names))])

    def before(self, name):
        """The learner's functions that are written before one."""
        return self.written[: self.written.index(name)]

    def used(self, check):
        """The learner's functions that a check uses."""
        return tuple(name for name in self.written if name in _names(ast.parse(check.source)))


def masters():
    """The masters of the course: name, such as "A2", -> path."""
    return {path.stem.split("_")[0].upper(): path for path in sorted((home() / "assignments").glob("*.ipynb"))}


def read_master(master):
    """The assignment that a master holds.

    Parameters
    ----------
    master : str or Path
        A name, such as "A2", or the path of a notebook.

    Returns
    -------
    Assignment

    Raises
    ------
    ValueError
        Where it is no master: which cell is wrong, and what to do.
    OSError
        Where it cannot be read.
    """
    path = Path(master)
    if path.suffix != ".ipynb":
        known = masters()
        if str(master).upper() not in known:
            raise ValueError(
                f"ASSIGNMENT must be one of {', '.join(known)} or the path of a master, got {str(master)!r}; "
                "a master is a notebook, PATH.ipynb."
            )
        path = known[str(master).upper()]
    cells = [_cell(path, number, cell) for number, cell in enumerate(_cells(path), 1) if cell[1].strip()]
    return _checked(_titled(path, tuple(cells)))


def _cells(path):
    """The cells of a notebook, as (type, source, folded)."""
    try:
        cells = nbformat.v4.reads(path.read_text("utf-8")).cells
        return [
            (one.cell_type, one.source, bool(one.metadata.get("jupyter", {}).get("source_hidden"))) for one in cells
        ]
    except (ValueError, AttributeError, TypeError) as error:
        raise ValueError(
            f"{path} must be a notebook in the format of Jupyter, got {type(error).__name__}: {error}; "
            "open it in JupyterLab and save it again."
        ) from None


class _MasterError(ValueError):
    """What is wrong with a cell."""

    def __init__(self, path, number, words):
        super().__init__(f"{path}, cell {number}: {words}")


def _cell(path, number, cell):
    kind, source, folded = cell
    if kind == "code":
        return _code(path, number, source, folded)
    manual = MANUAL.match(source)
    if kind != "markdown" or not manual:
        return Cell(number, "text", source, source, source)
    body = source[manual.end() :]
    student, solution = _versions(path, number, body, ANSWER)
    if student == solution:
        raise _MasterError(
            path,
            number,
            "the question must show where the answer goes, got no region; put a model answer between "
            "<!-- BEGIN SOLUTION --> and <!-- END SOLUTION -->.",
        )
    return Cell(number, "manual", source, student, solution, manual[1] or "in your words", int(manual[2] or 0))


def _code(path, number, source, folded):
    check = CHECK.match(source)
    student, solution = _versions(path, number, source, "...")
    for text, what in ((solution, "the cell"), (student, "the cell with ... instead of its solution")):
        try:
            ast.parse(text)
        except SyntaxError as error:
            raise _MasterError(
                path,
                number,
                f"{what} must be Python, got {error.msg} in line {error.lineno}; mend it, without % and ! commands.",
            ) from None
    if not check:
        return Cell(number, "given" if student == solution else "write", source, student, solution, folded=folded)
    if student != solution:
        raise _MasterError(path, number, "a check must hold no solution, got a region; put it into a cell of its own.")
    worth = WORTH.fullmatch(check[2])
    if not worth or int(worth[2]) == 0:
        raise _MasterError(
            path,
            number,
            "the first line of a check must be '# CHECK name: 3 points', with a whole number above 0, "
            f"got {source.splitlines()[0]!r}; write it so.",
        )
    if check[1]:
        return Cell(number, "hidden", source, None, solution, worth[1], int(worth[2]), folded)
    return Cell(number, "check", source, student, solution, worth[1], int(worth[2]), folded)


def _versions(path, number, source, hole):
    """The learner's version of a cell, and the solution's."""
    student, solution, is_inside = [], [], False
    for line in source.splitlines():
        marker = MARKER.fullmatch(line)
        if not marker:
            solution.append(line)
            student += [] if is_inside else [line]
            continue
        if (marker[2] == "BEGIN") == is_inside:
            other = "END" if is_inside else "BEGIN"
            raise _MasterError(
                path, number, f"BEGIN SOLUTION and END SOLUTION must take turns, got {line!r}; put {other} before."
            )
        is_inside = not is_inside
        student += [marker[1] + hole] if is_inside else []
    if is_inside:
        raise _MasterError(path, number, "a region must be closed, got BEGIN SOLUTION alone; put END SOLUTION below.")
    return "\n".join(student), "\n".join(solution)


def marked(source, begin, end=""):
    """A source of a master with its markers written otherwise, such as ``### BEGIN SOLUTION``."""
    markers = ((line, MARKER.fullmatch(line)) for line in source.splitlines())
    return "\n".join(f"{found[1]}{begin} {found[2]} SOLUTION{end}" if found else line for line, found in markers)


def region(cell):
    """What stands in the regions of a cell."""
    lines, is_inside = [], False
    for line in cell.source.splitlines():
        marker = MARKER.fullmatch(line)
        is_inside = marker[2] == "BEGIN" if marker else is_inside
        lines += [line] if is_inside and not marker else []
    return "\n".join(lines)


def _titled(path, cells):
    """The assignment, with what its first cell says of it."""
    lines = cells[0].source.splitlines() if cells and cells[0].kind == "text" else []
    title = TITLE.fullmatch(lines[0].strip()) if lines else None
    frames = [frame for line in lines if (frame := FRAME.fullmatch(line.strip()))]
    if not title or len(frames) != 1:
        raise _MasterError(
            path,
            1,
            "the first cell must be text with a line '# A2: Title' and a line '**20 points, 45 minutes.** You need "
            f"...', got {lines[:3]}; write it so.",
        )
    points, minutes, needs = frames[0].groups()
    return Assignment(path, title[1], title[2], int(points), int(minutes), needs, cells)


def _checked(assignment):
    """The same, if its parts fit together."""
    path, checks, total = assignment.path, assignment.checks, sum(cell.points for cell in assignment.cells)
    if not checks or not assignment.written:
        lacks = "no check; begin a cell with # CHECK name: 3 points" if assignment.written else "no solution region"
        raise ValueError(f"{path} must hold a solution region and a check that gives points, got {lacks}.")
    if total != assignment.points:
        raise _MasterError(path, 1, f"it must say how many points there are in all, {total}, got {assignment.points}.")
    named = [cell for cell in assignment.cells if cell.name]
    for n, cell in enumerate(named):
        if any(_slug(cell.name) == _slug(other.name) for other in named[:n]):
            raise _MasterError(
                path, cell.number, f"each name must stand once, got {cell.name!r} again; take another one."
            )
    known = {*assignment.written, *_bound(ast.parse(assignment.given).body), *dir(builtins)}
    for check in checks:
        tree = ast.parse(check.source)
        if unknown := sorted(_names(tree) - _bound_within(tree) - known):
            raise _MasterError(
                path,
                check.number,
                "a check must use functions that are written, what given cells import or define as functions, and its "
                f"own names, got {', '.join(unknown)}; define that in the check.",
            )
        if not assignment.used(check):
            raise _MasterError(path, check.number, "a check must use a function that is written, got none; call one.")
    return assignment


def _slug(name):
    return re.sub(r"\W+", "_", name).lower()


def slug(cell):
    """The name of a check or a question as a part of the name of a function or a file."""
    return _slug(cell.name)


def _names(tree):
    """The names that a check reads."""
    return {node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)}


def _bound_within(tree):
    """All names that it binds somewhere, those of parameters and loops included."""
    names = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    names |= {node.arg for node in ast.walk(tree) if isinstance(node, ast.arg)}
    return names | {name for node in ast.walk(tree) if isinstance(node, _GIVEN) for name in _bound([node])}


def _bound(body):
    """The names that statements bind, in order."""
    for node in body:
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            yield from (name.asname or name.name.split(".")[0] for name in node.names)
        elif isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            yield node.name
        else:
            yield from (
                part.id for part in ast.walk(node) if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store)
            )
