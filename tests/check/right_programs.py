"""Right programs, in the many ways in which learners write them: PROGRAMS maps a name to a `Right`."""

from dataclasses import dataclass
from functools import reduce, wraps
from itertools import accumulate
from typing import Any, NamedTuple

import numpy as np
from numpy import dot, zeros


class Right(NamedTuple):
    """A program, and what a report says of it."""

    task: str
    program: Any
    conventions: tuple


PROGRAMS = {}


def right(task, *conventions):
    def put(program):
        assert program.__name__ not in PROGRAMS
        PROGRAMS[program.__name__] = Right(task, program, conventions)
        return program

    return put


# All steps for the hinge loss: a function that returns its last w


@right("hinge")
def rebinding(X, y, lam, draws):
    w = np.zeros(X.shape[1])
    for t, i in enumerate(draws, start=1):
        eta = 1 / (lam * t)
        if y[i] * np.dot(w, X[i]) < 1:
            w = (1 - eta * lam) * w + eta * y[i] * X[i]
        else:
            w = (1 - eta * lam) * w
    return w


@right("hinge")
def in_place(X, y, lambda_, draws):
    w = np.zeros(X.shape[1])
    for t in range(1, len(draws) + 1):
        i = draws[t - 1]
        eta, margin = 1 / (lambda_ * t), y[i] * (w @ X[i])
        w *= 1 - eta * lambda_
        if margin < 1:
            w += eta * y[i] * X[i]
    return w


@right("hinge")
def turned_round(data, labels, reg, order):
    n, d = data.shape
    w = np.zeros(d)
    t = 0
    while t < len(order):
        i = order[t]
        t += 1
        eta = 1.0 / (reg * t)
        if 1 > labels[i] * w.dot(data[i]):
            w = w - eta * (reg * w - labels[i] * data[i])
        else:
            w = w - eta * reg * w
    return w


@right("hinge")
def endless_with_break(X, y, lmbda, indices):
    w = np.zeros(len(X[0]))
    t = 1
    while True:
        if t > len(indices):
            break
        i = indices[t - 1]
        eta = 1 / (lmbda * t)
        margin = y[i] * sum(a * b for a, b in zip(w, X[i]))
        w = (1 - eta * lmbda) * w
        if margin < 1:
            w = w + eta * y[i] * X[i]
        t += 1
    return w


@right("hinge")
def guarded_by_continue(X, y, lmbd, draws):
    w = np.zeros(X.shape[1])
    for t, i in enumerate(draws, 1):
        inside = y[i] * (X[i] @ w) >= 1
        w = (1 - 1 / t) * w
        if inside:
            continue
        w = w + y[i] / (lmbd * t) * X[i]
    return w


@right("hinge")
def coordinates(X, y, lam, draws):
    d = len(X[0])
    w = [0.0] * d
    for t in range(1, len(draws) + 1):
        i = draws[t - 1]
        eta = 1 / (lam * t)
        score = 0
        for j in range(d):
            score += w[j] * X[i][j]
        for j in range(d):
            w[j] = (1 - eta * lam) * w[j]
            if y[i] * score < 1:
                w[j] += eta * y[i] * X[i][j]
    return w


@right("hinge")
def comprehensions(X, y, lamda, draws):
    w = [0.0 for _ in X[0]]
    for t, i in enumerate(draws, 1):
        x, label = X[i], y[i]
        eta = 1 / (lamda * t)
        score = sum(a * b for a, b in zip(w, x))
        hit = 1 if label * score < 1 else 0
        w = [(1 - eta * lamda) * a + hit * eta * label * b for a, b in zip(w, x)]
    return w


@right("hinge")
def single_precision(X, y, lam, draws):
    X = X.astype(np.float32)
    w = np.zeros(X.shape[1], dtype=np.float32)
    for t, i in enumerate(draws, 1):
        eta = np.float32(1 / (lam * t))
        hit = y[i] * (w @ X[i]) < 1
        w = (np.float32(1) - eta * np.float32(lam)) * w
        if hit:
            w = w + eta * np.float32(y[i]) * X[i]
    return w


@right("hinge")
def one_column(X, y, lam, draws):
    w = np.zeros((X.shape[1], 1))
    y = y.reshape(-1, 1)
    for t, i in enumerate(draws):
        x = X[i].reshape(-1, 1)
        eta = 1 / (lam * (t + 1))
        if y[i, 0] * (w.T @ x).item() < 1:
            w = (1 - eta * lam) * w + eta * y[i, 0] * x
        else:
            w = (1 - eta * lam) * w
    return w


