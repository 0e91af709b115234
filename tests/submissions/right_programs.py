"""Right programs, in the many ways in which learners write them: PROGRAMS maps a name to (task, program)."""

import random
import sys
from collections import Counter, defaultdict
from random import choice, randint, randrange, shuffle

import numpy as np
import numpy as numpy_again
from numpy.random import permutation

PROGRAMS = {}
_generator = np.random.default_rng(5)
_state = np.random.RandomState(5)
_own = random.Random(5)
_pick = _generator.integers
N_ITER, LAMBDA = 100, 0.01


def right(task):
    def put(program):
        PROGRAMS[program.__name__.lower()] = task, program
        return program

    return put


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
def in_place(X, y, lambda_, T):
    w = np.zeros(X.shape[1])
    for t in range(1, T + 1):
        i = random.randint(0, len(y) - 1)
        eta, margin = 1 / (lambda_ * t), y[i] * (w @ X[i])
        w *= 1 - eta * lambda_
        if margin < 1:
            w += eta * y[i] * X[i]
    return w


@right("hinge")
def turned_round(data, labels, reg, num_iters):
    n, d = data.shape
    w = np.zeros(d)
    t = 0
    while t < num_iters:
        t += 1
        i = np.random.randint(n)
        eta = 1.0 / (reg * t)
        if 1 > labels[i] * w.dot(data[i]):
            w = w - eta * (reg * w - labels[i] * data[i])
        else:
            w = w - eta * reg * w
    return w


@right("hinge")
def endless_with_break(X, y, lam, T):
    w = np.zeros(len(X[0]))
    t = 1
    while True:
        i = randint(0, len(X) - 1)
        eta = 1 / (lam * t)
        margin = y[i] * sum(a * b for a, b in zip(w, X[i]))
        w = (1 - eta * lam) * w
        if margin < 1:
            w = w + eta * y[i] * X[i]
        t += 1
        if t > T:
            break
    return w


@right("hinge")
def break_at_the_top(X, y, lam, T):
    w, t = np.zeros(X.shape[1]), 0
    while True:
        if t == T:
            break
        t += 1
        i = randrange(len(X))
        inside = y[i] * (X[i] @ w) >= 1
        w = (1 - 1 / t) * w
        if inside:
            continue
        w = w + y[i] / (lam * t) * X[i]
    return w


@right("hinge")
def coordinates(X, y, lam, T):
    d = len(X[0])
    w = [0.0] * d
    for t in range(1, T + 1):
        i = random.randrange(len(X))
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
def comprehensions(X, y, lam, T):
    w = [0.0 for _ in X[0]]
    for t in range(1, T + 1):
        x, label = choice(list(zip(X, y)))
        eta = 1 / (lam * t)
        score = sum(a * b for a, b in zip(w, x))
        hit = 1 if label * score < 1 else 0
        w = [(1 - eta * lam) * a + hit * eta * label * b for a, b in zip(w, x)]
    return w


@right("hinge")
def single_precision(X, y, lam, T):
    X = X.astype(np.float32)
    w = np.zeros(X.shape[1], dtype=np.float32)
    for t in range(1, T + 1):
        i = np.random.choice(len(X))
        eta = np.float32(1 / (lam * t))
        hit = y[i] * (w @ X[i]) < 1
        w = (np.float32(1) - eta * np.float32(lam)) * w
        if hit:
            w = w + eta * np.float32(y[i]) * X[i]
    return w


@right("hinge")
def matrices(dataset, labels, lam, T):
    X, y = np.matrix(dataset), np.matrix(labels).T
    m, n = X.shape
    w = np.matrix(np.zeros((1, n)))
    for t in range(1, T + 1):
        i = int(random.uniform(0, m))
        eta = 1.0 / (lam * t)
        p = float((w * X[i, :].T)[0, 0])
        if float(y[i, 0]) * p < 1:
            w = (1.0 - 1 / t) * w + eta * float(y[i, 0]) * X[i, :]
        else:
            w = (1.0 - 1 / t) * w
    return w


