"""Test the rewriting for MicroPython: the source means the same in Python."""

import pytest

from pegasos_edu.common.micropython import for_micropython

SOURCES = {
    "[1, *range(2), *'ab']": [1, 0, 1, "a", "b"],
    "(*'ab', 3)": ("a", "b", 3),
    "f\"{', '.join([f'<{z:.1f}>' for z in (0.25, 2)])}!\"": "<0.2>, <2.0>!",
}


@pytest.mark.parametrize("source", SOURCES)
def test_an_expression_keeps_its_value(source):
    assert eval(for_micropython(source)) == eval(source) == SOURCES[source]


def test_stars_and_texts_within_texts_are_gone():
    text = "".join(map(for_micropython, SOURCES))
    assert "*" not in text and text.count("f'") + text.count('f"') == 1


def test_sorting_goes_through_the_function():
    space = {"pairs": [(2, "a"), (1, "b"), (1, "a")]}
    text = for_micropython("pairs.sort(key=lambda pair: pair[0])")
    exec(text, space)
    assert space["pairs"] == [(1, "b"), (1, "a"), (2, "a")] and "sorted(pairs" in text


def test_an_array_is_changed_in_place_by_a_function():
    calls = []
    space = {"in_place_": lambda *given: calls.append(given) or 8, "w": 4}
    exec(for_micropython("w *= 2\nw += 1", with_arrays=True), space)
    assert (calls, space["w"]) == ([("*", 4, 2)], 9)


def test_comments_and_docstrings_are_gone():
    assert "text" not in for_micropython('def f():\n    """Return a text."""\n    return 1  # no text')