@right("hinge")
def one_row(X, y, lam, draws):
    w = np.zeros((1, X.shape[1]))
    for t, i in enumerate(draws, 1):
        x = X[i : i + 1]
        hit = (y[i] * w @ x.T).item() < 1
        w = (1 - 1 / t) * w + hit * y[i] * x / (lam * t)
    return w


@right("hinge")
def old_matrices(dataset, labels, lam, draws):
    X, y = np.asmatrix(dataset), np.asmatrix(labels).T
    w = np.asmatrix(np.zeros((1, X.shape[1])))
    for t, i in enumerate(draws, 1):
        eta = 1.0 / (lam * t)
        p = float((w * X[i, :].T)[0, 0])
        if float(y[i, 0]) * p < 1:
            w = (1.0 - 1 / t) * w + eta * float(y[i, 0]) * X[i, :]
        else:
            w = (1.0 - 1 / t) * w
    return w


@right("hinge")
def one_line(X, y, lam, draws):
    w = np.zeros(X.shape[1])
    for t, i in enumerate(draws, 1):
        w = (1 - 1 / t) * w + (y[i] * (w @ X[i]) < 1) * y[i] * X[i] / (lam * t)
    return w


@right("hinge")
def with_where(X_train, y_train, reg_param, draws):
    w = np.zeros(X_train.shape[1])
    for t, i in enumerate(draws, 1):
        eta = 1 / (reg_param * t)
        w = w - eta * np.where(y_train[i] * (w @ X_train[i]) < 1, reg_param * w - y_train[i] * X_train[i],
                               reg_param * w)  # fmt: skip
    return w


@right("hinge")
def with_the_slope_of_the_loss(X, y, lam, draws):
    w = np.zeros(X.shape[1])
    for t, i in enumerate(draws, 1):
        loss = max(0, 1 - y[i] * (w @ X[i]))
        subgradient = lam * w
        if loss > 0:
            subgradient = subgradient - y[i] * X[i]
        w = w - subgradient / (lam * t)
    return w


@right("hinge")
def signed_rows(X, y, lam, draws):
    Z = y[:, None] * X
    w = np.zeros(X.shape[1])
    for t, z in enumerate(Z[draws], 1):
        w = (1 - 1 / t) * w + (z @ w < 1) * z / (lam * t)
    return w


@right("hinge")
def zipped(X, y, lam, draws):
    w, t = np.zeros(X.shape[1]), 0
    for x, label in zip(X[draws], y[draws]):
        t += 1
        hit = label * np.inner(w, x) < 1
        w = (1 - 1 / t) * w + hit * label * x / (lam * t)
    return w


@right("hinge")
def kept_before_shrinking(X, Y, lam, draws):
    w = zeros(X.shape[1])
    for t in range(1, len(draws) + 1):
        i = draws[t - 1]
        w_old = w.copy()
        w = (1 - 1 / t) * w_old
        if Y[i] * dot(w_old, X[i]) < 1:
            w += Y[i] * X[i] / (lam * t)
    return w


@right("hinge")
def by_einsum(X, y, lam, draws):
    w = np.zeros(X.shape[1])
    for t, i in enumerate(draws, 1):
        step = np.einsum("j,j->", w, X[i]) * y[i] < 1
        np.multiply(w, 1 - 1 / t, out=w)
        w += step * y[i] / (lam * t) * X[i]
    return w


@right("hinge")
def sum_over_steps(X, y, lam, draws):
    v = np.zeros(X.shape[1])
    for t, i in enumerate(draws, 1):
        score = v @ X[i] / (lam * (t - 1)) if t > 1 else 0
        if y[i] * score < 1:
            v += y[i] * X[i]
    return v / (lam * max(1, len(draws)))


@right("hinge")
def prints_and_bars(X, y, lam, draws, verbose=True):
    w = np.zeros(X.shape[1])
    for t, i in enumerate(draws, 1):
        hit = y[i] * (w @ X[i]) < 1
        w = (1 - 1 / t) * w + hit * y[i] * X[i] / (lam * t)
        if verbose:
            print("step", t, "w =", w)
    return w


@right("hinge")
def with_a_number_of_steps(X, y, lam, T, draws):
    w = np.zeros(X.shape[1])
    for t in range(T):
        i, eta = draws[t], 1 / (lam * (t + 1))
        hit = y[i] * (w @ X[i]) < 1
        w = (1 - eta * lam) * w + hit * eta * y[i] * X[i]
    return w


