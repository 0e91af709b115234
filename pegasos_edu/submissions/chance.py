"""Random numbers that are no chance: whoever asks for an example gets the next one of given draws.

While a program of a learner's runs, the functions of ``random`` and ``numpy.random``, what they construct, and what
the program holds of them already are exchanged for others that serve given draws, in whatever form an example is asked
for: a whole number, an element, rows, a sample, an order, or a number in [0, 1) to be multiplied by m. Everything else
comes from a fixed seed. Each request is noted, as it says what the program could ever have looked at.
"""

import random
import sys
from contextlib import contextmanager
from typing import NamedTuple

import numpy as np

from pegasos_edu.submissions.trial import swapped

SEED = 20  # of all that is not an example


class Request(NamedTuple):
    """What a program asked for."""

    kind: str  # "integer", "choice", "sample", "order", "uniform", "seed" or "other"
    low: float | None  # the least that could have come
    high: float | None  # the largest that could have come
    size: tuple | None  # None for a single number
    round: int  # from 1; 0 before the first
    served: tuple = ()  # the examples that it was given; () where it asked for something else
    clock: int = 0  # when

    @property
    def is_of_examples(self):
        """Whether it was answered from the draws."""
        return bool(self.served)


class Chance:
    """The draws, served one after the other, and the requests.

    Parameters
    ----------
    draws : array of int, (T,) or (T, k)
    m : int
        The number of examples.
    orders_by_round : bool
        Whether an order of all examples serves for one round, of which the first k are used, or for a whole pass.
    clock : callable
        The time to note with a request.
    """

    def __init__(self, draws, m, orders_by_round=False, clock=lambda: 0):
        draws = np.asarray(draws)
        self.stream, self.at, self.m = draws.ravel().tolist(), 0, m
        self.T, self.k = len(draws), draws.shape[1] if draws.ndim > 1 else 1
        self.orders_by_round, self.clock = orders_by_round, clock
        self.requests = []
        self.rest = np.random.Generator(np.random.PCG64(SEED))

    def note(self, kind, low, high, size, served=()):
        """Write down a request."""
        size = None if size is None else tuple(np.atleast_1d(size).tolist())
        self.requests.append(Request(kind, low, high, size, 0, tuple(served), self.clock()))

    def integers(self, low, high, size=None, kind="integer", replace=True):
        """Whole numbers from low to high, both inclusive, as an array; the examples drawn if it looks like these."""
        low, high, count = int(low), int(high), _count(size)
        n = high - low + 1
        if n < 1:
            raise ValueError("low >= high")
        if not replace and count > n:
            raise ValueError("Cannot take a larger sample than population when replace is False")
        if not self._is_of_examples(low, n):
            self.note(kind, low, high, size)
            return low + (self.rest.integers(n, size=count) if replace else self.rest.permutation(n)[:count])
        shift = 1 if low == 1 and n == self.m else 0  # examples counted from 1
        drawn = self._take(count) if replace else self._different(count, low - shift, high - shift)
        drawn = [min(max(i, low - shift), high - shift) for i in drawn]
        self.note(kind, low, high, size, drawn)
        return np.array(drawn, dtype=np.int64) + shift

    def order(self, n):
        """An order of 0, …, n − 1."""
        return self.integers(0, n - 1, n, "order", replace=False)

    def uniform(self, low, high, size=None):
        """Numbers in [low, high), as an array; the middles of the m equal parts that stand for the examples."""
        count = _count(size)
        is_index = low >= 0 and (high - low >= self.m - 1 or (low, high) == (0, 1))
        known = {1, self.k, self.T, self.T * self.k}
        if not is_index or (size is not None and count not in known | {self.m}):
            self.note("other", low, high, size)
            return low + (high - low) * self.rest.random(count)
        if size is None or count in known:
            drawn = places = self._take(count)
        else:  # numbers to be sorted
            drawn = self._different(count, 0, self.m - 1)
            places = np.argsort(drawn)
        self.note("uniform", low, high, size, drawn)
        return low + (high - low) * (np.asarray(places) + 0.5) / self.m

    def _is_of_examples(self, low, n):
        return self.m > 1 and low in (0, 1) and abs(n - self.m) <= 1

    def _take(self, count):
        taken = [self.stream[(self.at + j) % len(self.stream)] for j in range(count)]
        self.at += count
        return taken

    def _different(self, count, low, high):
        """The next draws without those that came before; what is missing follows in order."""
        used = self.k if self.orders_by_round and count > self.k else count
        wanted = [i for i in dict.fromkeys(self._take(used)) if low <= i <= high]
        return (wanted + [i for i in range(low, high + 1) if i not in wanted])[:count]


def _count(size):
    return 1 if size is None else int(np.prod(size))


def _shaped(values, size, single):
    """The values as they were asked for: one number, or an array of a shape."""
    return single(values[0]) if size is None else np.asarray(values).reshape(size)


