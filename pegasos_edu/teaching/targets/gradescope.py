"""Grade a hand-in on Gradescope: ``python -m pegasos_edu.teaching.targets.gradescope /autograder``."""

import json
import shutil
import subprocess
import sys
from pathlib import Path


def grade(base):
    """Grade the hand-in in ``submission/`` with the master in ``source/``, and write ``results/results.json``."""
    (master,) = (base / "source").glob("*.ipynb")
    found = to_grade(base / "submission", master.stem)
    results = base / "results" / "results.json"
    results.parent.mkdir(exist_ok=True)
    if len(found) != 1:
        words = f"Hand in one notebook, {master.name}; this hand-in holds {len(found)} notebooks and programs."
        results.write_text(json.dumps({"score": 0, "output": words}), "utf-8")
        return
    out = base / "graded"
    command = [sys.executable, "-m", "pegasos_edu", "grade", found[0], "--assignment", master, "--out", out]
    subprocess.run(command, check=False)
    made = sorted((out / "gradescope").glob("*.json"))
    if len(made) == 1:
        shutil.copyfile(made[0], results)
    else:
        words = "The grader could not grade this hand-in. Please tell your teacher."
        results.write_text(json.dumps({"score": 0, "output": words}), "utf-8")


def to_grade(folder, name):
    """Return the files of a hand-in that could be graded, or only the one whose name or kind shows that it is meant."""
    found = [path for path in sorted(folder.rglob("*")) if path.suffix in (".ipynb", ".py")]
    found = [path for path in found if not any(part[0] in "._" for part in path.relative_to(folder).parts)]
    rules = (lambda path: path.stem == name, lambda path: name.lower() in path.stem.lower(),
             lambda path: path.suffix == ".ipynb")  # fmt: skip
    for rule in rules:
        found = [path for path in found if rule(path)] or found
    return found


if __name__ == "__main__":
    grade(Path(sys.argv[1]))