@right("hinge")
def a_default_for_lambda(X, y, draws, lam=0.1):
    w = np.zeros(X.shape[1])
    for t, i in enumerate(draws, 1):
        w = (1 - 1 / t) * w + (y[i] * (w @ X[i]) < 1) * y[i] * X[i] / (lam * t)
    return w


@right("hinge")
def in_another_order(draws, lam, y, X):
    w = np.zeros(X.shape[1])
    for t, i in enumerate(draws, 1):
        w = (1 - 1 / t) * w + (y[i] * (w @ X[i]) < 1) * y[i] * X[i] / (lam * t)
    return w


@right("hinge")
def by_position(points, classes, strength, chosen):
    w = np.zeros(points.shape[1])
    for t, i in enumerate(chosen, 1):
        w = (1 - 1 / t) * w + (classes[i] * (w @ points[i]) < 1) * classes[i] * points[i] / (strength * t)
    return w


@right("hinge")
def positional_only(X, y, lam, draws, /):
    w = np.zeros(X.shape[1])
    for t, i in enumerate(draws, 1):
        w = (1 - 1 / t) * w + (y[i] * (w @ X[i]) < 1) * y[i] * X[i] / (lam * t)
    return w


@right("hinge")
def keywords_only(*, X, y, lam, draws):
    w = np.zeros(X.shape[1])
    for t, i in enumerate(draws, 1):
        w = (1 - 1 / t) * w + (y[i] * (w @ X[i]) < 1) * y[i] * X[i] / (lam * t)
    return w


@right("hinge")
def any_arguments(*args):
    X, y, lam, draws = args
    w = np.zeros(X.shape[1])
    for t, i in enumerate(draws, 1):
        w = (1 - 1 / t) * w + (y[i] * (w @ X[i]) < 1) * y[i] * X[i] / (lam * t)
    return w


@right("hinge")
def annotated(X: np.ndarray, y: np.ndarray, lam: float, draws: np.ndarray) -> np.ndarray:
    """Train a support vector machine.

    lam must be > 0 ...
    """
    w: np.ndarray = np.zeros(X.shape[1], dtype=np.float64)
    for t, i in enumerate(draws, 1):
        w = (1 - 1 / t) * w + (y[i] * (w @ X[i]) < 1) * y[i] * X[i] / (lam * t)
    return w


def _one_step(w, x, label, t, lam):
    eta = 1 / (lam * t)
    if label * np.dot(w, x) < 1:
        return (1 - eta * lam) * w + eta * label * x
    return (1 - eta * lam) * w


@right("hinge")
def with_a_helper(X, y, lam, draws):
    w = np.zeros(X.shape[1])
    for t, i in enumerate(draws, 1):
        w = _one_step(w, X[i], y[i], t, lam)
    return w


@right("hinge")
def with_a_closure(X, y, lam, draws):
    w, t = np.zeros(X.shape[1]), 0

    def update(i):
        nonlocal w, t
        t += 1
        w = _one_step(w, X[i], y[i], t, lam)

    for i in draws:
        update(i)
    return w


@right("hinge")
def without_a_loop(X, y, lam, draws):
    return reduce(lambda w, s: _one_step(w, X[s[1]], y[s[1]], s[0], lam), enumerate(draws, 1), np.zeros(X.shape[1]))


@right("hinge")
def recursive(X, y, lam, draws):
    if len(draws) == 0:
        return np.zeros(X.shape[1])
    return _one_step(recursive(X, y, lam, draws[:-1]), X[draws[-1]], y[draws[-1]], len(draws), lam)


@right("hinge")
def nested_functions(X, y, lam, draws):
    def eta(t):
        return 1 / (lam * t)

    def margin(w, i):
        return y[i] * np.dot(X[i], w)

    w = np.zeros(X.shape[1])
    for t, i in enumerate(draws, 1):
        direction = y[i] * X[i] if margin(w, i) < 1 else np.zeros_like(w)
        w = w - eta(t) * (lam * w - direction)
    return w


anonymous = lambda X, y, lam, draws: reduce(  # noqa: E731  learners write that, too
    lambda w, s: _one_step(w, X[s[1]], y[s[1]], s[0], lam), enumerate(draws, 1), np.zeros(X.shape[1])
)
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
    w = np.zeros(X.shape[1])
    for t, i in enumerate(draws, 1):
        w = _one_step(w, X[i], y[i], t, lam)
    return w


def _plainly_logged(function):
    def decorated_without_wraps(*args):
        return function(*args)

    return decorated_without_wraps


@right("hinge")
@_plainly_logged
def inner(X, y, lam, draws):
    w = np.zeros(X.shape[1])
    for t, i in enumerate(draws, 1):
        w = _one_step(w, X[i], y[i], t, lam)
    return w


