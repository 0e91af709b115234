"""Test that the loop made from an algorithm takes the same steps as the algorithm, from any step on."""

import inspect

import numpy as np
import pytest
from conftest import ROW_ALGORITHMS, SETS, advance, answers, input_of, of_batches
from scipy import sparse

from pegasos_edu import ALGORITHMS, copied, hinge, last, run, scaled, summed
from pegasos_edu.algorithms.rows import augmented
from pegasos_edu.fast.averaging import mean_of
from pegasos_edu.fast.loops import initial_step, looped, notes_for

X, Y = SETS["noisy in 20 dimensions"]
Y = Y.astype(float)


def same(a, b):
    return all(np.array_equal(x, z) for x, z in zip(a, b, strict=True))


@pytest.mark.parametrize("algorithm", ALGORITHMS.values(), ids=ALGORITHMS)
def test_several_calls_take_the_steps_of_the_algorithm_and_average_the_ends_of_parts(algorithm):
    rows, y = input_of(algorithm, X), answers(algorithm, Y)
    draws = run(algorithm, rows, y, lam=0.037, T=60, **of_batches(algorithm)).draws
    steps = [copied(step) for step in algorithm(rows, y, 0.037, draws)]
    step = initial_step(algorithm, rows, y)
    mean = mean_of("all", step.kept[1])
    for part, ends in ((draws[:1], [1]), (draws[1:30], [9, 29]), (draws[30:], [30])):
        notes, first = notes_for(step, part), step.t
        step = looped(algorithm)(rows, y, 0.037, part, np.array(ends), step, mean, notes)
        for note, taken in zip(notes, steps[first:]):
            scores = np.append(taken.score, taken.delta) if taken.is_dual else np.squeeze(taken.scored)
            np.testing.assert_array_equal(note, scores)
    assert same(step, steps[-1])
    left = [s * v for s, v in (steps[n].kept for n in (0, 9, 29, 59))]
    np.testing.assert_allclose(mean.w, np.mean(left, axis=0), rtol=1e-12, atol=1e-15)


@pytest.mark.parametrize("algorithm", ROW_ALGORITHMS)
def test_so_do_loops_over_sparse_and_augmented_rows(algorithm):
    rows, y = sparse.csr_array(X), answers(algorithm, Y)
    draws = run(algorithm, rows, y, lam=0.037, T=40, **of_batches(algorithm)).draws
    for form in (rows, augmented(rows, 2.0)):
        step = initial_step(algorithm, form, y)
        for part in np.split(draws, [7]):
            step = advance(algorithm, form, y, 0.037, part, step)
        assert same(step, last(algorithm(form, y, 0.037, draws)))


def test_loops_take_the_options_of_the_algorithm():
    step = initial_step(scaled, X, Y)
    for part in np.split(np.arange(50), [20]):
        step = advance(scaled, X, Y, 1e-4, part, step, True)
    assert same(step, last(scaled(X, Y, 1e-4, np.arange(50), project=True)))


def test_step_0_holds_the_state_from_which_the_first_step_starts():
    step = initial_step(summed, np.ones((3, 2)), np.ones(3))
    assert step.t == 0 and step.eta == 0 and step.v.tolist() == [0, 0] and step.w.tolist() == [0, 0]


def test_the_loop_has_the_lines_of_the_algorithm_and_its_file():
    loop = looped(hinge)
    assert loop.__code__.co_filename == hinge.__code__.co_filename
    lines, first = inspect.getsourcelines(hinge)
    assert all(first <= line < first + len(lines) for *_, line in loop.__code__.co_lines() if line)


def other_shape(X, y, lam, draws):
    w = np.zeros(2)
    t = 0
    for i in draws:
        t += 1
        yield t, i, w


def test_an_algorithm_of_another_shape_is_refused_in_words():
    with pytest.raises(ValueError, match="got other_shape of another shape; run it step by step, with run"):
        looped(other_shape)
