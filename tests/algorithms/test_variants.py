"""Test variants of algorithms: a few pieces of the source are replaced, and everything else stays the same."""

import inspect

import numpy as np
import pytest
from conftest import noisy

from pegasos_edu import ALGORITHMS, compiled, first_difference, hinge, minibatch, run, stack, summed, variant

X, y = noisy(d=2, m=30)


@pytest.mark.parametrize("algorithm", ALGORITHMS.values(), ids=ALGORITHMS)
def test_a_variant_without_changes_is_the_algorithm_under_another_name(algorithm):
    same = variant(algorithm, name="again")
    assert same.__name__ == "again" and same.__annotations__ == algorithm.__annotations__
    assert inspect.getsource(same) == inspect.getsource(algorithm).replace(f"def {algorithm.__name__}(", "def again(")


def test_one_exchanged_sign_makes_another_algorithm():
    reckless = variant(hinge, ("(1 - eta * lam) * w + (eta * y[i])", "(1 - eta * lam) * w - (eta * y[i])"))
    assert reckless.__name__ == "hinge_variant"
    a, b = (stack(run(algorithm, X, y, lam=0.1, draws=[3])).w for algorithm in (hinge, reckless))
    np.testing.assert_array_equal(a, -b)


def test_a_variant_of_a_variant_and_two_of_one_name_keep_their_own_source():
    first = variant(hinge, ("< 1:", "<= 1:"), name="mine")
    second = variant(hinge, ("< 1:", "< 0:"), name="mine")
    third = variant(first, ("<= 1:", "< 1:"), name="hinge")
    assert "<= 1:" in inspect.getsource(first) and "< 0:" in inspect.getsource(second)
    assert inspect.getsource(third) == inspect.getsource(hinge)
    assert first_difference(run(third, X, y, lam=0.1, T=50), run(hinge, X, y, lam=0.1, T=50)) is None


def test_a_variant_of_a_compiled_box_is_one_of_the_algorithm():
    again = variant(compiled(summed), ("< 1:", "<= 1:"), name="again")
    assert first_difference(run(again, X, y, lam=0.1, T=50), run(summed, X, y, lam=0.1, T=50)) is None


@pytest.mark.parametrize(
    ("algorithm", "changes", "words"),
    [
        (hinge, [("<= 1", "< 0")], "occurs once in hinge, got '<= 1', which occurs 0 times"),
        (hinge, [("lam", "C")], "got 'lam', which occurs .* times; copy enough of the line"),
        (minibatch, [("if project", "if (project")], "changes must leave valid Python"),
        (summed, [("add(v, y[i], X, i) ", "")], "changes must leave valid Python"),
    ],
)
def test_changes_that_fit_nowhere_or_leave_no_python_are_refused(algorithm, changes, words):
    with pytest.raises(ValueError, match=words):
        variant(algorithm, *changes)
