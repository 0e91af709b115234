"""Right programs pass, with the conventions that they follow, however they are written."""

import pytest
from right_programs import PROGRAMS

from pegasos_edu.check import check
from pegasos_edu.misconceptions import ASKED, by_id


@pytest.mark.parametrize("name", PROGRAMS)
def test_a_right_program_passes_with_its_conventions(name):
    task, program, conventions = PROGRAMS[name]
    report = check(program, task)
    assert report.passed, report
    assert {one.id for one in report.conventions} == set(conventions)


def test_there_are_right_programs_for_every_task():
    assert {one.task for one in PROGRAMS.values()} == set(ASKED)
    assert len(PROGRAMS) > 100


def test_conventions_of_these_programs_are_in_the_catalogue():
    assert {name for one in PROGRAMS.values() for name in one.conventions} <= set(by_id())
