"""How long `check` takes in a warm process, and how long its room takes to import.

    python benchmarks/checker.py [--rounds N]

For each task that the course asks for: the right program, each of its misconceptions, and two of them at once. Prints
a table in Markdown.
"""

import argparse
import statistics
import subprocess
import sys
from itertools import combinations, islice

from measuring import seconds, table
from tqdm import tqdm

from pegasos_edu.check import check
from pegasos_edu.misconceptions import ASKED, entries, task, wrong_program

PAIRS = 10
IMPORT = "import time; start = time.perf_counter(); import pegasos_edu.check; print(time.perf_counter() - start)"


def programs(name):
    """Return the right program, those with one mistake, and some with two."""
    mistakes = [entry.id for entry in entries(name) if not entry.is_convention]
    both = (wrong_program(name, *pair) for pair in combinations(mistakes, 2) if _go_together(name, pair))
    return [task(name).reference], [wrong_program(name, one) for one in mistakes], list(islice(both, PAIRS))


def _go_together(name, pair):
    try:
        return bool(wrong_program(name, *pair))
    except ValueError:
        return False


def main():
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--rounds", type=int, default=3, help="checks of each program (default: %(default)s)")
    rounds = options.parse_args().rounds
    rows = []
    for name in tqdm(ASKED, unit="task"):
        cells = []
        for kind in programs(name):
            first = [seconds(check, program, name) for program in kind]  # what is cached then is warm
            taken = [statistics.median(seconds(check, program, name) for _ in range(rounds)) for program in kind]
            cells += [f"{statistics.median(taken):.3f}", f"{max(taken):.3f}"] if len(kind) > 1 else [f"{taken[0]:.3f}"]
        rows.append((name, [*cells, f"{max(first):.2f}", "0.3"]))
    columns = ["right", "one mistake", "at most", "two", "at most", "two, the first time", "target"]
    table("`check`, s", columns, rows)
    imports = [float(subprocess.check_output([sys.executable, "-c", IMPORT])) for _ in range(5)]
    print(f"\nImporting `pegasos_edu.check` in a fresh process: {statistics.median(imports):.2f} s (target 0.5).")


if __name__ == "__main__":
    main()
