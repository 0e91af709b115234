"""Test the files that are built from a master for each platform, and which masters are refused."""

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
from pegasos_edu.common.course_folder import PACKAGE, lessons
from pegasos_edu.misconceptions import by_id
from pegasos_edu.teaching.building import build
from pegasos_edu.teaching.masters import masters, read_master, region
from pegasos_edu.teaching.scoring import execute, functions, require, use_reference, with_reference
from pegasos_edu.teaching.targets import files, gradescope
from pegasos_edu.teaching.targets.packing import wheel

A2 = read_master("A2")


def files_of(folder):
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def sources(notebook):
    return [cell["source"] for cell in json.loads(notebook)["cells"]]


def test_a_teachers_own_master_becomes_all_files(tmp_path):
    folder, _ = build(written(tmp_path / "mine.ipynb"), tmp_path / "out")
    assert folder == tmp_path / "out" / "B7" and [path.name for path in folder.parent.iterdir()] == ["B7"]
    before = files_of(folder)
    source = json.loads(before["nbgrader/source/B7/B7.ipynb"])
    graded = [cell["metadata"]["nbgrader"] for cell in source["cells"] if cell["metadata"]]
    assert [cell["points"] for cell in graded if cell["grade"]] == [1, 2, 0]
    assert len({cell["grade_id"] for cell in graded}) == len(graded) == 5
    assert build(tmp_path / "mine.ipynb", tmp_path / "out") == (folder, []) and files_of(folder) == before


def test_learners_get_no_solution_and_no_hidden_check():
    for name in masters():
        master = read_master(name)
        content = files(master)
        secrets = [region(cell) for cell in master.cells if cell.kind in ("write", "manual")]
        secrets += [cell.source for cell in master.checks if cell.kind == "hidden"]
        for path in (f"student/{name}.ipynb", f"pytest/{name}.py", f"pytest/test_{name}.py"):
            text = "\n".join(sources(content[path])) if path.endswith("ipynb") else content[path].decode()
            assert not [secret for secret in secrets if secret in text or not secret], path


@pytest.mark.parametrize(
    ("cells", "words"),
    [
        ((WRITE.replace("x + x", "x * x"), CHECK, HIDDEN), "cell 4: the solution must pass .* twice 1 is 2"),
        ((WRITE, CHECK, HIDDEN + " or True"), "cell 5: .* must fail if twice is not written yet"),
        ((WRITE, CHECK, WRITE.replace("twice", "double"), HIDDEN), "cell 6: .* cell 5 is not done.* move it below"),
        ((WRITE, CHECK, WRITE.replace("x + x", "2 * x"), HIDDEN), "cell 6: .* cell 5 is not done"),
    ],
)
def test_a_master_with_wrong_checks_is_refused_and_leaves_nothing(cells, words, tmp_path):
    path = written(tmp_path / "mine.ipynb", HEAD, GIVEN, *cells)
    with pytest.raises(ValueError, match=f"mine.ipynb, {words}"):
        build(path, tmp_path / "out")
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    ("check", "words"),
    [
        ("np.allclose(twice(np.ones((2, 3))), np.full((2, 3), 2))", "returns an array without rows"),
        ("np.allclose(twice(np.ones(1)), 2)", "returns an empty array"),
        ("twice(np.zeros(3)).tolist() == [0, 0, 0]", "returns zeros"),
        ("np.array_equal(twice(np.ones(3) * 0 + np.inf), [np.inf] * 3)", "returns what it was given"),
    ],
)
def test_a_check_that_a_trivial_result_passes_is_refused(check, words, tmp_path):
    hidden = f"{HIDDEN.splitlines()[0]}\nassert {check}"
    path = written(tmp_path / "mine.ipynb", HEAD, GIVEN, WRITE, CHECK, hidden)
    with pytest.raises(ValueError, match=f"cell 5: the check 'a secret array' must fail if twice {words}"):
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
    main(["assignment", "build", str(path), "--out", str(tmp_path / "out"), "--quiet"])
    words = capsys.readouterr().out
    assert f"{path}, cell 5: the check 'two' lets this mistake through: {by_id()['adds-always'].title}." in words
    assert "cell 4" not in words and by_id()["addition-without-label"].title not in words


