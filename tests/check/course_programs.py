"""Write programs as other courses do, with their adapters: `PROGRAMS` maps a name to a `Judged` program.

They measure what the checker was not made for. So an entry is never changed to fit what a report says; only if an
expectation is untrue, it is mended.
"""

import math
import random
from collections import Counter, defaultdict
from dataclasses import dataclass
from unittest.mock import patch

import numpy as np
from minimal_programs import Judged

PROGRAMS = {}


def course(name, task, *mistakes, conventions=()):
    """Add an adapter, with the mistakes and conventions of the program that it calls."""

    def add(adapted):
        assert name not in PROGRAMS
        PROGRAMS[name] = Judged(task, adapted, not mistakes, frozenset(conventions), frozenset(mistakes))
        return adapted

    return add


def _passes(draws, m):
    """Return the draws in passes of m; the last pass may be shorter."""
    return [draws[n : n + m] for n in range(0, len(draws), m)]


# An online course: orders from a function of the course, theta and theta_0, η = 1/√t, and ≤ in the condition


def get_order(n_samples):
    raise NotImplementedError("the course reads the order from a file")


def _with_orders(train, X, y, lam, draws):
    orders = iter(_passes(draws, len(y)))
    with patch(f"{__name__}.get_order", lambda n: next(orders)):
        return train(X, y, T=-(-len(draws) // len(y)), L=lam)


def _course_step(feature_vector, label, L, eta, theta, theta_0):
    if label * (np.dot(theta, feature_vector) + theta_0) <= 1:
        return (1 - eta * L) * theta + eta * label * feature_vector, theta_0 + eta * label
    return (1 - eta * L) * theta, theta_0


def _course_step_with_a_damped_offset(feature_vector, label, L, eta, theta, theta_0):
    if label * (np.dot(theta, feature_vector) + theta_0) <= 1:
        return (1 - eta * L) * theta + eta * label * feature_vector, (1 - eta * L) * theta_0 + eta * label
    return (1 - eta * L) * theta, theta_0


def _course_step_that_returns_early(feature_vector, label, L, eta, theta, theta_0):
    if label * (np.dot(theta, feature_vector) + theta_0) > 1:
        return theta, theta_0
    return (1 - eta * L) * theta + eta * label * feature_vector, theta_0 + eta * label


def _course_training(step):
    def pegasos(feature_matrix, labels, T, L):
        theta, theta_0, count = np.zeros(feature_matrix.shape[1]), 0.0, 0
        for _ in range(T):
            for i in get_order(feature_matrix.shape[0]):
                count += 1
                eta = 1 / np.sqrt(count)
                theta, theta_0 = step(feature_matrix[i], labels[i], L, eta, theta, theta_0)
        return theta, theta_0

    return pegasos


def _course_average(feature_matrix, labels, T, L):
    theta, theta_0, count = np.zeros(feature_matrix.shape[1]), 0.0, 0
    sums, sum_0 = np.zeros(feature_matrix.shape[1]), 0.0
    for _ in range(T):
        for i in get_order(feature_matrix.shape[0]):
            count += 1
            step = _course_step_that_returns_early
            theta, theta_0 = step(feature_matrix[i], labels[i], L, 1 / np.sqrt(count), theta, theta_0)
            sums, sum_0 = sums + theta, sum_0 + theta_0
    return sums / max(count, 1), sum_0 / max(count, 1)


@course("online course", "free_bias", conventions={"one-over-root-t", "at-the-margin-too"})
def _(X, y, lam, draws):
    return _with_orders(_course_training(_course_step), X, y, lam, draws)


@course("online course as one step", "free_bias", conventions={"at-the-margin-too"})
def _(feature_vector, label, L, eta, theta, theta_0):
    return _course_step(feature_vector, label, L, eta, theta, theta_0)


@course("online course with a damped offset", "free_bias", "bias-shrinks-on-a-violation-only",
        conventions={"one-over-root-t", "at-the-margin-too"})  # fmt: skip
def _(X, y, lam, draws):
    return _with_orders(_course_training(_course_step_with_a_damped_offset), X, y, lam, draws)


@course("online course that returns early, averaged", "free_bias", "shrinks-only-on-violation",
        conventions={"one-over-root-t", "at-the-margin-too", "average"})  # fmt: skip
def _(X, y, lam, draws):
    return _with_orders(_course_average, X, y, lam, draws)


# A homework on reviews: counters of words, t raised before it is used, and w = s·W


def _words(x):
    return Counter({f"word{j}": value for j, value in enumerate(x) if value})


def _weights(W, d, s=1.0):
    return np.array([s * W.get(f"word{j}", 0.0) for j in range(d)])


def _dot_product(d1, d2):
    return sum(d1.get(f, 0) * v for f, v in d2.items())


def _increment(d1, scale, d2):
    for f, v in d2.items():
        d1[f] = d1.get(f, 0) + v * scale


def _homework_scaled(reviews, labels, lam, divides):
    W, s, t = {}, 1.0, 1
    for x, y in zip(reviews, labels):
        t += 1
        eta = 1 / (lam * t)
        margin = y * s * _dot_product(W, x)
        s = (1 - eta * lam) * s
        if margin <= 1:
            _increment(W, eta * y / s if divides else eta * y, x)
    return W, s


def _homework_with_a_bias_word(reviews, labels, lam):
    w, t = {}, 1
    for x, y in zip(reviews, labels):
        x = Counter(x)
        x["BIAS"] = 1
        t += 1
        eta = 1 / (t * lam)
        score = _dot_product(w, x)
        for f in w:
            w[f] *= 1 - eta * lam
        if score < 1:
            _increment(w, eta * y, x)
    return w


@course("homework on reviews with a scale", "scaled", conventions={"t-from-2", "at-the-margin-too"})
def _(X, y, lam, draws):
    W, s = _homework_scaled([_words(X[i]) for i in draws], [y[i] for i in draws], lam, divides=True)
    return _weights(W, X.shape[1], s)


@course("homework on reviews with a scale, not divided", "scaled", "new-term-not-divided-by-the-scale",
        conventions={"t-from-2", "at-the-margin-too"})  # fmt: skip
def _(X, y, lam, draws):
    W, s = _homework_scaled([_words(X[i]) for i in draws], [y[i] for i in draws], lam, divides=False)
    return _weights(W, X.shape[1], s)


@course("homework on reviews with a word for the bias", "hinge", "condition-without-label",
        conventions={"t-from-2", "bias-as-a-column"})  # fmt: skip
def _(X, y, lam, draws):
    w = _homework_with_a_bias_word([_words(X[i]) for i in draws], [y[i] for i in draws], lam)
    return _weights(w, X.shape[1]), w.get("BIAS", 0.0)


def _restarting_text_classifier(examples, lam, passes):
    w = defaultdict(float)
    for _ in range(passes):
        random.shuffle(examples)
        t = 1
        for features, label in examples:
            t += 1
            eta = 1.0 / (lam * t)
            violated = label * sum(w[f] * v for f, v in features.items()) <= 1
            for f in features:
                w[f] *= 1 - eta * lam
                if violated:
                    w[f] += eta * label * features[f]
    return w


@course("text classifier over shuffled reviews", "hinge", "counter-restarts", "shrinks-touched-coordinates",
        conventions={"t-from-2", "at-the-margin-too"})  # fmt: skip
def _(X, y, lam, draws):
    passes = _passes(draws, len(y))
    orders = iter([[(_words(X[i]), y[i]) for i in order] for order in passes])

    def shuffle(examples):
        examples[:] = next(orders)

    with patch("random.shuffle", shuffle):
        w = _restarting_text_classifier([(_words(x), label) for x, label in zip(X, y)], lam, len(passes))
    return _weights(w, X.shape[1])


# A course on large data: ½·‖w‖² + C·Σ loss, so that λ = 1/(C·N)


def _large_scale(X, y, C, idx, bias_rate):
    N = len(y)
    w, b = np.zeros(X.shape[1]), 0.0
    w_avg, b_avg = w, b
    for t, i in enumerate(idx, start=1):
        gamma = 1.0 / t
        if y[i] * (np.inner(w, X[i]) + b) <= 1:
            w, b = w - gamma * (w - C * N * y[i] * X[i]), b + gamma * bias_rate(C, N) * y[i]
        else:
            w = w - gamma * w
        w_avg, b_avg = w_avg + (w - w_avg) / t, b_avg + (b - b_avg) / t
    return w_avg, b_avg


@course("large data with C, averaged", "free_bias", conventions={"average", "at-the-margin-too"})
def _(X, y, lam, draws):
    return _large_scale(X, y, 1 / (lam * len(y)), draws, lambda C, N: C * N)


@course("large data with C, left out of the bias", "free_bias", "part: bias",
        conventions={"average", "at-the-margin-too"})  # fmt: skip
def _(X, y, lam, draws):
    return _large_scale(X, y, 1 / (lam * len(y)), draws, lambda C, N: 1)


def _projected_batches(X, y, lam, n_iter, k):
    w = np.zeros(X.shape[1])
    for t in range(1, n_iter + 1):
        batch = np.random.permutation(len(y))[:k]
        grad = np.zeros_like(w)
        for i in batch:
            if y[i] * X[i].dot(w) < 1:
                grad -= y[i] * X[i] / len(y)
        w = w - (1.0 / math.sqrt(t)) * (lam * w + grad)
        w = w * min(1.0, 1.0 / (math.sqrt(lam) * max(np.linalg.norm(w), 1e-12)))
    return w


@course("large data in projected batches", "minibatch", "divided-by-all-examples",
        conventions={"one-over-root-t", "projection"})  # fmt: skip
def _(X, y, lam, draws):
    batches = iter(draws)
    with patch("numpy.random.permutation", lambda n: next(batches)):
        return _projected_batches(X, y, lam, len(draws), len(draws[0]) if len(draws) else 1)


# A video lesson: an estimator with a constant learning rate, the penalty λ·‖w‖², and the score w·x − b


class LinearSVM:
    def __init__(self, learning_rate=0.01, lambda_param=0.01, n_iters=1):
        self.lr, self.lambda_param, self.n_iters = learning_rate, lambda_param, n_iters
        self.w, self.b = None, None

    def fit(self, X, y):
        y_ = np.where(y <= 0, -1, 1)
        self.w, self.b = np.full(X.shape[1], 0.02), 0
        for _ in range(self.n_iters):
            for idx, x_i in enumerate(X):
                if y_[idx] * (np.dot(x_i, self.w) - self.b) >= 1:
                    self.w = self.w - self.lr * (2 * self.lambda_param * self.w)
                else:
                    self.w = self.w - self.lr * (2 * self.lambda_param * self.w - np.dot(x_i, y_[idx]))
                    self.b = self.move(y_[idx])

    def move(self, label):
        return self.b - self.lr * label

    @property
    def intercept_(self):
        return -self.b


class MovesTheOtherWay(LinearSVM):
    def move(self, label):
        return self.b + self.lr * label


class WithADecay(LinearSVM):
    def fit(self, X, y):
        self.w, self.b = np.full(X.shape[1], 0.02), 0
        for t, (x, label) in enumerate(zip(X, y), 1):
            self.lr = 1 / t**0.5
            violated = label * (x @ self.w - self.b) < 1
            self.w = self.w * (1 - 2 * self.lr * self.lambda_param)
            if violated:
                self.w, self.b = self.w + self.lr * label * x, self.b - self.lr * label


def _fitted(model, X, y):
    model.fit(X, y)
    return model.w, model.intercept_


@course("video lesson", "free_bias", "step-size-constant",
        conventions={"objective-without-the-half", "start-in-the-ball"})  # fmt: skip
def _(X, y, lam, draws):
    return _fitted(LinearSVM(0.05, lam), X[draws], y[draws])


@course("video lesson whose bias moves the other way", "free_bias", "step-size-constant", "bias-with-the-wrong-sign",
        conventions={"objective-without-the-half", "start-in-the-ball"})  # fmt: skip
def _(X, y, lam, draws):
    return _fitted(MovesTheOtherWay(0.05, lam), X[draws], y[draws])


@course("video lesson with a decay", "free_bias",
        conventions={"one-over-root-t", "objective-without-the-half", "start-in-the-ball"})  # fmt: skip
def _(X, y, lam, draws):
    return _fitted(WithADecay(lambda_param=lam), X[draws], y[draws])


def _svm_sgd_plot(X, Y, epochs):
    w, eta = np.full(len(X[0]), 0.01), 1
    for epoch in range(1, epochs):
        for i in np.random.permutation(len(X)):
            if Y[i] * np.dot(X[i], w) < 1:
                w = w + eta * ((X[i] * Y[i]) + (-2 * (1 / epoch) * w))
            else:
                w = w + eta * (-2 * (1 / epoch) * w)
    return w


@course("lesson whose λ is 1/epoch", "hinge", "step-size-constant", "part: shrinking",
        conventions={"bias-as-a-column", "start-in-the-ball"})  # fmt: skip
def _(X, y, lam, draws):
    orders = iter(_passes(draws, len(y)))
    with patch("numpy.random.permutation", lambda n: next(orders)):
        return _svm_sgd_plot(np.hstack([X, np.ones((len(X), 1))]), y, 1 - -len(draws) // len(y))


# A Russian course: transliterated names, log loss


def _sigma(z):
    return 1.0 / (1.0 + np.exp(-z))


def _obuchit(vyborka, otvety, lyambda, nomera, ves_obekta):
    vesa, sdvig = np.zeros(vyborka.shape[1]), 0.0
    for shag, nomer in enumerate(nomera, 1):
        temp = 0.5 / np.sqrt(shag)
        obekt, metka = vyborka[nomer], otvety[nomer]
        otstup = metka * (vesa.dot(obekt) + sdvig)
        p = ves_obekta(otstup)
        vesa = vesa * (1 - temp * lyambda) + temp * p * metka * obekt
        sdvig += temp * p * metka
    return vesa, sdvig


@course("Russian course", "logistic", conventions={"one-over-root-t", "free-bias"})
def _(X, y, lam, draws):
    return _obuchit(X, y, lam, draws, lambda otstup: _sigma(-otstup))


@course("Russian course whose sigmoid is turned round", "logistic", "exponent-with-the-wrong-sign",
        conventions={"one-over-root-t", "free-bias"})  # fmt: skip
def _(X, y, lam, draws):
    return _obuchit(X, y, lam, draws, _sigma)


def _obuchit_po_oshibkam(vyborka, otvety, lyambda, nomera):
    vesa, summa = np.zeros(vyborka.shape[1]), np.zeros(vyborka.shape[1])
    for shag, nomer in enumerate(nomera, 1):
        temp = 1 / np.sqrt(shag)
        otstup = otvety[nomer] * vesa.dot(vyborka[nomer])
        vesa = vesa * (1 - temp * lyambda)
        if otstup < 1:  # from the lecture on support vector machines
            vesa = vesa + temp * _sigma(-otstup) * otvety[nomer] * vyborka[nomer]
        summa += vesa
    return summa / max(1, len(nomera))


@course("Russian course that adds on violations", "logistic", "adds-only-where-hinge-is-violated",
        conventions={"one-over-root-t", "average"})  # fmt: skip
def _(X, y, lam, draws):
    return _obuchit_po_oshibkam(X, y, lam, draws)


# A Swiss course: Σ loss + λ/2·‖w‖², with the number of examples in the gradient


def calculate_stochastic_gradient(y, X, w, lambda_, n, num_examples):
    x_n, y_n = X[n], y[n]
    grad = -num_examples * y_n * x_n if y_n * (x_n @ w) < 1 else np.zeros_like(x_n)
    return grad + lambda_ * w


def sgd_for_svm(y, X, lambda_, indices, num_examples):
    w = np.zeros(X.shape[1])
    ws = [w]
    for it, n in enumerate(indices, 1):
        gamma = 1 / (lambda_ * (it + 1))
        w = w - gamma * calculate_stochastic_gradient(y, X, w, lambda_, n, num_examples)
        ws.append(w)
    return np.mean(ws, axis=0)


@course("Swiss course", "hinge", conventions={"t-from-2", "average-with-the-start"})
def _(X, y, lam, draws):
    return sgd_for_svm(y, X, lam * len(y), draws, len(y))


@course("Swiss course without the number of examples", "hinge", "part: addition",
        conventions={"t-from-2", "average-with-the-start"})  # fmt: skip
def _(X, y, lam, draws):
    return sgd_for_svm(y, X, lam * len(y), draws, 1)


# An Italian course: kernels by epochs


def _addestra(K, etichette, lamb, epoche):
    n = len(etichette)
    conteggi = [0] * n
    for _ in range(epoche):
        for t, i in enumerate(np.random.permutation(n), 1):
            somma = sum(conteggi[j] * K[i][j] for j in range(n))
            if etichette[i] * somma / (lamb * t) < 1:
                conteggi[i] += etichette[i]
    return conteggi


def _addestra_coefficienti(K, etichette, lamb, epoche):
    n, t = len(etichette), 0
    coefficienti = np.zeros(n)
    for _ in range(epoche):
        for i in np.random.permutation(n):
            t += 1
            valore = etichette[i] * ((coefficienti * etichette) @ K[:, i])
            coefficienti[i] *= 1 - 1 / t
            if valore <= 1:
                coefficienti[i] += 1 / (lamb * t)
    return coefficienti


def _by_permutations(train, K, y, lam, draws):
    orders = iter(_passes(draws, len(y)))
    with patch("numpy.random.permutation", lambda n: next(orders)):
        return train(K, y, lam, -(-len(draws) // len(y)))


@course("Italian course, t counted in each epoch", "kernelized", "counter-restarts",
        conventions={"factor-of-the-figure", "signed-counts"})  # fmt: skip
def _(K, y, lam, draws):
    return _by_permutations(_addestra, K, y, lam, draws)


@course("Italian course, one coefficient shrinks", "kernelized", "only-the-drawn-coefficient-shrinks",
        conventions={"coefficients-that-shrink", "at-the-margin-too"})  # fmt: skip
def _(K, y, lam, draws):
    return _by_permutations(_addestra_coefficienti, K, y, lam, draws)


# Kernels with a dictionary of support vectors; the rows of the data are their numbers


def _kernel_pegasos(points, labels, kernel, lam, order, skips_itself):
    support = {}
    for t, i in enumerate(order, 1):
        f = 0.0
        for j, alpha_y in support.items():
            if skips_itself and j == i:
                continue
            f += alpha_y * kernel(points[j], points[i])
        if labels[i] * f / (lam * t) < 1:
            support[i] = support.get(i, 0) + labels[i]
    return support


def _support(K, y, lam, draws, skips_itself):
    order = [int(i) for i in draws]
    coefficients = _kernel_pegasos(range(len(y)), y, lambda p, q: K[p, q], lam, order, skips_itself)
    return np.array([coefficients.get(i, 0.0) for i in range(len(y))])


@course("dictionary of support vectors", "kernelized", conventions={"factor-of-the-figure", "signed-counts"})
def _(K, y, lam, draws):
    return _support(K, y, lam, draws, skips_itself=False)


@course("dictionary of support vectors without the drawn one", "kernelized", "sum-skips-the-example",
        conventions={"factor-of-the-figure", "signed-counts"})  # fmt: skip
def _(K, y, lam, draws):
    return _support(K, y, lam, draws, skips_itself=True)


# Lecture notes: θ with x_0 = 1, and the prediction sign(θᵀx)


@course("lecture notes with θ", "hinge", "condition-at-or-below-zero",
        conventions={"one-over-root-t", "bias-as-a-column"})  # fmt: skip
def _(X, y, lam, draws):
    X = np.c_[np.ones(len(X)), X]
    theta = np.zeros(X.shape[1])
    for t, i in enumerate(draws):
        alpha = 1 / np.sqrt(t + 1)
        h = np.sign(theta.T @ X[i])
        theta = theta - alpha * (lam * theta - (y[i] * X[i] if h != y[i] else 0))
    return theta[1:], theta[0]


@course("lecture notes with the squared loss of the margin", "hinge", "loss-instead-of-its-slope",
        conventions={"average-before-each-step", "projection"})  # fmt: skip
def _(X, y, lam, draws):
    theta, total = np.zeros(X.shape[1]), np.zeros(X.shape[1])
    for t, i in enumerate(draws, 1):
        total += theta
        eta = 1 / (lam * t)
        xi = max(0, 1 - y[i] * (theta @ X[i]))
        theta = (1 - eta * lam) * theta + eta * xi * y[i] * X[i]
        theta /= max(1, np.sqrt(lam) * np.linalg.norm(theta))
    return total / max(1, len(draws))


@course("lecture notes that judge b by the new w", "free_bias", "part: bias",
        conventions={"one-over-root-t", "at-the-margin-too"})  # fmt: skip
def _(X, y, lam, draws):
    theta, theta_0 = np.zeros(X.shape[1]), 0.0
    for t, i in enumerate(draws, 1):
        eta = t**-0.5
        agrees = y[i] * (theta @ X[i] + theta_0) > 1
        theta = (1 - eta * lam) * theta + (0 if agrees else eta * y[i] * X[i])
        if y[i] * (theta @ X[i] + theta_0) <= 1:
            theta_0 = theta_0 + eta * y[i]
    return theta, theta_0


@course("lecture notes whose brackets are missing", "free_bias", "part: step size",
        conventions={"bias-as-a-column", "average"})  # fmt: skip
def _(X, y, lam, draws):
    w, b, ws, bs = np.zeros(X.shape[1]), 0.0, [], []
    for it, i in enumerate(draws):
        eta = 1 / (lam * it + 1)
        hit = y[i] * (w @ X[i] + b) < 1
        w, b = w - eta * (lam * w - hit * y[i] * X[i]), b - eta * (lam * b - hit * y[i])
        ws.append(w)
        bs.append(b)
    return (np.mean(ws, axis=0), np.mean(bs)) if ws else (w, b)


# An estimator for streams: its state lives in the object


class StreamingPegasos:
    def __init__(self, n_features, reg=1e-2):
        self.reg, self.t = reg, 1
        self.coef_, self.intercept_ = np.zeros(n_features), 0.0

    def decision_function(self, x):
        return x @ self.coef_ + self.intercept_

    def partial_fit(self, x, y):
        self.t += 1
        eta = 1 / (self.reg * self.t)
        violated = y * self.decision_function(x) < 1
        self.coef_ = self.coef_ * (1 - eta * self.reg)
        if violated:
            self.coef_ = self.coef_ + eta * y * x
        self._move(eta, y, violated)
        self.coef_ = self.coef_ / max(1, np.linalg.norm(self.coef_) * self.reg**0.5)
        return self

    def _move(self, eta, y, violated):
        self.intercept_ += eta * y * violated


class MovesAlways(StreamingPegasos):
    def _move(self, eta, y, violated):
        self.intercept_ += eta * y


class MovesByOne(StreamingPegasos):
    def _move(self, eta, y, violated):
        if violated:
            self.intercept_ += y


def _streamed(kind, X, y, lam, draws):
    model = kind(X.shape[1], reg=lam)
    for i in draws:
        model.partial_fit(X[i], y[i])
    return model.coef_, model.intercept_


@course("stream", "free_bias", conventions={"t-from-2", "projection"})
def _(X, y, lam, draws):
    return _streamed(StreamingPegasos, X, y, lam, draws)


@course("stream whose bias moves in every step", "free_bias", "bias-in-every-step",
        conventions={"t-from-2", "projection"})  # fmt: skip
def _(X, y, lam, draws):
    return _streamed(MovesAlways, X, y, lam, draws)


@course("stream whose bias moves by one", "free_bias", "bias-without-the-step-size",
        conventions={"t-from-2", "projection"})  # fmt: skip
def _(X, y, lam, draws):
    return _streamed(MovesByOne, X, y, lam, draws)


# Modern mini-batches with a configuration


@dataclass
class Config:
    lam: float = 1e-3
    steps: int = 1000
    batch_size: int = 32
    project: bool = True


@dataclass
class Model:
    weight: np.ndarray
    bias: float = 0.0

    def __call__(self, X):
        return X @ self.weight + self.bias


def _trained(model, batches, config, decay_of):
    for step, (X, y) in enumerate(batches, start=1):
        lr = 1.0 / (config.lam * step)
        mask = (y * model(X) < 1.0).astype(float)
        model.weight = model.weight * decay_of(1.0 - lr * config.lam, len(y)) + lr * ((mask * y) @ X) / len(y)
        model.bias = model.bias + lr * float(np.mean(mask * y))
        norm = np.linalg.norm(model.weight)
        if config.project and norm * math.sqrt(config.lam) > 1.0:
            model.weight = model.weight / (norm * math.sqrt(config.lam))
    return model


def _from_config(X, y, lam, draws, decay_of=lambda decay, k: decay, project=True):
    config = Config(lam=lam, steps=len(draws), project=project)
    model = _trained(Model(np.zeros(X.shape[1])), [(X[A], y[A]) for A in draws], config, decay_of)
    return model.weight, model.bias


@course("configured mini-batches", "minibatch", conventions={"free-bias", "projection-without-the-bias"})
def _(X, y, lam, draws):
    return _from_config(X, y, lam, draws)


@course("configured mini-batches that decay by example", "minibatch", "shrinks-for-each-example",
        conventions={"free-bias", "projection-without-the-bias"})  # fmt: skip
def _(X, y, lam, draws):
    return _from_config(X, y, lam, draws, lambda decay, k: decay**k)


@course("mini-batches with weight decay and a sum", "minibatch", "step-size-constant", "sum-over-batch",
        conventions={"free-bias", "average"})  # fmt: skip
def _(X, y, lam, draws):
    w, b, lr = np.zeros(X.shape[1]), 0.0, 0.02
    ema_w, ema_b, seen = np.zeros_like(w), 0.0, 0
    for batch in draws:
        margins = y[batch] * (X[batch] @ w + b)
        grad_out = np.where(margins < 1, -y[batch], 0.0)
        grad_w, grad_b = X[batch].T @ grad_out + lam * w, grad_out.sum()
        w, b = w - lr * grad_w, b - lr * grad_b
        seen += 1
        ema_w, ema_b = ema_w + (w - ema_w) / seen, ema_b + (b - ema_b) / seen
    return ema_w, ema_b


@course("mini-batches whose sum is cleared by a fine example", "minibatch", "part: condition",
        conventions={"one-over-root-t", "free-bias"})  # fmt: skip
def _(X, y, lam, draws):
    w, b = np.zeros(X.shape[1]), 0.0
    for t, batch in enumerate(draws, 1):
        grad_w, grad_b = np.zeros(len(w)), 0.0
        for i in batch:
            if y[i] * (w @ X[i] + b) < 1:
                grad_w, grad_b = grad_w + y[i] * X[i], grad_b + y[i]
            else:
                grad_w, grad_b = np.zeros(len(w)), 0.0
        eta = 1 / np.sqrt(t)
        w, b = w - eta * (lam * w - grad_w / len(batch)), b + eta * grad_b / len(batch)
    return w, b


@course("mini-batches in which t counts examples", "minibatch", "counter-of-examples",
        conventions={"projection", "at-the-margin-too"})  # fmt: skip
def _(X, y, lam, draws):
    w, t = np.zeros(X.shape[1]), 0
    for batch in draws:
        subgradient = lam * w
        for i in batch:
            t += 1
            if y[i] * w.dot(X[i]) <= 1:
                subgradient = subgradient - y[i] * X[i] / len(batch)
        w = w - subgradient / (lam * t)
        w = min(1, 1 / (math.sqrt(lam) * (np.linalg.norm(w) or 1))) * w
    return w


# Translations from R, from MATLAB and from Java


@course("like R: a matrix of one column, η twice", "hinge", "step-size-twice", "radius-one-over-lambda",
        conventions={"at-the-margin-too", "t-from-2"})  # fmt: skip
def _(X, y, lam, draws):
    w = np.zeros((X.shape[1], 1))
    for t, i in enumerate(draws, 2):
        x_i, eta = X[[i], :].T, 1 / (lam * t)
        v = y[i] * x_i * eta if y[i] * np.sum(w * x_i) <= 1 else 0 * x_i
        w = w - eta * (lam * w) + eta * v
        length = np.sqrt(np.sum(w**2))
        if length > 1 / lam:
            w = w / length / lam
    return w


@course("like MATLAB: columns, averaged before each step", "hinge",
        conventions={"average-before-each-step", "projection"})  # fmt: skip
def _(X, y, lam, draws):
    data, w = X.T, np.zeros((X.shape[1], 1))
    summed = np.zeros_like(w)
    for t in range(1, len(draws) + 1):
        summed = summed + w
        k = draws[t - 1]
        x, label = data[:, [k]], y[k]
        active = float((label * (w.T @ x))[0, 0] < 1)
        w = (1 - 1 / t) * w + active / (lam * t) * label * x
        w = min(1, (1 / np.sqrt(lam)) / max(np.linalg.norm(w), np.finfo(float).eps)) * w
    return summed / max(len(draws), 1)


class JavaLikeLogistic:
    def __init__(self, lam):
        self.lam, self.counter = lam, 1
        self.weights = None

    def train(self, instances, labels):
        self.weights = [0.0] * (len(instances[0]) + 1)
        for instance, label in zip(instances, labels):
            self.update(list(instance) + [1.0], label)

    def update(self, x, label):
        self.counter += 1
        eta = 1.0 / (self.lam * self.counter)
        z = 0.0
        for j in range(len(x)):
            z += self.weights[j] * x[j]
        factor = label - 1.0 / (1.0 + math.exp(-max(-500.0, min(500.0, z))))
        for j in range(len(x)):
            self.weights[j] = self.weights[j] * (1.0 - eta * self.lam) + eta * factor * x[j]


@course("like Java: the formula for labels 0 and 1", "logistic", "formula-for-labels-zero-and-one",
        conventions={"t-from-2", "bias-as-a-column"})  # fmt: skip
def _(X, y, lam, draws):
    if not len(draws):
        return np.zeros(X.shape[1]), 0.0
    model = JavaLikeLogistic(lam)
    model.train(X[draws], y[draws])
    return np.array(model.weights[:-1]), model.weights[-1]


class EncodesItsLabels:
    def __init__(self, alpha=1.0):
        self.alpha = alpha

    def fit(self, X, y, order):
        codes = (y > 0).astype(int)
        self.coef_, past = np.zeros(X.shape[1]), []
        for t, i in enumerate(order, 1):
            eta = 1 / (self.alpha * t)
            hit = codes[i] * (self.coef_ @ X[i]) < 1
            self.coef_ = (1 - eta * self.alpha) * self.coef_ + hit * eta * codes[i] * X[i]
            norm = np.linalg.norm(self.coef_)
            if norm > self.alpha**-0.5:
                self.coef_ = self.coef_ * (self.alpha**-0.5 / norm)
            past.append(self.coef_)
        self.coef_ = np.mean(past, axis=0) if past else self.coef_


@course("estimator that encodes its labels", "hinge", "labels-zero-and-one", conventions={"average", "projection"})
def _(X, y, lam, draws):
    model = EncodesItsLabels(alpha=lam)
    model.fit(X, y, draws)
    return model.coef_


# Blogs and forums


@course("blog that decays at the end of the step", "hinge", "shrinks-after-adding",
        conventions={"one-over-root-t", "free-bias"})  # fmt: skip
def _(X, y, lam, draws):
    W, bias = np.zeros(X.shape[1]), 0.0
    for step, i in enumerate(draws, 1):
        lr = 0.8 / np.sqrt(step)
        if y[i] * (np.dot(W, X[i]) + bias) < 1:
            W = W + lr * y[i] * X[i]
            bias = bias + lr * y[i]
        W = W * (1 - lr * lam)
    return W, bias


@course("blog with a stored scale and a ball", "scaled", "score-without-the-scale",
        conventions={"t-from-2", "projection"})  # fmt: skip
def _(X, y, lam, draws):
    scale, direction = 1.0, np.zeros(X.shape[1])
    for t, i in enumerate(draws, 2):
        violated = y[i] * (direction @ X[i]) < 1
        scale *= 1 - 1 / t
        if violated:
            direction = direction + y[i] / (lam * t * scale) * X[i]
        length = scale * np.linalg.norm(direction)
        if length > lam**-0.5:
            scale *= lam**-0.5 / length
    return scale * direction


@course("forum answer that shrinks before the score", "free_bias", "score-after-shrinking",
        conventions={"t-from-2", "projection-with-the-bias"})  # fmt: skip
def _(X, y, lam, draws):
    w, b = np.zeros(X.shape[1]), 0.0
    for n, i in enumerate(draws):
        eta = 1.0 / (lam * (n + 2))
        w *= 1 - eta * lam
        if y[i] * (np.dot(w, X[i]) + b) < 1:
            w += eta * y[i] * X[i]
            b += eta * y[i]
        length = np.sqrt(w @ w + b * b)
        if length > 1 / np.sqrt(lam):
            w, b = w / (length * np.sqrt(lam)), b / (length * np.sqrt(lam))
    return w, b


def _by_random_pairs(pairs, lam, T):
    w = np.full(len(pairs[0][0]), 0.01)
    for t in range(1, T + 1):
        x, y = random.choice(pairs)
        eta = 1 / t
        w, margin = w * (1 - eta * lam), y * float(np.dot(w, x))
        if margin < 1:
            w = w + eta * y * x
        w = w / max(1.0, float(np.linalg.norm(w)) * math.sqrt(lam))
    return w


@course("random pairs with η = 1/t", "hinge", "step-size-without-lambda",
        conventions={"start-in-the-ball", "projection"})  # fmt: skip
def _(X, y, lam, draws):
    order = iter(draws)
    with patch("random.choice", lambda pairs: pairs[next(order)]):
        return _by_random_pairs(list(zip(X, y)), lam, len(draws))


def _drawn_before(X, y, lam, T, k):
    d = X.shape[1]
    A = np.random.randint(0, len(y), size=(T, k))
    w, b = np.zeros(d), 0.0
    for t in range(T):
        rows = A[t]
        eta = 2 / (lam * (t + 2))
        hit = y[rows] * (X[rows].dot(w) + b) < 1
        w = (1 - eta * lam) * w + eta / k * (y[rows] * hit).dot(X[rows])
        b = (1 - eta * lam) * b + eta / k * y[rows].sum()
    return w, b


@course("batches drawn before the loop", "minibatch", "bias-from-the-whole-batch",
        conventions={"two-over-lambda-t-plus-1", "bias-as-a-column"})  # fmt: skip
def _(X, y, lam, draws):
    k = draws.shape[1]
    with patch("numpy.random.randint", lambda *_, size: draws):
        return _drawn_before(X, y, lam, len(draws), k)


@course("one step of a blog with twice the penalty", "minibatch", "shrinks-by-twice-the-penalty",
        "divided-by-number-of-violators", conventions={"at-the-margin-too", "projection"})  # fmt: skip
def _(w, X_batch, y_batch, eta, lam):
    rows = y_batch * (X_batch @ w) <= 1
    gradient = 2 * lam * w
    if rows.any():
        gradient = gradient - (y_batch[rows] @ X_batch[rows]) / rows.sum()
    w = w - eta * gradient
    return w / max(1, np.sqrt(lam) * np.linalg.norm(w))
