"""Grade a hand-in on Gradescope: ``python -m pegasos_edu.teaching.targets.gradescope /autograder``."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

from pegasos_edu.teaching.classroom.listing import LINK, files_in, is_code

SAME = "This file is the master of the assignment with its solutions, so it is not graded. Hand in your own work."


def grade(base):
    """Grade the hand-in in ``submission/`` with the master in ``source/``, and write ``results/results.json``."""
    (master,) = (base / "source").glob("*.ipynb")
    results = base / "results" / "results.json"
    results.parent.mkdir(exist_ok=True)
    paths, links = to_grade(base / "submission", master.stem)
    words = f"Hand in one notebook, {master.name}; this hand-in holds {len(paths)} notebooks and programs."
    words = " ".join([words, *(f"{name}: {LINK}" for name in links)])
    if len(paths) == 1:
        is_master = paths[0].samefile(master)  # a hard link, which looks like any other file
        words = SAME if is_master else _graded(paths[0], master, base / "graded", results)
    if words:
        results.write_text(json.dumps({"score": 0, "output": words}), "utf-8")


def _graded(path, master, out, results):
    """Grade a file; return words for the student if the grader failed, otherwise ""."""
    command = [sys.executable, "-Pm", "pegasos_edu", "grade", path, "--assignment", master, "--out", out]
    subprocess.run(command, check=False)
    stored = sorted((out / "gradescope").glob("*.json"))
    if len(stored) != 1:
        return "The grader could not grade this hand-in. Please tell your teacher."
    shutil.copyfile(stored[0], results)
    return ""


def to_grade(folder, name):
    """Return the files of a hand-in that could be graded, and the names of its links, which are never followed.

    If the name or the kind of a file shows that it is meant, only this one is returned.
    """
    listed = files_in(folder)[0] if folder.is_dir() else []
    visible = [file for file in listed if not any(part[:1] in ("_", ".") for part in file.parts)]
    paths = [file.path for file in visible if is_code(file.parts[-1]) and not file.problem]
    rules = (
        lambda path: path.stem == name,
        lambda path: name.lower() in path.stem.lower(),
        lambda path: path.suffix == ".ipynb",
    )
    for rule in rules:
        paths = [path for path in paths if rule(path)] or paths
    return paths, ["/".join(file.parts) for file in listed if file.problem == LINK]


if __name__ == "__main__":
    grade(Path(sys.argv[1]))
