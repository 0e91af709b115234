"""Test programs of random parts: right ones pass with their conventions; of wrong ones only true mistakes are told."""

import re
from functools import cache
from typing import NamedTuple

import numpy as np
import pytest
from drawn_programs import drawn, program_of
from verdicts import are_expected, conventions_of, mistakes_of

from pegasos_edu.check import check
from pegasos_edu.misconceptions import by_id, entries, task, wrong_program

FEW, MANY = range(60), range(60, 660)
NAMED = 0.85  # of the wrong programs, at least

# The bias moves by what multiplies the example. If that is wrong, the bias is wrong, too, and the report says so.
OF_THE_BIAS = {
    "addition-subtracted": "bias-with-the-wrong-sign",
    "addition-without-label": "bias-without-the-label",
    "step-size-left-out": "bias-without-the-step-size",
    "step-size-twice": "part: bias",
    "part: addition": "part: bias",
}

IDENTIFIERS = "|".join(identifier for identifier in by_id() if "-" in identifier)
INTERNAL = re.compile(rf"part: |\bNone\b|\bother\b:|\[\]|\b({IDENTIFIERS})\b")  # what no learner should meet
OF_HINGE = re.compile("[Vv]iolat|just above 1|fine margin|margin is fine")  # with the log loss no margin is violated
# The same in other words, if all examples are added, or t counts passes.
ALSO = {"shrinks-touched-coordinates": "part: shrinking", "step-size-twice": "part: shrinking"}


class Checked(NamedTuple):
    """Hold a drawn program, and the report on it."""

    drawn: object
    report: object

    @property
    def may_be_told(self):
        return {
            other for name in self.drawn.mistakes for other in (name, OF_THE_BIAS.get(name), ALSO.get(name)) if other
        }

    @property
    def is_named(self):
        return any(self.drawn.mistakes <= told <= self.may_be_told for told in mistakes_of(self.report))


@cache
def _checked(seed):
    program = drawn(seed)
    return Checked(program, check(program_of(program.source, program.name), program.task))


BOTH = pytest.mark.parametrize("seeds", [FEW, pytest.param(MANY, marks=pytest.mark.slow)], ids=["few", "many"])


def _all(seeds, passes):
    return [(seed, _checked(seed)) for seed in seeds if drawn(seed).passes is passes]


@BOTH
def test_right_programs_of_random_parts_pass(seeds):
    assert [seed for seed, case in _all(seeds, True) if not case.report.passed] == []


@BOTH
def test_the_conventions_of_right_programs_are_named(seeds):
    cases = _all(seeds, True)
    assert [seed for seed, case in cases if not are_expected(conventions_of(case.report), case.drawn.conventions)] == []


@BOTH
def test_wrong_programs_of_random_parts_do_not_pass(seeds):
    assert [seed for seed, case in _all(seeds, False) if case.report.passed] == []


@BOTH
def test_no_mistake_is_told_that_a_program_does_not_make(seeds):
    mistakes = [(seed, case, told) for seed, case in _all(seeds, False) for told in mistakes_of(case.report)]
    assert [(seed, told - case.may_be_told) for seed, case, told in mistakes if not told <= case.may_be_told] == []


@BOTH
def test_most_mistakes_of_random_parts_are_named(seeds):
    wrong = _all(seeds, False)
    assert sum(case.is_named for _, case in wrong) >= NAMED * len(wrong)


@BOTH
def test_a_report_that_names_no_mistake_shows_the_first_difference(seeds):
    unnamed = [(seed, case.report) for seed, case in _all(seeds, False) if not mistakes_of(case.report)]
    assert [seed for seed, report in unnamed if not (report.difference or report.failed)] == []