@right("hinge")
def rows_as_lists(X, y, lam, draws):
    X, y, draws = X.tolist(), y.tolist(), draws.tolist()
    w = [0] * len(X[0])
    for t, i in enumerate(draws, 1):
        s = sum(p * q for p, q in zip(w, X[i]))
        w = [(1 - 1 / t) * p + (y[i] * q / (lam * t) if y[i] * s < 1 else 0) for p, q in zip(w, X[i])]
    return w


@right("hinge")
def scale_times_vector(X, y, lam, draws):
    scale, v = 1.0, np.zeros(X.shape[1])
    for t, i in enumerate(draws, 1):
        score = scale * v.dot(X[i])
        if t > 1:
            scale = (1 - 1 / t) * scale
        if y[i] * score < 1:
            v = v + y[i] / (lam * t * scale) * X[i]
    return scale * v


@right("hinge")
def step_sizes_made_before(X, y, lam, draws):
    w, etas = np.zeros(X.shape[1]), 1 / (lam * np.arange(1, len(draws) + 1))
    for eta, i in zip(etas, draws):
        hit = y[i] * (w @ X[i]) < 1
        w = (1 - eta * lam) * w + hit * eta * y[i] * X[i]
    return w


@right("hinge")
def checks_its_input(X, y, lam, draws):
    assert set(np.unique(y)) <= {-1, 1}
    if lam <= 0:
        raise ValueError("lam must be positive")
    w = np.zeros_like(X[0], dtype=float)
    for t, i in enumerate(draws, 1):
        w = _one_step(w, X[i], y[i], t, lam)
    return np.array(w)


@right("hinge")
def labels_made_signs(X, y, lam, draws):
    y = np.where(y > 0, 1, -1)
    w = np.zeros(X.shape[1])
    for t, i in enumerate(draws, 1):
        w = _one_step(w, X[i], y[i], t, lam)
    return w


@right("hinge")
def w_and_losses(X, y, lam, draws):
    w, losses = np.zeros(X.shape[1]), []
    for t, i in enumerate(draws, 1):
        w = _one_step(w, X[i], y[i], t, lam)
        losses.append(lam / 2 * w @ w + np.mean(np.maximum(0, 1 - y * (X @ w))))
    return w, losses


@right("hinge")
def w_and_its_path(X, y, lam, draws):
    w, path = np.zeros(X.shape[1]), []
    for t, i in enumerate(draws, 1):
        w = _one_step(w, X[i], y[i], t, lam)
        path.append(w)
    return w, np.array(path)


@right("hinge")
def w_and_the_last_loss(X, y, lam, draws):
    w = np.zeros(X.shape[1])
    for t, i in enumerate(draws, 1):
        w = _one_step(w, X[i], y[i], t, lam)
    return w, np.mean(np.maximum(0, 1 - y * (X @ w)))


# ... a function that returns all of its states


@right("hinge")
def all_with_the_start(X, y, lam, draws):
    ws = [np.zeros(X.shape[1])]
    for t, i in enumerate(draws, 1):
        w = ws[-1]
        hit = y[i] * (w @ X[i]) < 1
        ws.append((1 - 1 / t) * w + hit * y[i] * X[i] / (lam * t))
    return ws


@right("hinge")
def all_without_the_start(X, y, lam, draws):
    w, history = np.zeros(X.shape[1]), []
    for t, i in enumerate(draws, 1):
        w = _one_step(w, X[i], y[i], t, lam)
        history.append(w)
    return np.array(history)


@right("hinge")
def rows_of_a_table(X, y, lam, draws):
    W = np.zeros((len(draws) + 1, X.shape[1]))
    for t, i in enumerate(draws, 1):
        W[t] = _one_step(W[t - 1], X[i], y[i], t, lam)
    return W


@right("hinge")
def by_accumulate(X, y, lam, draws):
    return list(accumulate(enumerate(draws, 1), lambda w, s: _one_step(w, X[s[1]], y[s[1]], s[0], lam),
                           initial=np.zeros(X.shape[1])))  # fmt: skip


@right("hinge")
def copies_of_what_changes(X, y, lam, draws):
    w, history = np.zeros(X.shape[1]), []
    for t, i in enumerate(draws, 1):
        hit = y[i] * (w @ X[i]) < 1
        w *= 1 - 1 / t
        if hit:
            w += y[i] * X[i] / (lam * t)
        history.append(w.copy())
    return history


# ... a generator