@right("hinge")
def columns(X, y, lam, n_iter):
    w = np.zeros((X.shape[1], 1))
    y = y.reshape(-1, 1)
    for t in range(n_iter):
        i = int(np.random.rand() * X.shape[0])
        x = X[i].reshape(-1, 1)
        eta = 1 / (lam * (t + 1))
        if y[i, 0] * (w.T @ x).item() < 1:
            w = (1 - eta * lam) * w + eta * y[i, 0] * x
        else:
            w = (1 - eta * lam) * w
    return w


@right("hinge")
def drawn_before(X, y, lam, T):
    order = np.random.randint(0, len(y), size=T)
    w = np.zeros(X.shape[1])
    for t in range(T):
        x, label = X[order[t]], y[order[t]]
        eta = 1 / (lam * (t + 1))
        w = (1 - eta * lam) * w + (label * (x @ w) < 1) * eta * label * x
    return w


@right("hinge")
def generator_object(X, y, lam, T, seed=0):
    rng = np.random.default_rng(seed)
    w = np.zeros(X.shape[1])
    for t in range(1, T + 1):
        i = rng.integers(0, len(y))
        hit = y[i] * (w @ X[i]) < 1
        w = (1 - 1 / t) * w + hit * y[i] * X[i] / (lam * t)
    return w


@right("hinge")
def generator_of_the_module(X, y, lam, T):
    w = np.zeros(X.shape[1])
    for t in range(1, T + 1):
        i = _pick(len(y))
        hit = y[i] * (w @ X[i]) < 1
        w = (1 - 1 / t) * w + hit * y[i] * X[i] / (lam * t)
    return w


@right("hinge")
def old_state_of_the_module(X, y, lam, T):
    w = np.zeros(X.shape[1])
    for t in range(1, T + 1):
        i = _state.choice(np.arange(len(y)))
        hit = y[i] * (w @ X[i]) < 1
        w = (1 - 1 / t) * w + hit * y[i] * X[i] / (lam * t)
    return w


@right("hinge")
def random_object(X, y, lam, T):
    w = np.zeros(X.shape[1])
    for t in range(1, T + 1):
        i = _own.randint(0, len(y) - 1)
        hit = y[i] * (w @ X[i]) < 1
        w = (1 - 1 / t) * w + hit * y[i] * X[i] / (lam * t)
    return w


@right("hinge")
def seeded_inside(X, Y, lam, T):
    np.random.seed(0)
    random.seed(0)
    w = numpy_again.zeros(X.shape[1])
    for t in range(1, T + 1):
        i = random.sample(range(len(Y)), 1)[0]
        w_old = w.copy()
        w = (1 - 1 / t) * w_old
        if Y[i] * (w_old @ X[i]) < 1:
            w += Y[i] * X[i] / (lam * t)
    return w


@right("hinge")
def given_generator(X, y, lam, T, rng):
    w = np.zeros(X.shape[1])
    for t in range(1, T + 1):
        i = rng.integers(len(y))
        hit = y[i] * (w @ X[i]) < 1
        w = (1 - 1 / t) * w + hit * y[i] * X[i] / (lam * t)
    return w


@right("hinge")
def shuffled_passes(X, y, lam, epochs):
    w, t = np.zeros(X.shape[1]), 0
    for _ in range(epochs):
        for i in permutation(len(y)):
            t += 1
            eta = 1 / (lam * t)
            if y[i] * (w @ X[i]) < 1:
                w = (1 - eta * lam) * w + eta * y[i] * X[i]
            else:
                w = (1 - eta * lam) * w
    return w


@right("hinge")
def shuffled_pairs(X, y, lam, epochs):
    data = list(zip(X, y))
    w, t = np.zeros(X.shape[1]), 1
    for _ in range(epochs):
        shuffle(data)
        for x, label in data:
            eta = 1 / (lam * t)
            margin = label * np.inner(w, x)
            w = (1 - eta * lam) * w
            if margin < 1:
                w = w + eta * label * x
            t += 1
    return w


@right("hinge")
def sklearn_shuffle(X, y, lam, n_epochs):
    from sklearn.utils import shuffle as mixed

    w, t = np.zeros(X.shape[1]), 0
    for _ in range(n_epochs):
        X_mixed, y_mixed = mixed(X, y)
        for i in range(len(y)):
            t += 1
            hit = y_mixed[i] * (w @ X_mixed[i]) < 1
            w = (1 - 1 / t) * w + hit * y_mixed[i] * X_mixed[i] / (lam * t)
    return w


