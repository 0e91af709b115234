"""Examples are served from given draws, in whatever form they are asked for, and nothing of it stays."""

import random

import numpy as np
import pytest

from pegasos_edu.submissions.chance import Chance, Exchange, serving

DRAWS = [3, 1, 4, 0, 2, 5, 7, 6, 1, 1]
rng, state, own = np.random.default_rng(1), np.random.RandomState(1), random.Random(1)
PAIRS = list(zip("abcdefgh", range(8)))
FIRST = {
    "randint": lambda: np.random.randint(8),
    "randint of a size": lambda: np.random.randint(0, 8, 1)[0],
    "integers": lambda: rng.integers(8),
    "integers with the end": lambda: rng.integers(0, 7, endpoint=True),
    "RandomState": lambda: state.randint(0, 8),
    "a new RandomState": lambda: np.random.RandomState(3).randint(8),
    "a new Generator": lambda: np.random.Generator(np.random.PCG64(3)).integers(8),
    "numpy's choice": lambda: np.random.choice(8),
    "choice of an array": lambda: np.random.choice(np.arange(8)),
    "choice without replacement": lambda: rng.choice(8, 1, replace=False)[0],
    "rand": lambda: int(np.random.rand() * 8),
    "uniform": lambda: int(np.random.uniform(0, 8)),
    "random's randint": lambda: random.randint(0, 7),
    "counted from 1": lambda: random.randint(1, 8) - 1,
    "too wide": lambda: random.randint(0, 8),
    "randrange": lambda: random.randrange(8),
    "random's choice": lambda: random.choice(range(8)),
    "choice of pairs": lambda: random.choice(PAIRS)[1],
    "choices": lambda: random.choices(PAIRS)[0][1],
    "sample": lambda: random.sample(PAIRS, 1)[0][1],
    "random": lambda: int(random.random() * 8),
    "own Random": lambda: own.randrange(0, 8),
    "a new Random": lambda: random.Random(3).randint(0, 7),
    "after other numbers": lambda: (np.random.randn(3), random.gauss(0, 1), random.choice([-1, 1]), rng.integers(8))[
        -1
    ],
}
ORDERS = {
    "permutation": lambda: np.random.permutation(8),
    "permutation of a Generator": lambda: rng.permutation(np.arange(8)),
    "shuffle": lambda: _shuffled(np.random.shuffle, np.arange(8)),
    "random's shuffle": lambda: _shuffled(random.shuffle, [7, 6, 5, 4, 3, 2, 1, 0]),
    "sample of all": lambda: random.sample(range(8), 8),
    "sorted": lambda: np.argsort(np.random.rand(8)),
}


def _shuffled(shuffle, x):
    shuffle(x)
    return x


def served(ask, **options):
    chance = Chance(DRAWS, 8, **options)
    with serving(chance, Exchange(), [globals()]):
        return ask(), chance


@pytest.mark.parametrize("name", FIRST)
def test_an_example_is_the_next_of_the_draws(name):
    answer, chance = served(FIRST[name])
    assert answer == 3
    assert [one for one in chance.requests if one.served][0].served == (3,)


@pytest.mark.parametrize("name", ORDERS)
def test_an_order_is_that_of_the_draws(name):
    assert list(served(ORDERS[name])[0]) == DRAWS[:8]


def test_an_order_takes_up_a_pass_or_a_round():
    both = lambda: (np.random.permutation(8), np.random.randint(8))  # noqa: E731
    assert served(both)[0][1] == 1 and served(both, orders_by_round=True)[0][1] == 1
    assert served(lambda: [np.random.permutation(8)[0] for _ in range(4)], orders_by_round=True)[0] == DRAWS[:4]


def test_several_at_once_are_several_draws():
    assert served(lambda: np.random.randint(0, 8, size=10))[0].tolist() == DRAWS
    assert served(lambda: rng.integers(8, size=(5, 2)))[0].tolist() == np.reshape(DRAWS, (5, 2)).tolist()
    assert served(lambda: (np.random.rand(10) * 8).astype(int))[0].tolist() == DRAWS


def test_what_could_have_come_is_noted():
    def ask():
        random.randint(0, 8)
        random.randint(1, 7)
        np.random.seed(3)
        return random.uniform(-1, 1)

    wide, narrow, seed, other = served(ask)[1].requests
    assert (wide.low, wide.high, narrow.low, narrow.high) == (0, 8, 1, 7)
    assert (seed.kind, other.kind) == ("seed", "other")


def test_other_numbers_come_from_a_fixed_seed():
    ask = lambda: (np.random.randn(2).tolist(), random.gauss(0, 1), rng.integers(100), random.random())  # noqa: E731
    assert served(ask)[0] == served(ask)[0]


def test_everything_is_put_back_whatever_happens():
    before = rng, state, own, random.random, np.random.randint, np.random.default_rng, np.random.mtrand._rand
    with pytest.raises(KeyError):
        served(lambda: {}["no"])
    assert before == (rng, state, own, random.random, np.random.randint, np.random.default_rng, np.random.mtrand._rand)
    assert isinstance(np.random.default_rng(1).integers(8), np.integer)


def test_errors_are_those_of_the_real_functions():
    for ask in (lambda: random.choice([]), lambda: np.random.randint(0), lambda: random.sample(range(3), 4)):
        with pytest.raises((ValueError, IndexError)):
            served(ask)
