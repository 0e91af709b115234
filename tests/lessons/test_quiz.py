"""Test quizzes: the answer is computed, every choice has feedback, and it unfolds without a script or a kernel."""

import re

import pytest

from pegasos_edu.lessons import Quiz

CHOICES = {
    "it falls": "A step uses *one* example.",
    "it rises": "Yes: $f(w_{t+1})>f(w_t)$ & more.",
    "a <b>": "No `<b>`.",
}


def test_the_right_choice_is_the_computed_one_and_every_choice_has_its_verdict():
    computed = "it rises" if 2 > 1 else "it falls"
    page = Quiz("What does $f$ do?", CHOICES, answer=computed, expected="it rises")._repr_html_()
    said = re.findall(r"<details .*?<summary.*?>(.*?)</summary><div.*?><b>(.*?)</b> (.*?)</div></details>", page)
    assert [(choice, verdict) for choice, verdict, _ in said] == [
        ("it falls", "✗ No."),
        ("it rises", "✓ Right."),
        ("a &lt;b&gt;", "✗ No."),
    ]
    assert said[0][2] == "A step uses *one* example." and said[2][2] == "No <code>&lt;b&gt;</code>."
    assert re.sub("<[^>]*>", "", said[1][2]) == "Yes: f(wₜ₊₁) &gt; f(wₜ) &amp; more."


def test_a_quiz_needs_no_script_and_no_network_and_opens_one_choice_at_a_time():
    page = Quiz("What does $f$ do?", CHOICES, "it falls", expected="it falls")._repr_html_()
    assert "<script" not in page and not re.search(r'(src|href)="', page)
    assert len(set(re.findall(r'<details name="([^"]+)"', page))) == 1
    other = Quiz("And $g$?", CHOICES, "it falls", expected="it falls")._repr_html_()
    assert re.findall(r'name="([^"]+)"', page)[0] not in other


def test_numbers_are_compared_up_to_rounding():
    assert Quiz("How much?", {0.3: "Yes.", 1: "No."}, answer=0.1 + 0.2, expected=0.3).answer == 0.3
    assert Quiz("How many?", {3: "Yes.", "none": "No."}, answer=3.0, expected=3).answer == 3


@pytest.mark.parametrize(
    ("choices", "answer", "words"),
    [
        ({"a": "x"}, "a", "choices must be two or more"),
        ({"a": "x", "b": ""}, "a", "each with its feedback"),
        ({"a": "x", "b": "y"}, "c", r"answer must be one of the choices, \['a', 'b'\], got 'c'"),
        ({"1": "x", "2": "y"}, 1, "in the form in which the choices are written"),
    ],
)
def test_a_quiz_without_an_answer_or_without_feedback_is_refused(choices, answer, words):
    with pytest.raises(ValueError, match=words):
        Quiz("Which?", choices, answer, expected=answer)


@pytest.mark.parametrize(
    ("expected", "words"),
    [
        ("it falls", "answer must be 'it falls', for which the texts are written, but .* gives 'it rises'; run all"),
        ("it stays", r"expected must be one of the choices, .*got 'it stays'; give the choice for which"),
    ],
)
def test_a_right_choice_never_stands_beside_texts_that_are_written_for_another(expected, words):
    with pytest.raises(ValueError, match=words):
        Quiz("What does $f$ do?", CHOICES, "it rises", expected=expected)
