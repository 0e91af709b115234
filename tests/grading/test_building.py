import io
import json
import os
import subprocess
import sys
import zipfile

import pytest
from small_master import CHECK, GIVEN, HEAD, HIDDEN, WRITE, written

from pegasos_edu.__main__ import main
from pegasos_edu.grading.building import build
from pegasos_edu.grading.masters import masters, read_master, region
from pegasos_edu.grading.scoring import functions, require
from pegasos_edu.grading.targets import files, gradescope

HASHES = """
from hashlib import sha256
from pegasos_edu.grading.masters import masters, read_master
from pegasos_edu.grading.targets import files
for name in masters():
    for path, content in files(read_master(name)).items():
        print(name, path, sha256(content).hexdigest())
"""


def held(folder):
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_the_same_master_makes_the_same_bytes_in_every_process():
    def made(seed):
        environment = os.environ | {"PYTHONHASHSEED": seed}
        return subprocess.run([sys.executable, "-c", HASHES], env=environment, capture_output=True, check=True).stdout

    first = made("1")
    assert first == made("2") and first.count(b"student/") == 5


def test_a_master_of_ones_own_becomes_all_that_there_is(tmp_path):
    folder = build(written(tmp_path / "mine.ipynb"), tmp_path / "out")
    assert folder == tmp_path / "out" / "B7" and [path.name for path in folder.parent.iterdir()] == ["B7"]
    source = json.loads(held(folder)["nbgrader/source/B7/B7.ipynb"])
    graded = [cell["metadata"]["nbgrader"] for cell in source["cells"] if cell["metadata"]]
    assert [cell["points"] for cell in graded if cell["grade"]] == [1, 2, 0]
    assert len({cell["grade_id"] for cell in graded}) == len(graded) == 5
    before = held(folder)
    assert build(tmp_path / "mine.ipynb", tmp_path / "out") == folder and held(folder) == before


def test_what_learners_get_holds_no_solution_and_no_hidden_check():
    for name in masters():
        one = read_master(name)
        made = files(one)
        (wheel,) = (path for path in made if path.endswith(".whl"))
        packed = zipfile.ZipFile(io.BytesIO(made[wheel]))
        assert packed.testzip() is None and not [path for path in packed.namelist() if "assignments/" in path]
        secrets = [region(cell) for cell in one.cells if cell.kind in ("write", "manual")]
        secrets += [cell.source for cell in one.checks if cell.kind == "hidden"]
        for path in (f"student/{name}.ipynb", f"pytest/{name}.py", f"pytest/test_{name}.py"):
            text = made[path].decode()
            text = "\n".join(cell["source"] for cell in json.loads(text)["cells"]) if path.endswith("ipynb") else text
            assert not [secret for secret in secrets if secret in text or not secret], path


@pytest.mark.parametrize(
    ("cells", "words"),
    [
        (
            (HEAD, GIVEN, WRITE.replace("x + x", "x * x"), CHECK, HIDDEN),
            "cell 4: the solution must pass .* twice 1 is 2",
        ),
        (
            (HEAD, GIVEN, WRITE, CHECK, HIDDEN + " or True"),
            "cell 5: the check 'a secret array' must fail where nothing",
        ),
    ],
)
def test_a_master_that_does_not_do_is_refused_and_leaves_nothing(cells, words, tmp_path):
    path = written(tmp_path / "mine.ipynb", *cells)
    with pytest.raises(ValueError, match=f"mine.ipynb, {words}"):
        build(path, tmp_path / "out")
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("name", ["student/B7.ipynb", "notes.txt", "nbgrader/gradebook.db"])
def test_what_somebody_else_put_there_is_never_written_over(name, tmp_path):
    folder = build(written(tmp_path / "mine.ipynb"), tmp_path)
    (folder / name).write_text("mine", "utf-8")
    before = held(folder)
    with pytest.raises(FileExistsError, match=f"B7 must hold nothing but .* got {name}, which .*--out"):
        build(tmp_path / "mine.ipynb", tmp_path)
    assert held(folder) == before


def test_a_build_that_cannot_be_put_in_its_place_leaves_the_old_one(tmp_path, monkeypatch):
    folder = build(written(tmp_path / "mine.ipynb"), tmp_path / "out")
    before = held(folder)
    path, rename = type(folder), type(folder).rename

    def failing(self, target):
        if self.name == "new":
            raise OSError(28, "no room")
        return rename(self, target)

    monkeypatch.setattr(path, "rename", failing)
    with pytest.raises(OSError, match="no room"):
        build(tmp_path / "mine.ipynb", tmp_path / "out")
    assert held(folder) == before and [one.name for one in folder.parent.iterdir()] == ["B7"]


def test_the_folder_for_pytest_runs(tmp_path):
    folder = build(written(tmp_path / "mine.ipynb"), tmp_path) / "pytest"
    command, alone = [sys.executable, "-m", "pytest", "-q"], os.environ | {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}

    def counted():
        done = subprocess.run(command, cwd=folder, env=alone, capture_output=True, text=True)
        return done.stdout.splitlines()[-1]

    assert counted().startswith("2 failed")
    stub = (folder / "B7.py").read_text("utf-8")
    assert stub.count("...") == 1
    (folder / "B7.py").write_text(stub.replace("...", "return 2 * x"), "utf-8")
    assert counted().startswith("2 passed")


def test_a_hidden_check_of_the_course_is_called_by_its_name():
    name = next(check.name for check in read_master("A1").checks if check.kind == "hidden")
    require("A1", name, functions(read_master("A1"), "solution"))
    with pytest.raises(AssertionError, match="Not written yet"):
        require("A1", name, functions(read_master("A1"), "student"))
    assert f'require("A1", "{name}", globals())' in str(
        json.loads(files(read_master("A1"))["nbgrader/source/A1/A1.ipynb"])
    )


@pytest.mark.parametrize(
    ("names", "gets_through", "score"),
    [(["A2.ipynb"], True, 7), (["notes.py", "deep/A2.ipynb"], True, 7), (["A2.ipynb"], False, 0), ([], True, 0)],
)
def test_gradescope_gets_results_whatever_happens(names, gets_through, score, tmp_path, monkeypatch):
    def grader(command, check):
        out = tmp_path / "graded" / "gradescope"
        assert command[3:5] == ["grade", tmp_path / "submission" / names[-1]]
        if gets_through:
            out.mkdir(parents=True)
            (out / "A2.json").write_text('{"score": 7}', "utf-8")

    monkeypatch.setattr(subprocess, "run", grader)
    for name in ("source/A2.ipynb", *(f"submission/{name}" for name in names)):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("{}", "utf-8")
    gradescope.grade(tmp_path)
    assert json.loads((tmp_path / "results" / "results.json").read_text("utf-8"))["score"] == score


def test_the_command_lists_and_builds(tmp_path, capsys):
    assert main(["assignment", "list"]) == 0
    assert (
        capsys.readouterr().out.splitlines()[1].startswith("A2 · Pegasos, step by step: 20 points, 45 minutes; step_si")
    )
    assert main(["assignment", "build", str(written(tmp_path / "b.ipynb")), "--out", str(tmp_path), "--quiet"]) == 0
    assert capsys.readouterr().out == f"{tmp_path / 'B7'} holds B7.\n"
    with pytest.raises(SystemExit, match="pegasos-edu: ASSIGNMENT must be one of A1"):
        main(["assignment", "build", "A9", "--quiet"])
