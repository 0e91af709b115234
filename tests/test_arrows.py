"""Test which folder may import which, and where the heavy packages may be imported."""

import ast
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

PACKAGE = Path(__file__).resolve().parent.parent / "pegasos_edu"
FILES = sorted(PACKAGE.rglob("*.py"))
STEPS = (
    "algorithms.inputs",
    "algorithms.rows",
    "algorithms.step_types",
)  # the types that an algorithm takes and yields

# A folder may import these folders or single files, besides its own files and `common`. The longest name counts.
ALLOWED = {
    "common": [],
    "algorithms": [],
    "losses": [],
    "kernels": [],
    "datasets": [],
    "runs": [*STEPS],
    "theory": ["losses", "runs"],
    "fast": ["algorithms.rows", "runs"],
    "estimators": ["algorithms", "fast", "kernels", "losses", "runs.draws"],
    "trace": ["algorithms.step_types", "losses", "runs"],
    "plots": ["losses", "runs", "theory"],
    "misconceptions": ["algorithms", "datasets", "kernels", "losses", "runs"],
    "check": ["algorithms", "misconceptions"],
    "check.pictures": ["check", "algorithms", "datasets", "kernels", "misconceptions", "player", "runs"],
    # MicroPython loads these in a page
    "browser.in_page": ["check.calling.failures", "check.calling.kinds", "check.parts"],
    "browser": ["algorithms", "losses", "misconceptions", "runs", "theory", "trace"],
    "player": ["algorithms", "browser", "datasets", "kernels", "losses", "plots", "runs", "theory", "trace"],
    "lessons": [
        "algorithms",
        "browser.python_in_page",
        "check",
        "datasets",
        "kernels",
        "losses",
        "player",
        "plots",
        "runs",
        "theory",
        "trace",
    ],
    "teaching": [
        "__init__",
        "algorithms",
        "browser.python_in_page",
        "check",
        "datasets",
        "kernels",
        "lessons",
        "losses",
        "misconceptions",
        "player",
        "runs",
    ],
    "check.sandbox": ["algorithms.step_types", "check", "check.worker"],
    "check.calling": [],
    "check.worker": [*STEPS, "check.calling"],
    "claims": ["algorithms", "datasets", "estimators", "fast", "kernels", "losses", "runs", "theory"],
    "site": ["__init__", "algorithms", "claims", "datasets", "kernels", "lessons", "player", "runs", "teaching"],
    "__init__": ["algorithms", "fast", "losses", "runs"],
    "cli": ["*"],
    "__main__": ["cli"],
}
HEAVY = {  # package -> the folders that may import it when they are imported
    "matplotlib": {"plots", "lessons", "site", "claims"},
    "anywidget": {"player", "lessons"},
    "nbformat": {"common", "lessons", "teaching"},
    "numba": {"fast"},
    "sklearn": {"estimators", "datasets", "claims", "cli"},
    "scipy": {"check", "common", "datasets", "estimators", "kernels", "theory", "runs", "claims", "lessons"},
}


def name_of(path):
    """Return the dotted name of a file in the package, such as "runs.draws"; for ``__init__``, that of its folder."""
    parts = path.relative_to(PACKAGE).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" and len(parts) > 1 else parts)


@cache
def imports(path):
    """Return the dotted names that a file imports anywhere; those of this package begin with "pegasos_edu."."""
    names = []
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            names += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            for alias in node.names:
                module = PACKAGE.parent / f"{node.module}.{alias.name}".replace(".", "/")
                is_module = module.is_dir() or module.with_suffix(".py").is_file()
                names.append(f"{node.module}.{alias.name}" if is_module else node.module)
    return names


def inner(path):
    """Return the names within this package that a file imports."""
    names = (name for name in imports(path) if name.split(".")[0] == "pegasos_edu")
    return {name.removeprefix("pegasos_edu").removeprefix(".") or "__init__" for name in names}


def is_within(name, rooms):
    return any(room in ("*", name) or name.startswith(f"{room}.") for room in rooms)


def allowed(name):
    """Return what a file may import: the entry of `ALLOWED` with the longest name that contains the file."""
    room = max((room for room in ALLOWED if is_within(name, [room])), key=len)
    home = [room] if "." in room else [name.split(".")[0]]
    return ["common", *home, *ALLOWED[room]]


def test_a_file_imports_only_what_its_room_may():
    for path in FILES:
        name = name_of(path)
        assert [module for module in inner(path) if not is_within(module, allowed(name))] == [], name


def test_no_files_import_each_other_in_a_circle():
    TopologicalSorter({name_of(path): inner(path) - {name_of(path)} for path in FILES}).prepare()


@pytest.mark.parametrize("package", HEAVY)
def test_a_heavy_package_is_imported_only_where_it_belongs(package):
    rooms = {name_of(path).split(".")[0] for path in FILES if package in {name.split(".")[0] for name in imports(path)}}
    assert rooms <= HEAVY[package]
