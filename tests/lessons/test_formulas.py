"""Test how formulas are written as MathML."""

from xml.etree import ElementTree

import pytest

from pegasos_edu.lessons.formulas import _tidy, marked_up, mathml, with_drawn, with_mathml

OBJECTIVE = r"f(w)=\frac\lambda2\|w\|^2+\frac1m\sum_{i=1}^m\max\{0,\;1-y_i\langle w,x_i\rangle\}"


@pytest.mark.parametrize("display", ["inline", "block"])
def test_a_formula_is_well_formed_and_shows_what_it_says(display):
    element = ElementTree.fromstring(mathml(OBJECTIVE, display))
    assert element.get("display") == display
    assert "".join(element.itertext()) == "f(w)=λ2‖w‖2+1m∑i=1mmax{0,1−yi⟨w,xi⟩}"


def test_formulas_in_a_text_are_found_and_code_and_prices_are_not():
    text = "Let $a$ and $$b$$, not `$c$` nor ``$d$ ` ``; it costs 3 $ or 4 $."
    markup = with_mathml(text)
    assert markup.count("<math") == 2 and 'display="block"' in markup
    assert "`$c$`" in markup and "``$d$ ` ``" in markup and markup.endswith("; it costs 3 $ or 4 $.")


def test_no_line_begins_with_the_stop_of_a_formula():
    assert with_mathml("($a$), $b$ and $c$.") == (
        f'(<span style="white-space: nowrap">{mathml("a")}),</span> {mathml("b")} and '
        f'<span style="white-space: nowrap">{mathml("c")}.</span>'
    )


def test_a_formula_stays_on_one_line_and_breaks_no_table():
    markup = with_mathml(r"| $\lvert S\rvert$ | $a|b$ |")
    assert "\n" not in markup and markup.count("|") == 3


def test_a_sentence_becomes_html_with_nothing_of_its_own():
    assert marked_up("a < b & `x<y`") == "a &lt; b &amp; <code>x&lt;y</code>"
    assert with_drawn(marked_up("$a<b$")).count("<") == 10


@pytest.mark.parametrize("command", ["text", "operatorname"])
def test_no_tag_gets_out_of_a_formula(command):
    tex = rf"\{command}{{<script>f(&lt;)</script>}}"
    element = ElementTree.fromstring(mathml(tex))
    assert not [part.tag for part in element.iter() if part.tag.endswith("script")]
    assert "<script>f(&lt;)</script>" in "".join(element.itertext())


@pytest.mark.parametrize("tex", [r"\href{javascript:alert(1)}{x}", r"\style{position: fixed}{x}", r"\class{slide}{x}"])
def test_a_formula_does_nothing_to_its_page(tex):
    with pytest.raises(ValueError, match="must be a formula in LaTeX, got"):
        mathml(tex)


@pytest.mark.parametrize("tex", [r"\nosuch x", r"\begin{matrix}", "a^"])
def test_what_is_no_formula_is_refused_in_words(tex):
    with pytest.raises(ValueError, match="must be a formula in LaTeX"):
        mathml(tex)


@pytest.mark.parametrize("tex", [r"\lVert w\rVert", r"t\,\|w - u\|"])
def test_the_bars_of_a_norm_stand_close_to_what_is_between_them(tex):
    markup = mathml(tex)
    assert markup.count('lspace="0" rspace="0"') == markup.count("&#x02016;") == 2


def test_a_dot_is_a_sign_whatever_the_converter_takes_it_for():
    name = ElementTree.fromstring("<math><mi>&#x000B7;</mi></math>")
    _tidy(name)
    assert name[0].tag == "mo" and "<mo>&#x000B7;</mo>" in mathml(r"2\cdot 3")


def test_the_sign_of_a_number_has_no_space_and_the_sign_of_a_sum_has_its_own():
    signs = {tex: mathml(tex).count('form="prefix"') for tex in ("y=+1", "w=(-1,+1)", "a-b", r"(a)+\{b\}-c", "[-a]-b")}
    assert list(signs.values()) == [1, 2, 0, 0, 1]
