"""Test a report in the player: the algorithm and the program side by side, at the first step that differs."""

import numpy as np
import pytest

from pegasos_edu import hinge
from pegasos_edu.check import check
from pegasos_edu.misconceptions import by_id, wrong_program


def too_far(X, y, lam, draws):
    """Add 1.13 times what should be added."""
    w = np.zeros(X.shape[1])
    for t, i in enumerate(draws, 1):
        w = (1 - 1 / t) * w + (y[i] * (w @ X[i]) < 1) * 1.13 / (lam * t) * y[i] * X[i]
        yield w


def too_far_in_batches(w, X, y, eta, lam):
    return (1 - eta * lam) * w + 1.13 * eta / len(y) * ((y * (X @ w) < 1) * y) @ X


def too_far_with_a_bias(w, b, x, y, eta, lam):
    violates = y * (w @ x + b) < 1
    return (1 - eta * lam) * w + violates * 1.13 * eta * y * x, b + violates * eta * y


def values(record):
    return np.array(record["values"])


@pytest.mark.parametrize(
    ("task", "identifier"),
    [("hinge", "nothing-shrinks"), ("minibatch", "sum-over-batch"), ("kernelized", "count-set-to-one")],
)
def test_a_known_mistake_is_played_on_two_moons(task, identifier):
    both = check(wrong_program(task, identifier), task).play()
    right, wrong = both.records
    assert right["algorithm"] == task and by_id()[identifier].title in wrong["title"] and "two moons" in wrong["title"]
    t = both.moment[0]
    assert np.array_equal(values(right)[: t - 1], values(wrong)[: t - 1]) and not np.allclose(
        values(right), values(wrong)
    )
    assert len(values(right)) >= 60


@pytest.mark.parametrize(
    ("program", "task"),
    [(too_far, "hinge"), (too_far_in_batches, "minibatch"), (too_far_with_a_bias, "free_bias")],
)
def test_a_mistake_without_a_name_is_played_with_its_measured_formula(program, task):
    report = check(program, task)
    both = report.play()
    assert not report.named and both.moment == [1, 0]
    right, wrong = both.records
    assert right["algorithm"] == task and "two moons" in wrong["title"] and values(right)[0] != values(wrong)[0]
    assert any("1.13 * eta" in code for code, *_ in wrong["listing"])


def test_a_program_that_no_parts_explain_is_played_as_it_was_observed():
    def drifts(X, y, lam, draws):
        w = np.zeros(X.shape[1])
        for t, i in enumerate(draws, 1):
            w = (
                (1 - 1 / t) * w
                + (y[i] * (w @ X[i]) < 1) / (lam * t) * y[i] * X[i]
                + 0.1 * np.sin(t + np.arange(len(w)))
            )
            yield w

    both = check(drifts, "hinge").play()
    right, wrong = both.records
    assert right["algorithm"] == "hinge" and "data of the check" in wrong["title"] and both.moment == [1, 0]


def test_both_programs_follow_the_conventions_of_the_learner():
    both = check(wrong_program("hinge", "nothing-shrinks", "projection", "t-from-2"), "hinge").play()
    for record in both.records:
        lines = [code for code, *_ in record["listing"]]
        assert any("eta = 1 / (lam * (t + 1))" in line for line in lines)
        assert any("project and norm(w) > 0" in line for line in lines)


def test_a_program_with_a_bias_is_compared_with_the_algorithm_that_has_one():
    report = check(wrong_program("free_bias", "nothing-shrinks"), "hinge")
    right, wrong = report.play().records
    assert [entry.id for entry in report.named[0]] == ["nothing-shrinks", "free-bias"]
    assert right["algorithm"] == "free_bias" and "two moons" in wrong["title"]


def test_the_bias_of_a_mini_batch_is_played_as_the_weight_of_a_column_of_ones():
    def train(X, y, lam, draws):
        w, b = np.zeros(X.shape[1]), 0.0
        for t, A in enumerate(draws, 1):
            V = A[y[A] * (X[A] @ w + b) < 1]
            w = (1 - 1 / t) * w + y[V] @ X[V] / (lam * t)
            b = b + y[V].sum() / (lam * t)
            yield w, b

    right, wrong = check(train, "minibatch").play().records
    assert right["algorithm"] == "minibatch" and "two moons" in wrong["title"]
    assert any("b = b + eta * y[violators].sum()" in code for code, *_ in wrong["listing"])


@pytest.mark.parametrize("program", [hinge, lambda w: w])
def test_a_report_without_steps_that_differ_cannot_be_played(program):
    with pytest.raises(ValueError, match="play needs a program whose steps differ"):
        check(program, "hinge").play()


def halves(K, y, lam, draws):
    """Add 0.5 for each violated example, and twice as much in every third step."""
    alpha = np.zeros(len(y))
    for t, i in enumerate(draws, 1):
        if y[i] * ((alpha * y) @ K[i]) < lam * (t - 1):
            alpha[i] += 0.5 * (1 + (t % 3 == 0))
        yield alpha


def test_a_kernel_is_not_played_without_its_parts():
    with pytest.raises(ValueError, match="only for a known mistake"):
        check(halves, "kernelized").play()


def test_the_lines_that_a_page_shows_are_those_of_the_mistake():
    listing = check(wrong_program("hinge", "adds-always"), "hinge").play().records[1]["listing"]
    assert any("if True:" in code for code, *_ in listing)


@pytest.mark.parametrize("factor", ["eta * y", "2 * y / np.sqrt(t)", "0"])
def test_a_program_is_played_beside_the_one_that_a_check_demands(factor):
    def step(w, b, x, y, eta, lam, t):
        violates = y * (w @ x + b) < 1
        change = eval(factor, {"eta": eta, "y": y, "t": t, "np": np})
        return (1 - eta * lam) * w + violates * eta * y * x, b + violates * change

    both = check(step, "free_bias", conventions=("bias-by-root-t",)).play()
    right, wrong = both.records
    assert any("b + y[i] / sqrt(t)" in code for code, *_ in right["listing"]) and "on two moons" in wrong["title"]
    assert not any("b + y[i] / sqrt(t)" in code for code, *_ in wrong["listing"])
