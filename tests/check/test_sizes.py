"""Test from both sides how near to a formula numbers must be, and which factors are written as 1."""

from types import SimpleNamespace

import pytest

from pegasos_edu.check.parts.sizes import formula, simple, usual

STEPS = [SimpleNamespace(t=t, lam=0.1, per_pass=9, m=9, k=1, updates=t - 1, eta=10 / t) for t in range(1, 8)]


@pytest.mark.parametrize(("off", "fits"), [(0.9e-4, True), (2e-4, False)])
def test_numbers_follow_a_formula_to_two_parts_in_ten_thousand(off, fits):
    usual_size = usual([(step, (1 + off * (-1) ** step.t) / (0.1 * step.t)) for step in STEPS])
    assert (usual_size is not None and usual_size.words == "1/(λ·t)") == fits


@pytest.mark.parametrize(
    ("c", "words"),
    [
        (1.00009, "1/(λ·t)"),
        (0.99991, "1/(λ·t)"),
        (1.0002, "(1 + 0.0002)/(λ·t)"),
        (0.9998, "0.9998/(λ·t)"),
        (1.0004, "(1 + 0.0004)/(λ·t)"),
        (2.0001, "2/(λ·t)"),
        (1.5, "1.5/(λ·t)"),
    ],
)
def test_a_factor_is_written_as_1_only_if_it_is_nearly_1(c, words):
    assert formula(simple(c), [("λ", -1), ("t", -1)]) == words
