"""Choose the data, λ and draws with which a program is called, so that all its parts can be measured.

There are fewer examples than features, and they are linearly independent, so what a step adds has one reading. The
examples have very different lengths, so that margins lie on all sides of 1 and some steps leave every ball. The draws
hold a pass in the stored order, one in reverse, one example three times, and others; in some cases the pass in reverse
comes first, so that no program is right only because the examples drawn so far are those that are stored first.
"""

from math import sqrt

from pegasos_edu.check.parts.measured_steps import ProbeCase, dot
from pegasos_edu.check.parts.tasks import Task
from pegasos_edu.check.parts.words import brief

EDGE = "a margin of exactly 1"


_MADE = {}  # the cases of each kind of task


def prepare():
    """Make the cases for programs of all steps, and what is computed from their data."""
    for task in (Task("hinge"), Task("minibatch", is_batch=True), Task("kernelized", is_kernel=True)):
        for case in whole_runs(task):
            case.with_draws(case.draws)


def whole_runs(task):
    """Return the cases for a program of all steps, which are made once."""
    kind = task.name == "dual_ascent", task.is_kernel, task.is_batch
    if kind not in _MADE:
        _MADE[kind] = _whole_runs(task)
    return _MADE[kind]


def _whole_runs(task):
    if task.name == "dual_ascent":  # more examples than features, so that α must fall again, even to its bounds
        return [
            _case("many kinds of margins", 3, 7, 5, 0.3, (9, 0.5, 15, 10, 0.7, 14, 3), 3, task),
            _case("a small λ", 11, 9, 4, 0.07, (20, 0.3, 25, 0.8, 40, 3, 22, 0.6, 19), 3, task, is_reversed=True),
            _edge(task),
        ]
    cases = [
        _case("many kinds of margins", 3, 7, 16, 0.3, (0.5, 1.2, 3, 0.3, 8, 2, 20), 3, task),
        _case("a small λ", 11, 6, 15, 0.07, (20, 30, 9, 0.6, 40, 14), 2, task, is_reversed=True),
        _case("a large λ", 8, 7, 16, 1.9, (220, 0.4, 9, 1, 3, 0.8, 25), 3, task),
    ]
    if task.is_kernel:
        cases += [
            _alike("examples that are alike", 11, 7, 0.4, 1),
            _alike("examples that are alike, a small λ", 9, 6, 0.1, 4, is_reversed=True),
        ]
    return cases + [_edge(task)]


def _alike(name, seed, m, lam, size, is_reversed=False):
    """Return a case for kernels in which the sum says much about examples that were not added themselves."""
    chance = _numbers(seed)
    X, y = [], []
    for j in range(m):
        y.append(1 if j % 2 else -1)
        row = [(next(chance) % 17 - 8) / 8 for _ in range(m + 2)]
        row[0] += 1.25 * y[j] * (-1 if j % 5 == 4 else 1)
        row[1] += 0.5
        c = sqrt(size * lam * (1 + next(chance) % 9 / 2) / dot(row, row))
        X.append([c * a for a in row])
    draws = _two_passes(m, is_reversed) + [next(chance) % m for _ in range(20)]
    return ProbeCase(name, X, y, lam, draws, is_kernel=True)


def chain(task, gives_eta=True):
    """Return the case in which a program of one step is called again and again."""
    case = whole_runs(task)[0]
    return case.with_draws(case.draws, gives_eta=gives_eta)


def _case(name, seed, m, d, lam, sizes, k, task, is_reversed=False):
    """Return a case in which example j has the length √(λ·sizes[j])."""
    chance = _numbers(seed)
    X, y = [], []
    for size in sizes:
        row = [(next(chance) % 17 - 8) / 4 if next(chance) % 20 < 9 else 0.0 for _ in range(d)]
        row[len(X) % d] = row[len(X) % d] or 1.25
        c = sqrt(size * lam / dot(row, row))
        X.append([c * a for a in row])
        y.append(1 if next(chance) % 2 else -1)
    y[:2] = 1, -1
    draws = _two_passes(m, is_reversed) + [next(chance) % m for _ in range(10)]
    if task.is_batch:
        draws = [[(i + j) % m for j in (0, 1, m - 1)[:k]] for i in draws]
    return ProbeCase(name, X, y, lam, draws, is_kernel=task.is_kernel)


def _two_passes(m, is_reversed):
    """Return the draws of a pass in the stored order and of one in reverse, and then one example three times."""
    order = list(range(m))
    return (order[::-1] + order if is_reversed else order + order[::-1]) + [2, 2, 2]


