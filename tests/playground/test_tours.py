"""Guided tours: what each says of its states is true of the boxes; a teacher's file, and files of another form."""

from functools import partial

import numpy as np
import pytest

from pegasos_edu import ALGORITHMS, kernels, objective, run
from pegasos_edu.live.edits import edits
from pegasos_edu.losses import objective_of_scores
from pegasos_edu.player.changing import takes
from pegasos_edu.playground.settings import FIELDS, dataset
from pegasos_edu.playground.tours import tours
from pegasos_edu.runs.reading import copied
from pegasos_edu.theory import optimum

FIRST = {name: field["first"] for name, field in FIELDS.items()}
FOUND = {tour["slug"]: tour["stops"] for tour in tours()}


class Ran:
    """What a run of a state of the page came to: w, ‖w‖ and f before the first step and after each."""

    def __init__(self, **state):
        state = FIRST | state
        box, lam = ALGORITHMS[state["box"]], state["lam"]
        if state["whatif"]:
            box = next(edit.box for edit in edits([state["box"]]) if edit.slug == state["whatif"])
        self.X, self.y, _ = dataset(state["data"])
        kinds = takes(ALGORITHMS[state["box"]])
        options = {name: state[name] for name in ("project", "k") if kinds[name]}
        K = self.kernel(state) if kinds["kernel"] else None
        made = run(box, self.X if K is None else K, self.y, lam=lam, **options,
                   **{name: state[name] for name in ("T", "seed", "sampling")})  # fmt: skip
        self.steps = [copied(step) for step in made]
        if K is None:
            self.w = np.array([[0.0, 0.0], *(step.w for step in self.steps)])
            self.length = np.linalg.norm(self.w, axis=1)
            self.f = np.array([objective(w, self.X, self.y, lam=lam) for w in self.w])
            self.best = optimum(self.X, self.y, lam)
            self.scores = self.X @ self.w[-1]
        else:
            beta = self.steps[-1].beta(self.y)
            self.scores = K @ beta
            self.f = np.array([objective_of_scores(beta @ self.scores, self.scores, self.y, lam, "hinge")])
        self.wrong = np.mean(self.y * self.scores <= 0)
        self.band = np.mean(np.abs(self.scores) < 1)

    def kernel(self, state):
        function = getattr(kernels, state["kernel"])
        return (function if state["kernel"] == "linear" else partial(function, gamma=state["gamma"]))(self.X)


def states(slug, number):
    """What was before a guess at a stop of a tour, and what came after it."""
    stop = FOUND[slug][number - 1]
    then = {name: value for name, value in stop["then"].items() if name != "step"}
    state = {name: value for name, value in stop["state"].items() if name != "step"}
    return Ran(**state), Ran(**state | then)


# What is said at each stop, by tour and number of the stop


def jump_1(before, after):
    assert before.f[0] == 1 and before.length[0] == 0
    assert 100 < before.f[1] < 200
    assert before.length[1] > 20 * np.linalg.norm(before.best.w)
    np.testing.assert_allclose(before.length[1], 100 * np.linalg.norm(before.X[before.steps[0].i]))
    assert max(step.eta for step in before.steps) == before.steps[0].eta == 100


def jump_2(before, after):
    rises = np.flatnonzero(np.diff(before.f[1:]) > 0)
    assert 100 < before.f[1] and before.f[-1] < 1 and 3 <= len(rises) < 25


def lambda_1(before, after):
    assert after.length[-1] < before.length[-1] and after.band > before.band
    loss = [one.f[-1] - lam / 2 * one.length[-1] ** 2 for one, lam in ((before, 0.01), (after, 1.0))]
    assert loss[1] > loss[0]


def lambda_2(before, after):
    assert before.best.value > 0.2 and before.wrong == 0
    assert after.best.value < before.best.value / 5
    assert before.f[-1] / before.best.value < 1.2 and after.f[-1] / after.best.value > 2


def margin_1(before, after):
    assert before.wrong == 0 and before.band > 0
    assert np.all(after.w == 0) and len(after.steps) == len(before.steps)


def margin_2(before, after):
    assert before.wrong == 0 and after.f[-1] > 1.2 * before.f[-1]


def ball_1(before, after):
    radius = 10
    on_ball = np.isclose(before.length, radius)
    assert np.linalg.norm(before.best.w) < radius / 2
    assert 1 <= on_ball.sum() < 50 and np.flatnonzero(on_ball).max() < 100 and before.length[-1] < radius / 2


def ball_2(before, after):
    assert after.f.max() == after.f[1] > 80 and before.f.max() < 2
    assert 1 < max(after.f[-1], before.f[-1]) / min(after.f[-1], before.f[-1]) < 10


def curve_1(before, after):
    assert 0.9 < after.best.value <= 1 and abs(after.f[-1] - 1) < 0.1 and len(after.steps) == 10 * len(before.steps)


def curve_2(before, after):
    assert before.wrong > 0.3 and after.wrong < 0.05
    ring = np.linspace(0, 2 * np.pi, 60)
    x, z = (radius * np.column_stack([np.cos(ring), np.sin(ring)]) for radius in (0.9, 2.1))
    beta = after.steps[-1].beta(after.y)
    inner, outer = (kernels.rbf(places, after.X, gamma=1.0) @ beta for places in (x, z))
    assert np.all(inner < 0) and np.all(outer > 0)


FACTS = {name: value for name, value in globals().items() if name.rpartition("_")[0] in FOUND}


def test_every_stop_has_its_facts():
    assert FACTS.keys() == {f"{slug}_{n}" for slug, stops in FOUND.items() for n in range(1, len(stops) + 1)}
    assert len(FOUND) == 5


@pytest.mark.parametrize("name", FACTS)
def test_what_a_tour_says_is_true(name):
    slug, _, number = name.rpartition("_")
    FACTS[name](*states(slug, int(number)))
