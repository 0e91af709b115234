import pytest
from stored import says, written

from pegasos_edu.site.introductions import introduction
from pegasos_edu.site.pages import text_of

FIRST = (
    "# 03 · Is $w$ right?\n\n**Ten minutes.** You need [two](02_two.ipynb).\n\nAt the end you can\nsay *why* "
    "$\\lambda<1$ ([two](02_two.ipynb)).\n\nMore."
)


def test_a_notebook_introduces_itself(tmp_path):
    this = introduction(written(tmp_path / "03_is.ipynb", says(FIRST), says("At the end of it all")))
    assert this[:4] == ("03_is", "03", "Is $w$ right?", "Ten minutes")
    assert text_of(this.aim) == "At the end you can say why λ < 1 (two)."
    assert '<a href="02_two.html">two</a>' in this.aim and "<em>why</em>" in this.aim


def test_a_notebook_may_have_no_number(tmp_path):
    path = written(tmp_path / "spot.ipynb", says("# Why?\n\n**An hour.** Nothing.\n\nAt the end you know."))
    this = introduction(path)
    assert (this.number, this.question) == ("", "Why?")


def test_a_notebook_that_does_not_introduce_itself_is_named(tmp_path):
    with pytest.raises(ValueError, match=r"^one.ipynb must state in its first cell .*, got '# .*; add them\.$"):
        introduction(written(tmp_path / "one.ipynb", says("# 03 · Why?")))
