"""List right programs: one for each way to take the data, for each way to return states, and for each convention.

`PROGRAMS` maps a name to a `RightProgram`. How the loop is written does not matter: the checker does not read it.
"""

from dataclasses import dataclass
from functools import wraps
from typing import Any, NamedTuple

import numpy as np

from pegasos_edu import objective
from pegasos_edu.theory import subgradient


class RightProgram(NamedTuple):
    """Hold a program, and what a report says about it."""

    task: str
    program: Any
    conventions: tuple


PROGRAMS = {}


def right(task, *conventions):
    def add(program):
        assert program.__name__ not in PROGRAMS
        PROGRAMS[program.__name__] = RightProgram(task, program, conventions)
        return program

    return add


def _one_step(w, x, label, t, lam):
    return (1 - 1 / t) * w + (label * (w @ x) < 1) * label * x / (lam * t)


def _states(X, y, lam, draws, first=1, after=lambda w: w):
    w = np.zeros(X.shape[1])
    yield w
    for t, i in enumerate(draws, first):
        w = after(_one_step(w, X[i], y[i], t, lam))
        yield w


def _last(*arguments, **options):
    *_, w = _states(*arguments, **options)
    return w


# All steps for the hinge loss: ways to take the data


@right("hinge")
def in_place_with_another_name_for_lambda(X, y, lambda_, draws):
    w = np.zeros(X.shape[1])
    for t, i in enumerate(draws, 1):
        margin = y[i] * (w @ X[i])
        w *= 1 - 1 / t
        if margin < 1:
            w += y[i] * X[i] / (lambda_ * t)
    return w


@right("hinge")
def prints_and_bars(X, y, lam, draws, verbose=True):
    if verbose:
        print("training")
    return _last(X, y, lam, draws)


@right("hinge")
def with_a_number_of_steps(X, y, lam, T, draws):
    return _last(X, y, lam, [draws[t] for t in range(T)])


@right("hinge")
def in_another_order_with_a_default_for_lambda(draws, y, X, lam=0.1):
    return _last(X, y, lam, draws)


@right("hinge")
def by_position(points, classes, strength, chosen):
    return _last(points, classes, strength, chosen)


@right("hinge")
def positional_only(X: np.ndarray, y: np.ndarray, lam: float, draws: np.ndarray, /) -> np.ndarray:
    """Train a machine with lam > 0 ..."""
    return _last(X, y, lam, draws)


@right("hinge")
def keywords_only(*, X, y, lam, draws):
    return _last(X, y, lam, draws)


@right("hinge")
def any_arguments(*args):
    return _last(*args)


@right("hinge")
def recursive(X, y, lam, draws):
    if len(draws) == 0:
        return np.zeros(X.shape[1])
    return _one_step(recursive(X, y, lam, draws[:-1]), X[draws[-1]], y[draws[-1]], len(draws), lam)


anonymous = lambda X, y, lam, draws: _last(X, y, lam, draws)  # noqa: E731  learners write that, too
anonymous.__name__ = "anonymous"
right("hinge")(anonymous)


def _logged(function):
    @wraps(function)
    def inner(*args, **kwargs):
        print(function.__name__)
        return function(*args, **kwargs)

    return inner


@right("hinge")
@_logged
def decorated(X, y, lam, draws):
    return _last(X, y, lam, draws)


# ... ways to return the last state


@right("hinge")
def coordinates(X, y, lam, draws):
    w = [0] * len(X[0])
    for t, i in enumerate(draws.tolist(), 1):
        score = sum(p * q for p, q in zip(w, X[i]))
        w = [(1 - 1 / t) * p + (y[i] * q / (lam * t) if y[i] * score < 1 else 0) for p, q in zip(w, X[i])]
    return w


@right("hinge")
def single_precision(X, y, lam, draws):
    w = np.zeros(X.shape[1], dtype=np.float32)
    for t, i in enumerate(draws, 1):
        w = _one_step(w, X[i].astype(np.float32), y[i], t, lam).astype(np.float32)
    return w


@right("hinge")
def one_column(X, y, lam, draws):
    return _last(X, y, lam, draws).reshape(-1, 1)


@right("hinge")
def old_matrices(X, y, lam, draws):
    return np.asmatrix(_last(X, y, lam, draws))


