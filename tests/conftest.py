"""Provide what the tests share: small data sets, the folder of real data, and the order in which files run."""

import inspect
import os
from pathlib import Path

os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # otherwise every process that tests start compiles all modules again
os.environ["OPENBLAS_NUM_THREADS"] = "1"  # a test runs on every core, so more threads would wait for each other

import numpy as np
import pytest
from hypothesis import settings
from matplotlib.figure import Figure
from xdist.scheduler import LoadFileScheduling

from pegasos_edu.algorithms import ALGORITHMS, minibatch, multiclass, scaled
from pegasos_edu.algorithms.inputs import Classes, Gram, Indices, Rows
from pegasos_edu.common.browsers import NONE, chromium_path
from pegasos_edu.datasets import blobs, moons, toy
from pegasos_edu.fast import backends
from pegasos_edu.fast.averaging import mean_of
from pegasos_edu.fast.loops import looped, notes_for

os.environ["TQDM_DISABLE"] = "1"  # the kernels of the notebooks inherit this

settings.register_profile("same_every_time", derandomize=True, deadline=None, max_examples=60)
settings.load_profile("same_every_time")


class Scheduling(LoadFileScheduling):
    """Run the files in their order, and all files of `in_browser` in one process, which starts each browser once."""

    def _split_scope(self, nodeid):
        return BROWSER if nodeid.startswith(BROWSER) else super()._split_scope(nodeid)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config, log):
    """Replace the scheduler that pytest-xdist would use."""
    return Scheduling(config, log)


BROWSER = "tests/in_browser/"
LONG = [BROWSER, "tests/estimators/", "notebooks/lessons/", "tests/check/test_sandbox.py"]


def pytest_collection_modifyitems(items):
    """Run the longest files first; the short ones come at the end, and fill the cores that are free then."""
    items.sort(key=lambda item: next((n for n, name in enumerate(LONG) if item.nodeid.startswith(name)), len(LONG)))


def mostly_slow(values, *often):
    """Return the values of a parameter; those not in `often` run only with `python -m pytest -m slow`."""
    return [value if value in often else pytest.param(value, marks=pytest.mark.slow) for value in values]


def noisy(d=20, m=200, seed=0):
    """Return X and labels, which are the signs of the first feature with noise."""
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(m, d))
    return X, np.where(X[:, 0] + 0.5 * rng.normal(size=m) > 0, 1, -1)


KERNEL_ALGORITHMS = [algorithm for algorithm in ALGORITHMS.values() if Gram in algorithm.__annotations__.values()]
LINEAR_ALGORITHMS = [algorithm for algorithm in ALGORITHMS.values() if algorithm not in KERNEL_ALGORITHMS]
PROJECTING = [algorithm for algorithm in ALGORITHMS.values() if "project" in inspect.signature(algorithm).parameters]
ROW_ALGORITHMS = [algorithm for algorithm in ALGORITHMS.values() if Rows in algorithm.__annotations__.values()]
ALL_OF_A_ROW = [scaled, multiclass, minibatch]  # they call every operation on a row; a test checks this

SETS = {
    "toy": toy()[:2],
    "moons": moons()[:2],
    "blobs off centre": blobs(offset=2.0)[:2],
    "noisy in 20 dimensions": noisy(),
    "two opposite labels on one point": (np.ones((2, 1)), np.array([1, -1])),
}


@pytest.fixture(params=SETS.values(), ids=SETS)
def data(request):
    """Return X and y of each small data set in turn."""
    return request.param


@pytest.fixture
def ax():
    """Return axes that pyplot does not manage."""
    return Figure().add_subplot()


def answers(algorithm, y):
    """Return y in the form that an algorithm takes: class numbers for `multiclass`, otherwise the labels."""
    return (y > 0).astype(np.int64) if Classes in algorithm.__annotations__.values() else y


def input_of(algorithm, X):
    """Return X, or its Gram matrix for a kernel algorithm."""
    return X @ X.T if algorithm in KERNEL_ALGORITHMS else X


def of_batches(algorithm):
    """Return the arguments with which `run` makes mini-batches of 4, if the algorithm takes them."""
    return {} if Indices in algorithm.__annotations__.values() else {"k": 4}


def advance(algorithm, X, y, lam, draws, step, *options, loop=looped):
    """Run one step for each draw, by the loop of the algorithm."""
    mean, notes = mean_of("none", step.kept[1]), notes_for(step, draws)
    return loop(algorithm)(X, y, lam, draws, np.array([len(draws)]), step, mean, notes, *options)


@pytest.fixture(autouse=True)
def no_steps_yet(monkeypatch):
    """Let each test begin as in a new process, so that no tests before it decide what Numba compiles."""
    monkeypatch.setattr(backends, "_plain_steps", [0])
    monkeypatch.setattr(backends, "_ready", set())


@pytest.fixture(scope="session")
def data_folder():
    """Return the folder of real data; skip the test if there is none."""
    folder = os.environ.get("PEGASOS_EDU_DATA")
    if not folder:
        pytest.skip("PEGASOS_EDU_DATA names no folder of real data")
    return Path(folder)


def unavailable(message):
    """Skip the test; if a browser is required, let it fail."""
    (pytest.fail if os.environ.get("PEGASOS_EDU_BROWSER") == "required" else pytest.skip)(message)


@pytest.fixture(scope="session")
def chromium():
    """Return the path of Chromium; skip the test without it."""
    return chromium_path() or unavailable(f"{NONE}; install Chromium")
