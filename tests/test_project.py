"""Test that README, CONTRIBUTING, environment, names and notebooks agree with the package."""

import ast
import doctest
import inspect
import io
import json
import re
import subprocess
import sys
import tomllib
from collections import Counter
from contextlib import redirect_stdout
from pathlib import Path

import pytest
import yaml

import pegasos_edu
from pegasos_edu import ALGORITHMS, hinge
from pegasos_edu.claims import Ledger
from pegasos_edu.estimators import classifier, kernel
from pegasos_edu.misconceptions import by_id

ROOT = Path(__file__).resolve().parent.parent
README = (ROOT / "README.md").read_text("utf-8")
CONTRIBUTING = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
NOTEBOOKS = sorted((ROOT / "notebooks").rglob("*.ipynb"))
PACKAGE_FOLDER = ROOT / "pegasos_edu"
PACKAGE = sorted(PACKAGE_FOLDER.rglob("*.py"))


# README


def rows():
    """Return the source, lesson and test in each row of the index, by the algorithm."""
    lines = README.split("## Index")[1].splitlines()
    lines = [line.strip("|") for line in lines if line.startswith(("| MPB11", "| SSZ13"))]
    cells = [[cell.strip() for cell in line.split("|")] for line in lines]
    return {row[1].strip("`"): row for row in cells}


def test_the_index_lists_every_algorithm_once_and_no_other():
    assert list(rows()) == list(ALGORITHMS)


@pytest.mark.parametrize("name", ALGORITHMS)
def test_the_index_leads_from_source_to_algorithm_to_lesson_to_test(name):
    source, _, lesson, test = rows()[name]
    assert source in ALGORITHMS[name].__doc__
    if lesson:
        path = re.fullmatch(r"\[\d\d\]\((.*)\)", lesson).group(1)
        assert re.search(rf"\b{name}\b", (ROOT / path).read_text("utf-8"))
    function, path = re.fullmatch(r"\[`(.*)`\]\((.*)\)", test).groups()
    assert path == "tests/algorithms/test_algorithms.py"
    assert re.search(rf"\b{name}\b", source_of(ROOT / path, function))


def test_the_readme_counts_the_misconceptions():
    number = sum(not entry.is_convention for entry in by_id().values())
    assert f"{number} mistakes" in README


def source_of(path, function):
    """Return the source of a function in a file."""
    text = path.read_text("utf-8")
    (node,) = (node for node in ast.parse(text).body if isinstance(node, ast.FunctionDef) and node.name == function)
    return ast.get_source_segment(text, node)


def examples():
    """Yield what each example of the README prints."""
    for source in re.findall(r"```python\n(from .*?)```", README, re.DOTALL):
        with redirect_stdout(io.StringIO()) as printed:
            exec(source, {})
        yield printed.getvalue().splitlines()


def test_the_readme_shows_pegasos_as_the_package_runs_it():
    (shown,) = re.findall(r"```python\n(def hinge.*?)```", README, re.DOTALL)
    assert shown == inspect.getsource(hinge)


