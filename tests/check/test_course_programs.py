"""Test that programs in the styles of other courses get their verdict, and that no report tells an untrue mistake."""

from functools import cache

import pytest
from course_programs import PROGRAMS
from verdicts import are_expected, conventions_of, mistakes_of

from pegasos_edu.check import check

RIGHT = [name for name, program in PROGRAMS.items() if program.passes]
WRONG = [name for name, program in PROGRAMS.items() if not program.passes]

# Conventions about a part that is wrong: its mistake stands for them.
WITHIN_A_MISTAKE = {
    "text classifier over shuffled reviews": {"t-from-2"},
    "Italian course, one coefficient shrinks": {"coefficients-that-shrink"},
}


@cache
def _report(name):
    return check(PROGRAMS[name].program, PROGRAMS[name].task)


@pytest.mark.parametrize("name", RIGHT)
def test_a_right_program_of_a_course_passes_with_its_conventions(name):
    report = _report(name)
    assert report.passed, report
    assert are_expected(conventions_of(report), PROGRAMS[name].conventions), report


@pytest.mark.parametrize("name", WRONG)
def test_the_mistakes_of_a_program_of_a_course_are_named(name):
    report = _report(name)
    assert mistakes_of(report) == [set(PROGRAMS[name].mistakes)], report
    assert are_expected(conventions_of(report) | WITHIN_A_MISTAKE.get(name, set()), PROGRAMS[name].conventions), report
