"""What a notebook says of itself is read from its first cell, and only there."""

import pytest
from stored import PICTURE, says, shows, written

from pegasos_edu.site.notebooks import read

FIRST = (
    "# 03 · Is $w$ right?\n\n**Ten minutes.** You need [two](02_two.ipynb).\n\nAt the end you can\nsay *why* "
    "$\\lambda<1$ ([two](02_two.ipynb)).\n\nMore."
)


def test_a_notebook_introduces_itself(tmp_path):
    this = read(written(tmp_path / "03_is.ipynb", says(FIRST), says("At the end of it all"), shows(PICTURE)))
    assert this[:4] == ("03_is", "03", "Is $w$ right?", "Ten minutes")
    assert this.aim_as_text == "At the end you can say why λ<1 (two)."
    assert '<a href="02_two.html">two</a>' in this.aim_as_html and "<em>why</em>" in this.aim_as_html
    alt, content = this.picture
    assert alt == PICTURE.alt and content.startswith(b"\x89PNG")


def test_a_notebook_may_have_no_number_and_no_picture(tmp_path):
    this = read(written(tmp_path / "spot.ipynb", says("# Why?\n\n**An hour.** Nothing.\n\nAt the end you know.")))
    assert (this.number, this.question, this.picture) == ("", "Why?", ("", b""))


@pytest.mark.parametrize("first", ["# 03 · Why?", "# Why?\n\n**Ten minutes.** You need it.\n\nThe end."])
def test_a_notebook_that_does_not_say_what_it_is_about_is_told(first, tmp_path):
    with pytest.raises(ValueError, match=r"^one.ipynb must say in its first cell .*, got '# .*; add them\.$"):
        read(written(tmp_path / "one.ipynb", says(first)))
