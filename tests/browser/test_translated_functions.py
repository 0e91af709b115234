"""Test functions translated to JavaScript, together with everything that they name."""

import re
from pathlib import Path

import pytest

from pegasos_edu.browser.engine import JS, TRANSLATED
from pegasos_edu.browser.language import RefusedError
from pegasos_edu.browser.translated_functions import translated
from pegasos_edu.trace import glossary, stories


def test_a_function_brings_what_it_calls_and_names():
    text = translated(glossary.letters)
    assert all(f"function {name}(" in text for name in ("letters", "_score", "_step", "_margin", "_smallest", "_lines"))
    assert all(f"const {name} = " in text for name in ("COUNT", "DUAL", "ASCENT"))


def test_no_sentence_of_python_is_written_again_in_javascript():
    by_hand = "".join(path.read_text("utf-8") for path in JS.iterdir())
    script = translated(*TRANSLATED)
    for module in (stories, glossary):
        sentences = re.findall(r'"([^"{}\n]{20,})"', Path(module.__file__).read_text("utf-8"))
        assert len([sentence for sentence in sentences if sentence in script]) > 5
        assert not [sentence for sentence in sentences if sentence in by_hand]


def test_braces_and_quotes_in_a_sentence_stay_what_they_are():
    def said(x):
        return f"`{x}` costs $ {{1}} \\ {x:.3g}"

    assert r"return `\`${x}\` costs \$ {1} \\ ${formatted(x, " in translated(said)


def with_a_loop(x):
    while x:
        x -= 1
    return x


def with_another_sum(x):
    x -= 1
    return x


def with_a_conversion(x):
    return f"{x!r}"


def with_what_is_not_there(x):
    return unknown(x)  # noqa: F821


@pytest.mark.parametrize("function", [with_a_loop, with_another_sum, with_a_conversion, with_what_is_not_there])
def test_what_the_language_lacks_is_refused(function):
    with pytest.raises(RefusedError, match=r"line \d+: "):
        translated(function)
