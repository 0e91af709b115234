"""Newton's method for the log loss finds the optimum that the package certifies."""

import numpy as np
import pytest
from conftest import SETS

from pegasos_edu.browser.newton import newton
from pegasos_edu.theory import optimum


@pytest.mark.parametrize("lam", [1.0, 0.01, 1e-5])
@pytest.mark.parametrize("name", SETS)
def test_the_minimiser_is_that_of_the_package(name, lam):
    X, y = SETS[name]
    Z = y[:, None] * X
    w, a = newton(Z, lam)
    found = optimum(X, y, lam, "log")
    f = lam / 2 * w @ w + np.logaddexp(0, -Z @ w).mean()
    assert f <= found.value + 1e-9 and np.allclose(a, 1 / (1 + np.exp(Z @ w)))
    assert np.linalg.norm(lam * w - Z.T @ a / len(y)) ** 2 / (2 * lam) < 1e-8 * max(f, 1e-3)
