"""Greek letters."""

import re
import unicodedata
from pathlib import Path

from pegasos_edu.common.letters import LETTERS, letter

PACKAGE = Path(__file__).resolve().parents[2] / "pegasos_edu"


def test_every_letter_has_its_name():
    for name, sign in LETTERS.items():
        assert unicodedata.name(sign) == f"GREEK SMALL LETTER {'LAMDA' if name == 'lam' else name.upper()}"
    assert (letter("lam"), letter("k")) == ("λ", "k")


def test_there_is_one_table_of_them():
    tables = [path.name for path in PACKAGE.rglob("*.py") if re.search(r'"eta": "η"', path.read_text("utf-8"))]
    assert tables == ["letters.py"]
