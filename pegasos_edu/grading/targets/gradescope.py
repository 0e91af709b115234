"""What Gradescope runs for each hand-in: ``python -m pegasos_edu.grading.targets.gradescope /autograder``."""

import json
import shutil
import subprocess
import sys
from pathlib import Path


def grade(base):
    """Grade what is in ``submission/`` and leave ``results/results.json``, whatever happens.

    Parameters
    ----------
    base : Path
        The folder with ``source/``, ``submission/`` and ``results/``.
    """
    (master,) = (base / "source").glob("*.ipynb")
    found = sorted(path for path in (base / "submission").rglob("*") if path.suffix in (".ipynb", ".py"))
    found = [path for path in found if path.stem == master.stem] or found
    results = base / "results" / "results.json"
    results.parent.mkdir(exist_ok=True)
    if len(found) != 1:
        words = f"Hand in one notebook, {master.name}; here are {len(found)} notebooks and programs."
        results.write_text(json.dumps({"score": 0, "output": words}), "utf-8")
        return
    out = base / "graded"
    command = [sys.executable, "-m", "pegasos_edu", "grade", found[0], "--assignment", master, "--out", out]
    subprocess.run(command, check=False)
    made = sorted((out / "gradescope").glob("*.json"))
    if len(made) == 1:
        shutil.copyfile(made[0], results)
    else:
        words = "The grader itself did not get through; this is no fault of yours. Tell your teacher."
        results.write_text(json.dumps({"score": 0, "output": words}), "utf-8")


if __name__ == "__main__":
    grade(Path(sys.argv[1]))
