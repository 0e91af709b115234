"""Compare the algorithms with hand-worked steps, each other, the definition of a subgradient, and their pseudocode."""

import ast
import inspect
import re
import tokenize
from math import exp, sqrt

import numpy as np
import pytest
from conftest import (
    KERNEL_ALGORITHMS,
    LINEAR_ALGORITHMS,
    PROJECTING,
    ROW_ALGORITHMS,
    SETS,
    answers,
    input_of,
    mostly_slow,
    of_batches,
)
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import sparse
from scipy.special import expit

import pegasos_edu.algorithms.dual
import pegasos_edu.algorithms.extensions
import pegasos_edu.algorithms.pegasos
from pegasos_edu import (
    ALGORITHMS,
    biased,
    copied,
    dual_ascent,
    first_difference,
    free_bias,
    hinge,
    kernelized,
    kernelized_as_printed,
    kernelized_cached,
    last,
    logistic,
    logistic_minibatch,
    minibatch,
    multiclass,
    regression,
    run,
    scaled,
    stack,
    summed,
    summed_logistic,
    variant,
)
from pegasos_edu.algorithms.inputs import Batches
from pegasos_edu.algorithms.rows import augmented
from pegasos_edu.losses import LOSSES, insensitive_loss, multiclass_loss
from pegasos_edu.theory import dual_value
from pegasos_edu.trace import Listing


def close(a, b, rtol=1e-12):
    """Return whether each vector of b differs from its vector of a by at most rtol times the norm of a's vector."""
    return np.all(np.linalg.norm(a - b, axis=-1) <= rtol * np.linalg.norm(a, axis=-1))


# Three steps by hand, with λ = 1/2: η = 2, 1, 2/3. In the third step of the hinge loss the margin is exactly 1.
X3 = np.array([[1.0, 2.0], [2.0, 1.0]])
Y3 = np.array([1.0, -1.0])
BY_HAND = [0, 1, 0]


def test_hinge_by_hand():
    steps = [copied(s) for s in hinge(X3, Y3, 0.5, BY_HAND)]
    assert [s.eta for s in steps] == [2, 1, 2 / 3]
    assert [s.score for s in steps] == [0, 8, 1]
    np.testing.assert_allclose([s.w for s in steps], [[2, 4], [-1, 1], [-2 / 3, 2 / 3]], rtol=1e-15)


def test_projected_hinge_by_hand():
    steps = [copied(s) for s in hinge(X3, Y3, 0.5, BY_HAND[:2], project=True)]
    first = np.array([2, 4]) / sqrt(10)  # (2, 4) has norm √20 and is projected to norm √2
    second = first / 2 - [2, 1]
    second *= sqrt(2) / sqrt(5.5 - 8 / sqrt(10))
    np.testing.assert_allclose([s.w for s in steps], [first, second], rtol=1e-14)


def test_logistic_by_hand():
    steps = [copied(s) for s in logistic(X3, Y3, 0.5, BY_HAND[:2])]
    p = 1 / (1 + exp(-4))  # the score is 4, the label −1
    np.testing.assert_allclose([s.w for s in steps], [[1, 2], [0.5 - 2 * p, 1 - p]], rtol=1e-15)


def test_projected_logistic_by_hand():
    (inside,) = logistic(X3, Y3, 4.0, [0], project=True)  # ‖w‖ = √5/8 lies in the ball of radius 1/2
    np.testing.assert_allclose(inside.w, [1 / 8, 2 / 8], rtol=1e-15)
    (outside,) = logistic(X3, Y3, 0.5, [0], project=True)  # (1, 2) has norm √5 and is projected to norm √2
    np.testing.assert_allclose(outside.w, np.array([1, 2]) * sqrt(2 / 5), rtol=1e-14)


def test_minibatch_by_hand():
    steps = [copied(s) for s in minibatch(X3, Y3, 0.5, np.array([[0, 1]] * 3))]
    np.testing.assert_allclose([s.scores for s in steps], [[0, 0], [1, -1], [0.5, -0.5]], rtol=1e-15)
    np.testing.assert_allclose([s.w for s in steps], [[-1, 1], [-0.5, 0.5], [-2 / 3, 2 / 3]], rtol=1e-15)


