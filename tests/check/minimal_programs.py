"""List the minimal programs that an earlier checker judged wrongly: `PROGRAMS` maps a name to a `Judged` program.

Each program stands alone, as a learner would write it, so that a page can run its source. An expected convention or
mistake is the identifier of an entry of the catalogue, or "part: <part>" where the catalogue has no entry.
"""

import inspect
import random
from typing import Any, NamedTuple
from unittest.mock import patch

import numpy as np
from drawn_programs import program_of


class Judged(NamedTuple):
    """Hold a program, and what a report says about it."""

    task: str
    program: Any
    passes: bool
    conventions: frozenset = frozenset()
    mistakes: frozenset = frozenset()
    words: tuple = ()  # patterns that the text of the report contains
    never: tuple = ()  # patterns that it does not contain


PROGRAMS = {}
ZERO_BIAS_IS_RIGHT = r"\b0\)? is right"


def right(program, task, *conventions, words=(), never=()):
    """Add a right program, with the conventions that it follows."""
    _add(program, Judged(task, program, True, frozenset(conventions), frozenset(), words, never))


def wrong(program, task, *mistakes, conventions=(), words=(), never=()):
    """Add a wrong program, with its mistakes and conventions."""
    _add(program, Judged(task, program, False, frozenset(conventions), frozenset(mistakes), words, never))


def _add(program, judged):
    assert program.__name__ not in PROGRAMS
    PROGRAMS[program.__name__] = judged


# Constant step sizes


def constant_a_tenth(X, y, lam, draws):
    w = np.zeros(X.shape[1])
    for i in draws:
        if y[i] * (w @ X[i]) < 1:
            w = w - 0.1 * (lam * w - y[i] * X[i])
        else:
            w = w - 0.1 * lam * w
    return w


def constant_a_hundredth(X, y, lam, draws):
    w = np.zeros(X.shape[1])
    for i in draws:
        if y[i] * (w @ X[i]) < 1:
            w = w - 0.01 * (lam * w - y[i] * X[i])
        else:
            w = w - 0.01 * lam * w
    return w


def constant_a_thousandth(X, y, lam, draws):
    w = np.zeros(X.shape[1])
    for i in draws:
        if y[i] * (w @ X[i]) < 1:
            w = w - 0.001 * (lam * w - y[i] * X[i])
        else:
            w = w - 0.001 * lam * w
    return w


def constant_a_half(X, y, lam, draws):
    w = np.zeros(X.shape[1])
    for i in draws:
        if y[i] * (w @ X[i]) < 1:
            w = w - 0.5 * (lam * w - y[i] * X[i])
        else:
            w = w - 0.5 * lam * w
    return w


def constant_a_tenth_with_a_bias(X, y, lam, draws):
    w, b = np.zeros(X.shape[1]), 0.0
    for i in draws:
        violated = y[i] * (w @ X[i] + b) < 1
        w = w - 0.1 * lam * w
        if violated:
            w, b = w + 0.1 * y[i] * X[i], b + 0.1 * y[i]
    return w, b


def constant_a_hundredth_with_a_bias(X, y, lam, draws):
    w, b = np.zeros(X.shape[1]), 0.0
    for i in draws:
        violated = y[i] * (w @ X[i] + b) < 1
        w = w - 0.01 * lam * w
        if violated:
            w, b = w + 0.01 * y[i] * X[i], b + 0.01 * y[i]
    return w, b


def constant_a_thousandth_with_a_bias(X, y, lam, draws):
    w, b = np.zeros(X.shape[1]), 0.0
    for i in draws:
        violated = y[i] * (w @ X[i] + b) < 1
        w = w - 0.001 * lam * w
        if violated:
            w, b = w + 0.001 * y[i] * X[i], b + 0.001 * y[i]
    return w, b


def constant_with_twice_lambda_and_minus_b(X, y, lam, draws, lr=0.001):
    w, b = np.zeros(X.shape[1]), 0.0
    for i in draws:
        if y[i] * (w @ X[i] - b) >= 1:
            w -= lr * (2 * lam * w)
        else:
            w -= lr * (2 * lam * w - y[i] * X[i])
            b -= lr * y[i]
    return w, b


def constant_in_the_log_loss_with_a_bias(X, y, lam, draws):
    w, b = np.zeros(X.shape[1]), 0.0
    for i in draws:
        p = 1 / (1 + np.exp(y[i] * (w @ X[i] + b)))
        w = (1 - 0.001 * lam) * w + 0.001 * p * y[i] * X[i]
        b = b + 0.001 * p * y[i]
    return w, b


NO_COUNTER = ("counts passes", "restarts", r"√t")
wrong(constant_a_tenth, "hinge", "step-size-constant", words=(r"0\.1\b",), never=NO_COUNTER)
wrong(constant_a_hundredth, "hinge", "step-size-constant", words=(r"0\.01\b",), never=NO_COUNTER)
wrong(constant_a_thousandth, "hinge", "step-size-constant", words=(r"0\.001\b",), never=NO_COUNTER)
wrong(constant_a_half, "hinge", "step-size-constant", words=(r"0\.5\b",), never=NO_COUNTER)
wrong(constant_a_tenth_with_a_bias, "free_bias", "step-size-constant", words=(r"0\.1\b",), never=NO_COUNTER)
wrong(constant_a_hundredth_with_a_bias, "free_bias", "step-size-constant", words=(r"0\.01\b",), never=NO_COUNTER)
wrong(constant_a_thousandth_with_a_bias, "free_bias", "step-size-constant", words=(r"0\.001\b",), never=NO_COUNTER)
wrong(constant_with_twice_lambda_and_minus_b, "free_bias", "step-size-constant", words=(r"0\.001\b",),
      conventions={"objective-without-the-half", "bias-subtracted-in-the-score"}, never=NO_COUNTER)  # fmt: skip
wrong(constant_in_the_log_loss_with_a_bias, "logistic", "step-size-constant", words=(r"0\.001\b",),
      conventions={"free-bias"}, never=(*NO_COUNTER, ZERO_BIAS_IS_RIGHT))  # fmt: skip


# Two conventions and one mistake


def mean_over_violators_with_bias_and_ball(X, y, lam, draws):
    w, b = np.zeros(X.shape[1]), 0.0
    for t, A in enumerate(draws, 1):
        eta = 1 / (lam * t)
        A = A[y[A] * (X[A] @ w + b) < 1]
        w = (1 - eta * lam) * w
        if len(A):
            w, b = w + eta * (y[A] @ X[A]) / len(A), b + eta * y[A].mean()
        n = np.linalg.norm(w)
        if n > 1 / lam**0.5:
            w = w / (n * lam**0.5)
    return w, b