@right("hinge")
def stored_order(X, y, lam, epochs):
    w, t = np.zeros(X.shape[1]), 0
    for _ in range(epochs):
        for x, label in zip(X, y):
            t += 1
            hit = label * (w @ x) < 1
            w = (1 - 1 / t) * w + hit * label * x / (lam * t)
    return w


@right("hinge")
def stored_order_by_index(X, y, lam, T):
    w = np.zeros(X.shape[1])
    for t in range(1, T + 1):
        i = (t - 1) % len(y)
        hit = y[i] * (w @ X[i]) < 1
        w = (1 - 1 / t) * w + hit * y[i] * X[i] / (lam * t)
    return w


@right("hinge")
def steps_called_passes(X, y, lam=0.1, epochs=100):
    w = np.zeros(X.shape[1])
    for t in range(1, epochs + 1):
        i = np.random.randint(0, X.shape[0], size=1)[0]
        hit = y[i] * (w @ X[i]) < 1
        w = (1 - 1 / t) * w + hit * y[i] * X[i] / (lam * t)
    return w


@right("hinge")
def scale_and_vector(X, y, lam, T):
    a, v = 1.0, np.zeros(X.shape[1])
    for t in range(1, T + 1):
        i = np.random.randint(len(y))
        score = a * (v @ X[i])
        if t > 1:
            a *= 1 - 1 / t
        if y[i] * score < 1:
            v += y[i] / (lam * t * a) * X[i]
    return a, v


@right("hinge")
def scale_times_vector(X, y, lam, T):
    scale, v = 1.0, np.zeros(X.shape[1])
    for t in range(1, T + 1):
        i = np.random.randint(len(y))
        score = scale * v.dot(X[i])
        if t > 1:
            scale = (1 - 1 / t) * scale
        if y[i] * score < 1:
            v = v + y[i] / (lam * t * scale) * X[i]
    return scale * v


@right("hinge")
def sum_over_rounds(X, y, lam, T):
    v = np.zeros(X.shape[1])
    for t in range(1, T + 1):
        i = np.random.randint(len(y))
        score = v @ X[i] / (lam * (t - 1)) if t > 1 else 0
        if y[i] * score < 1:
            v += y[i] * X[i]
    return v / (lam * T)


@right("hinge")
def sum_named_later(X, y, lam, T):
    v = np.zeros(X.shape[1])
    for t in range(1, T + 1):
        i = np.random.randint(len(y))
        score = v @ X[i] / (lam * (t - 1)) if t > 1 else 0
        if y[i] * score < 1:
            v += y[i] * X[i]
    w = v / (lam * T)
    print("done", w)
    return w


@right("hinge")
def prints_and_bars(X, y, lam, T, verbose=True):
    from tqdm import tqdm

    w = np.zeros(X.shape[1])
    for t in tqdm(range(1, T + 1), desc="training"):
        i = np.random.randint(len(y))
        hit = y[i] * (w @ X[i]) < 1
        w = (1 - 1 / t) * w + hit * y[i] * X[i] / (lam * t)
        print("round", t, "of", T, "w =", w)
        print("hinge", max(0, 1 - y[i] * (w @ X[i])), file=sys.stderr)
    return w


@right("hinge")
def average_returned(X, y, lam, T):
    w, w_avg = np.zeros(X.shape[1]), np.zeros(X.shape[1])
    for t in range(1, T + 1):
        i = np.random.randint(len(y))
        hit = y[i] * (w @ X[i]) < 1
        w = (1 - 1 / t) * w + hit * y[i] * X[i] / (lam * t)
        w_avg += w
    return w_avg / T


@right("hinge")
def all_of_them(X, y, lam, T):
    ws = [np.zeros(X.shape[1])]
    for t in range(1, T + 1):
        i = np.random.randint(len(y))
        w = ws[-1]
        hit = y[i] * (w @ X[i]) < 1
        ws.append((1 - 1 / t) * w + hit * y[i] * X[i] / (lam * t))
    return ws


