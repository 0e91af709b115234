"""Test that typed formulas in the sentences of the ledger become MathML, and that nothing is lost."""

import html
import re
from unicodedata import normalize
from xml.etree import ElementTree

import pytest

from pegasos_edu.claims import CLAIMS
from pegasos_edu.claims.formulas import with_mathml

SENTENCES = [text for claim in CLAIMS.values() for text in (claim.place, claim.quote, claim.says, claim.correct)]


def letters(text):
    """Return the letters and digits of a text, without accents and signs."""
    return re.sub(r"[\W_]", "", normalize("NFKD", text))


@pytest.mark.parametrize("text", SENTENCES)
def test_a_sentence_keeps_every_letter_and_is_valid(text):
    markup = with_mathml(text)
    tree = ElementTree.fromstring(f"<p>{markup.replace('<wbr>', '')}</p>")
    assert letters("".join(tree.itertext())) == letters(text.replace("Σ", "∑"))


@pytest.mark.parametrize(
    ("text", "formulas"),
    [
        ("a step of s runs in 2007 needs [21], page 14 (of 26), 96.7 %", ["s"]),
        ("the paper prints O(1/(λε)) examples, as in (6)", ["O(1/(λε))"]),
        ("f* is at most c·ln T/(σT), in expectation", ["f∗", "c·lnT/(σT)"]),
        ("w = a·v, with an index", ["w", "=a·v"]),
        ("call randint(0, m) once for X and Y", ["X", "Y"]),
        ("the “differentiable” function, i.e. it is log or exp", ["log", "exp"]),
    ],
)
def test_only_formulas_become_mathml(text, formulas):
    elements = re.findall("<math>(.*?)</math>", with_mathml(text))
    assert [html.unescape(re.sub("<[^>]*>", "", markup)) for markup in elements] == formulas


def test_indices_powers_and_roots_are_elements():
    markup = with_mathml("‖w_{t+1}‖² ≤ 1/√λ")
    assert "<msub><mi>w</mi><mrow><mi>t</mi><mo>+</mo><mn>1</mn></mrow></msub>" in markup
    assert re.search(r"<msup><mo[^>]*>‖</mo><mrow><mn>2</mn></mrow></msup>", markup)
    assert re.search(r"<msqrt><mspace[^>]*></mspace><mi>λ</mi></msqrt>", markup)