def mean_over_batch_with_bias_and_ball(X, y, lam, draws):
    w, b = np.zeros(X.shape[1]), 0.0
    for t, A in enumerate(draws, 1):
        eta, k = 1 / (lam * t), len(A)
        A = A[y[A] * (X[A] @ w + b) < 1]
        w = (1 - eta * lam) * w
        if len(A):
            w, b = w + eta * (y[A] @ X[A]) / k, b + eta * y[A].sum() / k
        n = np.linalg.norm(w)
        if n > 1 / lam**0.5:
            w = w / (n * lam**0.5)
    return w, b


def mean_over_violators_with_a_bias(X, y, lam, draws):
    w, b = np.zeros(X.shape[1]), 0.0
    for t, A in enumerate(draws, 1):
        eta = 1 / (lam * t)
        A = A[y[A] * (X[A] @ w + b) < 1]
        w = (1 - eta * lam) * w
        if len(A):
            w, b = w + eta * (y[A] @ X[A]) / len(A), b + eta * y[A].mean()
    return w, b


def mean_over_violators_with_a_ball(X, y, lam, draws):
    w = np.zeros(X.shape[1])
    for t, A in enumerate(draws, 1):
        eta = 1 / (lam * t)
        A = A[y[A] * (X[A] @ w) < 1]
        w = (1 - eta * lam) * w
        if len(A):
            w = w + eta * (y[A] @ X[A]) / len(A)
        n = np.linalg.norm(w)
        if n > 1 / lam**0.5:
            w = w / (n * lam**0.5)
    return w


def added_features_alone_shrink_in_a_ball(X, y, lam, draws):
    w = np.zeros(X.shape[1])
    for t, i in enumerate(draws, 1):
        eta = 1 / (lam * t)
        if y[i] * (w @ X[i]) < 1:
            on = X[i] != 0
            w[on] = (1 - eta * lam) * w[on] + eta * y[i] * X[i][on]
        else:
            w = (1 - eta * lam) * w
        n = np.linalg.norm(w)
        if n > 1 / lam**0.5:
            w = w / (n * lam**0.5)
    return w


def shrinks_with_another_t_in_a_ball(X, y, lam, draws):
    w = np.zeros(X.shape[1])
    for t, i in enumerate(draws, 1):
        eta = 1 / (lam * (t + 1))
        violated = y[i] * (w @ X[i]) < 1
        w *= (t - 1) / t
        if violated:
            w += eta * y[i] * X[i]
        n = np.linalg.norm(w)
        if n > 1 / lam**0.5:
            w = w / (n * lam**0.5)
    return w


wrong(mean_over_violators_with_bias_and_ball, "minibatch", "divided-by-number-of-violators",
      conventions={"free-bias", "projection-without-the-bias"}, never=(ZERO_BIAS_IS_RIGHT,))  # fmt: skip
right(mean_over_batch_with_bias_and_ball, "minibatch", "free-bias", "projection-without-the-bias")
wrong(mean_over_violators_with_a_bias, "minibatch", "divided-by-number-of-violators", conventions={"free-bias"})
wrong(mean_over_violators_with_a_ball, "minibatch", "divided-by-number-of-violators", conventions={"projection"})
wrong(added_features_alone_shrink_in_a_ball, "hinge", "part: shrinking", conventions={"projection"},
      never=(r"It adds 1\.023",))  # fmt: skip
wrong(shrinks_with_another_t_in_a_ball, "hinge", "part: shrinking", conventions={"t-from-2", "projection"})


# Biases in other tasks than free_bias


def bias_by_the_new_w(X, y, lam, draws):
    w, b = np.zeros(X.shape[1]), 0.0
    for t, i in enumerate(draws, 1):
        eta = 1 / (lam * t)
        w = (1 - eta * lam) * w + eta * y[i] * X[i] / (1 + np.exp(y[i] * (w @ X[i] + b)))
        b = b + eta * y[i] / (1 + np.exp(y[i] * (w @ X[i] + b)))  # p with the new w
    return w, b


def batch_shrinks_often_with_a_bias(X, y, lam, draws):
    w, b = np.zeros(X.shape[1]), 0.0
    for t, A in enumerate(draws, 1):
        eta = 1 / (lam * t)
        V = [i for i in A if y[i] * (w @ X[i] + b) < 1]
        for _ in A:
            w = (1 - eta * lam) * w
        for i in V:
            w = w + eta / len(A) * y[i] * X[i]
            b = b + eta / len(A) * y[i]
    return w, b


def batch_bias_left_out_of_the_margin(X, y, lam, draws):
    w, b = np.zeros(X.shape[1]), 0.0
    for t, A in enumerate(draws, 1):
        eta = 1 / (lam * t)
        V = [i for i in A if y[i] * (w @ X[i]) < 1]  # b is missing
        w = (1 - eta * lam) * w + eta / len(A) * sum((y[i] * X[i] for i in V), 0 * w)
        b = b + eta / len(A) * sum(y[i] for i in V)
    return w, b


def log_loss_bias_left_out_of_the_margin(X, y, lam, draws):
    w, b = np.zeros(X.shape[1]), 0.0
    for t, i in enumerate(draws, 1):
        eta = 1 / (lam * t)
        p = 1 / (1 + np.exp(y[i] * (w @ X[i])))  # b is missing
        w, b = (1 - eta * lam) * w + eta * p * y[i] * X[i], b + eta * p * y[i]
    return w, b


def scaled_bias_left_out_of_the_margin(X, y, lam, draws):
    a, v, b = 1.0, np.zeros(X.shape[1]), 0.0
    for t, i in enumerate(draws, 1):
        eta, score = 1 / (lam * t), a * (v @ X[i])  # b is missing
        if t > 1:
            a *= 1 - eta * lam
        if y[i] * score < 1:
            v, b = v + eta * y[i] / a * X[i], b + eta * y[i]
    return a * v, b


def batch_bias_with_the_wrong_sign(X, y, lam, draws):
    w, b = np.zeros(X.shape[1]), 0.0
    for t, A in enumerate(draws, 1):
        eta = 1 / (lam * t)
        V = [i for i in A if y[i] * (w @ X[i] + b) < 1]
        w = (1 - eta * lam) * w + eta / len(A) * sum((y[i] * X[i] for i in V), 0 * w)
        b = b - eta / len(A) * sum(y[i] for i in V)
    return w, b


