"""Test that the mistakes of the catalogue are told in programs that follow several conventions, too."""

import random
from functools import cache
from itertools import permutations
from typing import NamedTuple

import numpy as np
import pytest
from verdicts import conventions_of, mistakes_of
from wrong_programs import alike, as_generator, states_of

from pegasos_edu.check import check
from pegasos_edu.misconceptions import ASKED, by_id, entries, task

ALGORITHMS = [name for name in ASKED if task(name).is_algorithm and name != "dual_ascent"]  # it has no conventions
TOLD = 0.95  # of the programs, at least
ATTEMPTS = 12  # to find conventions that go with a mistake

# What a mistake does in some conventions, in other words that are as true.
SAME = {
    "lambda-taken-for-c": {"part: addition", "part: bias", "part: shrinking"},  # 1/λ in one place, or in another
    "always-on-the-sphere": {"grows-instead-of-shrinking"},  # beside the projection
    "labels-all-one": {"exponent-without-label", "addition-without-label"},
    "new-term-over-the-old-scale": {"shrinks-after-adding"},
}
# What a convention makes right, or another convention.
NEVER_WITH = {
    ("first-step-size-twice", "factor-of-the-figure"),
    ("shrinks-by-twice-the-penalty", "one-over-root-t"),
    ("two-over-lambda-t-plus-1", "objective-without-the-half"),
}
# What is told as well of programs with a column, with coefficients, with a later factor, or with another penalty.
BESIDES = {"bias-as-a-column", "projection-with-the-bias", "coefficients-that-shrink", "t-from-n", "part: condition"}


class Program(NamedTuple):
    """Hold a mistake of the catalogue in some conventions, and the report on it."""

    task: str
    mistake: str
    conventions: tuple
    report: object

    @property
    def sets(self):
        return mistakes_of(self.report)

    @property
    def is_told(self):
        """Return whether the report names the mistake, or tells what is measured of its part."""
        parts = {part for part, status, *_ in self.report.to_dict()["parts"] if status == "mistake"}
        return any(self._is_told_by(entries, parts) for entries in self.sets)

    def _is_told_by(self, told, parts):
        return self.mistake in told or by_id()[self.mistake].part in parts or told <= SAME.get(self.mistake, set())


def _conventions(name, mistake, n):
    """Return conventions that go with a mistake, each of which changes the states; None if none are found."""
    rng = random.Random(f"{name}, {mistake.id}, {n}")
    possible = [e for e in entries(name) if e.is_convention and e.edits_for(name) and _goes_with(e, mistake)]
    for _ in range(ATTEMPTS):
        chosen = [entry.id for entry in rng.sample(possible, rng.choice([1, 2, 2, 3]))]
        parts = [by_id()[identifier].part for identifier in chosen] + [mistake.part]
        is_clear = len({*parts}) == len(parts) and not {"counter", "step size"} <= {*parts}
        is_clear = is_clear and not NEVER_WITH & {*permutations([mistake.id, *chosen], 2)}
        if is_clear and _all_show(name, mistake, chosen):
            return tuple(chosen)
    return None


def _goes_with(convention, mistake):
    return convention.id != "at-the-margin-too" and (mistake.column or not convention.column)


def _all_show(name, mistake, conventions):
    """Return whether the program leaves numbers, and other states without its mistake or one of its conventions."""
    every = [mistake.id, *conventions]
    try:
        whole = states_of(name, *every)
        return whole is not None and not any(
            alike(whole, states_of(name, *(other for other in every if other != left_out))) for left_out in every
        )
    except ValueError:
        return False


@cache
def _programs(name, n, stride):
    """Return a program for every `stride`-th mistake of an algorithm."""
    mistakes = [entry for entry in entries(name) if not entry.is_convention and entry.fits("all")]
    programs = []
    for mistake in mistakes[ALGORITHMS.index(name) % stride :: stride]:
        if conventions := _conventions(name, mistake, n):
            report = check(as_generator(name, mistake.id, *conventions), name)
            programs.append(Program(name, mistake.id, conventions, report))
    return programs


FEW_AND_ALL = pytest.mark.parametrize(
    ("n", "stride"), [(0, 18), *(pytest.param(n, 1, marks=pytest.mark.slow) for n in range(3))]
)


@FEW_AND_ALL
@pytest.mark.parametrize("name", ALGORITHMS)
def test_a_mistake_in_conventions_does_not_pass(name, n, stride):
    assert [program for program in _programs(name, n, stride) if program.report.passed] == []


@FEW_AND_ALL
@pytest.mark.parametrize("name", ALGORITHMS)
def test_of_a_mistake_in_conventions_only_true_parts_are_told(name, n, stride):
    assert [(p[:3], p.sets) for p in _programs(name, n, stride) if p.sets and not p.is_told] == []


@FEW_AND_ALL
@pytest.mark.parametrize("name", ALGORITHMS)
def test_only_conventions_that_a_program_follows_are_told(name, n, stride):
    assert [p for p in _programs(name, n, stride) if not _follows(name, p, conventions_of(p.report))] == []


def _follows(name, program, told):
    """Return whether a program follows the conventions that are told, or leaves the same states as if it did."""
    of_column = {"bias-as-a-column", "projection-with-the-bias"}  # where the bias is the weight of a column of ones
    if told <= {*program.conventions} | of_column:
        return True
    try:
        states = [states_of(name, program.mistake, *of) for of in (told, program.conventions)]
    except ValueError:  # the mistake is the convention done wrongly
        return True
    return alike(*states)


@pytest.mark.slow
def test_nearly_all_mistakes_in_conventions_are_told():
    programs = [program for n in range(3) for name in ALGORITHMS for program in _programs(name, n, 1)]
    assert len(programs) > 1000
    assert np.mean([program.is_told for program in programs]) >= TOLD
