"""Read masters of assignments: the notebooks from which all files for learners and graders are made.

In cells of code, the learner's part stands between ``# BEGIN SOLUTION`` and ``# END SOLUTION``. A cell that begins with
``# CHECK name: 3 points`` or ``# HIDDEN CHECK name: 2 points`` is a check: plain Python with asserts. It may use the
learner's functions, the imports and functions of the given cells, and its own names. A cell of text that begins with
``<!-- MANUAL name: 2 points -->`` is a question in words; a teacher gives its points.
"""

import ast
import builtins
import re
from pathlib import Path
from typing import NamedTuple

from pegasos_edu.common.course_folder import home
from pegasos_edu.common.files import limited
from pegasos_edu.common.stored_cells import read_cells

TITLE = re.compile(r"# ([A-Za-z][\w-]*) *[·:–—-] *(\S.*)")
FRAME = re.compile(r"\*\*([0-9]{1,4}) points?, ([0-9]{1,4}) minutes?\.\*\* *(.*)")
CHECK = re.compile(r"# *(HIDDEN )?CHECK\b(.*)")
WORTH = re.compile(r" +([A-Za-z][\w ,()'-]*?) *: *([0-9]{1,4}) +points?\.? *")
MANUAL = re.compile(r"<!-- *MANUAL(?: +([A-Za-z][\w ]*?))? *(?:: *([0-9]{1,4}) +points?)? *-->\n?")
MARKER = re.compile(r"( *)(?:#+|<!--) *(BEGIN|END) SOLUTION *(?:-->)? *")
ODD_ENDS = re.compile("[\x0b\x0c\x1c-\x1e\x85\u2028\u2029]")  # they end a line for `str.splitlines`, not for Python
ANSWER = "*Your answer here.*"
LARGEST = 64 << 20  # the most bytes of a master
LONGEST, DEEPEST = 100_000, 100  # the most characters of a cell of code, and the most levels of its syntax tree
_DEFINITIONS = ast.Import, ast.ImportFrom, ast.FunctionDef, ast.ClassDef


class Cell(NamedTuple):
    """Hold a cell of a master."""

    number: int  # its place in the notebook, from 1
    kind: str  # "text", "given", "write", "check", "hidden" or "manual"
    source: str  # the text with the markers
    student: str | None  # the text that a learner gets; None for a hidden check
    solution: str  # the text without the markers
    name: str = ""  # the name of a check, or of a question in words
    points: int = 0  # the points of a check, or of a question in words
    folded: bool = False  # whether its code is folded in the notebook


class Assignment(NamedTuple):
    """Hold the content of a master."""

    path: Path
    name: str  # such as A2
    title: str
    points: int  # the sum over all checks and questions in words
    minutes: int
    needs: str  # what a learner must already know
    cells: tuple  # instances of `Cell`, in order

    @property
    def checks(self):
        """Return the checks in order, including the hidden ones."""
        return tuple(cell for cell in self.cells if cell.kind in ("check", "hidden"))

    @property
    def questions(self):
        """Return the questions in words that give points."""
        return tuple(cell for cell in self.cells if cell.kind == "manual" and cell.points)

    @property
    def written(self):
        """Return the names that the learner defines, in order."""
        names = (name for cell in self.cells if cell.kind == "write" for name in bound_names(_body(cell.solution)))
        return tuple(dict.fromkeys(names))

    @property
    def given_source(self):
        """Return the imports, functions and classes of the given cells as one source; checks may use them as well."""
        nodes = (node for cell in self.cells if cell.kind == "given" for node in _body(cell.source))
        return "\n".join(ast.unparse(node) for node in nodes if isinstance(node, _DEFINITIONS))

    def solutions(self, names):
        """Return one source: the definitions of the given cells, and the solution's functions with these names."""
        nodes = (node for cell in self.cells if cell.kind == "write" for node in _body(cell.solution))
        return "\n\n\n".join(
            [self.given_source, *(ast.unparse(node) for node in nodes if set(bound_names([node])) & set(names))]
        )

    def before(self, name):
        """Return the learner's functions that are written before the function `name`."""
        return self.written[: self.written.index(name)]

    def used(self, check):
        """Return the learner's functions that a check uses."""
        return tuple(name for name in self.written if name in _names_read(ast.parse(check.source)))

    @property
    def is_of_course(self):
        """Return whether the assignment is part of the course, so that the installed package holds it."""
        return masters().get(self.name) == self.path


