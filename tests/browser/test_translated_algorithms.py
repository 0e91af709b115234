"""Test algorithms translated to JavaScript, and the Python that is refused."""

import re

import numpy as np
import pytest

from pegasos_edu import ALGORITHMS
from pegasos_edu.algorithms.step_types import LinearStep
from pegasos_edu.algorithms.variants import variant
from pegasos_edu.browser.edits import CHOSEN, edits
from pegasos_edu.browser.language import RefusedError
from pegasos_edu.browser.translated_algorithms import TranslatedAlgorithm
from pegasos_edu.runs import run
from pegasos_edu.trace.lines import record

SCORE = "score = w @ X[i]"


@pytest.mark.parametrize("algorithm", ALGORITHMS.values(), ids=lambda algorithm: algorithm.__name__)
def test_every_line_that_runs_is_entered_and_left(algorithm):
    written = TranslatedAlgorithm(algorithm)
    places = {place for place, line in enumerate(written.listing.lines) if line.code.strip() not in ("", "else:")} - {0}
    for what in ("enter", "leave"):
        told = {int(place) for place in re.findall(rf"tracer\?\.{what}\((\d+)", written.text)}
        assert told == (places if what == "enter" else places - {max(places)})  # the yield is not left
    assert written.formulas.keys() == places and written.listing.lines[written.loop].code.startswith("    for ")


def test_a_line_is_told_the_numbers_that_the_recorder_takes():
    X, y = np.array([[0.5, 2.0], [1.0, -1.0]]), np.array([1, -1])
    recorded = record(run(ALGORITHMS["hinge"], X, y, lam=0.1, T=3))
    assert TranslatedAlgorithm(ALGORITHMS["hinge"]).formulas == {
        place: pieces for place, pieces in recorded.formulas.items() if recorded.listing.lines[place].code
    }


WRONG = {
    "with open('x') as file: pass": "line 6: `with open('x') as file:`",
    "score = open('x')": "line 6: the function `open`",
    "score = w.__class__": "line 6: `w.__class__`",
    "score = sum(a for a in w)": "line 6: `(a for a in w)` (GeneratorExp)",
    "score = other @ X[i]": "line 6: the name `other`",
    "score = w[1:] @ X[i]": "line 6: the part `w[1:]`",
    "score = np.dot(w, X[i], out=None)": "line 6: the argument out=",
    "score = np.linalg.eig(w)": "line 6: the function `np.linalg.eig`",
    "score = p = 0": "line 6: `score = p = 0`",
    "score = 1 if w @ X[i] in (1, 2) else 0": "line 6: the comparison",
    "score = ~i": "line 6: the operator",
    "w[0], w[1:] = 0, 1": "line 6: what is set in `w[1:]`",
    "for j in w: score = j": "line 6: the loop `for j in w:`",
    "while True: score = 0": "line 6: `while True:`",
    "import os": "line 6: `import os`",
    "score = f'{i}'": "(JoinedStr)",
}


@pytest.mark.parametrize("code", WRONG)
def test_what_the_language_lacks_is_refused_with_its_line(code):
    with pytest.raises(RefusedError, match=re.escape(WRONG[code])) as error:
        TranslatedAlgorithm(variant(ALGORITHMS["hinge"], (SCORE, code)))
    assert str(error.value).endswith("; " + str(error.value).split("; ", 1)[1]) and "is written with names" in str(
        error.value
    )


def test_a_algorithm_yields_one_step_and_in_one_place():
    def twice(X, y, lam, draws):
        w = np.zeros(2)
        for t, i in enumerate(draws, 1):
            yield LinearStep(t, i, 0.0, 0.0, w)
            yield LinearStep(t, i, 0.0, 0.0, w)

    with pytest.raises(RefusedError, match="2 yields instead of one"):
        TranslatedAlgorithm(twice)


def test_names_of_javascript_are_no_names_of_algorithms():
    assert (
        "let_ = over(1, times(lam, t));"
        in TranslatedAlgorithm(
            variant(ALGORITHMS["summed"], ("eta = 1 / (lam * t)", "let = 1 / (lam * t)\n        eta = let"))
        ).text
    )


def test_the_edits_on_offer_are_of_the_catalogue_and_differ_from_their_algorithm():
    offered = edits()
    assert len({edit.key for edit in offered}) == len(offered) == sum(map(len, CHOSEN.values()))
    for edit in offered:
        assert TranslatedAlgorithm(edit.algorithm).text != TranslatedAlgorithm(ALGORITHMS[edit.task]).text
