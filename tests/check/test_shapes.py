"""Test that parameters are matched by name and by position, and that a program of another shape gets an adapter."""

import numpy as np
import pytest

from pegasos_edu.check import check


def _all_steps(X, y, lam, draws):
    w = np.zeros(X.shape[1])
    for t, i in enumerate(draws, 1):
        w = (1 - 1 / t) * w + (y[i] * (w @ X[i]) < 1) * y[i] * X[i] / (lam * t)
    return w


LAMBDAS = "lam lambda_ lmbda lambd lamda lmbd lamb lambda_param lambda_reg lamb_reg reg reg_param reg_parameter " \
          "reg_strength regularization regularisation l λ"  # fmt: skip


@pytest.mark.parametrize("name", [*LAMBDAS.split(), "tradeoff"])
def test_lambda_is_found_by_its_name_and_never_left_at_its_default(name):
    space = {"_all_steps": _all_steps}
    exec(f"def program(draws, y, X, {name}=0.77):\n    return _all_steps(X, y, {name}, draws)", space)
    assert check(space["program"], "hinge").passed


def test_a_parameter_left_at_its_default_is_noted():
    def program(X, y, lam, draws, verbose=False):
        return _all_steps(X, y, lam, draws)

    report = check(program, "hinge")
    assert report.passed
    assert "`verbose` was left at its default" in str(report)


@pytest.mark.parametrize("names", ["X, y, lam, T", "X, y, lam, n_epochs", "X, y, lam, T, seed", "X, y, lam, T, rng",
                                   "X, y", "X, y, C, draws"])  # fmt: skip
def test_a_function_that_is_given_no_draws_or_no_lambda_gets_an_adapter(names):
    space = {}
    exec(f"def train({names}):\n    return 0", space)
    report = check(space["train"], "hinge")
    assert report.failed.kind == "shape"
    assert "def train(X, y, lam, draws):" in report.failed.adapter


def test_an_adapter_keeps_the_names_of_the_program():
    def train(data, labels, reg, epochs):
        return 0

    assert "def train(data, labels, reg, draws):" in check(train, "hinge").failed.adapter


def test_a_class_gets_an_adapter_with_its_own_names():
    class Perceptron:
        def __init__(self, lmbda=0.1, n_iter=10):
            self.lmbda = lmbda

        def fit(self, X, y):
            self.weights = np.zeros(X.shape[1])

    report = check(Perceptron, "hinge")
    assert "is a class" in report.verdict
    assert "Perceptron(lmbda=lam)" in report.failed.adapter


def test_a_program_that_draws_by_itself_gets_an_adapter():
    def train(X, y, lam, draws):
        return _all_steps(X, y, lam, np.random.randint(len(y), size=len(draws)))

    report = check(train, "hinge")
    assert "returns something else when it is called again" in report.verdict
    assert report.failed.adapter


@pytest.mark.parametrize(("value", "words"), [
    (None, "returned None"), ({0: 1.0}, "an object of type dict"), ("w", "an object of type str"),
    (np.zeros(4), "an array of shape (4,)"), (3.0, "a number"),
])  # fmt: skip
def test_what_holds_no_state_is_said(value, words):
    def train(X, y, lam, draws):
        return value

    report = check(train, "hinge")
    assert report.failed.kind == "shape"
    assert words in report.verdict


def test_a_step_of_a_batch_asks_for_its_own_parameters():
    def step(w, X):
        return w

    assert "(w, X, y, eta, lam)" in check(step, "minibatch").verdict


def test_a_counter_or_a_loss_beside_w_is_no_bias():
    def counted(X, y, lam, draws):
        w = np.zeros(X.shape[1])
        for t, i in enumerate(draws, 1):
            w = w + (y[i] * (w @ X[i]) < 1) * y[i] * X[i] / (lam * t)
            yield t, w

    report = check(counted, "hinge")
    assert [one.id for one in report.named[0]] == ["nothing-shrinks"]
    assert "The number beside w was not compared" in str(report)


def test_a_start_outside_the_ball_is_no_convention():
    def program(X, y, lam, draws):
        w = np.full(X.shape[1], 50.0)
        for t, i in enumerate(draws, 1):
            w = (1 - 1 / t) * w + (y[i] * (w @ X[i]) < 1) * y[i] * X[i] / (lam * t)
        return w

    report = check(program, "hinge")
    assert not report.passed
    assert "starts at w = (50, 50, 50, 50, 50)" in str(report)
