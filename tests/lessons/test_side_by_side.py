"""Test how a learner's program is shown next to the algorithm."""

import pytest

from pegasos_edu import hinge
from pegasos_edu.lessons import beside


def step(w, x, y, eta, lam):
    """Of a learner: 1 < 2 & 3."""
    ...


def test_both_sources_are_shown_with_the_pseudocode_of_the_algorithm():
    both = beside(step, hinge)
    assert "def step(w, x, y, eta, lam):" in repr(both) and "def hinge(X" in repr(both)
    html = both._repr_html_()
    assert "1 &lt; 2 &amp; 3" in html and "<table" in html and "η = 1 / (λ·t)" in html


@pytest.mark.parametrize("program", [3, None, len])
def test_what_has_no_source_is_said(program):
    with pytest.raises(ValueError, match="program must be a function that is written in a cell or a file, got"):
        beside(program, hinge)
