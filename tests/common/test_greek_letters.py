"""Greek letters."""

import unicodedata
from pathlib import Path

from pegasos_edu.common.greek_letters import LETTERS, letter

PACKAGE = Path(__file__).resolve().parents[2] / "pegasos_edu"


def test_every_letter_has_its_name():
    for name, sign in LETTERS.items():
        assert unicodedata.name(sign) == f"GREEK SMALL LETTER {'LAMDA' if name == 'lam' else name.upper()}"
    assert (letter("lam"), letter("k")) == ("λ", "k")
