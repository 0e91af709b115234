"""Test programs of other courses through adapters: right ones pass, and the report on a wrong one is true."""

import pytest
from other_courses import PROGRAMS
from verdicts import are_expected, conventions_of, mistakes_of

from pegasos_edu.check import check


@pytest.mark.parametrize("name", PROGRAMS)
def test_a_program_of_another_course_gets_its_verdict(name):
    task, program, verdict = PROGRAMS[name]
    report = check(program, task)
    assert not report.failed and report.passed is isinstance(verdict, set), report
    if report.passed:
        assert are_expected(conventions_of(report), verdict)
    else:
        assert report.difference
        assert mistakes_of(report) == ([set(verdict)] if verdict else [])
