"""Test the properties of steps, alone and stacked."""

import numpy as np
import pytest

from pegasos_edu import ALGORITHMS, copied, hinge, kernelized, run, scaled, stack, summed
from pegasos_edu.algorithms.inputs import Batches, Classes, Gram
from pegasos_edu.algorithms.step_types import STEPS
from pegasos_edu.datasets import toy

X, y, _ = toy(20)


def test_a_step_prints_on_one_line_with_rounded_numbers():
    (step,) = run(hinge, [[1.0, 2.0], [3.0, 4.0]], [1, -1], lam=1 / 3, draws=[1])
    assert repr(step) == "LinearStep(t=1, i=1, eta=3, score=0, w=[ -9. -12.])"


def test_long_arrays_are_cut_short_when_printed():
    (step,) = run(kernelized, np.eye(50), np.ones(50), lam=1, draws=[1])
    assert repr(step) == "KernelStep(t=1, i=1, eta=1, score=0, alpha=[0. 1. ... 0. 0.])"


def test_w_of_a_stack_is_the_stack_of_w():
    for algorithm in (scaled, summed):
        steps = run(algorithm, X, y, lam=0.1, T=40)
        np.testing.assert_array_equal(stack(steps).w, [step.w for step in steps])


def test_beta_of_a_stack_is_the_stack_of_beta():
    steps = run(kernelized, X @ X.T, y, lam=0.1, T=40)
    np.testing.assert_array_equal(stack(steps).beta(y), [step.beta(y) for step in steps])


def test_a_copied_step_keeps_its_values_while_the_algorithm_goes_on():
    walk = iter(run(summed, X, y, lam=0.1, T=40))
    first = next(walk)
    kept, before = copied(first), first.v.copy()
    list(walk)
    assert np.array_equal(kept.v, before)
    assert not np.array_equal(first.v, before)


@pytest.mark.parametrize("algorithm", ALGORITHMS.values(), ids=ALGORITHMS)
def test_a_step_says_what_it_looked_at_what_it_scored_and_how_it_keeps_its_weights(algorithm):
    takes, answers = algorithm.__annotations__.values(), np.where(y > 0, 1, 0)
    steps = run(
        algorithm,
        X @ X.T if Gram in takes else X,
        answers if Classes in takes else y,
        lam=0.1,
        T=9,
        k=3 if Batches in takes else None,
    )
    for step, draw in zip(steps, steps.draws):
        assert isinstance(step, STEPS) and (step.is_batch, step.is_kernel) == (Batches in takes, Gram in takes)
        assert step.drawn.tolist() == np.atleast_1d(draw).tolist()
        assert step.scored.shape == ((2,) if Classes in takes else step.drawn.shape)
        s, v = step.kept
        np.testing.assert_allclose(s * v * (y if step.is_kernel else 1), step.beta(y) if step.is_kernel else step.w)
        assert step.has_bias == ("b" in step._fields)
    stacked = stack(steps)
    np.testing.assert_array_equal(stacked.drawn, [step.drawn for step in steps])
    np.testing.assert_array_equal(stacked.scored, [step.scored for step in steps])


def test_the_class_of_a_step_names_the_fields_of_which_w_is_the_product():
    assert type(next(iter(run(scaled, X, y, lam=0.1)))).kept.names == ("a", "v")
