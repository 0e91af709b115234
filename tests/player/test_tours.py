"""Test that the statements of guided tours are true, and that files of tours with errors are refused."""

from functools import partial

import numpy as np
import pytest

from pegasos_edu import ALGORITHMS, kernels, objective, run
from pegasos_edu.browser.edits import edits
from pegasos_edu.losses import objective_of_scores
from pegasos_edu.player.fields import takes
from pegasos_edu.player.settings import dataset, fields
from pegasos_edu.player.tours import tours
from pegasos_edu.runs.reading import copied
from pegasos_edu.theory import optimum

FIRST = {name: field["first"] for name, field in fields().items()}
FOUND = {tour["slug"]: tour["stops"] for tour in tours()}


class Ran:
    """Hold the run of a state of the page: w, ‖w‖ and f before the first step and after each step."""

    def __init__(self, **state):
        state = FIRST | state
        algorithm, lam = ALGORITHMS[state["algorithm"]], state["lam"]
        if state["whatif"]:
            algorithm = next(edit.algorithm for edit in edits([state["algorithm"]]) if edit.entry.id == state["whatif"])
        self.X, self.y, _ = dataset(state["data"])
        kinds = takes(ALGORITHMS[state["algorithm"]])
        options = {name: state[name] for name in (*kinds["options"], *(["k"] if kinds["k"] else []))}
        K = self.kernel(state) if kinds["kernel"] else None
        steps = run(
            algorithm,
            self.X if K is None else K,
            self.y,
            lam=lam,
            **options,
            **{name: state[name] for name in ("T", "seed", "sampling")},
        )
        self.steps = [copied(step) for step in steps]
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


def shown(value):
    """Return a number as the page shows it, with three digits."""
    return np.format_float_positional(float(f"{value:.3g}"), trim="-")


def states(slug, number):
    """Return the runs before and after the guess at a stop of a tour."""
    stop = FOUND[slug][number - 1]
    then = {name: value for name, value in stop["then"].items() if name != "step"}
    state = {name: value for name, value in stop["state"].items() if name != "step"}
    return Ran(**state), Ran(**state | then)


# The statements at each stop, by tour and number of the stop


def length(w):
    return np.linalg.norm(w)


def turned(w, t):
    """Return by how many degrees step t turned the line, given all w of a run."""
    before, after = w[t - 1] / length(w[t - 1]), w[t] / length(w[t])
    return np.degrees(np.arccos(np.clip(before @ after, -1, 1)))


def adds(ran):
    """Return for each step that added an example the length of the addition, relative to the shrunk w."""
    terms = ((t, ran.w[t] - (1 - 1 / t) * ran.w[t - 1]) for t in range(1, len(ran.w)))
    return {t: length(term) / max(1e-9, (1 - 1 / t) * length(ran.w[t - 1])) for t, term in terms if length(term) > 1e-9}


def jump_1(before, after):
    assert before.f[0] == 1 and before.length[0] == 0
    assert shown(before.f[1]) == "138"
    assert shown(before.length[1]) == "154" and shown(length(before.best.w)) == "2.24"
    assert before.length[1] > 20 * length(before.best.w)
    np.testing.assert_allclose(before.length[1], 100 * length(before.X[before.steps[0].i]))
    assert before.steps[0].eta == 100 and before.y[before.steps[0].i] * (before.X @ before.w[1])[before.steps[0].i] > 1
    assert 0.01 / 2 * before.length[1] ** 2 > 0.5 * before.f[1]


def jump_2(before, after):
    rises = np.diff(before.f[1:])
    assert shown(before.f[-1]) == "0.398" and len(before.steps) == 1 + 199
    assert np.all(np.diff([step.eta for step in before.steps]) < 0)
    assert np.sum(rises > 0) == 20 and max(rises[:50]) > 5 * max(rises[-50:])
    turns = {t: turned(before.w, t) for t in range(2, 201)}
    assert max(turns, key=turns.get) == 14 and round(turns[14]) == 55
    assert max(turns[t] for t in range(151, 201)) < 11
    added = adds(before)
    assert added[14] > 2 and all(added[t] > 0.5 for t in turns if turns[t] > 30)
    assert all(added[t] < 0.25 for t in added if t > 150)


