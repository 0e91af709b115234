"""Programs of other courses: through an adapter right ones pass, and of wrong ones something true is said."""

import pytest
from other_courses import PROGRAMS

from pegasos_edu.check import check

_projected_by_the_squared_length = PROGRAMS.pop("like C, projected by the squared length").adapted
RIGHT = [name for name, one in PROGRAMS.items() if isinstance(one.verdict, set)]


@pytest.mark.parametrize("name", RIGHT)
def test_a_right_program_of_another_course_passes(name):
    report = check(PROGRAMS[name].adapted, PROGRAMS[name].task)
    assert report.passed, report
    assert {one.id for one in report.conventions} == PROGRAMS[name].verdict


@pytest.mark.parametrize("name", [name for name in PROGRAMS if name not in RIGHT])
def test_a_wrong_program_of_another_course_is_named_or_shown_where_it_differs(name):
    report = check(PROGRAMS[name].adapted, PROGRAMS[name].task)
    assert not report.passed
    assert not report.failed, report
    assert report.difference
    mistakes = [[one.id for one in found if not one.is_convention] for found in report.named]
    assert mistakes == ([[PROGRAMS[name].verdict]] if PROGRAMS[name].verdict else [])


def test_two_mistakes_of_a_program_of_another_course_are_both_named():
    report = check(_projected_by_the_squared_length, "hinge")
    assert {one.id for one in report.named[0]} == {"squared-length", "radius-one-over-lambda"}


def test_there_are_thirty_of_them():
    assert len(PROGRAMS) >= 30