def _right_step(name, step, has_bias):
    """Return w and b after a step of the printed algorithm, from the state that the program had left before it."""
    w, X, y, eta = np.array(step.before), np.array(step.case.X), step.case.y, 1 / (step.lam * step.t)
    of_drawn = [(i, y[i] * (w @ X[i] + step.b)) for i in step.asked]
    weights = [y[i] * (1 / (1 + np.exp(z)) if name == "logistic" else z < 1) / len(step.asked) for i, z in of_drawn]
    added = sum(c * X[i] for c, i in zip(weights, step.asked))
    return (1 - eta * step.lam) * w + eta * added, (step.b + eta * sum(weights)) * has_bias


@BOTH
def test_the_first_difference_is_true(seeds):
    programs = [(seed, case) for seed, case in _all(seeds, False) if case.drawn.task not in ("scaled", "kernelized")]
    printed = [(seed, case) for seed, case in programs if case.drawn.conventions <= {"free-bias", "at-the-margin-too"}]
    unprojected = [(seed, case) for seed, case in printed if not case.report.judgement.base.ball]
    assert len(unprojected) > 5
    for seed, (program, report) in unprojected:
        step, base = report.judgement.off, report.judgement.base
        right = np.append(*_right_step(program.task, step, base.task.has_bias))
        assert np.allclose(np.append(*base.predict(step)), right), seed
        assert not np.allclose(np.append(step.after, step.b_after), right), seed


@BOTH
def test_each_mistake_that_is_told_has_a_question_and_a_stronger_hint(seeds):
    told = [(seed, case.report.hints, mistakes_of(case.report)) for seed, case in _all(seeds, False)]
    assert [seed for seed, hints, sets in told if sets and len(hints) != 2 * len(sets[0])] == []


@BOTH
def test_no_report_shows_what_is_internal(seeds):
    reports = {seed: _checked(seed).report for seed in seeds}
    texts = {seed: "\n".join([str(report), *report.hints, report.explain()]) for seed, report in reports.items()}
    assert [(seed, INTERNAL.findall(text)) for seed, text in texts.items() if INTERNAL.search(text)] == []


@BOTH
def test_no_report_on_the_log_loss_speaks_of_violations(seeds):
    reports = {seed: _checked(seed).report for seed in seeds if task(drawn(seed).task).is_log}
    texts = {seed: "\n".join([str(report), *report.hints, report.explain()]) for seed, report in reports.items()}
    assert len(texts) > 5 and [(seed, text) for seed, text in texts.items() if OF_HINGE.search(text)] == []


@pytest.mark.parametrize("name", ["logistic", "logistic_minibatch"])
def test_no_report_on_a_mistake_with_the_log_loss_speaks_of_violations(name):
    for entry in entries(name):
        report = check(wrong_program(name, entry.id), name)
        text = "\n".join([str(report), *report.hints, report.explain()])
        assert not OF_HINGE.search(text), text


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ("eta * p", "b becomes b + η·p, without the label; b + η·p·y is right"),
        ("p * y[i]", "b becomes b + p·y, without η; b + η·p·y is right"),
        ("eta * y[i]", "b becomes b + η·y, without p; b + η·p·y is right"),
        ("y[i] / np.sqrt(t)", "b becomes b + y/√t, without p; b + p·y/√t is right"),
        ("2 * eta * p * y[i]", "The bias moves by 2 times η·p·y; η·p·y is right"),
        ("eta * p * y[i] - b", "b becomes η·p·y in every step; b + η·p·y is right"),
    ],
)
def test_what_becomes_of_a_bias_is_said_with_the_weight_of_the_log_loss(change, words):
    def train(X, y, lam, draws):
        w, b = np.zeros(X.shape[1]), 0.0
        for t, i in enumerate(draws, 1):
            eta, p = 1 / (lam * t), 1 / (1 + np.exp(y[i] * (w @ X[i] + b)))
            w = (1 - eta * lam) * w + eta * p * y[i] * X[i]
            b = b + eval(change, {"eta": eta, "p": p, "y": y, "i": i, "t": t, "b": b, "np": np})
        return w, b

    assert words in str(check(train, "logistic"))
