"""Measure how long `check` takes in a warm process, in a fresh one, and from the shell.

    python benchmarks/checker.py

For each task that lessons ask for, it checks the right program, each program with one mistake, and some with two.
Prints a table in Markdown.
"""

import statistics
import subprocess
import sys
import tempfile
from itertools import combinations, islice
from pathlib import Path

from measuring import seconds, table
from tqdm import tqdm

from pegasos_edu.check import check
from pegasos_edu.misconceptions import ASKED, entries, task, wrong_program

PAIRS, FRESH = 20, 3
FIRST = """
import time
start = time.perf_counter()
from pegasos_edu import hinge
from pegasos_edu.check import check
check(hinge, "hinge")
print(time.perf_counter() - start)
"""
STEP = """
def step(w, x, y, eta, lam):
    return (1 - eta * lam) * w + (y * (w @ x) < 1) * eta * y * x
"""


def programs(name):
    """Return the right program of a task, those with one mistake, and some with two."""
    mistakes = [entry.id for entry in entries(name) if not entry.is_convention and entry.edits_for(name)]
    singles = [wrong_program(name, mistake) for mistake in mistakes]
    apart = combinations(mistakes[:: max(1, len(mistakes) // 8)], 2)  # two neighbours often change the same line
    return [task(name).reference], singles, list(islice(_together(name, apart), PAIRS))


def _together(name, pairs):
    for pair in pairs:
        try:
            yield wrong_program(name, *pair)
        except ValueError:  # the edits of one leave no place for those of the other
            continue


def cells(kind, name):
    """Return the median and the maximum of the times of checks."""
    taken = [seconds(check, program, name) for program in kind]
    return [f"{statistics.median(taken):.3f}", f"{max(taken):.3f}"] if taken else ["", ""]


def from_the_shell():
    """Return how long the command takes for a file with one step."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "mine.py"
        path.write_text(STEP)
        command = [sys.executable, "-m", "pegasos_edu", "check", str(path), "hinge"]
        return statistics.median(seconds(_run, command) for _ in range(FRESH))


def _run(command):
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)


def main():
    rows = []
    for name in tqdm(ASKED, unit="task"):
        check(task(name).reference, name)  # compiles the switchboard of the task
        rows.append((name, [cell for kind in programs(name) for cell in cells(kind, name)]))
    table("`check`, s", ["right", "at most", "one mistake", "at most", "two mistakes", "at most"], rows)
    first = statistics.median(float(subprocess.check_output([sys.executable, "-c", FIRST])) for _ in range(FRESH))
    print(f"\nThe first check in a fresh process, with imports: {first:.2f} s.")
    print(f"`pegasos-edu check FILE hinge` from the shell: {from_the_shell():.2f} s.")


if __name__ == "__main__":
    main()
