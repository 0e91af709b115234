"""Test proofs: a line appears only inside the right reason of the line before, without a script or a kernel."""

import re
from xml.etree.ElementTree import fromstring

import pytest

from pegasos_edu.lessons import Proof, ProofLine

FIRST = ProofLine(
    "$(a+b)^2=a^2+2ab+b^2$.", {"it is known": "By whom?", "multiply out": "Four products"}, "multiply out"
)
SECOND = ProofLine("So it is $\\ge4ab$.", {"$(a-b)^2\\ge0$": "Add 4ab.", "$a\\ge b$": "Not said."}, "$(a-b)^2\\ge0$")
PROOF = Proof("A square and a product", [FIRST, SECOND], "This was to be shown.")


def texts(element):
    return "".join(element.itertext())


def reasons(element):
    """Return the reasons directly below an element, by their first letters."""
    return {texts(reason.find("summary"))[:4]: reason for reason in element.findall("details")}


def test_the_right_reason_of_a_line_holds_the_rest_and_no_other_reason_does():
    first = reasons(fromstring(PROOF._repr_html_()))
    assert list(first) == ["it i", "mult"] and not reasons(first["it i"])
    second = reasons(first["mult"])
    assert len(second) == 2 and "(2) So it is" in texts(first["mult"])
    assert [("to be shown" in texts(reason)) for reason in second.values()] == [True, False]


def test_each_reason_has_its_verdict():
    page = PROOF._repr_html_()
    verdicts = re.findall(r"<summary.*?>([^<]*)</summary><div[^>]*><b>(. \w+)\.</b> ([^<]*)", page)
    assert verdicts[:2] == [("it is known", "✗ No", "By whom?"), ("multiply out", "✓ Right", "Four products")]
    assert page.count("✓ Right.") == page.count("✗ No.") == 2


def test_a_proof_needs_no_script_and_no_network():
    assert "<script" not in PROOF._repr_html_() and not re.search(r'(src|href)="', PROOF._repr_html_())


def test_a_proof_says_as_text_what_it_asks():
    assert repr(PROOF).splitlines()[1] == f"(1) {FIRST.says} [it is known | multiply out] Right: multiply out"
    assert repr(PROOF).startswith("Proof: A square") and repr(PROOF).endswith("to be shown.")


@pytest.mark.parametrize(
    ("lines", "words"),
    [
        ([], "lines must be one or more"),
        ([FIRST._replace(reasons={"multiply out": "x"})], "reasons must be two or more"),
        ([FIRST._replace(reasons={"multiply out": "x", "other": ""})], "each with its feedback"),
        ([FIRST._replace(right="other")], r"right must be one of the reasons, .* got 'other'"),
    ],
)
def test_a_line_without_a_right_reason_is_refused(lines, words):
    with pytest.raises(ValueError, match=words):
        Proof("What?", lines, "Done.")
