"""Live as the process of one hand-in: shut in, it answers questions until it is ended."""

import contextlib
import importlib
import os
import random
import sys
import tempfile

import numpy as np

from pegasos_edu.check.failures import Failed
from pegasos_edu.teaching.worker import wire
from pegasos_edu.teaching.worker.confine import confine
from pegasos_edu.teaching.worker.program import Cells, failure

SEED = 0
# What is loaded before the process is shut in, and only once for many: word in a program -> module.
LOADED_BEFORE = {"matplotlib": "matplotlib.pyplot", "scipy": "scipy.sparse", "sklearn": "sklearn.datasets",
                 "pandas": "pandas", "pegasos_edu": "pegasos_edu.datasets", "datasets": "sklearn.datasets"}  # fmt: skip
_MOST_OPEN = 4096
_HERE = ("PATH", "SYSTEMROOT")


def load(names):
    """Load modules that a program mentions, of those that take long."""
    for name in set(names) & set(LOADED_BEFORE):
        with contextlib.suppress(Exception):  # it is not installed: the program itself will say so
            importlib.import_module(LOADED_BEFORE[name])


def live(line, folder, limits, protected=()):
    """Answer questions on a socket, of which each is the name of a method of `Cells` and its arguments.

    Parameters
    ----------
    line : socket
    folder : str
        The only place in which anything can be written.
    limits : dict
    protected : list of str
        What is protected already.
    """
    _settle(line, folder)
    protected = confine(folder, limits, protected)
    random.seed(SEED)
    np.random.seed(SEED)
    cells = Cells(limits["seconds"], limits["cell_seconds"])
    wire.send(line, protected)
    while True:
        try:
            what, *arguments = wire.receive(line)
        except EOFError:
            return
        answer = _answer(cells, what, arguments)
        try:
            wire.send(line, answer)
        except TypeError as error:
            wire.send(line, failure(Failed("shape", f"it returned a value that cannot be compared: {error}")))


def _answer(cells, what, arguments):
    try:
        return "answer", getattr(cells, what)(*arguments)
    except Failed as failed:
        return failure(failed)
    except KeyboardInterrupt:  # of its own making
        words = "KeyboardInterrupt"
    except BaseException as error:  # what the program changed in Python, so that even reading it goes wrong
        words = f"it changes Python or NumPy, so that it cannot be checked ({type(error).__name__})"
    return failure(Failed("exception", words))


def _settle(line, folder):
    """Nothing of the process from which it comes is open, nothing in its environment, and it stands in its folder."""
    null = os.open(os.devnull, os.O_RDWR)
    for number in (0, 1, 2):
        os.dup2(null, number)
    os.closerange(3, line.fileno())
    os.closerange(line.fileno() + 1, _MOST_OPEN)
    os.chdir(folder)
    kept = {name: os.environ[name] for name in _HERE if name in os.environ}
    os.environ.clear()
    of_folder = dict.fromkeys(("HOME", "TMPDIR", "TEMP", "TMP", "MPLCONFIGDIR", "PWD"), folder)
    tempfile.tempdir = folder
    os.environ.update(kept | of_folder | {"MPLBACKEND": "Agg", "OPENBLAS_NUM_THREADS": "1"})
    sys.argv[:] = [""]