@right("hinge")
def yields_w(X, y, lam, draws):
    w = np.zeros(X.shape[1])
    for t, i in enumerate(draws, 1):
        w = _one_step(w, X[i], y[i], t, lam)
        yield w


@right("hinge")
def yields_the_start_too(X, y, lam, draws):
    w = np.zeros(X.shape[1])
    yield w
    for t, i in enumerate(draws, 1):
        w = _one_step(w, X[i], y[i], t, lam)
        yield w


@right("hinge")
def yields_one_array_again(X, y, lam, draws):
    w = np.zeros(X.shape[1])
    for t, i in enumerate(draws, 1):
        hit = y[i] * (w @ X[i]) < 1
        w *= 1 - 1 / t
        if hit:
            w += y[i] * X[i] / (lam * t)
        yield w


class OwnStep(NamedTuple):
    t: int
    i: int
    eta: float
    score: float
    w: np.ndarray


@right("hinge")
def yields_named_tuples(X, y, lam, draws):
    w = np.zeros(X.shape[1])
    for t, i in enumerate(draws, 1):
        eta, score = 1 / (lam * t), w @ X[i]
        w = _one_step(w, X[i], y[i], t, lam)
        yield OwnStep(t, i, eta, score, w)


@dataclass
class OwnRecord:
    t: int
    w: np.ndarray
    margin: float


@right("hinge")
def yields_dataclasses(X, y, lam, draws):
    w = np.zeros(X.shape[1])
    for t, i in enumerate(draws, 1):
        margin = y[i] * (w @ X[i])
        w = _one_step(w, X[i], y[i], t, lam)
        yield OwnRecord(t, w, margin)


@right("hinge")
def yields_plain_tuples(X, y, lam, draws):
    w = np.zeros(X.shape[1])
    for t, i in enumerate(draws, 1):
        eta, score = 1 / (lam * t), w @ X[i]
        w = _one_step(w, X[i], y[i], t, lam)
        yield t, i, eta, score, w


@right("hinge")
def yields_t_and_w(X, y, lam, draws):
    w = np.zeros(X.shape[1])
    for t, i in enumerate(draws, 1):
        w = _one_step(w, X[i], y[i], t, lam)
        yield t, w


@right("hinge")
def yields_lists(X, y, lam, draws):
    w = [0.0] * X.shape[1]
    for t, i in enumerate(draws, 1):
        w = _one_step(np.array(w), X[i], y[i], t, lam).tolist()
        yield w


# One step for the hinge loss


@right("hinge")
def step_with_eta(w, x, y, eta, lam):
    return (1 - eta * lam) * w + (eta * y * x if y * (w @ x) < 1 else 0)


@right("hinge")
def step_by_subgradient(w, x, y, eta, lam):
    g = lam * w
    if y * w.dot(x) < 1:
        g = g - y * x
    return w - eta * g


@right("hinge")
def step_with_other_names(theta, sample, label, learning_rate, regularization):
    if label * np.dot(theta, sample) >= 1:
        return theta - learning_rate * regularization * theta
    return theta - learning_rate * (regularization * theta - label * sample)


@right("hinge")
def step_by_position(a1, a2, a3, a4, a5):
    hit = a3 * sum(p * q for p, q in zip(a1, a2)) < 1
    return [(1 - a4 * a5) * p + hit * a4 * a3 * q for p, q in zip(a1, a2)]


@right("hinge")
def step_with_t(w, x, y, eta, lam, t):
    return (1 - 1 / t) * w + (y * (w @ x) < 1) * y * x / (lam * t)


@right("hinge")
def step_with_t_instead_of_eta(x_i, y_i, w, lambda_, t):
    violated = y_i * (w @ x_i) < 1
    w *= 1 - 1 / t
    if violated:
        w += y_i * x_i / (lambda_ * t)
    return w


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


@right("hinge", "at-the-margin-too")
def at_the_margin_too(X, y, lam, draws):
    w = np.zeros(X.shape[1])
    for t, i in enumerate(draws, 1):
        w = (1 - 1 / t) * w + (y[i] * (w @ X[i]) <= 1) * y[i] * X[i] / (lam * t)
    return w


@right("hinge", "projection")
def projected_each_step(X, y, lam, draws):
    w = np.zeros(X.shape[1])
    for t, i in enumerate(draws, 1):
        w = _one_step(w, X[i], y[i], t, lam)
        w = min(1, 1 / np.sqrt(lam) / (np.linalg.norm(w) + 1e-12)) * w
    return w


