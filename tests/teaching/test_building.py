import io
import json
import os
import re
import subprocess
import sys
import zipfile

import pytest
from small_master import ASKED, CHECK, GIVEN, HEAD, HIDDEN, WRITE, written

from pegasos_edu.cli import main
from pegasos_edu.lessons.copies import PACKAGE, lessons
from pegasos_edu.misconceptions import by_id
from pegasos_edu.teaching.building import build
from pegasos_edu.teaching.masters import masters, read_master, region
from pegasos_edu.teaching.scoring import functions, require
from pegasos_edu.teaching.targets import files, gradescope
from pegasos_edu.teaching.targets.packing import wheel


def held(folder):
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_a_master_of_ones_own_becomes_all_that_there_is(tmp_path):
    folder, _ = build(written(tmp_path / "mine.ipynb"), tmp_path / "out")
    assert folder == tmp_path / "out" / "B7" and [path.name for path in folder.parent.iterdir()] == ["B7"]
    source = json.loads(held(folder)["nbgrader/source/B7/B7.ipynb"])
    graded = [cell["metadata"]["nbgrader"] for cell in source["cells"] if cell["metadata"]]
    assert [cell["points"] for cell in graded if cell["grade"]] == [1, 2, 0]
    assert len({cell["grade_id"] for cell in graded}) == len(graded) == 5
    before = held(folder)
    assert build(tmp_path / "mine.ipynb", tmp_path / "out") == (folder, []) and held(folder) == before


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
            "cell 5: the check 'a secret array' must fail where twice is not written yet",
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
    folder, _ = build(written(tmp_path / "mine.ipynb"), tmp_path)
    (folder / name).write_text("mine", "utf-8")
    before = held(folder)
    with pytest.raises(FileExistsError, match=f"B7 must hold nothing but .* got {name}, which .*--out"):
        build(tmp_path / "mine.ipynb", tmp_path)
    assert held(folder) == before


@pytest.mark.parametrize(
    ("check", "words"),
    [
        ("np.allclose(twice(np.ones((2, 3))), np.full((2, 3), 2))", "returns an array without rows"),
        ("np.allclose(twice(np.ones(1)), 2)", "returns an empty array"),
        ("twice(np.zeros(3)).tolist() == [0, 0, 0]", "returns zeros"),
        ("np.shape(twice(np.ones(3))) == (3,)", "returns zeros"),
        ("np.all(twice(np.ones(3)) > 0)", "returns an empty array"),
        ("np.array_equal(twice(np.ones(3) * 0 + np.inf), [np.inf] * 3)", "returns what it was given"),
    ],
)
def test_a_check_that_a_hand_in_passes_which_does_nothing_is_refused(check, words, tmp_path):
    hidden = f"{HIDDEN.splitlines()[0]}\nassert {check}"
    path = written(tmp_path / "mine.ipynb", HEAD, GIVEN, WRITE, CHECK, hidden)
    with pytest.raises(ValueError, match=f"cell 5: the check 'a secret array' must fail where twice {words}"):
        build(path, tmp_path / "out")


STEP = """def step(w, x, y, eta, lam):
    # BEGIN SOLUTION
    hit = y * (w @ x) < 1
    return (1 - eta * lam) * w + hit * eta * y * x
    # END SOLUTION"""
STEP_CHECK = '# CHECK one: 1 point\nassert check(step, "hinge", conventions=()).passed'
STEP_HIDDEN = """# HIDDEN CHECK two: 2 points
x = np.array([1.0, 2.0])
assert close(step(0 * x, x, -1, 0.5, 0.1), -0.5 * x)"""


def test_a_mistake_that_one_check_lets_through_is_named_with_its_check(tmp_path, capsys):
    given = f"{GIVEN}\nfrom pegasos_edu.check import check, close"
    path = written(tmp_path / "mine.ipynb", HEAD, given, STEP, STEP_CHECK, STEP_HIDDEN)
    _, slips = build(path, tmp_path / "out")
    title = by_id()["adds-always"].title
    assert f"{path}, cell 5: the check 'two' lets this mistake through: {title}." in slips
    assert not [slip for slip in slips if "cell 4" in slip or by_id()["addition-without-label"].title in slip]
    main(["assignment", "build", str(path), "--out", str(tmp_path / "out"), "--quiet"])
    assert slips[0] in capsys.readouterr().out