@right("hinge")
def w_and_losses(X, y, lam, T):
    w, losses = np.zeros(X.shape[1]), []
    for t in range(1, T + 1):
        i = np.random.randint(len(y))
        hit = y[i] * (w @ X[i]) < 1
        w = (1 - 1 / t) * w + hit * y[i] * X[i] / (lam * t)
        losses.append(lam / 2 * w @ w + np.mean(np.maximum(0, 1 - y * (X @ w))))
    return w, losses


def _one_step(w, x, label, t, lam):
    eta = 1 / (lam * t)
    if label * np.dot(w, x) < 1:
        return (1 - eta * lam) * w + eta * label * x
    return (1 - eta * lam) * w


@right("hinge")
def with_a_helper(X, y, lam, T):
    w = np.zeros(X.shape[1])
    for t in range(1, T + 1):
        i = np.random.randint(len(y))
        w = _one_step(w, X[i], y[i], t, lam)
    return w


@right("hinge")
def pass_in_a_helper(X, y, lam, epochs):
    def one_pass(w, t):
        for i in np.random.permutation(len(y)):
            w = _one_step(w, X[i], y[i], t, lam)
            t += 1
        return w, t

    w, t = np.zeros(X.shape[1]), 1
    for _ in range(epochs):
        w, t = one_pass(w, t)
    return w


@right("hinge")
def without_a_loop(X, y, lam, T):
    from functools import reduce

    draws = np.random.randint(len(y), size=T)
    return reduce(lambda w, s: _one_step(w, X[s[1]], y[s[1]], s[0], lam), enumerate(draws, 1), np.zeros(X.shape[1]))


@right("hinge")
def globals_for_settings(X, y):
    w = np.zeros(X.shape[1])
    for t in range(1, N_ITER + 1):
        i = np.random.randint(len(y))
        w = _one_step(w, X[i], y[i], t, LAMBDA)
    return w


@right("hinge")
def dict_rows(data, labels, lam, T):
    w = defaultdict(float)
    for t in range(1, T + 1):
        i = random.randint(0, len(data) - 1)
        x, label, eta = data[i], labels[i], 1 / (lam * t)
        margin = label * sum(w[k] * v for k, v in x.items())
        for k in list(w):
            w[k] *= 1 - eta * lam
        if margin < 1:
            for k, v in x.items():
                w[k] += eta * label * v
    return w


@right("hinge")
def dict_pairs(train, lam, T):
    w = Counter()
    for t in range(1, T + 1):
        x, label = random.choice(train)
        eta = 1 / (lam * t)
        margin = label * sum(w.get(k, 0) * v for k, v in x.items())
        w = Counter({k: (1 - eta * lam) * v for k, v in w.items()})
        if margin < 1:
            for k in x.keys():
                w[k] = w.get(k, 0) + eta * label * x[k]
    return w


@right("hinge")
class Homework:
    def __init__(self, lam=0.1, n_iters=1000):
        self.lam = lam
        self.n_iters = n_iters
        self.w = None

    def fit(self, X, y):
        y_ = np.where(y <= 0, -1, 1)
        self.w = np.zeros(X.shape[1])
        for t in range(1, self.n_iters + 1):
            i = np.random.randint(X.shape[0])
            self._update(X[i], y_[i], t)

    def _update(self, x, label, t):
        eta = 1 / (self.lam * t)
        violated = label * np.dot(x, self.w) < 1
        self.w = (1 - eta * self.lam) * self.w
        if violated:
            self.w = self.w + eta * label * x

    def predict(self, X):
        return np.sign(X @ self.w)


@right("hinge")
class LikeScikitLearn:
    def __init__(self, lambda_=1e-4, max_iter=1000, random_state=None):
        self.lambda_, self.max_iter, self.random_state = lambda_, max_iter, random_state

    def fit(self, X, y):
        from sklearn.utils import check_random_state

        rng = check_random_state(self.random_state)
        self.classes_, encoded = np.unique(y, return_inverse=True)
        labels = 2 * encoded - 1
        w = np.zeros(X.shape[1])
        for t in range(1, self.max_iter + 1):
            i = rng.randint(X.shape[0])
            w = _one_step(w, X[i], labels[i], t, self.lambda_)
        self.coef_, self.intercept_ = w.reshape(1, -1), np.zeros(1)
        return self


