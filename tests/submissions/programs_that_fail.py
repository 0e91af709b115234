"""Programs that do not get through: HOSTILE maps a name to (kind of failure, program)."""

import os
import sys
import time

import numpy as np

HOSTILE = {}


def fails(kind):
    def put(program):
        HOSTILE[program.__name__] = kind, program
        return program

    return put


@fails("time")
def one_jump(X, y, lam, T):
    while True:
        pass


@fails("time")
def catches_everything(X, y, lam, T):
    end = time.process_time() + 1.5
    while time.process_time() < end:
        try:
            while True:
                np.zeros(3)
        except BaseException:
            time.sleep(0.001)


@fails("recursion")
def recursion(X, y, lam, T):
    sys.setrecursionlimit(2000)
    return recursion(X, y, lam, T)


@fails("exception")
def index_too_large(X, y, lam, T):
    w = np.zeros(X.shape[1])
    for _ in range(T):
        w = w + X[len(y)]
    return w


class _Odd(BaseException):
    def __str__(self):
        raise ValueError("no words")


@fails("exception")
def odd_exception(X, y, lam, T):
    raise _Odd


@fails("exit")
def exits(X, y, lam, T):
    sys.exit(3)


@fails("exit")
def quits(X, y, lam, T):
    quit()


@fails("exit")
def ends_the_process(X, y, lam, T):
    os._exit(3)


@fails("input")
def asks(X, y, lam, T):
    return input("how many? ")


@fails("none")
def forgets_return(X, y, lam, T):
    w = np.zeros(X.shape[1])
    for _ in range(T):
        w = w + X[0]


@fails("shape")
def wrong_shape(X, y, lam, T):
    return np.zeros(X.shape[1] + 5)


@fails("shape")
def text(X, y, lam, T):
    return "w"


@fails("shape")
def only_losses(X, y, lam, T):
    return [0.5] * T


@fails("shape")
def odd_names(foo, bar, baz):
    return foo


@fails("numbers")
def not_a_number(X, y, lam, T):
    return np.full(X.shape[1], np.nan)


@fails("none")
def step_that_does_nothing(w, x, y, eta, lam):
    return


@fails("none")
def yields_nothing(X, y, lam, draws):
    return
    yield


@fails("shape")
def yields_text(X, y, lam, draws):
    for _ in draws:
        yield "w"


@fails("none")
class KeepsNothing:
    def fit(self, X, y):
        return self


@fails("shape")
class WithoutFit:
    pass
