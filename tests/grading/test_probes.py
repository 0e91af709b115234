"""What programs are tried on holds what it should."""

import numpy as np
import pytest

from pegasos_edu.boxes import ALGORITHMS
from pegasos_edu.grading.probes import EDGE, EVENTS, margins, probes
from pegasos_edu.grading.walks import walk


@pytest.mark.parametrize("event", EVENTS)
def test_the_telling_probes_hold_every_event(event):
    for probe in probes("hinge"):
        if probe.name != EDGE:
            assert EVENTS[event](*margins(probe, "hinge"), probe.draws).any()


@pytest.mark.parametrize("task", ALGORITHMS)
def test_the_boxes_come_through_all_probes(task):
    for probe in probes(task):
        assert len(walk(ALGORITHMS[task], task, probe, probe.draws).steps) == len(probe.draws)


# A step on a dual variable brings the margin to 1, and there it is continuous: nothing is left to decide.
@pytest.mark.parametrize("task", [t for t in ALGORITHMS if t not in ("multiclass", "regression", "dual_ascent")])
def test_no_margin_is_1_but_where_it_shall_be_so_that_rounding_decides_nothing(task):
    for probe in probes(task):
        for step in walk(ALGORITHMS[task], task, probe, probe.draws).steps:
            is_1 = np.abs(probe.y[step.drawn] * step.scored - 1) < 1e-7
            assert not is_1.any() or (
                probe.name == EDGE and step.t == 2 and (probe.y[step.drawn] * step.scored)[0] == 1
            )


def test_rows_can_be_told_apart_and_some_entries_are_0():
    for task in ALGORITHMS:
        for probe in probes(task):
            assert len(np.unique(probe.X, axis=0)) == len(probe.X) and (probe.X == 0).any()
            assert probe.lam != 1
