"""Test that a time limit does not depend on what else the machine does."""

import pytest

from pegasos_edu.common import time_limit
from pegasos_edu.common.time_limit import ASLEEP, TimeLimit


@pytest.fixture
def clocks(monkeypatch):
    """Set the two clocks by hand."""
    at = {"monotonic": 100.0, "process_time": 5.0}
    for name in at:
        monkeypatch.setattr(time_limit.time, name, lambda name=name: at[name])
    return at


@pytest.mark.parametrize(
    ("elapsed", "computed", "is_up"),
    [
        (0.9, 0.9, False),
        (1.1, 1.1, True),
        (5.0, 0.5, False),  # the machine did something else
        (0.5, 2.0, False),  # four threads run for half a second
        (ASLEEP + 0.1, 0.0, True),  # the process sleeps
    ],
)
def test_time_counts_while_the_program_computes(clocks, elapsed, computed, is_up):
    limit = TimeLimit(1.0)
    clocks["monotonic"] += elapsed
    clocks["process_time"] += computed
    assert limit.is_up is is_up
