"""Measure the time and the memory that grading a class takes; the class is made from the solution of A2.

    python benchmarks/classes.py [--size N] [--jobs N] [--form folder moodle canvas gradescope]
    python benchmarks/classes.py --samples hand-ins.zip

In this class, two fifths of the hand-ins are right, one tenth are unchanged, and the rest contain the mistakes below;
one in fifty never ends. All files differ, so that each one is really graded. The class is graded as a folder, or as
the zip that a platform exports; a wrong number of points is an error. Prints a table in Markdown. `--samples` makes
five hand-ins to try the command with.
"""

import argparse
import io
import itertools
import json
import shutil
import subprocess
import sys
import tempfile
import time
import zipfile
from pathlib import Path

from pegasos_edu.common.files import whole_file
from pegasos_edu.teaching.masters import read_master
from pegasos_edu.teaching.targets.notebooks import solution, student

SHRINK, MARGIN = "    w = (1 - eta * lam) * w\n", "    margin = y * (w @ x)\n"
WRONG = {  # what is replaced in the solution of A2
    "score-after-shrinking": (MARGIN + SHRINK, SHRINK + MARGIN),
    "condition-at-or-below-zero": ("if margin < 1:", "if margin <= 0:"),
    "nothing-shrinks": (SHRINK, ""),
    "shrinks-only-on-violation": (SHRINK + "    if margin < 1:\n", "    if margin < 1:\n    " + SHRINK),
    "condition-without-label": ("y * (w @ x)", "w @ x"),
    "addition-without-label": ("eta * y * x", "eta * x"),
    "step-size-root-t": ("1 / (lam * t)", "1 / (lam * t**0.5)"),
    "step-size-without-lambda": ("1 / (lam * t)", "1 / t"),
    "mean-without-the-last-step": ("return total / len(draws)", "return (total - w) / len(draws)"),
    "no-function-of-that-name": ("def step(", "def one_step("),
}
# The checks of the function with the mistake give no points: step 6 of 20, step_size 1, averaged 3.
POINTS = {name: 14 for name in WRONG} | {"step-size-root-t": 19, "step-size-without-lambda": 19}
POINTS["mean-without-the-last-step"] = 17
ENDLESS = ("    for t, i in enumerate(draws, 1):\n", "    while True:\n        t, i = 1, draws[0]\n")
HOSTILE = """def step(w, x, y, eta, lam):
    import os
    from pathlib import Path

    for path in Path.home().parent.rglob("*.csv"):
        path.write_text("all points")
    print("x" * 10_000_000)
    os._exit(0)

def step_of_mine(w, x, y, eta, lam):
"""


# Processes whose parent has ended become children of this one, so that they are counted (Linux, prctl 36).
RUN = """import ctypes, os, resource, subprocess, sys
ctypes.CDLL(None).prctl(36, 1, 0, 0, 0)
grader = subprocess.Popen([sys.executable, "-m", "pegasos_edu", *sys.argv[1:]])
_, _, command = os.wait4(grader.pid, 0)
try:
    while True:
        os.wait()
except ChildProcessError:
    pass
used = resource.getrusage(resource.RUSAGE_CHILDREN)
print(used.ru_utime + used.ru_stime, command.ru_maxrss / 1024, used.ru_maxrss / 1024)
"""


def notebook(assignment, *changes, make=solution, before=""):
    """Return the bytes of a hand-in: the notebook with solutions and some changes, or as it was handed out."""
    whole = json.loads(make(assignment))
    for cell in whole["cells"]:
        if cell["cell_type"] == "code" and "CHECK" not in cell["source"]:
            for old, new in changes:
                cell["source"] = cell["source"].replace(old, new)
    if before:
        first = {"id": "own", "metadata": {}, "source": before, "outputs": [], "execution_count": None}
        whole["cells"].insert(0, {"cell_type": "code"} | first)
    return json.dumps(whole, ensure_ascii=False, indent=1).encode() + b"\n"


def program(assignment, *changes):
    """Return the bytes of a hand-in as a Python file that holds only what students write."""
    source = "\n\n\n".join(cell.solution for cell in assignment.cells if cell.kind == "write")
    for old, new in changes:
        source = source.replace(old, new)
    return f"import numpy as np\n\n\n{source}\n".encode()


