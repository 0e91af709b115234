"""Test that parameters are matched by name and by position, and that a program of another shape gets an adapter."""

from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest

from pegasos_edu.check import check
from pegasos_edu.check.failures import Failed
from pegasos_edu.check.parts.matching import kind_of, matched, must_take
from pegasos_edu.check.parts.returned import wrong_value
from pegasos_edu.check.programs import LocalProgram, Unreadable
from pegasos_edu.check.shapes import adapter_after, called_as, readings, shape_of, step_roles
from pegasos_edu.misconceptions import task


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


def _shape(parameters, name="hinge"):
    """Return the program and the shape of a function with these parameters."""
    space = {}
    exec(f"def program({parameters}):\n    return 0", space)
    program = LocalProgram(space["program"])
    return program, shape_of(program, task(name))


def _roles(parameters, name="hinge"):
    """Return the roles of the parameters in their order."""
    return [*_shape(parameters, name)[1].roles.values()]


@pytest.mark.parametrize("counter", "t it itr iter n j k step_num iter_num count counter time epoch n_step T".split())
def test_a_step_that_takes_a_counter_instead_of_eta_is_read_so(counter):
    program, shape = _shape(f"w, x, y, {counter}, lam")
    assert [*shape.roles.values()] == ["w", "x", "y", "t", "lam"] and not shape.notes


def test_in_a_step_of_a_batch_k_is_no_counter():
    assert _roles("w, X, y, eta, lam, k=3", "minibatch") == ["w", "X", "y", "eta", "lam"]
    with pytest.raises(Failed):
        _shape("w, X, y, k, lam", "minibatch")


def test_the_names_of_a_well_known_course_are_known_in_any_order():
    parameters = "feature_vector, label, L, eta, current_theta, current_theta_0"
    assert _roles(parameters, "free_bias") == ["x", "y", "lam", "eta", "w", "b"]


@pytest.mark.parametrize("names", [
    "X_train, y_train, lambda_param, sampled_indices", "trainX, trainY, regStrength, idx", "x_data, y_data, L, order",
    "samples, labels, l2_reg, perm",
])  # fmt: skip
def test_names_are_read_by_rules_and_not_by_lists_alone(names):
    assert _roles(names) == ["X", "y", "lam", "draws"]


@pytest.mark.parametrize("count", "max_epoch max_epochs n_epoci rounds iters num_iterations maxIter n_epochs T n "
                         "batchsize".split())  # fmt: skip
def test_a_parameter_that_counts_is_never_read_as_the_draws(count):
    with pytest.raises(Failed) as raised:
        _shape(f"X, y, lam, {count}=100")
    assert "def program(X, y, lam, draws):" in raised.value.adapter


def test_a_parameter_with_a_default_is_never_read_as_the_draws():
    with pytest.raises(Failed):
        _shape("X, y, lam, map_func=None")


@pytest.mark.parametrize("C", ["X, y, C, draws", "X, y, eta, draws", "w, x, y, eta, C"])
def test_neither_c_nor_a_step_size_is_read_as_lambda(C):
    with pytest.raises(Failed):
        _shape(C)


def test_a_role_by_position_is_said():
    assert _shape("w, x, y, zeta, lam")[1].notes == ("`zeta` was read as η",)
    assert _shape("X, y, lam, visits")[1].notes == ("`visits` was read as draws",)


def test_what_was_read_as_eta_by_position_can_be_read_as_a_counter():
    _, shape = _shape("w, x, y, zeta, lam")
    (other,) = readings(shape)
    assert other.roles["zeta"] == "t" and other.notes == ("`zeta` was read as t",)


def test_a_name_of_both_can_be_read_as_either():
    _, shape = _shape("w, x, y, step, lam")
    assert [other.roles["step"] for other in (shape, *readings(shape))] == ["t", "eta"]


@pytest.mark.parametrize("parameters", ["w, x, y, eta, lam", "w, x, y, t, lam", "w, x, y, zeta, lam, t"])
def test_there_is_no_other_reading_of_names_that_are_known(parameters):
    assert not [*readings(_shape(parameters)[1])]


def test_a_kernel_step_may_take_its_step_size_instead_of_t():
    assert _roles("alpha, K, y, i, eta, lam", "kernelized") == ["alpha", "K", "y", "i", "eta", "lam"]