@right("hinge")
def w_and_losses(X, y, lam, draws):
    *ws, w = _states(X, y, lam, draws)
    return w, [lam / 2 * w @ w + np.mean(np.maximum(0, 1 - y * (X @ w))) for w in ws]


@right("hinge")
def w_and_its_path(X, y, lam, draws):
    ws = [*_states(X, y, lam, draws)]
    return ws[-1], np.array(ws[1:])


@right("hinge")
def w_and_the_last_loss(X, y, lam, draws):
    w = _last(X, y, lam, draws)
    return w, np.mean(np.maximum(0, 1 - y * (X @ w)))


# ... ways to return all states


@right("hinge")
def rows_of_a_table(X, y, lam, draws):
    return np.array([*_states(X, y, lam, draws)])


@right("hinge")
def a_list_without_the_start(X, y, lam, draws):
    return [*_states(X, y, lam, draws)][1:]


# ... ways to yield them


@right("hinge")
def yields_the_start_too(X, y, lam, draws):
    yield from _states(X, y, lam, draws)


@right("hinge")
def yields_one_array_again(X, y, lam, draws):
    w = np.zeros(X.shape[1])
    for t, i in enumerate(draws, 1):
        w[:] = _one_step(w, X[i], y[i], t, lam)
        yield w


class OwnStep(NamedTuple):
    t: int
    i: int
    score: float
    w: np.ndarray


@right("hinge")
def yields_named_tuples(X, y, lam, draws):
    ws = [*_states(X, y, lam, draws)]
    for t, i in enumerate(draws, 1):
        yield OwnStep(t, i, ws[t - 1] @ X[i], ws[t])


@dataclass
class OwnRecord:
    t: int
    w: np.ndarray


@right("hinge")
def yields_dataclasses(X, y, lam, draws):
    for t, w in enumerate([*_states(X, y, lam, draws)][1:], 1):
        yield OwnRecord(t, w)


@right("hinge")
def yields_plain_tuples(X, y, lam, draws):
    ws = [*_states(X, y, lam, draws)]
    for t, i in enumerate(draws, 1):
        yield t, i, ws[t - 1] @ X[i], ws[t]


@right("hinge")
def yields_t_and_w(X, y, lam, draws):
    yield from enumerate([*_states(X, y, lam, draws)][1:], 1)


# One step for the hinge loss


@right("hinge")
def step_with_eta(w, x, y, eta, lam):
    return (1 - eta * lam) * w + (eta * y * x if y * (w @ x) < 1 else 0)


@right("hinge")
def step_with_other_names(theta, sample, label, learning_rate, regularization):
    hit = label * np.dot(theta, sample) < 1
    return theta - learning_rate * (regularization * theta - hit * label * sample)


@right("hinge")
def step_by_position(a1, a2, a3, a4, a5):
    hit = a3 * sum(p * q for p, q in zip(a1, a2)) < 1
    return [(1 - a4 * a5) * p + hit * a4 * a3 * q for p, q in zip(a1, a2)]


@right("hinge")
def step_with_t(w, x, y, eta, lam, t):
    return _one_step(w, x, y, t, lam)


@right("hinge")
def step_with_t_instead_of_eta(x_i, y_i, w, lambda_, t):
    return _one_step(w, x_i, y_i, t, lambda_)


@right("hinge")
def step_with_alpha_for_eta(theta, x, y, alpha, lam):
    return theta - alpha * (lam * theta - (y * x if y * (theta @ x) < 1 else 0))


@right("hinge")
def step_with_any_arguments(*args):
    w, x, y, eta, lam = args
    return (1 - eta * lam) * w + (y * (w @ x) < 1) * eta * y * x


@right("hinge")
def step_in_place(w, x, y, eta, lam):
    violated = y * (w @ x) < 1
    w *= 1 - eta * lam
    if violated:
        w += eta * y * x
    return w


@right("hinge", "at-the-margin-too")
def step_at_the_margin_too(w, x, y, eta, lam):
    return (1 - eta * lam) * w + (y * (w @ x) <= 1) * eta * y * x


@right("hinge", "projection")
def step_with_projection(w, x, y, eta, lam):
    w = (1 - eta * lam) * w + (y * (w @ x) < 1) * eta * y * x
    return w / max(1, np.sqrt(lam) * np.linalg.norm(w))


# Conventions


