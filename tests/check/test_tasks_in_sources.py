"""Test that the tasks and the puzzles of a source are found without running it."""

import pytest

from pegasos_edu.check.tables import puzzles_in, tasks_in

SOURCE = """
def step(w, x, y, eta, lam):
    ...


report = check(step, "hinge", conventions=())
print(check(lambda z: z, 'log_loss').verdict, check(step, "hinge"))
expose(
    "03/always-updates",
    X=...,
)
other.check(step, "scaled")  # check(step, "free_bias")
"""


def test_each_task_and_puzzle_is_found_once_however_it_is_called():
    assert sorted(tasks_in(SOURCE)) == ["hinge", "log_loss"] and puzzles_in(SOURCE) == ["03/always-updates"]


@pytest.mark.parametrize("call", ["check(step, task)", "check(step)", "check(step, 3)", "expose(name)", "expose()"])
def test_a_name_that_cannot_be_seen_is_refused(call):
    with pytest.raises(ValueError, match="must see the name that (check|expose) is given, got .* in quotation marks"):
        tasks_in(call), puzzles_in(call)
