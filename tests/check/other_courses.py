"""Programs in the styles of other courses, each with its adapter: PROGRAMS maps a name to a `Program`."""

import math
import random
from collections import Counter, defaultdict
from typing import Any, NamedTuple
from unittest.mock import patch

import numpy as np


class Program(NamedTuple):
    """A program through its adapter, and what is to be said of it."""

    task: str
    adapted: Any
    verdict: Any  # the ids of the conventions of a right one, as a set; the id of its mistake; None if it has no name


PROGRAMS = {}


def course(name, task, verdict):
    def put(adapted):
        PROGRAMS[name] = Program(task, adapted, verdict)
        return adapted

    return put


# A course that goes from the perceptron to Pegasos: single-step updates with theta and theta_0


def pegasos_single_step_update(feature_vector, label, L, eta, theta, theta_0):
    if label * (np.dot(theta, feature_vector) + theta_0) <= 1:
        return (1 - eta * L) * theta + eta * label * feature_vector, theta_0 + eta * label
    return (1 - eta * L) * theta, theta_0


@course("single-step update", "free_bias", {"one-over-root-t"})
def _(X, y, lam, draws):
    theta, theta_0 = np.zeros(X.shape[1]), 0.0
    for t, i in enumerate(draws, 1):
        theta, theta_0 = pegasos_single_step_update(X[i], y[i], lam, 1 / np.sqrt(t), theta, theta_0)
    return theta, theta_0


def single_step_without_the_offset(feature_vector, label, L, eta, theta, theta_0):
    if label * np.dot(theta, feature_vector) <= 1:
        return (1 - eta * L) * theta + eta * label * feature_vector, theta_0 + eta * label
    return (1 - eta * L) * theta, theta_0


@course("single-step update whose condition leaves the offset out", "free_bias", "bias-left-out-of-the-margin")
def _(X, y, lam, draws):
    theta, theta_0 = np.zeros(X.shape[1]), 0.0
    for t, i in enumerate(draws, 1):
        theta, theta_0 = single_step_without_the_offset(X[i], y[i], lam, 1 / np.sqrt(t), theta, theta_0)
    return theta, theta_0


@course("single-step update as one step", "free_bias", {"at-the-margin-too"})
def _(w, b, x, y, eta, lam):
    return pegasos_single_step_update(x, y, lam, eta, w, b)


# A homework on sparse rows: dictionaries, and a scale factor


def dot_product(d1, d2):
    if len(d1) < len(d2):
        return dot_product(d2, d1)
    return sum(d1.get(f, 0) * v for f, v in d2.items())


def increment(d1, scale, d2):
    for f, v in d2.items():
        d1[f] = d1.get(f, 0) + v * scale


def _sparse(train):
    def adapted(X, y, lam, draws):
        rows = [{j: value for j, value in enumerate(x) if value} for x in X]
        weights = train([rows[i] for i in draws], [y[i] for i in draws], lam)
        return [weights.get(j, 0.0) for j in range(X.shape[1])]

    return adapted


def sparse_pegasos(rows, labels, lam):
    w, t = {}, 0
    for x, y in zip(rows, labels):
        t += 1
        eta = 1 / (t * lam)
        margin = y * dot_product(w, x)
        increment(w, -eta * lam, dict(w))
        if margin < 1:
            increment(w, eta * y, x)
    return w


course("sparse rows", "hinge", set())(_sparse(sparse_pegasos))


def sparse_pegasos_scaled(rows, labels, lam):
    s, W, t = 1.0, {}, 1
    for x, y in zip(rows, labels):
        t += 1
        eta = 1 / (t * lam)
        margin = y * s * dot_product(W, x)
        s = (1 - eta * lam) * s
        if margin < 1:
            increment(W, eta * y / s, x)
    return {f: s * v for f, v in W.items()}


course("sparse rows with a factor, t from 2", "hinge", {"t-from-2"})(_sparse(sparse_pegasos_scaled))


def sparse_without_the_scale(rows, labels, lam):
    s, W, t = 1.0, {}, 1
    for x, y in zip(rows, labels):
        t += 1
        eta = 1 / (t * lam)
        margin = y * dot_product(W, x)
        s = (1 - eta * lam) * s
        if margin < 1:
            increment(W, eta * y / s, x)
    return {f: s * v for f, v in W.items()}


course("sparse rows, the factor left out", "scaled", "score-without-the-scale")(_sparse(sparse_without_the_scale))


def sparse_shrunk_first(rows, labels, lam):
    w = Counter()
    for t, (x, y) in enumerate(zip(rows, labels), 1):
        eta = 1 / (t * lam)
        for f in w:
            w[f] *= 1 - eta * lam
        if y * dot_product(w, x) < 1:
            increment(w, eta * y, x)
    return w