def made_class(assignment, size):
    """Yield the name, the bytes and the points of each hand-in of a class of this size."""
    for n in range(size):
        remark = f"# by student {n}"
        if n % 50 == 49:  # all loops fail
            content, points = notebook(assignment, ENDLESS, before=remark), 7
        elif n % 10 < 4:
            content = notebook(assignment, before=remark) if n % 20 < 10 else program(assignment) + remark.encode()
            points = 20
        elif n % 10 == 4:
            content, points = notebook(assignment, make=student, before=remark), 0
        else:
            name = list(WRONG)[(n // 10 * 5 + n % 10 - 5) % len(WRONG)]
            content, points = notebook(assignment, WRONG[name], before=remark), POINTS[name]
        yield f"student-{n:04}{'.py' if content.startswith(b'import') else '.ipynb'}", content, points


def write_class(folder, hand_ins, form):
    """Write hand-ins, name -> bytes, as a folder or as the zip of a platform, and return its path."""
    paths, lines = {}, []
    for number, (name, content) in enumerate(hand_ins.items(), 1):
        student, _, ending = name.partition(".")
        paths[
            {
                "folder": name,
                "moodle": f"{student}_{number}_assignsubmission_file_/A2.{ending}",
                "canvas": f"{student}_{number}_{1000 + number}_A2.{ending}",
                "gradescope": f"export/submission_{number}/A2.{ending}",
            }[form]
        ] = content
        lines.append(f"submission_{number}:\n  :submitters:\n  - :name: {student}\n")
    if form == "gradescope":
        paths["export/submission_metadata.yml"] = "".join(lines).encode()
    if form == "folder":
        (folder / "class").mkdir()
        for name, content in paths.items():
            (folder / "class" / name).write_bytes(content)
        return folder / "class"
    with zipfile.ZipFile(folder / "class.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in paths.items():
            archive.writestr(name, content)
    return folder / "class.zip"


def samples(assignment):
    """Return five hand-ins as Moodle exports them: path -> bytes."""
    half = "return total / (T - T // 2)", "return total / T"
    return {
        "Right Way_101_assignsubmission_file_/A2.ipynb": notebook(assignment),
        "Blank Page_102_assignsubmission_file_/A2.ipynb": notebook(assignment, make=student),
        "Early Shrink_103_assignsubmission_file_/A2 (1).ipynb": notebook(assignment, WRONG["score-after-shrinking"]),
        "Half Mean_104_assignsubmission_file_/my_a2.py": program(assignment, WRONG["nothing-shrinks"], half),
        "Bad Guest_105_assignsubmission_file_/A2.ipynb": notebook(
            assignment, ("def step(w, x, y, eta, lam):\n", HOSTILE)
        ),
    }


def write_samples(path):
    """Write the five hand-ins to a zip, which always has the same bytes."""
    whole = io.BytesIO()
    with zipfile.ZipFile(whole, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in samples(read_master("A2")).items():
            archive.writestr(zipfile.ZipInfo(name), content, zipfile.ZIP_DEFLATED)
    with whole_file(path) as file:
        file.write(whole.getvalue())


def measured(size, jobs, form):
    """Return the seconds, the processor seconds, and the peaks in MiB of the command and of its largest process."""
    folder = Path(tempfile.mkdtemp())
    try:
        hand_ins = list(made_class(read_master("A2"), size))
        path = write_class(folder, {name: content for name, content, _ in hand_ins}, form)
        options = ["grade", str(path), "--assignment", "A2", "--out", str(folder / "out")]
        start = time.perf_counter()
        output = subprocess.check_output([sys.executable, "-c", RUN, *options, f"--jobs={jobs}"], text=True)
        seconds = time.perf_counter() - start
        rows = json.loads((folder / "out" / "results.json").read_text("utf-8"))["hand_ins"]
        reached = {row["student"]: row["points"] for row in rows}
        right = {name.partition(".")[0]: points for name, _, points in hand_ins}
        if reached != right:
            wrong = {name: (reached.get(name), right[name]) for name in right if reached.get(name) != right[name]}
            sys.exit(f"all points must be right in the form {form}, got (reached, right): {wrong}")
        return seconds, *map(float, output.splitlines()[-1].split())
    finally:
        shutil.rmtree(folder)


def main():
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    forms = "folder", "moodle", "canvas", "gradescope"
    options.add_argument("--size", type=int, nargs="+", default=[60, 200], help="hand-ins (default: 60 and 200)")
    options.add_argument("--jobs", type=int, default=2, help="how many at once (default: %(default)s)")
    options.add_argument("--form", nargs="+", choices=forms, default=["folder"], help="(default: folder)")
    options.add_argument("--samples", metavar="FILE.zip", help="make five hand-ins there, and measure nothing")
    chosen = options.parse_args()
    if chosen.samples:
        write_samples(chosen.samples)
        return
    from measuring import table  # it needs Numba, which is not needed for samples

    rows = []
    for size, form in itertools.product(chosen.size, chosen.form):
        seconds, busy, of_grader, largest = measured(size, chosen.jobs, form)
        rows.append((f"{size}, {form}", [f"{seconds:.0f}", f"{busy / size:.2f}", f"{of_grader:.0f}", f"{largest:.0f}"]))
    columns = ["s", "processor s each", "MiB, the command", "MiB, the largest of its processes"]
    table(f"hand-ins, {chosen.jobs} at once", columns, rows)


if __name__ == "__main__":
    main()
