"""An algorithm as a loop: in pieces as in one go, from any step on."""

import inspect

import numpy as np
import pytest
from conftest import SETS, advance, answers, input_of, of_batches
from scipy import sparse

from pegasos_edu import ALGORITHMS, copied, hinge, last, run, scaled, summed
from pegasos_edu.algorithms.inputs import Rows
from pegasos_edu.algorithms.rows import augmented
from pegasos_edu.fast.averaging import mean_of
from pegasos_edu.fast.loops import before, looped


def same(a, b):
    return all(np.array_equal(x, z) for x, z in zip(a, b, strict=True))


@pytest.mark.parametrize("algorithm", ALGORITHMS.values(), ids=ALGORITHMS)
def test_in_pieces_a_algorithm_makes_the_steps_that_it_makes_in_one_go(algorithm, data):
    X, y = input_of(algorithm, data[0]).astype(float), answers(algorithm, data[1].astype(float))
    options = {name: min(k, len(y)) for name, k in of_batches(algorithm).items()}
    draws = run(algorithm, X, y, lam=0.037, T=60, **options).draws
    step = before(algorithm, X, y)
    for part in np.split(draws, [1, 2, 30]):
        step = advance(algorithm, X, y, 0.037, part, step)
    assert same(step, last(algorithm(X, y, 0.037, draws)))


@pytest.mark.parametrize(
    "algorithm", [algorithm for algorithm in ALGORITHMS.values() if Rows in algorithm.__annotations__.values()]
)
def test_sparse_and_augmented_rows_go_in_pieces_too(algorithm, data):
    X, y = sparse.csr_array(data[0]), answers(algorithm, data[1].astype(float))
    draws = np.zeros((40, 2) if of_batches(algorithm) else 40, dtype=np.int64)
    draws[1::2] = 1
    for rows in (X, augmented(X, 2.0)):
        step = before(algorithm, rows, y)
        for part in np.split(draws, [7]):
            step = advance(algorithm, rows, y, 0.037, part, step)
        assert same(step, last(algorithm(rows, y, 0.037, draws)))


def test_options_and_the_norm_of_the_projection_go_along(data):
    X, y = data[0].astype(float), data[1].astype(float)
    draws = np.resize(np.arange(len(y)), 50)
    step = before(scaled, X, y)
    for part in np.split(draws, [20]):
        step = advance(scaled, X, y, 1e-4, part, step, True)
    assert same(step, last(scaled(X, y, 1e-4, draws, project=True)))


def test_step_0_holds_what_the_first_step_starts_from():
    step = before(summed, np.ones((3, 2)), np.ones(3))
    assert step.t == 0 and step.eta == 0 and step.v.tolist() == [0, 0] and step.w.tolist() == [0, 0]
    first = copied(advance(summed, np.ones((3, 2)), np.ones(3), 0.5, np.array([1]), step))
    assert first.t == 1 and first.w.tolist() == [2, 2]


def test_the_loop_has_the_lines_of_the_algorithm_and_its_file():
    loop = looped(hinge)
    assert loop.__code__.co_filename == hinge.__code__.co_filename
    lines, first = inspect.getsourcelines(hinge)
    assert all(first <= line < first + len(lines) for *_, line in loop.__code__.co_lines() if line)


@pytest.mark.parametrize("algorithm", ALGORITHMS.values(), ids=ALGORITHMS)
def test_what_each_part_leaves_enters_the_mean(algorithm):
    X, y = SETS["noisy in 20 dimensions"]
    X, y = input_of(algorithm, X), answers(algorithm, y.astype(float))
    draws = run(algorithm, X, y, lam=0.037, T=60, **of_batches(algorithm)).draws
    step = before(algorithm, X, y)
    mean = mean_of("all", step.kept[1])
    looped(algorithm)(X, y, 0.037, draws, np.array([10, 30, 60]), step, mean)
    left = [s * v for step in stack_of(algorithm, X, y, draws) if step.t in (10, 30, 60) for s, v in [step.kept]]
    np.testing.assert_allclose(mean.w, np.mean(left, axis=0), rtol=1e-12, atol=1e-15)


def stack_of(algorithm, X, y, draws):
    return [copied(step) for step in algorithm(X, y, 0.037, draws)]


def other_shape(X, y, lam, draws):
    w = np.zeros(2)
    t = 0
    for i in draws:
        t += 1
        yield t, i, w


def test_a_algorithm_of_another_shape_is_refused_in_words():
    with pytest.raises(ValueError, match="got other_shape of another shape; run it step by step, with run"):
        looped(other_shape)