@pytest.mark.parametrize(("parameters", "name", "roles"), [
    ("w, X, y, i, eta, lam", "hinge", "w X y i eta lam"), ("pesi, X, y, idx, eta, lam", "hinge", "w X y i eta lam"),
    ("w, X, y, j, lam, t", "hinge", "w X y i lam t"), ("w, X, y, A, eta, lam", "minibatch", "w X y i eta lam"),
    ("w, X, y, indices, t, lam", "minibatch", "w X y i t lam"), ("w, X, y, i, lam", "hinge", "w x y t lam"),
    ("w, alpha, X, y, i, lam", "dual_ascent", "w alpha X y i lam"), ("w, x, y, i, lam", "hinge", "w x y t lam"),
])  # fmt: skip
def test_one_step_may_take_all_examples_and_an_index(parameters, name, roles):
    assert _roles(parameters, name) == roles.split()


def _of_all_examples(w, X, y, i, eta, lam):
    return (1 - eta * lam) * w + (y[i] * (w @ X[i]) < 1) * eta * y[i] * X[i]


def _of_all_examples_in_batch(w, X, y, A, eta, lam):
    return (1 - eta * lam) * w + eta / len(A) * ((y[A] * (X[A] @ w) < 1) * y[A]) @ X[A]


def _of_all_alpha(w, alpha, X, y, i, lam):
    m, alpha = len(y), alpha.copy()
    old, longest = alpha[i], max(X[i] @ X[i], 1e-300)
    alpha[i] = y[i] * np.clip((1 - y[i] * (w @ X[i])) * lam * m / longest + old * y[i], 0, 1)
    return w + (alpha[i] - old) * X[i] / (lam * m), alpha


@pytest.mark.parametrize(("program", "name"), [
    (_of_all_examples, "hinge"), (_of_all_examples_in_batch, "minibatch"), (_of_all_alpha, "dual_ascent"),
])  # fmt: skip
def test_one_step_that_takes_all_examples_gets_its_verdict(program, name):
    assert check(program, name).passed


def test_how_a_program_was_called_names_only_roles_with_other_names():
    assert called_as(*_shape("w, x, y, n_step, lam")) == "It was called as program(w, x, y, n_step = t, lam)."


@pytest.mark.parametrize(("parameters", "kind"), [
    ("w, x, y, eta, lam", "step"), ("x, y, w, eta, lam", "step"), ("x, label, lam, eta, theta", "step"),
    ("X, y, lam, T", "all"), ("x, y, lam, n_iter", "all"), ("w, X, y, lam, draws", "all"),
])  # fmt: skip
def test_one_step_is_told_from_all_steps_by_names(parameters, kind):
    assert kind_of([(name, False) for name in parameters.split(", ")], step_roles(task("hinge"))) == kind


def test_what_does_not_fit_says_what_a_program_must_take():
    assert matched([("w", False)], ["w", "x"], "step").roles is None
    assert must_take([("w", False)], ["w", "x"]) == "it must take (w, x), got (w)"


def test_an_error_behind_a_role_by_position_shows_the_adapter():
    program, shape = _shape("X, y, lam, visits")
    failed = adapter_after(Failed("exception", "TypeError: not an integer"), program, task("hinge"), shape)
    assert failed.words == "`visits` was read as draws, and then it fails with TypeError: not an integer"
    assert "def program(X, y, lam, draws):" in failed.adapter


@pytest.mark.parametrize(
    ("parameters", "words"), [("X, y, lam, draws", "TypeError: no"), ("X, y, lam, visits", "KeyError: 3")]
)
def test_any_other_error_stays_as_it_is(parameters, words):
    program, shape = _shape(parameters)
    failed = Failed("exception", words)
    assert adapter_after(failed, program, task("hinge"), shape) is failed


@pytest.mark.parametrize("kind", ["dict", "defaultdict", "Counter"])
def test_a_dictionary_leads_to_its_adapter(kind):
    program, shape = _shape("X, y, lam, draws")
    failed = adapter_after(wrong_value(Unreadable(kind), "w"), program, task("hinge"), shape)
    assert kind in failed.words
    assert "weights = program(X, y, lam, draws)" in failed.adapter and ".get(j, 0.0)" in failed.adapter


def test_a_dictionary_with_names_is_read_by_them_in_its_adapter():
    def train(X, y, lam, draws):
        return {"steps": len(draws), "weights": X[0], "bias": 0.0}

    failed = check(train, "free_bias").failed
    assert "an object of type dict with the keys bias, steps, weights" in failed.words
    assert failed.adapter.endswith('return result["weights"], result["bias"]')