def _from(a):
    """Of a population the least and the largest whole number that can come, or place; and whether it is of numbers."""
    if _is_number(a):
        return 0, int(a) - 1, True
    if isinstance(a, (range, list, tuple)) or (isinstance(a, np.ndarray) and a.ndim == 1):
        ends = _range(a)
        if ends is not None:
            return *ends, True
    return 0, len(a) - 1, False


def _is_number(a):
    return np.ndim(a) == 0 if isinstance(a, np.ndarray) else not hasattr(a, "__len__")


def _range(a):
    """The ends of a list of whole numbers one after the other; None for anything else."""
    if len(a) == 0 or not all(isinstance(x, (int, np.integer)) and not isinstance(x, bool) for x in a):
        return None
    low, high = int(a[0]), int(a[-1])
    return (low, high) if high - low + 1 == len(a) and all(x == low + j for j, x in enumerate(a)) else None


class _OfNumpy:
    """What ``numpy.random`` offers, old and new, from the `Chance` that serves now."""

    _single = int

    def _drawn(self, low, high, size, **options):
        return _shaped(_serving().integers(low, high, size, **options), size, type(self)._single)

    def randint(self, low, high=None, size=None, dtype=int):
        low, high = (0, low) if high is None else (low, high)
        return self._drawn(low, high - 1, size)

    def random_integers(self, low, high=None, size=None):
        low, high = (1, low) if high is None else (low, high)
        return self._drawn(low, high, size)

    def integers(self, low, high=None, size=None, dtype=np.int64, endpoint=False):
        low, high = (0, low) if high is None else (low, high)
        return self._drawn(low, high if endpoint else high - 1, size)

    def choice(self, a, size=None, replace=True, p=None, axis=0, shuffle=True):
        low, high, is_numbers = _from(a)
        if high < low:
            raise ValueError("a cannot be empty unless no samples are taken")
        kind = "choice" if replace else "sample"
        numbers = _shaped(_serving().integers(low, high, size, kind, replace or size is None), size, type(self)._single)
        return numbers if is_numbers else np.take(np.asarray(a), numbers, axis=axis)

    def permutation(self, x, axis=0):
        if _is_number(x):
            return _serving().order(int(x))
        return np.take(np.asarray(x), _serving().order(np.shape(x)[axis]), axis=axis)

    def permuted(self, x, axis=None, out=None):
        return self.permutation(x, axis or 0)

    def shuffle(self, x, axis=0):
        _shuffle(x)

    def rand(self, *shape):
        return self.uniform(size=shape or None)

    def random_sample(self, size=None):
        return self.uniform(size=size)

    def random(self, size=None, dtype=float, out=None):
        return self.uniform(size=size)

    def uniform(self, low=0.0, high=1.0, size=None):
        return _shaped(_serving().uniform(low, high, size), size, float)

    def normal(self, loc=0.0, scale=1.0, size=None):
        _serving().note("other", None, None, size)
        return _shaped(_serving().rest.normal(loc, scale, _count(size)), size, float)

    def standard_normal(self, size=None, dtype=float, out=None):
        return self.normal(size=size)

    def randn(self, *shape):
        return self.normal(size=shape or None)

    def seed(self, seed=None):
        _serving().note("seed", None, None, None)


class ServedGenerator(_OfNumpy, np.random.Generator):
    """A Generator that serves."""

    _single = np.int64

    def __init__(self, seed=None):
        super().__init__(np.random.PCG64(SEED))


class ServedRandomState(_OfNumpy, np.random.RandomState):
    """A RandomState that serves."""

    def __init__(self, seed=None):
        super().__init__(SEED)
        if _SERVING:
            _serving().note("seed", None, None, None)

    seed = _OfNumpy.seed
    ranf = sample = _OfNumpy.random_sample


class ServedRandom(random.Random):
    """A Random that serves."""

    def __init__(self, seed=None):
        super().__init__(SEED)
        if _SERVING:
            _serving().note("seed", None, None, None)

    def seed(self, seed=None, version=2):
        super().seed(SEED)
        if _SERVING:
            _serving().note("seed", None, None, None)

    def random(self):
        return float(_serving().uniform(0, 1)[0]) if _SERVING else super().random()

    def uniform(self, a, b):
        return float(_serving().uniform(a, b)[0])

    def randint(self, a, b):
        return int(_serving().integers(a, b)[0])

    def randrange(self, start, stop=None, step=1):
        start, stop = (0, start) if stop is None else (start, stop)
        steps = len(range(start, stop, step))
        return int(_serving().integers(start, start + steps - 1)[0]) if step == 1 else start + step * self._of(steps)

    def _of(self, n):
        return int(_serving().integers(0, n - 1)[0])

    def gauss(self, mu=0.0, sigma=1.0):
        _serving().note("other", None, None, None)
        return float(_serving().rest.normal(mu, sigma))

    normalvariate = gauss

    def choice(self, seq):
        if not len(seq):
            raise IndexError("Cannot choose from an empty sequence")
        return self._elements(seq, None, "choice", True)[0]

    def choices(self, population, weights=None, *, cum_weights=None, k=1):
        return self._elements(population, k, "choice", True)

    def sample(self, population, k, *, counts=None):
        return self._elements(population, k, "sample", False)

    @staticmethod
    def _elements(population, size, kind, replace):
        low, high, is_numbers = _from(population)
        numbers = _serving().integers(low, high, size, kind, replace)
        return [population[number - (low if is_numbers else 0)] for number in numbers.tolist()]

    def shuffle(self, x):
        _shuffle(x)


