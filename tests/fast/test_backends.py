"""Test that Numba runs long work, even work of many short fits, and that it never runs short work."""

import subprocess
import sys

import numpy as np
import pytest

from pegasos_edu import summed
from pegasos_edu.estimators import PegasosClassifier
from pegasos_edu.fast import backends
from pegasos_edu.fast.backends import LONG, SLOW, backend, numba_backend, python_backend

X = np.zeros((100, 3))


def test_long_work_is_compiled_and_short_work_is_not():
    assert backend(summed, X, "auto", LONG - 1) is python_backend(summed)
    assert backend(summed, X, False, LONG) is python_backend(summed)
    assert backend(summed, X, True, 1) is numba_backend(summed)
    backends._ready.clear()
    assert backend(summed, X, "auto", LONG) is numba_backend(summed)


def test_compiled_code_is_used_for_short_work_too_but_only_for_such_rows():
    backend(summed, X, "auto", LONG)
    assert backend(summed, X, "auto", 1) is numba_backend(summed)
    assert backend(summed, X.astype(np.float32), "auto", 1) is python_backend(summed)


def test_many_short_fits_are_compiled_from_some_step_on(monkeypatch):
    monkeypatch.setattr(backends, "LONG", 300)
    data, labels = np.eye(10), np.arange(10) % 2
    for expected in (python_backend, python_backend, python_backend, numba_backend):
        assert backend(summed, X, "auto", 10) is expected(summed)
        PegasosClassifier(max_iter=10, tol=None, bias="none", lam=0.1).fit(data, labels)


def test_without_a_working_numba_auto_warns_and_goes_on_in_plain_python(monkeypatch):
    def broken(algorithm):
        raise ImportError("compiled needs Numba, got none that works (Numba needs NumPy 2.0 or less).")

    monkeypatch.setattr(backends, "numba_backend", broken)
    with pytest.warns(RuntimeWarning, match="NumPy 2.0 or less.* This fit goes on in plain Python"):
        assert backend(summed, X, "auto", LONG) is python_backend(summed)
    with pytest.raises(ImportError):
        backend(summed, X, True, 1)
    monkeypatch.setattr(backends, "find_spec", lambda name: None)
    with pytest.warns(UserWarning, match=r'slow in plain Python; .*python -m pip install "pegasos_edu\[fast\]"'):
        assert backend(summed, X, "auto", SLOW) is python_backend(summed)


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