wrong(bias_by_the_new_w, "logistic", "part: bias", conventions={"free-bias"}, never=(ZERO_BIAS_IS_RIGHT,))
wrong(batch_shrinks_often_with_a_bias, "minibatch", "shrinks-for-each-example", conventions={"free-bias"},
      never=(ZERO_BIAS_IS_RIGHT, r"[Ii]n step 1\b"))  # fmt: skip
wrong(batch_bias_left_out_of_the_margin, "minibatch", "bias-left-out-of-the-margin", conventions={"free-bias"})
wrong(log_loss_bias_left_out_of_the_margin, "logistic", "bias-left-out-of-the-margin", conventions={"free-bias"})
wrong(scaled_bias_left_out_of_the_margin, "scaled", "bias-left-out-of-the-margin", conventions={"free-bias"})
wrong(batch_bias_with_the_wrong_sign, "minibatch", "bias-with-the-wrong-sign", conventions={"free-bias"},
      never=(ZERO_BIAS_IS_RIGHT,))  # fmt: skip


# Kernels with a bias, with coefficients, and with unusual factors


def kernel_coefficients_with_a_bias(K, y, lam, draws):
    alpha, b = np.zeros(len(y)), 0.0
    for t, i in enumerate(draws, 1):
        f = y[i] * ((alpha * y) @ K[:, i] + b)
        alpha *= 1 - 1 / t
        if f < 1:
            alpha[i] += 1 / (lam * t)
            b += y[i] / (lam * t)
    return alpha, b


def kernel_coefficients(K, y, lam, draws):
    alpha = np.zeros(len(y))
    for t, i in enumerate(draws, 1):
        f = y[i] * ((alpha * y) @ K[:, i])
        alpha *= 1 - 1 / t
        if f < 1:
            alpha[i] += 1 / (lam * t)
    return alpha


def kernel_coefficients_never_shrink_with_a_bias(K, y, lam, draws):
    alpha, b = np.zeros(len(y)), 0.0
    for t, i in enumerate(draws, 1):
        f = y[i] * ((alpha * y) @ K[:, i] + b)
        if f < 1:
            alpha[i] += 1 / (lam * t)
            b += y[i] / (lam * t)
    return alpha, b


def kernel_coefficients_never_shrink(K, y, lam, draws):
    alpha = np.zeros(len(y))
    for t, i in enumerate(draws, 1):
        if y[i] * ((alpha * y) @ K[:, i]) < 1:
            alpha[i] += 1 / (lam * t)
    return alpha


def kernel_signed_coefficients_with_t_from_2(K, y, lam, draws):
    beta = np.zeros(len(y))
    for t, i in enumerate(draws, 2):
        eta = 1 / (lam * t)
        s = y[i] * (beta @ K[i])
        beta *= 1 - eta * lam
        if s < 1:
            beta[i] += eta * y[i]
    return beta


def kernel_signed_coefficients_from_a_half(K, y, lam, draws):
    beta = np.full(len(y), 0.5)
    for t, i in enumerate(draws, 2):
        eta = 1 / (lam * t)
        s = y[i] * (beta @ K[i])
        beta *= 1 - eta * lam
        if s < 1:
            beta[i] += eta * y[i]
    return beta


def kernel_factor_without_brackets(K, y, lam, draws):
    alpha = np.zeros(len(y))
    for i, j in enumerate(draws):
        if y[j] / (lam * i + 1) * ((alpha * y) @ K[:, j]) < 1:
            alpha[j] += 1  # brackets: λ·(i + 1) meant
    return alpha


def kernel_count_cleared(K, y, lam, draws):
    a = np.zeros(len(y))
    for t, i in enumerate(draws, 1):
        a[i] = 0
        if y[i] / (lam * t) * ((a * y) @ K[i]) < 1:
            a[i] += 1
    return a


def kernel_sum_skips_over_lambda(K, y, lam, draws):
    a = np.zeros(len(y))
    for i in draws:
        s = sum(a[j] * y[j] * K[i, j] for j in range(len(y)) if j != i)
        if y[i] / lam * s < 1:
            a[i] += 1
    return a


def kernel_sum_skips_and_coefficients(K, y, lam, draws):
    a = np.zeros(len(y))
    for i in draws:
        s = sum(a[j] * y[j] * K[i, j] for j in range(len(y)) if j != i)
        if y[i] / lam * s < 1:
            a[i] += 1
    return a / lam


COUNTS = (r"\(1, 0",)  # the state of a program that stores counts
right(kernel_coefficients_with_a_bias, "kernelized", "coefficients-that-shrink", "free-bias")
right(kernel_coefficients, "kernelized", "coefficients-that-shrink")
wrong(kernel_coefficients_never_shrink_with_a_bias, "kernelized", "coefficients-never-shrink",
      conventions={"free-bias"}, never=COUNTS)  # fmt: skip
wrong(kernel_coefficients_never_shrink, "kernelized", "coefficients-never-shrink", never=COUNTS)
right(kernel_signed_coefficients_with_t_from_2, "kernelized", "coefficients-that-shrink", "signed-counts", "t-from-2")
right(kernel_signed_coefficients_from_a_half, "kernelized", "coefficients-that-shrink", "signed-counts", "t-from-2",
      "part: start", never=(r"changes by 0\.25",))  # fmt: skip
wrong(kernel_factor_without_brackets, "kernelized", "part: score", never=("without the half",))
wrong(kernel_count_cleared, "kernelized", "count-cleared-when-drawn", conventions={"factor-of-the-figure"},
      never=("t from 3",))  # fmt: skip
wrong(kernel_sum_skips_over_lambda, "kernelized", "sum-skips-the-example", "score-over-lambda")
# The sum is that of the coefficients a/λ, so this program keeps coefficients with the step size 1/λ.
wrong(kernel_sum_skips_and_coefficients, "kernelized", "sum-skips-the-example", "step-size-without-t",
      "coefficients-never-shrink")  # fmt: skip


# Starts


def short_random_start(X, y, lam, draws):
    r = np.random.default_rng(0)
    w, b = r.normal(size=X.shape[1]) * 0.01, r.normal() * 0.01
    for t, i in enumerate(draws, 1):
        eta = 1 / (lam * t)
        bad = y[i] * (w @ X[i] + b) < 1
        w = (1 - eta * lam) * w
        if bad:
            w, b = w + eta * y[i] * X[i], b + eta * y[i]
    return w, b


def short_random_start_of_w(X, y, lam, draws):
    w, b = np.random.default_rng(0).normal(size=X.shape[1]) * 0.01, 0.0
    for t, i in enumerate(draws, 1):
        eta = 1 / (lam * t)
        bad = y[i] * (w @ X[i] + b) < 1
        w = (1 - eta * lam) * w
        if bad:
            w, b = w + eta * y[i] * X[i], b + eta * y[i]
    return w, b


