"""Test that each experiment of the ledger can fail: some mutant of its subject contradicts the verdict."""

import warnings

import mutants
import numpy as np
import pytest

from pegasos_edu.algorithms import ALGORITHMS
from pegasos_edu.claims import CLAIMS

TESTED = [slug for slug, claim in CLAIMS.items() if claim.is_tested]


@pytest.mark.slow
@pytest.mark.parametrize("slug", TESTED)
def test_a_mutant_of_its_subject_turns_the_row(slug):
    held = []
    for name, install in mutants.mutants_of(CLAIMS[slug].shows):
        if _is_turned(CLAIMS[slug], install):
            return
        held.append(name)
    pytest.fail(f"{slug} holds under all mutants of its subject: {held}")


def _is_turned(claim, install):
    """Return whether a mutant makes an experiment contradict its verdict; an error is no contradiction."""
    with pytest.MonkeyPatch.context() as patch, warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        experiment = install(patch) or claim.shows
        try:
            return claim.shown_by(experiment).run().failed
        except (ArithmeticError, LookupError, TypeError, ValueError):
            return False


@pytest.mark.parametrize(("pattern", "replacement"), mutants.WRONG_ALGORITHMS.values(), ids=mutants.WRONG_ALGORITHMS)
def test_each_wrong_algorithm_differs_from_a_right_one(pattern, replacement):
    changed = [mutants.changed(algorithm, pattern, replacement) for algorithm in ALGORITHMS.values()]
    assert any(algorithm not in ALGORITHMS.values() for algorithm in changed)


def test_each_wrong_function_is_reached_by_an_experiment():
    names_reached = set().union(*(mutants.reached(CLAIMS[slug].shows) for slug in TESTED))
    assert all(set(names.split()) & names_reached for names, _ in mutants.WRONG_FUNCTIONS.values())


def test_the_subject_of_a_row_is_its_algorithm_or_else_its_formula():
    subjects = {slug: {name for name, _ in mutants.mutants_of(CLAIMS[slug].shows)} for slug in TESTED}
    assert "nothing shrinks w" in subjects["blog2016/step"] <= set(mutants.WRONG_ALGORITHMS)
    assert "α counts twice" in subjects["report/kernel-time"]  # through a helper
    assert "no loss" in subjects["report/continuity"]
    assert "T * 2" in subjects["mpb11/lemma-1-proof"]  # its own arithmetic
    assert all(subjects.values())