def _numbers(seed):
    """Yield pseudo-random whole numbers, the same on every machine and in every Python."""
    while True:
        seed = (1103515245 * seed + 12345) % 2**31
        yield seed >> 12


def _edge(task):
    """Return a case with a margin of exactly 1 in step 2, without any rounding: w_2 = 2·x_0, and ⟨x_0, x_2⟩ = 1/2.

    This also holds with two examples in a step, because there w_2 = x_0 + x_1.
    """
    rows = [[1.0, 0.0], [0.0, 0.5], [0.5, 1.0], [-0.25, 0.75], [0.5, -1.25]]
    X = [row + [1.0 if i == j else 0.0 for j in range(5)] + [0.0] for i, row in enumerate(rows)]
    draws = [0, 2, 3, 4, 2, 0, 3, 1]
    if task.is_batch:
        draws = [[i, (i + 1) % 5] for i in draws]
    return ProbeCase(EDGE, X, [1, 1, 1, -1, 1], 0.5, draws, is_kernel=task.is_kernel)


# One step at chosen states

W = [1.0, -0.5, 0.25, 0.0, 0.75, -1.25]
_X = [1.0, 0.5, 1.0, 0.5, 0.0, 0.0]  # ⟨W, _X⟩ = 1
_ACROSS = [0.5, 1.0, 0.0, 2.0, 0.0, 0.0]  # ⟨W, _ACROSS⟩ = 0
_MARGINS = (0.5, -1.0, 2.0, 1.0, 0.0, 1.0625, 1.25, 3.5, 1.5)
_TIMES = ((2, 0.3), (3, 0.5), (5, 0.3), (10, 0.05), (2, 2.0), (4, 0.7), (7, 1.3))  # t and λ


class State:
    """Hold the state before a step, and the case of this one step."""

    def __init__(self, name, X, y, t, lam, w, b=0.0, a=None, is_batch=False, drawn=None, gram=None):
        draws = [list(range(len(y)))] if is_batch else [drawn or 0]
        self.case = ProbeCase(name, X, y, lam, draws, t, True, drawn is not None, a, gram)
        self.w, self.b, self.a = w, b, a


def chosen_states(task, is_scaled=False, gives_eta=True):
    """Return the states at which a program of one step is tried, with margins of every kind."""
    states = (
        _states_of_batches() if task.is_batch else chosen_counts(task) if task.is_kernel else _states(task, is_scaled)
    )
    for state in states:
        state.case.gives_eta = gives_eta
    return states


def _states(task, is_scaled):
    if task.name == "dual_ascent":
        return _states_of_dual()
    states = []
    for n, (z, y) in enumerate([(z, y) for z in _MARGINS for y in (1, -1)]):
        t, lam = _TIMES[n % len(_TIMES)]
        b = (1.5 if t % 2 else -0.75) if task.has_bias else 0.0
        states.append(_state(z, y, t, lam, W, b, is_scaled))
    for t, lam, z in ((3, 0.5, 6.0), (4, 0.7, -5.0), (2, 2.0, 8.0), (6, 0.3, 12.0)):  # long w
        states.append(_state(z, 1, t, lam, [4 * a for a in W], 0.5 if task.has_bias else 0.0, is_scaled, 4.0))
    for n, (z, y) in enumerate([(0.5, 1), (-0.5, -1), (1.3, 1), (1.6, -1), (0.75, -1)]):  # a short w stays in each ball
        t, lam = ((10, 0.5), (8, 0.6))[n % 2]
        states.append(_state(z, y, t, lam, [0.25 * a for a in W], 0.0, is_scaled, 0.25))
    states.append(State("w = 0, t = 1, λ = 0.3", [_X], [-1], 1, 0.3, [0.0] * 6, a=1.0 if is_scaled else None))
    return states


def _state(z, y, t, lam, w, b, is_scaled, size=1.0):
    x = [(y * z - b) / size * a for a in _X] if y * z - b else _ACROSS
    words = f"a margin of {brief(z)}, y = {'+1' if y > 0 else '−1'}, t = {t}, λ = {brief(lam)}"
    return State(words, [x], [y], t, lam, list(w), b, 0.25 if is_scaled else None)


