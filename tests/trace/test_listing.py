"""Test how an algorithm is shown as a table."""

import html
import inspect
import re

import pytest

from pegasos_edu import ALGORITHMS, hinge
from pegasos_edu.trace import Listing


def cells(listing):
    """Return the text of the cells, row by row, as a browser shows it."""
    rows = re.findall(r"<tr>(.*?)</tr>", listing._repr_html_())
    return [[html.unescape(cell) for cell in re.findall(r"<t[dh][^>]*>(.*?)</t[dh]>", row)] for row in rows]


@pytest.mark.parametrize("algorithm", ALGORITHMS.values(), ids=ALGORITHMS)
def test_both_columns_together_are_the_source(algorithm):
    heads, *rows = cells(Listing(algorithm))
    assert heads == ["Python", "pseudocode"]
    lines = [line for line in inspect.getsource(algorithm).splitlines() if '"""' not in line]
    assert len(rows) == len(lines)
    for (code, pseudocode), line in zip(rows, lines):
        expected = code + pseudocode
        assert expected.replace(" ", "") == line.replace("#", "").replace(" ", "")


def test_remarks_stand_in_the_column_of_the_pseudocode():
    remarks = [row for row in cells(Listing(hinge)) if "CAUTION" in "".join(row)]
    assert remarks and all(code == "" for code, _ in remarks)


def test_the_caption_names_the_source_and_the_text_form_is_the_code():
    listing = Listing(hinge)
    assert "<caption" in listing._repr_html_() and listing.title.endswith("[MPB11 Fig. 1; Johansson Alg. 1].")
    assert repr(listing) == inspect.getsource(hinge).rstrip("\n")
    assert Listing(ALGORITHMS["summed"]).title.startswith("hinge with w stored as v/(λ·t)")


def test_signs_of_comparison_are_text_and_not_markup():
    assert "if y[i] * score &lt; 1:" in Listing(hinge)._repr_html_()