def lambda_1(before, after):
    assert [shown(ran.length[-1]) for ran in (before, after)] == ["1.81", "0.667"]
    assert [shown(ran.best.value) for ran in (before, after)] == ["0.0191", "0.479"]
    best = [optimum(before.X, before.y, lam) for lam in (0.001, 0.01, 0.1, 1.0, 10.0)]
    assert np.all(np.diff([length(b.w) for b in best]) < 0) and np.all(np.diff([b.value for b in best]) > 0)
    reached = [np.quantile(ran.length, 0.8) for ran in (before, after)]
    assert reached[0] > 1.5 * reached[1]  # this length decides how large the landscape is


def lambda_2(before, after):
    assert shown(before.f[-1]) == shown(before.best.value) == "0.479"
    assert shown(before.f[-1] / before.best.value) == "1"
    assert [shown(value) for value in (after.f[-1], after.best.value)] == ["0.00794", "0.002"]
    assert round(after.f[-1] / after.best.value) == 4 and len(after.steps) == len(before.steps) == 1000
    assert after.steps[0].eta == 1 / 0.001
    longer = Ran(data="toy", lam=0.001, T=5000)
    assert longer.f[-1] < 1.1 * longer.best.value


def margin_1(before, after):
    assert before.wrong == 0 and before.band > 0
    assert np.all(after.w == 0) and len(after.steps) == len(before.steps)
    assert [step.i for step in after.steps] == [step.i for step in before.steps]


def margin_2(before, after):
    assert [shown(ran.f[-1]) for ran in (before, after)] == ["0.128", "0.495"]
    assert before.wrong == after.wrong == 0 and len(adds(after)) == 4
    assert len(before.steps) == 100 and [step.i for step in after.steps] == [step.i for step in before.steps]


def ball_1(before, after):
    radius = 10
    assert np.flatnonzero(np.isclose(before.length, radius)).tolist() == [1, 3, 5, 16]
    assert np.linalg.norm(before.best.w) < radius / 2
    assert shown(before.length[-1]) == "2.32" and len(before.steps) == 200


def ball_2(before, after):
    assert [shown(ran.f[-1]) for ran in (before, after)] == ["0.0269", "0.0308"]
    assert [shown(ran.f[1]) for ran in (before, after)] == ["1.12", "84.3"]
    assert [step.i for step in after.steps] == [step.i for step in before.steps]
    np.testing.assert_allclose(np.prod([1 - 1 / t for t in range(2, 51)]), 1 / 50)


def curve_1(before, after):
    assert shown(before.f[-1]) == "0.994" and before.f[0] == 1
    assert shown(after.f[-1]) == shown(after.best.value) == "0.988"
    assert len(before.steps) == 300 and len(after.steps) == 3000
    ring = after.X[np.linalg.norm(after.X, axis=1) > 1.5]
    sides = [np.mean(ring @ [np.cos(angle), np.sin(angle)] > 0) for angle in np.linspace(0, np.pi, 60)]
    assert 0.4 < min(sides) and max(sides) < 0.6


def curve_2(before, after):
    assert before.wrong > 0.3 and after.wrong == 0 and len(after.y) == 200
    assert len(after.steps) == len(before.steps) == 300
    ring = np.linspace(0, 2 * np.pi, 60)
    x, z = (radius * np.column_stack([np.cos(ring), np.sin(ring)]) for radius in (0.9, 2.1))
    beta = after.steps[-1].beta(after.y)
    inner, outer = (kernels.rbf(places, after.X, gamma=1.0) @ beta for places in (x, z))
    assert np.all(inner < 0) and np.all(outer > 0)
    assert np.all(np.diff([kernels.rbf(x[:1], z[:1], gamma=gamma)[0, 0] for gamma in (0.5, 1.0, 2.0)]) < 0)


FACTS = {name: value for name, value in globals().items() if name.rpartition("_")[0] in FOUND}


def test_every_stop_has_its_facts():
    assert FACTS.keys() == {f"{slug}_{n}" for slug, stops in FOUND.items() for n in range(1, len(stops) + 1)}
    assert len(FOUND) == 5


@pytest.mark.parametrize("name", FACTS)
def test_what_a_tour_says_is_true(name):
    slug, _, number = name.rpartition("_")
    FACTS[name](*states(slug, int(number)))
