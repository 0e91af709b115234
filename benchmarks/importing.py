"""Measure the time until the first fit, each time in a new process."""

import subprocess
import sys
from functools import partial

from measuring import measure, table

FIT = """
import numpy as np
from pegasos_edu.estimators import PegasosClassifier
PegasosClassifier(bias="none", compile={compile}).fit(np.eye(20), np.arange(20) % 2)
"""
WORK = {
    "import pegasos_edu": "import pegasos_edu",
    "from pegasos_edu.estimators import PegasosClassifier": "from pegasos_edu.estimators import PegasosClassifier",
    "the same, and a first fit in plain Python": FIT.format(compile=False),
    "the same, and a first compiled fit, kept on disk": FIT.format(compile=True),
    "import sklearn.linear_model": "import sklearn.linear_model",
}


def seconds_of(code):
    """Return how long the code takes in a fresh interpreter, without the start of the interpreter."""
    timed = f"import time\nstart = time.perf_counter()\n{code}\nprint(time.perf_counter() - start)"
    answer = subprocess.run([sys.executable, "-W", "ignore", "-c", timed], capture_output=True, text=True, check=True)
    return float(answer.stdout)


def main(rounds, folder):
    medians = measure([(name, partial(seconds_of, code)) for name, code in WORK.items()], rounds)
    table("time until", ["s"], [(name, [f"{taken:.3f}"]) for name, taken in medians.items()])
