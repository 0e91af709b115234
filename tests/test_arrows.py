"""Who may import whom, file by file; where the heavy packages are; and how large the rooms are."""

import ast
import sys
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

PACKAGE = Path(__file__).resolve().parent.parent / "pegasos_edu"
FILES = sorted(PACKAGE.rglob("*.py"))

# What the files of a room may import beside each other: rooms, or single modules of them.
ROOMS = {
    "basics": set(),
    "boxes": set(),
    "losses": {"basics"},
    "kernels": {"basics"},
    "fast": {"basics.warning", "boxes.rows", "runs.draws"},
    "runs": {"basics", "boxes.inputs", "boxes.steps"},
    "recording": {"basics", "boxes.steps"},
    "datasets": {"basics"},
    "theory": {"basics", "losses", "runs"},
    "estimators": {"basics", "boxes", "fast", "kernels", "losses", "runs.draws"},
    "show": {"basics", "losses", "runs", "theory"},
    "live": {
        "boxes",
        "misconceptions",
        "recording",
        "runs",
        "telling",
        "theory",
    },
    "telling": {"basics", "losses", "recording", "runs"},
    "player": {"basics", "boxes.inputs", "kernels", "live", "losses", "runs", "show", "telling", "theory"},
    "playground": {"basics", "boxes", "datasets", "live", "player.page", "player.changing"},
    "course": {"basics"},
    "child": {
        "basics.time_limit",
        "boxes.steps",
        "check.failures",
        "check.programs",
        "check.running",
        "check.unwritten",
    },
    "misconceptions": {"boxes", "losses"},
    "check": {"basics", "boxes", "losses", "misconceptions"},
    "grading": {"basics", "boxes.steps", "check", "child", "misconceptions"},
    "classroom": {"basics", "grading", "misconceptions"},
    "experiments": {"basics", "boxes", "datasets", "estimators", "kernels", "losses", "runs", "theory"},
    "site": {
        "__init__",
        "basics",
        "boxes",
        "course",
        "datasets",
        "experiments",
        "grading",
        "kernels",
        "player",
        "playground",
    },
}
# Files that may do less than their room, or more; this is all that they may import.
SINGLE_FILES = {
    "__init__": {"boxes", "fast.compiling", "losses", "runs"},
    "__main__": {
        "__init__",
        "basics",
        "boxes",
        "check",
        "classroom",
        "course",
        "datasets",
        "experiments",
        "grading",
        "kernels",
        "misconceptions",
        "player",
        "playground",
        "runs.draws",
        "site",
    },
    "basics.consoles": {"basics.letters"},
    "basics.files": set(),
    "basics.html": set(),
    "basics.letters": set(),
    "basics.norms": set(),
    "basics.palette": set(),
    "basics.progress": set(),
    "basics.time_limit": set(),
    "basics.warning": set(),
    "boxes.inputs": set(),
    "boxes.rows": set(),
    "boxes.steps": set(),
    "boxes.variants": set(),
    "boxes.algorithms": {"boxes.inputs", "boxes.rows", "boxes.steps"},
    "boxes.extensions": {"boxes.inputs", "boxes.rows", "boxes.steps"},
    "boxes.dual": {"boxes.inputs", "boxes.rows", "boxes.steps"},
    "fast.averaging": set(),
    "fast.loops": {"fast.averaging"},
    "runs.draws": {"basics"},
    "live.language": set(),
    "live.functions": {"live.language"},
    "live.newton": {"theory.optimum"},
    "live.boxes": {"live.language", "recording"},
    "live.facts": {"boxes.inputs", "recording", "runs.run"},
    "live.edits": {"misconceptions"},
    "recording.listing": {"basics.consoles"},
    "recording.numbers": {"basics"},
    "telling.glossary": {"basics"},
    "telling.stories": {"basics", "losses", "recording.numbers", "recording.questions"},
    "estimators.gram": set(),
    "show.axes": {"basics"},
    "show.colours": set(),
    "show.pictures": {"basics", "show.colours"},
    "show.plane": {"basics", "show.axes"},
    "show.plots": {"basics", "losses", "show.axes", "show.plane"},
    "player.bench": {"boxes.inputs", "kernels", "live", "player.changing", "player.reproduce", "runs"},
    "player.changing": {"boxes", "live", "runs"},
    "player.controls": {"basics", "boxes.inputs", "player.changing", "runs"},
    "player.page": {"basics", "show.pictures"},
    "player.reproduce": set(),
    "playground.tours": {"basics", "playground.settings"},
    "course.beside": {"basics", "recording"},
    "course.copies": {"basics"},
    "course.maths": set(),
    "course.notebooks": {"basics"},
    "course.skipped": {"course.copies"},
    "course.figures": {"basics", "boxes", "datasets", "kernels", "player", "runs", "show", "theory"},
    "check.classes": set(),
    "check.failures": set(),
    "check.files": {"check", "grading.sandbox"},
    "check.inequalities": {"check", "losses", "theory"},
    "check.pictures": {"boxes", "check", "datasets", "kernels", "misconceptions", "player", "runs.draws"},
    "check.programs": {"check.classes", "check.failures", "check.running", "check.unwritten"},
    "check.running": {"basics.time_limit", "check.failures"},
    "check.unwritten": set(),
    "misconceptions.effects": {
        "basics",
        "boxes",
        "datasets",
        "kernels",
        "losses",
        "misconceptions",
        "runs",
    },
    "classroom.overview": {"misconceptions"},
    "classroom.pages": {"basics", "classroom.overview", "player.page"},
    "classroom.places": set(),
    "classroom.students": set(),
    "classroom.work": {"__init__", "basics", "classroom", "grading.masters"},
    "experiments.claims": {"basics.consoles"},
    "experiments.ledger": {"basics", "experiments.claims", "experiments.sources"},
    "experiments.given": {"datasets"},
    "experiments.least": {"estimators.gram", "losses"},
    "experiments.machines": {
        "boxes",
        "estimators",
        "experiments.least",
        "fast",
        "losses",
        "runs.draws",
        "theory.optimum",
    },
    "experiments.page": {"basics", "experiments.claims", "experiments.sources"},
    "experiments.tables": {"basics"},
    "grading.borrowing": {"check.programs"},
    "grading.masters": {"course.copies"},
    "grading.targets.packing": {"course.copies"},
    "grading.targets.gradescope": set(),
    "grading.questions": {"boxes", "datasets", "kernels", "losses", "misconceptions", "runs"},
    "grading.spot": {"basics", "boxes", "grading.questions", "grading.spot_page", "misconceptions", "player"},
    "grading.spot_page": {"basics", "course.quiz", "player.page"},
}
# Where other packages may be imported; NumPy and the standard library anywhere.
PACKAGES = {
    "scipy": {"child", "datasets", "estimators", "grading", "kernels", "show", "theory"},
    "h5py": {"experiments"},
    "matplotlib": {"show"},
    "contourpy": {"show"},
    "PIL": {"show"},
    "imageio_ffmpeg": {"show"},
    "anywidget": {"course", "player"},
    "ipywidgets": {"course", "player"},
    "IPython": {"basics", "course"},
    "traitlets": {"course", "player"},
    "threadpoolctl": {"player"},
    "numba": {"fast"},
    "sklearn": {"datasets", "estimators", "experiments"},
    "latex2mathml": {"course"},
    "nbclient": {"course"},
    "nbconvert": {"course"},
    "nbformat": {"classroom", "course", "grading", "site"},
    "jinja2": {"classroom"},
    "pygments": {"course", "site"},
    "pdoc": {"site"},
    "markupsafe": {"site"},
    "jupyterlab": {"__main__"},
    "tqdm": {"__main__", "basics"},
}