def test_a_folder_with_other_files_is_never_overwritten(tmp_path):
    folder, _ = build(written(tmp_path / "mine.ipynb"), tmp_path)
    for name in ("student/B7.ipynb", "notes.txt"):
        content = (folder / name).read_bytes() if (folder / name).exists() else b""
        (folder / name).write_text("mine", "utf-8")
        before = files_of(folder)
        with pytest.raises(FileExistsError, match=f"B7 must contain only .* got {name}, which .*--out"):
            build(tmp_path / "mine.ipynb", tmp_path)
        assert files_of(folder) == before
        (folder / name).write_bytes(content)


def test_questions_in_words_may_give_points(tmp_path):
    head, asked = HEAD.replace("3 points", "5 points"), ASKED.replace("why", "why: 2 points")
    master = read_master(written(tmp_path / "mine.ipynb", head, GIVEN, WRITE, CHECK, HIDDEN, asked))
    assert master.points == 5 and [cell.points for cell in master.questions] == [2]
    content = files(master)
    graded = [
        cell["metadata"].get("nbgrader", {}) for cell in json.loads(content["nbgrader/source/B7/B7.ipynb"])["cells"]
    ]
    assert [cell["points"] for cell in graded if cell.get("solution") and cell["grade"]] == [2]
    assert "manual: true\npoints: 2" in "\n".join(sources(content["otter/B7.ipynb"]))


@pytest.mark.parametrize("with_lessons", [False, True])
def test_a_wheel_holds_the_whole_program_and_no_solutions(with_lessons):
    packed = zipfile.ZipFile(io.BytesIO(wheel(with_lessons)[1]))
    names = {name for name in packed.namelist() if "dist-info" not in name}
    assert packed.testzip() is None and not [name for name in names if "assignments/" in name]
    programs = {f"pegasos_edu/{path.relative_to(PACKAGE).as_posix()}" for path in PACKAGE.rglob("*.py")}
    assert programs <= names and [name for name in programs if name.startswith("pegasos_edu/lessons/pictures/")]
    notebooks = {name: packed.read(name) for name in names if name.endswith(".ipynb")}
    assert set(notebooks) == {f"pegasos_edu/notebooks/lessons/{path.name}" for path in lessons() if with_lessons}
    assert not any(b'"solution"' in notebook for notebook in notebooks.values())


def test_the_folder_for_pytest_says_how_to_test_and_what_the_tests_give():
    content = files(A2)
    public = sum(cell.points for cell in A2.checks if cell.kind == "check")
    workflow = content["pytest/.github/workflows/classroom.yml"]
    assert sum(int(n) for n in re.findall(rb"max-score: (\d+)", workflow)) == public
    assert b'THE_MEAN_RESULTS: "${{steps.the_mean.outputs.result}}"' in workflow
    for name in ("README.md", "A2.py"):
        text = content[f"pytest/{name}"].decode()
        assert "python -m pytest" in text and f"These tests give {public} of the 20 points" in " ".join(text.split())
    assert "20 points, 45 minutes" not in text and text.count("...") == 6


@pytest.mark.slow
def test_the_folder_for_pytest_runs(tmp_path):
    folder = build(written(tmp_path / "mine.ipynb"), tmp_path)[0] / "pytest"
    command, alone = [sys.executable, "-m", "pytest", "-q"], os.environ | {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}

    def last_line():
        done = subprocess.run(command, cwd=folder, env=alone, capture_output=True, text=True)
        return done.stdout.splitlines()[-1]

    assert last_line().startswith("2 failed")
    stub = (folder / "B7.py").read_text("utf-8")
    assert stub.count("\n    ...\n") == 1
    (folder / "B7.py").write_text(stub.replace("    ...\n", "    return 2 * x\n"), "utf-8")
    assert last_line().startswith("2 passed")


# Checks of the course in nbgrader, Otter-Grader and pytest


