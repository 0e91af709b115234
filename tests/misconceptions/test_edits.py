"""Test edits of a source: they find code by its meaning, and a program with switches has the same effect."""

import numpy as np
import pytest

from pegasos_edu.algorithms import hinge, minibatch
from pegasos_edu.misconceptions.edits import NotFound, edited, in_batches, switchboard
from pegasos_edu.misconceptions.reference_tasks import task

SOURCE = '''def f(x, y):
    """A function."""
    for t, i in enumerate(x, 1):
        # a remark
        z = ( 1-y )*i  # its comment
        yield z
'''


def test_blanks_and_brackets_do_not_matter():
    assert "z = ( 1 + y )*i  # its comment" in edited(SOURCE, [("1 - y", "1 + y")])


def test_brackets_are_added_where_the_meaning_needs_them():
    assert "z = ( 1-y )*(i + 2)  #" in edited(SOURCE, [("i", "i + 2")])


def test_a_statement_can_become_several():
    assert "        z = 0\n        z += 1  # its comment" in edited(SOURCE, [("z = (1 - y) * i", "z = 0\nz += 1")])


@pytest.mark.parametrize(
    ("where", "before"),
    [("@start", "    for t, i"), ("@step", "        # a remark"), ("@yield", "        yield z")],
)
def test_statements_are_inserted_with_the_indentation_of_their_place(where, before):
    indent = before[: len(before) - len(before.lstrip())]
    assert f"{indent}t = 0\n{before}" in edited(SOURCE, [(where, "t = 0")])


def test_a_pattern_that_does_not_stand_there_is_an_error():
    with pytest.raises(NotFound, match="2 - y"):
        edited(SOURCE, [("2 - y", "y")])


def test_the_names_of_one_example_become_those_of_a_batch():
    assert in_batches("y[i] * score < 1") == "y[A] * scores < 1"


def test_switches_make_the_programs_of_their_edits():
    edits = (("1 - eta * lam", "1"),), (("y[i] * score < 1", "y[i] * score < 0.5"),), (("@step", "t = t + 1"),)
    names = task("hinge").names
    switched = switchboard(hinge, names, edits)
    X, y = np.random.default_rng(0).normal(size=(5, 3)), np.array([1, -1, 1, 1, -1])
    for on in np.ndindex(2, 2, 2):
        space = dict(names)
        exec(edited(task("hinge").source, [pair for n, edit in enumerate(edits) if on[n] for pair in edit]), space)
        expected = [step.w for step in space["hinge"](X, y, 0.3, [0, 1, 2, 3, 4, 1, 1])]
        assert np.array_equal([step.w for step in switched(X, y, 0.3, [0, 1, 2, 3, 4, 1, 1], on=on)], expected)


def test_a_run_can_start_anywhere():
    draws = np.array([[0, 1], [2, 0], [1, 2]])
    X, y = np.random.default_rng(1).normal(size=(3, 2)), np.array([1, -1, 1])
    whole = [step.w.copy() for step in minibatch(X, y, 0.5, draws)]
    switched = switchboard(minibatch, task("minibatch").names, ())
    (last,) = switched(X, y, 0.5, draws[2:], on=(), first=3, start={"w": whole[1]})
    assert np.array_equal(last.w, whole[2])
