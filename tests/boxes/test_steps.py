"""What steps show, alone and stacked."""

import numpy as np

from pegasos_edu import copied, hinge, kernelized, run, scaled, stack, summed
from pegasos_edu.datasets import toy

X, y, _ = toy(20)


def test_a_step_prints_on_one_line_with_rounded_numbers():
    (step,) = run(hinge, [[1.0, 2.0], [3.0, 4.0]], [1, -1], lam=1 / 3, draws=[1])
    assert repr(step) == "LinearStep(t=1, i=1, eta=3, score=0, w=[ -9. -12.])"


def test_long_arrays_are_cut_short_when_printed():
    (step,) = run(kernelized, np.eye(50), np.ones(50), lam=1, draws=[1])
    assert repr(step) == "KernelStep(t=1, i=1, eta=1, score=0, alpha=[0. 1. ... 0. 0.])"


def test_w_of_a_stack_is_the_stack_of_w():
    for box in (scaled, summed):
        steps = run(box, X, y, lam=0.1, T=40)
        np.testing.assert_array_equal(stack(steps).w, [step.w for step in steps])


def test_beta_of_a_stack_is_the_stack_of_beta():
    steps = run(kernelized, X @ X.T, y, lam=0.1, T=40)
    np.testing.assert_array_equal(stack(steps).beta(y), [step.beta(y) for step in steps])


def test_a_copied_step_keeps_its_values_while_the_box_goes_on():
    walk = iter(run(summed, X, y, lam=0.1, T=40))
    first = next(walk)
    kept, before = copied(first), first.v.copy()
    list(walk)
    assert np.array_equal(kept.v, before)
    assert not np.array_equal(first.v, before)
