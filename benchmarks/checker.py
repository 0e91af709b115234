"""How long `check` takes in a warm process, and how long its room takes to import.

    python benchmarks/checker.py [--rounds N]

For each box: the box itself as a submission, each of its misconceptions, and two of them at once, which takes
longest. Prints a table in Markdown.
"""

import argparse
import statistics
import subprocess
import sys
from itertools import combinations, islice

from measuring import seconds, table
from tqdm import tqdm

from pegasos_edu.boxes import ALGORITHMS
from pegasos_edu.grading import check
from pegasos_edu.misconceptions import of
from pegasos_edu.misconceptions.entries import joined, made

PAIRS = 10
IMPORT = "import time; start = time.perf_counter(); import pegasos_edu.grading; print(time.perf_counter() - start)"


def programs(task):
    """The right one, those with one mistake, and some with two."""
    mistakes = [entry for entry in of(task) if not entry.is_convention]
    both = (joined(pair, task) for pair in combinations(mistakes, 2))
    return [ALGORITHMS[task]], [made(entry, task) for entry in mistakes], list(islice(filter(None, both), PAIRS))


def main():
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--rounds", type=int, default=3, help="checks of each program (default: %(default)s)")
    rounds = options.parse_args().rounds
    rows = []
    for task in tqdm(ALGORITHMS, unit="box"):
        cells = []
        for kind in programs(task):
            first = [seconds(check, program, task) for program in kind]  # what is cached then is warm
            taken = [statistics.median(seconds(check, program, task) for _ in range(rounds)) for program in kind]
            cells += [f"{statistics.median(taken):.3f}", f"{max(taken):.3f}"] if len(kind) > 1 else [f"{taken[0]:.3f}"]
        rows.append((task, [*cells, f"{max(first):.2f}", "0.3"]))
    columns = ["right", "one mistake", "at most", "two", "at most", "two, the first time", "target"]
    table("`check`, s", columns, rows)
    imports = [float(subprocess.check_output([sys.executable, "-c", IMPORT])) for _ in range(5)]
    print(f"\nImporting `pegasos_edu.grading` in a fresh process: {statistics.median(imports):.2f} s (target 0.5).")


if __name__ == "__main__":
    main()
