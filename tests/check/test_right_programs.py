"""Test that right programs pass, with the conventions that they follow, however they are written."""

import pytest
from right_programs import PROGRAMS
from verdicts import conventions_of
from wrong_programs import as_generator

from pegasos_edu.check import check
from pegasos_edu.misconceptions import ASKED, TASKS, by_id, entries
from pegasos_edu.misconceptions import task as task_of


@pytest.mark.parametrize("name", PROGRAMS)
def test_a_right_program_passes_with_its_conventions(name):
    task, program, conventions = PROGRAMS[name]
    report = check(program, task)
    assert report.passed, report
    assert conventions_of(report) == set(conventions)


@pytest.mark.parametrize("name", TASKS)
def test_each_algorithm_and_function_of_the_package_passes_its_own_task(name):
    report = check(task_of(name).reference, name)
    assert report.passed and not report.conventions


def test_there_are_right_programs_for_every_task():
    assert {program.task for program in PROGRAMS.values()} == set(ASKED)


# The first task of each convention that is an edit, and another task for one that no probe for hinge shows.
CONVENTIONS = {entry.id: name for name in reversed(ASKED) for entry in entries(name) if entry.is_convention
               and entry.edits_for(name)} | {"projection-without-the-bias": "logistic"}  # fmt: skip


@pytest.mark.parametrize("identifier", CONVENTIONS)
def test_each_convention_of_the_catalogue_passes_and_is_named(identifier):
    report = check(as_generator(CONVENTIONS[identifier], identifier), CONVENTIONS[identifier])
    assert report.passed
    is_other_form = by_id()[identifier].keeps and not report.conventions  # these are other numbers for the same counts
    of_column = {"bias-as-a-column"} if identifier == "projection-without-the-bias" else set()
    assert is_other_form or conventions_of(report) == {identifier} | of_column
