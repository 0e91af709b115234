"""The inequality that a learner writes: a right one passes, a wrong one is told what it does."""

import numpy as np
import pytest

from pegasos_edu import objective
from pegasos_edu.check.inequalities import SLIPS, _cases, _fits, check_slack
from pegasos_edu.theory import subgradient


def right(u, v, X, y, lam):
    g = subgradient(v, X, y, lam)
    rise = objective(u, X, y, lam) - objective(v, X, y, lam)
    return rise - g @ (u - v) - lam / 2 * np.sum((u - v) ** 2)


def with_other_names(a, b, data, labels, reg):
    tangent = objective(b, data, labels, reg) + (a - b) @ subgradient(b, data, labels, reg)
    return np.array(objective(a, data, labels, reg) - (tangent + reg * np.linalg.norm(a - b) ** 2 / 2))


def half_written(u, v, X, y, lam):
    g = subgradient(v, X, y, lam)
    return objective(u, X, y, lam) - ... @ g


@pytest.mark.parametrize("program", [right, with_other_names])
def test_what_is_right_passes(program):
    report = check_slack(program)
    assert report.passed and repr(report) == "[passed] Right (the slack of strong convexity)."


def test_what_is_not_written_yet_is_not_judged():
    report = check_slack(half_written)
    assert report.is_unwritten and repr(report).startswith("[not yet] Not written yet: ")


@pytest.mark.parametrize("words", SLIPS)
def test_each_known_slip_is_told_and_no_other(words):
    report = check_slack(lambda *case: SLIPS[words](*case))
    assert not report.passed and report.difference.words == (words,) and words in repr(report)
    got = [SLIPS[words](*case.values()) for case in _cases()]
    assert [other for other, slip in SLIPS.items() if _fits(slip, got)] == [words]


def test_a_change_of_an_argument_is_noticed():
    def careless(u, v, X, y, lam):
        value = right(u, v, X, y, lam)
        u -= v
        return value

    report = check_slack(careless)
    assert report.passed and report.notes == ("It changes u in place.",) and check_slack(right).notes == ()


def test_anything_else_is_told_by_its_numbers():
    report = check_slack(lambda u, v, X, y, lam: 0.0)
    assert not report.passed and report.difference.words == ()
    assert "For two drawn points it returns 0; " in repr(report) and "drawn points" in report._repr_html_()


@pytest.mark.parametrize(
    ("program", "words"),
    [
        (lambda u, v, X, y, lam: u - v, "return a single number"),
        (lambda u, v, X, y, lam: "0", "return a single number"),
        (lambda u, v, X, y, lam: None, "it returned None"),
        (lambda u, v, X, y, lam: 1 / 0, "ZeroDivisionError"),
        (lambda u, v: 0.0, "TypeError"),
    ],
)
def test_a_program_that_fails_says_why(program, words):
    report = check_slack(program)
    assert not report.passed and report.failed and words in report.verdict


def test_no_function_is_refused():
    with pytest.raises(ValueError, match="submission must be a function"):
        check_slack(3)
