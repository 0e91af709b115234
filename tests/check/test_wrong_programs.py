"""Test that each misconception of the catalogue is named, on each algorithm, in programs of each shape."""

import pytest
from verdicts import conventions_of, mistakes_of
from wrong_programs import alike, as_generator, as_last_state, as_step, has_column, states_of

from pegasos_edu.check import check
from pegasos_edu.misconceptions import ASKED, by_id, entries, task

OF_THE_PROGRAM = {"bias-as-a-column"}  # the convention of programs whose mistake is about a column of ones


def _ways(name, entry):
    if entry.fits("all"):
        yield as_generator
    if task(name).is_algorithm and entry.fits("all"):
        yield as_last_state
    if task(name).is_algorithm and entry.fits("step") and not has_column(name, entry.id):
        yield as_step


def _wrong_programs():
    """Yield every misconception on one of its tasks, and (slow) on the others; tasks and shapes take turns."""
    mistakes = [entry for entry in by_id().values() if not entry.is_convention]
    for k, entry in enumerate(mistakes):
        names = [name for name in ASKED if entry in entries(name)]
        for n, name in enumerate(names):
            ways = [*_ways(name, entry)]
            way = ways[(k + n) % len(ways)]
            marks = () if n == k % len(names) else pytest.mark.slow
            yield pytest.param(name, entry.id, way, id=f"{name}-{entry.id}-{way.__name__}", marks=marks)


@pytest.mark.parametrize(("name", "identifier", "way"), [*_wrong_programs()])
def test_a_misconception_is_named(name, identifier, way):
    report = check(way(name, identifier), name)
    assert mistakes_of(report) == [{identifier}], report
    assert conventions_of(report) <= OF_THE_PROGRAM, report


# Pairs that together make another known program; for example, half the step size is a convention.
ANOTHER_PROGRAM = {
    ("step-size-halved", "shrinks-by-one-minus-eta"),
    ("shrinks-after-adding", "only-the-first-step"),
    ("draws-ignored", "labels-zero-and-one"),
    ("kept-length-with-unshrunk-score", "step-size-without-lambda"),
    ("step-size-without-t", "lambda-taken-for-c"),
}
BOTH = 0.4  # of the pairs, at least


def _fitting(name):
    return [entry for entry in entries(name) if not entry.is_convention and entry.fits("all") and not entry.column]


def _pairs(name, stride):
    """Yield two mistakes in different parts of a step, for every `stride`-th mistake."""
    mistakes = _fitting(name)
    for n, entry in [*enumerate(mistakes)][::stride]:
        others = (mistakes[(n + k) % len(mistakes)] for k in range(7, len(mistakes)))
        other = next((m for m in others if m.part != entry.part and _goes_with(name, entry, m)), None)
        if other and (entry.id, other.id) not in ANOTHER_PROGRAM:
            yield entry.id, other.id


def _goes_with(name, entry, other):
    """Return whether two mistakes can be put together, and each of them still changes the states."""
    try:
        states = [states_of(name, *chosen) for chosen in ((entry.id, other.id), (entry.id,), (other.id,), ())]
    except ValueError:
        return False
    both, *others = states
    return both is not None and not any(alike(both, rows) for rows in others)


SLOW = [pytest.param(name, 4, marks=pytest.mark.slow) for name in ("minibatch", "kernelized", "free_bias", "scaled")]


@pytest.mark.parametrize(("name", "stride"), [("hinge", 12), ("logistic", 12), *SLOW])
def test_two_mistakes_are_mostly_told_together_and_no_others_instead(name, stride):
    """Check this because a mistake that is no measured part is only found alone; then no other may be told."""
    reports = {pair: check(as_generator(name, *pair), name) for pair in _pairs(name, stride)}
    assert len(reports) > 3 and not any(report.passed for report in reports.values())
    told = {pair: mistakes_of(report) for pair, report in reports.items()}
    allowed = {pair: {*pair, *(f"part: {by_id()[identifier].part}" for identifier in pair)} for pair in told}
    assert [pair for pair, sets in told.items() if sets and not any(allowed[pair] & named for named in sets)] == []
    assert sum({*pair} in sets for pair, sets in told.items()) >= BOTH * len(told)