@right("hinge", "projection", "t-from-2")
def projected_and_t_from_two(X, y, lam, draws):
    return _last(X, y, lam, draws, 2, after=lambda w: w / max(1, np.sqrt(lam) * np.linalg.norm(w)))


@right("hinge", "start-in-the-ball")
def another_start(X, y, lam, draws):
    w = np.full(X.shape[1], 0.125)
    for t, i in enumerate(draws, 1):
        w = _one_step(w, X[i], y[i], t, lam)
    return w


@right("hinge", "one-step-fewer")
def one_step_fewer(X, y, lam, draws):
    return _last(X, y, lam, draws[:-1])


@right("hinge", "one-step-fewer")
def one_state_fewer(X, y, lam, draws):
    yield from [*_states(X, y, lam, draws)][1:-1]


@right("hinge", "bias-as-a-column")
def wide_w(X, y, lam, draws):
    return _last(np.hstack([X, np.ones((len(X), 1))]), y, lam, draws)


@right("free_bias", "bias-as-a-column")
def bias_in_a_column(X, y, lam, draws):
    w = wide_w(X, y, lam, draws)
    return w[:-1], w[-1]


# A class that reads the draws


@right("hinge")
class DrawsFromAParameter:
    def __init__(self, lam=0.1):
        self.lam = lam
        self.w = None

    def fit(self, X, y, draws):
        self.w = _last(X, y, self.lam, draws)


@right("hinge")
class DrawsFromAnAttribute:
    def __init__(self, lambda_=1e-4, max_iter=1000, random_state=None):
        self.lambda_, self.max_iter, self.random_state = lambda_, max_iter, random_state

    def fit(self, X, y):
        self.coef_ = _last(X, y, self.lambda_, self.draws).reshape(1, -1)
        return self


@right("hinge", "free-bias")
class WithABias:
    def __init__(self, reg, draws):
        self.reg, self.draws = reg, draws

    def fit(self, X, y):
        self.w, self.b = w_and_b(X, y, self.reg, self.draws)


# The other algorithms


@right("logistic")
def log_loss_by_sigmoid(X, y, lam, draws):
    def sigmoid(s):
        return 1 / (1 + np.exp(-s))

    w = np.zeros(X.shape[1])
    for t, i in enumerate(draws, 1):
        gradient = lam * w - (1 - sigmoid(y[i] * np.dot(w, X[i]))) * y[i] * X[i]
        w = w - 1 / (lam * t) * gradient
        yield w


@right("logistic")
def log_loss_step(w, x, y, eta, lam):
    return w - eta * (lam * w - y * x / (1 + np.exp(y * (w @ x))))


@right("minibatch")
def batch_by_mask(X, y, lam, draws):
    w = np.zeros(X.shape[1])
    for t, A in enumerate(draws, 1):
        k, eta = len(A), 1 / (lam * t)
        A = A[y[A] * (X[A] @ w) < 1]
        w = (1 - eta * lam) * w + eta / k * (y[A] @ X[A])
    return w


@right("minibatch")
def batch_in_a_loop(X, y, lam, draws, batch_size):
    w = np.zeros(X.shape[1])
    for t, A in enumerate(draws, 1):
        total = np.zeros(X.shape[1])
        for i in A:
            if y[i] * np.dot(w, X[i]) < 1:
                total += y[i] * X[i]
        w = (1 - 1 / t) * w + total / (lam * t * batch_size)
    return w


@right("minibatch")
def batch_of_plain_tuples(X, y, lam, draws):
    w = np.zeros(X.shape[1])
    for t, A in enumerate(draws, 1):
        scores, eta = X[A] @ w, 1 / (lam * t)
        w = (1 - eta * lam) * w + eta / len(A) * (y[A] * (y[A] * scores < 1)) @ X[A]
        yield t, A, eta, scores, w


@right("minibatch", "projection")
def step_on_a_batch_with_projection(w, X, y, eta, lam):
    hit = np.maximum(0, 1 - y * (X @ w)) > 0
    w = (1 - eta * lam) * w + eta * np.mean(hit[:, None] * y[:, None] * X, axis=0)
    return w / max(1, np.sqrt(lam) * np.linalg.norm(w))


@right("scaled")
def shrinking_skipped(a, v, x, y, eta, lam, t):
    score = a * (v @ x)
    if t > 1:
        a = (1 - eta * lam) * a
    if y * score < 1:
        v = v + eta * y / a * x
    return a, v


