"""Write programs in the styles of other courses, with their adapters: `PROGRAMS` maps a name to a `CourseProgram`."""

import math
import random
from collections import defaultdict
from typing import Any, NamedTuple
from unittest.mock import patch

import numpy as np


class CourseProgram(NamedTuple):
    """Hold a program with its adapter, and what a report says about it."""

    task: str
    adapted: Any
    verdict: Any  # for a right program the set of its conventions, otherwise the tuple of its mistakes


PROGRAMS = {}


def course(name, task, verdict):
    def add(adapted):
        PROGRAMS[name] = CourseProgram(task, adapted, verdict)
        return adapted

    return add


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


@course("single-step update whose condition leaves the offset out", "free_bias", ("bias-left-out-of-the-margin",))
def _(X, y, lam, draws):
    theta, theta_0 = np.zeros(X.shape[1]), 0.0
    for t, i in enumerate(draws, 1):
        eta = 1 / np.sqrt(t)
        theta, change = pegasos_single_step_update(X[i], y[i], lam, eta, theta, 0)
        theta_0 += change
    return theta, theta_0


course("single-step update as it stands", "free_bias", {"at-the-margin-too"})(pegasos_single_step_update)


# A homework on sparse rows: dictionaries, and a scale factor


def _sparse(train):
    def adapted(X, y, lam, draws):
        rows = [{j: value for j, value in enumerate(x) if value} for x in X]
        weights = train([rows[i] for i in draws], [y[i] for i in draws], lam)
        return [weights.get(j, 0.0) for j in range(X.shape[1])]

    return adapted


def _sparse_scaled(rows, labels, lam, in_score):
    s, W, t = 1.0, {}, 1
    for x, y in zip(rows, labels):
        t += 1
        eta = 1 / (t * lam)
        margin = y * in_score(s) * sum(W.get(f, 0) * v for f, v in x.items())
        s = (1 - eta * lam) * s
        if margin < 1:
            for f, v in x.items():
                W[f] = W.get(f, 0) + eta * y / s * v
    return {f: s * v for f, v in W.items()}


@course("sparse rows with a factor, t from 2", "hinge", {"t-from-2"})
@_sparse
def _(rows, labels, lam):
    return _sparse_scaled(rows, labels, lam, in_score=lambda s: s)


@course("sparse rows, the factor left out", "scaled", ("score-without-the-scale",))
@_sparse
def _(rows, labels, lam):
    return _sparse_scaled(rows, labels, lam, in_score=lambda s: 1)


@course("sparse rows, only their features shrink", "hinge", ("shrinks-touched-coordinates",))
@_sparse
def _(rows, labels, lam):
    w = defaultdict(float)
    for t, (x, y) in enumerate(zip(rows, labels), 1):
        eta = 1 / (t * lam)
        hit = y * sum(w[f] * v for f, v in x.items()) < 1
        for f, v in x.items():
            w[f] = (1 - eta * lam) * w[f] + hit * eta * y * v
    return w


# Classes derived from a linear classifier, with encoded labels; they draw by themselves


class DerivedPegasos:
    def __init__(self, lambd=0.01, n_iter=10):
        self.lambd, self.n_iter = lambd, n_iter

    def fit(self, X, Y):
        positive = max(Y)
        Ye = [1 if label == positive else -1 for label in Y]
        self.w = np.zeros(X.shape[1])
        for t in range(1, self.n_iter + 1):
            i = random.randint(0, len(Ye) - 1)
            eta = 1 / (self.lambd * t)
            pull = self.pull(Ye[i] * X[i].dot(self.w))
            self.w = (1 - eta * self.lambd) * self.w + eta * pull * Ye[i] * X[i]

    def pull(self, margin):
        return margin < 1


class DerivedLogistic(DerivedPegasos):
    def pull(self, margin):
        return 1 / (1 + math.exp(-margin))


def _of_class(kind):
    def adapted(X, y, lam, draws):
        order = iter(draws)
        model = kind(lambd=lam, n_iter=len(draws))
        with patch("random.randint", lambda first, last: int(next(order))):
            model.fit(X, y)
        return model.w

    return adapted


course("derived class", "hinge", set())(_of_class(DerivedPegasos))
course("derived class, the wrong sign", "logistic", ("exponent-with-the-wrong-sign",))(_of_class(DerivedLogistic))


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


