"""When an algorithm is compiled: at once for long work, after a while for much short work, never for little."""

import subprocess
import sys

import numpy as np
import pytest

from pegasos_edu import summed
from pegasos_edu.fast import choosing
from pegasos_edu.fast.choosing import FIRST_GUESS, LOADING, Chooser, plain, through_numba

X = np.zeros((100, 3))
STEPS = round(LOADING / FIRST_GUESS)


@pytest.fixture(autouse=True)
def new_process(monkeypatch):
    """Nothing was walked or compiled yet."""
    monkeypatch.setattr(choosing, "_process", {"seconds": 0.0})
    monkeypatch.setattr(choosing, "_known", set())


def gear(steps, compile="auto", rows=X):
    return Chooser(summed, rows, compile, steps).gear()


def test_long_work_is_compiled_and_short_work_is_not():
    assert gear(STEPS // 2) is plain(summed)
    assert gear(2 * STEPS) is through_numba(summed) is gear(1, True)
    assert gear(2 * STEPS, False) is plain(summed)


def test_what_was_compiled_once_is_used_for_short_work_too_but_only_for_such_rows():
    gear(2 * STEPS)
    assert gear(1) is through_numba(summed)
    assert gear(1, rows=X.astype(np.float32)) is plain(summed)


def test_much_short_work_is_compiled_from_some_point_on():
    for _ in range(4):
        chooser = Chooser(summed, X, "auto", STEPS // 3)
        chooser.walked(chooser.gear(), STEPS // 3, LOADING / 3)
    assert gear(STEPS // 3) is through_numba(summed)


def test_a_fit_that_turns_out_long_changes_on_the_way():
    chooser = Chooser(summed, X, "auto", 10)
    assert chooser.gear() is plain(summed)
    chooser.walked(plain(summed), 10, 2 * LOADING)
    assert chooser.gear() is through_numba(summed)


def test_steps_that_turn_out_slow_are_compiled_for_the_rest():
    chooser = Chooser(summed, X, "auto", STEPS // 2)
    assert chooser.gear() is plain(summed)
    chooser.walked(plain(summed), 100, 300 * FIRST_GUESS)
    assert chooser.gear() is through_numba(summed)


def test_a_numba_that_does_not_work_is_told_of_and_done_without(monkeypatch):
    def broken(algorithm):
        raise ImportError("compiled needs Numba, got none that works (Numba needs NumPy 2.0 or less).")

    monkeypatch.setattr(choosing, "through_numba", broken)
    with pytest.warns(RuntimeWarning, match="NumPy 2.0 or less.* This fit goes on in plain Python"):
        assert gear(2 * STEPS) is plain(summed)
    with pytest.raises(ImportError):
        gear(1, True)


def test_without_numba_long_work_says_once_what_would_make_it_faster(monkeypatch):
    monkeypatch.setattr(choosing, "is_installed", lambda: False)
    choosing._advise.cache_clear()
    with pytest.warns(UserWarning, match="takes more than 10 seconds in plain Python; run python -m pip install numba"):
        assert gear(40 * STEPS) is plain(summed)
    assert gear(40 * STEPS) is plain(summed)  # a second warning would be an error


def test_short_work_loads_no_numba():
    code = """
import sys
from pegasos_edu.datasets import toy
from pegasos_edu.estimators import PegasosClassifier
PegasosClassifier().fit(*toy()[:2])
print("numba" in sys.modules)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.stdout == "False\n", done.stderr