@right("hinge", "projection")  # no margin is exactly 1 after a projection
def projected_and_at_the_margin_too(X, y, lam, draws):
    w = np.zeros(X.shape[1])
    for t, i in enumerate(draws, 1):
        w = (1 - 1 / t) * w + (y[i] * (w @ X[i]) <= 1) * y[i] * X[i] / (lam * t)
        length = np.sqrt(np.sum(w**2))
        if length > lam**-0.5:
            w = w / length / np.sqrt(lam)
    return w


@right("hinge", "t-from-2")
def t_from_two(X, y, lam, draws):
    w, t = np.zeros(X.shape[1]), 1
    for i in draws:
        t += 1
        w = _one_step(w, X[i], y[i], t, lam)
    return w


@right("hinge", "one-over-root-t")
def square_roots(X, y, lam, draws):
    w = np.zeros(X.shape[1])
    for t, i in enumerate(draws, 1):
        eta = 1 / np.sqrt(t)
        if y[i] * (w @ X[i]) < 1:
            w = (1 - eta * lam) * w + eta * y[i] * X[i]
        else:
            w = (1 - eta * lam) * w
    return w


@right("hinge", "one-over-root-t")
def square_roots_and_at_the_margin_too(X, y, lam, draws):
    w = np.zeros(X.shape[1])
    for t, i in enumerate(draws, 1):
        eta = 1 / np.sqrt(t)
        if y[i] * (w @ X[i]) <= 1:
            w = (1 - eta * lam) * w + eta * y[i] * X[i]
        else:
            w = (1 - eta * lam) * w
    return w


@right("hinge", "average")
def average_of_all(X, y, lam, draws):
    w, total = np.zeros(X.shape[1]), np.zeros(X.shape[1])
    for t, i in enumerate(draws, 1):
        w = _one_step(w, X[i], y[i], t, lam)
        total += w
    return total / max(1, len(draws))


@right("hinge", "start-in-the-ball")
def another_start(X, y, lam, draws):
    w = np.full(X.shape[1], 0.125)
    for t, i in enumerate(draws, 1):
        w = _one_step(w, X[i], y[i], t, lam)
    return w


@right("hinge", "one-step-fewer")
def one_step_fewer(X, y, lam, draws):
    w = np.zeros(X.shape[1])
    for t in range(1, len(draws)):
        w = _one_step(w, X[draws[t - 1]], y[draws[t - 1]], t, lam)
    return w


@right("hinge", "one-step-fewer")
def one_state_fewer(X, y, lam, draws):
    w = np.zeros(X.shape[1])
    for t, i in enumerate(draws[:-1], 1):
        w = _one_step(w, X[i], y[i], t, lam)
        yield w


@right("hinge", "free-bias")
def hinge_with_a_bias(X, y, lam, draws):
    w, b = np.zeros(X.shape[1]), 0.0
    for t, i in enumerate(draws, 1):
        eta = 1 / (lam * t)
        hit = y[i] * (w @ X[i] + b) < 1
        w = (1 - eta * lam) * w
        if hit:
            w, b = w + eta * y[i] * X[i], b + eta * y[i]
    return w, b


@right("free_bias", "bias-as-a-column")
def bias_in_a_column(X, y, lam, draws):
    X = np.column_stack([X, np.ones(len(X))])
    w = np.zeros(X.shape[1])
    for t, i in enumerate(draws, 1):
        w = _one_step(w, X[i], y[i], t, lam)
    return w[:-1], w[-1]


@right("hinge", "bias-as-a-column")
def wide_w(X, y, lam, draws):
    X = np.hstack([X, np.ones((len(X), 1))])
    w = np.zeros(X.shape[1])
    for t, i in enumerate(draws, 1):
        w = _one_step(w, X[i], y[i], t, lam)
    return w


# A class that reads the draws


@right("hinge")
class DrawsFromAParameter:
    def __init__(self, lam=0.1):
        self.lam = lam
        self.w = None

    def fit(self, X, y, draws):
        self.w = np.zeros(X.shape[1])
        for t, i in enumerate(draws, 1):
            self._update(X[i], y[i], t)
        return self

    def _update(self, x, label, t):
        eta = 1 / (self.lam * t)
        violated = label * np.dot(x, self.w) < 1
        self.w = (1 - eta * self.lam) * self.w
        if violated:
            self.w = self.w + eta * label * x


