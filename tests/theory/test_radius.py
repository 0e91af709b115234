"""Compare the ball that contains the optimum with certified optima and the closed form of one example."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pegasos_edu.losses import LOSSES
from pegasos_edu.misconceptions import task
from pegasos_edu.theory import optimum
from pegasos_edu.theory.radius import MAX_MARGIN_TIMES_PULL, ball_radius

LAMBDAS = [1e-4, 0.1, 100]


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


@given(R=st.floats(0.1, 10))
def test_one_example_reaches_the_edge(R):
    """Take λ such that the margin z at the optimum has the largest product a(z)·z: 1, and 1.2785."""
    c = MAX_MARGIN_TIMES_PULL["log"]
    for loss, lam in (("hinge", R**2), ("log", R**2 * c / (1 + c) ** 2)):
        w = optimum([[R]], [1], lam, loss).w
        assert w[0] == pytest.approx(ball_radius(lam, loss), rel=1e-4)


@pytest.mark.parametrize("lam", LAMBDAS)
@pytest.mark.parametrize(("name", "loss"), [("projected", "hinge"), ("log_projected", "log")])
def test_the_projections_that_learners_write_lead_onto_this_ball(name, loss, lam):
    radius = ball_radius(lam, loss)
    for size in (0.5, 0.999, 1.001, 20):
        w = task(name).reference(size * radius * np.array([0.6, 0, -0.8]), lam)
        assert np.linalg.norm(w) == pytest.approx(min(1, size) * radius, rel=1e-12)


def test_what_is_no_loss_is_refused():
    with pytest.raises(ValueError, match="loss must be one of 'hinge', 'log'"):
        ball_radius(0.1, "logistic")
    with pytest.raises(ValueError, match="lam must be"):
        ball_radius(0.0)
