"""What the tests share: small data sets, the folder of real data, quiet progress bars."""

import inspect
import os
from pathlib import Path

os.environ["OPENBLAS_NUM_THREADS"] = "1"  # there is a test on every core: more threads would wait for each other

import numpy as np
import pytest
from hypothesis import settings
from matplotlib.figure import Figure
from xdist.scheduler import LoadFileScheduling

from pegasos_edu.algorithms import ALGORITHMS, minibatch, multiclass, scaled
from pegasos_edu.algorithms.inputs import Classes, Gram, Indices, Rows
from pegasos_edu.common.browsers import NONE, chromium_path
from pegasos_edu.datasets import blobs, moons, toy
from pegasos_edu.fast.averaging import mean_of
from pegasos_edu.fast.compiling import compiled
from pegasos_edu.fast.loops import looped

os.environ["TQDM_DISABLE"] = "1"  # inherited by the kernels of the notebooks

settings.register_profile("same_every_time", derandomize=True, deadline=None, max_examples=60)
settings.load_profile("same_every_time")


class Scheduling(LoadFileScheduling):
    """Run the files in this order, all files of `in_browser` in one process, which starts each browser once."""

    def _split_scope(self, nodeid):
        return BROWSER if nodeid.startswith(BROWSER) else super()._split_scope(nodeid)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config, log):
    """Replace the scheduler that pytest-xdist would take."""
    return Scheduling(config, log)


BROWSER = "tests/in_browser/"
LONG = [BROWSER, "tests/estimators/", "notebooks/lessons/", "tests/check/test_sandbox.py"]


def pytest_collection_modifyitems(items):
    """What takes longest comes first; the small files are left for the end, where the last cores still have room."""
    items.sort(key=lambda item: next((n for n, name in enumerate(LONG) if item.nodeid.startswith(name)), len(LONG)))


def mostly_slow(values, *often):
    """Values of a parameter: all but these are left to `python -m pytest -m slow`."""
    return [value if value in often else pytest.param(value, marks=pytest.mark.slow) for value in values]


def noisy(d=20, m=200, seed=0):
    """A direction in d dimensions, and labels that follow it but for noise."""
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(m, d))
    return X, np.where(X[:, 0] + 0.5 * rng.normal(size=m) > 0, 1, -1)


KERNEL_ALGORITHMS = [algorithm for algorithm in ALGORITHMS.values() if Gram in algorithm.__annotations__.values()]
LINEAR_ALGORITHMS = [algorithm for algorithm in ALGORITHMS.values() if algorithm not in KERNEL_ALGORITHMS]
PROJECTING = [algorithm for algorithm in ALGORITHMS.values() if "project" in inspect.signature(algorithm).parameters]
ROW_ALGORITHMS = [algorithm for algorithm in ALGORITHMS.values() if Rows in algorithm.__annotations__.values()]
ALL_OF_A_ROW = [scaled, multiclass, minibatch]  # these call all that there is for a row (a test holds them to it)

SETS = {
    "toy": toy()[:2],
    "moons": moons()[:2],
    "blobs off centre": blobs(offset=2.0)[:2],
    "noisy in 20 dimensions": noisy(),
    "two opposite labels on one point": (np.ones((2, 1)), np.array([1, -1])),
}


@pytest.fixture(params=SETS.values(), ids=SETS)
def data(request):
    """X and y of each small set in turn."""
    return request.param


@pytest.fixture
def ax():
    """Axes outside pyplot."""
    return Figure().add_subplot()


def answers(algorithm, y):
    """y in the form that an algorithm takes: class numbers for `multiclass`, else the labels."""
    return (y > 0).astype(np.int64) if Classes in algorithm.__annotations__.values() else y


def input_of(algorithm, X):
    """X, or its Gram matrix for a kernel algorithm."""
    return X @ X.T if algorithm in KERNEL_ALGORITHMS else X


def of_batches(algorithm):
    """What `run` needs to make mini-batches of 4, if the algorithm takes them."""
    return {} if Indices in algorithm.__annotations__.values() else {"k": 4}


def advance(algorithm, X, y, lam, draws, step, *options, loop=looped):
    """One step for each draw, by the loop of the algorithm."""
    return loop(algorithm)(X, y, lam, draws, np.array([len(draws)]), step, mean_of("none", step.kept[1]), *options)


@pytest.fixture(scope="module", params=mostly_slow(["plain", "compiled"], "plain"))
def speed(request):
    """What makes of an algorithm the one to test: the algorithm itself, or the algorithm through Numba."""
    return compiled if request.param == "compiled" else lambda algorithm: algorithm


@pytest.fixture(scope="session")
def data_folder():
    """The folder of real data; the test is skipped where there is none."""
    folder = os.environ.get("PEGASOS_EDU_DATA")
    if not folder:
        pytest.skip("PEGASOS_EDU_DATA names no folder of real data")
    return Path(folder)


def unavailable(message):
    """The test is skipped; where a browser is required, it fails."""
    (pytest.fail if os.environ.get("PEGASOS_EDU_BROWSER") == "required" else pytest.skip)(message)


@pytest.fixture(scope="session")
def chromium():
    """Where Chromium is; without it there is no test."""
    return chromium_path() or unavailable(f"{NONE}; install Chromium")
