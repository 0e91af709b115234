"""Test what is proved: each inequality at random points and on runs, its assumptions, and the misprints."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pegasos_edu import average, hinge, minibatch, objective, run
from pegasos_edu.datasets import moons, toy
from pegasos_edu.losses import hinge_loss, projected
from pegasos_edu.runs.reading import stack
from pegasos_edu.theory import bounds, optimum, subgradient, subgradients

SETS = {"toy": toy()[:2], "moons": moons()[:2], "opposite": (np.ones((2, 1)), np.array([1, -1]))}
LAMS = (0.001, 0.01, 0.1)
seeds = st.integers(0, 2**32 - 1)
each_run = pytest.mark.parametrize(("data", "lam"), [(data, lam) for data in SETS.values() for lam in LAMS])
both = pytest.mark.parametrize("project", [False, True])


def ball(rng, d, radius):
    """Return a point of the ball around 0."""
    direction = rng.normal(size=d)
    return radius * rng.random() ** (1 / d) * direction / np.linalg.norm(direction)


# The lemmas, at random points


@given(seeds, st.floats(1e-4, 10))
def test_f_lies_above_its_tangents_by_the_square_of_the_distance(seed, lam):
    rng = np.random.default_rng(seed)
    X, y = rng.normal(size=(8, 3)), np.where(rng.random(8) < 0.5, 1, -1)
    u, v = rng.normal(size=(2, 3)) * rng.choice([0.01, 1, 10])
    slack = objective(u, X, y, lam) - objective(v, X, y, lam) - (u - v) @ subgradient(v, X, y, lam)
    bound = bounds.strong_convexity(u, v, lam)
    assert slack >= bound - 1e-9 * (1 + abs(slack) + bound)


@given(seeds, st.floats(1e-3, 10))
def test_the_angle_at_a_projected_point_is_at_least_a_right_one(seed, lam):
    rng = np.random.default_rng(seed)
    theta, radius = 5 * rng.normal(size=3) / math.sqrt(lam), 1 / math.sqrt(lam)
    u, v = ball(rng, 3, radius), projected(theta, lam)
    assert (u - v) @ (theta - v) <= bounds.projection_angle(u, radius) + 1e-9 / lam


@given(seeds, st.floats(1e-3, 1), st.booleans())
def test_a_step_that_was_not_right_comes_nearer_or_is_long(seed, lam, project):
    rng = np.random.default_rng(seed)
    u, w, g = ball(rng, 3, 1 / math.sqrt(lam)), ball(rng, 3, 1 / math.sqrt(lam)), 3 * rng.normal(size=3)
    eta = 1 / (lam * rng.integers(1, 100))
    half = w - eta * g
    after = projected(half, lam) if project else half
    bound = bounds.progress(u, w, after, g, eta)
    size = 1 + abs(bound) + eta * g @ g + (u @ u + w @ w) / eta
    assert (w - u) @ g <= bound + 1e-12 * size
    if np.array_equal(after, half):
        assert (w - u) @ g == pytest.approx(bound, abs=1e-9 * size), "nothing was projected"


@pytest.mark.parametrize("lam", LAMS)
@both
def test_the_regret_against_an_adversary_stays_below_the_bound_and_needs_its_logarithm(lam, project):
    """Take one feature; the label is always the label that w does not predict."""
    w, T, ys = 0.0, 3000, []
    ws = []
    for t in range(1, T + 1):
        y = -1.0 if w > 0 else 1.0
        ws.append(w)
        ys.append(y)
        w = (1 - 1 / t) * w + (y / (lam * t) if y * w < 1 else 0.0)
        w = float(projected(np.array([w]), lam)[0]) if project else w
    X, y, ws = np.ones((T, 1)), np.array(ys), np.array(ws)
    best = optimum(X, y, lam).value * T
    paid = float(np.sum(lam / 2 * ws**2 + hinge_loss(y * ws)))
    bound = bounds.regret(bounds.gradient_norm(1.0, lam, project), lam, T)
    assert 0.1 * bound < paid - best <= bound


# The theorems, on runs


def radius(X):
    return float(np.linalg.norm(X, axis=1).max())


def before_each_step(steps, d):
    """w_1, …, w_T."""
    return np.vstack([np.zeros((1, d)), stack(steps).w[:-1]])


def of_drawn(w, steps, data, lam):
    """Return f_t(w_t) for each step."""
    X, y = data
    drawn = stack(steps).i
    return lam / 2 * np.sum(w * w, axis=1) + hinge_loss(y[drawn] * np.sum(X[drawn] * w, axis=1))


@each_run
@both
def test_gradients_and_average_regret_of_a_run(data, lam, project):
    X, y = data
    star = optimum(X, y, lam).w
    steps = run(hinge, X, y, lam=lam, T=1000, project=project)
    w, drawn = before_each_step(steps, X.shape[1]), stack(steps).i
    norms = [np.linalg.norm(subgradients(v, X[[i]], y[[i]], lam)[0]) for v, i in zip(w[:100], drawn)]
    assert max(norms) <= bounds.gradient_norm(radius(X), lam, project) * (1 + 1e-9)
    regret = of_drawn(w, steps, data, lam) - of_drawn(np.broadcast_to(star, w.shape), steps, data, lam)
    mean = np.cumsum(regret) / np.arange(1, 1001)
    for T in (1, 2, 3, 10, 100, 1000):
        assert mean[T - 1] <= bounds.average_regret(radius(X), lam, T, project)


@both
def test_the_mean_of_all_iterates_when_each_step_takes_all_examples(project):
    X, y = SETS["moons"]
    best = optimum(X, y, 0.01)
    for T in (1, 3, 30, 300):
        steps = run(minibatch, X, y, lam=0.01, draws=np.tile(np.arange(len(y)), (T, 1)), project=project)
        w = before_each_step(steps, 2).mean(axis=0)
        assert objective(w, X, y, 0.01) - best.value <= bounds.average_regret(radius(X), 0.01, T, project)
    assert average(steps).shape == (2,)


@both
def test_the_expected_distance_and_the_likely_one(project):
    X, y = SETS["moons"]
    best, T, above = optimum(X, y, 0.01), 300, []
    for seed in range(60):
        w = before_each_step(run(hinge, X, y, lam=0.01, T=T, seed=seed, project=project), 2)
        above.append(objective(w, X, y, 0.01) - best.value)
    above, R = np.array(above), max(1.0, radius(X))
    assert above.mean() <= bounds.expected_distance(R, 0.01, T, project)
    for delta in (0.5, 0.1, 0.01):
        assert np.mean(above > bounds.likely_distance(R, 0.01, T, project, delta)) <= delta
        assert np.mean(above.mean(axis=1) > bounds.likely_average(R, 0.01, T, project, delta)) <= delta
        assert np.mean(above <= bounds.likely_iterate(R, 0.01, T, project, delta)) >= (1 - delta) / 2


def test_the_constant_of_the_projection_fails_without_it():
    """Take two examples at one place with opposite labels: the first steps are 1/λ long."""
    X, y = SETS["opposite"]
    for lam in LAMS[:2]:
        star, worst = optimum(X, y, lam).w, []
        for draws in ([0, 1, 0], [1, 0, 1], [0, 1, 1], [0, 0, 1]):
            steps = run(hinge, X, y, lam=lam, draws=draws)
            w = before_each_step(steps, 1)
            regret = of_drawn(w, steps, (X, y), lam) - of_drawn(np.broadcast_to(star, w.shape), steps, (X, y), lam)
            worst.append(regret.mean())
        assert max(worst) > bounds.average_regret(1.0, lam, 3, project=True)
        assert max(worst) <= bounds.average_regret(1.0, lam, 3, project=False)


# Relations between the bounds, and the paper of 2007


@given(st.floats(0, 100), st.floats(1e-6, 1), st.integers(3, 10**6))
def test_the_bound_of_2011_is_no_larger_than_that_of_2007(R, lam, T):
    new = bounds.average_regret(R, lam, T, project=True)
    assert new <= bounds.average_regret(R, lam, T, project=True, paper="ICML07") * (1 + 1e-12)
    assert new == pytest.approx(bounds.regret(bounds.gradient_norm(R, lam, True), lam, T) / T)


def test_by_hand():
    assert bounds.gradient_norm(3, 4.0, True) == 5 and bounds.gradient_norm(3, 4.0, False) == 6
    assert bounds.average_regret(3, 4.0, 1, True) == 25 / 8 and bounds.norm_of_the_optimum(0.25) == 2
    assert bounds.strong_convexity([3, 4], [0, 0], 2.0) == 25 and bounds.regret(2, 0.5, 1) == 4
    assert bounds.progress([0.0], [2.0], [1.0], [3.0], 0.5) == 3 + 2.25
    assert bounds.likely_distance(3, 4.0, 1, True, 0.5) == 25 / 4
    assert bounds.likely_iterate(1, 0.25, 2, False, 0.5) == 2 * 21 * 4 * math.log(4) / 0.5


@pytest.mark.parametrize(
    ("call", "complaint"),
    [
        (lambda: bounds.average_regret(1, 0.1, 2, True, "ICML07"), "must have T >= 3 and the projection, got T=2"),
        (lambda: bounds.average_regret(1, 0.1, 9, False, "ICML07"), "got T=9, project=False; take paper"),
        (lambda: bounds.average_regret(1, 0.1, 9, True, "Shen"), "paper must be"),
        (lambda: bounds.likely_average(0.5, 0.1, 9, True, 0.1), "R must be at least 1 here, got 0.5; take R=1, which"),
        (lambda: bounds.likely_average(1, 0.3, 9, True, 0.1), "lam must be at most 1/4 here, got 0.3; take likely_d"),
        (lambda: bounds.likely_iterate(1, 0.3, 9, True, 0.1), "lam must be at most 1/4 here, got 0.3; take likely_d"),
        (lambda: bounds.likely_distance(1, 0.1, 9, True, 1.0), "delta must be above 0 and below 1, got 1.0"),
        (lambda: bounds.likely_distance(1, 0.1, 9, True, 0), "delta must be"),
        (lambda: bounds.projection_angle([3.0, 4.0], 4.9), r"u must be in the ball of radius 4.9, got a norm of 5"),
        (lambda: bounds.strong_convexity([1.0], [1.0, 2.0], 1.0), r"v must have shape \(1,\), got \(2,\)"),
        (lambda: bounds.progress([1.0], [1.0], [1.0], [np.nan], 1.0), "g must"),
        (lambda: bounds.gradient_norm(-1, 0.1, True), "R must be at least 0, got -1"),
        (lambda: bounds.regret(1, 0, 3), "lam must be"),
    ],
)
def test_what_is_asked_for_is_checked(call, complaint):
    with pytest.raises(ValueError, match=complaint):
        call()