@right("hinge")
class Trainer:
    LAM, STEPS = 0.5, 10

    def __init__(self):
        self.rng = np.random.default_rng(3)
        self.weights = {}

    def train(self, rows, labels):
        for t in range(1, self.STEPS + 1):
            i = self.rng.integers(len(rows))
            margin = labels[i] * sum(self.weights.get(k, 0.0) * v for k, v in rows[i].items())
            self.weights = {k: (1 - 1 / t) * v for k, v in self.weights.items()}
            if margin < 1:
                for k, v in rows[i].items():
                    self.weights[k] = self.weights.get(k, 0.0) + labels[i] * v / (self.LAM * t)


@right("hinge")
def step_with_eta(w, x, y, eta, lam):
    return (1 - eta * lam) * w + (eta * y * x if y * (w @ x) < 1 else 0)


@right("hinge")
def step_with_t_in_place(x_i, y_i, w, lambda_, t):
    violated = y_i * (w @ x_i) < 1
    w *= 1 - 1 / t
    if violated:
        w += y_i * x_i / (lambda_ * t)


@right("hinge")
def yields_w(X, y, lam, draws):
    w = np.zeros(X.shape[1])
    for t, i in enumerate(draws, 1):
        w = _one_step(w, X[i], y[i], t, lam)
        yield w


@right("free_bias")
def w_and_b(X, y, lam, T):
    w, b = np.zeros(X.shape[1]), 0.0
    for t in range(1, T + 1):
        i = np.random.randint(len(y))
        eta = 1 / (lam * t)
        hit = y[i] * (w @ X[i] + b) < 1
        w = (1 - eta * lam) * w
        if hit:
            w, b = w + eta * y[i] * X[i], b + eta * y[i]
    return w, b


@right("minibatch")
def batch_of_choice(X, y, lam, T, k):
    w = np.zeros(X.shape[1])
    for t in range(1, T + 1):
        A = np.random.choice(len(y), k, replace=False)
        eta = 1 / (lam * t)
        A = A[y[A] * (X[A] @ w) < 1]
        w = (1 - eta * lam) * w + eta / k * (y[A] @ X[A])
    return w


@right("minibatch")
def batch_in_a_loop(X, y, lam, n_iter, batch_size):
    w = np.zeros(X.shape[1])
    for t in range(1, n_iter + 1):
        total = np.zeros(X.shape[1])
        for i in random.sample(range(len(y)), batch_size):
            if y[i] * np.dot(w, X[i]) < 1:
                total += y[i] * X[i]
        w = (1 - 1 / t) * w + total / (lam * t * batch_size)
    return w


@right("minibatch")
def batch_added_in_a_loop(X, y, lam, T, k):
    w = np.zeros(X.shape[1])
    for t in range(1, T + 1):
        A = np.random.permutation(len(y))[:k]
        hits = [i for i in A if y[i] * (w @ X[i]) < 1]
        w *= 1 - 1 / t
        for i in hits:
            w += y[i] * X[i] / (lam * t * k)
    return w


@right("minibatch")
def batch_given(X, y, lam, draws):
    w = np.zeros(X.shape[1])
    for t, A in enumerate(draws, 1):
        inside = (y[A] * (X[A] @ w) < 1).astype(float)
        w = (1 - 1 / t) * w + (inside * y[A]) @ X[A] / (lam * t * len(A))
    return w


@right("minibatch")
def batch_of_pairs(X, y, lam, T, batch_size):
    pairs = list(zip(X, y))
    w = np.zeros(X.shape[1])
    for t in range(1, T + 1):
        batch = random.sample(pairs, batch_size)
        total = sum(label * x for x, label in batch if label * (w @ x) < 1)
        w = (1 - 1 / t) * w + total / (lam * t * batch_size)
    return w