def test_checks_of_the_course_call_the_package_by_their_names():
    text = "\n".join(sources(files(A2)["nbgrader/source/A2/A2.ipynb"]))
    assert 'require("A2", "all steps on other data", globals())' in text
    assert 'use_reference("A2", "all steps", globals())' in text
    tests = {}
    execute(files(A2)["pytest/test_A2.py"].decode().replace("import A2 as handed_in", ""), "tests", tests)
    tests["handed_in"] = type("Module", (), {name: staticmethod(master) for name, master in with_wrong_step().items()})
    tests["test_all_steps"]()
    with pytest.raises(AssertionError):
        tests["test_one_step"]()


def with_wrong_step():
    """Return the functions of a hand-in with a mistake in an early task."""
    space = functions(A2, "solution")
    execute("def step(w, x, y, eta, lam):\n    return w", "a hand-in", space)
    return {name: space[name] for name in A2.written}


def test_a_check_takes_the_solution_of_earlier_tasks_and_gives_the_own_ones_back():
    used = with_wrong_step()
    space, step = used["step"].__globals__, used["step"]
    require("A2", "all steps on other data", space)
    assert space["step"] is step
    with with_reference("A2", "all steps", pegasos=used["pegasos"]) as (pegasos,):
        assert pegasos is used["pegasos"] and space["step"] is not step
    assert space["step"] is step
    use_reference("A2", "all steps", space)
    assert space["step"] is not step
    with pytest.raises(AssertionError, match="against the subgradient"):
        require("A2", "one step on other data", space)
    assert space["step"] is step


def test_a_function_of_the_solution_finds_those_that_it_calls():
    master, space = read_master("A1"), {"__name__": "handed_in"}
    execute(master.given_source, "given", space)
    for cell in (cell for cell in master.cells if cell.kind == "write"):
        execute(cell.solution.replace("losses.mean()", "losses.sum()"), "a hand-in", space)
    (check,) = (check for check in master.checks if check.name == "the subgradient of all examples")
    use_reference("A1", check.name, space)
    execute(check.source, "a check", space)
    require("A1", "below the objective everywhere", space)
    with pytest.raises(AssertionError):
        require("A1", "the objective on other data", space)


def test_without_masters_the_own_functions_are_used(monkeypatch):
    monkeypatch.setattr("pegasos_edu.teaching.masters.masters", dict)
    with with_reference("A2", "all steps", pegasos=len) as used:
        assert used == (len,)


# Gradescope, and the command


@pytest.mark.parametrize(
    ("names", "right"),
    [
        (["A2.ipynb", ".ipynb_checkpoints/A2.ipynb", "utils.py"], "A2.ipynb"),
        (["ada_a2.ipynb", ".ipynb_checkpoints/ada_a2-checkpoint.ipynb", "utils.py"], "ada_a2.ipynb"),
        (["work.ipynb", "utils.py", "__MACOSX/._work.ipynb"], "work.ipynb"),
        (["deep/mine.py"], "deep/mine.py"),
    ],
)
def test_gradescope_finds_the_one_file_that_was_handed_in(names, right, tmp_path):
    for name in names:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("{}", "utf-8")
    assert gradescope.to_grade(tmp_path, "A2") == ([tmp_path / right], [])


@pytest.mark.parametrize(
    ("names", "is_graded", "score"),
    [(["notes.py", "deep/A2.ipynb"], True, 7), (["A2.ipynb"], False, 0), ([], True, 0)],
)
def test_gradescope_gets_results_whatever_happens(names, is_graded, score, tmp_path, monkeypatch):
    def grader(command, check):
        out = tmp_path / "graded" / "gradescope"
        assert command[3:5] == ["grade", tmp_path / "submission" / names[-1]]
        if is_graded:
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
    line = capsys.readouterr().out.splitlines()[1]
    assert line.startswith("A2 · Pegasos, step by step: 20 points, 45 minutes; step_si")
    assert main(["assignment", "build", "--learners", "--out", str(tmp_path / "wheel")]) == 0
    (path,) = (tmp_path / "wheel").iterdir()
    assert path.read_bytes() == wheel(with_lessons=True)[1] and str(path) in capsys.readouterr().out
    with pytest.raises(SystemExit, match="pegasos-edu: ASSIGNMENT must be one of A1"):
        main(["assignment", "build", "A9", "--quiet"])