course("sparse rows, shrunk before the margin", "hinge", "score-after-shrinking")(_sparse(sparse_shrunk_first))


def sparse_touched_only(rows, labels, lam):
    w = defaultdict(float)
    for t, (x, y) in enumerate(zip(rows, labels), 1):
        eta = 1 / (t * lam)
        hit = y * sum(w[f] * v for f, v in x.items()) < 1
        for f, v in x.items():
            w[f] = (1 - eta * lam) * w[f] + hit * eta * y * v
    return w


course("sparse rows, only their features shrink", "hinge", "shrinks-touched-coordinates")(_sparse(sparse_touched_only))


# Classes derived from a linear classifier, with encoded labels


class LinearClassifier:
    def encode(self, Y):
        self.positive, self.negative = sorted(set(Y))[::-1]
        return [1 if label == self.positive else -1 for label in Y]

    def predict(self, X):
        return [self.positive if score >= 0 else self.negative for score in X.dot(self.w)]


class DerivedPegasos(LinearClassifier):
    def __init__(self, lambd=0.01, n_iter=10):
        self.lambd, self.n_iter = lambd, n_iter

    def fit(self, X, Y):
        Ye = self.encode(Y)
        self.w = np.zeros(X.shape[1])
        for t in range(1, self.n_iter + 1):
            i = random.randint(0, len(Ye) - 1)
            eta = 1 / (self.lambd * t)
            score = X[i].dot(self.w)
            self.w = (1 - eta * self.lambd) * self.w
            if Ye[i] * score < 1:
                self.w += eta * Ye[i] * X[i]


class DerivedLogistic(DerivedPegasos):
    def fit(self, X, Y):
        Ye = self.encode(Y)
        self.w = np.zeros(X.shape[1])
        for t in range(1, self.n_iter + 1):
            i = random.randint(0, len(Ye) - 1)
            eta = 1 / (self.lambd * t)
            score = X[i].dot(self.w)
            self.w = (1 - eta * self.lambd) * self.w + eta * Ye[i] / (1 + math.exp(Ye[i] * score)) * X[i]


class DerivedLogisticOfTheMinus(DerivedPegasos):
    def fit(self, X, Y):
        Ye = self.encode(Y)
        self.w = np.zeros(X.shape[1])
        for t in range(1, self.n_iter + 1):
            i = random.randint(0, len(Ye) - 1)
            eta = 1 / (self.lambd * t)
            z = Ye[i] * X[i].dot(self.w)
            self.w = (1 - eta * self.lambd) * self.w + eta * Ye[i] / (1 + math.exp(-z)) * X[i]


class DerivedThatShrinksOnAMistake(DerivedPegasos):
    def fit(self, X, Y):
        Ye = self.encode(Y)
        self.w = np.zeros(X.shape[1])
        for t in range(1, self.n_iter + 1):
            i = random.randint(0, len(Ye) - 1)
            eta = 1 / (self.lambd * t)
            if Ye[i] * X[i].dot(self.w) < 1:
                self.w = (1 - eta * self.lambd) * self.w + eta * Ye[i] * X[i]


def _of_class(kind, **options):
    def adapted(X, y, lam, draws):
        order = iter(draws)
        model = kind(lambd=lam, n_iter=len(draws), **options)
        with patch("random.randint", lambda first, last: int(next(order))):
            model.fit(X, y)
        return model.w

    return adapted


course("derived class", "hinge", set())(_of_class(DerivedPegasos))
course("derived class, log loss", "logistic", set())(_of_class(DerivedLogistic))
course("derived class, the wrong sign", "logistic", "exponent-with-the-wrong-sign")(
    _of_class(DerivedLogisticOfTheMinus)
)
course("derived class, half shrunk", "hinge", "shrinks-only-on-violation")(_of_class(DerivedThatShrinksOnAMistake))


# A blog: an estimator with a bias, epochs over stored rows, labels 0 and 1


class SVM:
    def __init__(self, learning_rate=0.001, lambda_param=0.01, n_iters=1000):
        self.lr, self.lambda_param, self.n_iters = learning_rate, lambda_param, n_iters

    def fit(self, X, y):
        y_ = np.where(y <= 0, -1, 1)
        self.w, self.b = np.zeros(X.shape[1]), 0
        for _ in range(self.n_iters):
            for idx, x_i in enumerate(X):
                condition = y_[idx] * (np.dot(x_i, self.w) - self.b) >= 1
                if condition:
                    self.w -= self.lr * (2 * self.lambda_param * self.w)
                else:
                    self.w -= self.lr * (2 * self.lambda_param * self.w - np.dot(x_i, y_[idx]))
                    self.b -= self.lr * y_[idx]


