"""Test formulas on one line of text: they say what the formula says, and are worth the same."""

import re
from math import isclose, sqrt
from random import Random
from unicodedata import normalize

import pytest

from pegasos_edu.lessons.flat_formulas import VULGAR
from pegasos_edu.lessons.formulas import STORED, marked_up, with_drawn, with_flat, with_mathml


def flat(tex):
    """Return the text of a formula that is left where all tags are removed."""
    return re.sub("<[^>]*>", "", marked_up(f"${tex}$"))


@pytest.mark.parametrize(
    ("tex", "text"),
    [
        (r"\frac12w", "½w"),
        (r"w=\frac23(-1,1)", "w = ⅔(−1, 1)"),
        (r"(1-\frac12)(1-\frac13)\cdots(1-\frac1{500})", "(1 − ½)(1 − ⅓)⋯(1 − 1/500)"),
        (r"\frac\lambda2\|w\|^2\le f(w)", "(λ/2)‖w‖² ≤ f(w)"),
        (r"\frac{t}{t-1}", "t/(t − 1)"),
        (r"12\frac37", "12(3/7)"),
        (r"2\frac12", "2·½"),
        (r"\frac123", "½·3"),
        (r"\sqrt2x+\sqrt{x^2}", "(√2)x + √(x²)"),
        (r"1/\sqrt\gamma", "1/√γ"),
        (r"w_{t+1}^2", "wₜ₊₁²"),
        (r"x_{i,j}", "x_(i, j)"),
        (r"e^{-z}+2^{-53}+e^{1/2}", "e⁻ᶻ + 2⁻⁵³ + e^(1/2)"),
        (r"f(\bar w_t)-f^*", "f(w̄ₜ) − f*"),
        (r"\sum_{i=1}^m\max\{0,\;1-y_i\langle w,x_i\rangle\}", "∑ᵢ₌₁ᵐ max{0, 1 − yᵢ⟨w, xᵢ⟩}"),
        (r"|-x|+|y|", "|−x| + |y|"),
        (r"1{,}000", "1,000"),
        (r"1+\ln T", "1 + ln T"),
        (r"a<b", "a &lt; b"),
    ],
)
def test_a_formula_on_one_line_says_what_it_says_on_several(tex, text):
    assert flat(tex) == text


def formula(random, depth):
    """Return a formula of numbers in LaTeX, and its value."""
    kind = random.choice(["number", "fraction", "root", "power", "sum", "product"]) if depth else "number"
    if kind == "number":
        number = random.randint(1, 12)
        return f"{{{number}}}", number
    (a, x), (b, y) = (formula(random, depth - 1) for _ in range(2))
    if kind == "fraction":
        return rf"\frac{{{a}}}{{{b}}}", x / y
    if kind == "root":
        return rf"\sqrt{{{a}}}", sqrt(x)
    if kind == "power":
        return rf"\left({a}\right)^{{2}}", x**2
    return (f"{a}+{b}", x + y) if kind == "sum" else (rf"\left({a}\right)\cdot\left({b}\right)", x * y)


def value(text):
    """Return the value of a formula on one line as people read it: what stands side by side is multiplied."""
    for sign, way in [*((sign, f"({normalize('NFKC', sign)})") for sign in VULGAR.values()), ("²", "**2")]:
        text = text.replace(sign, way)
    text = re.sub(r"√(\d+)", r"√(\1)", re.sub("[⁄∕]", "/", text)).replace("√", "sqrt").replace("·", "*")
    return eval(re.sub(r"(?<=[\d)])(?=sqrt|\()", "*", text), {"sqrt": sqrt})


def test_no_formula_is_worth_another_number():
    random = Random(1)
    for _ in range(500):
        tex, expected = formula(random, 3)
        assert isclose(value(flat(tex)), expected), (tex, flat(tex))


def test_a_page_draws_what_a_notebook_stores():
    text = r"Is $\frac12w$, `$x$` & $a<b$ as $$\sqrt{2}$$ is?"
    markup = with_mathml(text.replace("&", "&amp;"))
    assert with_drawn(marked_up(text)) == markup.replace("`$x$`", "<code>$x$</code>")
    assert [match.groups() for match in STORED.finditer(marked_up(text))][::2] == [
        ("inline", r"\frac12w", ","),
        ("block", r"\sqrt{2}", ""),
    ]
    assert "$" not in re.sub("<code>.*</code>", "", marked_up(text)), "programs that read dollars find none"


def test_a_formula_that_no_page_can_draw_is_refused_when_it_is_stored():
    with pytest.raises(ValueError, match="must be a formula in LaTeX"):
        marked_up(r"It is $\nosuch x$.")


@pytest.mark.parametrize("dollars", ["$", "$$"])
def test_a_formula_is_on_one_line_where_a_page_shows_text_alone(dollars):
    markup = with_flat(with_mathml(rf"<p>for {dollars}\lambda=10^{{-4}}{dollars} and $a<b$</p>"))
    assert re.sub("<[^>]*>", "", markup) == "for λ = 10⁻⁴ and a &lt; b"