def test_questions_in_words_may_give_points(tmp_path):
    head, asked = HEAD.replace("3 points", "5 points"), ASKED.replace("why", "why: 2 points")
    one = read_master(written(tmp_path / "mine.ipynb", head, GIVEN, WRITE, CHECK, HIDDEN, asked))
    assert one.points == 5 and one.cells[-1].points == 2
    made = files(one)
    graded = [cell["metadata"].get("nbgrader", {}) for cell in json.loads(made["nbgrader/source/B7/B7.ipynb"])["cells"]]
    assert [cell["points"] for cell in graded if cell.get("solution") and cell["grade"]] == [2]
    assert "manual: true\npoints: 2" in "\n".join(
        cell["source"] for cell in json.loads(made["otter/B7.ipynb"])["cells"]
    )


@pytest.mark.parametrize("with_lessons", [False, True])
def test_a_wheel_holds_the_whole_program_and_no_solutions(with_lessons):
    _, content = wheel(with_lessons)
    packed = zipfile.ZipFile(io.BytesIO(content))
    names = {name for name in packed.namelist() if "dist-info" not in name}
    programs = {f"pegasos_edu/{path.relative_to(PACKAGE).as_posix()}" for path in PACKAGE.rglob("*.py")}
    assert programs <= names and [name for name in programs if name.startswith("pegasos_edu/lessons/pictures/")]
    notebooks = {name: packed.read(name) for name in names if name.endswith(".ipynb")}
    assert set(notebooks) == {f"pegasos_edu/notebooks/lessons/{path.name}" for path in lessons() if with_lessons}
    assert not any(b'"solution"' in notebook for notebook in notebooks.values())


def test_the_command_makes_the_wheel_for_learners(tmp_path, capsys):
    assert main(["assignment", "build", "--learners", "--out", str(tmp_path)]) == 0
    (made,) = tmp_path.iterdir()
    assert made.read_bytes() == wheel(with_lessons=True)[1] and str(made) in capsys.readouterr().out


def test_the_folder_for_pytest_says_how_to_test_and_what_the_tests_give():
    made = files(read_master("A2"))
    public = sum(cell.points for cell in read_master("A2").checks if cell.kind == "check")
    assert (
        sum(int(n) for n in re.findall(rb"max-score: (\d+)", made["pytest/.github/workflows/classroom.yml"])) == public
    )
    for name in ("README.md", "A2.py"):
        text = made[f"pytest/{name}"].decode()
        assert "python -m pytest" in text and f"These tests give {public} of the 20 points" in " ".join(text.split())
    assert "Run this" not in text and "20 points, 45 minutes" not in text and text.count("...") == 6


def test_a_build_that_cannot_be_put_in_its_place_leaves_the_old_one(tmp_path, monkeypatch):
    folder, _ = build(written(tmp_path / "mine.ipynb"), tmp_path / "out")
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
    folder = build(written(tmp_path / "mine.ipynb"), tmp_path)[0] / "pytest"
    command, alone = [sys.executable, "-m", "pytest", "-q"], os.environ | {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}

    def counted():
        done = subprocess.run(command, cwd=folder, env=alone, capture_output=True, text=True)
        return done.stdout.splitlines()[-1]

    assert counted().startswith("2 failed")
    stub = (folder / "B7.py").read_text("utf-8")
    assert stub.count("\n    ...\n") == 1
    (folder / "B7.py").write_text(stub.replace("    ...\n", "    return 2 * x\n"), "utf-8")
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
    ("names", "right"),
    [
        (["A2.ipynb", ".ipynb_checkpoints/A2.ipynb", "utils.py"], "A2.ipynb"),
        (["ada_a2.ipynb", ".ipynb_checkpoints/ada_a2-checkpoint.ipynb", "utils.py"], "ada_a2.ipynb"),
        (["work.ipynb", "utils.py", "__MACOSX/._work.ipynb"], "work.ipynb"),
        (["A2.ipynb", "A2.py"], "A2.ipynb"),
        (["deep/mine.py"], "deep/mine.py"),
    ],
)
def test_gradescope_finds_the_one_file_that_was_handed_in(names, right, tmp_path):
    for name in names:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("{}", "utf-8")
    assert gradescope.to_grade(tmp_path, "A2") == [tmp_path / right]


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
    assert capsys.readouterr().out == f"B7 is in {tmp_path / 'B7'}.\n"
    with pytest.raises(SystemExit, match="pegasos-edu: ASSIGNMENT must be one of A1"):
        main(["assignment", "build", "A9", "--quiet"])