def short_start_of_b(X, y, lam, draws):
    w, b = np.zeros(X.shape[1]), 0.01
    for t, i in enumerate(draws, 1):
        eta = 1 / (lam * t)
        bad = y[i] * (w @ X[i] + b) < 1
        w = (1 - eta * lam) * w
        if bad:
            w, b = w + eta * y[i] * X[i], b + eta * y[i]
    return w, b


def long_random_start(X, y, lam, draws):
    r = np.random.default_rng(0)
    w, b = r.normal(size=X.shape[1]), r.normal()
    for t, i in enumerate(draws, 1):
        eta = 1 / (lam * t)
        bad = y[i] * (w @ X[i] + b) < 1
        w = (1 - eta * lam) * w
        if bad:
            w, b = w + eta * y[i] * X[i], b + eta * y[i]
    return w, b


def long_start_with_a_turned_bias(X, y, lam, draws):
    r = np.random.default_rng(0)
    w, b = r.normal(size=X.shape[1]), r.normal()
    for t, i in enumerate(draws, 1):
        eta = 1 / (lam * t)
        bad = y[i] * (w @ X[i] + b) < 1
        w = (1 - eta * lam) * w
        if bad:
            w, b = w + eta * y[i] * X[i], b - eta * y[i]
    return w, b


def long_start_with_a_constant(X, y, lam, draws):
    w = np.random.default_rng(0).normal(size=X.shape[1])
    for i in draws:
        bad = y[i] * (w @ X[i]) < 1
        w = (1 - 0.01 * lam) * w
        if bad:
            w = w + 0.01 * y[i] * X[i]
    return w


right(short_random_start, "free_bias", "start-in-the-ball", never=(r"3\.333 is right",))
right(short_random_start_of_w, "free_bias", "start-in-the-ball")
right(short_start_of_b, "free_bias", "part: start")
right(long_random_start, "free_bias", "part: start", never=("margin is 0",))
wrong(long_start_with_a_turned_bias, "free_bias", "bias-with-the-wrong-sign", conventions={"part: start"},
      never=("margin is 0",))  # fmt: skip
wrong(long_start_with_a_constant, "hinge", "step-size-constant", conventions={"part: start"}, never=("margin is 0",))


# Passes


def _restarting(pairs, lam, epochs):
    w = np.zeros(len(pairs[0][0]))
    for _ in range(epochs):
        random.shuffle(pairs)
        for t, (x, y) in enumerate(pairs, 1):  # t restarts in each pass
            eta = 1 / (lam * t)
            bad = y * (w @ x) < 1
            w = (1 - eta * lam) * w
            if bad:
                w = w + eta * y * x
    return w


def _counting_passes(pairs, lam, epochs):
    w = np.zeros(len(pairs[0][0]))
    for t in range(1, epochs + 1):
        random.shuffle(pairs)
        for x, y in pairs:
            eta = 1 / (lam * t)
            bad = y * (w @ x) < 1
            w = (1 - eta * lam) * w
            if bad:
                w = w + eta * y * x
    return w


def _counting_steps(pairs, lam, epochs):
    w, t = np.zeros(len(pairs[0][0])), 0
    for _ in range(epochs):
        random.shuffle(pairs)
        for x, y in pairs:
            t += 1
            bad = y * (w @ x) < 1
            w = (1 - 1 / t) * w
            if bad:
                w = w + y * x / (lam * t)
    return w


def _frozen_in_a_pass(pairs, lam, epochs):
    w = np.zeros(len(pairs[0][0]))
    for t in range(1, epochs + 1):
        random.shuffle(pairs)
        eta = 1 / (lam * t)
        shrunk = (1 - eta * lam) * w
        for x, y in pairs:
            if y * (w @ x) < 1:
                w = shrunk + eta * y * x
    return w