def _shuffle(x):
    """Put x in the next order, in place, whatever it is.

    Of the numbers of the examples the order is that of the draws, however they stood before; of anything else only the
    places are known, and not which examples stand there.
    """
    order = _serving().order(len(x))
    before = x.copy() if isinstance(x, np.ndarray) else list(x)
    if all(isinstance(i, (int, np.integer)) for i in before) and sorted(before) == list(range(len(x))):
        before = range(len(x))
    else:
        _serving().requests[-1] = _serving().requests[-1]._replace(served=())
    for place, i in enumerate(order.tolist()):
        x[place] = before[i]


def _default_rng(seed=None):
    if isinstance(seed, ServedGenerator):
        return seed
    _serving().note("seed", None, None, None)
    return ServedGenerator()


_SERVING = []  # the last one serves


def _serving():
    return _SERVING[-1]


_KINDS = ((np.random.Generator, ServedGenerator), (np.random.RandomState, ServedRandomState))
_KINDS += ((random.Random, ServedRandom),)


class Exchange:
    """What stands for the real functions, classes and objects: made once for a program, used for each of its calls."""

    def __init__(self):
        self.held = {real: served() for real, served in _KINDS}
        old, plain = self.held[np.random.RandomState], self.held[random.Random]
        self.modules = [
            (vars(np.random), self._bound(np.random, old) | _CONSTRUCTORS | {"ranf": old.ranf, "sample": old.sample}),
            (vars(np.random.mtrand), {"_rand": old}),
            (vars(random), self._bound(random, plain) | {"Random": ServedRandom, "SystemRandom": ServedRandom}),
        ]
        self.by_id = {id(names[name]): one for names, new in self.modules for name, one in new.items() if name in names}

    @staticmethod
    def _bound(module, served):
        """The module's functions that are methods of a hidden object."""
        names = (name for name, value in vars(module).items() if isinstance(_owner(value), _REAL) and name[0] != "_")
        return {name: getattr(served, name) for name in names}

    def of(self, value):
        """What stands for a value; None if it may stay."""
        if id(value) in self.by_id:
            return self.by_id[id(value)]
        one = self._of_object(value)
        if one is None and self._of_object(_owner(value)) is not None:
            return getattr(self._of_object(_owner(value)), getattr(value, "__name__", ""), None)
        return one or self._of_sklearn(value)

    def _of_object(self, value):
        if not isinstance(value, _REAL) or isinstance(value, (_OfNumpy, ServedRandom)):
            return None
        return next(self.held[real] for real, _ in _KINDS if isinstance(value, real))

    def _of_sklearn(self, value):
        if getattr(value, "__name__", None) not in ("shuffle", "resample"):
            return None
        module = sys.modules.get("sklearn.utils")
        if module is None or value is not getattr(module, value.__name__, None):
            return None
        old = self.held[_REAL[1]]
        return lambda *arrays, random_state=None, **options: value(*arrays, random_state=old, **options)

    def changes(self, namespaces):
        """What to put into the namespaces of a program, as `trial.swapped` takes it."""
        return [
            (names, {name: self.of(value) for name, value in list(names.items()) if self.of(value) is not None})
            for names in namespaces
        ]


_REAL = tuple(real for real, _ in _KINDS)
_CONSTRUCTORS = {"default_rng": _default_rng, "Generator": ServedGenerator, "RandomState": ServedRandomState}


def _owner(value):
    return getattr(value, "__self__", None)


@contextmanager
def serving(chance, exchange, namespaces, cells=()):
    """Let the chance serve whoever asks, in the whole process, and put all back at the end.

    Parameters
    ----------
    chance : Chance
    exchange : Exchange
    namespaces : list of dict
        Globals of the program's modules, and attributes of its objects.
    cells : list of cell
        Of its closures.
    """
    sklearn = sys.modules.get("sklearn.utils")
    everywhere = [*namespaces, vars(sklearn)] if sklearn else namespaces
    held = [(cell, cell.cell_contents) for cell in cells if exchange.of(cell.cell_contents) is not None]
    _SERVING.append(chance)
    try:
        with swapped([*exchange.modules, *exchange.changes(everywhere)]):
            for cell, value in held:
                cell.cell_contents = exchange.of(value)
            yield
    finally:
        _SERVING.remove(chance)
        for cell, value in held:
            cell.cell_contents = value
