"""What is built of the masters, in the hands of the graders that courses use: nbgrader and Otter-Grader.

    python .ci/graders.py

Each assignment is handed in three times: the solution must get all points, the empty notebook none, and one with a
mistake less than all, with its name in the feedback. Otter-Grader, which is slow, gets all three of A2 alone; of the
others it runs the solution itself, as it makes the autograder. Needs both graders and this package in the environment.
"""

import html
import json
import re
import shutil
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from nbgrader.api import Gradebook

from pegasos_edu.misconceptions import by_id
from pegasos_edu.teaching.masters import masters, read_master

# What is exchanged in a solution, and the identifier of the mistake that this makes.
MISTAKES = {
    "A1": ("losses.mean()", "losses.sum()", "sum-of-the-losses"),
    "A2": ("if margin < 1:", "if margin <= 0:", "condition-at-or-below-zero"),
    "A3": ("eta / len(y)", "eta / max(1, violated.sum())", "divided-by-number-of-violators"),
    "A4": ("if t > 1:  #", "if t > 0:  #", "scale-becomes-zero"),
    "A5": ("(alpha * y) @ K[i]", "y[i] * (alpha @ K[i])", "label-of-the-drawn-example"),
}
HAND_INS = "solution", "empty", "mistake"
WHOLE = "A2"


def call(*command, folder):
    """Run a command; its output is shown where it fails."""
    done = subprocess.run(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if done.returncode:
        sys.exit(f"{' '.join(map(str, command))} ended with {done.returncode}:\n{done.stdout}")


def handed_in(released, assignment, kind, path):
    """A released notebook, filled in."""
    old, new, _ = MISTAKES[assignment.name]
    cells = [cell for cell in assignment.cells if cell.kind == "write"]
    answers = {cell.student: cell.solution for cell in cells}
    if kind == "mistake":
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


def by_nbgrader(assignment, built, folder):
    """Points and feedback of each hand-in."""
    name = assignment.name
    shutil.copytree(built / "nbgrader", folder)
    call("nbgrader", "generate_assignment", name, "--create", folder=folder)
    for kind in HAND_INS:
        path = folder / "submitted" / kind / name / f"{name}.ipynb"
        handed_in(folder / "release" / name / f"{name}.ipynb", assignment, kind, path)
    call("nbgrader", "autograde", name, "--create", folder=folder)
    call("nbgrader", "generate_feedback", name, folder=folder)
    with Gradebook(f"sqlite:///{folder / 'gradebook.db'}") as gradebook:
        points = {one.student.id: (one.score, one.max_score) for one in gradebook.assignment_submissions(name)}
    pages = {kind: (folder / "feedback" / kind / name / f"{name}.html").read_text("utf-8") for kind in HAND_INS}
    return {kind: (*points[kind], html.unescape(re.sub("<[^>]*>", "", pages[kind]))) for kind in HAND_INS}


def by_otter(assignment, built, folder):
    """Points and feedback of each hand-in."""
    name = assignment.name
    shutil.copytree(built / "otter", folder)
    call("otter", "assign", f"{name}.ipynb", "dist", folder=folder)
    (autograder,) = (folder / "dist" / "autograder").glob("*.zip")
    found = {}
    for kind in HAND_INS if name == WHOLE else HAND_INS[-1:]:
        path = folder / "submitted" / kind / f"{name}.ipynb"
        handed_in(folder / "dist" / "student" / f"{name}.ipynb", assignment, kind, path)
        call("otter", "run", path, "-a", autograder, "-o", path.parent, folder=folder)
        tests = json.loads((path.parent / "results.json").read_text("utf-8"))["tests"]
        points = (sum(test.get(key) or 0 for test in tests) for key in ("score", "max_score"))
        found[kind] = (*points, html.unescape(" ".join(test.get("output") or "" for test in tests)))
    return found


def graded(job):
    """A line for an assignment by a grader; what is not as it must be is raised."""
    grade, name, folder = job
    assignment, start = read_master(name), time.perf_counter()
    found = grade(assignment, folder / "built" / name, folder / f"{grade.__name__}_{name}")
    points = {kind: one[0] for kind, one in found.items()}
    where, mistake = f"{grade.__name__} {name}: {points}", by_id()[MISTAKES[name][2]].title
    named = {kind for kind, one in found.items() if mistake in one[2]}
    assert all(one[1] == assignment.points for one in found.values()), f"{where} must be of {assignment.points}"
    assert points.get("solution", assignment.points) == assignment.points and points.get("empty", 0) == 0, where
    assert points["mistake"] < assignment.points and named == {"mistake"}, f"{where}; {mistake!r} named of {named}"
    return f"{where}, {time.perf_counter() - start:.0f} s"


def main():
    start = time.perf_counter()
    with tempfile.TemporaryDirectory() as folder:
        folder = Path(folder)
        call(sys.executable, "-m", "pegasos_edu", "assignment", "build", "--out", folder / "built", folder=folder)
        jobs = [(grade, name, folder) for name in masters() for grade in (by_otter, by_nbgrader)]
        with ThreadPoolExecutor(2) as pool:
            for line in pool.map(graded, jobs):
                print(line, flush=True)
    print(f"nbgrader and Otter-Grader agree with the checks, {time.perf_counter() - start:.0f} s in all.")


if __name__ == "__main__":
    main()