@course("blog with a constant step size", "hinge", ("step-size-constant",))
def _(X, y, lam, draws):
    m = len(X)
    passes = iter([draws[n : n + m] for n in range(0, len(draws), m)])
    model = SVM(lambda_param=lam / 2, learning_rate=0.1, n_iters=-(-len(draws) // m))
    with patch.dict(globals(), enumerate=lambda X: ((i, X[i]) for i in next(passes))):
        model.fit(X, (y + 1) // 2)
    return model.w


# Translated from C, from R and from MATLAB


@course("like C, projected by the squared length", "hinge", ("squared-length", "radius-one-over-lambda"))
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


@course("like C, each coordinate judged anew", "hinge", ())
def _(X, y, lam, draws):
    w = [0.0] * len(X[0])
    for t, i in enumerate(draws, 1):
        for j in range(len(w)):
            score = sum(w[p] * X[i][p] for p in range(len(w)))
            w[j] = (1 - 1 / t) * w[j]
            if y[i] * score < 1:
                w[j] += y[i] * X[i][j] / (lam * t)
    return w


@course("like MATLAB: columns, and indices from 1", "hinge", ("indices-counted-from-one",))
def _(X, y, lam, draws):
    X, Y = X.T, y.reshape(1, -1)
    w = np.zeros((X.shape[0], 1))
    for t in range(1, len(draws) + 1):
        x, label = X[:, [draws[t - 1] - 1]], Y[0, draws[t - 1] - 1]
        hit = (label * (w.T @ x))[0, 0] < 1
        w = w - (1 / (lam * t)) * (lam * w - hit * label * x)
    return w


# Mini-batches and kernels


@course("batches, the mean over the violators", "minibatch", ("divided-by-number-of-violators",))
def _(X, y, lam, draws):
    theta = np.zeros(X.shape[1])
    for t, batch in enumerate(draws, 1):
        bad = [i for i in batch if y[i] * X[i].dot(theta) < 1]
        grad = lam * theta
        if bad:
            grad = grad - np.mean([y[i] * X[i] for i in bad], axis=0)
        theta = theta - grad / (lam * t)
    return theta


@course("kernel, a list of alphas", "kernelized", {"factor-of-the-figure"})
def _(K, y, lam, draws):
    alphas = [0] * len(y)
    for t, i in enumerate(draws, 1):
        decision = sum(alphas[j] * y[j] * K[i][j] for j in range(len(y)))
        if y[i] / (lam * t) * decision < 1:
            alphas[i] += 1
    return alphas


@course("kernel that skips the drawn example", "kernelized", ("sum-skips-the-example",))
def _(K, y, lam, draws):
    alphas = np.zeros(len(y))
    for t, i in enumerate(draws, 1):
        decision = sum(alphas[j] * y[j] * K[i, j] for j in range(len(y)) if j != i)
        if y[i] / (lam * t) * decision < 1:
            alphas[i] += 1
    return alphas


# An average from which the next step starts, and a class in the style of scikit-learn


# This takes the steps of the printed algorithm with η = 1/(λ·t²).
@course("average from which the next step starts", "hinge", ("part: step size",))
def _(X, y, lam, draws):
    w, mean = np.zeros(X.shape[1]), np.zeros(X.shape[1])
    for t, i in enumerate(draws, 1):
        w = (1 - 1 / t) * mean + (y[i] * (mean @ X[i]) < 1) * y[i] * X[i] / (lam * t)
        mean = ((t - 1) * mean + w) / t
    return mean


@course("estimator with codes for labels", "hinge", ("labels-zero-and-one",))
class EstimatorOfCodes:
    def __init__(self, lam=1e-3, random_state=None):
        self.lam, self.random_state = lam, random_state

    def fit(self, X, y):
        self.classes_, codes = np.unique(y, return_inverse=True)
        self.coef_ = np.zeros((1, X.shape[1]))
        for t, i in enumerate(self.draws, 1):
            margin = codes[i] * (self.coef_ @ X[i]).item()
            self.coef_ *= 1 - 1 / t
            if margin < 1:
                self.coef_ += codes[i] * X[i] / (self.lam * t)
        return self