def module_of(path):
    """The name of a file within the package; that of a room for its __init__."""
    parts = path.relative_to(PACKAGE).with_suffix("").parts
    return ".".join(parts if len(parts) == 1 or parts[-1] != "__init__" else parts[:-1])


MODULES = {module_of(path): path for path in FILES}


def imports(node):
    """Every module that is imported, wherever in the tree; a module that is imported from its room by its own name."""
    for part in ast.walk(node):
        if isinstance(part, ast.Import):
            yield from (name.name for name in part.names)
        elif isinstance(part, ast.ImportFrom):
            assert part.level == 0, "import by full names"
            within = [f"{part.module}.{name.name}" for name in part.names]
            modules = [name for name in within if name.removeprefix("pegasos_edu.") in MODULES]
            yield from modules or [part.module]


def within_the_package(path):
    """The modules of the package that a file imports; the package itself is __init__."""
    for name in imports(ast.parse(path.read_text("utf-8"))):
        if name.split(".")[0] == "pegasos_edu":
            yield name.removeprefix("pegasos_edu").removeprefix(".") or "__init__"


def is_allowed(module, imported):
    """Whether a module may import another one."""
    room = module.split(".")[0]
    allowed = SINGLE_FILES[module] if module in SINGLE_FILES else ROOMS[room] | {room}
    return any(imported == one or imported.startswith(f"{one}.") for one in allowed)