def test_the_examples_in_the_readme_run(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    (*steps, objective), (player, comparison), (verdict, *facts), (accuracy, gap), (counts, *rows) = examples()
    reached, smallest = map(float, objective.split())
    assert len(steps) == 3 and steps[0].startswith("LinearStep(t=1, ") and smallest < reached < 1.1 * smallest
    assert (tmp_path / "toy.gif").stat().st_size > 10_000
    assert player.startswith("StepPlayer: hinge, λ = 0.05, T = 200: ") and comparison.count("hinge") == 2
    assert verdict.endswith("There is one mistake: the score is computed after w has shrunk.")
    assert "\n".join([verdict, *facts]) in README
    assert counts.startswith(f"{len(Ledger('slides'))} claims (") and "slides/gradient (the definition of ∇_t)" in rows
    assert 0.95 < float(accuracy) < 1 and gap.startswith("f and its distance from the minimum, at most: [0.")


def test_the_readme_counts_the_claims_of_the_ledger():
    text, ledger = " ".join(README.split()), Ledger()
    assert f"contains {len(ledger)} claims" in text and f"tests {ledger.tested} of them" in text
    assert f"the other {len(ledger) - ledger.tested} are about wording" in text


@pytest.mark.parametrize("module", [pegasos_edu, classifier, kernel], ids=lambda module: module.__name__)
def test_the_examples_in_docstrings_run(module):
    failed, tried = doctest.testmod(module)
    assert failed == 0 and tried >= 4


def test_links_of_the_readme_lead_somewhere():
    for target in re.findall(r"\]\(([^)]+)\)", README):
        file, _, anchor = target.partition("#")
        assert (ROOT / file).exists(), target
        headings = re.findall(r"(?m)^#+ (.*)", (ROOT / file).read_text("utf-8")) if anchor else []
        assert not anchor or anchor in [heading.lower().replace(" ", "-") for heading in headings], target


def test_every_picture_of_the_readme_has_alt_text_and_a_command_that_makes_it():
    from pegasos_edu.lessons.figures import FIGURES

    pictures = re.findall(r"!\[([^\]]*)\]\(figures/([^)]+)\)", README)
    pictures += [(alt, name) for name, alt in re.findall(r'<img src="figures/([^"]+)" alt="([^"]+)"', README)]
    assert {name for _, name in pictures} == set(FIGURES) and all(len(alt) > 40 for alt, _ in pictures)
    assert sorted(FIGURES) == sorted(path.name for path in (ROOT / "figures").iterdir())


# CONTRIBUTING


def mapped():
    """Return the paths of the map, each with its sentence."""
    lines = CONTRIBUTING.split("## Where things are")[1].split("```")[1].strip().splitlines()
    folder = ""
    for line in lines:
        indent, name, sentence = re.fullmatch(r"( *)(\S+) *(.*)", line).groups()
        folder = folder if indent else name
        yield folder + name if indent else name, sentence


def test_the_map_leads_to_every_room_and_only_to_what_is_there():
    paths = dict(mapped())
    assert all((ROOT / path).exists() for path in paths)
    inner = {path.removeprefix("pegasos_edu/"): sentence for path, sentence in paths.items() if "edu/" in path}
    package = ROOT / "pegasos_edu"
    rooms = {f"{path.name}/" for path in package.iterdir() if (path / "__init__.py").exists()}
    assert inner.keys() - {""} == rooms | {path.name for path in package.glob("*.py")} - {"__init__.py", "__main__.py"}
    assert len(rooms) <= 18


def lines_of(path):
    """Return the number of lines of a file, or of the files in a folder."""
    files = sorted(path.rglob("*.py")) if path.is_dir() else [path]
    return sum(len(file.read_text("utf-8").splitlines()) for file in files)


def test_the_reading_path_leads_to_files_of_the_length_that_it_says():
    rows = re.findall(r"(?m)^\| (.*`.*`.*) \| (\d+) \| \d+ \| .* \|$", CONTRIBUTING)
    assert len(rows) >= 8
    seen = set()
    for paths, lines in rows:
        named = {PACKAGE_FOLDER / path for path in re.findall(r"`([\w/]+(?:/|\.py))`", paths)}
        inside = sum(lines_of(path) for path in seen if named & {*path.parents})
        assert abs(sum(map(lines_of, named)) - inside - int(lines)) <= 0.1 * int(lines), paths
        seen |= named


CORE = ("algorithms", "runs", "losses.py", "kernels.py")


def test_the_core_is_small_and_loads_numpy_alone():
    files = [file for name in CORE for file in PACKAGE if PACKAGE_FOLDER / name in (file, *file.parents)]
    assert sum(map(lines_of, files)) < 1_600
    tops = [node for file in files for node in ast.parse(file.read_text("utf-8")).body]
    names = {node.module for node in tops if isinstance(node, ast.ImportFrom)}
    names |= {alias.name for node in tops if isinstance(node, ast.Import) for alias in node.names}
    core = "algorithms", "runs", "losses", "kernels", "common"
    inner = {name.split(".")[1] for name in names if name.startswith("pegasos_edu.")}
    outer = {name.split(".")[0] for name in names} - {*sys.stdlib_module_names, "pegasos_edu"}
    assert inner <= {*core} and outer == {"numpy"}


def test_what_is_named_in_code_among_the_rules_is_there():
    named = re.findall(r"`((?:\w+/)+\w+\.(?:py|js))`", CONTRIBUTING)
    assert len(named) > 4
    assert all((ROOT / path).exists() or (ROOT / "pegasos_edu" / path).exists() for path in named)


# Environments


def test_the_version_stands_in_one_place_and_the_authors_are_those_of_the_licence():
    assert "version" in PYPROJECT["project"]["dynamic"] and "version" not in PYPROJECT["project"]
    assert pegasos_edu.__version__ in (ROOT / PYPROJECT["tool"]["hatch"]["version"]["path"]).read_text("utf-8")
    (author,) = PYPROJECT["project"]["authors"]
    assert author["name"] in (ROOT / "LICENSE").read_text("utf-8")


def test_conda_and_pip_install_the_same_packages():
    project = PYPROJECT["project"]
    extras = [name for extra in project["optional-dependencies"].values() for name in extra]
    by_pip = {*project["dependencies"], *(name for name in extras if not name.startswith("pegasos_edu["))}
    environment = yaml.safe_load((ROOT / "environment.yml").read_text("utf-8"))
    *names, of_pip = environment["dependencies"]  # the last entry lists the packages that conda does not have
    by_conda = {*names, *of_pip["pip"]} - {"pip", "-e ."}
    by_conda = {name.replace("playwright-python>=1.62", "playwright>=1.62") for name in by_conda}  # Node's has the name
    assert all(re.fullmatch(r"[\w-]+>=[\d.]+(,<[\d.]+)?", name) for name in by_pip), "or .ci/run cannot install it"
    assert by_conda == by_pip | {f"python{project['requires-python']}"}


HEAVY = {
    "matplotlib", "PIL", "sklearn", "scipy", "numba", "pandas", "IPython", "ipywidgets", "anywidget", "traitlets",
    "tqdm",
}  # fmt: skip


@pytest.mark.parametrize("name", ["pegasos_edu", "pegasos_edu.trace"])
def test_the_light_imports_leave_the_heavy_packages_alone(name):
    code = f"import sys, {name}; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    assert name in loaded and not HEAVY & set(loaded)


# Names


@pytest.fixture(scope="module")
def trees():
    """Return the syntax tree of each file of the package."""
    return {path: ast.parse(path.read_text("utf-8")) for path in PACKAGE}


def test_what_another_module_imports_has_no_underscore(trees):
    for path, tree in trees.items():
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom) and node.module.startswith("pegasos_edu"):
                private = [name.name for name in node.names if re.match("_(?!_)", name.name)]
                assert not private, f"{path} imports {', '.join(private)} from {node.module}; give it a public name"


