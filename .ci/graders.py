"""Run nbgrader and Otter-Grader on what is built of the masters.

    python .ci/graders.py

Both graders run every solution, which must get all points. For the assignments in `MISTAKES`, they also grade an empty
notebook, which must get none, and one with a mistake, which must get less than all and be told the mistake's name.
Needs both graders and this package in the environment.
"""

import html
import json
import re
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from nbgrader.api import Gradebook

from pegasos_edu.misconceptions import by_id
from pegasos_edu.teaching.masters import masters, read_master
from pegasos_edu.teaching.targets import files, notebooks

# What is exchanged in a solution, and the identifier of the mistake that this makes. In A1 no task needs another; in A2
# later tasks use the functions of earlier ones.
MISTAKES = {
    "A1": ("losses.mean()", "losses.sum()", "sum-of-the-losses"),
    "A2": ("if margin < 1:", "if margin <= 0:", "condition-at-or-below-zero"),
}


LOST = 6  # points, in both assignments: those of the checks of the function with the mistake


def call(*command, folder):
    """Run a command; its output is shown where it fails."""
    done = subprocess.run(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if done.returncode:
        sys.exit(f"{' '.join(map(str, command))} ended with {done.returncode}:\n{done.stdout}")


def hand_in(released, assignment, kind, path):
    """Fill in a released notebook and write it to a path."""
    cells = [cell for cell in assignment.cells if cell.kind == "write"]
    answers = {cell.student: cell.solution for cell in cells}
    if kind == "mistake":
        old, new, _ = MISTAKES[assignment.name]
        assert sum(cell.solution.count(old) for cell in cells) == 1, f"{old} must stand once in {assignment.name}"
        answers = {stub: answer.replace(old, new) for stub, answer in answers.items()}
    notebook = json.loads(released.read_text("utf-8"))
    left = set(answers)
    for cell in notebook["cells"]:
        source = "".join(cell["source"])
        if source in answers:
            left.remove(source)
            cell["source"] = source if kind == "empty" else answers[source]
    assert not left, f"{released} must hold every stub, got none of {left}"
    path.parent.mkdir(parents=True)
    path.write_text(json.dumps(notebook), "utf-8")


def by_nbgrader(assignments, folder):
    """Yield (assignment, kind, points, possible points, feedback) of each hand-in; one call grades all of them."""
    for path, content in nbgrader_files(assignments).items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(content)
    call("nbgrader", "generate_assignment", "*", "--create", folder=folder)
    kinds = {each: ("solution", "empty", "mistake") if each.name in MISTAKES else ("solution",) for each in assignments}
    for assignment in assignments:
        name = assignment.name
        for kind in kinds[assignment]:
            path = folder / "submitted" / kind / name / f"{name}.ipynb"
            hand_in(folder / "release" / name / f"{name}.ipynb", assignment, kind, path)
    call("nbgrader", "autograde", "*", "--create", folder=folder)
    call("nbgrader", "generate_feedback", "*", folder=folder)
    with Gradebook(f"sqlite:///{folder / 'gradebook.db'}") as gradebook:
        for assignment in assignments:
            name = assignment.name
            submissions = {each.student.id: each for each in gradebook.assignment_submissions(name)}
            for kind in kinds[assignment]:
                page = (folder / "feedback" / kind / name / f"{name}.html").read_text("utf-8")
                words = html.unescape(re.sub("<[^>]*>", "", page))
                yield assignment, kind, submissions[kind].score, submissions[kind].max_score, words


def nbgrader_files(assignments):
    """Return the folder of a course: path -> bytes."""
    built = {path: content for assignment in assignments for path, content in files(assignment).items()}
    return {path.removeprefix("nbgrader/"): content for path, content in built.items() if path.startswith("nbgrader/")}


def by_otter(assignments, folder):
    """Yield (assignment, kind, points, possible points, feedback) of each hand-in.

    Otter-Grader makes an autograder only if the solution passes all checks, so the solution is not handed in as well.
    """
    folder.mkdir()
    for assignment in assignments:
        name = assignment.name
        (folder / f"{name}.ipynb").write_bytes(notebooks.otter(assignment))
        call("otter", "assign", f"{name}.ipynb", name, folder=folder)
        (autograder,) = (folder / name / "autograder").glob("*.zip")
        for kind in ("empty", "mistake") if name in MISTAKES else ():
            path = folder / "submitted" / kind / name / f"{name}.ipynb"
            hand_in(folder / name / "student" / f"{name}.ipynb", assignment, kind, path)
            call("otter", "run", path, "-a", autograder, "-o", path.parent, folder=folder)
            tests = json.loads((path.parent / "results.json").read_text("utf-8"))["tests"]
            points = (sum(test.get(key) or 0 for test in tests) for key in ("score", "max_score"))
            yield assignment, kind, *points, html.unescape(" ".join(test.get("output") or "" for test in tests))


def graded(grade, assignments, folder):
    """Return a line for a grader; raise AssertionError if a hand-in has other points or words than it must have."""
    start, lines = time.perf_counter(), []
    for assignment, kind, points, possible, words in grade(assignments, folder / grade.__name__):
        lines.append(f"{assignment.name} {kind} {points:g} of {possible:g}")
        assert possible == assignment.points, f"{lines[-1]} by {grade.__name__}, must be of {assignment.points}"
        is_right = {"solution": points == possible, "empty": points == 0, "mistake": points == possible - LOST}
        assert is_right[kind], f"{lines[-1]} by {grade.__name__}"
        if assignment.name in MISTAKES:
            title = by_id()[MISTAKES[assignment.name][2]].title
            assert (title in words) == (kind == "mistake"), f"{lines[-1]} by {grade.__name__}: {title!r} in {words}"
    return f"{grade.__name__}: {', '.join(lines)}; {time.perf_counter() - start:.0f} s"


def main():
    assignments = [read_master(name) for name in masters()]
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(2) as pool:
        for line in pool.map(lambda grade: graded(grade, assignments, Path(folder)), (by_otter, by_nbgrader)):
            print(line, flush=True)


if __name__ == "__main__":
    main()