def masters():
    """Return the masters of the course: name, such as "A2", -> path."""
    return {path.stem.split("_")[0].upper(): path for path in sorted((home() / "assignments").glob("*.ipynb"))}


def read_master(master):
    """Return the `Assignment` of a master, given its name, such as "A2", or the path of a notebook.

    Raises
    ------
    ValueError
        If the notebook is not a master; the message says which cell is wrong, and what to do.
    OSError
        If the notebook cannot be read.
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
    cells = [_cell(path, number, *cell) for number, cell in enumerate(_read_cells(path), 1) if cell[1].strip()]
    assignment = _titled(path, tuple(cells))
    _check_parts(assignment)
    return assignment


def _read_cells(path):
    """Return the kind and the source of each cell of a notebook, and whether its code is folded."""
    content = limited(path, LARGEST)
    try:
        return [_about(number, cell) for number, cell in enumerate(read_cells(content), 1)]
    except (ValueError, RecursionError) as error:
        got = "lists in lists without end" if isinstance(error, RecursionError) else error
        raise ValueError(
            f"{path} must be a notebook in the format of Jupyter, got {got}; open it in JupyterLab and save it again."
        ) from None


def _about(number, cell):
    jupyter = cell.metadata.get("jupyter", {})
    if not isinstance(jupyter, dict):
        raise ValueError(f"a cell {number} without metadata")
    cell.source.encode()  # half of a pair of surrogates is no text
    return cell.cell_type, cell.source, bool(jupyter.get("source_hidden"))


class MasterError(ValueError):
    """Say what is wrong with a cell of a master."""

    def __init__(self, path, number, words):
        super().__init__(f"{path}, cell {number}: {words}")


def _cell(path, number, kind, source, folded):
    if kind == "code":
        return _code_cell(path, number, source, folded)
    manual = MANUAL.match(source)
    if kind != "markdown" or not manual:
        return Cell(number, "text", source, source, source)
    student, solution = _versions(path, number, source[manual.end() :], ANSWER)
    if student == solution:
        words = (
            "the question must show where the answer goes, got no region; put a model answer between "
            "<!-- BEGIN SOLUTION --> and <!-- END SOLUTION -->."
        )
        raise MasterError(path, number, words)
    return Cell(number, "manual", source, student, solution, manual[1] or "in your words", int(manual[2] or 0))


def _code_cell(path, number, source, folded):
    if sign := ODD_ENDS.search(source):
        words = f"lines of code must end as Jupyter ends them, got the sign U+{ord(sign[0]):04X}; delete it."
        raise MasterError(path, number, words)
    student, solution = _versions(path, number, source, "...")
    for text, what in ((solution, "the cell"), (student, "the cell with ... instead of its solution")):
        try:
            is_simple = len(text) <= LONGEST and _depth(ast.parse(text)) <= DEEPEST
        except (RecursionError, MemoryError):  # how deep a tree may be depends on Python's version
            is_simple = False
        except SyntaxError as error:
            words = (
                f"{what} must be Python, got {error.msg} in line {error.lineno}; correct it, without % and ! commands."
            )
            raise MasterError(path, number, words) from None
        if not is_simple:
            words = (
                f"{what} must hold at most {LONGEST:,} characters and {DEEPEST} levels of expressions in expressions, "
                "got more; split it."
            )
            raise MasterError(path, number, words)
    check = CHECK.match(source)
    if not check:
        return Cell(number, "given" if student == solution else "write", source, student, solution, folded=folded)
    if student != solution:
        raise MasterError(path, number, "a check must hold no solution, got a region; put it into a cell of its own.")
    worth = WORTH.fullmatch(check[2])
    if not worth or int(worth[2]) == 0:
        words = "the first line of a check must be '# CHECK name: 3 points', with a whole number above 0, got "
        raise MasterError(path, number, f"{words}{source.splitlines()[0]!r}; write it like this.")
    kind, student = ("hidden", None) if check[1] else ("check", student)
    return Cell(number, kind, source, student, solution, worth[1], int(worth[2]), folded)


def _depth(tree):
    """Return the number of levels of a tree."""
    depth, level = 0, [tree]
    while level:
        depth, level = depth + 1, [child for node in level for child in ast.iter_child_nodes(node)]
    return depth


def _versions(path, number, source, hole):
    """Return a cell in two versions: for the learner, and with the solution."""
    student, solution, is_inside = [], [], False
    for line in source.splitlines():
        marker = MARKER.fullmatch(line)
        if not marker:
            solution.append(line)
            student += [] if is_inside else [line]
            continue
        if (marker[2] == "BEGIN") == is_inside:
            other = "END" if is_inside else "BEGIN"
            words = f"BEGIN SOLUTION and END SOLUTION must alternate, got {line!r}; put {other} before it."
            raise MasterError(path, number, words)
        is_inside = not is_inside
        student += [marker[1] + hole] if is_inside else []
    if is_inside:
        raise MasterError(path, number, "a region must be closed, got BEGIN SOLUTION alone; put END SOLUTION below.")
    return "\n".join(student), "\n".join(solution)


def with_markers(source, begin, end=""):
    """Return a source of a master with other markers, such as ``### BEGIN SOLUTION``."""
    markers = ((line, MARKER.fullmatch(line)) for line in source.splitlines())
    return "\n".join(f"{marker[1]}{begin} {marker[2]} SOLUTION{end}" if marker else line for line, marker in markers)