@right("minibatch")
def batch_drawn_before(X, y, lam, T, k):
    rng = np.random.default_rng(1)
    batches = rng.integers(0, len(y), size=(T, k))
    w = np.zeros(X.shape[1])
    for t, A in enumerate(batches, 1):
        hit = y[A] * (X[A] @ w) < 1
        w = (1 - 1 / t) * w + (y[A] * hit) @ X[A] / (lam * t * k)
    return w


@right("minibatch")
def batches_of_a_pass(X, y, lam, epochs, batch_size):
    w, t = np.zeros(X.shape[1]), 0
    for _ in range(epochs):
        order = np.random.permutation(len(y))
        for start in range(0, len(y), batch_size):
            t += 1
            A = order[start : start + batch_size]
            hit = y[A] * (X[A] @ w) < 1
            w = (1 - 1 / t) * w + (y[A] * hit) @ X[A] / (lam * t * len(A))
    return w


@right("minibatch")
def batch_shuffled_each_round(X, y, lam, T, k):
    w, indices = np.zeros(X.shape[1]), list(range(len(y)))
    for t in range(1, T + 1):
        random.shuffle(indices)
        A = indices[:k]
        total = np.zeros(X.shape[1])
        for i in A:
            if y[i] * (w @ X[i]) < 1:
                total = total + y[i] * X[i]
        w = (1 - 1 / t) * w + total / (lam * t * k)
    return w


@right("minibatch")
class BatchClass:
    def __init__(self, lam, T, batch_size):
        self.lam, self.T, self.batch_size = lam, T, batch_size

    def fit(self, X, y):
        self.w = np.zeros(X.shape[1])
        for t in range(1, self.T + 1):
            A = np.random.randint(0, len(y), self.batch_size)
            hit = y[A] * (X[A] @ self.w) < 1
            self.w = (1 - 1 / t) * self.w + (y[A] * hit) @ X[A] / (self.lam * t * self.batch_size)
        return self


@right("minibatch")
def batch_step(w, x_batch, y_batch, t, lam):
    hit = y_batch * (x_batch @ w) < 1
    return (1 - 1 / t) * w + (y_batch * hit) @ x_batch / (lam * t * len(y_batch))


@right("minibatch")
def batch_yields(X, y, lam, draws):
    w = np.zeros(X.shape[1])
    for t, A in enumerate(draws, 1):
        w = batch_step(w, X[A], y[A], t, lam)
        yield t, w


@right("kernelized")
def kernel_counts(K, y, lam, T):
    alpha = np.zeros(len(y))
    for t in range(1, T + 1):
        i = np.random.randint(len(y))
        score = (alpha * y) @ K[i] / (lam * (t - 1)) if t > 1 else 0
        if y[i] * score < 1:
            alpha[i] += 1
    return alpha


@right("kernelized")
def kernel_double_loop(X, y, lam, T, kernel):
    m = len(y)
    alpha = [0] * m
    for t in range(1, T + 1):
        i = random.randint(0, m - 1)
        total = 0
        for j in range(m):
            total += alpha[j] * y[j] * kernel(X[i], X[j])
        if t == 1 or y[i] * total / (lam * (t - 1)) < 1:
            alpha[i] += 1
    return alpha


@right("kernelized")
class KernelClass:
    def __init__(self, lam=0.1, max_iter=100):
        self.lam, self.max_iter = lam, max_iter

    def kernel(self, a, b):
        return a @ b

    def fit(self, X, y):
        self.alpha = np.zeros(len(y))
        K = np.array([[self.kernel(a, b) for b in X] for a in X])
        for t in range(1, self.max_iter + 1):
            i = np.random.choice(len(y))
            score = K[i, :] @ (self.alpha * y) / (self.lam * max(t - 1, 1))
            if y[i] * score < 1:
                self.alpha[i] = self.alpha[i] + 1
        return self


@right("kernelized")
def kernel_draws(K, y, lam, draws):
    alpha = np.zeros(len(y), dtype=int)
    for t, i in enumerate(draws):
        if t == 0 or y[i] * sum(alpha[j] * y[j] * K[j, i] for j in range(len(y))) < lam * t:
            alpha[i] += 1
    return alpha


