"""Test how rows of the ledger are shown: as a table in a notebook, and as a page."""

import re

import pytest

from pegasos_edu.claims import CLAIMS, SOURCES, VERDICTS, Finding, Ledger, Result
from pegasos_edu.claims.page import page


def test_all_rows_or_those_of_a_source_or_a_verdict():
    assert [claim.slug for claim in Ledger()] == list(CLAIMS)
    assert [claim.slug for claim in Ledger("slides")] == [claim.slug for claim in SOURCES["slides"].claims]
    traps = Ledger(verdict="trap")
    assert 0 < len(traps) < len(CLAIMS) and all(claim.verdict == "trap" for claim in traps)
    assert sum(len(Ledger("report", verdict)) for verdict in VERDICTS) == len(Ledger("report"))


def test_words_are_searched_in_all_that_a_row_says():
    for words, slug in {
        "one subgradient": "slides/one-subgradient",  # the topic
        "FIGURE 3 label": "mpb11/kernel-label",  # the place, and the correction
        "bounce": "clarification/bounce",  # the claim
        "hyperparameter search": "report/kernel-search",  # the quotation
        "lam proportion": "mpb11/lambda-proportion",  # a letter by its name
        "trap random": "clarification/randint",  # the verdict
    }.items():
        assert slug in [claim.slug for claim in Ledger(search=words)]
    both = {claim.slug for claim in Ledger(search="projection ball")}
    assert both == {c.slug for c in Ledger(search="projection")} & {c.slug for c in Ledger(search="ball")}
    assert {claim.source for claim in Ledger("report", search="kernel")} == {"report"}


@pytest.mark.parametrize("words", ["quux", "projection quux", ""])
def test_a_search_that_finds_nothing_says_what_each_word_finds(words):
    with pytest.raises(ValueError, match=f"^search must be .*got '{words}'.*Use fewer words") as raised:
        Ledger(search=words)
    assert ("0 contain 'quux'" in str(raised.value)) == bool(words)


def test_a_ledger_counts_what_is_tested():
    ledger, wording = Ledger(), [claim for claim in Ledger() if not claim.is_tested]
    assert ledger.tested == len(ledger) - len(wording) and wording
    first, *_ = repr(ledger).splitlines()
    assert first.startswith(f"{len(ledger)} claims ({ledger.tested} tested, {len(wording)} on wording alone): ")
    assert first in ledger._repr_html_()


def test_a_ledger_fits_a_console_of_80_columns():
    ledger = Ledger()
    assert max(map(len, repr(ledger).splitlines()[1:])) <= 80
    results = [Result(claim, Finding({"n": 1}, True)) for claim in ledger]
    assert max(len(line) for result in results for line in repr(result).splitlines()[1:]) <= 80


def test_a_ledger_is_a_table():
    ledger = Ledger("clarification", "trap")
    counts, *rows = repr(ledger).splitlines()
    assert counts == f"{len(ledger)} claims: {len(ledger)} trap"
    assert sum(row.startswith("! clarification/") for row in rows) == len(ledger)
    table = ledger._repr_html_()
    assert table.count("<tr>") == len(ledger) and "<code>clarification/randint</code>" in table


def test_running_a_ledger_runs_its_rows_in_order():
    ledger = Ledger("icml07")
    ledger.claims = [claim.shown_by(lambda full: Finding({"full": full}, True)) for claim in ledger]
    results = ledger.run(full=True, progress=False)
    assert [result.claim.slug for result in results] == [claim.slug for claim in SOURCES["icml07"].claims]
    assert all(result.numbers == {"full": True} for result in results)


@pytest.mark.parametrize(("arguments", "name"), [(("blog",), "source"), (("report", "false"), "verdict")])
def test_what_is_no_source_or_verdict_is_refused(arguments, name):
    with pytest.raises(ValueError, match=f"{name} must be"):
        Ledger(*arguments)


def test_the_page_holds_every_row_and_asks_for_nothing_else():
    results = [Result(claim, Finding({"a < b": 1}, claim.verdict != "trap")) for claim in CLAIMS.values()]
    text = page(results)
    assert text.count("<article") == len(CLAIMS) and text.count("<h2") == len(SOURCES)
    assert text.count("contradict the verdict") == len(Ledger(verdict="trap"))
    assert f"{len(CLAIMS)} claims: {Ledger().tested} are tested" in text and text.count("<dt>In print</dt>") == len(
        CLAIMS
    )
    assert '<mo form="infix">&lt;</mo>' in text and "‖x − z‖" not in text.split("<style>")[0]
    assert not re.search(r"(src|href)=\"(?!#|data:,)|url\((?!data:)|@import", text)
    links = set(re.findall(r'href="#([^"]+)"', text))
    assert links == set(re.findall(r'<h2 id="([^"]+)"', text))


def test_a_page_of_some_sources_links_to_these_alone():
    text = page([Result(claim, Finding({"n": 1}, True)) for claim in Ledger("mpb11")])
    assert text.count("<h2") == 1 and text.count("<article") == len(Ledger("mpb11"))
