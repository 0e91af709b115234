"""The inequality that a learner writes: right ones pass, wrong ones are told what they do."""

import numpy as np
import pytest

from pegasos_edu import objective
from pegasos_edu.grading.inequalities import ELSEWHERE, MEANT, _cases, _fits, _known, check_slack
from pegasos_edu.theory import subgradient


def right(u, v, X, y, lam):
    g = subgradient(v, X, y, lam)
    rise = objective(u, X, y, lam) - objective(v, X, y, lam)
    return rise - g @ (u - v) - lam / 2 * np.sum((u - v) ** 2)


def by_lengths(u, v, X, y, lam):
    tangent = objective(v, X, y, lam) + (u - v) @ subgradient(v, X, y, lam)
    return np.array(objective(u, X, y, lam) - (tangent + lam * np.linalg.norm(u - v) ** 2 / 2))


def hollow(u, v, X, y, lam): ...


def half_written(u, v, X, y, lam):
    g = subgradient(v, X, y, lam)
    return objective(u, X, y, lam) - ... @ g


@pytest.mark.parametrize("program", [right, by_lengths])
def test_what_is_right_passes(program):
    report = check_slack(program)
    assert report.passed and repr(report).startswith("[passed] Right: it is the slack of strong convexity.")


@pytest.mark.parametrize("program", [hollow, half_written])
def test_what_is_not_written_yet_is_not_judged(program):
    report = check_slack(program)
    assert not report.passed and repr(report).startswith("[not yet] Not written yet: ")
    assert report.hint() == "Write it first; then there will be hints."


@pytest.mark.parametrize("words", [*MEANT, *ELSEWHERE])
def test_each_known_slip_is_told_and_no_other(words):
    wrong = _known()[words]
    report = check_slack(lambda *case: wrong(*case))
    assert not report.passed and report.judged == (words,) and words in repr(report)


def test_the_known_slips_differ_from_each_other():
    cases, known = list(_cases()), _known()
    assert len(known) == len(MEANT) + len(ELSEWHERE)
    for words, function in known.items():
        got = [function(*case) for case in cases]
        assert [name for name, other in known.items() if _fits(other, got, cases)] == [words]


def test_a_change_of_what_it_is_given_is_noticed_and_not_what_it_imports():
    def careless(u, v, X, y, lam):
        value = right(u, v, X, y, lam)
        u -= v
        return value

    report = check_slack(careless)
    assert report.passed and report.notes == ("it changes its argument number 1",) and check_slack(right).notes == ()


def test_anything_else_is_told_by_its_numbers():
    report = check_slack(lambda u, v, X, y, lam: 0.0)
    assert not report.passed and not report.judged and "Got: 0" in repr(report) and not report.hints
    assert "points that are drawn" in report._repr_html_()


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
def test_what_does_not_get_through_says_why(program, words):
    report = check_slack(program)
    assert not report.passed and "did not get through" in report.verdict and words in report.verdict


def test_no_function_is_refused():
    with pytest.raises(ValueError, match="submission must be a function"):
        check_slack(3)