def test_the_adapter_of_a_generator_of_dictionaries_yields():
    def train(X, y, lam, draws):
        for i in draws:
            yield {"w": X[i]}

    assert 'yield result["w"]' in check(train, "hinge").failed.adapter


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


def test_a_kernel_that_is_a_parameter_is_looked_up_in_the_gram_matrix():
    def train(X, y, kernel, lam, T):
        return 0

    adapter = check(train, "kernelized").failed.adapter
    assert "so that it takes draws instead of T" in adapter
    assert "train(np.arange(len(y)), y, kernel=lambda i, j: K[i, j], lam=lam, draws=draws)" in adapter


class _Unfinished:
    def step(self, x, y):
        pass


class _Stepwise:
    def __init__(self, n_features, C=1.0):
        self.theta, self.theta_0 = np.zeros(n_features), 0.0

    def predict(self, X):
        return np.sign(X @ self.theta)

    def update(self, x, label, t):
        self.theta += label * x / t


class _Wrapped:
    def __init__(self, kernel, lam=0.1):
        self.lam = lam

    def learn(self, X, y):
        return self._passes(X, y)

    def _passes(self, X, y):
        for _ in range(3):
            self.step(X[0], y[0])

    def step(self, x, y):
        self.coef_ = y * x


class _Partial:
    def __init__(self, reg):
        self.reg = reg

    def partial_fit(self, X, y):
        for x, label in zip(X, y):
            self.w = x * label


@pytest.mark.parametrize(("kind", "lines"), [
    (_Stepwise, ["# pass lam where your class takes λ", "_Stepwise(n_features=...)", "model.update(X[i], y[i], t=t)",
                 "return model.theta, model.theta_0"]),
    (_Wrapped, ["_Wrapped(kernel=..., lam=lam)", "in learn: for t, i in enumerate(self.draws, 1)", "model.learn(X, y)",
                "return model.coef_"]),
    (_Unfinished, ["for t, i in enumerate(draws, 1):", "model.step(X[i], y[i])"]),
    (_Partial, ["_Partial(reg=lam)", "model.partial_fit(X[[i]], y[[i]])", "return model.w"]),
])  # fmt: skip
def test_the_adapter_of_a_class_uses_its_own_method_and_says_where_lambda_goes(kind, lines):
    adapter = check(kind, "free_bias").failed.adapter
    assert [line for line in lines if line not in adapter] == []
    compile(adapter, "adapter", "exec")
    assert ("takes λ" in adapter) is (kind in (_Stepwise, _Unfinished))


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


def test_a_list_says_what_its_entries_are_and_should_be():
    def train(X, y, lam, draws):
        return [np.zeros(1) for _ in X[0]]

    verdict = check(train, "hinge").verdict
    assert "16 values, each of them an array of shape (1,)" in verdict
    assert "Each entry of w should be a number" in verdict


def test_a_long_tuple_is_not_shown_as_if_it_were_complete():
    def train(X, y, lam, draws):
        return X[0], lam, X[0], lam, lam

    assert (
        "a tuple of 5: an array of shape (16,), a number, an array of shape (16,), a number, …;"
        in check(train, "hinge").verdict
    )


@pytest.mark.parametrize("number", [Fraction, Decimal, np.array])
def test_a_list_of_any_numbers_is_read(number):
    def train(X, y, lam, draws):
        return [number(float(a)) for a in _all_steps(X, y, lam, draws)]

    assert check(train, "hinge").passed


def test_a_generator_that_does_not_yield_in_every_step_is_told_so():
    def train(X, y, lam, draws):
        w = np.zeros(X.shape[1])
        for t, i in enumerate(draws, 1):
            hit, w = y[i] * (w @ X[i]) < 1, (1 - 1 / t) * w
            if hit:
                w = w + y[i] * X[i] / (lam * t)
                yield w

    assert "it yielded 24 times in 27 steps; yield once in every step" in check(train, "hinge").verdict


def test_a_missing_bias_is_asked_for():
    assert "and no b; return both, (w, b)" in check(_all_steps, "free_bias").verdict


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
    assert [entry.id for entry in report.named[0]] == ["nothing-shrinks"]
    assert "The number beside w was not compared" in str(report)


def _with_column(place):
    """Return a program with a column of ones, first or last, that returns the weights of all columns."""

    def program(X, y, lam, draws):
        ones = np.ones((len(X), 1))
        A = np.hstack([ones, X] if place == "first" else [X, ones])
        return _all_steps(A, y, lam, draws)

    return program


