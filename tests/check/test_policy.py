"""Test that the checker decides as ``catalogue/policy.toml`` says, and that the guide says the same."""

from pathlib import Path

import numpy as np
import pytest
from wrong_programs import as_generator

from pegasos_edu.check import check
from pegasos_edu.check.parts.findings import PARTS
from pegasos_edu.misconceptions import ASKED, by_id, effects, entries, task
from pegasos_edu.misconceptions.catalogue import parts, policy

GUIDE = Path(__file__).parents[2] / "notebooks" / "teaching" / "guide.md"


def hinge(eta=lambda t, lam: 1 / (lam * t), twice=1, start=0.0, is_violated=lambda z: z < 1):
    """Return Pegasos with another step size, penalty, start or condition."""

    def program(X, y, lam, draws):
        w = np.full(X.shape[1], start)
        for t, i in enumerate(draws, 1):
            size, z = eta(t, lam), y[i] * (w @ X[i])
            w = (1 - twice * size * lam) * w + size * is_violated(z) * y[i] * X[i]
        return w

    return program


def kernelized(K, y, lam, draws):
    alpha = np.zeros(len(y))
    for t, i in enumerate(draws, 1):
        alpha[i] += y[i] / (lam * t) * ((alpha * y) @ K[i]) < 1
    return alpha


def minus_b(X, y, lam, draws):
    w, b = np.zeros(X.shape[1]), 0.0
    for t, i in enumerate(draws, 1):
        size = (y[i] * (w @ X[i] - b) < 1) / (lam * t)
        w, b = (1 - 1 / t) * w + size * y[i] * X[i], b - size * y[i]
    return w, b


def root_t_on_b(X, y, lam, draws):
    w, b = np.zeros(X.shape[1]), 0.0
    for t, i in enumerate(draws, 1):
        is_violated = y[i] * (w @ X[i] + b) < 1
        w, b = (1 - 1 / t) * w + is_violated * y[i] / (lam * t) * X[i], b + is_violated * y[i] / t**0.5
    return w, b


def in_bits(X, y, lam, draws):
    w = np.zeros(X.shape[1])
    for t, i in enumerate(draws, 1):
        p = 1 / (1 + np.exp(y[i] * (w @ X[i])))
        w = (1 - 1 / t) * w + p / (np.log(2) * lam * t) * y[i] * X[i]
    return w


PROGRAMS = {  # decision -> pairs of a task and a program
    "constant-step-size": [("hinge", hinge(lambda t, lam: 0.1)), ("hinge", hinge(lambda t, lam: 0.003))],
    "own-schedule": [("hinge", hinge(eta)) for eta in (lambda t, _: 1 / (2 + t / 2), lambda t, lam: 1 / (lam * t + 1))],
    "root-t": [("hinge", hinge(lambda t, lam: 0.3 / t**0.5))],
    "another-penalty": [("hinge", hinge(eta, 2)) for eta in (lambda t, lam: 0.5 / (lam * t), lambda t, lam: t**-0.5)],
    "two-penalties": [("hinge", hinge(twice=2))],
    "start-in-the-ball": [("hinge", hinge(start=0.1))],
    "long-start": [("hinge", hinge(start=3.0))],
    "later-counter": [("hinge", hinge(lambda t, lam, n=n: 1 / (lam * (t + n)))) for n in (1, 2, 50)],
    "factor-of-the-figure": [("kernelized", kernelized)],
    "root-t-on-b": [("free_bias", root_t_on_b)],
    "minus-b": [("free_bias", minus_b)],
    "bits": [("logistic", in_bits)],
    "at-the-margin": [("hinge", hinge(is_violated=lambda z: z <= 1))],
}


@pytest.mark.parametrize("decision", policy())
def test_the_checker_decides_as_the_policy_says(decision):
    said = policy()[decision]
    for name, program in PROGRAMS[decision]:
        report = check(program, name)
        assert report.passed is (said["verdict"] == "convention"), report


@pytest.mark.parametrize("decision", [name for name, said in policy().items() if said["verdict"] == "convention"])
def test_a_convention_is_said_and_a_teacher_can_refuse_it(decision):
    for name, program in PROGRAMS[decision]:
        report = check(program, name)
        assert any(status == "convention" for _, status, _, _ in report.content["parts"]), report
        assert check(program, name, conventions=()).passed is (decision == "at-the-margin")


def test_an_entry_is_a_convention_if_the_policy_says_so():
    for said in policy().values():
        if "entry" in said:
            assert by_id()[said["entry"]].is_convention is (said["verdict"] == "convention"), said


def _measured_entries():
    """Yield pairs of the first algorithm that an entry is for, and the entry."""
    for entry in by_id().values():
        names = [name for name in ASKED if entry in entries(name) and task(name).is_algorithm and name != "dual_ascent"]
        if names and entry.fits("all") and entry.edits_for(names[0]):
            yield names[0], entry


def test_an_entry_stands_under_the_part_under_which_a_report_tells_it():
    told = 0
    for name, entry in _measured_entries():
        judgement = check(as_generator(name, entry.id), name).judgement
        parts = [] if judgement.alternatives else [f.part for f in judgement.findings if entry.id in f.entries]
        assert set(parts) <= {entry.part}, entry.id
        told += bool(parts)
    assert told > 80  # the others are found by a search


def test_the_catalogue_describes_the_parts_that_are_measured():
    assert tuple(parts()) == PARTS


def test_the_guide_has_the_policy():
    assert effects.policy_table() in GUIDE.read_text("utf-8")