def test_summed_and_scaled_by_hand():
    sums = [s.v.tolist() for s in map(copied, summed(X3, Y3, 0.5, BY_HAND))]
    assert sums == [[1, 2], [-1, 1], [-1, 1]]
    steps = [copied(s) for s in scaled(X3, Y3, 0.5, BY_HAND)]
    np.testing.assert_allclose([s.a for s in steps], [1, 1 / 2, 1 / 3], rtol=1e-15)
    np.testing.assert_allclose([s.v for s in steps], [[2, 4], [-2, 2], [-2, 2]], rtol=1e-15)


def test_regression_by_hand():
    steps = [copied(s) for s in regression(X3, np.array([3.0, -1.0]), 0.5, np.array(BY_HAND), 0.5)]
    # η = 2, 1, 2/3; scores 0 (3 too low), 8 (9 too high), then ⟨(−1, 1), (1, 2)⟩ = 1 (2 too low)
    assert [s.score for s in steps] == [0, 8, 1]
    assert [s.v.tolist() for s in steps] == [[1, 2], [-1, 1], [0, 3]]
    (near,) = regression(X3, np.array([0.5, 0.0]), 0.5, np.array([0]), 0.5)  # an error of ε has loss 0
    assert not near.v.any()


def test_multiclass_by_hand():
    y = np.array([2, 0])
    steps = [copied(s) for s in multiclass(X3, np.append(y, 1), 0.5, np.array([0, 1, 0]))]
    # Step 1: all scores are 0; x_1 is added to its class 2 and subtracted from class 0, the first other class.
    # Step 2: x_2 is added to its class 0 and subtracted from class 2.
    assert steps[0].v.tolist() == [[-1, -2], [0, 0], [1, 2]]
    assert steps[1].scores.tolist() == [-8, 0, 8]
    assert steps[1].v.tolist() == [[1, -1], [0, 0], [-1, 1]]
    assert steps[2].scores.tolist() == [-1, 0, 1]  # class 2 leads class 1 by 1: no loss; argmax takes class 1
    assert steps[2].v.tolist() == [[1, -1], [-1, -2], [0, 3]]


def test_biased_by_hand():
    steps = [copied(s) for s in biased(X3, Y3, 0.5, np.array(BY_HAND), -1.0)]
    assert [s.score for s in steps] == [-1, 7, 0]
    assert [s.v.tolist() for s in steps] == [[1, 2], [-1, 1], [0, 3]]


def test_free_bias_by_hand():
    steps = [copied(s) for s in free_bias(X3, Y3, 0.5, np.array([0, 1, 0, 1]))]
    # ⟨(2, 4), (2, 1)⟩ + 2, then ⟨(−1, 1), (1, 2)⟩ + 1, then ⟨(−2/3, 2/3), (2, 1)⟩ + 1
    np.testing.assert_allclose([s.score for s in steps], [0, 10, 2, 1 / 3], rtol=1e-14)
    assert [s.b for s in steps] == [2, 1, 1, 0.5]  # η = 2, 1, 2/3, 1/2; nothing is added in the third step
    np.testing.assert_allclose([s.w for s in steps], [[2, 4], [-1, 1], [-2 / 3, 2 / 3], [-1.5, 0]], atol=1e-15)


def test_dual_ascent_by_hand():
    steps = [copied(s) for s in dual_ascent(X3, Y3, 0.5, np.array(BY_HAND))]
    # λ·m = 1, so q = ‖x‖² = 5, and α·y becomes 1/5, then (1 + 0.8)/5, then (1 + 0.44)/5 + 0.2
    np.testing.assert_allclose([s.score for s in steps], [0, 0.8, -0.44], atol=1e-15)
    np.testing.assert_allclose([s.alpha for s in steps], [[0.2, 0], [0.2, -0.36], [0.488, -0.36]], rtol=1e-14)
    np.testing.assert_allclose([s.w for s in steps], [[0.2, 0.4], [-0.52, 0.04], [-0.232, 0.616]], rtol=1e-13)


