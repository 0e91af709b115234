"""Test that each minimal program gets the report that its author needs."""

import re
from functools import cache

import pytest
from minimal_programs import PROGRAMS
from verdicts import are_expected, conventions_of, mistakes_of

from pegasos_edu.check import check


@cache
def _report(name):
    return check(PROGRAMS[name].program, PROGRAMS[name].task)


@pytest.mark.parametrize("name", PROGRAMS)
def test_a_minimal_program_gets_its_verdict(name):
    expected, report = PROGRAMS[name], _report(name)
    assert report.passed is expected.passes, report
    assert mistakes_of(report) == ([set(expected.mistakes)] if expected.mistakes else []), report
    assert are_expected(conventions_of(report), expected.conventions), report


@pytest.mark.parametrize("name", [name for name, program in PROGRAMS.items() if program.words or program.never])
def test_the_report_on_a_minimal_program_says_this_and_not_that(name):
    expected, text = PROGRAMS[name], f"{_report(name)}\n{_report(name).hints}"
    assert [words for words in expected.words if not re.search(words, text)] == []
    assert [words for words in expected.never if re.search(words, text)] == []


@pytest.mark.parametrize("name", [name for name, program in PROGRAMS.items() if not program.passes])
def test_the_report_on_a_wrong_minimal_program_shows_how_to_go_on(name):
    report = _report(name)
    assert report.hints or report.failed.adapter
