"""Test that a new algorithm is run, recorded, checked, translated and offered in the page without further changes."""

import sys

import pytest

from pegasos_edu import run
from pegasos_edu.algorithms import ALGORITHMS, hinge
from pegasos_edu.algorithms.variants import function_of
from pegasos_edu.browser import modules_and_facts
from pegasos_edu.browser.engine import GENERATED, played
from pegasos_edu.check import check
from pegasos_edu.datasets import toy
from pegasos_edu.player import play
from pegasos_edu.player.playground import script_and_facts
from pegasos_edu.runs.reading import last
from pegasos_edu.trace import record

SOURCE = '''def patient(X: Dense, y, lam, draws: Indices, wait=2.0, stubborn=False):
    """Pegasos with steps that are `wait` times smaller; a stubborn one never shrinks w."""
    w = np.zeros(X.shape[1])  # w = (0, …, 0)
    for t, i in enumerate(draws, 1):  # for t = 1, …, T: choose i from {1, …, m}
        eta = 1 / (lam * t * wait)  #   η = 1 / (λ·t·wait)
        score = w @ X[i]  #   score = w·x
        if not stubborn:  #   [optional:
            w = (1 - eta * lam) * w  #     w = (1 − η·λ)·w ]
        if y[i] * score < 1:  #   if y·score < 1
            w = w + (eta * y[i]) * X[i]  #     w = w + (η·y)·x
        yield LinearStep(t, i, eta, score, w)  # output w
'''
X, Y, _ = toy()


@pytest.fixture
def patient(monkeypatch):
    """Return the new algorithm, and add it to `ALGORITHMS`."""
    algorithm = function_of(SOURCE, "patient", hinge)
    monkeypatch.setitem(ALGORITHMS, "patient", algorithm)
    return algorithm


def test_it_is_run_and_recorded_line_by_line(patient):
    recording = record(run(patient, X, Y, lam=0.1, T=5, wait=3.0))
    assert recording.steps[0].eta == pytest.approx(1 / 0.3)
    assert [recording.listing.lines[moment.line].pseudocode.strip() for moment in recording.moments[1]][1:3] == [
        "η = 1 / (λ·t·wait)",
        "score = w·x",
    ]


def right(w, x, y, eta, lam):
    added = eta * y * x if y * (w @ x) < 1 else 0
    return (1 - eta * lam) * w + added


def test_programs_are_compared_with_it(patient, monkeypatch):
    module = sys.modules["pegasos_edu.check.check"]
    monkeypatch.setattr(module, "TASKS", (*module.TASKS, "patient"))  # `TASKS` is made from `ALGORITHMS` only once
    assert not check(right, "patient").passed
    assert check(function_of(SOURCE, "patient", hinge), "patient").passed


def test_it_is_played_in_the_browser_with_its_options(patient):
    player = play(patient, X, Y, lam=0.1, T=20, wait=3.0)
    facts = player.editor.facts()
    assert facts["algorithms"]["patient"]["options"] == {"wait": 2.0, "stubborn": False}
    assert facts["fields"]["wait"] == {"first": 3.0, "low": -100.0, "high": 100.0}
    assert facts["fields"]["stubborn"] == {"first": False} and facts["start"]["wait"] == 3.0
    player.follow({**player.editor.states[0], "wait": 5.0, "stubborn": True})
    assert player.run.options == {"wait": 5.0, "stubborn": True} and "wait=5.0" in player.records[0]["python"]
    again = last(run(patient, X, Y, lam=0.1, T=20, wait=5.0, stubborn=True))
    assert last(player.run).w.tolist() == again.w.tolist()


def test_it_is_translated_and_offered_on_the_playground(patient):
    modules, facts = modules_and_facts(edits=())
    assert '"patient": function* (X, y, lam, draws, options, tracer) {' in modules[GENERATED]
    assert facts["algorithms"]["patient"]["options"] == ["wait", "stubborn"]
    script, facts = script_and_facts(*played())
    assert facts["fields"]["algorithm"]["of"]["patient"].startswith("patient: ") and '"patient": function*' in script