def test_dual_ascent_stays_between_its_bounds_by_hand():
    X, y = np.array([[1.0], [4.0], [0.0]]), np.array([1.0, 1.0, -1.0])
    steps = [copied(s) for s in dual_ascent(X, y, 1 / 3, np.array([1, 0, 1, 0, 0, 2]))]
    # λ·m = 1, and α·y becomes 1/16; 1 − 0.25; 0, because (1 − 4)/16 + 1/16 < 0; 0.75 + 0.25 = 1; 1 again; 1 for x = 0
    np.testing.assert_allclose([s.delta for s in steps], [1 / 16, 0.75, -1 / 16, 0.25, 0, -1], rtol=1e-15)
    np.testing.assert_allclose([s.w[0] for s in steps], [0.25, 1, 0.75, 1, 1, 1], rtol=1e-15)


def test_logistic_minibatch_by_hand():
    steps = [copied(s) for s in logistic_minibatch(X3, Y3, 0.5, np.array([[0, 1]] * 2))]
    np.testing.assert_allclose(steps[0].w, [-0.5, 0.5], rtol=1e-15)  # η/k = 1, both p = 1/2
    p = expit(-Y3 * (X3 @ steps[0].w))
    np.testing.assert_allclose(steps[1].w, steps[0].w / 2 + (Y3 * p) @ X3 / 2, rtol=1e-15)


def test_kernel_algorithms_by_hand():
    K = np.array([[5.0, 4.0], [4.0, 5.0]])
    right = [copied(s) for s in kernelized(K, Y3, 0.5, BY_HAND)]
    assert [s.score for s in right] == [0, 8, 1]
    assert [s.alpha.tolist() for s in right] == [[1, 0], [1, 1], [1, 1]]
    printed = [copied(s) for s in kernelized_as_printed(K, Y3, 0.5, BY_HAND)]
    np.testing.assert_allclose([s.score for s in printed], [0, -4, 10 / 3], rtol=1e-15)
    assert [s.alpha.tolist() for s in printed] == [[1, 0], [1, 0], [1, 0]]
    tie = [copied(s) for s in kernelized_as_printed(np.eye(2), np.ones(2), 0.5, [0, 0])]  # 1/(λ·2)·1 = 1
    assert [s.alpha.tolist() for s in tie] == [[1, 0], [1, 0]]


# Relations between algorithms, over 20,000 steps


@pytest.fixture(scope="module", params=[False, True], ids=["free", "projected"])
def project(request):
    return request.param


@pytest.fixture(scope="module", params=mostly_slow([1e-1, 1e-3, 1e-5], 1e-3))
def lam(request):
    return request.param


@pytest.fixture(scope="module")
def long_data():
    """Return 200 examples. A third of the entries are 0, one row is empty, and one row occurs twice."""
    rng = np.random.default_rng(1)
    X = rng.normal(size=(200, 6)) * (rng.random((200, 6)) < 2 / 3)
    y = np.where(X @ rng.normal(size=6) + rng.normal(size=200) > 0, 1, -1)
    X[17], X[18] = 0, X[19]
    return X, y


@pytest.fixture(scope="module")
def long_hinge(long_data, lam, project):
    X, y = long_data
    return stack(run(hinge, X, y, lam=lam, T=20_000, project=project))


def test_scaled_is_hinge(long_data, long_hinge, lam, project):
    X, y = long_data
    for rows in (X, sparse.csr_array(X)):
        other = stack(run(scaled, rows, y, lam=lam, T=20_000, project=project))
        assert close(long_hinge.w, other.w)


def test_one_example_minibatch_is_hinge(long_data, long_hinge, lam, project):
    X, y = long_data
    other = stack(run(minibatch, X, y, lam=lam, T=20_000, k=1, project=project))
    assert close(long_hinge.w, other.w)
    assert np.array_equal(long_hinge.i, other.A[:, 0])


@pytest.mark.parametrize("project", [False], indirect=True)
def test_summed_is_hinge(long_data, long_hinge, lam):
    X, y = long_data
    for rows in (X, sparse.csr_array(X)):
        assert close(long_hinge.w, stack(run(summed, rows, y, lam=lam, T=20_000)).w)