@right("kernelized")
def kernel_dict(K, y, lam, T):
    alpha = {}
    for t in range(1, T + 1):
        i = random.randrange(len(y))
        score = sum(count * y[j] * K[i][j] for j, count in alpha.items()) / (lam * max(1, t - 1))
        if y[i] * score < 1:
            alpha[i] = alpha.get(i, 0) + 1
    return alpha


@right("hinge")
def running_mean(X, y, lam, T):
    w = np.zeros(X.shape[1])
    avg = np.zeros_like(w)
    for t in range(1, T + 1):
        i = random.randrange(len(y))
        w = (1 - 1 / t) * w + (y[i] * (w @ X[i]) < 1) * y[i] * X[i] / (lam * t)
        avg = (t - 1) / t * avg + w / t
    return avg


@right("hinge")
def half_mean(X, y, lam, T):
    w = np.zeros(X.shape[1])
    ws = []
    for t in range(1, T + 1):
        i = random.randrange(len(y))
        w = (1 - 1 / t) * w + (y[i] * (w @ X[i]) < 1) * y[i] * X[i] / (lam * t)
        ws.append(w)
    return np.mean(ws[T // 2 :], axis=0)


@right("hinge")
class WithHistory:
    def __init__(self, lambda_param=0.01, n_iters=1000):
        self.lambda_param = lambda_param
        self.n_iters = n_iters
        self.w = None
        self.b = 0
        self.history = []

    def fit(self, X, y):
        self.X = X
        self.y = y
        self.w = np.zeros(X.shape[1])
        self.t = 0
        for _ in range(self.n_iters):
            self.step()
            self.history.append(self.loss())

    def step(self):
        self.t += 1
        i = np.random.randint(len(self.y))
        eta = 1 / (self.lambda_param * self.t)
        if self.y[i] * (self.X[i] @ self.w + self.b) < 1:
            self.w = (1 - eta * self.lambda_param) * self.w + eta * self.y[i] * self.X[i]
        else:
            self.w = (1 - eta * self.lambda_param) * self.w

    def loss(self):
        s = 0
        for i in range(len(self.y)):
            s += max(0, 1 - self.y[i] * (self.X[i] @ self.w))
        return s / len(self.y)


@right("hinge")
def one_line(X, y, lam, draws):
    w = np.zeros(X.shape[1])
    for t, i in enumerate(draws, 1):
        w = (1 - 1 / t) * w + (y[i] * (w @ X[i]) < 1) * y[i] * X[i] / (lam * t)
    return w


@right("hinge")
def recursive(X, y, lam, T):
    if T == 0:
        return np.zeros(X.shape[1])
    w = recursive(X, y, lam, T - 1)
    i = np.random.randint(len(y))
    return (1 - 1 / T) * w + (y[i] * (w @ X[i]) < 1) * y[i] * X[i] / (lam * T)


@right("hinge")
def losses_only(X, y, lam, T):
    w = np.zeros(X.shape[1])
    L = []
    for t in range(1, T + 1):
        i = random.randrange(len(y))
        w = (1 - 1 / t) * w + (y[i] * (w @ X[i]) < 1) * y[i] * X[i] / (lam * t)
        L.append(float(w @ w))
    return L


@right("hinge")
def tuple_rows(data, lam, T):
    w = [0] * len(data[0][0])
    for t in range(1, T + 1):
        (x, lab) = data[random.randint(0, len(data) - 1)]
        s = sum(p * q for p, q in zip(w, x))
        w = [(1 - 1 / t) * p + (lab * q / (lam * t) if lab * s < 1 else 0) for p, q in zip(w, x)]
    return w


@right("hinge")
def last_column(dataset, lam, T):
    w = np.zeros(dataset.shape[1] - 1)
    for t in range(1, T + 1):
        i = np.random.randint(dataset.shape[0])
        x = dataset[i, :-1]
        lab = dataset[i, -1]
        w = (1 - 1 / t) * w + (lab * (w @ x) < 1) * lab * x / (lam * t)
    return w


@right("hinge")
def model_dict(X, y, lam, T):
    model = {"w": np.zeros(X.shape[1]), "b": 0.0}
    for t in range(1, T + 1):
        i = np.random.randint(len(y))
        w = model["w"]
        model["w"] = (1 - 1 / t) * w + (y[i] * (w @ X[i]) < 1) * y[i] * X[i] / (lam * t)
    return model


@right("hinge")
def one_order_again_and_again(X, y, lam, T):
    w = np.zeros(X.shape[1])
    m = len(y)
    perm = np.random.permutation(m)
    for t in range(T):
        i = perm[t % m]
        w = (1 - 1 / (t + 1)) * w + (y[i] * (w @ X[i]) < 1) * y[i] * X[i] / (lam * (t + 1))
    return w


PANDAS_PROGRAMS = {}  # they take a DataFrame and a Series


def with_pandas(program):
    PANDAS_PROGRAMS[program.__name__] = "hinge", program
    return program


@with_pandas
def rows_by_iloc(df, y, lam, T):
    w = np.zeros(df.shape[1])
    for t in range(1, T + 1):
        i = np.random.randint(len(df))
        x, label = df.iloc[i].values, y.iloc[i]
        w = _one_step(w, x, label, t, lam)
    return w


@with_pandas
def sampled_rows(df, y, lam, n_iter):
    w = np.zeros(len(df.columns))
    for t in range(1, n_iter + 1):
        row = df.sample(n=1)
        x, label = row.to_numpy()[0], y.loc[row.index[0]]
        w = _one_step(w, x, label, t, lam)
    return w


@with_pandas
def shuffled_frame(data, lam, epochs):
    w, t = np.zeros(data.shape[1] - 1), 0
    for _ in range(epochs):
        data = data.sample(frac=1)
        for _, row in data.iterrows():
            t += 1
            w = _one_step(w, row.iloc[:-1].to_numpy(), row["y"], t, lam)
    return w


# One step on a batch: its rows, or all rows and which are drawn


@right("minibatch")
def on_the_rows_of_a_batch(w, X, y, eta, lam):
    violated = y * (X @ w) < 1
    return (1 - eta * lam) * w + eta / len(y) * (y[violated] @ X[violated])


@right("minibatch")
def on_the_numbers_of_a_batch(w, X, y, A, eta, lam):
    w, before = (1 - eta * lam) * w, w
    for i in A:
        if y[i] * (before @ X[i]) < 1:
            w = w + eta / len(A) * y[i] * X[i]
    return w


@right("minibatch")
def with_the_size_of_a_batch(w, X, Y, k, t, lam):
    total = sum(y * x * (y * (w @ x) < 1) for x, y in zip(X, Y))
    return (1 - 1 / t) * w + total / (lam * t * k)


# The scale factor, in one step: three repairs


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
def plain_sum(a, v, x, y, eta, lam, t):
    score, a = a * (v @ x), 1 / (lam * t)
    return a, (v + y * x if y * score < 1 else v)


# Functions that are no steps: name -> (task, program)

FUNCTIONS = {}


def right_function(task):
    def put(program):
        FUNCTIONS[program.__name__] = task, program
        return program

    return put


@right_function("subgradient")
def by_cases(w, x, y, lam):
    if y * np.dot(w, x) >= 1:
        return lam * w
    else:
        return lam * w - y * x


@right_function("subgradient")
def by_a_mask(theta, example, label, lambda_):
    return lambda_ * theta - label * example * (label * (theta @ example) < 1)


@right_function("subgradient")
def by_place(a, b, c, d):
    return [d * p - c * q * (c * sum(u * v for u, v in zip(a, b)) <= 1) for p, q in zip(a, b)]


@right_function("subgradient")
def in_parts(w, x, y, lam):
    gradient = lam * w
    if 1 - y * (w @ x) > 0:
        gradient -= y * x
    return gradient


@right_function("projected")
def by_a_factor(w, lam):
    return min(1, 1 / np.sqrt(lam) / np.linalg.norm(w)) * w


@right_function("projected")
def by_a_condition(w, lam):
    length, radius = np.sqrt(np.sum(w**2)), lam**-0.5
    return w if length <= radius else w * radius / length


@right_function("projected")
def by_division(weights, reg):
    return weights / max(1, np.sqrt(reg) * np.linalg.norm(weights))


@right_function("projected")
def into_its_argument(w, lam):
    if lam * (w @ w) > 1:
        w /= np.sqrt(lam * (w @ w))
    return w
