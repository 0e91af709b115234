"""The ball that holds the optimum, against certified optima and the closed form of one example."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pegasos_edu.datasets import breast_cancer, digits, sparse_text
from pegasos_edu.losses import LOSSES
from pegasos_edu.theory import optimum
from pegasos_edu.theory.radius import MAX_MARGIN_TIMES_PULL, ball_radius

LAMBDAS = np.geomspace(1e-4, 100, 7)


@pytest.mark.parametrize("loss", LOSSES)
def test_it_is_the_largest_product_of_margin_and_weight(loss):
    z = np.linspace(-5, 50, 550_001)
    assert (-LOSSES[loss].slope(z) * z).max() == pytest.approx(MAX_MARGIN_TIMES_PULL[loss], abs=2e-4)


def test_the_constant_of_the_log_loss_by_its_equation():
    c = MAX_MARGIN_TIMES_PULL["log"]
    assert c * math.exp(c) == pytest.approx(1 / math.e, rel=1e-12)
    assert c == pytest.approx(0.2785, abs=5e-5) and ball_radius(1.0, "log") == pytest.approx(0.5277, abs=5e-5)
    z = 1 + c
    assert z == pytest.approx(1 + math.exp(-z)) and z / (1 + math.exp(z)) == pytest.approx(c)


@pytest.mark.parametrize("loss", LOSSES)
@pytest.mark.parametrize("lam", LAMBDAS)
def test_the_optimum_lies_in_the_ball(loss, lam, data):
    assert np.linalg.norm(optimum(*data, lam, loss).w) <= ball_radius(lam, loss) * (1 + 1e-6)


@pytest.mark.parametrize("loss", LOSSES)
@pytest.mark.parametrize("make", [breast_cancer, digits, lambda: sparse_text(m=300, d=2_000)])
def test_the_optimum_lies_in_the_ball_on_larger_sets(loss, make):
    X, y, _ = make()
    for lam in (1e-3, 0.1):
        assert np.linalg.norm(optimum(X, y, lam, loss).w) < ball_radius(lam, loss)


@given(R=st.floats(0.1, 10))
def test_one_example_reaches_the_edge(R):
    """It does where its margin at the optimum is the one with the largest product: 1, and 1.2785."""
    c = MAX_MARGIN_TIMES_PULL["log"]
    for loss, lam in (("hinge", R**2), ("log", R**2 * c / (1 + c) ** 2)):
        w = optimum([[R]], [1], lam, loss).w
        assert w[0] == pytest.approx(ball_radius(lam, loss), rel=1e-4)


@given(lam=st.floats(1e-6, 1e6))
def test_it_falls_like_one_over_the_root(lam):
    assert ball_radius(lam) == pytest.approx(lam**-0.5)
    assert ball_radius(lam, "log") / ball_radius(lam) == pytest.approx(ball_radius(1.0, "log"))


def test_what_is_no_loss_is_refused():
    with pytest.raises(ValueError, match="loss must be one of 'hinge', 'log'"):
        ball_radius(0.1, "logistic")
    with pytest.raises(ValueError, match="lam must be"):
        ball_radius(0.0)