def _by_passes(train, X, y, lam, draws):
    m = len(X)
    passes = iter([[(X[i], y[i]) for i in draws[n : n + m]] for n in range(0, len(draws), m)])

    def shuffle(pairs):
        pairs[:] = next(passes)

    with patch("random.shuffle", shuffle):
        return train([(x, label) for x, label in zip(X, y)], lam, epochs=-(-len(draws) // m))


def _in_one_pass(train, X, y, lam, draws):
    with patch("random.shuffle", lambda pairs: None):
        return train([(X[i], y[i]) for i in draws], lam, epochs=1)


def restarts_unseen_in_one_pass(X, y, lam, draws):
    return _in_one_pass(_restarting, X, y, lam, draws)


def restarts_in_passes(X, y, lam, draws):
    return _by_passes(_restarting, X, y, lam, draws)


def counts_passes(X, y, lam, draws):
    return _by_passes(_counting_passes, X, y, lam, draws)


def counts_steps_in_passes(X, y, lam, draws):
    return _by_passes(_counting_steps, X, y, lam, draws)


def frozen_in_a_pass(X, y, lam, draws):
    return _by_passes(_frozen_in_a_pass, X, y, lam, draws)


def _judged_by_the_place(X, Y, lam, epochs):
    w, t, n = np.zeros(X.shape[1]), 0, len(Y)
    for _ in range(epochs):
        order = np.random.permutation(n)
        for i in range(len(order)):
            t += 1
            j = order[i]
            bad = Y[i] * (w @ X[i]) < 1  # example i, and not order[i]
            w = (1 - 1 / t) * w
            if bad:
                w = w + Y[j] * X[j] / (lam * t)
    return w


def judged_by_the_place(X, y, lam, draws):
    m = len(y)
    passes = iter([draws[n : n + m] for n in range(0, len(draws), m)])
    with patch("numpy.random.permutation", lambda n: next(passes)):
        return _judged_by_the_place(X, y, lam, epochs=-(-len(draws) // m))


# One pass shows nothing of what depends on passes: the verdict is right for these calls, and the report says so.
right(restarts_unseen_in_one_pass, "hinge", words=(r"pass",))
wrong(restarts_in_passes, "hinge", "counter-restarts")
wrong(counts_passes, "hinge", "counter-of-passes")
right(counts_steps_in_passes, "hinge")
wrong(frozen_in_a_pass, "hinge", "counter-of-passes", "part: shrinking", never=("does not contain t",))
wrong(judged_by_the_place, "hinge", "part: score")


# Shrinking and adding


def shrinks_too_little_with_a_bias(X, y, lam, draws):
    w, b = np.zeros(X.shape[1]), 0.0
    for t, i in enumerate(draws, 1):
        eta = 1 / (lam * t)
        bad = y[i] * (w @ X[i] + b) < 1
        w = (1 - 0.9 * eta * lam) * w
        if bad:
            w, b = w + eta * y[i] * X[i], b + eta * y[i]
    return w, b


def shrinks_too_little(X, y, lam, draws):
    w = np.zeros(X.shape[1])
    for t, i in enumerate(draws, 1):
        eta = 1 / (lam * t)
        bad = y[i] * (w @ X[i]) < 1
        w = (1 - 0.9 * eta * lam) * w
        if bad:
            w = w + eta * y[i] * X[i]
    return w


def perceptron_with_a_column(X, y, lam, draws):
    X = np.column_stack([X, np.ones(len(X))])
    w = np.zeros(X.shape[1])
    for i in draws:
        if y[i] * (w @ X[i]) < 1:
            w = w + y[i] * X[i]
    return w


def bias_moves_half_from_step_2(X, y, lam, draws):
    w, b = np.zeros(X.shape[1]), 0.0
    for t, i in enumerate(draws, 1):
        eta = 1 / np.sqrt(t)
        s = y[i] * (w @ X[i] + b)
        w = (1 - eta * lam) * w
        if s <= 1:
            w, b = w + eta * y[i] * X[i], b + 0.5 * eta * y[i] * (1 + (t < 2))
    return w, b


def divided_by_the_share_of_the_data(X, y, lam, draws):
    w = np.zeros(X.shape[1])
    for t, A in enumerate(draws, 1):
        eta = 1 / (lam * t)
        V = [i for i in A if y[i] * (w @ X[i]) < 1]
        w = (1 - eta * lam) * w + eta / (len(A) / len(y)) * sum((y[i] * X[i] for i in V), 0 * w)
        w = min(1, 1 / (np.sqrt(lam) * max(np.linalg.norm(w), 1e-12))) * w
    return w


def adds_more_from_step_2(X, y, lam, draws):
    w = np.zeros(X.shape[1])
    for t, i in enumerate(draws, 2):
        eta = 1 / (lam * t)
        bad = y[i] * (w @ X[i]) < 1
        w = (1 - eta * lam) * w
        if bad:
            w = w + (1.5 if t > 2 else 1) * eta * y[i] * X[i]
    return w


def lambda_in_the_wrong_place(X, y, lam, draws):
    w = np.zeros(X.shape[1])
    for t, i in enumerate(draws, 1):
        eta = 1 / (lam * t)
        if y[i] * (w @ X[i]) < 1:
            w = w - eta * w + eta * lam * y[i] * X[i]
        else:
            w = w - eta * w
    return w


def adds_at_the_number_of_the_example(X, y, lam, draws):
    w = np.zeros(X.shape[1])
    for t, i in enumerate(draws, 1):
        eta = 1 / (lam * t)
        s = y[i] * (w @ X[i])
        w = (1 - eta * lam) * w
        if s < 1:
            w[i] += eta * y[i]  # i numbers examples
    return w


def labels_of_seven(X, y, lam, draws):
    w, z = np.zeros(X.shape[1]), np.where(y > 0, 7, -1)
    for t, i in enumerate(draws, 1):
        eta = 1 / (lam * t)
        s = z[i] * (w @ X[i])
        w = (1 - eta * lam) * w
        if s < 1:
            w = w + eta * z[i] * X[i]
    return w


def twice_lambda_with_root_t(X, y, lam, draws):
    w = np.zeros(X.shape[1])
    for t, i in enumerate(draws, 1):
        eta = 1 / np.sqrt(t)
        s = y[i] * (w @ X[i])
        w = (1 - 2 * eta * lam) * w
        if s < 1:
            w = w + eta * y[i] * X[i]
    return w


def log_loss_in_bits(X, y, lam, draws):
    w = np.zeros(X.shape[1])
    for t, i in enumerate(draws, 1):
        eta = 1 / (lam * t)
        p = 1 / (1 + np.exp(y[i] * (w @ X[i]))) / np.log(2)
        w = (1 - eta * lam) * w + eta * p * y[i] * X[i]
    return w


def log_loss_only_where_the_hinge_is_violated(X, y, lam, draws):
    a, v = 1.0, np.zeros(X.shape[1])
    for t, i in enumerate(draws, 1):
        eta = 1 / (lam * t)
        margin, p = y[i] * a * (v @ X[i]), 1 / (1 + np.exp(y[i] * (v @ X[i])))
        if t > 1:
            a *= 1 - eta * lam
        if margin < 1:
            v = v + eta * p * y[i] / a * X[i]
    return a * v


def score_after_shrinking_with_t_from_2_and_a_bias(X, y, lam, draws):
    w, b = np.zeros(X.shape[1]), 0.0
    for t, i in enumerate(draws, 2):
        eta = 1 / (lam * t)
        w = (1 - eta * lam) * w
        if y[i] * (w @ X[i] + b) < 1:
            w, b = w + eta * y[i] * X[i], b + eta * y[i]
    return w, b


wrong(shrinks_too_little_with_a_bias, "free_bias", "part: shrinking", words=(r"0\.9",))
wrong(shrinks_too_little, "hinge", "part: shrinking", words=(r"0\.9",))
# Where nothing shrinks, the weight of a column of ones is a free bias.
wrong(perceptron_with_a_column, "hinge", "nothing-shrinks", "step-size-left-out", conventions={"free-bias"})
wrong(bias_moves_half_from_step_2, "free_bias", conventions={"one-over-root-t", "at-the-margin-too"},
      words=(r"In step 2 .* b is 0\.6464; 0\.2929 is right",))  # fmt: skip
wrong(divided_by_the_share_of_the_data, "minibatch", "part: division", conventions={"projection"},
      never=(r"0\.5235 instead",))  # fmt: skip
wrong(adds_more_from_step_2, "hinge", conventions={"t-from-2"}, never=("half as large",),
      words=(r"In step 2 .* It adds −1\.667·x_1 instead of −1\.111·x_1",))  # fmt: skip
# With η = 1/(λ·t) this shrinks by 1 − η and adds η·λ·y·x; with η = 1/t it shrinks by 1 − η/λ. Both are true.
wrong(lambda_in_the_wrong_place, "hinge", "step-size-without-lambda", "part: shrinking")
wrong(adds_at_the_number_of_the_example, "hinge", words=(r"In step 1 .* w is \(3\.333, 0, 0",))
wrong(labels_of_seven, "hinge", "part: labels", words=(r"\b7\b",))
right(twice_lambda_with_root_t, "hinge", "one-over-root-t", "objective-without-the-half")
right(log_loss_in_bits, "logistic", "log-loss-in-bits")
wrong(log_loss_only_where_the_hinge_is_violated, "logistic",
      words=(r"In step 3 .* It adds −0\.4864·x_2 instead of −0\.5208·x_2",))  # fmt: skip
wrong(score_after_shrinking_with_t_from_2_and_a_bias, "free_bias", "score-after-shrinking", conventions={"t-from-2"})


# Frequent among learners, and in no catalogue


def own_step_size_for_each_example(X, y, lam, draws):
    w, t = np.zeros(X.shape[1]), 0
    for A in draws:
        total = np.zeros(X.shape[1])
        for i in A:
            t += 1
            eta = 1 / (lam * t)
            if y[i] * (w @ X[i]) < 1:
                total = total + eta * y[i] * X[i]
        w = (1 - eta * lam) * w + total / len(A)
    return w


def shrinks_by_the_c_of_the_textbook(X, y, lam, draws):
    w, C = np.zeros(X.shape[1]), 1 / (lam * len(y))
    for t, i in enumerate(draws, 1):
        eta = 1 / (lam * t)
        bad = y[i] * (w @ X[i]) < 1
        w = (1 - eta / C) * w  # λ is 1/(C·m), not 1/C
        if bad:
            w = w + eta * y[i] * X[i]
    return w


def position_used_as_the_label(X, y, lam, draws):
    w = np.zeros(X.shape[1])
    for t, i in enumerate(draws, 1):
        eta, label = 1 / (lam * t), i  # y[i] meant
        bad = label * (w @ X[i]) < 1
        w = (1 - eta * lam) * w
        if bad:
            w = w + eta * label * X[i]
    return w


def perceptron_condition_with_a_turned_bias(X, y, lam, draws):
    w, b = np.zeros(X.shape[1]), 0.0
    for t, i in enumerate(draws, 1):
        eta = 1 / (lam * t)
        bad = y[i] * (w @ X[i] + b) <= 0
        w = (1 - eta * lam) * w
        if bad:
            w, b = w + eta * y[i] * X[i], b - eta * y[i]
    return w, b


def damped_bias(X, y, lam, draws):
    w, b = np.zeros(X.shape[1]), 0.0
    for t, i in enumerate(draws, 1):
        eta = 1 / (lam * t)
        bad = y[i] * (w @ X[i] + b) < 1
        w = (1 - eta * lam) * w
        if bad:
            w, b = w + eta * y[i] * X[i], b + 0.01 * eta * y[i]
    return w, b


wrong(own_step_size_for_each_example, "minibatch", "counter-of-examples")
wrong(shrinks_by_the_c_of_the_textbook, "hinge", "part: shrinking")
wrong(position_used_as_the_label, "hinge", "part: labels")
wrong(perceptron_condition_with_a_turned_bias, "free_bias", "condition-at-or-below-zero", "bias-with-the-wrong-sign")
wrong(damped_bias, "free_bias", "part: bias", words=(r"0\.01\b",))


# Averages, and programs that are slow or not called as they should be


def average_over_the_draws(X, y, lam, draws):
    w, total = np.zeros(X.shape[1]), np.zeros(X.shape[1])
    for t, i in enumerate(draws, 1):
        eta = 1 / (lam * t)
        s = y[i] * (w @ X[i])
        w = (1 - eta * lam) * w
        if s < 1:
            w = w + eta * y[i] * X[i]
        total += w
    return total / len(draws)


def never_ends_without_draws(X, y, lam, draws):
    x, l, w, t = X[draws], y[draws], np.zeros(X.shape[1]), 0
    while t < 1:
        for i in range(len(l)):
            t += 1
            s = l[i] * (w @ x[i])
            w = (1 - 1 / t) * w
            if s < 1:
                w = w + l[i] * x[i] / (lam * t)
    return w


def step_of_the_course(feature_vector, label, L, eta, current_theta, current_theta_0):
    if label * (current_theta @ feature_vector + current_theta_0) <= 1:
        return (1 - eta * L) * current_theta + eta * label * feature_vector, current_theta_0 + eta * label
    return (1 - eta * L) * current_theta, current_theta_0


def bias_shrinks_where_fine_in_a_step(w, b, x, y, eta, lam):
    if y * (w @ x + b) < 1:
        return (1 - eta * lam) * w + eta * y * x, b + eta * y
    return (1 - eta * lam) * w, (1 - eta * lam) * b  # b shrinks only where the margin is fine


def bias_shrinks_where_fine(X, y, lam, draws):
    w, b = np.zeros(X.shape[1]), 0.0
    for t, i in enumerate(draws, 1):
        eta = 1 / (lam * t)
        if y[i] * (w @ X[i] + b) < 1:
            w, b = (1 - eta * lam) * w + eta * y[i] * X[i], b + eta * y[i]
        else:
            w, b = (1 - eta * lam) * w, (1 - eta * lam) * b
    return w, b


def rounds_in_stored_order(X, y, lam, rounds=100):
    w, t = np.zeros(X.shape[1]), 0
    for _ in range(rounds):
        for i in range(len(y)):
            t += 1
            s = y[i] * (w @ X[i])
            w = (1 - 1 / t) * w
            if s < 1:
                w = w + y[i] * X[i] / (lam * t)
    return w


def epochs_in_stored_order(X, y, lam, max_epoch):
    w, t = np.zeros(X.shape[1]), 0
    for _ in range(max_epoch):
        for i in range(len(y)):
            t += 1
            s = y[i] * (w @ X[i])
            w = (1 - 1 / t) * w
            if s < 1:
                w = w + y[i] * X[i] / (lam * t)
    return w


def epochs_by_while(X, y, lam, max_epoch):
    w, t, epoch = np.zeros(X.shape[1]), 0, 0
    while epoch < max_epoch:
        for i in range(len(y)):
            t += 1
            s = y[i] * (w @ X[i])
            w = (1 - 1 / t) * w
            if s < 1:
                w = w + y[i] * X[i] / (lam * t)
        epoch += 1
    return w


def draws_by_itself(x, y, x_init=[None], lr=2**-10, max_iters=2000):  # noqa: B006  learners write that
    w = np.zeros(x.shape[1]) if x_init[0] is None else x_init
    for it in range(1, max_iters + 1):
        i = np.random.randint(len(y))
        bad = y[i] * (w @ x[i]) < 1
        w = (1 - 1 / it) * w
        if bad:
            w = w + y[i] * x[i] / (lr * it)
    return w


def maps_its_data(x_data, y_data, l, max_epochs, map_func=lambda x: x):
    data, t = map_func(x_data), 0
    w = np.zeros(data.shape[1])
    for _ in range(max_epochs):
        for x, y in zip(data, y_data):
            t += 1
            bad = y * (w @ x) < 1
            w = (1 - 1 / t) * w
            if bad:
                w = w + y * x / (l * t)
    return w


def returns_a_dictionary(X, y, lam, draws):
    w = np.zeros(X.shape[1])
    for t, i in enumerate(draws, 1):
        s = y[i] * (w @ X[i])
        w = (1 - 1 / t) * w
        if s < 1:
            w = w + y[i] * X[i] / (lam * t)
    return {"w": w, "steps": len(draws)}


class OnlyTrains:
    def __init__(self, C=1.0, epochs=10):
        self.C, self.epochs = C, epochs

    def train(self, X, y):
        self.w, t = np.zeros(X.shape[1]), 0
        for _ in range(self.epochs):
            for i in np.random.permutation(len(y)):
                t += 1
                bad = y[i] * (self.w @ X[i]) < 1
                self.w = (1 - 1 / t) * self.w
                if bad:
                    self.w = self.w + self.C * len(y) * y[i] * X[i] / t


class OnlyFitsParts:
    def __init__(self, n_features, lam=0.1):
        self.w, self.lam, self.t = np.zeros(n_features), lam, 0

    def partial_fit(self, x, y):
        self.t += 1
        bad = y * (self.w @ x) < 1
        self.w = (1 - 1 / self.t) * self.w
        if bad:
            self.w = self.w + y * x / (self.lam * self.t)


ADAPTER = (r"def \w+\([^)]*, draws\):",)
right(average_over_the_draws, "hinge", "average")
right(never_ends_without_draws, "hinge")
right(step_of_the_course, "free_bias", "at-the-margin-too")
wrong(bias_shrinks_where_fine_in_a_step, "free_bias", "part: bias")
wrong(bias_shrinks_where_fine, "free_bias", "part: bias")
wrong(rounds_in_stored_order, "hinge", words=ADAPTER, never=("integer scalar",))
wrong(epochs_in_stored_order, "hinge", words=ADAPTER, never=("integer scalar",))
wrong(epochs_by_while, "hinge", words=ADAPTER, never=("truth value",))
wrong(draws_by_itself, "hinge", words=ADAPTER, never=("t starts at 0",))
wrong(maps_its_data, "hinge", words=ADAPTER, never=("not callable",))
wrong(returns_a_dictionary, "hinge", words=ADAPTER)
wrong(OnlyTrains, "hinge", words=(*ADAPTER, r"\.train\("), never=(r"\.fit\(", r"OnlyTrains\(lam\)"))
wrong(OnlyFitsParts, "hinge", words=(*ADAPTER, r"\.partial_fit\("), never=(r"\.fit\(", r"OnlyFitsParts\(lam\)"))


# Programs that got one verdict in Python and another in a page


def step_with_n_step(w, x, y, n_step, lam):
    eta = 1 / (lam * n_step)
    if y * (w @ x) < 1:
        return (1 - eta * lam) * w + eta * y * x
    return (1 - eta * lam) * w


def with_n_epochs(X, y, lam, draws, n_epochs):
    w = np.zeros(X.shape[1])
    for t, i in enumerate(draws, 1):
        s = y[i] * (w @ X[i])
        w = (1 - 1 / t) * w
        if s < 1:
            w = w + y[i] * X[i] / (lam * t)
    return w


def with_batchsize(X, y, lam, draws, batchsize):
    w = np.zeros(X.shape[1])
    for t, A in enumerate(draws, 1):
        eta = 1 / (lam * t)
        V = A[y[A] * (X[A] @ w) < 1]
        w = (1 - eta * lam) * w + eta / batchsize * (y[V] @ X[V])
    return w


def by_data_and_labels(data, labels, lam, which):
    w = np.zeros(data.shape[1])
    for t, i in enumerate(which, 1):
        s = labels[i] * (w @ data[i])
        w = (1 - 1 / t) * w
        if s < 1:
            w = w + labels[i] * data[i] / (lam * t)
    return w


def step_with_another_def_in_its_docstring(w, x, y, eta, lam):
    """Take a step, as def step(a, b) does."""
    if y * (w @ x) < 1:
        return (1 - eta * lam) * w + eta * y * x
    return (1 - eta * lam) * w


def from_a_tenth(X, y, lam, draws):
    w = 0.1 * np.ones(X.shape[1])
    for t, i in enumerate(draws, 1):
        s = y[i] * (w @ X[i])
        w = (1 - 1 / t) * w
        if s < 1:
            w = w + y[i] * X[i] / (lam * t)
    return w


def with_a_bias_of_zero(X, y, lam, draws):
    w = np.zeros(X.shape[1])
    for t, i in enumerate(draws, 1):
        s = y[i] * (w @ X[i])
        w = (1 - 1 / t) * w
        if s < 1:
            w = w + y[i] * X[i] / (lam * t)
    return w, 0.0


def step_with_three_mistakes(w, x, y, eta, lam):
    if w @ x < 1:
        return (1 - lam) * w + eta * x
    return (1 - lam) * w


def with_defaults(X, y, lam, draws, seed=0, verbose=False, C=1.0, shape=(1, 2)):
    w = np.zeros(X.shape[1])
    for t, i in enumerate(draws, 1):
        s = y[i] * (w @ X[i])
        w = (1 - 1 / t) * w
        if s < 1:
            w = w + y[i] * X[i] / (lam * t)
    return w


def from_a_hundred(X, y, lam, draws):
    w = 100 * np.ones(X.shape[1])
    for t, i in enumerate(draws, 1):
        s = y[i] * (w @ X[i])
        w = (1 - 1 / t) * w
        if s < 1:
            w = w + y[i] * X[i] / (lam * t)
    return w


def step_with_it(w, x, y, it, lam):
    eta = 1 / (lam * it)
    if y * (w @ x) < 1:
        return (1 - eta * lam) * w + eta * y * x
    return (1 - eta * lam) * w


def step_with_k(w, x, y, k, lam):
    eta = 1 / (lam * k)
    if y * (w @ x) < 1:
        return (1 - eta * lam) * w + eta * y * x
    return (1 - eta * lam) * w


right(step_with_n_step, "hinge")
right(with_n_epochs, "hinge")
for name in ("num_epochs", "passes", "max_iter", "num_iters"):
    source = inspect.getsource(with_n_epochs).replace("n_epochs", name)
    right(program_of(source, f"with_{name}"), "hinge")
right(with_batchsize, "minibatch")
right(by_data_and_labels, "hinge", words=("`which`",))
right(step_with_another_def_in_its_docstring, "hinge")
right(from_a_tenth, "hinge", "start-in-the-ball")
right(with_a_bias_of_zero, "hinge")
wrong(step_with_three_mistakes, "hinge", "condition-without-label", "shrinks-by-one-minus-lambda",
      "addition-without-label")  # fmt: skip
right(with_defaults, "hinge", words=("`seed`", "`verbose`", "`C`", "`shape`", "default"))
right(from_a_hundred, "hinge", "part: start")
right(step_with_it, "hinge")
right(step_with_k, "hinge")


# What blind trials have shown


def divided_by_two_in_every_batch(X, y, lam, draws):
    w = np.zeros(X.shape[1])
    for t, A in enumerate(draws, 1):
        eta, V = 1 / (lam * t), [i for i in A if y[i] * (w @ X[i]) < 1]
        w = (1 - eta * lam) * w + eta / 2 * sum((y[i] * X[i] for i in V), 0 * w)
    return w


def distance_of_the_margin(X, y, lam, draws):
    w = np.zeros(X.shape[1])
    for t, A in enumerate(draws, 1):
        eta, z = 1 / (lam * t), y[A] * (X[A] @ w)
        w = (1 - eta * lam) * w + eta / len(A) * (y[A] * (abs(z) < 1)) @ X[A]  # a margin of −2 is taken for a fine one
    return w


def average_without_the_bias(X, y, lam, draws):
    w, b, total = np.zeros(X.shape[1]), 0.0, np.zeros(X.shape[1])
    for t, i in enumerate(draws, 1):
        eta, bad = 1 / (lam * t), y[i] * (w @ X[i] + b) < 1
        w = (1 - eta * lam) * w
        if bad:
            w, b = w + eta * y[i] * X[i], b + eta * y[i]
        total += w
    return total / max(1, len(draws)), b


def subtracted_bias_of_the_whole_batch(X, y, lam, draws):
    w, b = np.zeros(X.shape[1]), 0.0
    for t, A in enumerate(draws, 2):
        eta, bad = 1 / (lam * t), y[A] * (X[A] @ w - b) < 1
        w, b = (1 - eta * lam) * w + eta / len(A) * (y[A] * bad) @ X[A], b - eta * y[A].mean()
    return w, b


def length_with_the_bias(X, y, lam, draws):
    w, b = np.zeros(X.shape[1]), 0.0
    for t, i in enumerate(draws, 1):
        eta, bad = 1 / (lam * t), y[i] * (w @ X[i] + b) < 1
        w = (1 - eta * lam) * w
        if bad:
            w, b = w + eta * y[i] * X[i], b + eta * y[i]
        w = w * min(1, 1 / max(np.sqrt(lam) * np.hypot(np.linalg.norm(w), b), 1e-12))  # and not b
    return w, b


def counts_to_ten(X, y, lam, draws):
    w = np.zeros(X.shape[1])
    for n, i in enumerate(draws, 2):
        eta, bad = 1 / (lam * min(n, 10)), y[i] * (w @ X[i]) < 1
        w = (1 - eta * lam) * w
        if bad:
            w = w + eta * y[i] * X[i]
        w = w * min(1, 1 / max(np.sqrt(lam) * np.linalg.norm(w), 1e-12))
    return w


def sum_over_earlier_rows(K, y, lam, draws):
    alpha = np.zeros(len(y))
    for t, i in enumerate(draws, 1):
        score = (alpha[:t] * y[:t]) @ K[i, :t] / (lam * max(1, t - 1))  # rows, and not steps
        if y[i] * score < 1:
            alpha[i] += 1
    return alpha


def weights_that_grow_in_the_mean(X, y, lam, draws):
    w = mean = np.zeros(X.shape[1])
    for t, i in enumerate(draws, 1):
        eta, bad = 2 / (lam * (t + 1)), y[i] * (w @ X[i]) < 1
        w = (1 - eta * lam) * w
        if bad:
            w = w + eta * y[i] * X[i]
        mean = (t - 1) / (t + 1) * mean + 2 / (t + 1) * w
    return mean


def bits_with_a_step_size_of_its_own(X, y, lam, draws):
    w = np.zeros(X.shape[1])
    for t, i in enumerate(draws, 1):
        eta = 0.3 / np.sqrt(t)
        p = 1 / (1 + np.exp(y[i] * (w @ X[i]))) / np.log(2)
        w = (1 - eta * lam) * w + eta * p * y[i] * X[i]
    return w


wrong(divided_by_two_in_every_batch, "minibatch", "part: division", words=("divided by 2",), never=("convention",))
wrong(distance_of_the_margin, "minibatch", "part: condition", words=("between −1 and 1",))
wrong(average_without_the_bias, "free_bias", "part: output", conventions=("average",), words=("but b is the last one",))
wrong(subtracted_bias_of_the_whole_batch, "minibatch", "bias-from-the-whole-batch",
      conventions=("t-from-2", "free-bias", "bias-subtracted-in-the-score"), words=("b becomes b − η·y",))  # fmt: skip
wrong(length_with_the_bias, "hinge", "part: projection", conventions=("free-bias",),
      words=("the length of w and b together is compared, and only w becomes shorter",))  # fmt: skip
wrong(counts_to_ten, "hinge", words=(r"In step 10 .* with t from 2 .* and the optional projection",))
wrong(sum_over_earlier_rows, "kernelized")
right(weights_that_grow_in_the_mean, "hinge", "two-over-lambda-t-plus-1", "average-weighted-by-the-step")
right(bits_with_a_step_size_of_its_own, "logistic", "one-over-root-t", "log-loss-in-bits")


# Two schedules


def root_t_on_the_bias(w, b, x, y, eta, lam, t):
    violated = y * (w @ x + b) < 1
    return (1 - eta * lam) * w + eta * violated * y * x, b + violated * y / np.sqrt(t)


def root_t_on_the_bias_in_every_step(w, b, x, y, eta, lam, t):
    violated = y * (w @ x + b) < 1
    return (1 - eta * lam) * w + eta * violated * y * x, b + y / np.sqrt(t)


right(root_t_on_the_bias, "free_bias", "bias-by-root-t")
wrong(root_t_on_the_bias_in_every_step, "free_bias", "bias-in-every-step", conventions={"bias-by-root-t"})
