"""Test the ledger: every claim is run, and its numbers support the verdict."""

import re

import numpy as np
import pytest

from pegasos_edu.algorithms import hinge
from pegasos_edu.algorithms.variants import variant
from pegasos_edu.claims import CLAIMS, SOURCES, VERDICTS, Claim, Finding, measuring
from pegasos_edu.claims.claims import UNTESTED, formatted
from pegasos_edu.claims.measuring import TWO, draws_of_an_adversary, excess
from pegasos_edu.claims.sources import MODULES
from pegasos_edu.runs import run, stack

TESTED = [slug for slug, claim in CLAIMS.items() if claim.is_tested]


@pytest.mark.parametrize("slug", TESTED)
def test_the_numbers_bear_the_verdict_out(slug, monkeypatch):
    usual = np.random.default_rng
    monkeypatch.setattr(np.random, "default_rng", lambda seed: usual(seed))  # without a seed, numbers change each time
    claim = CLAIMS[slug]
    result = claim.run()
    assert result.bears_out, repr(result)
    assert result.numbers and claim.correct in " ".join(repr(result).split()) and "contradict" not in repr(result)


def test_every_row_says_where_what_and_what_is_right():
    for slug, claim in CLAIMS.items():
        source, topic = slug.split("/")
        assert source in SOURCES and re.fullmatch(r"[a-z0-9-]+", topic) and claim.verdict in VERDICTS
        assert all((claim.place, claim.says, claim.correct)) and claim.correct.endswith(".")
        assert claim.source == source and not claim.says.endswith(".")
        assert not claim.is_tested or claim.shows.__doc__
    assert len(CLAIMS) == sum(len(source.claims) for source in SOURCES.values()), "no slug comes twice"


def test_each_row_quotes_a_few_words_or_a_formula():
    """Check that the source's words are between “ and ”. Everything else must be formulas, which are typed anew."""
    for quote in (claim.quote for claim in CLAIMS.values()):
        outside = re.sub("“[^“”]+”", "", quote)
        assert 0 < len(quote.split()) < 20, f"a short quotation, got {quote}"
        assert not set("“”") & set(outside) and ("“" in quote or re.search("[=≤≥<∈]", outside)), quote
        words = set(re.findall("[a-z]{3,}", outside)) - set("argmax argmin exp log max min and then with".split())
        assert not words, f"{words} must stand between “ and ”"


def test_every_source_has_rows():
    assert all(source.claims and source.title for source in SOURCES.values())


def test_one_formula_has_one_verdict():
    """Check that a formula that two sources print has the same verdict in both."""
    for topic in ("kernel-index", "kernel-factor", "kernel-sum"):
        assert CLAIMS[f"mpb11/{topic}"].verdict == CLAIMS[f"report/{topic}"].verdict
    quoted = {}
    for claim in CLAIMS.values():
        quoted.setdefault((claim.quote, claim.says), set()).add(claim.verdict)
    assert all(len(verdicts) == 1 for verdicts in quoted.values())


CHANCE = ("clarification/first-t", "clarification/choice", "icml07/last-iterate", "mpb11/last-better", "mpb11/sampling")


@pytest.mark.parametrize("slug", CHANCE)
def test_an_experiment_of_chance_does_not_hang_on_its_seeds(slug, monkeypatch):
    original = measuring.run

    def shifted(*arguments, seed=0, **options):
        return original(*arguments, seed=seed + 2000, **options)

    for module in (measuring, *MODULES):
        if hasattr(module, "run"):
            monkeypatch.setattr(module, "run", shifted)
    result = CLAIMS[slug].run()
    assert result.bears_out, repr(result)


def test_an_experiment_can_fail(monkeypatch):
    """Take an algorithm that never shrinks w. Experiments on its steps, their sum and regret contradict verdicts."""
    wrong = variant(hinge, ("(1 - eta * lam) * w + ", "w + "), name="wrong")
    for module in (measuring, *MODULES):
        if hasattr(module, "hinge"):
            monkeypatch.setattr(module, "hinge", wrong)
    slugs = ("blog2016/step", "report/kernel-weights", "mpb11/equation-12", "slides/lemmas-3-4")
    assert all(CLAIMS[slug].run().failed for slug in slugs)


def test_a_row_on_wording_is_not_counted_as_tested():
    row = CLAIMS["mpb11/table-2"]
    assert not row.is_tested and not row.run().failed and row.run().bears_out is None
    assert row.run().lines == [UNTESTED] and UNTESTED in repr(row.run()) and UNTESTED in row.run()._repr_html_()
    assert row.shown_by(lambda full: Finding({"n": 1}, True)).run().bears_out is True


def test_a_row_that_is_not_borne_out_says_so():
    row = Claim(
        "report/row",
        "page 1",
        "“two is 3”",
        "2 is 3",
        "wrong",
        "It is 2.",
        lambda full: Finding({"two": 3 if full else 2}, not full),
    )
    assert repr(row) == "Claim(report/row, wrong)"
    told = "report/row (page 1)\n  In print: “two is 3”\n  It says: 2 is 3\n  ✗ wrong: It is 2.\n  Found: two: 2"
    assert repr(row.run()) == told
    assert repr(row.run(full=True)).endswith("Found: two: 3; These numbers contradict the verdict.")
    assert "two: 3<br>These numbers contradict the verdict." in row.run(full=True)._repr_html_()
    assert row.shown_by(lambda full: Finding({"a < b": 4}, True)).run().lines == ["a < b: 4"]
    assert "a &lt; b: 4" in row.shown_by(lambda full: Finding({"a < b": 4}, True)).run()._repr_html_()


@pytest.mark.parametrize(
    ("value", "words"),
    [
        ("a", "a"),
        (12345, "12,345"),
        (0.12345, "0.123"),
        (-1234.5, "-1,234"),
        (1e-7, "1e-7"),
        (2.5e12, "2.5e12"),
        (float("inf"), "inf"),
        ([1, 0.5, "b"], "1, 0.5, b"),
    ],
)
def test_numbers_are_told_in_few_digits(value, words):
    assert formatted(value) == words


def test_an_adversary_is_on_the_wrong_side_in_every_step():
    once = run(hinge, *TWO, lam=0.1, draws=draws_of_an_adversary(50, 0.1), project=True)
    steps = stack(once)
    assert (TWO[1][steps.i] * steps.score <= 0).all()
    at_zero = excess(once, *TWO, 0.1, np.zeros(1))
    assert at_zero[0] == 0 and (at_zero >= 0).all() and at_zero.sum() > 5
