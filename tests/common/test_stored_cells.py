import json

import pytest

from pegasos_edu.common.stored_cells import read_cells


def stored(**fields):
    """Return the text of a notebook with one cell of code."""
    return json.dumps({"cells": [{"cell_type": "code", "source": "1", "metadata": {}, **fields}], "nbformat": 4})


def test_outputs_hold_texts_instead_of_lists_of_lines():
    output = {"data": {"text/html": ["<p>\n", "</p>"], "application/json": [1, 2]}, "metadata": {}}
    (cell,) = read_cells(stored(outputs=[output, {"text": ["1\n", "2\n"]}]))
    expected = [{"data": {"text/html": "<p>\n</p>", "application/json": [1, 2]}, "metadata": {}}, {"text": "1\n2\n"}]
    assert cell.outputs == expected


@pytest.mark.parametrize("outputs", [None, 5, [5], {"text": 5}])
def test_a_hand_in_may_have_any_outputs_while_nobody_shows_them(outputs):
    (cell,) = read_cells(stored(outputs=outputs))
    assert cell.source == "1"


def test_a_cell_of_text_has_no_outputs():
    (cell,) = read_cells(stored(cell_type="markdown"))
    assert cell.outputs == []