@pytest.mark.parametrize("place", ["first", "last"])
def test_the_weight_of_a_column_of_ones_is_found_wherever_it_stands(place):
    report = check(_with_column(place), "hinge")
    assert [entry.id for entry in report.conventions] == ["bias-as-a-column"]
    assert f"The {place} of the d + 1 numbers was read as b" in str(report)


def test_a_column_of_ones_that_stands_first_is_found_after_a_start_of_ones():
    def program(X, y, lam, draws):
        A, w = np.c_[np.ones(len(X)), X], np.ones(X.shape[1] + 1)
        for t, i in enumerate(draws, 2):
            w = (1 - 1 / t) * w + (y[i] * (w @ A[i]) < 1) * y[i] * A[i] / (lam * t)
        return w

    report = check(program, "hinge")
    assert report.passed and "The first of the d + 1 numbers" in str(report)


def _scaled(X, y, lam, draws, shrinks=True):
    """Return a and v of a program with t from 2."""
    a, v = 1.0, np.zeros(X.shape[1])
    for t, i in enumerate(draws, 2):
        hit = y[i] * a * (v @ X[i]) < 1
        a *= 1 - shrinks / t
        v = v + hit * y[i] * X[i] / (lam * t * a)
    return a, v


@pytest.mark.parametrize("order", [lambda a, v: (a, v), lambda a, v: (v, a), lambda a, v: (v, a, a * a * (v @ v))])
def test_a_scale_beside_v_is_multiplied_by_it(order):
    report = check(lambda X, y, lam, draws: order(*_scaled(X, y, lam, draws)), "scaled")
    assert report.passed and "The number beside the array was read as a" in str(report)


def test_a_mistake_behind_a_scale_is_named():
    report = check(lambda X, y, lam, draws: _scaled(X, y, lam, draws, shrinks=False), "scaled")
    assert [entry.id for entry in report.mistakes] == ["nothing-shrinks"]


def test_a_bias_in_a_program_with_a_scale_stays_a_bias():
    def program(X, y, lam, draws):
        w, b = np.zeros(X.shape[1]), 0.0
        for t, i in enumerate(draws, 1):
            hit = y[i] * (w @ X[i] + b) < 1
            w, b = (1 - 1 / t) * w + hit * y[i] * X[i] / (lam * t), b + hit * y[i] / (lam * t)
        return w, b

    report = check(program, "scaled")
    assert report.passed and [entry.id for entry in report.conventions] == ["free-bias"]


def _elsewhere(shows_start, shrinks=True):
    """Return a generator that starts at (0.01, 0.01, …), with t from 2."""

    def program(X, y, lam, draws):
        w = np.full(X.shape[1], 0.01)
        if shows_start:
            yield w
        for t, i in enumerate(draws, 2):
            w = (1 - shrinks / t) * w + (y[i] * (w @ X[i]) < 1) * y[i] * X[i] / (lam * t)
            yield w

    return program


def test_a_start_that_is_not_shown_is_asked_for():
    report = check(_elsewhere(shows_start=False), "hinge")
    assert "There is one mistake: its first state does not follow from a start at 0" in report.verdict
    assert "yield its start first" in str(report)
    assert check(_elsewhere(shows_start=True), "hinge").passed


def test_a_mistake_after_a_start_that_is_not_shown_is_named():
    report = check(_elsewhere(shows_start=False, shrinks=False), "hinge")
    assert [entry.id for entry in report.mistakes] == ["nothing-shrinks"]


def test_no_margin_is_told_before_a_start_that_is_not_shown():
    def program(X, y, lam, draws):
        w = np.full(X.shape[1], 0.01)
        for t, i in enumerate(draws, 2):
            w = w[::-1] + y[i] * X[i] / (lam * t)
            yield w

    assert "If the program does not start at w = 0, it must yield the start first" in check(program, "hinge").difference


def test_a_start_outside_the_ball_is_told():
    def program(X, y, lam, draws):
        w = np.full(X.shape[1], 50.0)
        for t, i in enumerate(draws, 1):
            w = (1 - 1 / t) * w + (y[i] * (w @ X[i]) < 1) * y[i] * X[i] / (lam * t)
        return w

    report = check(program, "hinge")
    assert report.passed and not report.conventions
    assert "starts at (50, 50, 50, 50, 50, 50, …) instead of at 0" in str(report)