@pytest.mark.parametrize("module", MODULES)
def test_a_file_imports_only_what_the_table_allows(module):
    for imported in within_the_package(MODULES[module]):
        assert is_allowed(module, imported), f"{module} must not import {imported}"


@pytest.mark.parametrize("module", MODULES)
def test_other_packages_are_imported_where_they_belong(module):
    room = module.split(".")[0]
    for name in imports(ast.parse(MODULES[module].read_text("utf-8"))):
        top = name.split(".")[0]
        if top not in {*sys.stdlib_module_names, "numpy", "pegasos_edu"}:
            assert room in PACKAGES[top], f"{module} must not import {name}"


def test_the_table_refuses_what_the_design_forbids():
    forbidden = [
        ("show.animation", "boxes.algorithms"), ("show.lessons.balls", "boxes"), ("runs.run", "fast.compiling"),
        ("boxes.algorithms", "runs.run"), ("boxes.algorithms", "boxes.extensions"), ("theory.optimum", "show.plots"),
        ("recording.lines", "boxes.algorithms"), ("player.widget", "boxes.dual"), ("player.widget", "course.quiz"),
        ("course.quiz", "estimators"), ("course.figures", "estimators.linear"), ("basics.files", "basics.validation"),
        ("course.copies", "__main__"), ("losses", "__init__"), ("estimators.linear", "runs.run"), ("losses", "kernels"),
        ("misconceptions.steps", "player"), ("theory.optimum", "grading"), ("misconceptions.edits", "check"),
        ("check.check", "show.plots"), ("check.report", "player"), ("player.widget", "check.report"),
        ("child.program", "boxes"), ("child.life", "grading"), ("child.program", "check.check"),
        ("check.programs", "misconceptions"), ("check.running", "boxes"), ("check.check", "grading"),
        ("theory.bounds", "experiments"), ("grading.scoring", "classroom"), ("classroom.programs", "boxes"),
        ("course.quiz", "experiments.ledger"), ("experiments.slides", "player"),
        ("grading.spot", "site"), ("course.pages", "site.pages"),
    ]  # fmt: skip
    assert not [pair for pair in forbidden if is_allowed(*pair)]


def test_the_table_names_nothing_that_is_not_there():
    rooms = {module.split(".")[0] for module in MODULES}
    assert ROOMS.keys() == rooms - {"__init__", "__main__"}
    named = {*SINGLE_FILES, *(one for table in (ROOMS, SINGLE_FILES) for allowed in table.values() for one in allowed)}
    assert named <= MODULES.keys()


def test_the_imports_of_files_make_no_circle():
    graph = {module: set(within_the_package(path)) for module, path in MODULES.items()}
    assert len(list(TopologicalSorter(graph).static_order())) == len(MODULES)


@pytest.mark.parametrize("path", sorted((PACKAGE / "datasets").glob("*.py")), ids=lambda path: path.name)
def test_data_sets_load_scikit_learn_only_when_they_are_made(path):
    tree = ast.parse(path.read_text("utf-8"))
    outside = [node for node in tree.body if isinstance(node, (ast.Import, ast.ImportFrom))]
    assert not any(name.startswith("sklearn") for node in outside for name in imports(node))


# Rooms


def lines(folder, kinds=(".py", ".js", ".css")):
    """How many lines of code a folder holds."""
    return sum(len(path.read_text("utf-8").splitlines()) for path in folder.rglob("*") if path.suffix in kinds)


def test_the_root_holds_little_beside_rooms():
    assert len({path.name for path in PACKAGE.glob("*.py")} - {"__init__.py", "__main__.py"}) <= 5


@pytest.mark.parametrize("room", sorted({path.parent for path in FILES} - {PACKAGE}), ids=lambda room: room.name)
def test_a_room_says_what_it_is_for_and_is_no_house_of_its_own(room):
    assert ast.get_docstring(ast.parse((room / "__init__.py").read_text("utf-8")))
    assert lines(room) <= lines(PACKAGE) / 4
