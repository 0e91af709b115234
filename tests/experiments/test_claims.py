"""The ledger: every claim is run, and its numbers bear out what is said of it."""

import re

import pytest

from pegasos_edu.experiments import CLAIMS, SOURCES, VERDICTS, Claim, Shown
from pegasos_edu.experiments.claims import told


@pytest.mark.parametrize("slug", CLAIMS)
def test_the_numbers_bear_the_verdict_out(slug):
    claim = CLAIMS[slug]
    result = claim.run()
    assert result.bears_out, repr(result)
    assert result.numbers and claim.correct in repr(result) and "do not bear" not in repr(result)
    assert str(claim.run().lines) == str(result.lines), "the same every time"


def test_every_row_says_where_what_and_what_is_right():
    for slug, claim in CLAIMS.items():
        source, topic = slug.split("/")
        assert source in SOURCES and re.fullmatch(r"[a-z0-9-]+", topic) and claim.verdict in VERDICTS
        assert all((claim.place, claim.says, claim.correct)) and claim.correct.endswith(".")
        assert claim.source == source and not claim.says.endswith(".") and claim.shows.__doc__
    assert len(CLAIMS) == sum(len(source.claims) for source in SOURCES.values()), "no slug comes twice"


def test_every_source_has_rows():
    assert all(source.claims and source.title for source in SOURCES.values())


def test_a_row_that_is_not_borne_out_says_so():
    row = Claim(
        "report/row", "page 1", "2 is 3", "wrong", "It is 2.", lambda full: Shown({"two": 3 if full else 2}, not full)
    )
    assert repr(row) == "Claim(report/row, wrong)"
    assert repr(row.run()) == "report/row (page 1)\n  It says: 2 is 3\n  ✗ wrong: It is 2.\n  Found: two: 2"
    assert repr(row.run(full=True)).endswith("Found: two: 3\n  These numbers do not bear it out.")
    assert "two: 3<br>These numbers do not bear it out." in row.run(full=True)._repr_html_()
    assert row.shown_by(lambda full: Shown({"a < b": 4}, True)).run().lines == ["a < b: 4"]
    assert "a &lt; b: 4" in row.shown_by(lambda full: Shown({"a < b": 4}, True)).run()._repr_html_()


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
    assert told(value) == words
