"""Test that a warning names the line that called the package."""

import warnings

import numpy as np
import pytest

from pegasos_edu.datasets import breast_cancer
from pegasos_edu.estimators import KernelPegasosClassifier, PegasosClassifier, PegasosRegressor
from pegasos_edu.theory import kernel_optimum, optimum, optimum_with_bias

X, y = np.array([[3.0, 1], [2, 2], [-1, 0], [0, -2]]), np.array([1, 1, -1, 1])
SPREAD = breast_cancer()[0] * np.logspace(-6, 6, 30)  # features on scales that are far apart
FAR = np.array([[1e12, 0], [0, 1e-3], [1, 1e-3]]), [1, -1, 1]

WARNING = {
    "lam too small": lambda: PegasosClassifier(lam=1e-9, tol=None).fit(X, y),
    "lam too large": lambda: PegasosRegressor(lam=1e9, bias="none").fit(X, y),
    "kernel": lambda: KernelPegasosClassifier("linear", lam=1e-9).fit(X, y),
    "tol": lambda: PegasosClassifier(lam=1e-3, tol=0, max_iter=500).fit(X, y),
    "optimum": lambda: optimum(SPREAD, breast_cancer()[1], 1e-12),
    "kernel optimum": lambda: kernel_optimum(np.diag([1e17, 1.0]), [1, -1], 1e-2),
    "optimum with bias": lambda: optimum_with_bias(*FAR, 1e-2),
}


@pytest.mark.parametrize("call", WARNING.values(), ids=WARNING)
def test_a_warning_names_the_line_that_called_the_package(call):
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        call()
    here = (__file__, call.__code__.co_firstlineno)
    assert told and {(warning.filename, warning.lineno) for warning in told} == {here}