@course("blog with a constant step size", "hinge", None)
def _(X, y, lam, draws):
    model = SVM(lambda_param=lam / 2, learning_rate=0.1, n_iters=1)
    model.fit(X[draws], y[draws])
    return model.w


class BlogPegasos:
    def __init__(self, lam=0.01, epochs=1):
        self.lam, self.epochs = lam, epochs

    def fit(self, X, y):
        y_ = np.where(y <= 0, -1, 1)
        self.w, t = np.zeros(X.shape[1]), 0
        for _ in range(self.epochs):
            for x_i, label in zip(X, y_):
                t += 1
                eta = 1 / (self.lam * t)
                self.w -= eta * (self.lam * self.w - (label * x_i if label * np.dot(x_i, self.w) < 1 else 0))


@course("blog", "hinge", set())
def _(X, y, lam, draws):
    model = BlogPegasos(lam=lam)
    model.fit(X[draws], (y[draws] + 1) // 2)
    return model.w


@course("blog, t in passes", "hinge", "counter-of-passes")
def _(X, y, lam, draws):
    w, m = np.zeros(X.shape[1]), len(y)
    for start in range(0, len(draws), m):
        eta = 1 / (lam * (start // m + 1))
        for i in draws[start : start + m]:
            w = (1 - eta * lam) * w + (y[i] * (w @ X[i]) < 1) * eta * y[i] * X[i]
    return w


# Translated from C, from R and from MATLAB


@course("like C", "hinge", {"projection"})
def _(X, y, lam, draws):
    n = len(X[0])
    w = [0.0] * n
    for t in range(1, len(draws) + 1):
        k = draws[t - 1]
        s = 0.0
        for j in range(0, n):
            s += w[j] * X[k][j]
        for j in range(0, n):
            w[j] *= 1.0 - 1.0 / t
        if y[k] * s < 1.0:
            for j in range(0, n):
                w[j] += y[k] * X[k][j] / (lam * t)
        norm2 = 0.0
        for j in range(0, n):
            norm2 += w[j] * w[j]
        if norm2 > 1.0 / lam:
            for j in range(0, n):
                w[j] *= math.sqrt(1.0 / (lam * norm2))
    return w


@course("like C, projected by the squared length", "hinge", None)  # two mistakes
def _(X, y, lam, draws):
    n = len(X[0])
    w = [0.0] * n
    for t in range(1, len(draws) + 1):
        k, s, norm2 = draws[t - 1], 0.0, 0.0
        for j in range(n):
            s += w[j] * X[k][j]
        for j in range(n):
            w[j] *= 1.0 - 1.0 / t
            if y[k] * s < 1.0:
                w[j] += y[k] * X[k][j] / (lam * t)
            norm2 += w[j] * w[j]
        if norm2 > 1.0 / lam:
            for j in range(n):
                w[j] *= 1.0 / (lam * norm2)
    return w


@course("like C, each coordinate judged anew", "hinge", None)
def _(X, y, lam, draws):
    w = [0.0] * len(X[0])
    for t, i in enumerate(draws, 1):
        for j in range(len(w)):
            score = sum(w[p] * X[i][p] for p in range(len(w)))
            w[j] = (1 - 1 / t) * w[j]
            if y[i] * score < 1:
                w[j] += y[i] * X[i][j] / (lam * t)
    return w


@course("like MATLAB: columns", "hinge", set())
def _(X, y, lam, draws):
    X, Y = X.T, y.reshape(1, -1)
    w = np.zeros((X.shape[0], 1))
    for t in range(1, len(draws) + 1):
        x = X[:, [draws[t - 1]]]
        label = Y[0, draws[t - 1]]
        if (label * (w.T @ x))[0, 0] < 1:
            w = w - (1 / (lam * t)) * (lam * w - label * x)
        else:
            w = w - (1 / (lam * t)) * (lam * w)
    return w


@course("like R: indices from 1", "hinge", "indices-counted-from-one")
def _(X, y, lam, draws):
    w = np.zeros(X.shape[1])
    for t, i in enumerate(draws, 1):
        x, label = X[i - 1], y[i - 1]
        w = (1 - 1 / t) * w + (label * np.sum(w * x) < 1) * label * x / (lam * t)
    return w


@course("like R: whole-number division", "hinge", "nothing-shrinks")
def _(X, y, lam, draws):
    w = np.zeros(X.shape[1])
    for t, i in enumerate(draws, 1):
        hit = y[i] * np.sum(w * X[i]) < 1
        w = (1 - 1 // t) * w + hit * y[i] * X[i] / (lam * t)
    return w


# Mini-batches


@course("batches", "minibatch", set())
def _(X, y, lam, draws):
    theta = np.zeros(X.shape[1])
    for t, batch in enumerate(draws, 1):
        Xb, yb = X[batch], y[batch]
        margins = yb * Xb.dot(theta)
        grad = lam * theta - (Xb * (yb * (margins < 1))[:, None]).mean(axis=0)
        theta = theta - grad / (lam * t)
    return theta


@course("batches, the mean over the violators", "minibatch", "divided-by-number-of-violators")
def _(X, y, lam, draws):
    theta = np.zeros(X.shape[1])
    for t, batch in enumerate(draws, 1):
        bad = [i for i in batch if y[i] * X[i].dot(theta) < 1]
        grad = lam * theta
        if bad:
            grad = grad - np.mean([y[i] * X[i] for i in bad], axis=0)
        theta = theta - grad / (lam * t)
    return theta


@course("batches, a step for each example of a batch", "minibatch", "moves-within-batch")
def _(X, y, lam, draws):
    w = np.zeros(X.shape[1])
    for t, batch in enumerate(draws, 1):
        w = (1 - 1 / t) * w
        for i in batch:
            if y[i] * (w @ X[i]) < 1:
                w = w + y[i] * X[i] / (lam * t * len(batch))
    return w


# Kernels with alphas


@course("kernel, a list of alphas", "kernelized", {"factor-of-the-figure"})
def _(K, y, lam, draws):
    alphas = [0] * len(y)
    for t, i in enumerate(draws, 1):
        decision = sum(alphas[j] * y[j] * K[i][j] for j in range(len(y)))
        if y[i] / (lam * t) * decision < 1:
            alphas[i] += 1
    return alphas


@course("kernel as printed", "kernelized", "label-of-the-drawn-example")
def _(K, y, lam, draws):
    alphas = np.zeros(len(y))
    for t, i in enumerate(draws, 1):
        if y[i] / (lam * t) * sum(alphas[j] * y[i] * K[i, j] for j in range(len(y))) < 1:
            alphas[i] += 1
    return alphas


@course("kernel that skips the drawn example", "kernelized", "sum-skips-the-example")
def _(K, y, lam, draws):
    alphas = np.zeros(len(y))
    for t, i in enumerate(draws, 1):
        decision = sum(alphas[j] * y[j] * K[i, j] for j in range(len(y)) if j != i)
        if y[i] / (lam * t) * decision < 1:
            alphas[i] += 1
    return alphas


@course("kernel as a perceptron", "kernelized", "condition-at-or-below-zero")
def _(K, y, lam, draws):
    alphas = np.zeros(len(y))
    for i in draws:
        if y[i] * np.sign(np.sum(alphas * y * K[i])) <= 0:
            alphas[i] += 1
    return alphas


# Averages


@course("average of the last half", "hinge", {"average-of-the-last-half"})
def _(X, y, lam, draws):
    w, path = np.zeros(X.shape[1]), []
    for t, i in enumerate(draws, 1):
        w = (1 - 1 / t) * w + (y[i] * (w @ X[i]) < 1) * y[i] * X[i] / (lam * t)
        path.append(w)
    return np.mean(path[len(path) // 2 :], axis=0) if path else w


@course("average from which the next step starts", "hinge", None)
def _(X, y, lam, draws):
    w, mean = np.zeros(X.shape[1]), np.zeros(X.shape[1])
    for t, i in enumerate(draws, 1):
        w = (1 - 1 / t) * mean + (y[i] * (mean @ X[i]) < 1) * y[i] * X[i] / (lam * t)
        mean = ((t - 1) * mean + w) / t
    return mean


# Scikit-learn's manner


class Estimator:
    def __init__(self, lam=1e-3, random_state=None):
        self.lam, self.random_state = lam, random_state

    def fit(self, X, y):
        self.classes_, codes = np.unique(y, return_inverse=True)
        signs = 2.0 * codes - 1
        self.coef_ = np.zeros((1, X.shape[1]))
        for t, i in enumerate(self.draws, 1):
            margin = signs[i] * (self.coef_ @ X[i]).item()
            self.coef_ *= 1 - 1 / t
            if margin < 1:
                self.coef_ += signs[i] * X[i] / (self.lam * t)
        return self


course("estimator", "hinge", set())(Estimator)


class EstimatorOfCodes(Estimator):
    def fit(self, X, y):
        self.classes_, codes = np.unique(y, return_inverse=True)
        self.coef_ = np.zeros((1, X.shape[1]))
        for t, i in enumerate(self.draws, 1):
            margin = codes[i] * (self.coef_ @ X[i]).item()
            self.coef_ *= 1 - 1 / t
            if margin < 1:
                self.coef_ += codes[i] * X[i] / (self.lam * t)
        return self


course("estimator with codes for labels", "hinge", "labels-zero-and-one")(EstimatorOfCodes)