SAYS_NOTHING = {"told", "seen", "kept", "walked", "given", "made", "found", "of", "shown", "asked", "plain"}


def test_names_say_what_a_thing_is_and_no_class_shares_its_name(trees):
    nodes = [node for tree in trees.values() for node in ast.walk(tree)]
    classes = Counter(node.name for node in nodes if isinstance(node, ast.ClassDef))
    functions = {node.name for node in nodes if isinstance(node, ast.FunctionDef)}
    assert [name for name, n in classes.items() if n > 1] == []
    assert {name for name in {*classes, *functions} if name.strip("_").lower() in SAYS_NOTHING} == set()


VAGUE = {"one", "found", "made", "about", "own"}  # names of variables that would say nothing
IN_STRINGS = re.compile(r"""//.*|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`""")
IN_JAVASCRIPT = re.compile(rf"(?<![.\w])({'|'.join(VAGUE)})\b(?=\s*(?:[,;.)\]}}]|=[^=]|=>|of\b))")


def variables(tree):
    """Yield the names that a program gives: to variables, parameters, attributes, exceptions and modules."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Name | ast.Attribute) and isinstance(node.ctx, ast.Store):
            yield node.id if isinstance(node, ast.Name) else node.attr
        elif isinstance(node, ast.arg):
            yield node.arg
        elif isinstance(node, ast.ExceptHandler):
            yield node.name
        elif isinstance(node, ast.alias):
            yield node.asname


@pytest.mark.parametrize("folder", ["pegasos_edu", "tests", "benchmarks", ".ci"])
def test_no_variable_has_a_name_that_says_nothing(folder):
    programs = {path: ast.parse(path.read_text("utf-8")) for path in (ROOT / folder).rglob("*.py")}
    scripts = {path: IN_STRINGS.sub("", path.read_text("utf-8")) for path in (ROOT / folder).rglob("*.js")}
    named = {path: VAGUE & {*variables(tree)} for path, tree in programs.items()}
    named |= {path: {*IN_JAVASCRIPT.findall(script)} for path, script in scripts.items()}
    assert {path: names for path, names in named.items() if names} == {}


# Notebooks as files: nbval executes them, and these tests check what nbval ignores


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.name)
def test_a_notebook_is_executed_small_and_free_of_what_changes(path):
    text = path.read_text("utf-8")
    notebook = json.loads(text)
    code = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
    ids = [cell["id"] for cell in notebook["cells"]]
    assert [cell["execution_count"] for cell in code] == list(range(1, len(code) + 1))
    assert not any(output["output_type"] == "error" for cell in code for output in cell["outputs"])
    assert len(set(ids)) == len(ids) and all(re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)+", name) for name in ids)
    assert len(text.encode()) < 400 * 1024
    assert "widgets" not in notebook["metadata"] and not re.search(
        r"(?<![\w+/])0x[0-9a-f]{6}|/home/|/tmp/|/Users/", text
    )
    assert not any("execution" in cell["metadata"] for cell in code)


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.name)
def test_a_notebook_goes_in_small_steps_and_its_pictures_speak(path):
    cells = json.loads(path.read_text("utf-8"))["cells"]
    code = [cell for cell in cells if cell["cell_type"] == "code"]
    in_view = [cell for cell in code if not cell["metadata"].get("jupyter", {}).get("source_hidden")]
    lengths = sorted(len(cell["source"]) for cell in in_view)
    assert lengths[len(lengths) // 2] <= 7 and lengths[-1] <= 12
    assert max(len(cell["source"]) for cell in code) <= 30  # long cells are folded tables and checks
    outputs = [output.get("data", {}) for cell in cells for output in cell.get("outputs", [])]
    pictures = [data for data in outputs if "<img" in "".join(data.get("text/html", ""))]
    assert pictures and not any(kind.startswith("image/") for data in outputs for kind in data)
    for data in pictures:
        assert re.search(r'<img alt="[^"]{20,}" src="data:image/(webp|gif);base64,', "".join(data["text/html"]))
        kinds = "Picture|Animation|Explorer|Landscape|Predict|StepPlayer|Comparison|Opening|Spot|Elsewhere|StartOrNoise"
        assert re.match(rf"({kinds}): .{{20,}}", "".join(data["text/plain"]))