@pytest.mark.parametrize("project", [False], indirect=True)
def test_kernelized_with_a_linear_kernel_makes_the_updates_of_hinge(long_data, long_hinge, lam):
    X, y = long_data
    other = stack(run(kernelized, X @ X.T, y, lam=lam, T=20_000))
    assert np.array_equal(y[long_hinge.i] * long_hinge.score < 1, y[other.i] * other.score < 1)
    assert close(long_hinge.w[-1], other.beta(y)[-1] @ X)


@pytest.mark.parametrize("project", [False], indirect=True)
def test_cached_sums_change_nothing_in_the_kernel_algorithm(long_data, lam, project):
    X, y = long_data
    K = X @ X.T
    steps = run(kernelized, K, y, lam=lam, T=20_000)
    other = stack(run(kernelized_cached, K, y, lam=lam, T=20_000))
    assert np.array_equal(last(steps).alpha, other.alpha[-1])
    assert close((other.alpha[-1] * y) @ K, other.s[-1])
    assert close(np.array([[step.score] for step in steps])[1:] / lam, other.score[1:, None] / lam, rtol=1e-9)


@pytest.mark.slow
@pytest.mark.parametrize("lam", [1e-1, 1e-3])  # at 1e-5 the steps 1/(λt) enlarge rounding errors too much
def test_summed_logistic_is_logistic(long_data, lam):
    X, y = long_data
    single = stack(run(logistic, X, y, lam=lam, T=20_000))
    for rows in (X, sparse.csr_array(X)):
        assert close(single.w, stack(run(summed_logistic, rows, y, lam=lam, T=20_000)).w)
    batches = stack(run(logistic_minibatch, X, y, lam=lam, T=20_000, k=1))
    assert close(single.w, batches.w)


def augmented_rows(algorithm, X, y):
    """Return X with a constant column, as an array and, without a copy, from an array and from CSR; answers; draws."""
    whole, forms = np.hstack([X, np.full((len(X), 1), 3.0)]), [augmented(X, 3.0), augmented(sparse.csr_array(X), 3.0)]
    y = answers(algorithm, y.astype(float))
    return whole, forms, y, run(algorithm, X, y, lam=0.01, T=200, **of_batches(algorithm)).draws


@pytest.mark.parametrize("algorithm", ROW_ALGORITHMS)
def test_augmented_rows_are_rows_with_a_constant_column(algorithm, long_data):
    whole, forms, y, draws = augmented_rows(algorithm, *long_data)
    expected = last(algorithm(whole, y, 0.01, draws)).w
    for rows in forms:
        assert close(expected, last(algorithm(rows, y, 0.01, draws)).w)


def test_a_bias_of_zero_changes_nothing(long_data):
    X, y = long_data
    assert first_difference(run(summed, X, y, lam=0.01, T=500), run(biased, X, y, lam=0.01, T=500), rtol=0) is None


def test_without_the_step_on_b_the_free_bias_is_hinge(long_data):
    X, y = long_data
    fixed = variant(free_bias, ("b = b + eta * y[i]", "b = 0 * b"))
    assert first_difference(run(hinge, X, y, lam=0.01, T=500), run(fixed, X, y, lam=0.01, T=500), rtol=0) is None


def test_two_classes_of_the_multiclass_hinge_are_the_hinge_at_half_of_lambda(long_data):
    X, y = long_data  # w_1 = −w_0, so the penalty of u = w_1 − w_0 is λ/4·‖u‖²
    binary = stack(run(hinge, X, y, lam=0.01, T=5_000))
    two = stack(run(multiclass, X, (y > 0).astype(int), lam=0.02, T=5_000)).w
    assert close(binary.w, two[:, 1] - two[:, 0])
    np.testing.assert_array_equal(two[:, 0], -two[:, 1])


def test_projections_underflow_the_scale_factor_unless_it_is_folded_in(long_data):
    X, y = long_data
    steps = list(map(copied, run(scaled, X, y, lam=1e-7, T=5_000, project=True)))
    assert min(step.a for step in steps) > 1e-9
    folds = sum(now.a > before.a for before, now in zip(steps, steps[1:]))
    assert folds > 1


