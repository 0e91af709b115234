"""Test that nothing is imported from the current folder, where hand-ins may lie, when the package runs as a program."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import pegasos_edu
from pegasos_edu.common import current_folder
from pegasos_edu.common.processes import safe_imports
from pegasos_edu.teaching.masters import read_master
from pegasos_edu.teaching.targets import notebooks

HOME = Path(pegasos_edu.__file__).parent.parent
# Python itself loads these before it looks for the package, or for the text of -c.
PYTHONS_OWN = (
    "__main__ _collections_abc abc ast bisect codecs collections colorize contextlib copyreg dis encodings enum "
    "functools genericpath importlib inspect io itertools keyword linecache ntpath opcode operator os posixpath re "
    "reprlib runpy site stat string textwrap token tokenize traceback types warnings weakref zipimport"
).split()
OTHERS = "numpy scipy nbformat jinja2 tqdm threadpoolctl sklearn matplotlib numba fastjsonschema traitlets yaml".split()
MODULES = {*OTHERS, *sys.stdlib_module_names} - {*PYTHONS_OWN, *sys.builtin_module_names}


@pytest.fixture
def flat(tmp_path):
    """Make a folder with two hand-ins, and with files that are called like modules and leave a mark."""
    folder = tmp_path / "flat"
    folder.mkdir()
    for name in ("Ada_A2.ipynb", "Bob_A2.ipynb"):
        (folder / name).write_bytes(notebooks.student(read_master("A2")))
    for name in MODULES:
        words = f"open({str(folder / 'imported')!r}, 'a').write('{name} ')\nraise ImportError('of a student')\n"
        (folder / f"{name}.py").write_text(words, "utf-8")
    return folder


def run(folder, *arguments, **environment):
    clean = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    command = [sys.executable, *map(str, arguments)]
    environment = {**clean, "PYTHONPATH": str(HOME), **environment}
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True)


GRADE = ["grade", "Ada_A2.ipynb", "Bob_A2.ipynb", "--assignment", "A2", "--out", "../out", "--quiet", "--jobs", "2"]
TEXT = f"from pegasos_edu.cli import main\nif __name__ == '__main__': main({GRADE})"


@pytest.mark.parametrize(
    ("arguments", "environment"),
    [
        (["-m", "pegasos_edu", *GRADE], {"PYTHONPATH": os.pathsep.join([".", str(HOME), ""])}),
        pytest.param(["../pegasos-edu", *GRADE], {}, marks=pytest.mark.slow),
    ],
)
def test_no_module_comes_from_the_current_folder(arguments, environment, flat):
    (flat.parent / "pegasos-edu").write_text(TEXT.replace(f"main({GRADE})", "main()"), "utf-8")
    if "-m" not in arguments:  # Python itself takes this file for the package
        shutil.copy(flat / "numpy.py", flat / "pegasos_edu.py")
    done = run(flat, *arguments, **environment)
    assert not (flat / "imported").exists(), (flat / "imported").read_text()
    assert done.returncode == 0 and "Hand-ins: 2; not graded: 0." in done.stdout, done.stderr


@pytest.mark.slow
def test_the_grader_of_gradescope_imports_nothing_from_the_hand_in(flat):
    base = flat.parent
    (base / "source").mkdir()
    (base / "source" / "A2.ipynb").write_bytes(read_master("A2").path.read_bytes())
    (flat / "Bob_A2.ipynb").unlink()
    flat.rename(base / "submission")
    done = run(base / "submission", "-m", "pegasos_edu.teaching.targets.gradescope", base)
    assert not (flat / "imported").exists() and done.returncode == 0, done.stderr
    assert '"name": "one step"' in (base / "results" / "results.json").read_text("utf-8")


@pytest.mark.parametrize(
    ("given", "argv", "wanted"),
    [
        (["python", "-m", "pegasos_edu", "grade"], ["-m", "grade"], True),
        (["python", "-W", "error", "-Im", "pegasos_edu.teaching.targets.gradescope", "x"], ["-m", "x"], True),
        (["python", "-mpegasos_edu"], ["-m"], True),
        (["python", "-m", "pytest", "pegasos_edu"], ["-m", "pegasos_edu"], False),
        (["python", "-c", "import pegasos_edu.cli"], ["-c"], True),
        (["python", "-c", "import pegasos_edu", "pegasos_edu.cli"], ["-c", "pegasos_edu.cli"], False),
        (["python", "/bin/pegasos-edu", "lessons"], ["/bin/pegasos-edu", "lessons"], True),
        (["python", "-m", "ipykernel_launcher", "-f", "k.json"], ["/x/ipykernel_launcher.py", "-f", "k.json"], False),
        (["python"], [""], False),
        ([], [], False),
    ],
)
def test_the_package_knows_whether_it_runs_as_a_program(given, argv, wanted, monkeypatch):
    monkeypatch.setattr(sys, "orig_argv", given)
    monkeypatch.setattr(sys, "argv", argv)
    assert current_folder.is_program() is wanted


def test_every_form_of_the_current_folder_is_left_out_and_comes_back(tmp_path, monkeypatch):
    if os.name == "posix":  # on Windows a link needs a privilege
        (tmp_path / "link").symlink_to(tmp_path, target_is_directory=True)
    monkeypatch.chdir(tmp_path)
    links = [str(path) for path in tmp_path.iterdir()]
    before = ["", ".", str(tmp_path), *links, f"../{tmp_path.name}/", "/no/such/folder", str(HOME)]
    monkeypatch.setattr(sys, "path", list(before))
    monkeypatch.setenv("PYTHONPATH", ".")
    monkeypatch.delenv("PYTHONSAFEPATH", raising=False)
    with safe_imports():
        assert sys.path == ["/no/such/folder", str(HOME)]
        assert os.environ["PYTHONSAFEPATH"] == "1" and "PYTHONPATH" not in os.environ
    assert sys.path == before and os.environ["PYTHONPATH"] == "." and "PYTHONSAFEPATH" not in os.environ


def test_the_folder_of_the_package_itself_stays(monkeypatch):
    monkeypatch.chdir(HOME)
    monkeypatch.setattr(sys, "path", [""])
    current_folder.leave_out()
    assert sys.path == [""]
