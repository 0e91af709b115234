"""Compare the measured projections with steps worked by hand, the formula of a step, and the radius of the ball."""

import numpy as np
import pytest

from pegasos_edu import (
    biased,
    hinge,
    kernelized,
    logistic,
    logistic_minibatch,
    minibatch,
    regression,
    run,
    scaled,
    variant,
)
from pegasos_edu.datasets import moons
from pegasos_edu.theory.projection import projections

ALGORITHMS = {hinge: {}, logistic: {}, scaled: {}, minibatch: {"k": 2}, logistic_minibatch: {"k": 2}}
LAMBDAS = [1e-3, 0.1]
ON_SPHERE = ("min(1, 1 / sqrt(lam) / norm(w))", "1 / sqrt(lam) / norm(w)")


@pytest.fixture(params=ALGORITHMS, ids=lambda algorithm: algorithm.__name__)
def projected(request, data):
    """Return a function that makes a run, for each algorithm and each small set."""
    return lambda lam, **options: run(request.param, *data, lam=lam, T=40, **ALGORITHMS[request.param], **options)


def test_three_rounds_by_hand():
    """Take x = 3, λ = 1 and the radius 1: step 1 leads to 3 and is projected; the next two steps only shrink w."""
    log = projections(run(hinge, [[3.0]], [1], lam=1.0, draws=[0, 0, 0], project=True))
    np.testing.assert_array_equal(log.t, [1, 2, 3])
    np.testing.assert_allclose(log.before, [3, 1 / 2, 1 / 3], rtol=1e-15)
    np.testing.assert_allclose(log.after, [1, 1 / 2, 1 / 3], rtol=1e-15)
    np.testing.assert_allclose(log.factor, [1 / 3, 1, 1], rtol=1e-15)
    assert log.fired.tolist() == [True, False, False]


@pytest.mark.parametrize("lam", LAMBDAS)
def test_the_factor_is_that_of_the_formula_and_nothing_is_left_outside(projected, lam):
    log, radius = projections(projected(lam, project=True)), 1 / np.sqrt(lam)
    np.testing.assert_allclose(log.factor, np.minimum(1, radius / np.maximum(log.before, 1e-300)), rtol=1e-6)
    np.testing.assert_allclose(log.after[log.fired], radius, rtol=1e-12)
    assert log.after.max() <= radius * (1 + 1e-12) and np.all(log.before[log.fired] > radius)
    assert log.fired[0] == (log.before[0] > radius)


@pytest.mark.parametrize("lam", LAMBDAS)
def test_nothing_fires_without_the_projection(projected, lam):
    log = projections(projected(lam))
    assert not log.fired.any()
    assert np.all(log.factor == 1)
    np.testing.assert_allclose(log.after, log.before, rtol=1e-12, atol=1e-12 * log.before[0])


def test_a_variant_that_stretches_fires_too():
    """Project onto the sphere: after every step the norm is 1/√λ, whether it was larger or smaller before."""
    X, y, _ = moons()
    log = projections(run(variant(hinge, ON_SPHERE), X, y, lam=0.1, T=50, project=True))
    assert log.factor.min() < 1 < log.factor.max()
    np.testing.assert_allclose(log.after, 1 / np.sqrt(0.1), rtol=1e-12)
    np.testing.assert_array_equal(log.fired, np.abs(log.factor - 1) > 1e-9)


def test_what_is_no_projected_step_is_refused():
    X, y, _ = moons(20)
    by_nothing = variant(minibatch, ("(eta / len(A))", "eta"))
    with pytest.raises(ValueError, match=r"run must be what run\(\.\.\.\) returns, got list"):
        projections([1, 2])
    with pytest.raises(ValueError, match="one vector w and the hinge or the log loss, got kernelized"):
        projections(run(kernelized, X @ X.T, y, lam=0.1, T=3))
    with pytest.raises(ValueError, match="the log loss, got regression; take hinge"):
        projections(run(regression, X, X[:, 0], lam=0.1, T=3))
    with pytest.raises(ValueError, match="another direction in step 5"):
        projections(run(by_nothing, X, y, lam=0.1, T=9, k=4))
    with pytest.raises(ValueError, match="another direction"):
        projections(run(biased, X, y, lam=0.1, T=50, b=0.5))