def chosen_counts(task):
    """Return the states at which a program of one step with a kernel is tried.

    A step shows one bit, whether it adds. So the data are scaled such that the sum lies between the thresholds of two
    ways to compute the score, for each two that are next to each other.
    """
    base = whole_runs(task)[3]
    X, y, m = base.X, base.y, base.m
    states, n = [State("no counts, t = 1, λ = 0.3", X, y, 1, 0.3, [0.0] * m, drawn=1)], 0
    for t, lam in _TIMES[:6]:
        limits = [lam * u for u in (1, t - 1, t, t + 1, 2 * t - 2, 2 * t)] + [1.0, t - 1, t, t / (t - 1)]
        limits = sorted(limits + [lam * (t - 1) + 1, lam * t + 1, min(limits) / 3, -1.0])
        for low, high in zip(limits, limits[1:]):
            if high - low > 0.02 * abs(high):
                states.append(_state_of_counts(base, t, lam, (low + high) / 2, n))
                n += 1
    rows = [[1.0, 0.0, 0.0], [0.5, 1.0, 0.0], [0.0, 0.0, 2.0]]
    return states + [State(EDGE, rows, [1, 1, -1], 3, 0.5, [2.0, 0.0, 1.0], drawn=1)]


def _state_of_counts(base, t, lam, wanted, n):
    """Return a state with the sum y_i·Σ α_j·y_j·K_ij that is wanted."""
    X, y, K, m = base.X, base.y, base.gram, base.m
    while True:
        counts = [float((3 * j + n) * (n + 2) % 7 % 4) for j in range(m)]
        for i in [(n + j) % m for j in range(m)]:
            total = y[i] * sum([counts[j] * y[j] * K[i][j] for j in range(m)])
            if total * wanted > 0 and counts[i] == n % 3:
                c = sqrt(wanted / total)
                words = f"the counts {brief(counts)}, example {i}, t = {t}, λ = {brief(lam)}"
                scaled, of_scaled = [[[d * a for a in row] for row in rows] for d, rows in ((c, X), (c * c, K))]
                return State(words, scaled, y, t, lam, counts, drawn=i, gram=of_scaled)
        n += 1


def _states_of_dual():
    """Return states with α·y of 0, 0.3 and 1 at every margin; b stands for the α of the drawn example."""
    states = []
    for n, (z, y) in enumerate([(z, y) for z in _MARGINS[:5] for y in (1, -1)]):
        lam, share = _TIMES[n % 5][1], (0.3, 0.0, 1.0)[n % 3]
        X = [[y * z * a for a in _X] if z else [y * a for a in _ACROSS], _ACROSS]
        words = f"a margin of {brief(z)}, y = {'+1' if y > 0 else '−1'}, α·y = {share:g}, λ = {brief(lam)}"
        states.append(State(words, X, [y, 1], 1, lam, list(W), y * share))
    return states


def _states_of_batches():
    choices = (((0.5, 1), (2.0, -1), (-1.0, 1)), ((2.0, 1), (0.0, -1), (0.5, -1)), ((1.0, 1), (2.0, -1), (0.5, 1)),
               ((2.0, 1), (2.5, -1), (3.0, 1)), ((-1.0, -1), (0.5, -1), (0.0, 1)), ((0.5, -1),),
               ((1.25, 1), (0.75, -1)), ((0.5, 1), (-0.5, 1), (4.0, -1), (1.125, -1)),
               ((1.0625, 1), (3.0, 1), (-2.0, -1)))  # fmt: skip
    states = []
    for n, batch in enumerate(choices):
        for size in (1.0, 4.0):
            t, lam = _TIMES[(n + int(size)) % len(_TIMES)]
            X = [_in_batch(y * z / size, j) for j, (z, y) in enumerate(batch)]
            words = f"margins of {', '.join([f'{brief(z)}' for z, _ in batch])}, t = {t}, λ = {brief(lam)}"
            states.append(State(words, X, [y for _, y in batch], t, lam, [size * a for a in W_OF_BATCH], is_batch=True))
    X = [_in_batch(1.0, 0), _in_batch(-1.0, 1)]
    states.append(State("w = 0, t = 1, λ = 0.3", X, [1, -1], 1, 0.3, [0.0] * len(W_OF_BATCH), is_batch=True))
    return states


W_OF_BATCH = W + [0.5, -0.25, 1.5]


def _in_batch(score, j):
    """Return an example with a score, such that the examples of a batch are linearly independent of each other."""
    x = [score * a for a in _X] + [0.0, 0.0, 0.0]
    x[3] += 0.5 * (j + 1)  # w is 0 in this feature
    if j % 4 == 1:
        x[4], x[5] = x[4] + 2.5, x[5] + 1.5
    if j % 4 == 2:
        x[6], x[7] = x[6] + 1.0, x[7] + 2.0
    if j % 4 == 3:
        x[7], x[8] = x[7] + 3.0, x[8] + 0.5
    return x