@pytest.mark.parametrize("lam", [1e-1, 1e-3])
def test_dual_ascent_keeps_w_of_alpha_and_never_lowers_the_dual(long_data, lam):
    X, y = long_data
    ascent = stack(run(dual_ascent, X, y, lam=lam, T=4_000))
    assert close(ascent.w, stack(run(dual_ascent, sparse.csr_array(X), y, lam=lam, T=4_000)).w, rtol=1e-9)
    assert close(ascent.alpha @ X / (lam * len(y)), ascent.w, rtol=1e-9)
    shares = ascent.alpha * y
    assert 0 <= shares.min() and shares.max() == 1 == shares[-1, 17]  # row 17 is empty
    values = dual_value(ascent.alpha, X, y, lam)
    assert np.all(np.diff(values) >= -1e-12) and values[-1] > values[0] > 0


def test_no_other_value_of_the_one_alpha_is_better(data):
    X, y = data
    lam = 0.03
    alpha = last(run(dual_ascent, X, y, lam=lam, T=3 * len(y))).alpha
    for i in range(min(20, len(y))):
        after = last(dual_ascent(X, y, lam, [*run(dual_ascent, X, y, lam=lam, T=3 * len(y)).draws, i])).alpha
        others = np.repeat(alpha[None], 21, axis=0)
        others[:, i] = y[i] * np.linspace(0, 1, 21)
        assert dual_value(after, X, y, lam) >= dual_value(others, X, y, lam).max() - 1e-14


# By definition, the mean of the steps on all examples is a full subgradient step


@pytest.mark.parametrize(("algorithm", "loss"), [(hinge, "hinge"), (logistic, "log")])
def test_the_mean_step_is_a_full_subgradient_step(algorithm, loss, data):
    X, y = data
    lam, m = 0.1, len(y)
    w = last(run(algorithm, X, y, lam=lam, draws=[0])).w
    after = [last(run(algorithm, X, y, lam=lam, draws=[0, i])).w for i in range(m)]
    subgradient = lam * w + X.T @ (y * LOSSES[loss].slope(y * (X @ w))) / m
    np.testing.assert_allclose(np.mean(after, axis=0), w - subgradient / (2 * lam), rtol=1e-10, atol=1e-12)


def test_the_mean_step_of_the_free_bias_is_a_full_subgradient_step_on_w_and_b(data):
    X, y = data
    lam, m = 0.1, len(y)
    old = last(run(free_bias, X, y, lam=lam, draws=[0]))
    after = [last(run(free_bias, X, y, lam=lam, draws=[0, i])) for i in range(m)]
    slopes = y * LOSSES["hinge"].slope(y * (X @ old.w + old.b)) / m
    np.testing.assert_allclose(np.mean([s.w for s in after], axis=0), old.w - (lam * old.w + slopes @ X) / (2 * lam))
    assert np.isclose(np.mean([s.b for s in after]), old.b - slopes.sum() / (2 * lam))


def mean_move(algorithm, X, y, lam, **options):
    """Return the iterate after one step, and the mean of the iterates after a second step, over all examples."""
    w = last(run(algorithm, X, y, lam=lam, draws=[0], **options)).w
    return w, np.mean([last(run(algorithm, X, y, lam=lam, draws=[0, i], **options)).w for i in range(len(y))], axis=0)


def slope(f, w, h=1e-6):
    """Return the gradient of f at w, from differences."""
    moves = [h * e.reshape(w.shape) for e in np.eye(w.size)]
    return np.reshape([(f(w + move) - f(w - move)) / (2 * h) for move in moves], w.shape)


def test_steps_for_other_losses_descend_along_the_numerical_gradient():
    rng = np.random.default_rng(5)
    X, lam = rng.normal(size=(12, 3)), 0.1
    y, numbers, labels = rng.normal(size=12), np.arange(12) % 3, np.arange(12) % 2 * 2 - 1
    cases = [
        (regression, y, {"epsilon": 0.2}, lambda w: insensitive_loss(y, X @ w, 0.2)),
        (multiclass, numbers, {}, lambda w: multiclass_loss(numbers, X @ w.T)),
        (biased, labels, {"b": 0.3}, lambda w: np.maximum(0, 1 - labels * (X @ w + 0.3))),
        (summed_logistic, labels, {}, lambda w: np.log1p(np.exp(-labels * (X @ w)))),
    ]
    for algorithm, answer, options, losses in cases:
        w, after = mean_move(algorithm, X, answer, lam, **options)
        gradient = slope(lambda w, losses=losses: lam / 2 * np.sum(w * w) + losses(w).mean(), w)
        np.testing.assert_allclose((w - after) * 2 * lam, gradient, rtol=1e-6, atol=1e-7, err_msg=algorithm.__name__)


