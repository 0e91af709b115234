"""Test which runs a page can make itself, and that the page and Python exchange the same run."""

from functools import partial

import numpy as np
import pytest
from scipy import sparse

from pegasos_edu import ALGORITHMS, hinge, kernelized, minibatch, run, summed, variant
from pegasos_edu.algorithms.inputs import Batches, Gram
from pegasos_edu.browser.engine import played
from pegasos_edu.datasets import moons
from pegasos_edu.kernels import linear, polynomial, rbf
from pegasos_edu.player import compare, play
from pegasos_edu.player.fields import FIRST

X, Y, NAMES = moons(60)
KERNEL = partial(rbf, gamma=2.0)


def test_algorithms_of_the_package_on_points_in_the_plane_are_changed_in_the_page():
    for algorithm in played().values():
        takes = algorithm.__annotations__.values()
        others = ({"kernel": KERNEL} if Gram in takes else {}) | ({"k": 3} if Batches in takes else {})
        assert play(algorithm, X, Y, lam=0.1, T=5, **others).editor, algorithm.__name__
    assert {algorithm.__name__ for algorithm in played().values()} == ALGORITHMS.keys() - {"regression", "multiclass"}


@pytest.mark.parametrize(
    "other",
    [
        {"algorithm": variant(hinge)},
        {"algorithm": [hinge, variant(hinge)]},
        {"X": np.column_stack([X, X])},
        {"algorithm": summed, "X": sparse.csr_array(X)},
        {"X": X * 1e7},
        {"X": np.tile(X, (9, 1)), "y": np.tile(Y, 9)},
        {"shape": (1, 2)},
        {"loss": "log"},
        {"algorithm": kernelized, "kernel": lambda X, Z=None: X @ (X if Z is None else Z).T},
        {"algorithm": kernelized, "kernel": KERNEL, "X": np.tile(X, (7, 1)), "y": np.tile(Y, 7)},
        {"seed": 2**31},
    ],
    ids=lambda other: ", ".join(other),
)
def test_what_only_python_can_make_is_not(other):
    given = {"algorithm": hinge, "X": X, "y": Y, "lam": 0.1, "T": 5} | other
    player = play(given.pop("algorithm"), given.pop("X"), given.pop("y"), **given)
    assert player.editor is None and player.panel and player.recorded and player.facts is None


def told(player, **state):
    """Return the player after the page has sent a state."""
    first = FIRST | {
        "draws": None,
        "points": None,
        "degree": 3,
        "coef0": 1.0,
        "algorithm": player.run.algorithm.__name__,
    }
    player.state = first | state
    return player


@pytest.mark.parametrize("seed", range(5))
def test_the_run_is_the_one_that_the_page_tells_of(seed):
    chance = np.random.default_rng(seed)
    lam, T = float(10 ** chance.uniform(-3, 0)), int(chance.integers(5, 40))
    order = str(chance.choice(["uniform", "epochs", "cyclic"]))
    settings = {"lam": lam, "T": T, "seed": seed, "sampling": order, "project": bool(seed % 2)}
    player = told(play([hinge, minibatch], X, Y, lam=0.1, T=10), **settings)
    again = run(hinge, X, Y, **settings)
    assert np.array_equal(player.run.draws, again.draws) and player.run.options == again.options
    assert player.records[0]["values"] == play(hinge, X, Y, **settings).records[0]["values"]
    told(player, algorithm="minibatch", k=4, **settings)
    assert player.run.algorithm is minibatch and player.run.draws.shape == (T, 4)


def test_points_that_were_moved_and_a_kernel_that_was_changed_are_those_of_the_run():
    player = play(kernelized, X, Y, lam=0.1, T=10, kernel=partial(polynomial, degree=2))
    moved = X[:20] + 0.5
    points = {"places": moved.ravel().tolist(), "labels": Y[:20].tolist()}
    told(player, points=points, kernel="rbf", gamma=1.5, T=8)
    again = play(kernelized, moved, Y[:20], lam=0.1, T=8, kernel=partial(rbf, gamma=1.5))
    assert player.records[0]["values"] == again.records[0]["values"]
    assert np.array_equal(player.experiment.X, moved) and "X, y = np.array([[" in player.records[0]["python"]
    told(player, kernel="linear")
    assert len(player.experiment.X) == 60 and player.experiment.kernel is linear
    assert repr(player).startswith("StepPlayer: kernelized, λ = 0.1, T = 200")


def test_what_python_asks_for_goes_to_the_page_and_what_is_wrong_is_said():
    player = play(hinge, X, Y, lam=0.1, T=10)
    facts = player.facts
    player.change(lam=0.5, moment=(3, 2))
    assert player.asked["moment"] == [3, 2] and player.asked["settings"]["lam"] == 0.5
    assert player.facts is facts  # the facts are not sent again
    told(player, lam=-1.0)
    assert player.problem.startswith("lam must be") and player.run.lam == 0.5


def test_runs_beside_each_other_share_what_they_have_in_common():
    first, two = play(hinge, X, Y, lam=0.1, T=9), play(minibatch, X, Y, lam=0.1, T=9, k=3)
    both = compare(first, two)
    facts = both.editor.facts()
    assert facts["apart"] == [{"algorithm": "hinge"}, {"algorithm": "minibatch", "k": 3}]
    assert facts["start"]["lam"] == 0.1 and {"k"}.isdisjoint(facts["fields"])
    both.state = FIRST | {"algorithm": "hinge", "draws": None, "points": None, "lam": 0.4, "T": 7}
    assert [(len(p.run), p.run.lam, p.run.algorithm) for p in both.players] == [(7, 0.4, hinge), (7, 0.4, minibatch)]
    assert both.players[1].run.draws.shape == (7, 3)
    elsewhere = compare(first, play(hinge, X + 1, Y, lam=0.4, T=7))
    assert elsewhere.editor is None and len(elsewhere.recorded) == 2