@right("scaled")
def factor_reset(a, v, x, y, eta, lam, t):
    score, a = a * (v @ x), (1 - eta * lam) * a
    if t == 1:
        a, v = 1.0, 0 * v
    if y * score < 1:
        v = v + eta * y / a * x
    return a, v


@right("scaled")
def scale_and_vector_of_all_steps(X, y, lam, draws):
    a, v = 1.0, np.zeros(X.shape[1])
    for t, i in enumerate(draws, 1):
        score = a * (v @ X[i])
        if t > 1:
            a *= 1 - 1 / t
        if y[i] * score < 1:
            v += y[i] / (lam * t * a) * X[i]
        yield a * v


@right("kernelized")
def kernel_counts(K, y, lam, draws):
    alpha = np.zeros(len(y))
    for t, i in enumerate(draws, 1):
        score = (alpha * y) @ K[i] / (lam * (t - 1)) if t > 1 else 0
        if y[i] * score < 1:
            alpha[i] += 1
    return alpha


@right("kernelized")
def kernel_from_zero(gram, labels, lam, draws):
    alpha = np.zeros(len(labels), dtype=int)
    for t, i in enumerate(draws):
        if t == 0 or labels[i] * sum(alpha[j] * labels[j] * gram[j, i] for j in range(len(labels))) < lam * t:
            alpha[i] += 1
        yield alpha


@right("kernelized")
def kernel_step(alpha, K, y, i, t, lam):
    score = K[i] @ (alpha * y) / (lam * (t - 1)) if t > 1 else 0.0
    if y[i] * score < 1:
        alpha[i] += 1
    return alpha


@right("kernelized")
class KernelMachine:
    def __init__(self, lam=0.1):
        self.lam = lam

    def fit(self, K, y):
        self.alpha = np.zeros(len(y))
        for t, i in enumerate(self.draws, 1):
            score = K[i, :] @ (self.alpha * y) / (self.lam * max(t - 1, 1))
            if y[i] * score < 1:
                self.alpha[i] = self.alpha[i] + 1
        return self


@right("hinge", "free-bias")
def hinge_with_a_bias(X, y, lam, draws):
    return w_and_b(X, y, lam, draws)


@right("free_bias")
def w_and_b(X, y, lam, draws):
    w, b = np.zeros(X.shape[1]), 0.0
    for t, i in enumerate(draws, 1):
        eta = 1 / (lam * t)
        hit = y[i] * (w @ X[i] + b) < 1
        w = (1 - eta * lam) * w
        if hit:
            w, b = w + eta * y[i] * X[i], b + eta * y[i]
    return w, b


@right("free_bias")
def b_and_w(X, y, lam, draws):
    theta, theta_0 = np.zeros(X.shape[1]), 0.0
    for t, i in enumerate(draws, 1):
        hit = y[i] * (theta @ X[i] + theta_0) < 1
        theta = (1 - 1 / t) * theta + hit * y[i] * X[i] / (lam * t)
        theta_0 += hit * y[i] / (lam * t)
        yield theta_0, theta


@right("free_bias")
def step_with_a_bias(w, b, x, y, eta, lam):
    if y * (w @ x + b) < 1:
        return (1 - eta * lam) * w + eta * y * x, b + eta * y
    return (1 - eta * lam) * w, b


@right("dual_ascent")
def dual_without_signs(X, y, lam, draws):
    m, d = X.shape
    alpha, w = np.zeros(m), np.zeros(d)
    for i in draws:
        q = X[i] @ X[i] / (lam * m)
        new = min(1, max(0, alpha[i] + (1 - y[i] * (w @ X[i])) / q)) if q > 0 else 1
        w = w + (new - alpha[i]) * y[i] * X[i] / (lam * m)
        alpha[i] = new
        yield w


@right("dual_ascent")
def dual_as_in_liblinear(X, y, lam, draws):
    m, d = X.shape
    C = 1 / (lam * m)
    alpha, w, Q = np.zeros(m), np.zeros(d), (X**2).sum(axis=1)
    for i in draws:
        G = y[i] * (w @ X[i]) - 1
        old = alpha[i]
        alpha[i] = min(max(old - G / Q[i], 0), C)
        w += (alpha[i] - old) * y[i] * X[i]
    return w