def test_a_minibatch_of_all_examples_is_a_full_subgradient_step(data):
    X, y = data
    lam, m = 0.1, len(y)
    steps = stack(run(minibatch, X, y, lam=lam, k=m, T=20))
    before = np.vstack([np.zeros(X.shape[1]), steps.w[:-1]])
    for w, eta, after in zip(before, steps.eta, steps.w):
        subgradient = lam * w + X.T @ (y * LOSSES["hinge"].slope(y * (X @ w))) / m
        np.testing.assert_allclose(after, w - eta * subgradient, rtol=1e-9, atol=1e-9)


# What holds for every algorithm


@pytest.mark.parametrize("algorithm", ALGORITHMS.values(), ids=ALGORITHMS)
def test_every_algorithm_takes_the_step_size_of_the_paper_and_the_same_steps_for_the_same_draws(algorithm):
    X, y = SETS["noisy in 20 dimensions"]
    K, y, lam = input_of(algorithm, X), answers(algorithm, y), 0.037
    steps = run(algorithm, K, y, lam=lam, T=123)
    kept = stack(steps)
    assert kept.t.tolist() == list(range(1, 124))
    if not kept.is_dual:
        np.testing.assert_allclose(kept.eta * lam * kept.t, 1, rtol=1e-15)
    assert first_difference(steps, run(algorithm, K, y, lam=lam, draws=steps.draws), rtol=0) is None


@pytest.mark.parametrize("algorithm", ALGORITHMS.values(), ids=ALGORITHMS)
def test_no_algorithm_modifies_its_input(algorithm):
    X, y = SETS["noisy in 20 dimensions"]
    K = input_of(algorithm, X).astype(float)
    y, draws = (
        answers(algorithm, y.astype(float)),
        np.zeros((50, 1) if Batches in algorithm.__annotations__.values() else 50, dtype=np.int64),
    )
    for array in (K, y, draws):
        array.flags.writeable = False
    last(algorithm(K, y, 0.1, draws))


@pytest.mark.parametrize("algorithm", PROJECTING)
@pytest.mark.parametrize("lam", [1e-4, 1.0])
def test_the_projected_norm_stays_in_the_ball(algorithm, lam, data):
    X, y = data
    norms = np.linalg.norm(stack(run(algorithm, X, y, lam=lam, T=500, project=True)).w, axis=1)
    assert norms.max() <= (1 + 1e-12) / sqrt(lam)


@pytest.mark.parametrize("algorithm", LINEAR_ALGORITHMS)
def test_the_free_norm_stays_below_radius_over_lambda(algorithm, data):
    (X, y), lam = data, 0.01
    steps = stack(run(algorithm, X, answers(algorithm, y), lam=lam, T=500))
    norms = np.linalg.norm(steps.w.reshape(500, -1), axis=1)
    reach = np.sqrt(2) if algorithm is multiclass else 1  # an update adds x to one class and subtracts it from another
    assert norms.max() <= (1 + 1e-12) * reach * np.linalg.norm(X, axis=1).max() / lam


def test_the_slips_of_the_printed_kernel_figure():
    """Show that the slips raise the objective, although the accuracy hardly changes."""
    from pegasos_edu import kernel_objective
    from pegasos_edu.datasets import moons
    from pegasos_edu.kernels import rbf

    X, y, _ = moons()
    K = rbf(X, gamma=2.0)
    value, accuracy = {}, {}
    for algorithm in (kernelized, kernelized_as_printed):
        beta = last(run(algorithm, K, y, lam=0.001, T=5_000)).beta(y)
        value[algorithm] = kernel_objective(beta, K, y, 0.001)
        accuracy[algorithm] = np.mean(np.sign(K @ beta) == y)
    assert value[kernelized_as_printed] > 2 * value[kernelized]
    assert abs(accuracy[kernelized_as_printed] - accuracy[kernelized]) < 0.05