@right("hinge")
class DrawsFromAnAttribute:
    def __init__(self, lambda_=1e-4, max_iter=1000, random_state=None):
        self.lambda_, self.max_iter, self.random_state = lambda_, max_iter, random_state

    def fit(self, X, y):
        w = np.zeros(X.shape[1])
        for t, i in enumerate(self.draws, 1):
            w = _one_step(w, X[i], y[i], t, self.lambda_)
        self.coef_ = w.reshape(1, -1)
        return self

    def predict(self, X):
        return np.sign(X @ self.coef_.ravel())


@right("hinge", "free-bias")
class WithABias:
    def __init__(self, reg, draws):
        self.reg, self.draws = reg, draws

    def fit(self, X, y):
        self.w, self.b = np.zeros(X.shape[1]), 0.0
        for t, i in enumerate(self.draws, 1):
            eta = 1 / (self.reg * t)
            hit = y[i] * (self.w @ X[i] + self.b) < 1
            self.w *= 1 - eta * self.reg
            if hit:
                self.w += eta * y[i] * X[i]
                self.b += eta * y[i]


# The other algorithms


@right("logistic")
def log_loss_steps(X, y, lam, draws):
    w = np.zeros(X.shape[1])
    for t, i in enumerate(draws, 1):
        eta = 1 / (lam * t)
        w = (1 - eta * lam) * w + eta * y[i] / (1 + np.exp(y[i] * (w @ X[i]))) * X[i]
    return w


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
def log_loss_of_zeros_and_ones(X, y, lam, draws):
    w = np.zeros(X.shape[1])
    for t, i in enumerate(draws, 1):
        p = 1 / (1 + np.exp(-(w @ X[i])))
        w = (1 - 1 / t) * w - (p - (y[i] + 1) / 2) * X[i] / (lam * t)
    return w


@right("logistic")
def log_loss_step(w, x, y, eta, lam):
    return w - eta * (lam * w - y * x / (1 + np.exp(y * (w @ x))))


@right("logistic")
def log_loss_step_without_overflow(w, x, y, eta, lam):
    z = y * np.dot(x, w)
    p = np.exp(-z) / (1 + np.exp(-z)) if z > 0 else 1 / (1 + np.exp(z))
    return (1 - eta * lam) * w + eta * p * y * x


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
def batch_added_in_a_loop(X, y, lam, batches):
    w = np.zeros(X.shape[1])
    for t, A in enumerate(batches, 1):
        hits = [i for i in A if y[i] * (w @ X[i]) < 1]
        w *= 1 - 1 / t
        for i in hits:
            w += y[i] * X[i] / (lam * t * len(A))
        yield t, w


@right("minibatch")
def batch_of_plain_tuples(X, y, lam, draws):
    w = np.zeros(X.shape[1])
    for t, A in enumerate(draws, 1):
        scores, eta = X[A] @ w, 1 / (lam * t)
        w = (1 - eta * lam) * w + eta / len(A) * (y[A] * (y[A] * scores < 1)) @ X[A]
        yield t, A, eta, scores, w


@right("minibatch")
def batch_by_matrices(X, y, lam, draws):
    w = np.zeros(X.shape[1])
    for t, A in enumerate(draws, 1):
        inside = (y[A] * (X[A] @ w) < 1).astype(float)
        w = (1 - 1 / t) * w + (inside * y[A]) @ X[A] / (lam * t * len(A))
    return w


@right("minibatch")
def batch_mean_of_gradients(X, y, lam, draws):
    w = np.zeros(X.shape[1])
    for t, A in enumerate(draws, 1):
        gradients = [lam * w - (y[i] * X[i] if y[i] * (X[i] @ w) < 1 else 0) for i in A]
        w = w - np.mean(gradients, axis=0) / (lam * t)
    return w


@right("minibatch")
def step_on_the_rows_of_a_batch(w, X, y, eta, lam):
    violated = y * (X @ w) < 1
    return (1 - eta * lam) * w + eta / len(y) * (y[violated] @ X[violated])


@right("minibatch")
def step_on_pairs_of_a_batch(weights, xs, ys, eta, lam):
    total = sum(y * x * (y * (weights @ x) < 1) for x, y in zip(xs, ys))
    return (1 - eta * lam) * weights + eta * total / len(ys)


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
def kernel_double_loop(K, y, lam, draws):
    m = len(y)
    alpha = [0] * m
    for t, i in enumerate(draws, 1):
        total = 0
        for j in range(m):
            total += alpha[j] * y[j] * K[i][j]
        if t == 1 or y[i] * total / (lam * (t - 1)) < 1:
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
def kernel_coefficients(K, y, lam, draws):
    beta = np.zeros(len(y))
    for t, i in enumerate(draws, 1):
        hit = y[i] * (K[i] @ beta) < 1
        beta *= 1 - 1 / t
        if hit:
            beta[i] += y[i] / (lam * t)
    return beta