def region(cell):
    """Return the lines in the solution regions of a cell."""
    lines, is_inside = [], False
    for line in cell.source.splitlines():
        marker = MARKER.fullmatch(line)
        is_inside = marker[2] == "BEGIN" if marker else is_inside
        lines += [line] if is_inside and not marker else []
    return "\n".join(lines)


def _titled(path, cells):
    """Return the assignment, with the title and the points in its first cell."""
    lines = cells[0].source.splitlines() if cells and cells[0].kind == "text" else []
    title = TITLE.fullmatch(lines[0].strip()) if lines else None
    frames = [frame for line in lines if (frame := FRAME.fullmatch(line.strip()))]
    if not title or len(frames) != 1:
        words = (
            "the first cell must be text with a line '# A2: Title' and a line '**20 points, 45 minutes.** You need "
            f"...', got {lines[:3]}; write it like this."
        )
        raise MasterError(path, 1, words)
    points, minutes, needs = frames[0].groups()
    return Assignment(path, title[1], title[2], int(points), int(minutes), needs, cells)


def _check_parts(assignment):
    """Raise ValueError unless the parts of an assignment fit together."""
    path, checks, total = assignment.path, assignment.checks, sum(cell.points for cell in assignment.cells)
    if not checks or not assignment.written:
        lacks = "no check; begin a cell with # CHECK name: 3 points" if assignment.written else "no solution region"
        raise ValueError(f"{path} must hold a solution region and a check that gives points, got {lacks}.")
    if total != assignment.points:
        raise MasterError(path, 1, f"the total of the points must be {total}, got {assignment.points}; correct it.")
    slugs = set()
    for cell in (cell for cell in assignment.cells if cell.name):
        if slug(cell) in slugs:
            words = f"each name must be used only once, got {cell.name!r} again; choose another one."
            raise MasterError(path, cell.number, words)
        slugs.add(slug(cell))
    known = {*assignment.written, *bound_names(_body(assignment.given_source)), *dir(builtins)}
    for check in checks:
        tree = ast.parse(check.source)
        if unknown := sorted(_names_read(tree) - _names_bound_within(tree) - known):
            words = (
                "a check may use only functions that learners write, imports and functions of given cells, and its own "
                f"names, got {', '.join(unknown)}; define that in the check."
            )
            raise MasterError(path, check.number, words)
        if not assignment.used(check):
            raise MasterError(path, check.number, "a check must call a function that learners write, got none.")


def slug(cell):
    """Return the name of a check or question in a form that fits into the name of a function or file."""
    return re.sub(r"\W+", "_", cell.name).lower()


def _body(source):
    return ast.parse(source).body


def _names_read(tree):
    return {node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)}


def _names_bound_within(tree):
    """Return all names that a tree binds anywhere, including parameters and loop variables."""
    names = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    names |= {node.arg for node in ast.walk(tree) if isinstance(node, ast.arg)}
    return names | {name for node in ast.walk(tree) if isinstance(node, _DEFINITIONS) for name in bound_names([node])}


def bound_names(body):
    """Yield the names that statements bind, in order."""
    for node in body:
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            yield from (name.asname or name.name.split(".")[0] for name in node.names)
        elif isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            yield node.name
        else:
            names = (part for part in ast.walk(node) if isinstance(part, ast.Name))
            yield from (name.id for name in names if isinstance(name.ctx, ast.Store))