# Over shapes, scales and λ


@st.composite
def problems(draw):
    """Draw X with empty and repeated rows, at any scale; labels of one class or both; λ; a seed."""
    m, d = draw(st.integers(1, 8)), draw(st.integers(1, 5))
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    X = rng.normal(size=(m, d)) * 10.0 ** draw(st.integers(-12, 12))
    for row in draw(st.lists(st.integers(0, m - 1), max_size=2)):
        X[row] = 0 if draw(st.booleans()) else X[0]
    y = np.ones(m) if draw(st.booleans()) else rng.choice([-1.0, 1.0], size=m)
    lam = draw(st.sampled_from([1e-8, 1e-6, 1e-4, 1e-2, 0.1, 1 / 3, 1.0, 10.0]))
    return X, y, lam, draw(st.integers(0, 1000))


@settings(max_examples=20)
@given(problems())
def test_every_algorithm_stays_finite(problem):
    X, y, lam, seed = problem
    for algorithm in ALGORITHMS.values():
        Z, labels = X, y
        if algorithm is multiclass:  # both classes must occur
            Z, labels = np.vstack([X, X[:1]]), np.arange(1 + len(X)) % 2
        for options in ({}, {"project": True}) if algorithm in PROJECTING else ({},):
            steps = stack(run(algorithm, input_of(algorithm, Z), labels, lam=lam, T=60, seed=seed, **options))
            assert all(np.isfinite(values).all() for values in steps)
            assert np.isfinite(steps.beta(y) if algorithm in KERNEL_ALGORITHMS else steps.w).all()


@settings(max_examples=30)
@given(problems(), st.booleans())
def test_algorithms_for_the_hinge_agree_up_to_ties(problem, project):
    X, y, lam, seed = problem
    steps = stack(run(hinge, X, y, lam=lam, T=60, seed=seed, project=project))
    reach = np.maximum.accumulate(np.linalg.norm(steps.w, axis=1))
    # If w agrees to 1e-12·reach, margins agree to 1e-12·reach·‖x‖. Rounding decides if a margin is nearer to 1.
    # Examples that cancel, such as a row with both labels, leave only rounding errors in w. So reach is the largest
    # norm of all steps so far.
    blur = 1e-12 * (1 + np.concatenate([[0], reach[:-1]]) * np.linalg.norm(X, axis=1)[steps.i])
    tie = np.flatnonzero(np.abs(y[steps.i] * steps.score - 1) <= blur)
    until = tie[0] if len(tie) else 60
    others = [(scaled, X, project), (scaled, sparse.csr_array(X), project), (minibatch, X, project)]
    if not project:
        others += [(summed, X, False), (summed, sparse.csr_array(X), False)]
    for algorithm, rows, wanted in others:
        options = {"project": True} if wanted else {}
        other = stack(run(algorithm, rows, y, lam=lam, T=60, seed=seed, **options))
        gaps = np.linalg.norm(steps.w - other.w, axis=1)[:until]
        assert np.all(gaps <= 1e-12 * reach[:until]), algorithm.__name__


# As text


FILES = {
    module: inspect.getsource(module)
    for module in (pegasos_edu.algorithms.pegasos, pegasos_edu.algorithms.extensions, pegasos_edu.algorithms.dual)
}


def functions():
    """Return each function of the files of algorithms, with its file."""
    return [
        (module, node)
        for module, source in FILES.items()
        for node in ast.parse(source).body
        if isinstance(node, ast.FunctionDef)
    ]


def comments(module):
    """Return the comment on each line that has one."""
    with open(module.__file__, "rb") as file:
        return {
            token.start[0]: token.string for token in tokenize.tokenize(file.readline) if token.type == tokenize.COMMENT
        }