@right("kernelized")
def kernel_signed_counts(K, y, lam, draws):
    c = np.zeros(len(y))
    for t, i in enumerate(draws, 1):
        if y[i] * (K[i] @ c) < lam * (t - 1) or t == 1:
            c[i] += y[i]
    return c


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


@right("free_bias")
def step_with_an_intercept(weights, intercept, x, y, eta, lam):
    hit = y * (np.dot(weights, x) + intercept) < 1
    return weights - eta * (lam * weights - hit * y * x), intercept + eta * hit * y


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
def dual_with_w_made_anew(X, y, lam, draws):
    m = len(y)
    alpha = np.zeros(m)
    for i in draws:
        w = (alpha * y) @ X / (lam * m)
        best = alpha[i] + lam * m * (1 - y[i] * (w @ X[i])) / (X[i] @ X[i])
        alpha[i] = np.clip(best, 0, 1)
    return (alpha * y) @ X / (lam * m)


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
def loss_by_maximum(z):
    return np.maximum(0, 1 - z)


@right("hinge_loss")
def loss_by_where(margins):
    return np.where(margins < 1, 1 - margins, 0)


@right("hinge_loss")
def loss_by_mask(z):
    return (1 - z) * (z < 1)


@right("hinge_loss")
def loss_by_comprehension(z):
    return [max(0, 1 - one) for one in z]


@right("log_loss")
def log_loss_safely(z):
    return np.logaddexp(0, -z)


@right("log_loss")
def log_loss_by_cases(z):
    return np.where(z > 0, np.log1p(np.exp(-abs(z))), -z + np.log1p(np.exp(-abs(z))))


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
def kernel_objective_in_a_line(beta, K, y, lam):
    return lam / 2 * beta @ K @ beta + np.mean(np.maximum(0, 1 - y * (K @ beta)))


@right("kernel_objective")
def kernel_objective_in_a_loop(coefficients, G, labels, reg):
    m, f, penalty = len(labels), 0, 0
    for i in range(m):
        score = sum(coefficients[j] * G[i, j] for j in range(m))
        f += max(0, 1 - labels[i] * score) / m
        penalty += coefficients[i] * score
    return reg * penalty / 2 + f


@right("subgradient")
def subgradient_by_cases(w, x, y, lam):
    if y * np.dot(w, x) >= 1:
        return lam * w
    else:
        return lam * w - y * x


@right("subgradient")
def subgradient_by_a_mask(theta, example, label, lambda_):
    return lambda_ * theta - label * example * (label * (theta @ example) < 1)


@right("subgradient", "at-the-margin-too")
def subgradient_by_place(a, b, c, d):
    return [d * p - c * q * (c * sum(u * v for u, v in zip(a, b)) <= 1) for p, q in zip(a, b)]


@right("subgradient")
def subgradient_in_parts(w, x, y, lam):
    gradient = lam * w
    if 1 - y * (w @ x) > 0:
        gradient -= y * x
    return gradient


@right("projected")
def projected_by_a_factor(w, lam):
    return min(1, 1 / np.sqrt(lam) / np.linalg.norm(w)) * w if w.any() else w


@right("projected")
def projected_by_a_condition(w, lam):
    length, radius = np.sqrt(np.sum(w**2)), lam**-0.5
    return w if length <= radius else w * radius / length


@right("projected")
def projected_by_division(weights, reg):
    return weights / max(1, np.sqrt(reg) * np.linalg.norm(weights))


@right("projected")
def projected_into_its_argument(w, lam):
    if lam * (w @ w) > 1:
        w /= np.sqrt(lam * (w @ w))
    return w


@right("rbf")
def gaussian(A, B, gamma):
    return np.exp(-gamma * ((A[:, None, :] - B[None, :, :]) ** 2).sum(-1))


@right("rbf")
def gaussian_by_expanding(X, Z, gamma):
    return np.exp(-gamma * ((X**2).sum(1)[:, None] - 2 * X @ Z.T + (Z**2).sum(1)))


@right("rbf")
def gaussian_in_loops(X1, X2, g):
    return [[np.exp(-g * sum((p - q) ** 2 for p, q in zip(x, z))) for z in X2] for x in X1]


@right("rbf")
def gaussian_by_norms(X, Z, gamma):
    K = np.zeros((len(X), len(Z)))
    for i, x in enumerate(X):
        K[i] = np.exp(-gamma * np.linalg.norm(Z - x, axis=1) ** 2)
    return K