@right("dual_ascent")
def dual_step(w, alpha, x, y, lam, m):
    best = y * alpha + lam * m * (1 - y * (w @ x)) / (x @ x)
    delta = y * max(0, min(1, best)) - alpha
    return w + delta / (lam * m) * x, alpha + delta


# Functions


@right("hinge_loss")
def loss_by_where(margins):
    return np.where(margins < 1, 1 - margins, 0)


@right("hinge_loss")
def loss_by_comprehension(z):
    return [max(0, 1 - margin) for margin in z]


@right("log_loss")
def log_loss_by_cases(z):
    return np.where(z > 0, np.log1p(np.exp(-abs(z))), -z + np.log1p(np.exp(-abs(z))))


@right("squared_hinge_pull")
def pull_by_where(margin):
    return np.where(margin < 1, 2 - 2 * margin, 0)


@right("squared_hinge_pull")
def pull_of_one_margin(z):
    return 2 * (1 - z) * (z < 1)


@right("objective")
def objective_in_a_line(w, X, y, lam):
    return lam / 2 * np.dot(w, w) + np.maximum(0, 1 - y * (X @ w)).mean()


@right("objective")
def objective_in_a_loop(w, X, y, lam, b=0):
    total = 0
    for i in range(len(y)):
        total += max(0, 1 - y[i] * (w @ X[i] + b))
    return total / len(y) + 0.5 * lam * np.linalg.norm(w) ** 2


@right("kernel_objective")
def kernel_objective_in_a_loop(coefficients, G, labels, reg):
    m, f, penalty = len(labels), 0, 0
    for i in range(m):
        score = sum(coefficients[j] * G[i, j] for j in range(m))
        f += max(0, 1 - labels[i] * score) / m
        penalty += coefficients[i] * score
    return reg * penalty / 2 + f


@right("subgradient", "at-the-margin-too")
def subgradient_by_place(a, b, c, d):
    return [d * p - c * q * (c * sum(u * v for u, v in zip(a, b)) <= 1) for p, q in zip(a, b)]


@right("logistic_minibatch")
def batch_of_pulls(w, X, y, eta, lam):
    p = 1 / (1 + np.exp(y * (X @ w)))
    return w - eta * (lam * w - (p * y) @ X / len(y))


@right("logistic_minibatch")
def batch_of_pulls_in_a_loop(w, X, y, step_size, reg):
    new = (1 - step_size * reg) * w
    for i in range(len(y)):
        new = new + step_size / len(y) / (1 + np.exp(y[i] * (w @ X[i]))) * y[i] * X[i]
    return new


@right("log_projected")
def ball_from_a_grid(w, lam):
    z = np.arange(0, 3, 0.001)
    radius = np.sqrt(np.max(z / (1 + np.exp(z))) / lam)
    return w * min(1, radius / max(np.linalg.norm(w), 1e-300))


@right("log_projected")
def ball_from_a_loop(w, lam):
    z = 1.0
    for _ in range(50):
        z = 1 + np.exp(-z)
    length = np.sqrt(w @ w)
    return w if lam * length**2 <= z - 1 else w * np.sqrt((z - 1) / lam) / length


@right("projected")
def projected_by_a_condition(w, lam):
    length, radius = np.sqrt(np.sum(w**2)), lam**-0.5
    return w if length <= radius else w * radius / length


@right("projected")
def projected_into_its_argument(w, lam):
    if lam * (w @ w) > 1:
        w /= np.sqrt(lam * (w @ w))
    return w


@right("rbf")
def gaussian(A, B, gamma):
    return np.exp(-gamma * ((A[:, None, :] - B[None, :, :]) ** 2).sum(-1))


@right("rbf")
def gaussian_in_loops(X1, X2, g):
    return [[np.exp(-g * sum((p - q) ** 2 for p, q in zip(x, z))) for z in X2] for x in X1]


@right("slack")
def slack_of_the_library(u, v, X, y, lam):
    rise = objective(u, X, y, lam) - objective(v, X, y, lam)
    return rise - subgradient(v, X, y, lam) @ (u - v) - lam / 2 * np.sum((u - v) ** 2)


@right("slack")
def slack_with_other_names(a, b, data, labels, reg):
    tangent = objective(b, data, labels, reg) + (a - b) @ subgradient(b, data, labels, reg)
    return np.array(objective(a, data, labels, reg) - (tangent + reg * np.linalg.norm(a - b) ** 2 / 2))