@pytest.mark.parametrize(("module", "function"), functions(), ids=lambda x: getattr(x, "name", ""))
def test_every_line_of_a_algorithm_carries_its_pseudocode_or_its_caution(module, function):
    written = comments(module)
    lines = FILES[module].splitlines()
    for number in range(function.body[1].lineno, function.end_lineno + 1):
        if lines[number - 1].strip().startswith("#"):
            assert "CAUTION: " in written[number]
        else:
            caution_above = "CAUTION: " in written.get(number - 1, "") and lines[number - 2].strip().startswith("#")
            assert number in written or caution_above, lines[number - 1]


LETTERS = [  # how a formula in Python is typed in the pseudocode; brackets and spaces do not count
    (r"exp\(-np.logaddexp\(0, (.*)\)\)", r"1 / (1 + e^\1)"),
    (r"add\(v, 1, X, i\)", "v = v + x"),
    (r"add\(v, -1, X, i\)", "v = v − x"),
    (r"add\((\w), (.*), X, i\)", r"\1 = \1 + \2·x"),
    (r"dot\((\w), X, i\)", r"\1·x"),
    (r"square\(X, i\)", "‖x‖²"),
    (r"norm\(w\)", "‖w‖"),
    (r"len\(A\)", "k"),
    (r"X\.shape\[0\]", "m"),
    (r"max\(1e-300, (.*)\)$", r"\1"),
    (r"sqrt\(lam\)", "√λ"),
    (r"^(\w+), (\w+) = (.+), (.+)$", r"\1 = \3, \2 = \4"),
    (r"^(.*) \+= (.*)$", r"\1 = \1 + \2"),
    (r"^grown = ", ""),
    *(
        (rf"\b{word}\b", sign)
        for word, sign in {"lam": "λ", "eta": "η", "epsilon": "ε", "nu": "ν", "alpha": "α", "delta": "Δα"}.items()
    ),
    *((rf"\b{word}\b", sign) for word, sign in {"total": "Σ", "inner": "⟨w, x⟩"}.items()),
    (r"\by\[i\]", "y"),
    (r"X\[i\]", "x"),
    (r"\*\*2", "²"),
    (r"!=", "≠"),
    (r"[*@]", "·"),
    ("-", "−"),
    (r"1\.0", "1"),
    (":$", ""),
]

IN_WORDS = {  # lines whose pseudocode is a sum or a set in the paper's notation
    "scores = dots(w, X, A)",
    "violators = A[y[A] * scores < 1]",
    "total = combine(y[violators], X, violators)",
    "total = combine(y[A] * p, X, A)",
    "p = np.exp(-np.logaddexp(0, y[A] * scores))",
    "scores = eta * dot(v, X, i)",
    "r = np.argmax(scores + (np.arange(len(v)) != y[i]))",
    "add(v[r], -1, X, i)",
    "add(v[y[i]], 1, X, i)",
    "score = eta * s[i]",
    "s += y[i] * K[i]",
    "total = (alpha * y) @ K[i]",
    "total = y[i] * (alpha @ K[i])",
    "inner = (1 - eta * lam) * score",
    "nu = sqrt(max(0.0, nu**2 + grown))",
}


def typed(code):
    for pattern, sign in LETTERS:
        code = re.sub(pattern, sign, code)
    return bare(code)


def bare(formula):
    return re.sub(r"[\s(){}\[\]]", "", formula)


def test_with_its_letters_replaced_the_code_is_its_pseudocode():
    in_words, formulas = set(), 0
    for algorithm in ALGORITHMS.values():
        for code, pseudocode in Listing(algorithm).lines:
            code = code.strip()
            if re.match(r"(def|for|yield|if project|if t > 1|if a < )\b|.*np.zeros|$", code):
                continue
            parts = pseudocode.split(" = ")
            chain = len(parts) == 3 and ", " not in pseudocode  # such as score = w·x = η·(v·x)
            expected = bare(f"{parts[0]} = {parts[2]}" if chain else pseudocode)
            if typed(code) == expected:
                formulas += 1
            else:
                in_words.add(code)
    assert in_words == IN_WORDS
    assert formulas > 35


def test_every_generator_is_listed_and_names_its_source():
    assert list(ALGORITHMS) == [function.name for _, function in functions()]
    for algorithm in ALGORITHMS.values():
        assert re.search(r"\[MPB11|MPB11 Fig. 3|\[SSZ13", algorithm.__doc__)
