"""The ledger: every claim is run, and its numbers bear out what is said of it."""

import re

import pytest

from pegasos_edu.experiments import CLAIMS, SOURCES, VERDICTS


@pytest.mark.parametrize("slug", CLAIMS)
def test_the_numbers_bear_the_verdict_out(slug):
    claim = CLAIMS[slug]
    result = claim.run()
    assert result.bears_out, repr(result)
    assert result.numbers and claim.correct in repr(result) and "do not bear" not in repr(result)


def test_every_row_says_where_what_and_what_is_right():
    for slug, claim in CLAIMS.items():
        source, topic = slug.split("/")
        assert source in SOURCES and re.fullmatch(r"[a-z0-9-]+", topic) and claim.verdict in VERDICTS
        assert all((claim.place, claim.says, claim.correct)) and claim.correct.endswith(".")
        assert claim.source == source and not claim.says.endswith(".")
