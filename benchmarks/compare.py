"""Compare Pegasos with scikit-learn's solvers of the same objective in one run, on one thread except in ``defaults``.

    python benchmarks/compare.py [--tables NAME ...] [--rounds N] [--data FOLDER]

=============  ==================================================================
``updates``    nanoseconds an update
``optimum``    processor time to within 1 % and 0.1 % of the optimum
``dual``       passes and time of dual_ascent to the certified optimum, and of LinearSVC
``kernels``    time to the accuracy of SVC
``defaults``   the estimators with their default settings and threads
``averages``   how close each way to draw and to average comes to the optimum
``scaling``    time against the numbers of rows, columns and non-zeros
``memory``     the peak of a fit (Linux)
``import``     time until the first fit
=============  ==================================================================

Prints tables in Markdown, and progress to stderr. Times are medians over the rounds. All solvers are measured in turns,
after one round to warm up, so ratios within one run can be trusted; single figures depend on the machine. The
data (a8a, w8a, sentiment_5000.txt and the t10k files of MNIST) are read from the folder; if one is missing, data of the
same shape are made, and the tables say so.
"""

import argparse
import importlib
import os
import subprocess
import sys
import warnings

TABLES = {
    "updates": "updates",
    "optimum": "to_optimum",
    "dual": "dual",
    "kernels": "kernels",
    "defaults": "defaults",
    "averages": "averages",
    "scaling": "scaling",
    "memory": "memory",
    "import": "importing",
}


def main():
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--tables", nargs="+", choices=TABLES, default=list(TABLES), help="all if left out")
    options.add_argument("--rounds", type=int, default=9, help="measurements of each (default: %(default)s)")
    options.add_argument("--data", default=os.environ.get("PEGASOS_EDU_DATA"), help="default: $PEGASOS_EDU_DATA")
    arguments = options.parse_args()
    if len(arguments.tables) > 1:
        for name in arguments.tables:  # each in a new process, because threads and loaded modules differ
            subprocess.run([sys.executable, *sys.argv, "--tables", name], check=True)
        return
    (name,) = arguments.tables
    if name != "defaults":
        for library in ("OMP", "OPENBLAS", "MKL", "NUMBA"):
            os.environ[f"{library}_NUM_THREADS"] = "1"  # read when NumPy is imported, as each table does
    warnings.simplefilter("ignore")  # solvers warn when they stop after the given passes
    importlib.import_module(TABLES[name]).main(arguments.rounds, arguments.data)


if __name__ == "__main__":
    main()
