"""Test that programs in the styles of other courses get their verdict, and that no report tells an untrue mistake."""

from functools import cache

import pytest
from course_programs import PROGRAMS
from verdicts import are_expected, conventions_of, mistakes_of

from pegasos_edu.check import check

RIGHT = [name for name, one in PROGRAMS.items() if one.passes]
WRONG = [name for name, one in PROGRAMS.items() if not one.passes]
NAMED = 26  # of the wrong programs, at least

# Programs whose mistakes are not told: their reports show the first step that is not right, and name nothing.
UNNAMED = ("blog with a stored scale and a ball",)

# Other readings that are as true as the expected one.
READINGS = {
    # The factor that is missing from 1/a is (t + 1)·… of t from 2, so what is added is measured as 1/(λ·(t + 1)²).
    "homework on reviews with a scale, not divided": {"part: addition"},
}

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


@pytest.mark.parametrize("name", [name for name in WRONG if name not in UNNAMED])
def test_the_mistakes_of_a_program_of_a_course_are_named(name):
    report, expected = _report(name), set(PROGRAMS[name].mistakes)
    assert mistakes_of(report) == [READINGS.get(name, expected)], report
    assert are_expected(conventions_of(report) | WITHIN_A_MISTAKE.get(name, set()), PROGRAMS[name].conventions), report


@pytest.mark.parametrize("name", UNNAMED)
def test_where_no_mistake_explains_a_program_the_first_difference_is_told(name):
    report = _report(name)
    assert not report.passed and not mistakes_of(report) and report.difference
    assert conventions_of(report) <= PROGRAMS[name].conventions


def test_most_of_the_wrong_programs_of_courses_are_named():
    assert len(WRONG) >= 30
    assert sum(mistakes_of(_report(name)) == [set(PROGRAMS[name].mistakes)] for name in WRONG) >= NAMED
